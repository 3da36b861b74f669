"""The score of a season: points of tables and the standings. Pure: no clock, and people are plain numbers.

A table gives 60 x (people finished above + half of the level) / (seats - 1) points, 30 on average whatever its size.
The score is the mean over a person's tables, with three tables of 30 added, so that one lucky table does not lead.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

MOST_POINTS: Final = 60
MEAN: Final = Fraction(MOST_POINTS, 2)
ADDED_TABLES: Final = 3
"""Number of `MEAN` tables added to each score. Also the number of counted tables from which a season gives a place."""
OWN_ACTIONS: Final = 2
"""Number of own actions from which a person who leaves a table counts as having played it."""

Form = Literal["won", "drawn", "lost"]
TableEnd = Literal["played", "standing", "void"]
"""The ways a table may end: played to its end, by its standing on the last day, or void."""


def points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the points of each seat by its place, 1 for the best. Tied seats have the same."""
    beaten = [
        sum(place < other for other in places) + Fraction(sum(place == other for other in places) - 1, 2)
        for place in places
    ]
    return tuple(MOST_POINTS * one / (len(places) - 1) for one in beaten)


# Cached: each person of a table asks for its points, and most tables end in one of a few vectors of places.
_points_of = lru_cache(maxsize=1024)(points)


@dataclass(frozen=True, slots=True)
class Result:
    """A counted table: its people in the order of seats, their places, and for which of them it counts."""

    table: str
    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings. `place` is None below three counted tables.

    `form` has the results of the tables, newest last: above, at or below the mean.
    """

    person: int
    score: Fraction
    points: tuple[Fraction, ...]
    tables: int
    won: int
    place: int | None
    form: tuple[Form, ...]


def score(found: Sequence[Fraction]) -> Fraction:
    """Return the score of a person's points."""
    return (sum(found, Fraction()) + ADDED_TABLES * MEAN) / (len(found) + ADDED_TABLES)


def standings(people: Sequence[int], results: Sequence[Result], placed_from: int = ADDED_TABLES) -> tuple[Line, ...]:
    """Return the standings. `people` are in the order of joining, `results` in the order of tables (for the form only).

    A person has a place from `placed_from` counted tables; others are listed below in the order of joining. Places are
    by score, then tables won, then points in tables with each other. People equal in all three share a place.
    """
    played: dict[int, list[tuple[Result, int]]] = {person: [] for person in people}
    for result in results:
        for seat, person in enumerate(result.people):
            if result.counted[seat] and person in played:
                played[person].append((result, seat))
    lines = [_line(person, found) for person, found in played.items()]
    listed = [line for line in lines if line.tables >= placed_from]
    together = _points_together(listed, results)

    def key(line: Line) -> tuple[Fraction, int, Fraction]:
        return (*_first_keys(line), -together[line.person])

    placed: list[Line] = []
    for _, group in groupby(sorted(listed, key=key), key=key):
        place = len(placed) + 1
        placed += [Line(one.person, one.score, one.points, one.tables, one.won, place, one.form) for one in group]
    return (*placed, *(line for line in lines if line.tables < placed_from))


def _line(person: int, found: Sequence[tuple[Result, int]]) -> Line:
    won = sum(result.places[seat] == 1 for result, seat in found)
    own = tuple(_points_of(result.places)[seat] for result, seat in found)
    form: tuple[Form, ...] = tuple("won" if one > MEAN else "drawn" if one == MEAN else "lost" for one in own)
    return Line(person, score(own), own, len(own), won, None, form)


def _first_keys(line: Line) -> tuple[Fraction, int]:
    return -line.score, -line.won


def _points_together(lines: Iterable[Line], results: Sequence[Result]) -> Mapping[int, Fraction]:
    """Return each person's points above the mean in tables with others who have the same score and tables won."""
    keys = {line.person: _first_keys(line) for line in lines}
    together = dict.fromkeys(keys, Fraction())
    for result in results:
        present = [person for person, counts in zip(result.people, result.counted, strict=True) if counts]
        equals = Counter(keys[person] for person in present if person in keys)
        for person in present:
            if person in keys and equals[keys[person]] > 1:
                together[person] += _points_of(result.places)[result.people.index(person)] - MEAN
    return together


def shown(value: Fraction) -> str:
    """Format a score with two decimals, rounded half up."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def explained(found: Sequence[Fraction]) -> str:
    """Format the computation of a score, such as "43.33 = (60+45+60 + 90) / (3 + 3)"."""
    own = "+".join(short(one) for one in found) or "0"
    added = ADDED_TABLES * MEAN
    return f"{shown(score(found))} = ({own} + {short(added)}) / ({len(found)} + {ADDED_TABLES})"


def short(value: Fraction) -> str:
    """Format points, with decimals only if they are not whole."""
    return str(value.numerator) if value.denominator == 1 else shown(value)


class SeatEnd(NamedTuple):
    """The end of a seat: its person (None if nobody plays for the league), and the number of actions they made.

    `place` is that of the game. `left`: the person resigned, ran out of time, or had a stand-in to the end. `late`:
    they left by running out of time. `again`: this absence has already cost them another table.
    """

    person: int | None
    own_actions: int
    place: int | None
    left: bool
    late: bool = False
    again: bool = False


class Counted(NamedTuple):
    """The result of a table for a league, only for its people, in the order of seats."""

    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]
    rated: tuple[bool, ...]


def counted(ends: Sequence[SeatEnd], how: TableEnd) -> Counted:
    """Compute the result of a table from the way it ended.

    People who left are last, behind all who stayed. Those who left without having played are unrated; with two seats
    the table is then void for both. Of several tables lost in one absence, only the first is rated for that person. A
    table counts only for two or more people, at least one of whom stayed.
    """
    seats = [end for end in ends if end.person is not None]
    people = tuple(end.person for end in seats if end.person is not None)
    if how == "void" or _counts_for_nobody(seats):
        return _void(people)
    places = _compressed(seats, lambda end: (end.left, 0 if end.left else end.place or 0))
    rated = tuple(how == "played" and not (_was_absent(end) or (end.late and end.again)) for end in seats)
    return Counted(people, places, (True,) * len(people), rated if sum(rated) > 1 else (False,) * len(people))


def _counts_for_nobody(seats: Sequence[SeatEnd]) -> bool:
    """Return whether a table is void because of the people who left it, or has seats without a place."""
    if len(seats) < 2 or all(end.left for end in seats) or any(end.place is None for end in seats):
        return True
    return len(seats) == 2 and any(_was_absent(end) for end in seats)


def _void(people: tuple[int, ...]) -> Counted:
    nobody = (False,) * len(people)
    return Counted(people, (1,) * len(people), nobody, nobody)


def _was_absent(end: SeatEnd) -> bool:
    return end.left and end.own_actions < OWN_ACTIONS


def _compressed(seats: Sequence[SeatEnd], key: Callable[[SeatEnd], tuple[bool, int]]) -> tuple[int, ...]:
    """Return places from 1 among these seats."""
    keys = [key(end) for end in seats]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
