"""Contents of the pictures of leagues: standings, a person's season, and the result of a season."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final

from data.store import RatingEventRow, RatingRow
from language.messages import N_, _, list_and, ngettext
from leagues.calendar import WEEK_MS
from leagues.highlights import best_streak, biggest_upset
from leagues.messages import shown_rating
from leagues.rating import PROVISIONAL, Rating, margin
from leagues.scoring import Line, find_deciding_key, format_points, points, score, shown_score
from leagues.season import Season, TableResult, format_total, people_of, result_of, results_for
from render.league import person, season_result, standings
from render.text import writable_name

PLACES: Final = 3
NOT_PLAYED: Final = "–"
STILL_PLAYING: Final = "…"

AHEAD: Final = {
    "score": N_("{note}, just ahead"),
    "won": N_("{note}, ahead by wins"),
    "together": N_("{note}, better head-to-head"),
}
"""The note of a row, by the key that decides against the next place with the same shown score."""
LEVEL: Final = N_("Level with {name}, ahead at their own tables")
LEAD: Final = {
    "score": N_("Just ahead of {name}"),
    "won": N_("Level with {name}, more tables won"),
    "together": LEVEL,
}
"""The champion's lead over the second with the same shown score, by the key that decides."""

NOTES = {"standing": N_("by the standing"), "corrected": N_("corrected")}
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
    game = season.game
    if not deals:
        return game
    if not season.is_cup:
        return _("{game} · deal {deal}", game=game, deal=deals)
    if season.open_tables():
        return _("Deal {deal} of {deals} is being played", deal=deals, deals=planned)
    return _("After deal {deal} of {deals}", deal=deals, deals=planned)


def _score_heading(season: Season) -> str:
    if not season.is_cup:
        return standings.SCORE_HEADING
    if not _is_of_duels(season):
        return standings.POINTS
    return standings.WON_DRAWN_LOST if season.has_draws else standings.WON_LOST


def _foot(season: Season) -> str:
    if not season.is_cup:
        return standings.AVERAGE
    if season.ranking == "mean":
        return N_("Best average takes the cup")
    return N_("Most wins take the cup") if _is_of_duels(season) else N_("Most points take the cup")


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
            _(lead.get(line.person, "{note}"), note=_season_note(season, line)),
            form=line.form[-standings.FORM_SHOWN :],
            change=shown_score(line.score) - shown_score(score(before)) if is_listed and before else None,
        )


def explain_equal_scores(lines: Sequence[Line]) -> dict[int, str]:
    """Return by person the message why they have a better place than the next one, if both have the same shown score.

    Its field is the note of their row.
    """
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
        return _("no game yet")
    if line.place is None:
        missing = season.placed_from - line.tables
        return ngettext(
            "{number} game, {missing} more for a place",
            "{number} games, {missing} more for a place",
            line.tables,
            missing=missing,
        )
    return _("won {won} of {tables}", won=line.won, tables=line.tables)


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
            return {60: standings.WON, 30: standings.DRAWN}.get(int(own), standings.LOST)
    return NOT_PLAYED


def _cup_note(season: Season, line: Line) -> str:
    if not line.tables:
        is_late = season.row.state == "running" and _came_late(season, line.person)
        return _("came late, plays in deal {deal}", deal=season.row.deals + 1) if is_late else _("no game yet")
    if not _is_of_duels(season):
        return _("won {won} of {tables}", won=line.won, tables=line.tables)
    found = [result for result, seat in results_for(season, line.person)]
    facts = ((N_("beat {names}"), "won"), (N_("drew with {names}"), "drawn"), (N_("lost to {names}"), "lost"))
    others = [(form, _other(season, result, line.person)) for result, form in zip(found, line.form, strict=True)]
    told = [
        _(fact, names=list_and(names))
        for fact, form in facts
        if (names := [name for one, name in others if one == form])
    ]
    return ", ".join(told)


def _came_late(season: Season, user: int) -> bool:
    """Return whether a member never had a table and joined after the newest deal, while its tables are played."""
    if any(user in people_of(table) for table in season.tables):
        return False
    dealt = {person for table in season.tables if table.deal == season.row.deals for person in people_of(table)}
    joined = season.require_member(user).waiting
    # The waiting time of the people of a table starts when it is dealt, and again when it ends.
    return joined > min((member.waiting for member in season.members if member.user_id in dealt), default=joined)


def _other(season: Season, result: TableResult, user: int) -> str:
    other = next(one for one in result.people if one != user)
    return writable_name(season.names[other], _("somebody"))


def rating_text(row: RatingRow | None) -> str:
    """Format a rating: "new" while it is provisional; empty without a rating."""
    rating = shown_rating(row)
    if row is None or rating is None:
        return ""
    return _("new") if row.tables < PROVISIONAL else str(rating)


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
    name = writable_name(season.names[second.person], _("the second"))
    if season.ranking == "total":
        if sum(first.points, Fraction()) > sum(second.points, Fraction()):
            return _("Ahead of {name}", name=name)
        return _(LEVEL, name=name)
    if lead := shown_score(first.score) - shown_score(second.score):
        return _("{lead} ahead of {name}", lead=lead, name=name)
    return _(LEAD[find_deciding_key(first, second)], name=name)


def _streak(season: Season) -> str:
    found = best_streak(season)
    if found is None:
        return ""
    return ngettext(
        "{names}: {number} table won in a row",
        "{names}: {number} tables won in a row",
        found.tables,
        names=list_and([season.names[person] for person in found.people]),
    )


def _upset(season: Season, events: Sequence[RatingEventRow]) -> str:
    found = biggest_upset(season, events)
    if found is None:
        return ""
    return _(
        "{winner} before {loser}, rated {points} lower",
        winner=season.names[found.winner],
        loser=season.names[found.loser],
        points=found.points,
    )


def person_content(season: Season, user: int, rating: RatingRow | None) -> person.Content:
    """Build the content of the picture that explains a user's score, table by table."""
    head = standings_content(season, {}, (), 0)
    line = next((line for line in season.standings if line.person == user), None)
    found: list[Fraction] = []
    scores: list[float] = []
    tables: list[person.TableLine] = []
    for result, seat in results_for(season, user):
        found.append(points(result.places)[seat])
        if not season.is_cup:
            scores.append(float(score(found) * 100 / 60))
        others = [season.names[one] for one in result.people if one != user]
        tables.append(
            person.TableLine(
                others, result.places[seat], len(result.people), format_points(found[-1]), _(NOTES.get(result.how, ""))
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
        is_cup=season.is_cup,
    )
