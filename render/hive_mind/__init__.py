"""Hive Mind as pictures, alt text and plain text."""

from collections.abc import Sequence

from engine.hive_mind.view import View
from render.animation import Animation
from render.hive_mind import alt_text, board, draft, focus, hints, legend, notes, replay, zoom
from render.hive_mind.colours import hive_theme
from render.picture import Picture, draw_and_encode


class HiveMindPainter:
    """Draws Hive Mind; see `render.Painter`. Also draws a player's hints and note sheet."""

    def board(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The public board, the same for every viewer; at the end with values and points."""
        return draw_and_encode(
            lambda: (board.draw(view, labels, hive_theme(theme)), alt_text.describe_board(view, labels))
        )

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's pending submission and hints. Raises ValueError for a spectator."""
        return draw_and_encode(draft.draw, view, labels, hive_theme(theme))

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """One hive, enlarged, for the viewer only.

        `HIVE` shows its pending submission; `HIVE KIND` the hexes that can be covered; `HIVE KIND HEX` the shapes over
        a hex; `HIVE:LETTERS`, `guess:HIVE:TWELVE`, `double:HIVE` and `block:HIVE` the submission after the action.
        Raises ValueError otherwise.
        """
        return draw_and_encode(focus.draw, view, labels, action, hive_theme(theme))

    def hints(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's hints with their shapes. Raises ValueError for a spectator."""
        return draw_and_encode(hints.draw, view, hive_theme(theme))

    def notes(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's note sheet: the probability of each value on each hex. Raises ValueError for a spectator."""
        return draw_and_encode(notes.draw, view, hive_theme(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """A hive, "last" or a quarter of the board; at the end with all placements, and "points" by source.

        Raises ValueError, listing the valid values, for anything else.
        """
        return draw_and_encode(zoom.draw, view, labels, around, hive_theme(theme))

    def pages(self, view: View) -> tuple[str, ...]:
        """The pages of `zoom`: the hives, after the end preceded by "points"."""
        return zoom.pages(view)

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """The legend of the signs."""
        return draw_and_encode(legend.draw, view, hive_theme(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """A match as an animation, with one frame per announcement. Raises ValueError without views."""
        return replay.draw(views, labels, hive_theme(theme))

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board as plain text for a monospaced font; at the end with everything revealed."""
        return alt_text.plain_text(view, labels)

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's submission and hints as plain text. Raises ValueError for a spectator."""
        return draft.plain_text(view, labels)

    def hints_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's hints as plain text. Raises ValueError for a spectator."""
        return hints.plain_text(view)

    def notes_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's note sheet as plain text. Raises ValueError for a spectator."""
        return notes.plain_text(view)


PAINTER = HiveMindPainter()
