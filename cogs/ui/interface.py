"""What a game brings to the interface: its words, its pages, its forms. Everything but the words has a default.

A game's interface is the `INTERFACE` of `cogs/<game>/`; found by the game's name, so that a new game changes nothing
shared.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from discord import ui

from cogs.ui import texts
from engine.core import GameType
from engine.games import game_types
from render.picture import Picture
from tables.game_hooks import GameHooks
from tables.refusal import BoardMovedOn
from tables.settings import TableSettings
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView


@dataclass(frozen=True, slots=True)
class Page:
    """A private message in which a player composes a move: text, perhaps a picture, and what can be pressed next."""

    text: str
    rows: tuple[ui.ActionRow[Any], ...] = ()
    picture: Callable[[str], Picture] | None = None
    """Draws the picture in a theme."""
    final_action: str | None = None
    """The action, once nothing is left to choose but to confirm it; without confirming it is made at once."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a press or a submitted form does: actions to make at once, and the page to show then."""

    actions: tuple[str, ...]
    page: str
    details: tuple[str, ...] = ()
    draft: tuple[str, str] | None = None
    """A name and a content to store as the seat's pending draft."""


class GameInterface(GameHooks, ABC):
    """One game's part of the interface."""

    colour: int
    how_to_play: str
    compose_label: str = texts.BUTTON_MOVE
    """What the button says that opens the first page of a move."""
    open_pages: frozenset[str] = frozenset()
    """The pages that are open at any time, after the end too, to whomever they let."""
    record_text: str = texts.RECORD
    """What is said with the record."""

    # Words

    @abstractmethod
    def headline(self, view: Any, names: Sequence[str]) -> str:
        """Where the game stands in a few words: "Round 4 of 9"."""
        ...

    def task(self, view: Any) -> str:
        """What the actors have to do: "to place"."""
        return texts.TASK

    def scores(self, view: Any, names: Sequence[str]) -> str:
        """The score of every seat in one line; empty in a game without scores. Names come escaped."""
        return ""

    @abstractmethod
    def sentences(self, view: Any, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """What happened, newest last, one sentence each. Names come escaped."""
        ...

    def label(self, action: str) -> str:
        """A legal action in words, unlike every other one's."""
        return action

    # Composing a move

    @abstractmethod
    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """A page of composing a move; `move` is the first. Raises Refusal, BoardMovedOn for a page that is stale.

        Without `confirm` the last choice makes the move, and the pages say so.
        """
        ...

    def may_compose(self, table: TableView) -> bool:
        """Whether the viewer has a move to compose, or may still change what is pending."""
        return table.must_act

    def press(self, table: TableView, name: str, details: Sequence[str]) -> Press | None:
        """What a press does before a page is shown; None for one that only opens the page."""
        return None

    def form(self, table: TableView, details: Sequence[str]) -> ui.Modal:
        """A form of the composing pages. Raises Refusal."""
        raise BoardMovedOn(BOARD_MOVED_ON)

    def form_submitted(self, table: TableView, details: Sequence[str], values: Mapping[str, str]) -> Press:
        """What a submitted form does. Raises Refusal."""
        raise BoardMovedOn(BOARD_MOVED_ON)

    # Other private pages

    def private_buttons(self, table: TableView) -> Sequence[tuple[str, str]]:
        """What each person may open from the card for themselves alone: label and page."""
        return ((texts.BUTTON_HAND, "hand"),) if table.row.phase == "playing" else ()

    def zoom_places(self, view: Any) -> Mapping[str, str]:
        """The parts of the board that can be shown enlarged: labels by place; empty where there are none."""
        return texts.ZOOM_QUARTERS

    # Options

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """The fields of the form with the game's own options, at most five; empty for a game without."""
        return ()

    def options_submitted(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The game's options and the table's settings that a submitted form asks for. Raises Refusal."""
        return options, settings

    def options_summary(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The game's own options in one line, as the lobby shows them; empty for nothing to say."""
        return ""


@cache
def playable() -> Mapping[str, GameType]:
    """The registered games that have an interface; one whose engine came first is played on the command line alone."""
    return {name: game for name, game in game_types().items() if find_spec(f"cogs.{name}") is not None}


@cache
def interface(game: str) -> GameInterface:
    """The interface of a registered game."""
    return import_module(f"cogs.{game}").INTERFACE
