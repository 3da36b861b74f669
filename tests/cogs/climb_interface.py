"""The toy game `climb`, with an interface and pictures; a seat makes three moves per turn."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

from cogs.ui.kit import interface
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import Composing, GameInterface, Page, Words
from cogs.ui.kit.layouts import button, rows_of_buttons
from engine.games import register_games
from render.picture import Picture
from tables.viewer import TableView
from tests.engine.toys import climb

CLIMB = climb.GAME_TYPE.name


def _headline(view: climb.View, names: Sequence[str]) -> str:
    return f"move {view.state.moves + 1} of {climb.MOVES}"


def _sentences(view: climb.View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
    return [f"{names[event.seat]} climbed." for event in events if isinstance(event, climb.Climbed)]


def _page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    """Return a page with a button for each legal action."""
    buttons = [button(action, CustomId(table.row.id, table.version, "do", (action,))) for action in table.legal]
    return Page(f"Your {_headline(table.view, table.names)}.", rows_of_buttons(buttons))


INTERFACE = GameInterface(
    colour=0, words=Words(headline=_headline, sentences=_sentences), composing=Composing(page=_page)
)


class ClimbPainter:
    """A painter that returns the same picture for every view."""

    def board(self, view: climb.View, labels: Sequence[str], theme: str = "dark") -> Picture:
        return Picture(b"png", 1, 1, "A mountain.")

    def seat_marks(self, view: climb.View, names: Sequence[str]) -> Sequence[str]:
        return ("",) * len(names)


@contextmanager
def climb_in_the_program() -> Iterator[None]:
    """Register `climb` as one of the program's games while the block runs."""
    modules = {f"cogs.{CLIMB}": {"INTERFACE": INTERFACE}, f"render.{CLIMB}": {"PAINTER": ClimbPainter()}}
    games = {**interface.playable_games(), CLIMB: climb.GAME_TYPE}
    with register_games(climb.GAME_TYPE), pytest.MonkeyPatch.context() as patch:
        patch.setattr(interface, "playable_games", lambda: games)
        for name, content in modules.items():
            module = ModuleType(name)
            vars(module).update(content)
            patch.setitem(sys.modules, name, module)
        yield
