"""Hex Battle Wars views for tests of its pictures: positions of sample games, with the views of all seats."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.hex_battle_wars.players import Normal
from engine.hex_battle_wars.view import View
from tests.render.sample_games import by_players, sample_game

NAMES = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida")
LONG = ("W" * 32, "Ж" * 32, "漢字" * 16, "m" * 32, "שלום" * 8, "Ann " * 8)
LARGE: dict[str, Any] = {"preset": "standard", "hazards": True, "obstacles": "program", "pieces": 2}
SMALL: dict[str, Any] = {"hp": 25, "hazards": True}
Views = tuple[View, ...]


@cache
def _played(seats: int, seed: int, large: bool, most: int | None) -> tuple[Views, ...]:
    game = sample_game("hex_battle_wars", seats, seed, LARGE if large else SMALL, by_players(Normal), most)
    return tuple(views for views in game if views[-1].actors or views[-1].winners)


def whole_game() -> tuple[Views, ...]:
    """Return a game of three to its end: a tuple of views per action of a seat, the spectator's view last."""
    return _played(3, 5, False, None)


def large_game() -> tuple[Views, ...]:
    """Return the beginning of a game of six with two pieces each on the largest board."""
    return _played(6, 5, True, 500)


def find_first(game: Sequence[Views], wanted: Callable[[View], bool]) -> Views:
    """Return the first views of a game whose spectator view satisfies `wanted`."""
    return next(views for views in game if wanted(views[-1]))


def acting(views: Views) -> View:
    """Return the view of the seat that must act."""
    return views[views[-1].actors[0]]
