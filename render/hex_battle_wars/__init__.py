"""Hex Battle Wars as pictures, alt text and plain text."""

from collections.abc import Sequence

from engine.hex_battle_wars.view import View
from render import marks as marks_on_board
from render.animation import Animation
from render.hex_battle_wars import alt_text, board, closeup, ending, legend, naming, replay, zoom
from render.hex_battle_wars.themes import BattleTheme, battle_theme
from render.picture import Picture, draw_and_encode


class HexBattleWarsPainter:
    """Draws Hex Battle Wars; see `render.Painter`."""

    def theme(self, name: str = "dark") -> BattleTheme:
        """The colours of the pictures in a theme."""
        return battle_theme(name)

    def board(self, view: View, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """The public board, the same for every viewer; `marks` are places on it that get a ring."""
        marks_on_board.check("hex_battle_wars", view, marks)
        return draw_and_encode(
            lambda: (
                board.draw(view, naming.display_names(view, labels), self.theme(theme), marks),
                alt_text.describe_board(view, labels),
            )
        )

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """What the viewer's pieces can do now, with its real tile. Raises ValueError for a spectator."""
        return draw_and_encode(closeup.draw_hand, view, labels, self.theme(theme))

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """A close-up for the viewer only, in which what can be chosen is labelled.

        `move` shows every hex to end on; `move k`, or a quarter such as `move NE`, those of a column or quarter;
        `move k7` the way. `tiles` shows where tile 1 can go, `tiles k7` then tile 2, and so on; `stay` the tiles as
        they are. `attack` shows all targets with their odds, `attack k7 2` one. `deploy` and `block 2` show where a
        piece or block may stand, with a column, quarter or hex as above. `see k7` shows who could be attacked from
        there. Raises ValueError otherwise.
        """
        return draw_and_encode(closeup.draw, view, labels, action, self.theme(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """An enlarged part of the public board: around a hex, "last", or a quarter. Raises ValueError otherwise."""
        return draw_and_encode(zoom.draw, view, labels, around, self.theme(theme))

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """The legend of the signs."""
        return draw_and_encode(legend.draw, view, self.theme(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """A game as an animation, with one frame per turn. Raises ValueError without views."""
        return replay.draw(views, labels, self.theme(theme))

    def result(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Picture:
        """The end card of a game, from its public views. Raises ValueError without views or before the end."""
        return draw_and_encode(ending.draw, views, labels, self.theme(theme))

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's own pieces in plain text, with the real tile. Raises ValueError for a spectator."""
        return closeup.plain_text(view, labels)

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board in plain text, for a monospaced font."""
        return alt_text.plain_text(view, labels)


PAINTER = HexBattleWarsPainter()
