"""The engine: random play against OpenSpiel's python_tic_tac_toe, and choices of computer players."""

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
"""Number of rates, and CPU seconds of each. Many short alternating slices reduce the effect of other load."""
AIMS = {"connect_four": 2.5, "hive_mind": 5.0, "monster_hex": 4.0, "hex_battle_wars": 1.0}
"""Minimum moves a second, as multiples of python_tic_tac_toe's."""
ONE_SEAT = {"monster_hex": 3.7}
LEVELS = {"strong": 1_000.0, "master": 2_000.0}
"""Maximum CPU milliseconds of a choice at each level, p95."""
CHOICE_GAMES = 4
REFERENCE = pyspiel.load_game("python_tic_tac_toe")


async def rows() -> AsyncIterator[Row]:
    """Yield rows of random play for every game and number of seats, and of choices at the stronger levels."""
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
    """Play a random game of the reference, choosing as `play` does, and return its number of moves."""
    state = REFERENCE.new_initial_state()
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def play(rules: AnyRules, rng: Random) -> int:
    """Play a random game and return its number of moves, draws included.

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
    """Return the moves per CPU second that `work` makes, measured over about `SLICE` seconds."""
    rng = Random(seed)
    done = 0
    start = process_time()
    while (spent := process_time() - start) < SLICE:
        done += work(rng)
    return done / spent


def random_play() -> Iterator[Row]:
    """Yield moves per CPU second, draws included, as multiples of the reference's in the slice just before."""
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
