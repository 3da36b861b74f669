"""The registry of games: every package in `engine` that exports `GAME_TYPE`.

A new game needs no change outside its own package. This module also returns the names of the places on a game's board.
"""

from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import engine
from engine.core import GameType, InvalidOptions, quote_input
from engine.messages import Message

_added: dict[str, GameType] = {}


@cache
def _find() -> Mapping[str, GameType]:
    packages = sorted(module.name for module in iter_modules(engine.__path__) if module.ispkg)
    found = (getattr(import_module(f"engine.{name}"), "GAME_TYPE", None) for name in packages)
    return {each.name: each for each in found if each is not None}


def game_types() -> Mapping[str, GameType]:
    """Return the registered games by name, from the easiest to learn to the hardest."""
    games = sorted({**_find(), **_added}.values(), key=lambda game: (game.difficulty, game.name))
    return MappingProxyType({game.name: game for game in games})


def game_type(name: str) -> GameType:
    """Return the registered game with this name.

    Raises InvalidOptions if there is none.
    """
    found = game_types().get(name)
    if found is None:
        text = Message(
            "I don't know a game called {name}. The games are:  {games}.",
            name=quote_input(name),
            games=", ".join(game_types()),
        )
        raise InvalidOptions(text, "unknown_game")
    return found


def game_title(name: str) -> str:
    """Return the title of a game, as players read it.

    For a game that this program does not have, it is made from the name.
    """
    found = game_types().get(name)
    return name.replace("_", " ").title() if found is None else found.title


@contextmanager
def register_games(*more: GameType) -> Generator[None]:
    """Register additional games for the duration of a `with` block, for tests."""
    before = dict(_added)
    _added.update((each.name, each) for each in more)
    try:
        yield
    finally:
        _added.clear()
        _added.update(before)


@runtime_checkable
class HasPlaces(Protocol):
    """A game (`engine.core.GameType`) whose board has named places, such as hexes or squares."""

    def places(self, view: Any) -> Collection[str]:
        """Return the names of the places on the board of a view."""
        ...


def places(game: str, view: Any) -> Collection[str]:
    """Return the names of the places on the board of a view; empty for a game without named places.

    Raises InvalidOptions for an unknown game.
    """
    found = game_type(game)
    return found.places(view) if isinstance(found, HasPlaces) else ()
