"""What a game adds to the interface: its own words, its way of composing a move, its slash commands.

A game's interface is the `INTERFACE` of `cogs/<game>/`; found by the game's name, so that a new game changes nothing
shared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, runtime_checkable

from discord import ui

from cogs import _texts as texts
from cogs._looks import Look, TableSettings
from cogs._pictures import Themed
from data.store import TableRow
from engine.core import Game
from engine.games import games
from render.picture import Picture


@dataclass(frozen=True, slots=True)
class Draft:
    """A private message in which a player composes a move: text, perhaps a picture, and what can be pressed next."""

    text: str
    rows: tuple[ui.ActionRow[Any], ...] = ()
    picture: Callable[[Themed], Picture] | None = None
    settled: str | None = None
    """The action, once nothing is left to choose but to confirm it; who has turned confirming off makes it at once."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a press or a submitted form does: actions to make at once, and the page to show then."""

    actions: tuple[str, ...]
    what: str
    details: tuple[str, ...] = ()


class Interface(Protocol):
    """One game's part of the interface."""

    colour: int
    how_to_play: str
    choice_title: str

    def headline(self, view: Any, names: Sequence[str]) -> str:
        """Where the game stands in a few words: "Round 4 of 9"."""
        ...

    def task(self, view: Any) -> str:
        """What whoever must act has to do: "to place"."""
        ...

    def scores(self, view: Any, names: Sequence[str]) -> str:
        """The score of every seat in one line; empty in a game without scores. Names come escaped."""
        ...

    def sentences(self, view: Any, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """What happened, newest last, one sentence each; names come escaped."""
        ...

    def seat_choices(self, options: dict[str, Any]) -> Sequence[tuple[str, str]]:
        """What each seat may choose in the lobby: value and label; empty when there is nothing to choose."""
        ...

    def with_choices(self, options: dict[str, Any], chosen: Sequence[str | None]) -> dict[str, Any]:
        """The options once the seats have chosen."""
        ...

    def label(self, action: str) -> str:
        """A legal action in words, unlike every other one's."""
        ...

    def draft(self, look: Look, what: str, details: Sequence[str], *, confirm: bool = True) -> Draft:
        """The next page of composing a move; `what` is "move" for the first. Raises Refusal.

        Without `confirm` the last choice makes the move, and the pages say so.
        """
        ...


@runtime_checkable
class Together(Protocol):
    """What the interface adds where several seats choose at the same time, in secret, until all are ready.

    What is pending is in the log at once and may be overwritten, so the pages of a submission stand beside each other
    rather than one after the other. The custom ids on them carry the *turn* in place of the step, which changes
    whenever somebody is ready: nobody's page is stale because of what somebody else does.
    """

    compose_label: str
    """What the button says with which one composes."""
    open_pages: frozenset[str]
    """The pages that may be opened at any time, after the end too, by whomever they let."""
    computers: Mapping[str, str]
    """The computer players that may be chosen, in words by name; the first one is chosen beforehand."""
    moved_on: str

    def private_buttons(self, look: Look) -> Sequence[tuple[str, str]]:
        """What may be opened from the card, each for oneself alone: label and page."""
        ...

    def turn(self, view: Any) -> int:
        """Counts from 1 what was asked so far, in public; others' answers to it change nothing."""
        ...

    def seconds(self, view: Any, settings: TableSettings) -> int | None:
        """How long everybody has for this turn; None for no limit."""
        ...

    def may_compose(self, look: Look) -> bool:
        """Whether the viewer has something to submit, or may still change what it has."""
        ...

    def actions(self, text: str) -> Sequence[str]:
        """The actions in a line that somebody typed."""
        ...

    def said(self, view: Any) -> str:
        """What somebody who has typed should know of their submission now; empty for nothing."""
        ...

    def press(self, look: Look, what: str, details: Sequence[str]) -> Press | None:
        """What a press does before a page is shown; None for one that only opens the page."""
        ...

    def form(self, look: Look, details: Sequence[str]) -> ui.Modal:
        """A form of the composing page. Raises Refusal."""
        ...

    def filled(self, look: Look, details: Sequence[str], values: Mapping[str, str]) -> Press:
        """What a submitted form does. Raises Refusal."""
        ...

    def stand_in(self, settings: TableSettings, view: Any, legal: Sequence[str], rng: Random) -> str | None:
        """What is done next for a seat that is late, before its turn is closed; None for nothing (more)."""
        ...

    def own_form(self, look: Look) -> Sequence[ui.Item[Any]]:
        """The fields of the form with the game's own options, at most five."""
        ...

    def own_options(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The game's options and the table's settings that the submitted form asks for. Raises Refusal."""
        ...

    def own_line(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The game's own options as the lobby shows them."""
        ...


@cache
def playable() -> Mapping[str, Game]:
    """The registered games that have an interface; one whose engine came first is played on the command line alone."""
    return {name: game for name, game in games().items() if find_spec(f"cogs.{name}") is not None}


@cache
def interface(game: str) -> Interface:
    """The interface of a registered game."""
    return import_module(f"cogs.{game}").INTERFACE


def together(game: str) -> Together | None:
    """The interface of a registered game in which several seats choose at the same time; None for any other."""
    found = interface(game)
    return found if isinstance(found, Together) else None


def moment(row: TableRow, view: Any) -> int:
    """What a page or a clock must have been made for, lest it be stale: the turn where there are turns, or the step."""
    several = together(row.game)
    return row.step if several is None or view is None else several.turn(view)


def computers(game: str) -> Mapping[str, str]:
    """The computer players that a host may choose from, in words by name; the first is chosen beforehand."""
    several = together(game)
    return texts.COMPUTER_LEVELS if several is None else several.computers
