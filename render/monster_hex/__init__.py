"""Monster Hex in pictures and words."""

from collections.abc import Sequence

from engine.monster_hex.view import View
from render.animation import Animation
from render.monster_hex import board, choices, hand, legend, preview, replay, words, zoom
from render.picture import Picture, finished
from render.theme import theme_named


class MonsterHexPainter:
    """Draws Monster Hex; see `render.Painter`."""

    def board(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The public board, the same for everybody."""
        return finished(lambda: (board.drawn(view, labels, theme_named(theme)), words.alt(view, labels)))

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's own tiles, and where they fit. Raises ValueError for a spectator's view."""
        return finished(hand.drawn, view, labels, theme_named(theme))

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """What `place TILE HEX ROTATION` would bring, or where `place TILE` may go. Raises ValueError otherwise."""
        match action.split():
            case [preview.VERB, tile]:
                return finished(choices.drawn, view, labels, tile, theme_named(theme))
            case _:
                return finished(preview.drawn, view, labels, action, theme_named(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """The board around a hex or the newest placement ("last"), or a quarter. Raises ValueError for others."""
        return finished(zoom.drawn, view, labels, around, theme_named(theme))

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """What the signs mean."""
        return finished(legend.drawn, view, theme_named(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """The boards of a game's views as an animation. Raises ValueError without views."""
        return replay.drawn(views, labels, theme_named(theme))

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board for a font of fixed width."""
        return words.plain_text(view, labels)

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's own tiles and where they fit, for a font of fixed width. Raises ValueError for a spectator's."""
        return hand.plain_text(view, labels)


PAINTER = MonsterHexPainter()
