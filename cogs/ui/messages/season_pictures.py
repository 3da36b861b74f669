"""Contents of the pictures of leagues: standings, a person's season, and the result of a season."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final

from data.store import RatingEventRow, RatingRow
from engine.core import join_and
from engine.games import game_title
from leagues.calendar import WEEK_MS
from leagues.highlights import best_streak, biggest_upset
from leagues.messages import shown_rating
from leagues.rating import PROVISIONAL, Rating, margin
from leagues.scoring import Line, find_deciding_key, format_points, points, score, shown_score
from leagues.season import Season, TableResult, format_total, people_of, result_of, results_for
from render.league import person, season_result, standings
from render.text import pluralize, writable_name

PLACES: Final = 3
NOT_PLAYED: Final = "–"
STILL_PLAYING: Final = "…"

AHEAD: Final = {"score": ", just ahead", "won": ", ahead by wins", "together": ", better head-to-head"}
"""The words behind the note of a row, by the key that decides against the next place with the same shown score."""
LEAD: Final = {
    "score": "Just ahead of {}",
    "won": "Level with {}, more tables won",
    "together": "Level with {}, ahead at their own tables",
}
"""The champion's lead over the second with the same shown score, by the key that decides; the braces hold a name."""

NOTES = {"standing": "by the standing", "corrected": "corrected"}
"""Labels for tables whose result was not decided by play: taken from the standing at the season's end, or corrected."""


def standings_content(
    season: Season, ratings: Mapping[int, RatingRow], away: Collection[int], now: int, page: int = 1
) -> standings.Content:
    """Build the content of the standings' picture; `page` is limited to the existing pages.

    `now` is in milliseconds UTC; changes of scores are those of the week before it.
    """
    lines = season.standings
    pages = max(1, -(-len(lines) // standings.ROWS_A_PAGE))
    page = min(max(page, 1), pages)
    start = (page - 1) * standings.ROWS_A_PAGE
    shown = lines[start : start + standings.ROWS_A_PAGE]
    rows = _cup_rows(season, shown) if season.is_cup else _season_rows(season, shown, now)
    return standings.Content(
        title=season.name,
        subtitle=_subtitle(season),
        game=season.league.game,
        rows=[
            row._replace(rating=rating_text(ratings.get(line.person)), away=line.person in away)
            for row, line in zip(rows, shown, strict=True)
        ],
        page=page,
        pages=pages,
        kind="cup" if season.is_cup else "season",
        deals=_shown_deals(season),
        score=_score_heading(season),
        foot=_foot(season),
        is_of_duels=_is_of_duels(season),
    )


def _subtitle(season: Season) -> str:
    deals, planned = season.row.deals, season.settings.deals
    game = game_title(season.league.game)
    if not deals:
        return game
    if not season.is_cup:
        return f"{game} · deal {deals}"
    return f"Deal {deals} of {planned} is being played" if season.open_tables() else f"After deal {deals} of {planned}"


def _score_heading(season: Season) -> str:
    if not season.is_cup:
        return "Score"
    if not _is_of_duels(season):
        return "Points"
    return "Won – drawn – lost" if season.has_draws else "Won – lost"


def _foot(season: Season) -> str:
    if not season.is_cup:
        return standings.AVERAGE
    if season.ranking == "mean":
        return "Best average takes the cup"
    return "Most wins take the cup" if _is_of_duels(season) else "Most points take the cup"


def _is_of_duels(season: Season) -> bool:
    return season.settings.most == 2


def _season_rows(season: Season, lines: Sequence[Line], now: int) -> Iterator[standings.Row]:
    earlier, lead = _earlier_points(season, now - WEEK_MS), explain_equal_scores(season.standings)
    for line in lines:
        before = earlier.get(line.person)
        is_listed = line.place is not None
        yield standings.Row(
            line.place,
            season.names[line.person],
            format_total(season, line) if is_listed else NOT_PLAYED,
            _season_note(season, line) + lead.get(line.person, ""),
            form=line.form[-standings.FORM_SHOWN :],
            change=shown_score(line.score) - shown_score(score(before)) if is_listed and before else None,
        )


def explain_equal_scores(lines: Sequence[Line]) -> dict[int, str]:
    """Return by person why they have a better place than the next one, if both have the same shown score."""
    placed = [line for line in lines if line.place is not None]
    groups = [[*group] for _, group in groupby(placed, key=lambda line: line.place)]
    return {
        line.person: AHEAD[find_deciding_key(group[0], behind[0])]
        for group, behind in pairwise(groups)
        if shown_score(group[0].score) == shown_score(behind[0].score)
        for line in group
    }


def _season_note(season: Season, line: Line) -> str:
    if not line.tables:
        return "no game yet"
    if line.place is None:
        return f"{pluralize(line.tables, 'game')}, {season.placed_from - line.tables} more for a place"
    return f"won {line.won} of {line.tables}"


def _earlier_points(season: Season, until: int) -> dict[int, list[Fraction]]:
    """Return by person the points for tables that had ended by a time (milliseconds UTC)."""
    found: dict[int, list[Fraction]] = {}
    for table in season.tables:
        result = result_of(table) if table.state == "counted" else None
        if result is None or table.ended is None or table.ended > until:
            continue
        for one, counts, own in zip(result.people, result.counted, points(result.places), strict=True):
            if counts:
                found.setdefault(one, []).append(own)
    return found


def _shown_deals(season: Season) -> range:
    """Return the numbers of a cup's deals that the picture shows; none for a season."""
    deals = season.row.deals if season.is_cup else 0
    return range(max(1, deals - standings.DEALS_SHOWN + 1), deals + 1)


def _cup_rows(season: Season, lines: Sequence[Line]) -> Iterator[standings.Row]:
    for line in lines:
        yield standings.Row(
            line.place,
            season.names[line.person],
            format_total(season, line) if line.tables else NOT_PLAYED,
            _cup_note(season, line),
            chips=[_chip(season, deal, line.person) for deal in _shown_deals(season)],
        )


def _chip(season: Season, deal: int, user: int) -> str:
    """Return the result of a cup's deal for a person, as `standings.Row.chips` shows it."""
    for table in season.tables:
        if table.deal != deal:
            continue
        if table.state == "open" and user in people_of(table):
            return STILL_PLAYING
        result = result_of(table) if table.state == "counted" else None
        if result is not None and user in result.people and result.counted[seat := result.people.index(user)]:
            own = points(result.places)[seat]
            if not _is_of_duels(season):
                return format_points(own)
            return {60: "W", 30: "D"}.get(int(own), "L")
    return NOT_PLAYED


def _cup_note(season: Season, line: Line) -> str:
    if not line.tables:
        deals, has_met = season.row.deals, any(line.person in people_of(table) for table in season.tables)
        is_late = deals and not has_met and season.row.state == "running"
        return f"came late, plays in deal {deals + 1}" if is_late else "no game yet"
    if not _is_of_duels(season):
        return f"won {line.won} of {line.tables}"
    found = list(results_for(season, line.person))
    facts = (("beat", "won"), ("drew with", "drawn"), ("lost to", "lost"))
    others = [(form, _other(season, result, line.person)) for (result, _), form in zip(found, line.form, strict=True)]
    told = [
        f"{verb} {join_and(names)}" for verb, form in facts if (names := [name for one, name in others if one == form])
    ]
    return ", ".join(told)


def _other(season: Season, result: TableResult, user: int) -> str:
    other = next(one for one in result.people if one != user)
    return writable_name(season.names[other], "somebody")


def rating_text(row: RatingRow | None) -> str:
    """Format a rating: "new" while it is provisional; empty without a rating."""
    rating = shown_rating(row)
    if row is None or rating is None:
        return ""
    return "new" if row.tables < PROVISIONAL else str(rating)


def result_content(
    season: Season, events: Sequence[RatingEventRow], ratings: Mapping[int, RatingRow], now: int
) -> season_result.Content:
    """Build the content of the picture at the end of a season.

    It has the champions, the first three places, the best streak and the biggest upset.
    """
    shown = standings_content(season, ratings, (), now)
    places = [row for row in shown.rows if row.place is not None and row.place <= PLACES]
    return season_result.Content(
        title=shown.title,
        subtitle=shown.subtitle,
        game=shown.game,
        champions=[row.name for row in places if row.place == 1],
        places=places,
        streak=_streak(season),
        upset=_upset(season, events),
        lead=_lead(season),
        kind=shown.kind,
        deals=shown.deals,
    )


def _lead(season: Season) -> str:
    """Return the champion's lead over the second in words; empty if there is no second."""
    placed = [line for line in season.standings if line.place is not None]
    if len(placed) < 2 or placed[1].place == 1:
        return ""
    first, second = placed[:2]
    name = writable_name(season.names[second.person], "the second")
    if season.ranking == "total":
        if sum(first.points, Fraction()) > sum(second.points, Fraction()):
            return f"Ahead of {name}"
        return f"Level with {name}, ahead at their own tables"
    if lead := shown_score(first.score) - shown_score(second.score):
        return f"{lead} ahead of {name}"
    return LEAD[find_deciding_key(first, second)].format(name)


def _streak(season: Season) -> str:
    found = best_streak(season)
    if found is None:
        return ""
    return f"{join_and([season.names[person] for person in found.people])}: {found.tables} tables won in a row"


def _upset(season: Season, events: Sequence[RatingEventRow]) -> str:
    found = biggest_upset(season, events)
    if found is None:
        return ""
    return f"{season.names[found.winner]} before {season.names[found.loser]}, rated {found.points} lower"


def person_content(season: Season, user: int, rating: RatingRow | None) -> person.Content:
    """Build the content of the picture that explains a user's score, table by table."""
    head = standings_content(season, {}, (), 0)
    line = next((line for line in season.standings if line.person == user), None)
    found: list[Fraction] = []
    scores: list[float] = []
    tables: list[person.TableLine] = []
    for result, seat in results_for(season, user):
        found.append(points(result.places)[seat])
        scores.append(float(score(found) * 100 / 60))
        others = [season.names[one] for one in result.people if one != user]
        tables.append(
            person.TableLine(
                others, result.places[seat], len(result.people), format_points(found[-1]), NOTES.get(result.how, "")
            )
        )
    return person.Content(
        title=head.title,
        subtitle=head.subtitle,
        game=head.game,
        name=season.require_member(user).name,
        score=str(shown_score(score(found))) if line is None else format_total(season, line),
        place=None if line is None else line.place,
        rating=rating_text(rating),
        margin=None if rating is None or rating.tables < PROVISIONAL else margin(Rating(rating.mu, rating.sigma)),
        scores=scores,
        tables=tables,
    )
