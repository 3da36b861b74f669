"""Highlights of a season's end: the longest winning streak and the biggest upset by rating."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import permutations
from typing import NamedTuple

from data.store import RatingEventRow
from leagues.rating import START, Standing, displayed_rating, update_ratings
from leagues.rating_book import rated_tables
from leagues.season import Season


class Streak(NamedTuple):
    """The longest winning streak of a season: its number of tables, and all people who had a streak of that length."""

    people: tuple[int, ...]
    tables: int


class Upset(NamedTuple):
    """An upset: `winner` placed above `loser` at a table, although their rating was `points` lower."""

    winner: int
    loser: int
    points: int


def best_streak(season: Season) -> Streak | None:
    """Return the longest winning streak of a season, or None if it is shorter than two tables.

    It counts only tables that count for the person, in their order.
    """
    running: defaultdict[int, int] = defaultdict(int)
    best: defaultdict[int, int] = defaultdict(int)
    for result in season.results:
        for seat, person in enumerate(result.people):
            if result.counted[seat]:
                running[person] = running[person] + 1 if result.places[seat] == 1 else 0
                best[person] = max(best[person], running[person])
    most = max(best.values(), default=0)
    return Streak(tuple(person for person, found in best.items() if found == most), most) if most > 1 else None


def biggest_upset(season: Season, events: Sequence[RatingEventRow]) -> Upset | None:
    """Return the biggest upset at a season's tables, by the ratings before each table, or None if there was none.

    Only people with a rating that is not provisional are considered.
    """
    own = {table.table_id for table in season.tables}
    ratings: dict[int, Standing] = {}
    found: list[Upset] = []
    for event in events:
        for table in rated_tables([event]):
            if event.table_id in own:
                found += _upsets(ratings, table.people, table.places)
            ratings |= update_ratings(ratings, table)
    return max(found, key=lambda upset: upset.points, default=None)


def _upsets(ratings: dict[int, Standing], people: Sequence[int], places: Sequence[int]) -> Collection[Upset]:
    known = [ratings.get(person, START) for person in people]
    return [
        Upset(people[one], people[other], points)
        for one, other in permutations(range(len(people)), 2)
        if places[one] < places[other]
        and not known[one].is_provisional
        and not known[other].is_provisional
        and (points := displayed_rating(known[other].rating) - displayed_rating(known[one].rating)) > 0
    ]
