"""How fast the engine is: random play of every registered game against OpenSpiel's python_tic_tac_toe, and what views,
legal actions and records cost.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from random import Random
from statistics import median
from time import process_time

import msgspec
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - importing it registers it

from benchmarks.rows import Row, in_turns, ms
from engine import fairness
from engine.core import CHANCE, HOST, AnyRules
from engine.games import games
from engine.players import decide
from engine.record import Configuration, GameRecord, replay
from engine.sheet import decode, encode
from engine.table import Table, act, begin

ROUNDS = 9
SLICE = 0.25
"""CPU seconds that one rate is taken over."""
SEED = bytes(range(32))
ENTRIES = 200
AIMS = {"connect_four": 5.0, "hive_mind": 3.0, "monster_hex": 1.0, "hex_battle_wars": 0.7}
"""How many times python_tic_tac_toe's moves in a second (performance.md)."""

REFERENCE = pyspiel.load_game("python_tic_tac_toe")


async def rows() -> AsyncIterator[Row]:
    """Random play of every game and number of seats, then what one game of each costs to look at and to replay."""
    for row in random_play():
        yield row
    for name, game in games().items():
        for row in looks(name, max(game.seats)):
            yield row


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


def random_play() -> Iterator[Row]:
    """Moves in a CPU second, draws included; the figure is the median of the rounds' ratios."""
    played = [
        (name, seats, game.rules(seats, game.options(seats, {})))
        for name, game in games().items()
        for seats in game.seats
    ]
    rates: list[list[float]] = [[] for _ in played]
    reference: list[float] = []
    for number in range(ROUNDS):
        reference.append(rate(play_reference, number))
        for row, (_, _, rules) in zip(rates, played, strict=True):
            row.append(rate(lambda rng, rules=rules: play(rules, rng), number))
    told = f"{median(reference):,.0f}/s python_tic_tac_toe"
    for (name, seats, _), row in zip(played, rates, strict=True):
        ratio = median(mine / theirs for mine, theirs in zip(row, reference, strict=True))
        title = f"random play, {name}, {seats} seats"
        yield Row(title, f"{median(row):,.0f}/s", told, ratio, "×", at_least=AIMS.get(name))


def long_game(name: str, seats: int) -> Table:
    """A game of random players with so many entries; rather than end, it goes back to its middle."""
    configuration = Configuration(name, games()[name].rules_version, {}, seats, "bench", fairness.commitment(SEED))
    table = begin(configuration, SEED).table
    while table.n < ENTRIES:
        seat = table.actors[0]
        further = act(table, seat, decide(table, seat, "random", SEED), SEED).table
        table = further if further.outcome is None else act(table, HOST, f"takeback {table.n // 2}", SEED).table
    return table


def looks(name: str, seats: int) -> Iterator[Row]:
    """A view with its legal actions in notation, and a replay, whose reference is one that checks no digests."""
    table = long_game(name, seats)
    seat, full = table.actors[0], decode(encode(table.record(SEED)))
    record = GameRecord(full.configuration, full.entries[:ENTRIES])
    bare = msgspec.structs.replace(
        record, entries=tuple(msgspec.structs.replace(entry, digest=None) for entry in record.entries)
    )
    assert replay(record).valid == ENTRIES
    found = in_turns({"view": lambda: table.view(seat), "legal": lambda: table.legal(seat)}, ROUNDS, 100)
    yield Row(f"view, {name}, {seats} seats", ms(found["view"]))
    yield Row(f"legal actions in notation, {name}, {seats} seats", ms(found["legal"]))
    found = in_turns({"full": lambda: replay(record), "bare": lambda: replay(bare)}, ROUNDS, 3)
    told = f"{ms(found['bare'])} without digests"
    title = f"replay of {ENTRIES} entries, {name}, {seats} seats"
    yield Row(title, ms(found["full"]), told, found["full"] / found["bare"], "×")
