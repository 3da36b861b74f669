"""How many tables lose somebody to the clock: a model of people, over the turns of games that computer players played.

`python -m benchmarks.clock_model` prints the tables of docs/clock_model.md; the seeds are fixed. Deadlines and what
counts as time are the program's own, of `tables.timing`: `seat_clocks`, `running_time`, presets of `clock_settings`.
"""

import argparse
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta, timezone
from random import Random
from statistics import median
from typing import Final, TypeAlias

from benchmarks.balance_tables import table
from engine import fairness
from engine.game import act, begin
from engine.games import game_type
from engine.players import decide
from engine.record import Configuration
from tables.timing.clock_settings import PRESETS, ClockSetting
from tables.timing.running_time import Closed, QuietHours, deadline
from tables.timing.seat_clocks import Limits, Timing
from tables.timing.units import DAY_MS, HOUR_MS

Turns: TypeAlias = Sequence[Sequence[int]]
"""Who was asked in each turn of a game."""
START: Final = 20_000 * DAY_MS
"""A day in October 2024; the offsets of people are fixed, so any day does."""
FASTEST_HOURS, SLOWEST_HOURS = 1.5, 10.0
"""The medians of people's answers, spread evenly in the logarithm."""
SPREAD: Final = 0.8
"""The standard deviation of the logarithm of one person's answers: one of twenty takes about four times the median."""
LOST_DAYS: Final = 0.02
SLEEP_MINUTES: Final = 8 * 60
AWAY_AFTER: Final = 2
"""From so many missed deadlines in a row on somebody is stood in for, replaced or forfeited."""
SEATS: Final[Sequence[tuple[str, int, str]]] = (
    ("connect_four", 2, "normal"),
    ("hex_battle_wars", 2, "normal"),
    ("hex_battle_wars", 4, "normal"),
    ("hex_battle_wars", 6, "normal"),
    ("monster_hex", 2, "random"),
    ("monster_hex", 3, "random"),
    ("monster_hex", 4, "random"),
    ("hive_mind", 3, "random"),
    ("hive_mind", 5, "random"),
)
CLOCKS: Final[Mapping[str, ClockSetting]] = {
    "10 h + 96 h": ClockSetting(10 * 3600, 96 * 3600),
    "1 day": ClockSetting(24 * 3600),
    "24 h + 72 h": ClockSetting(24 * 3600, 72 * 3600),
    "Days: 24 h + 72 h, 6 h regained": PRESETS["days"],
    "3 days": ClockSetting(3 * 24 * 3600),
}


@dataclass(frozen=True, slots=True)
class Someone:
    """A person: the median of their answers in hours, their time zone, when they go to bed, and days that are lost."""

    median: float
    zone: timezone
    bed: int
    lost: int

    def quiet(self) -> QuietHours:
        """Their sleep as quiet hours."""
        return QuietHours(self.zone, self.bed, (self.bed + SLEEP_MINUTES) % (24 * 60))

    def answer(self, asked: int, rng: Random) -> int:
        """When they answer what they are asked at a moment: awake, and not on a lost day."""
        taken = self.median * math.exp(rng.gauss(0, SPREAD)) * HOUR_MS
        moment = asked + round(taken)
        while True:
            awake = deadline(moment, 0, self.quiet())
            if awake == moment and not self._is_lost(moment):
                return moment
            if awake > moment:
                # In the morning there is other business first.
                moment = awake + rng.randrange(HOUR_MS)
            else:
                moment += rng.randrange(DAY_MS // 2, DAY_MS)

    def _is_lost(self, moment: int) -> bool:
        day = (moment + round(self.zone.utcoffset(None).total_seconds() * 1000)) // DAY_MS
        return Random(f"{self.lost} {day}").random() < LOST_DAYS


@dataclass(frozen=True, slots=True)
class Ended:
    """How a simulated game went: whether a deadline was missed, and two in a row by one person; and its days."""

    missed: bool
    lost: bool
    days: float


def turns_of(game: str, seats: int, player: str, number: int) -> tuple[tuple[int, ...], ...]:
    """Who was asked in each turn of a game that computer players played."""
    kind, seed = game_type(game), fairness.numbered_seed(number)
    playing = begin(Configuration(game, kind.rules_version, kind.options(seats, {}), seats), seed).game
    turns: list[set[int]] = []
    turn = None
    while playing.outcome is None:
        asked = [seat for seat in playing.actors if seat >= 0]
        if playing.turn != turn:
            turns.append(set())
            turn = playing.turn
        turns[-1] |= set(asked)
        playing = act(playing, asked[0], decide(playing, asked[0], player, seed), seed).game
    return tuple(tuple(sorted(turn)) for turn in turns)


def people(count: int, rng: Random) -> tuple[Someone, ...]:
    """Some people, most of them from the same part of the world."""
    home = rng.randrange(-8, 9)
    found: list[Someone] = []
    for _ in range(count):
        hours = math.exp(rng.uniform(math.log(FASTEST_HOURS), math.log(SLOWEST_HOURS)))
        offset = home if rng.random() < 0.7 else rng.randrange(-8, 9)
        bed = rng.randrange(21 * 60, 25 * 60) % (24 * 60)
        found.append(Someone(hours, timezone(timedelta(hours=offset)), bed, rng.randrange(2**30)))
    return tuple(found)


def played(turns: Turns, seated: Sequence[Someone], clock: ClockSetting, seed: str, *, quiet: bool) -> Ended:
    """A game of people under a clock; what somebody missed is done for them, and the game goes on."""
    assert clock.move is not None
    limits = Limits(clock.move * 1000, clock.bank * 1000, clock.regained * 1000)
    closed: dict[int, Closed] = {seat: one.quiet() for seat, one in enumerate(seated)} if quiet else {}
    rng = Random(seed)
    now = START + rng.randrange(DAY_MS)
    begin = now
    banks, missed = [limits.bank] * len(seated), [0] * len(seated)
    has_missed = is_lost = False
    for asked in turns:
        timing = Timing(now, limits, limits, closed)
        ends = now
        for seat in asked:
            answer, due = seated[seat].answer(now, rng), None
            # An answer within the time for a move is in time whatever stands still.
            if answer > now + limits.move:
                due = timing.due(seat, limits.move + banks[seat])
                banks[seat] = min(banks[seat], Timing(answer, limits, limits, closed).left_until(seat, due))
            late = due is not None and answer > due
            missed[seat] = missed[seat] + 1 if late else 0
            has_missed |= late
            is_lost |= missed[seat] >= AWAY_AFTER
            if not late:
                banks[seat] = min(limits.bank, banks[seat] + limits.regained)
            ends = max(ends, due if late and due is not None else answer)
        now = ends
    return Ended(has_missed, is_lost, (now - begin) / DAY_MS)


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400, help="simulated tables for each figure")
    parser.add_argument("--games", type=int, default=5, help="played games for each number of seats")
    chosen = parser.parse_args(arguments)
    shapes = {
        (game, seats): [turns_of(game, seats, player, number) for number in range(chosen.games)]
        for game, seats, player in SEATS
    }
    for title, quiet in (("Without quiet hours", False), ("With quiet hours", True)):
        lines: list[list[str]] = []
        for (game, seats), games in shapes.items():
            cells = [f"{game_type(game).title}, {seats}", f"{median(len(turns) for turns in games):.0f}"]
            for clock in CLOCKS.values():
                ended = [simulated(games, seats, clock, number, quiet=quiet) for number in range(chosen.tables)]
                shares = (sum(getattr(one, name) for one in ended) / len(ended) for name in ("missed", "lost"))
                cells.append(" / ".join(f"{share:.0%}" for share in shares))
            lines.append(cells)
        print(f"### {title}\n")
        table(("game, seats", "turns", *CLOCKS), lines)
    lengths = [
        [f"{game_type(game).title}, {seats}", *_days(games, seats, chosen.tables)]
        for (game, seats), games in shapes.items()
    ]
    print("### Lengths in days, without a limit\n")
    table(("game, seats", "median", "90 %"), lengths)


def simulated(games: Sequence[Turns], seats: int, clock: ClockSetting, number: int, *, quiet: bool) -> Ended:
    """One simulated table: the same people under every clock."""
    seated = people(seats, Random(f"{seats} {number}"))
    return played(games[number % len(games)], seated, clock, f"answers {number}", quiet=quiet)


def _days(games: Sequence[Turns], seats: int, count: int) -> tuple[str, str]:
    endless = ClockSetting(365 * 24 * 3600)
    found = sorted(simulated(games, seats, endless, number, quiet=False).days for number in range(count))
    return f"{median(found):.0f}", f"{found[len(found) * 9 // 10]:.0f}"


if __name__ == "__main__":
    main()
