"""Views of Hex Battle Wars for the tests of its pictures: some moments of sample games, as everybody sees them."""

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
    """A game of three to its end, one tuple of views per action of a seat; the last of each is a spectator's."""
    return _played(3, 5, False, None)


def large_game() -> tuple[Views, ...]:
    """The beginning of a game of six with two pieces each on the largest board."""
    return _played(6, 5, True, 500)


def first(game: Sequence[Views], wanted: Callable[[View], bool]) -> Views:
    """The first views of a game that are wanted, by what everybody sees."""
    return next(views for views in game if wanted(views[-1]))


def acting(views: Views) -> View:
    """The view of the seat that acts."""
    return views[views[-1].actors[0]]
