"""Hex Battle Wars games for tests: new, scripted or randomly played, and their table views."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Game, act
from engine.games import game_type
from tables.viewer import TableView
from tests import cog_tables
from tests.cog_tables import SEED

BATTLE = "hex_battle_wars"


def new_game(seats: int = 2, **options: Any) -> Game:
    """Return a new game with a fixed seed."""
    return cog_tables.new_game(seats, BATTLE, **game_type(BATTLE).options(seats, options))


def acted(game: Game, *actions: str) -> Game:
    """Apply the actions in order, each by the seat that must act, and return the game."""
    for action in actions:
        game = act(game, game.actors[0], action, SEED).game
    return game


def found(game: Game, wanted: Callable[[Any], bool], seed: int = 1) -> Game:
    """Play at random until the view of the seat that must act satisfies `wanted`; return the game.

    The random play avoids `pass` and `end` where it can.
    """
    rng = Random(seed)
    while not wanted(game.view(game.actors[0])):
        legal = game.legal(game.actors[0])
        game = acted(game, rng.choice([action for action in legal if action not in ("pass", "end")] or legal))
    return game


def at_stage(stage: str, *, invisible: bool) -> Callable[[Any], bool]:
    """Return a predicate: whether a view is at `stage` of the turn of a visible or invisible character."""

    def wanted(view: Any) -> bool:
        if view.phase != "turn" or view.turn.stage != stage:
            return False
        return bool(view.seats[view.turn.seat].tiles) == invisible

    return wanted


def table_view(game: Game, viewer: int | None = None) -> TableView:
    """Return a seat's table view, by default that of the seat that must act."""
    seat = game.actors[0] if viewer is None and game.actors else viewer
    assert isinstance(seat, int)
    return cog_tables.table_view(game, seat)
