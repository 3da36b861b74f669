"""What the picture of a season's end shows."""

from collections.abc import Mapping, Sequence

from cogs.ui.messages.season_card import standings_content
from data.store import RatingEventRow, RatingRow
from leagues.highlights import best_streak, biggest_upset
from leagues.season import Season
from render.league import season_result
from tables.texts import and_list

PLACES = 3


def result_content(
    season: Season, events: Sequence[RatingEventRow], ratings: Mapping[int, RatingRow]
) -> season_result.Content:
    """The champion, or several who share the first place, the first three places, and what else is worth telling."""
    shown = standings_content(season, ratings, ())
    places = [row for row in shown.rows if row.place is not None and row.place <= PLACES]
    return season_result.Content(
        title=shown.title,
        subtitle=shown.subtitle,
        game=shown.game,
        champions=[row.name for row in places if row.place == 1],
        places=places,
        streak=_streak(season),
        upset=_upset(season, events),
        note="",
    )


def _streak(season: Season) -> str:
    found = best_streak(season)
    if found is None:
        return ""
    return f"{and_list([season.names[person] for person in found.people])}: {found.tables} tables won in a row"


def _upset(season: Season, events: Sequence[RatingEventRow]) -> str:
    found = biggest_upset(season, events)
    if found is None:
        return ""
    return f"{season.names[found.winner]} before {season.names[found.loser]}, rated {found.points} lower"
