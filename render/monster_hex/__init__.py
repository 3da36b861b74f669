"""Monster Hex as pictures, alt text and plain text."""

from collections.abc import Sequence

from engine.monster_hex.view import View
from render import marks as marks_on_board
from render.animation import Animation
from render.monster_hex import (
    ability_pictures,
    alt_text,
    board,
    ending,
    hand,
    legend,
    objective_list,
    preview,
    replay,
    rotations,
    targets,
    text_board,
    zoom,
)
from render.monster_hex.themes import THEMES, MonsterTheme
from render.picture import Picture, draw_and_encode
from render.theme import theme_named


class MonsterHexPainter:
    """Draws Monster Hex; see `render.Painter`."""

    def theme(self, name: str = "dark") -> MonsterTheme:
        """The colours of the pictures in a theme."""
        return THEMES[theme_named(name).name]

    def board(self, view: View, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """The public board, the same for every viewer; `marks` are places on it that get a ring."""
        marks_on_board.check("monster_hex", view, marks)
        return draw_and_encode(
            lambda: (
                board.draw(view, labels, self.theme(theme), marks),
                alt_text.describe_board(view, labels),
            )
        )

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's own tiles and the hexes where they fit. Raises ValueError for a spectator's view."""
        return draw_and_encode(hand.draw, view, labels, self.theme(theme))

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """The board after `place TILE HEX ROTATION`, the rotations for `place TILE HEX`, the hexes for `place TILE`;
        after a red tile the board after an ability, such as `curse HEX`.

        Raises ValueError for anything else.
        """
        match action.split():
            case [preview.VERB, tile]:
                return draw_and_encode(targets.draw, view, labels, tile, self.theme(theme))
            case [preview.VERB, _, _]:
                return draw_and_encode(rotations.draw, view, labels, action, self.theme(theme))
            case [preview.VERB, *_]:
                return draw_and_encode(preview.draw, view, labels, action, self.theme(theme))
            case _:
                return draw_and_encode(ability_pictures.draw, view, labels, action, self.theme(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """The board around a hex or the newest placement ("last"), or a quarter. Raises ValueError for others."""
        return draw_and_encode(zoom.draw, view, labels, around, self.theme(theme))

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """The legend of the signs on the board."""
        return draw_and_encode(legend.draw, view, self.theme(theme))

    def objectives(self, size: int, theme: str = "dark") -> Picture:
        """All Objective cards for the board of 2, 3 or 4 players."""
        return draw_and_encode(objective_list.draw, size, self.theme(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """A game's boards as an animation. Raises ValueError without views."""
        return replay.draw(views, labels, self.theme(theme))

    def result(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Picture:
        """The end card of a finished game. Raises ValueError without views, or if the game is not over."""
        return draw_and_encode(ending.draw, views, labels, self.theme(theme))

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board as plain text for a monospaced font."""
        return text_board.plain_text(view, labels)

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's own tiles as plain text for a monospaced font. Raises ValueError for a spectator's view."""
        return hand.plain_text(view, labels)


PAINTER = MonsterHexPainter()
