"""The people of a simulated season, with the answer times of docs/clock_model.md, and what becomes of each of them."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from benchmarks.clock_model import Someone
from benchmarks.clock_model import people as drawn
from tables.open_table import Person
from tables.timing.units import DAY_MS

FOREVER: Final = 2**60
GHOSTS, DROPOUTS, VACATIONS, LATE = (3, 17), (5, 11, 23), (2, 9, 14, 20), (28, 29, 30)
LEAVES_SERVER: Final = 8
EMERGENCY: Final = 6
TAKEN_OUT: Final = 13
QUIET: Final = (1, 3, 5, 7, 10, 11, 15, 19, 25, 28)
"""Who has quiet hours, which are their sleep."""


@dataclass
class Member:
    """Somebody: how they answer, until when they do, and when they are away."""

    person: Person
    habits: Someone
    gone: int = FOREVER
    """From when on they answer nothing any more."""
    away: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def answer(self, asked: int, rng: Random) -> int | None:
        """When they answer what they are asked at a moment, None for never."""
        moment = self.habits.answer(self.back(asked), rng)
        moment = self.back(moment)
        return None if moment >= self.gone else moment

    def back(self, moment: int) -> int:
        """The moment, or when they are back if they are away then."""
        return max([moment, *(end for begin, end in self.away if begin <= moment < end)])


def members(count: int, rng: Random, start: int) -> dict[int, Member]:
    """Everybody by id. Ghosts never act; who drops out stops within the second to the fifth week."""
    found = {
        number: Member(Person(number, f"Person {number}"), habits) for number, habits in enumerate(drawn(count, rng), 1)
    }
    for ghost in GHOSTS:
        if ghost in found:
            found[ghost].gone = 0
    for number in (*DROPOUTS, LEAVES_SERVER):
        if number in found:
            found[number].gone = start + rng.randrange(8, 30) * DAY_MS
    return found


def is_steady(user_id: int) -> bool:
    """Whether somebody plays to the end of the season."""
    return user_id not in (*GHOSTS, *DROPOUTS, LEAVES_SERVER, TAKEN_OUT)
