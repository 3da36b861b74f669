"""Painters that draw game views as pictures, alt text and plain text.

A view holds only the information that one viewer (a seat or a spectator) may have. Painters never get a game's full
state, so they cannot reveal anything hidden.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

from render import marks as marks_on_board
from render.animation import Animation, encode_gif
from render.banner import Scene, Words, draw_plain
from render.banner import draw as draw_banner
from render.picture import Picture, Sheet, draw_and_encode
from render.sprites import Paint
from render.theme import find_theme

__all__ = ["Animation", "Painter", "Picture", "painter"]

Drawn: TypeAlias = tuple[Sheet, str]
"""A drawn sheet (`render.picture.Sheet`) with its alt text."""


def _past_view(views: Sequence[Any], number: int) -> Any:
    return views[number]


def _no_marks(view: Any, names: Sequence[str]) -> Sequence[str]:
    return ("",) * len(names)


@dataclass(frozen=True, kw_only=True)
class Painter:
    """The interface to one game's pictures and texts; each game creates one with its own functions as fields.

    The public methods take a theme's name, one of `render.theme.THEMES`; the fields get the game's own theme of that
    name. `labels` are the seats' short names, by seat number. All functions are thread-safe and keep no state except
    caches.
    """

    game: str
    themes: Mapping[str, Any]
    """The game's themes by name; each value is a `Theme` or an instance of a subclass."""
    draw_board: Callable[[Any, Sequence[str], Any, Sequence[str]], Sheet]
    """A function that draws the public board, the same for every viewer. Arguments: view, labels, theme, places that
    get a ring."""
    describe_board: Callable[[Any, Sequence[str]], str]
    """A function that returns the alt text of the public board. Arguments: view, labels."""
    draw_hand: Callable[[Any, Sequence[str], Any], Drawn]
    draw_preview: Callable[[Any, Sequence[str], str, Any], Drawn]
    draw_zoom: Callable[[Any, Sequence[str], str, Any], Drawn]
    draw_legend: Callable[[Any, Any], Drawn]
    draw_result: Callable[[Sequence[Any], Sequence[str], Any], Drawn]
    describe_replay: Callable[[Sequence[Any], Sequence[str]], str]
    """A function that returns the alt text of a replay. Arguments: the views shown, labels."""
    choose_frames: Callable[[Sequence[Any]], Sequence[Any]] = list
    """A function that chooses the views shown as frames of a replay; by default all of them."""
    look_back: Callable[[Sequence[Any], int], Any] = _past_view
    """A function that returns the view to draw for a past turn: after the end, it may show what was hidden then.
    Arguments: all public views of the game so far, the turn's index."""
    round_number: Callable[[Any], int] = lambda view: view.round
    """A function that returns the number of a view's round, from 1; it may be 0 before the first round."""
    draw_frame: Callable[[Any, Sequence[str], Any], Sheet] | None = None
    """A function that draws one frame of a replay. Arguments: view, labels, theme. None if each frame is the public
    board."""
    frame_height: Callable[[Any, Sequence[str]], int] | None = None
    """A function that returns the height of a frame in pixels without drawing it. Arguments: view, labels. None if the
    height is read from the drawn frames; they are all drawn first, which is acceptable for few frames."""
    board_rows: Callable[[Any, Sequence[str]], tuple[int, int | None]] | None = None
    """A function that returns the first and the last row of pixels of the public board that a demo shows: without
    headline, reserves and legend. Arguments: view, labels. Without a last row, all below the first is shown; without a
    function, all below the headline."""
    text: Callable[[Any, Sequence[str]], str]
    """A function that returns the public board as plain text for a monospaced font. Arguments: view, labels."""
    hand_text: Callable[[Any, Sequence[str]], str]
    """A function that returns the viewer's own hand as plain text, to be shown to the viewer only. Arguments: view,
    labels. It raises ValueError for a view without a hand."""
    scene: Callable[[Any], Scene] = draw_plain
    """A function that returns the game's part of its banner. Argument: theme."""
    emojis: Mapping[str, Paint] = field(default_factory=dict[str, Paint])
    """The functions that draw the game's own emojis, by emoji name; see `render.emojis`."""
    seat_marks: Callable[[Any, Sequence[str]], Sequence[str]] = _no_marks
    """A function that returns the name of each seat's emoji, by seat number; empty for a seat without one. The emoji
    shows the seat's colour, pattern and letter in the game's pictures. Arguments: view, the seats' names."""

    def theme(self, name: str = "dark") -> Any:
        """Return the game's own theme that has the given name.

        Raises ValueError, listing the valid names, for an unknown name.
        """
        return self.themes[find_theme(name).name]

    def board(self, view: Any, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """Draw the public board, the same for every viewer.

        `marks` are places in the game's notation that get a ring. Raises ValueError, naming the place, if one of them
        is not on the board.
        """
        marks_on_board.check(self.game, view, marks)
        return draw_and_encode(
            lambda: (self.draw_board(view, labels, self.theme(theme), marks), self.describe_board(view, labels))
        )

    def hand(self, view: Any, labels: Sequence[str], theme: str = "dark") -> Picture:
        """Draw the viewer's own hand, to be shown to the viewer only.

        Raises ValueError for a view without a hand.
        """
        return draw_and_encode(self.draw_hand, view, labels, self.theme(theme))

    def preview(self, view: Any, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """Draw a preview of the board after an action in the game's notation, to be shown to the viewer only.

        If `action` is only the beginning of an action, its possible continuations are drawn, in games that support
        this. Raises ValueError for an action that has no preview.
        """
        return draw_and_encode(self.draw_preview, view, labels, action, self.theme(theme))

    def zoom(self, view: Any, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """Draw an enlarged part of the public board, the same for every viewer.

        `around` is a place in the game's notation, "last" for the newest move, or a quarter of the board: NW, NE, SW,
        SE. Raises ValueError, listing the valid values, for anything else.
        """
        return draw_and_encode(self.draw_zoom, view, labels, around, self.theme(theme))

    def legend(self, view: Any = None, theme: str = "dark") -> Picture:
        """Draw the legend that explains the signs in the game's pictures.

        With a view, the legend is adapted to the variant played at that table.
        """
        return draw_and_encode(self.draw_legend, view, self.theme(theme))

    def replay(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Animation:
        """Draw a replay: an animation of a game's public boards, with at most one frame per view.

        It takes several hundred milliseconds. Raises ValueError if `views` is empty.
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

    def banner(self, words: Words) -> Picture:
        """Draw the game's banner, for pages on which people choose a game; it looks the same in every theme."""
        return draw_banner(words, self.scene, self.theme())

    def result(self, views: Sequence[Any], labels: Sequence[str], theme: str = "dark") -> Picture:
        """Draw the end card of a finished game: the winner, the points by source, and a chart of the game's course.

        `views` are public views in order, one per turn; the last shows the finished game. Raises ValueError if there
        are no views, or if the game is not over.
        """
        return draw_and_encode(self.draw_result, views, labels, self.theme(theme))


def painter(game_name: str) -> Painter:
    """Return the painter of a game: the `PAINTER` of `render.<game_name>`.

    Raises ModuleNotFoundError if there is none.
    """
    return import_module(f"{__name__}.{game_name}").PAINTER
