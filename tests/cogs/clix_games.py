"""Games of Connect Four for tests of its interface: moments of random games, and what a page offers."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec

from engine.core import SPECTATOR
from engine.game import Game, act, begin
from tables.open_table import configuration_of
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.cog_tables import SEED, table_row, table_view

LONGEST = ("*" * 32, "🙂" * 32)
GAME = "connect_four"


def begun(**options: Any) -> Game:
    """A new game of people, begun without a store."""
    salts = msgspec.json.encode(["0", "1"]).decode()
    row = table_row(
        game=GAME, settings=TableSettings(seats=2), salts=salts, options=msgspec.json.encode(options).decode()
    )
    return begin(configuration_of(row, 2), SEED).game


def seen(game: Game, seat: int | None, names: tuple[str, ...] = LONGEST) -> TableView:
    """The view of a seat at the game's table."""
    table = table_view(game, seat, names)
    return replace(table, row=msgspec.structs.replace(table.row, game=GAME))


@cache
def moments(seed: int, every: int, **options: Any) -> tuple[TableView, ...]:
    """What whoever must act sees at some moments of a random game, every question that isn't a plain turn included."""
    return tuple(
        table
        for number, (table, _) in enumerate(played(seed, **options))
        if number % every == 0 or table.view.phase != "act"
    )


def played(seed: int, **options: Any) -> Iterator[tuple[TableView, tuple[Any, ...]]]:
    """Each moment of a random game, with what happens after the move."""
    rng, game = Random(seed), begun(**options)
    while game.outcome is None:
        table = seen(game, game.actors[0])
        attacks = [action for action in table.legal if action.startswith("attack")]
        step = act(game, game.actors[0], rng.choice(attacks or table.legal), SEED)
        yield table, step.visible(SPECTATOR)
        game = step.game
