"""The registered games: every package of `engine` that exports `GAME`, so that a new game changes no shared file."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import engine
from engine.core import Game, InvalidOptions, echo

_added: dict[str, Game] = {}


@cache
def _found() -> Mapping[str, Game]:
    packages = sorted(module.name for module in iter_modules(engine.__path__) if module.ispkg)
    found = (getattr(import_module(f"engine.{name}"), "GAME", None) for name in packages)
    return {game.name: game for game in found if game is not None}


def games() -> Mapping[str, Game]:
    """The games by name, in alphabetical order."""
    return MappingProxyType(dict(sorted({**_found(), **_added}.items())))


def game(name: str) -> Game:
    """The game of that name. Raises InvalidOptions."""
    found = games().get(name)
    if found is None:
        text = f"There is no game {echo(name)}. The games are: {', '.join(games())}."
        raise InvalidOptions(text, "unknown_game")
    return found


@contextmanager
def registered(*more: Game) -> Generator[None]:
    """Adds games for the length of a `with` block, for tests."""
    before = dict(_added)
    _added.update((game.name, game) for game in more)
    try:
        yield
    finally:
        _added.clear()
        _added.update(before)
