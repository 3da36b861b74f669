"""What a game adds to the interface: its own words, its way of composing a move, its slash commands.

A game's interface is the `INTERFACE` of `cogs/<game>/`; found by the game's name, so that a new game changes nothing
shared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from discord import ui

from cogs._looks import Look
from cogs._pictures import Themed
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


@cache
def playable() -> Mapping[str, Game]:
    """The registered games that have an interface; one whose engine came first is played on the command line alone."""
    return {name: game for name, game in games().items() if find_spec(f"cogs.{name}") is not None}


@cache
def interface(game: str) -> Interface:
    """The interface of a registered game."""
    return import_module(f"cogs.{game}").INTERFACE
