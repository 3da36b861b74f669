"""The engine: random play relative to OpenSpiel's python_tic_tac_toe, and thinking times of computer players."""

import gc
from collections.abc import AsyncIterator, Callable, Iterator
from random import Random
from statistics import median
from time import process_time

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - importing it registers it

from benchmarks.rows import Row
from engine.core import CHANCE, AnyRules, sample_outcome
from engine.games import game_types
from engine.players import players
from engine.players.arena import Contest, compete

SLICES, SLICE = 25, 0.1
"""Number of slices in which the speed is measured, and CPU seconds of each.

Many short slices, alternating with the reference, reduce the effect of other load.
"""
AIMS = {"connect_four": 2.5, "hive_mind": 5.0, "monster_hex": 4.0, "hex_battle_wars": 1.0}
"""Minimum moves per second in random play, as a multiple of python_tic_tac_toe's."""
ONE_SEAT = {"monster_hex": 3.7}
LEVELS = {"strong": 1_000.0, "master": 2_000.0}
"""Maximum CPU milliseconds in which a player of each level chooses an action, at the 95th percentile."""
CHOICE_GAMES = 4
REFERENCE = pyspiel.load_game("python_tic_tac_toe")


async def rows() -> AsyncIterator[Row]:
    """Yield rows for random play at every game and number of seats, and for thinking times of the stronger levels."""
    for row in random_play():
        yield row
    for name, found in game_types().items():
        for level, aim in LEVELS.items():
            if level in players(name):
                seats = min(seats for seats in found.seats if seats > 1)
                contest = Contest(name, seats, {}, CHOICE_GAMES, seed=1)
                taken = [seconds * 1000 for seconds in compete(contest, level, "easy")[1][level]]
                title = f"choice of a {level} player, {name}, {seats} seats"
                yield Row(title, taken, "ms", f"{len(taken)} choices", at_most=aim, percentile=95)


def play_reference(rng: Random) -> int:
    """Play a random game of python_tic_tac_toe and return its number of moves; actions are chosen as in `play`."""
    state = REFERENCE.new_initial_state()
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def play(rules: AnyRules, rng: Random) -> int:
    """Play a random game and return its number of moves, including outcomes of chance.

    It avoids `rng.choice`, which takes a tenth of a move's time and hides the engine's share.
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
    """Return the moves per CPU second, measured over about `SLICE` seconds.

    `work` plays a game and returns its number of moves.
    """
    rng = Random(seed)
    done = 0
    start = process_time()
    while (spent := process_time() - start) < SLICE:
        done += work(rng)
    return done / spent


def random_play() -> Iterator[Row]:
    """Yield a row for each game and number of seats: moves per CPU second relative to the reference.

    Outcomes of chance count as moves. Each measurement is divided by that of the reference just before it.
    """
    played = [
        (name, seats, found.rules(seats, found.options(seats, {})))
        for name, found in game_types().items()
        for seats in found.seats
    ]
    for _, _, rules in played:
        play(rules, Random(0))
    # Keeps the garbage collector from scanning all imported objects again.
    gc.collect()
    gc.freeze()
    rates: list[list[float]] = [[] for _ in played]
    ratios: list[list[float]] = [[] for _ in played]
    for number in range(SLICES):
        for row, ratio, (_, _, rules) in zip(rates, ratios, played, strict=True):
            reference = rate(play_reference, number)
            row.append(rate(lambda rng, rules=rules: play(rules, rng), number))
            ratio.append(row[-1] / reference)
    gc.unfreeze()
    for (name, seats, _), row, ratio in zip(played, rates, ratios, strict=True):
        aim = ONE_SEAT[name] if seats == 1 else AIMS.get(name)
        title = f"random play, {name}, {seats} seats"
        yield Row(title, ratio, "×", f"{median(row):,.0f}/s, against python_tic_tac_toe", at_least=aim)
