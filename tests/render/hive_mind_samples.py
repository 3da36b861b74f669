"""Matches of Hive Mind played by computer players, and what everybody sees at each of their states."""

from functools import cache
from random import Random
from typing import Any

from engine.core import CHANCE, HOST, Close, Forfeit
from engine.games import game_type
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.view import View
from engine.players.greedy import Uniform
from tests.kits.walks import equal_outcomes
from tests.render.sample_games import by_players, sample_game, views_of

EDITIONS = ("gauntlet", "tempo", "recharged")
NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida", "Tomasz")
LONG = ("W" * 32, "Ж" * 32, "漢" * 32, "m" * 32, "M" * 32, "Ann " * 8, "ш" * 32)


@cache
def played(edition: str, seats: int, seed: int = 1) -> tuple[tuple[View, ...], ...]:
    """At each state of a match the views of all seats and, last, of a spectator; every other seat deduces."""
    players = by_players(lambda rules, seat: (Deduction if seat % 2 else Uniform)(rules, seat))
    return sample_game("hive_mind", seats, seed, {"edition": edition}, players)


def picked(edition: str, seats: int) -> list[tuple[View, ...]]:
    """Of a match the beginning, the fullest draft of seat 0 in each round, each later phase, and the end."""
    match = played(edition, seats)
    best: dict[Any, tuple[View, ...]] = {}
    for views in match:
        key = (views[-1].phase, views[-1].round)
        if key not in best or pending(views[0]) >= pending(best[key][0]):
            best[key] = views
    return [match[0], *best.values(), match[-1]]


def neglected(edition: str, seats: int, leaving: int = 1) -> list[tuple[View, ...]]:
    """A match in which the host closes every round before anybody has submitted, and some seats leave after the first;
    what everybody sees at each of its states."""
    rules = game_type("hive_mind").rules(seats, {"edition": edition})
    rng, state, found = Random(2), rules.initial_state(), list[tuple[View, ...]]()
    while rules.outcome(state) is None:
        found.append(views_of(rules, state))
        if rules.actors(state) == (CHANCE,):
            state = rules.apply(state, CHANCE, rng.choice(equal_outcomes(rules, state))).state
            continue
        state = rules.apply(state, HOST, Close()).state
        while leaving and rules.outcome(state) is None:
            leaving -= 1
            state = rules.apply(state, HOST, Forfeit(leaving)).state
    found.append(views_of(rules, state))
    return found


def pending(view: View) -> int:
    """How much of a submission there is."""
    hives = view.own.hives if view.own is not None else ()
    return sum((hive.shape is not None) + 2 * (hive.guess is not None) + hive.double + hive.block for hive in hives)
