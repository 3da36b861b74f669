"""Matches of Hive Mind played by computer players, with everybody's views at each state."""

from functools import cache
from random import Random
from typing import Any

from engine.core import CHANCE, HOST, Close, Forfeit
from engine.games import game_type
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.view import View
from engine.players.greedy import Uniform
from tests.kits.walks import equal_outcomes
from tests.render.sample_games import by_players, list_views, sample_game

EDITIONS = ("gauntlet", "tempo", "recharged")
NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida", "Tomasz")
LONG = ("W" * 32, "Ж" * 32, "漢" * 32, "m" * 32, "M" * 32, "Ann " * 8, "ш" * 32)


@cache
def played(edition: str, seats: int, seed: int = 1) -> tuple[tuple[View, ...], ...]:
    """Return a match: the views of all seats and, last, a spectator at each state.

    Seats with odd numbers play by deduction, the others at random.
    """
    players = by_players(lambda rules, seat: (Deduction if seat % 2 else Uniform)(rules, seat))
    return sample_game("hive_mind", seats, seed, {"edition": edition}, players)


@cache
def first_game() -> tuple[tuple[View, ...], ...]:
    """Return a first game of three seats (HM-16), as `played` returns a match."""
    return sample_game("hive_mind", 3, 1, {"hives": 1}, by_players(Deduction))


def picked(edition: str, seats: int) -> list[tuple[View, ...]]:
    """Return states of a match: the beginning, seat 0's fullest draft in each round and phase, and the end."""
    match = played(edition, seats)
    best: dict[Any, tuple[View, ...]] = {}
    for views in match:
        key = (views[-1].phase, views[-1].round)
        if key not in best or pending(views[0]) >= pending(best[key][0]):
            best[key] = views
    return [match[0], *best.values(), match[-1]]


def neglected(edition: str, seats: int, leaving: int = 1) -> list[tuple[View, ...]]:
    """Return a match in which the host closes every round before any submission, as views at each state.

    The first `leaving` seats forfeit after the first round.
    """
    rules = game_type("hive_mind").rules(seats, {"edition": edition})
    rng, state, found = Random(2), rules.initial_state(), list[tuple[View, ...]]()
    while rules.outcome(state) is None:
        found.append(list_views(rules, state))
        if rules.actors(state) == (CHANCE,):
            state = rules.apply(state, CHANCE, rng.choice(equal_outcomes(rules, state))).state
            continue
        state = rules.apply(state, HOST, Close()).state
        while leaving and rules.outcome(state) is None:
            leaving -= 1
            state = rules.apply(state, HOST, Forfeit(leaving)).state
    found.append(list_views(rules, state))
    return found


def pending(view: View) -> int:
    """Return a measure of how much of a submission is filled in."""
    hives = view.own.hives if view.own is not None else ()
    return sum((hive.shape is not None) + 2 * (hive.guess is not None) + hive.double + hive.block for hive in hives)
