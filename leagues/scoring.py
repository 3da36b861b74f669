"""The score of a season: what a table counts for, and the standings. Pure: no clock, and people are just numbers.

A table gives 60 x (people finished above + half of the level) / (seats - 1) points, 30 on average whatever its size.
The score is the mean over somebody's tables, with three tables of 30 added, so that one lucky table does not lead.
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
"""How many tables of `MEAN` points are added to everybody's, and from how many counted ones a season gives places."""
OWN_ACTIONS: Final = 2
"""Who leaves a table after so many own actions has played it."""

Form = Literal["won", "drawn", "lost"]
TableEnd = Literal["played", "standing", "void"]
"""How a table ended: played to its end, by the standing on the last day, or void."""


def points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """The points of each seat by its place, 1 for the best; tied seats have the same."""
    beaten = [
        sum(place < other for other in places) + Fraction(sum(place == other for other in places) - 1, 2)
        for place in places
    ]
    return tuple(MOST_POINTS * one / (len(places) - 1) for one in beaten)


# Each person of a table asks for its points again, and most tables end in one of a few vectors of places.
_points_of = lru_cache(maxsize=1024)(points)


@dataclass(frozen=True, slots=True)
class Result:
    """A table that counts: its people in the order of seats, their places, and for whom of them it counts."""

    table: str
    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's line in the standings; `place` is None below three counted tables.

    `form` is how the tables went, the newest last: above, at or below the mean.
    """

    person: int
    score: Fraction
    points: tuple[Fraction, ...]
    tables: int
    won: int
    place: int | None
    form: tuple[Form, ...]


def score(found: Sequence[Fraction]) -> Fraction:
    """The score of somebody's points."""
    return (sum(found, Fraction()) + ADDED_TABLES * MEAN) / (len(found) + ADDED_TABLES)


def standings(people: Sequence[int], results: Sequence[Result], placed_from: int = ADDED_TABLES) -> tuple[Line, ...]:
    """The standings of people in the order of joining. Results are in the order of their tables, for the form alone.

    From `placed_from` counted tables on somebody has a place; who has fewer stands below, in the order of joining.
    By score, then tables won, then the points in tables with each other; who is equal in all shares a place.
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
    """A score with two decimals, rounded half up."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def explained(found: Sequence[Fraction]) -> str:
    """How a score comes about, as "43.33 = (60+45+60 + 90) / (3 + 3)"."""
    own = "+".join(short(one) for one in found) or "0"
    added = ADDED_TABLES * MEAN
    return f"{shown(score(found))} = ({own} + {short(added)}) / ({len(found)} + {ADDED_TABLES})"


def short(value: Fraction) -> str:
    """Points, with decimals only where they have some."""
    return str(value.numerator) if value.denominator == 1 else shown(value)


class SeatEnd(NamedTuple):
    """How a seat ended: whose it is (None for nobody who plays for the league), and how many actions were their own.

    `place` is that of the game; `left` says that the person resigned, ran out of time, or was stood in for to the end.
    `late` says that it was for lack of time, and `again` that this absence has cost them a table before.
    """

    person: int | None
    own_actions: int
    place: int | None
    left: bool
    late: bool = False
    again: bool = False


class Counted(NamedTuple):
    """What a table counts for, of its people alone in the order of seats."""

    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]
    rated: tuple[bool, ...]


def counted(ends: Sequence[SeatEnd], how: TableEnd) -> Counted:
    """What a table counts for by how it ended.

    Who left is last, behind all who stayed. Who left without having played is unrated, and with two seats the table is
    void for both. Of the tables that one absence costs somebody only the first is rated for them. A table counts only
    for two or more people, one of whom stayed.
    """
    seats = [end for end in ends if end.person is not None]
    people = tuple(end.person for end in seats if end.person is not None)
    if how == "void" or len(seats) < 2 or all(end.left for end in seats) or any(end.place is None for end in seats):
        return _void(people)
    if len(seats) == 2 and any(_was_absent(end) for end in seats):
        return _void(people)
    places = _compressed(seats, lambda end: (end.left, 0 if end.left else end.place or 0))
    rated = tuple(how == "played" and not (_was_absent(end) or (end.late and end.again)) for end in seats)
    return Counted(people, places, (True,) * len(people), rated if sum(rated) > 1 else (False,) * len(people))


def _void(people: tuple[int, ...]) -> Counted:
    nobody = (False,) * len(people)
    return Counted(people, (1,) * len(people), nobody, nobody)


def _was_absent(end: SeatEnd) -> bool:
    return end.left and end.own_actions < OWN_ACTIONS


def _compressed(seats: Sequence[SeatEnd], key: Callable[[SeatEnd], tuple[bool, int]]) -> tuple[int, ...]:
    """Places from 1 among these seats."""
    keys = [key(end) for end in seats]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
