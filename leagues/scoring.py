"""The score of a season: the points for tables, and the standings. Pure: no clock, and people are plain numbers.

At a table, a person gets 60 x (B + T / 2) / (seats - 1) points, where B is the number of people placed below them and T
the number of people tied with them. The mean is 30 at tables of any size. The score is the mean of a person's points,
with three imaginary tables of 30 points added, so that nobody leads after one lucky table. It is shown as a whole
number from 0 to 100, on which 50 is the mean.

A cup goes by the sum of points instead: most wins take the cup.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

MOST_POINTS: Final = 60
MEAN: Final = Fraction(MOST_POINTS, 2)
ADDED_TABLES: Final = 3
"""Number of imaginary tables with `MEAN` points that are added to each score. In a season (not in a cup) it is also the
number of counted tables that a person needs for a place."""
OWN_ACTIONS: Final = 2
"""Number of own actions that a person must have made before leaving a table to count as having played it."""
FREE_ABSENCES: Final = 1
"""Number of tables of a season that a person may leave without having played before it costs them a table."""

Form = Literal["won", "drawn", "lost"]
TableEnd = Literal["played", "standing", "void"]
"""The ways in which a table can end: played to its end, decided by its standing on the last day, or void."""


def points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the points of each seat. `places` has the place of each seat, 1 for the best; tied seats share one."""
    beaten = [
        sum(place < other for other in places) + Fraction(sum(place == other for other in places) - 1, 2)
        for place in places
    ]
    return tuple(MOST_POINTS * one / (len(places) - 1) for one in beaten)


# Cached because it is computed for each person of a table, and most tables have one of a few combinations of places.
_points_of = lru_cache(maxsize=1024)(points)


@dataclass(frozen=True, slots=True)
class Result:
    """A counted table: its people in the order of seats, their places, and for each person whether it counts."""

    table: str
    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]


Ranking = Literal["mean", "total"]
"""The first key of standings: the mean of points with `ADDED_TABLES` tables added (`score`), or their sum."""


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line of the standings. `place` is None if the person has too few counted tables for a place.

    `form` has the results of the person's tables, newest last: points above, at or below the mean.
    """

    person: int
    score: Fraction
    points: tuple[Fraction, ...]
    tables: int
    won: int
    place: int | None
    form: tuple[Form, ...]


def score(found: Sequence[Fraction]) -> Fraction:
    """Return a person's score: the mean of these points, together with `ADDED_TABLES` tables of `MEAN` points."""
    return (sum(found, Fraction()) + ADDED_TABLES * MEAN) / (len(found) + ADDED_TABLES)


def standings(
    people: Sequence[int],
    results: Sequence[Result],
    placed_from: int = ADDED_TABLES,
    ranking: Ranking = "mean",
) -> tuple[Line, ...]:
    """Return the standings, best first.

    `people` are in the order of joining, `results` in the order of tables (which matters for the form only). A person
    with at least `placed_from` counted tables has a place; others follow below in the order of joining. Places are by
    score, or by the sum of points for the ranking "total"; then by tables won, then by points in tables with each
    other. People equal in all three share a place.
    """
    played: dict[int, list[tuple[Result, int]]] = {person: [] for person in people}
    for result in results:
        for seat, person in enumerate(result.people):
            if result.counted[seat] and person in played:
                played[person].append((result, seat))
    lines = [_line(person, found) for person, found in played.items()]
    listed = [line for line in lines if line.tables >= placed_from]
    first_keys = {
        line.person: (-(line.score if ranking == "mean" else sum(line.points, Fraction())), -line.won)
        for line in listed
    }
    together = _compute_tiebreak(first_keys, results)

    def key(line: Line) -> tuple[Fraction, int, Fraction]:
        return (*first_keys[line.person], -together[line.person])

    placed: list[Line] = []
    for _, group in groupby(sorted(listed, key=key), key=key):
        place = len(placed) + 1
        placed += [Line(one.person, one.score, one.points, one.tables, one.won, place, one.form) for one in group]
    return (*placed, *(line for line in lines if line.tables < placed_from))


def find_deciding_key(better: Line, worse: Line) -> Literal["score", "won", "together"]:
    """Return by which key of the ranking "mean" a person has a better place than another one."""
    if better.score > worse.score:
        return "score"
    return "won" if better.won > worse.won else "together"


def _line(person: int, found: Sequence[tuple[Result, int]]) -> Line:
    won = sum(result.places[seat] == 1 for result, seat in found)
    own = tuple(_points_of(result.places)[seat] for result, seat in found)
    form: tuple[Form, ...] = tuple("won" if one > MEAN else "drawn" if one == MEAN else "lost" for one in own)
    return Line(person, score(own), own, len(own), won, None, form)


def _compute_tiebreak(keys: Mapping[int, Hashable], results: Sequence[Result]) -> Mapping[int, Fraction]:
    """Return for each person the sum of their points minus `MEAN`, over tables with people who are level with them.

    Two people are level if they have the same key in `keys`.
    """
    together = dict.fromkeys(keys, Fraction())
    for result in results:
        present = [person for person, counts in zip(result.people, result.counted, strict=True) if counts]
        equals = Counter(keys[person] for person in present if person in keys)
        for person in present:
            if person in keys and equals[keys[person]] > 1:
                together[person] += _points_of(result.places)[result.people.index(person)] - MEAN
    return together


def format_score(value: Fraction) -> str:
    """Format a score with two decimals, rounded to the nearest; a half is rounded up."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def shown_score(value: Fraction) -> int:
    """Return a score on the displayed scale from 0 to 100, on which 50 is the mean; a half is rounded up."""
    return (200 * value.numerator + MOST_POINTS * value.denominator) // (2 * MOST_POINTS * value.denominator)


def explain_score(found: Sequence[Fraction]) -> str:
    """Format how a score is computed from a person's points, as "71 = 100 × (60+45+60 + 90) / (60 × (3 + 3))"."""
    own = "+".join(format_points(one) for one in found) or "0"
    total, tables = f"{own} + {format_points(ADDED_TABLES * MEAN)}", f"{len(found)} + {ADDED_TABLES}"
    return f"{shown_score(score(found))} = 100 × ({total}) / ({MOST_POINTS} × ({tables}))"


def format_points(value: Fraction) -> str:
    """Format points with as many decimals as they need, at most two."""
    return format_score(value).rstrip("0").removesuffix(".")


class SeatEnd(NamedTuple):
    """The way in which a table ended for a seat, as input for the table's result.

    `person` is None if nobody plays for the league in the seat. `own_actions` is the number of actions the person made,
    and `place` their place in the game. `left`: the person resigned, was put out of the game for missing deadlines, or
    had a stand-in at the end. `late`: they left by missing deadlines. `again`: they have already lost another table in
    the same absence. `excused`: they left while on vacation. `absences` is the number of earlier tables of the season
    that they left without having played; 0 in seasons whose rules do not count these.
    """

    person: int | None
    own_actions: int
    place: int | None
    left: bool
    late: bool = False
    again: bool = False
    excused: bool = False
    absences: int = 0

    @property
    def was_absent(self) -> bool:
        """Whether the person left without having played."""
        return self.left and self.own_actions < OWN_ACTIONS

    @property
    def costs_table(self) -> bool:
        """Whether the person left without having played, and has done so too often to be spared."""
        return self.was_absent and not self.excused and self.absences >= FREE_ABSENCES


class CountedTable(NamedTuple):
    """The result of a table for a league. It contains only people who play for the league, in the order of seats.

    For each of them it has the place, whether the table counts, and whether it is rated.
    """

    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]
    rated: tuple[bool, ...]


def counted(ends: Sequence[SeatEnd], how: TableEnd) -> CountedTable:
    """Compute the result of a table for a league from the way it ended for each seat.

    People who left are placed last, behind all who stayed. The table counts only if it has two or more people and
    at least one of them stayed. A table of two people does not count if one of them left without having played, unless
    this costs them the table (`SeatEnd.costs_table`).

    Only a table that was played to its end is rated, and not for people who left without having played. It is rated for
    nobody if it was lost that way. If a person loses several tables in one absence, only the first is rated for them.
    """
    seats = [end for end in ends if end.person is not None]
    people = tuple(end.person for end in seats if end.person is not None)
    if how == "void" or _is_void(seats):
        return _build_void_result(people)
    places = _rank_seats(seats, lambda end: (end.left, 0 if end.left else end.place or 0))
    is_rated = how == "played" and not any(end.costs_table for end in seats)
    rated = tuple(is_rated and not (end.was_absent or (end.late and end.again)) for end in seats)
    return CountedTable(people, places, (True,) * len(people), rated if sum(rated) > 1 else (False,) * len(people))


def _is_void(seats: Sequence[SeatEnd]) -> bool:
    """Return whether a table is void, because too few people have played at it.

    It is void with fewer than two people, if everybody left, or if somebody has no place. A table of two people is also
    void if one of them left without having played, unless this costs them the table.
    """
    if len(seats) < 2 or all(end.left for end in seats) or any(end.place is None for end in seats):
        return True
    return len(seats) == 2 and any(end.was_absent and not end.costs_table for end in seats)


def _build_void_result(people: tuple[int, ...]) -> CountedTable:
    nobody = (False,) * len(people)
    return CountedTable(people, (1,) * len(people), nobody, nobody)


def _rank_seats(seats: Sequence[SeatEnd], key: Callable[[SeatEnd], tuple[bool, int]]) -> tuple[int, ...]:
    """Return the place of each seat among these seats, 1 for the best. Seats with the same key share a place."""
    keys = [key(end) for end in seats]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
