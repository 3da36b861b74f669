"""Draws the views of games as pictures, alt text and plain text. Painters read views only, never a game's state."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from render.animation import Animation
from render.picture import Picture
from render.theme import Theme

__all__ = ["Animation", "Painter", "Picture", "painter"]


class Painter(Protocol):
    """Draws one game. `labels` are the seats' short names; `theme` is a name in `render.theme.THEMES`.

    Painters are thread-safe and hold no state except caches.
    """

    def theme(self, name: str = "dark") -> Theme:
        """The colours of the game's pictures in a theme."""
        ...

    def board(self, view: Any, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """The public board, the same for every viewer; `marks` are places on it that get a ring.

        Raises ValueError, naming the place, for a mark that is not on the board.
        """
        ...

    def hand(self, view: Any, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's own hand, for the viewer only. Raises ValueError for a view without a hand."""
        ...

    def preview(self, view: Any, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """The board after an action in the game's notation, for the viewer only.

        The beginning of an action shows its possible continuations, where the game supports that. Raises ValueError
        for an action without a preview.
        """
        ...

    def hand_text(self, view: Any, labels: Sequence[str]) -> str:
        """The viewer's own hand in plain text, for the viewer only. Raises ValueError for a view without a hand."""
        ...

    def zoom(self, view: Any, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """An enlarged part of the public board, the same for every viewer.

        `around` is a place in the game's notation, "last" for the newest move, or a quarter: NW, NE, SW, SE. Raises
        ValueError, listing the valid values, for anything else.
        """
        ...

    def legend(self, view: Any = None, theme: str = "dark") -> Picture:
        """The legend of the signs in the game's pictures; with a view, only the signs used at its table."""
        ...

    def replay(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Animation:
        """An animation with one frame per public board; takes several hundred milliseconds.

        Raises ValueError without views.
        """
        ...

    def result(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Picture:
        """The end card of a finished game: the winner, the points by source, the course of the game.

        `views` are public views in order, one per turn, the last of them of the finished game. Raises ValueError
        without views, or if the game is not over.
        """
        ...

    def text(self, view: Any, labels: Sequence[str]) -> str:
        """The public board in plain text, for a monospaced font."""
        ...


def painter(game_name: str) -> Painter:
    """The painter of a game: the `PAINTER` of `render.<game_name>`. Raises ModuleNotFoundError without one."""
    return import_module(f"{__name__}.{game_name}").PAINTER
