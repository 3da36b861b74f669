"""The interface that a game implements for Discord: texts, pages and forms; only the texts have no default.

A game exports it as `INTERFACE` of `cogs/<game>/`. It is found by the game's name, so that a new game needs no change
of shared code.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from discord import ui

from cogs.ui.kit.guide import GuidePage
from cogs.ui.texts import hint_texts, lobby_texts, texts
from engine.core import GameType, Outcome
from engine.games import game_types
from render.picture import Picture
from tables.game_hooks import GameHooks
from tables.open_table import gone
from tables.refusal import BoardMovedOn
from tables.settings import TableSettings
from tables.texts import BOARD_MOVED_ON, and_list
from tables.viewer import TableView


@dataclass(frozen=True, slots=True)
class Page:
    """A private message in which a player composes a move: text, components, and optionally a picture."""

    text: str
    rows: tuple[ui.ActionRow[Any], ...] = ()
    picture: Callable[[str], Picture] | None = None
    """Draws the picture in a theme."""
    final_action: str | None = None
    """The action that is complete except for Confirm; made at once for users who have turned confirming off."""


PageName: TypeAlias = tuple[str, tuple[str, ...]]
"""The name and the details of a page."""


@dataclass(frozen=True, slots=True)
class Press:
    """The effect of a press or a submitted form: actions to make at once, and the page to show afterwards."""

    actions: tuple[str, ...]
    page: str
    details: tuple[str, ...] = ()
    draft: tuple[str, str] | None = None
    """The name and content of a draft to store for the seat."""


class GameInterface(GameHooks, ABC):
    """One game's implementation of the interface."""

    colour: int
    summary: str = ""
    """What kind of game it is and how long it takes, in one line: "Surround stones with tiles. About 20 minutes."."""
    looks_ahead: bool = False
    """Whether a player whose turn it isn't may open the pages of a move, which then offer no move."""
    plays_on: bool = False
    """Whether the moves of a seat that has left the game go on being made."""
    open_pages: frozenset[str] = frozenset()
    """The pages that can be opened at any time, also after the end; they check themselves who may see them."""
    taught_tables: Sequence[tuple[Mapping[str, Any], int]] = ()
    """Options and seats of tables whose guides have pages of their own, after the guide of an ordinary table."""
    level_lines: Mapping[str, str] = lobby_texts.LEVEL_LINES
    """What each level of its computer players does, by name."""
    hint_label: str = hint_texts.BUTTON_HINT
    """The label of the button for a hint; another one where the game itself speaks of hints."""
    record_text: str = texts.RECORD
    """The text sent with the record."""

    # Words

    @abstractmethod
    def headline(self, view: Any, names: Sequence[str]) -> str:
        """The state of the game in a few words: "Round 4 of 9"."""
        ...

    def task(self, view: Any) -> str:
        """The actors' task: "to place"."""
        return texts.TASK

    def compose_label(self, view: Any) -> str:
        """The label of the button that opens the first page of a move."""
        return texts.BUTTON_MOVE

    def scores(self, view: Any, names: Sequence[str]) -> str:
        """The score of every seat in one line; empty in a game without scores. Names come escaped."""
        return ""

    def verdict(self, view: Any, outcome: Outcome, names: Sequence[str]) -> str:
        """Who has won and by how much, and what broke a tie, in a sentence. Names come escaped."""
        if not outcome.winners:
            return "Nobody wins."
        winners = and_list([names[seat] for seat in outcome.winners])
        return f"{winners} wins." if len(outcome.winners) == 1 else f"{winners} share the victory."

    @abstractmethod
    def sentences(self, view: Any, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences, newest last. Names come escaped."""
        ...

    def last_sentences(self, view: Any, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The same for the card of the end, which shows the verdict too: without what that says already."""
        return self.sentences(view, events, names)

    def leaver(self, event: Any) -> int | None:
        """The seat that has left the game by an event; None for any other event."""
        return None

    def label(self, action: str, view: Any = None) -> str:
        """A legal action in words; different for each legal action.

        The `view` matters where names depend on the table's options; without one they are those of the default options.
        """
        return action

    def outcome_label(self, action: str, names: Sequence[str]) -> str:
        """A possible outcome of dice or a draw in words; different for each outcome of one draw."""
        match action.split():
            case [die, number] if die[1:].isdigit():
                return f"{number} on the {die}"
            case _:
                return self.label(action)

    # Composing a move

    @abstractmethod
    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """A page of composing a move; `move` is the first. Raises Refusal, BoardMovedOn for a page that is stale.

        Without `confirm` the last choice makes the move, and the pages say so.
        """
        ...

    def may_compose(self, table: TableView) -> bool:
        """Whether the viewer has a move to compose, or may still change a pending submission."""
        return table.must_act

    def press(self, table: TableView, name: str, details: Sequence[str]) -> Press | None:
        """The effect of a press before its page is shown; None for a press that only opens the page."""
        return None

    def form(self, table: TableView, details: Sequence[str]) -> ui.Modal:
        """A form of the composing pages. Raises Refusal."""
        raise BoardMovedOn(BOARD_MOVED_ON)

    def form_submitted(self, table: TableView, details: Sequence[str], values: Mapping[str, str]) -> Press:
        """The effect of a submitted form. Raises Refusal."""
        raise BoardMovedOn(BOARD_MOVED_ON)

    # Typed moves

    def typed_choices(self, table: TableView) -> list[tuple[str, str]]:
        """What autocomplete offers for `/move`: labels and values."""
        return [(self.label(action, table.view), action) for action in table.legal]

    def typed_page(self, table: TableView, action: str) -> PageName | None:
        """The page that completes or confirms a typed move; None for a move that is made at once.

        Raises EngineError or Refusal for a move that can't be completed.
        """
        return None

    def proposal_page(self, table: TableView, actions: Sequence[str], after: Any) -> Page | None:
        """The page that shows actions which a hint proposes; `after` is the viewer's view with all of them chosen.

        None for the page of the typed move, or else the first one with the action in words.
        """
        return None

    # Other private pages

    def private_buttons(self, table: TableView) -> Sequence[tuple[str, str]]:
        """The buttons on the card that open private pages: label and page."""
        return ((texts.BUTTON_HAND, "hand"),) if table.row.phase == "playing" else ()

    def zoom_places(self, view: Any) -> Mapping[str, str]:
        """The parts of the board that can be enlarged: labels by place, what *Zoom* shows first in front."""
        return {"last": texts.ZOOM_LAST, **texts.ZOOM_QUARTERS}

    # Getting to know the game

    def guide(self, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
        """The pages of *How to play* for a table with these options and seats; () for a game without."""
        return ()

    def guide_page(self, view: Any) -> str:
        """The name of the guide's page that fits what is asked now; empty for the first page."""
        return ""

    def cover(self) -> Callable[[str], Picture] | None:
        """Draws, in a theme, a picture of the game for those who don't know it yet; None for a game without."""
        return None

    # Options

    def variant(self, options: Mapping[str, Any]) -> str:
        """The variant in a word or two, for titles: "Tempo"; may be empty."""
        return ""

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """The values that `/play` suggests for each option of the game, by name."""
        return {}

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """The fields of the form with the game's own options, at most five; empty for a game without options."""
        return ()

    def options_submitted(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The game's options and the table's settings after a submitted options form. Raises Refusal."""
        return options, settings

    def options_summary(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The game's own options in one line for the lobby; may be empty."""
        return ""


@cache
def playable() -> Mapping[str, GameType]:
    """The registered games that have an interface; a game with only an engine is played on the command line."""
    return {name: game for name, game in game_types().items() if find_spec(f"cogs.{name}") is not None}


@cache
def interface(game: str) -> GameInterface:
    """The interface of a game. Raises InvalidOptions for one that this program no longer has."""
    if game not in playable():
        raise gone()
    return import_module(f"cogs.{game}").INTERFACE
