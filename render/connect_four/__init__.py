"""Connect Four - HorrorClix Edition as pictures, alt text and plain text."""

from collections.abc import Sequence

from engine.connect_four.view import View
from render import marks as marks_on_board
from render.animation import Animation
from render.connect_four import alt_text, board, classes, dial, ending, legend, preview, replay, zoom
from render.connect_four.themes import THEMES, GridTheme
from render.picture import Picture, Sheet, draw_and_encode
from render.theme import theme_named


class ConnectFourPainter:
    """Draws Connect Four; see `render.Painter`."""

    def theme(self, name: str = "dark") -> GridTheme:
        """The colours of the pictures in a theme."""
        return THEMES[theme_named(name).name]

    def board(self, view: View, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """The public board, the same for every viewer; `marks` are places on it that get a ring."""
        marks_on_board.check("connect_four", view, marks)
        return draw_and_encode(
            lambda: (
                _board(view, labels, self.theme(theme), marks),
                alt_text.describe_board(view, labels),
            )
        )

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's own reserve, or before the first turn the classes or forces to choose from.

        Raises ValueError for a spectator's view.
        """
        return draw_and_encode(classes.draw_hand, view, labels, self.theme(theme))

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The same as plain text. Raises ValueError for a spectator's view."""
        return "\n".join(classes.hand_lines(view))

    def monster(
        self,
        monster: str,
        click: int | None = None,
        victims: int = 0,
        tokens: int = 0,
        seat: int = 0,
        letter: str = "",
        theme: str = "dark",
    ) -> Picture:
        """One monster's dial and powers, on the click that it starts on unless given.

        Raises ValueError for a monster or a click that there is not.
        """
        return draw_and_encode(dial.draw, self.theme(theme), monster, click, victims, tokens, seat, letter)

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """An action or its beginning as it would be, for the viewer only: `drop ID COLUMN`, `drop ID` for all columns,
        `attack FROM TO close`, `attack FROM` for all targets, `rampage TO`, `click SQUARE`, `class NAME`, `force ID*N`.

        Raises ValueError for anything else.
        """
        return draw_and_encode(preview.draw, view, labels, action, self.theme(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """The grid around a square or the last action ("last"), or a quarter. Raises ValueError for others."""
        return draw_and_encode(zoom.draw, view, labels, around, self.theme(theme))

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """The legend of the signs on the grid."""
        return draw_and_encode(legend.draw, view, self.theme(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """A game's boards as an animation. Raises ValueError without views."""
        return replay.draw(views, labels, self.theme(theme))

    def result(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Picture:
        """The end card of a finished game. Raises ValueError without views, or if the game is not over."""
        return draw_and_encode(ending.draw, views, labels, self.theme(theme))

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board as plain text for a monospaced font."""
        return alt_text.plain_text(view, labels)


def _board(view: View, labels: Sequence[str], theme: GridTheme, marks: Sequence[str]) -> Sheet:
    return board.draw(view, labels, theme, marks) if view.turn else classes.draw_public(view, labels, theme)


PAINTER = ConnectFourPainter()
