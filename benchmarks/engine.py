"""How fast the engine is, as ratios: random play of every registered game against OpenSpiel's python_tic_tac_toe, and
what views, records and digests cost. Run with `python -m benchmarks.engine`.

CPU time, interleaved with the reference in one run, median of the rounds; on a shared machine only ratios mean much.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - importing it registers it

from engine import fairness
from engine.core import CHANCE, SPECTATOR, AnyRules
from engine.games import games
from engine.players import decide
from engine.record import Configuration, GameRecord, replay
from engine.sheet import decode, encode
from engine.table import Table, act, begin

ROUNDS = 9
SLICE = 0.25
SEED = bytes(range(32))

REFERENCE = pyspiel.load_game("python_tic_tac_toe")


def play_reference(rng: Random) -> int:
    """One random game of OpenSpiel's python_tic_tac_toe; gives its number of moves."""
    state = REFERENCE.new_initial_state()
    moves = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def play(rules: AnyRules, rng: Random) -> int:
    """One random game; gives its number of moves, draws included."""
    state = rules.initial_state()
    moves = 0
    while actors := rules.actors(state):
        player = actors[0]
        if player == CHANCE:
            # Weights make no difference to the time; listing them would, where a hive has 20,790 layouts.
            action = rng.choice(rules.chance_outcomes(state))[0]
        else:
            action = rng.choice(rules.legal_actions(state, player))
        state = rules.apply(state, player, action).state
        moves += 1
    return moves


def rate(work: Callable[[Random], int], seed: int) -> float:
    """How many moves `work` makes in a second of CPU time, over about `SLICE` seconds."""
    rng = Random(seed)
    done = 0
    start = process_time()
    while (spent := process_time() - start) < SLICE:
        done += work(rng)
    return done / spent


def finished(name: str, seats: int) -> Table:
    """A game of random players to its end."""
    configuration = Configuration(name, games()[name].rules_version, {}, seats, "bench", fairness.commitment(SEED))
    table = begin(configuration, SEED).table
    while table.outcome is None:
        seat = table.actors[0]
        table = act(table, seat, decide(table, seat, "random", SEED), SEED).table
    return table


def milliseconds(work: Callable[[], Any]) -> float:
    """The median CPU time of a call."""
    times: list[float] = []
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(5):
            work()
        times.append((process_time() - start) / 5 * 1000)
    return median(times)


def compare() -> None:
    """Random play: one row per game and number of seats."""
    rows = [
        (name, seats, game.rules(seats, game.options(seats, {})))
        for name, game in games().items()
        for seats in game.seats
    ]
    rates: list[list[float]] = [[] for _ in rows]
    reference: list[float] = []
    for number in range(ROUNDS):
        reference.append(rate(play_reference, number))
        for row, (_, _, rules) in zip(rates, rows, strict=True):
            row.append(rate(lambda rng, rules=rules: play(rules, rng), number))
    print(f"{'random play':<24}{'moves per CPU s':>18}{'ratio':>8}")
    print(f"{'python_tic_tac_toe':<24}{median(reference):>18,.0f}{1:>8.2f}")
    for (name, seats, _), row in zip(rows, rates, strict=True):
        ratio = median(mine / theirs for mine, theirs in zip(row, reference, strict=True))
        print(f"{f'{name}, {seats} seats':<24}{median(row):>18,.0f}{ratio:>8.2f}")


def measure(name: str, seats: int) -> None:
    """What the record and the views of one game cost."""
    table = finished(name, seats)
    record: GameRecord = decode(encode(table.record(SEED)))
    middle = replay(GameRecord(record.configuration, record.entries[: table.n // 2])).states[-1]
    rules = table.rules
    rows = {
        f"replay {table.n} entries": lambda: replay(record),
        "1,000 views as JSON": lambda: [msgspec.json.encode(rules.view(middle, SPECTATOR)) for _ in range(1000)],
        "1,000 digests": lambda: [fairness.digest(middle) for _ in range(1000)],
    }
    print(f"\n{f'{name}, {seats} seats':<40}{'CPU ms':>10}")
    for label, work in rows.items():
        print(f"{label:<40}{milliseconds(work):>10.2f}")


if __name__ == "__main__":
    compare()
    for title, found in games().items():
        measure(title, max(found.seats))
