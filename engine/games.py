"""The registry of games: every package of `engine` that exports `GAME_TYPE`; a new game changes no shared file.

Also the names of the places on a game's board.
"""

from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import engine
from engine.core import GameType, InvalidOptions, echo

_added: dict[str, GameType] = {}


@cache
def _found() -> Mapping[str, GameType]:
    packages = sorted(module.name for module in iter_modules(engine.__path__) if module.ispkg)
    found = (getattr(import_module(f"engine.{name}"), "GAME_TYPE", None) for name in packages)
    return {each.name: each for each in found if each is not None}


def game_types() -> Mapping[str, GameType]:
    """Return the games by name, in alphabetical order."""
    return MappingProxyType(dict(sorted({**_found(), **_added}.items())))


def game_type(name: str) -> GameType:
    """Return the game with a name.

    Raises InvalidOptions if there is none.
    """
    found = game_types().get(name)
    if found is None:
        text = f"There is no game {echo(name)}. The games are: {', '.join(game_types())}."
        raise InvalidOptions(text, "unknown_game")
    return found


def game_title(name: str) -> str:
    """Return a game's title; a game that this program no longer has is titled by its name."""
    found = game_types().get(name)
    return name.replace("_", " ").title() if found is None else found.title


@contextmanager
def registered(*more: GameType) -> Generator[None]:
    """Register games for the duration of a `with` block, for tests."""
    before = dict(_added)
    _added.update((each.name, each) for each in more)
    try:
        yield
    finally:
        _added.clear()
        _added.update(before)


@runtime_checkable
class HasPlaces(Protocol):
    """A game (`engine.core.GameType`) whose board has named places."""

    def places(self, view: Any) -> Collection[str]:
        """Return the names of the places on the board of a view."""
        ...


def places(game: str, view: Any) -> Collection[str]:
    """Return the names of the places on the board of a view; empty for games without any. Raises InvalidOptions."""
    found = game_type(game)
    return found.places(view) if isinstance(found, HasPlaces) else ()
