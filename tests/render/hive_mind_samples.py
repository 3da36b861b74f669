"""Matches of Hive Mind played by computer players, and what everybody sees at each of their states."""

from functools import cache
from random import Random
from typing import Any

from engine.core import CHANCE, HOST, SPECTATOR, Close, Forfeit
from engine.games import game_type
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.view import View
from engine.players.uniform import Uniform
from tests.kits.walks import equal_outcomes

EDITIONS = ("gauntlet", "tempo", "recharged")
NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida", "Tomasz")
LONG = ("W" * 32, "Ж" * 32, "漢" * 32, "m" * 32, "M" * 32, "Ann " * 8, "ш" * 32)


@cache
def states(edition: str, seats: int, seed: int) -> tuple[Any, tuple[Any, ...]]:
    """The rules of a match and all its states; seats act in an order that chance gives."""
    rules = game_type("hive_mind").rules(seats, {"edition": edition})
    rng, state = Random(seed), rules.initial_state()
    players = [(Deduction if seat % 2 else Uniform)(rules, seat) for seat in range(seats)]
    found = [state]
    while actors := rules.actors(state):
        actor = rng.choice(actors)
        if actor == CHANCE:
            action = rng.choice(equal_outcomes(rules, state))
        else:
            action = players[actor].choose(rules.view(state, actor), rules.legal_actions(state, actor), rng)
        state = rules.apply(state, actor, action).state
        found.append(state)
    return rules, tuple(found)


@cache
def played(edition: str, seats: int, seed: int = 1) -> tuple[tuple[View, ...], ...]:
    """At each state of a match the views of all seats and, last, of a spectator."""
    rules, found = states(edition, seats, seed)
    return tuple(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)) for state in found)


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
        found.append(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)))
        if rules.actors(state) == (CHANCE,):
            state = rules.apply(state, CHANCE, rng.choice(equal_outcomes(rules, state))).state
            continue
        state = rules.apply(state, HOST, Close()).state
        while leaving and rules.outcome(state) is None:
            leaving -= 1
            state = rules.apply(state, HOST, Forfeit(leaving)).state
    found.append(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)))
    return found


def pending(view: View) -> int:
    """How much of a submission there is."""
    hives = view.own.hives if view.own is not None else ()
    return sum((hive.shape is not None) + 2 * (hive.guess is not None) + hive.double + hive.block for hive in hives)
