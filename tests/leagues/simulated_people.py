"""The people of a simulated season: answer times (docs/developing/clock_model.md), absences and dropouts."""

import math
from dataclasses import dataclass, field
from datetime import timedelta, timezone
from random import Random
from typing import Final

from tables.open_table import Person
from tables.timing.running_time import DAY_MS, HOUR_MS, QuietHours, compute_deadline

FASTEST_HOURS, SLOWEST_HOURS = 1.5, 10.0
"""The range of people's median answer times in hours, spread evenly on a logarithmic scale."""
SPREAD: Final = 0.8
"""Standard deviation of the logarithm of a person's answer times: 1 answer in 20 takes about 4 times the median."""
LOST_DAYS: Final = 0.02
SLEEP_MINUTES: Final = 8 * 60
FOREVER: Final = 2**60
GHOSTS, DROPOUTS, VACATIONS, LATE = (3, 17), (5, 11, 23), (2, 9, 14, 20), (28, 29, 30)
LEAVES_SERVER: Final = 8
EMERGENCY: Final = 6
TAKEN_OUT: Final = 13
QUIET: Final = (1, 3, 5, 7, 10, 11, 15, 19, 25, 28)
"""People with quiet hours, equal to their sleep."""


@dataclass(frozen=True, slots=True)
class Someone:
    """A person: median of their answers in hours, time zone, bedtime in minutes, and the seed of their lost days."""

    median: float
    zone: timezone
    bed: int
    lost: int

    def quiet(self) -> QuietHours:
        """Return their sleep as quiet hours."""
        return QuietHours(self.zone, self.bed, (self.bed + SLEEP_MINUTES) % (24 * 60))

    def answer(self, asked: int, rng: Random) -> int:
        """Return the time in milliseconds of their answer to a question: awake, and not on a lost day."""
        taken = self.median * math.exp(rng.gauss(0, SPREAD)) * HOUR_MS
        moment = asked + round(taken)
        while True:
            awake = compute_deadline(moment, 0, self.quiet())
            if awake == moment and not self._is_lost(moment):
                return moment
            if awake > moment:
                # Right after waking up, they have other things to do.
                moment = awake + rng.randrange(HOUR_MS)
            else:
                moment += rng.randrange(DAY_MS // 2, DAY_MS)

    def _is_lost(self, moment: int) -> bool:
        day = (moment + round(self.zone.utcoffset(None).total_seconds() * 1000)) // DAY_MS
        return Random(f"{self.lost} {day}").random() < LOST_DAYS


def people(count: int, rng: Random) -> tuple[Someone, ...]:
    """Draw some people, most of them from the same part of the world."""
    home = rng.randrange(-8, 9)
    found: list[Someone] = []
    for _ in range(count):
        hours = math.exp(rng.uniform(math.log(FASTEST_HOURS), math.log(SLOWEST_HOURS)))
        offset = home if rng.random() < 0.7 else rng.randrange(-8, 9)
        bed = rng.randrange(21 * 60, 25 * 60) % (24 * 60)
        found.append(Someone(hours, timezone(timedelta(hours=offset)), bed, rng.randrange(2**30)))
    return tuple(found)


@dataclass
class Member:
    """A member of the season: answering habits, time of dropping out, and absences."""

    person: Person
    habits: Someone
    gone: int = FOREVER
    """The time in milliseconds from which they no longer answer."""
    away: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def answer(self, asked: int, rng: Random) -> int | None:
        """Return the time of their answer to a question, or None if they never answer."""
        moment = self.habits.answer(self.back(asked), rng)
        moment = self.back(moment)
        return None if moment >= self.gone else moment

    def back(self, moment: int) -> int:
        """Return `moment`, or the end of the absence that contains it."""
        return max([moment, *(end for begin, end in self.away if begin <= moment < end)])


def members(count: int, rng: Random, start: int) -> dict[int, Member]:
    """Return all members by id; ghosts never act, and dropouts stop 8 to 29 days after the start."""
    found = {
        number: Member(Person(number, f"Person {number}"), habits)
        for number, habits in enumerate(people(count, rng), 1)
    }
    for ghost in GHOSTS:
        if ghost in found:
            found[ghost].gone = 0
    for number in (*DROPOUTS, LEAVES_SERVER):
        if number in found:
            found[number].gone = start + rng.randrange(8, 30) * DAY_MS
    return found


def is_steady(user_id: int) -> bool:
    """Return whether a person plays to the end of the season."""
    return user_id not in (*GHOSTS, *DROPOUTS, LEAVES_SERVER, TAKEN_OUT)
