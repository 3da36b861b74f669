"""Painters that draw game views as pictures, alt text and plain text.

Painters get views only, never a game's state.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

from render import marks as marks_on_board
from render.animation import Animation, encode_gif
from render.picture import Picture, Sheet, draw_and_encode
from render.sprites import Paint
from render.theme import theme_named

__all__ = ["Animation", "Painter", "Picture", "painter"]

Drawn: TypeAlias = tuple[Sheet, str]
"""A sheet and its alt text."""


def _no_marks(view: Any, names: Sequence[str]) -> Sequence[str]:
    return ("",) * len(names)


@dataclass(frozen=True, kw_only=True)
class Painter:
    """The pictures and texts of one game, by functions that the game assigns.

    `labels` are the seats' short names. The methods take the name of a theme in `render.theme.THEMES`, the assigned
    functions the game's own theme of that name. Functions are thread-safe and keep no state except caches.
    """

    game: str
    themes: Mapping[str, Any]
    """The game's themes by name, each a `Theme`."""
    draw_board: Callable[[Any, Sequence[str], Any, Sequence[str]], Sheet]
    """Draw the public board, the same for every viewer. The last argument are places on it that get a ring."""
    describe_board: Callable[[Any, Sequence[str]], str]
    """Return the alt text of the public board."""
    draw_hand: Callable[[Any, Sequence[str], Any], Drawn]
    draw_preview: Callable[[Any, Sequence[str], str, Any], Drawn]
    draw_zoom: Callable[[Any, Sequence[str], str, Any], Drawn]
    draw_legend: Callable[[Any, Any], Drawn]
    draw_result: Callable[[Sequence[Any], Sequence[str], Any], Drawn]
    describe_replay: Callable[[Sequence[Any], Sequence[str]], str]
    """Return the alt text of an animation, from the views that it shows."""
    choose_frames: Callable[[Sequence[Any]], Sequence[Any]] = list
    """Choose the views that an animation shows."""
    draw_frame: Callable[[Any, Sequence[str], Any], Sheet] | None = None
    """Draw a frame of an animation; None if frames are public boards."""
    frame_height: Callable[[Any, Sequence[str]], int] | None = None
    """Return the height of a frame before it is drawn; None if frames are few, and are all drawn first."""
    text: Callable[[Any, Sequence[str]], str]
    """Return the public board in plain text, for a monospaced font."""
    hand_text: Callable[[Any, Sequence[str]], str]
    """Return the viewer's own hand in plain text, for the viewer only. Raises ValueError for a view without a hand."""
    emojis: Mapping[str, Paint] = field(default_factory=dict[str, Paint])
    """The game's own emojis by name; see `render.emojis`."""
    seat_marks: Callable[[Any, Sequence[str]], Sequence[str]] = _no_marks
    """Return for each seat the name of the emoji with its colour, pattern and letter in the game's pictures."""

    def theme(self, name: str = "dark") -> Any:
        """Return the game's own `Theme` with a name. Raises ValueError, listing the themes."""
        return self.themes[theme_named(name).name]

    def board(self, view: Any, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """Draw the public board, the same for every viewer; `marks` are places on it that get a ring.

        Raises ValueError, naming the place, for a mark that is not on the board.
        """
        marks_on_board.check(self.game, view, marks)
        return draw_and_encode(
            lambda: (self.draw_board(view, labels, self.theme(theme), marks), self.describe_board(view, labels))
        )

    def hand(self, view: Any, labels: Sequence[str], theme: str = "dark") -> Picture:
        """Draw the viewer's own hand, for the viewer only. Raises ValueError for a view without a hand."""
        return draw_and_encode(self.draw_hand, view, labels, self.theme(theme))

    def preview(self, view: Any, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """Draw the board after an action in the game's notation, for the viewer only.

        The beginning of an action shows its possible continuations, where the game supports that. Raises ValueError
        for an action without a preview.
        """
        return draw_and_encode(self.draw_preview, view, labels, action, self.theme(theme))

    def zoom(self, view: Any, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """Draw an enlarged part of the public board, the same for every viewer.

        `around` is a place in the game's notation, "last" for the newest move, or a quarter: NW, NE, SW, SE. Raises
        ValueError, listing the valid values, for anything else.
        """
        return draw_and_encode(self.draw_zoom, view, labels, around, self.theme(theme))

    def legend(self, view: Any = None, theme: str = "dark") -> Picture:
        """Draw the legend of the signs in the game's pictures; with a view, only the signs used at its table."""
        return draw_and_encode(self.draw_legend, view, self.theme(theme))

    def replay(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Animation:
        """Animate the public boards of a game, one frame each; takes several hundred milliseconds.

        Raises ValueError without views.
        """
        if not views:
            raise ValueError("nothing to replay")
        shown, colours = self.choose_frames(views), self.theme(theme)
        draw = self.draw_frame or (lambda view, labels, theme: self.draw_board(view, labels, theme, ()))
        sheets = (draw(view, labels, colours) for view in shown)
        if self.frame_height is None:
            sheets = list(sheets)
            height = max(sheet.plane.height for sheet in sheets)
        else:
            height = max(self.frame_height(view, labels) for view in shown)
        return encode_gif(sheets, len(shown), height, self.describe_replay(shown, labels))

    def result(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Picture:
        """Draw the end card of a finished game: the winner, the points by source, the course of the game.

        `views` are public views in order, one per turn, the last of them of the finished game. Raises ValueError
        without views, or if the game is not over.
        """
        return draw_and_encode(self.draw_result, views, labels, self.theme(theme))


def painter(game_name: str) -> Painter:
    """Return the painter of a game: the `PAINTER` of `render.<game_name>`. Raises ModuleNotFoundError without one."""
    return import_module(f"{__name__}.{game_name}").PAINTER
