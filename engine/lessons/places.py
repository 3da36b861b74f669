"""The names of a board's places, which a page can mark."""

from collections.abc import Collection
from typing import Any, Protocol, runtime_checkable

from engine.games import game_type


@runtime_checkable
class HasPlaces(Protocol):
    """A game (`engine.core.GameType`) whose board has places with names."""

    def places(self, view: Any) -> Collection[str]:
        """The places on the board of a view."""
        ...


def places(game: str, view: Any) -> Collection[str]:
    """The places on the board of a view; none for a game that marks nothing. Raises InvalidOptions."""
    found = game_type(game)
    return found.places(view) if isinstance(found, HasPlaces) else ()
