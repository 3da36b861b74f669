"""Views of Hex Battle Wars for the tests of its pictures: some moments of sample games, as everybody sees them."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from engine.core import CHANCE, SPECTATOR, sample_outcome
from engine.games import game_type
from engine.hex_battle_wars.players import Normal
from engine.hex_battle_wars.view import View

NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida")
LONG = ("W" * 32, "Ж" * 32, "漢字" * 16, "m" * 32, "שלום" * 8, "Ann " * 8)
LARGE: dict[str, Any] = {"preset": "standard", "hazards": True, "obstacles": "program", "pieces": 2}
SMALL: dict[str, Any] = {"hp": 25, "hazards": True}
LAID: dict[str, Any] = {"radius": 6, "obstacles": "players", "hazards": True}
Views = tuple[View, ...]


@cache
def _played(seats: int, seed: int, large: bool, laid: bool, turns: int) -> tuple[Views, ...]:
    options = LAID if laid else LARGE if large else SMALL
    rules = game_type("hex_battle_wars").rules(seats, game_type("hex_battle_wars").options(seats, dict(options)))
    players = [Normal(rules, seat) for seat in range(seats)]
    rng, state, found = Random(seed), rules.initial_state(), list[Views]()
    while (actors := rules.actors(state)) and len(found) < turns:
        if actors[0] == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            found.append(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)))
            action = players[actors[0]].choose(found[-1][actors[0]], rules.legal_actions(state, actors[0]), rng)
        state = rules.apply(state, actors[0], action).state
    found.append(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)))
    return tuple(found)


def whole_game() -> tuple[Views, ...]:
    """A game of three to its end, one tuple of views per action; the last of each is a spectator's."""
    return _played(3, 5, False, False, 10_000)


def large_game() -> tuple[Views, ...]:
    """The beginning of a game of six with two pieces each on the largest board."""
    return _played(6, 5, True, False, 60)


def laid_game() -> tuple[Views, ...]:
    """The set-up of a game of two in which players lay blocks."""
    return _played(2, 3, False, True, 26)


def first(game: Sequence[Views], wanted: Callable[[View], bool]) -> Views:
    """The first views of a game that are wanted, by what everybody sees."""
    return next(views for views in game if wanted(views[-1]))


def acting(views: Views) -> View:
    """The view of the seat that acts."""
    return views[views[-1].actors[0]]
