"""Views to pictures, alt text and plain text. Painters only read views; they never see a game's state."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from render.animation import Animation
from render.picture import Picture

__all__ = ["Animation", "Painter", "Picture", "painter"]


class Painter(Protocol):
    """Draws one game. `labels` are the seats' short names; `theme` is a name in `render.theme.THEMES`.

    Painters keep no state but caches, and may be called from several threads at once.
    """

    def board(self, view: Any, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The public board: the same whoever's view it is."""
        ...

    def hand(self, view: Any, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's own hand, for the viewer only. Raises ValueError for a view that has none."""
        ...

    def preview(self, view: Any, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """The board with an action, in the game's notation, as it would lie, for the viewer only.

        The beginning of an action shows what can follow, where the game has a picture for it. Raises ValueError
        for an action that has no picture.
        """
        ...

    def hand_text(self, view: Any, labels: Sequence[str]) -> str:
        """The viewer's own hand in plain text, for the viewer only. Raises ValueError for a view that has none."""
        ...

    def zoom(self, view: Any, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """A part of the public board, large, the same whoever's view it is.

        `around` is a place in the game's notation, "last" for the newest move, or a quarter: NW, NE, SW, SE. Raises
        ValueError, saying what there is, for anything else.
        """
        ...

    def legend(self, view: Any = None, theme: str = "dark") -> Picture:
        """What the signs on the game's pictures mean; with a view only those of its table."""
        ...

    def replay(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Animation:
        """The public board of each view, one after the other; several hundred milliseconds' work.

        Raises ValueError without views.
        """
        ...

    def text(self, view: Any, labels: Sequence[str]) -> str:
        """The public board in plain text, made for a font of fixed width."""
        ...


def painter(game_name: str) -> Painter:
    """The painter of a game: the `PAINTER` of `render.<game_name>`. Raises ModuleNotFoundError without one."""
    return import_module(f"{__name__}.{game_name}").PAINTER
