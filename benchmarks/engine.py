"""How fast the engine is: random play of every registered game against OpenSpiel's python_tic_tac_toe, and what views,
legal actions, actions in long games, and records cost.
"""

import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - importing it registers it

from benchmarks import takebacks
from benchmarks.rows import Row, in_turns, ms
from engine import fairness
from engine.core import CHANCE, AnyRules, IllegalAction, sample_outcome
from engine.game import Game, act, begin, resume, snapshot, take_back
from engine.games import game_types
from engine.players import decide
from engine.record import LOG_LIMIT, NEWEST_DRAW, Configuration, Entry, GameRecord
from engine.record_json import decode, encode
from engine.replay import replay
from engine.verification import verify

ROUNDS = 9
SLICES = 25
SLICE = 0.1
"""CPU seconds that one rate is taken over. Many short ones in turns see the same machine, also where it is shared."""
SEED = bytes(range(32))
ENTRIES = 200
AIMS = {"connect_four": 2.5, "hive_mind": 5.0, "monster_hex": 4.0, "hex_battle_wars": 1.0}
"""How many times python_tic_tac_toe's moves in a second."""
LENGTHS = (50, 500, 5_000)
GROWTH = 1.2
"""How many times what it costs at the first length an action may cost at the others."""
VERIFY_SECONDS = 2.0
OVERWRITES = ("charge:ABC", "charge:ADE", "charge:CFI")

COSTLIEST: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("connect_four", 2, {"size": "map", "points": 2000}),
    ("monster_hex", 2, {"abilities": True, "objectives": True, "shared": True}),
    ("monster_hex", 4, {"abilities": True, "objectives": True}),
)
"""Games whose costliest action is taken back over and over, in their largest form."""

REFERENCE = pyspiel.load_game("python_tic_tac_toe")


async def rows() -> AsyncIterator[Row]:
    """Random play of every game and number of seats, what one game of each costs, and what the longest do."""
    for row in random_play():
        yield row
    for name, found in game_types().items():
        for row in looks(name, max(found.seats)):
            yield row
    for row in long_logs():
        yield row


def play_reference(rng: Random) -> int:
    """One random game of OpenSpiel's python_tic_tac_toe; gives its number of moves. It chooses as `play` does."""
    state = REFERENCE.new_initial_state()
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def play(rules: AnyRules, rng: Random) -> int:
    """One random game; gives its number of moves, draws included.

    It chooses without `rng.choice`, which takes a tenth of a move and hides what the engine takes.
    """
    state = rules.initial_state()
    moves = 0
    while actors := rules.actors(state):
        player = actors[0]
        if player == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            actions = rules.legal_actions(state, player)
            action = actions[int(rng.random() * len(actions))]
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
    """Moves in a CPU second, draws included; the figure is the median of the ratios to the slice just before."""
    played = [
        (name, seats, found.rules(seats, found.options(seats, {})))
        for name, found in game_types().items()
        for seats in found.seats
    ]
    for _, _, rules in played:
        play(rules, Random(0))
    # What was imported and built by now is not looked through again in the middle of a slice.
    gc.collect()
    gc.freeze()
    rates: list[list[float]] = [[] for _ in played]
    ratios: list[list[float]] = [[] for _ in played]
    reference: list[float] = []
    for number in range(SLICES):
        for row, ratio, (_, _, rules) in zip(rates, ratios, played, strict=True):
            reference.append(rate(play_reference, number))
            row.append(rate(lambda rng, rules=rules: play(rules, rng), number))
            ratio.append(row[-1] / reference[-1])
    gc.unfreeze()
    told = f"{median(reference):,.0f}/s python_tic_tac_toe"
    for (name, seats, _), row, ratio in zip(played, rates, ratios, strict=True):
        title = f"random play, {name}, {seats} seats"
        yield Row(title, f"{median(row):,.0f}/s", told, median(ratio), "×", at_least=AIMS.get(name))


def long_game(name: str, seats: int) -> tuple[Game, tuple[Entry, ...]]:
    """A game of random players with so many entries, and its log; rather than end, it goes back to its middle."""
    configuration = Configuration(name, game_types()[name].rules_version, {}, seats, "bench", fairness.commitment(SEED))
    advance = begin(configuration, SEED)
    log = advance.entries
    while (game := advance.game).n < ENTRIES:
        seat = game.actors[0]
        advance = act(game, seat, decide(game, seat, "random", SEED), SEED)
        if advance.game.outcome is not None:
            advance = take_back(game, log, game.n // 2, SEED)
        log += advance.entries
    return game, log


def looks(name: str, seats: int) -> Iterator[Row]:
    """A view with its legal actions in notation, and a replay, whose reference is one that checks no digests."""
    game, log = long_game(name, seats)
    seat, full = game.actors[0], decode(encode(GameRecord(game.configuration, log, SEED)))
    record = GameRecord(full.configuration, full.entries[:ENTRIES])
    bare = msgspec.structs.replace(
        record, entries=tuple(msgspec.structs.replace(entry, digest=None) for entry in record.entries)
    )
    assert replay(record).valid == ENTRIES
    found = in_turns({"view": lambda: game.view(seat), "legal": lambda: game.legal(seat)}, ROUNDS, 100)
    yield Row(f"view, {name}, {seats} seats", ms(found["view"]))
    yield Row(f"legal actions in notation, {name}, {seats} seats", ms(found["legal"]))
    found = in_turns({"full": lambda: replay(record), "bare": lambda: replay(bare)}, ROUNDS, 3)
    told = f"{ms(found['bare'])} without digests"
    title = f"replay of {ENTRIES} entries, {name}, {seats} seats"
    yield Row(title, ms(found["full"]), told, found["full"] / found["bare"], "×")


def overwritten(entries: int) -> tuple[Game, tuple[Entry, ...]]:
    """Hive Mind with so many entries, nearly all of them overwrites, or as many as are permitted; with its log."""
    configuration = Configuration("hive_mind", 1, {}, 5, "bench", fairness.commitment(SEED), ("",) * 5, NEWEST_DRAW)
    advance = begin(configuration, SEED)
    game, log = advance.game, list(advance.entries)
    with suppress(IllegalAction):
        while game.n < entries:
            advance = act(game, game.n % 5, OVERWRITES[game.n % len(OVERWRITES)], SEED)
            game = advance.game
            log += advance.entries
    return game, tuple(log)


def long_logs() -> Iterator[Row]:
    """An action with the snapshots before and after it at several lengths, and the largest permitted records."""
    games = {length: overwritten(length) for length in LENGTHS}

    def press(length: int) -> None:
        game, log = games[length]
        resumed = resume(game.configuration, snapshot(game), game.step, log[-1].digest)
        snapshot(act(resumed, 0, OVERWRITES[1], SEED).game)

    found = in_turns({str(length): lambda length=length: press(length) for length in LENGTHS}, ROUNDS, 100)
    first, *others = found.items()
    for length, taken in others:
        told, title = f"{ms(first[1])} at {first[0]}", f"resume, act, snapshot at {length} entries, hive_mind"
        yield Row(title, ms(taken), told, taken / first[1], "×", at_most=GROWTH)
    game, log = overwritten(LOG_LIMIT)
    for what, record in (
        ("the largest record", GameRecord(game.configuration, log, SEED)),
        ("seats that leave, taken back", takebacks.leaving("gauntlet")),
        ("guesses that are scored, taken back", takebacks.guessing("tempo")),
    ):
        yield verified(f"verify {what}, hive_mind", record)
    yield verified("verify blocks laid and taken back, hex_battle_wars", takebacks.laying())
    yield verified("verify blocks drawn and taken back, hex_battle_wars", takebacks.drawn_blocks())
    for name, seats, options in COSTLIEST:
        yield verified(f"verify an action taken back, {name}", takebacks.over_and_over(name, seats, options))


def verified(title: str, record: GameRecord) -> Row:
    """What it takes to read and verify a record."""
    data = encode(record)
    assert not verify(decode(data)).differences
    seconds = in_turns({"verify": lambda: verify(decode(data))}, 3)["verify"] / 1000
    measured = f"{len(record.entries):,} entries, {len(data) >> 10:,} KiB"
    return Row(title, measured, "", seconds, "s", at_most=VERIFY_SECONDS)
