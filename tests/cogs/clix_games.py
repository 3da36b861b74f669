"""Random games of Connect Four for tests of its interface."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from engine.core import SPECTATOR
from engine.game import Game, act
from tables.viewer import TableView
from tests import cog_tables
from tests.cog_tables import SEED, table_view

LONGEST = ("*" * 32, "🙂" * 32)
GAME = "connect_four"


def new_game(**options: Any) -> Game:
    """Begin a game of people, without a store."""
    return cog_tables.new_game(2, GAME, **options)


def seen(game: Game, seat: int | None, names: tuple[str, ...] = LONGEST) -> TableView:
    """Return a seat's view of the game's table."""
    return table_view(game, seat, names)


@cache
def moments(seed: int, every: int, **options: Any) -> tuple[TableView, ...]:
    """Return every n-th view of a random game for the seat to act, and every view whose question isn't a plain turn."""
    return tuple(
        table
        for number, (table, _) in enumerate(played(seed, **options))
        if number % every == 0 or table.view.phase != "act"
    )


def played(seed: int, **options: Any) -> Iterator[tuple[TableView, tuple[Any, ...]]]:
    """Yield each view of a random game with the public events of the move that follows."""
    rng, game = Random(seed), new_game(**options)
    while game.outcome is None:
        table = seen(game, game.actors[0])
        attacks = [action for action in table.legal if action.startswith("attack")]
        step = act(game, game.actors[0], rng.choice(attacks or table.legal), SEED)
        yield table, step.visible(SPECTATOR)
        game = step.game
