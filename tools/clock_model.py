"""A simulation of missed deadlines: modelled people take the turns of games played by computer players.

`python -m tools.clock_model` prints the tables of docs/developing/clock_model.md; the seeds are fixed. Deadlines and
running time are computed by the program's own `tables.timing`: `clocks`, `running_time`, presets of `clock_settings`.
"""

import argparse
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Final, TypeAlias

from engine import fairness
from engine.game import act, begin
from engine.games import game_type
from engine.planning import Ahead, Verdict, build_condition, judge, look_ahead
from engine.players import decide
from engine.record import Configuration
from tables.timing.clock_settings import PRESETS, ClockSetting
from tables.timing.clocks import Limits, Timing
from tables.timing.running_time import DAY_MS, Closed
from tests.leagues.simulated_people import Someone, people

Turns: TypeAlias = Sequence[Sequence[int]]
"""The seats asked to act in each turn of a game."""
START: Final = 20_000 * DAY_MS
"""Start of the simulation: a day in October 2024. People's UTC offsets are fixed, so any day works."""
AWAY_AFTER: Final = 2
"""Number of consecutive missed deadlines after which a stand-in, replacement or forfeit follows."""
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


PLANNED_SEATS: Final = (2, 3, 4)
"""Numbers of seats of the games of Monster Hex in which people plan moves."""
PLANNED_GAMES: Final = 40


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a simulated game.

    `missed` is whether a deadline was missed, `lost` whether one person missed AWAY_AFTER in a row. `days` is the
    length.
    """

    missed: bool
    lost: bool
    days: float


def play_turns(game: str, seats: int, player: str, number: int) -> tuple[tuple[int, ...], ...]:
    """Play a game between computer players; return the seats that were asked to act in each turn."""
    kind, seed = game_type(game), fairness.derive_seed(number)
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


def play_with_plans(seats: int, number: int) -> tuple[tuple[tuple[int, ...], ...], frozenset[int]]:
    """Play Monster Hex between people who plan each move; return the turns, and those that a plan answers at once.

    A plan is made right after the seat's own move: the placement that brings most points on the board then. The move is
    made if its condition still holds when the seat's turn comes. Otherwise the computer player *normal* chooses.
    """
    kind, seed = game_type("monster_hex"), fairness.derive_seed(number)
    playing = begin(Configuration(kind.name, kind.rules_version, kind.options(seats, {}), seats), seed).game
    turns: list[tuple[int, ...]] = []
    answered: set[int] = set()
    plans: dict[int, tuple[str, str]] = {}
    turn = None
    while playing.outcome is None:
        seat = playing.actors[0]
        if playing.turn != turn:
            turns.append((seat,))
            turn = playing.turn
        verdict = judge(playing, seat, *plans[seat]) if seat in plans else Verdict(is_due=False)
        action = decide(playing, seat, "normal", seed)
        if verdict.is_due:
            planned = plans.pop(seat)[0]
            if verdict.holds:
                action = planned
                answered.add(len(turns) - 1)
        playing = act(playing, seat, action, seed).game
        ahead = look_ahead(playing, seat)
        if ahead is not None and seat not in plans:
            plans[seat] = _choose_plan(ahead)
    return tuple(turns), frozenset(answered)


def _choose_plan(ahead: Ahead) -> tuple[str, str]:
    """Return the placement that brings most points on the present board, with its condition."""
    found = [(action, build_condition("monster_hex", ahead, action)) for action in ahead.legal]
    return max(found, key=lambda plan: (points := json.loads(plan[1]))["points"] - points["rivals"])


def played(
    turns: Turns,
    seated: Sequence[Someone],
    clock: ClockSetting,
    seed: str,
    *,
    quiet: bool,
    answered: Collection[int] = (),
    planning: float = 0.0,
) -> Ended:
    """Simulate people who play a game with a clock; return whether they missed deadlines, and how long it took.

    The game continues after a missed deadline. `quiet` is whether the people have set quiet hours. `answered` are the
    turns that a plan can answer at once. `planning` is the share of people who plan, and that of the moves that they
    plan, from 0 to 1.
    """
    assert clock.move is not None
    limits = Limits(clock.move * 1000, clock.bank * 1000, clock.regained * 1000)
    closed: dict[int, Closed] = {seat: one.quiet() for seat, one in enumerate(seated)} if quiet else {}
    rng = Random(seed)
    now = START + rng.randrange(DAY_MS)
    begin = now
    banks, missed = [limits.bank] * len(seated), [0] * len(seated)
    has_missed = is_lost = False
    # another sequence, so that people answer alike with and without plans
    plans = Random(f"plans {seed}")
    planners = [plans.random() < planning for _ in seated]
    for number, asked in enumerate(turns):
        if number in answered and planners[asked[0]] and plans.random() < planning:
            continue
        timing = Timing(now, limits, limits, closed)
        ends = now
        for seat in asked:
            answer, due = seated[seat].answer(now, rng), None
            # An answer within the time for a move never misses the deadline and uses no bank.
            if answer > now + limits.move:
                due = timing.due(seat, limits.move + banks[seat])
                banks[seat] = min(banks[seat], Timing(answer, limits, limits, closed).count_remaining_ms(seat, due))
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
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400, help="number of simulated tables for each figure")
    parser.add_argument("--games", type=int, default=5, help="number of games to play for each number of seats")
    chosen = parser.parse_args(arguments)
    shapes = {
        (game, seats): [play_turns(game, seats, player, number) for number in range(chosen.games)]
        for game, seats, player in SEATS
    }
    for title, quiet in (("Without quiet hours", False), ("With quiet hours", True)):
        lines: list[list[str]] = []
        for (game, seats), games in shapes.items():
            cells = [f"{game_type(game).title}, {seats}", f"{median(len(turns) for turns in games):.0f}"]
            for clock in CLOCKS.values():
                ended = [simulate_game(games, seats, clock, number, quiet=quiet) for number in range(chosen.tables)]
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
    print("### Monster Hex with plans, clock *Days*: median days and 90 %\n")
    headings = ("seats", "turns answered by a plan", "no plans", "half plan half", "all plan all")
    table(headings, _list_planned_lengths(chosen.tables))


def simulate_game(games: Sequence[Turns], seats: int, clock: ClockSetting, number: int, *, quiet: bool) -> Ended:
    """Simulate game `number` under a clock; the same number gives the same people under every clock."""
    seated = people(seats, Random(f"{seats} {number}"))
    return played(games[number % len(games)], seated, clock, f"answers {number}", quiet=quiet)


def table(headings: Sequence[str], lines: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table."""
    for line in (headings, ["---"] * len(headings), *lines):
        print(f"| {' | '.join(line)} |")
    print()


def _days(games: Sequence[Turns], seats: int, count: int) -> tuple[str, str]:
    endless = ClockSetting(365 * 24 * 3600)
    found = sorted(simulate_game(games, seats, endless, number, quiet=False).days for number in range(count))
    return f"{median(found):.0f}", f"{found[len(found) * 9 // 10]:.0f}"


def _list_planned_lengths(count: int) -> list[list[str]]:
    """Return the lengths of games with plans, a line for each number of seats."""
    lines: list[list[str]] = []
    for seats in PLANNED_SEATS:
        games = [play_with_plans(seats, number) for number in range(PLANNED_GAMES)]
        cells = [str(seats), f"{sum(len(held) for _, held in games) / sum(len(turns) for turns, _ in games):.0%}"]
        for planning in (0.0, 0.5, 1.0):
            days: list[float] = []
            for number in range(count):
                seated, (turns, held) = people(seats, Random(f"{seats} {number}")), games[number % len(games)]
                seed = f"answers {number}"
                ended = played(turns, seated, PRESETS["days"], seed, quiet=False, answered=held, planning=planning)
                days.append(ended.days)
            days.sort()
            cells.append(f"{median(days):.1f} / {days[len(days) * 9 // 10]:.1f}")
        lines.append(cells)
    return lines


if __name__ == "__main__":
    main()
