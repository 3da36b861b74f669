"""Games of Hex Battle Wars for tests: begun, played by a script or at random, and seen as tables."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Game, act
from engine.games import game_type
from tables.viewer import TableView
from tests import cog_tables
from tests.cog_tables import SEED

BATTLE = "hex_battle_wars"


def begun(seats: int = 2, **options: Any) -> Game:
    """A game that has just begun; every die is the same each time."""
    return cog_tables.begun(seats, BATTLE, **game_type(BATTLE).options(seats, options))


def acted(game: Game, *actions: str) -> Game:
    """The game after actions of whoever must act."""
    for action in actions:
        game = act(game, game.actors[0], action, SEED).game
    return game


def found(game: Game, wanted: Callable[[Any], bool], seed: int = 1) -> Game:
    """The game at the first position of random play in which whoever must act sees what is wanted."""
    rng = Random(seed)
    while not wanted(game.view(game.actors[0])):
        legal = game.legal(game.actors[0])
        game = acted(game, rng.choice([action for action in legal if action not in ("pass", "end")] or legal))
    return game


def at_stage(stage: str, *, invisible: bool) -> Callable[[Any], bool]:
    """Whether a turn is at a stage, played by somebody visible or not."""

    def wanted(view: Any) -> bool:
        if view.phase != "turn" or view.turn.stage != stage:
            return False
        return bool(view.seats[view.turn.seat].tiles) == invisible

    return wanted


def table_view(game: Game, viewer: int | None = None) -> TableView:
    """The view of a seat, by default of whoever must act."""
    seat = game.actors[0] if viewer is None and game.actors else viewer
    assert isinstance(seat, int)
    return cog_tables.table_view(game, seat)
