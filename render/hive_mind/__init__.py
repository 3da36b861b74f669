"""Hive Mind in pictures and words."""

from collections.abc import Sequence

from engine.hive_mind.view import View
from render.animation import Animation
from render.hive_mind import board, draft, focus, hints, legend, notes, replay, words, zoom
from render.hive_mind.colours import themed
from render.picture import Picture, finished


class HiveMindPainter:
    """Draws Hive Mind; see `render.Painter`. Besides, it draws a player's hints and note sheet."""

    def board(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The public board, the same for everybody; at the end with values and points."""
        return finished(lambda: (board.drawn(view, labels, themed(theme)), words.alt(view, labels)))

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's submission as it is pending, and its hints. Raises ValueError for a spectator."""
        return finished(draft.drawn, view, labels, themed(theme))

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """One hive, large, for its own player.

        `HIVE` is the submission for it; `HIVE KIND` the hexes that can be covered; `HIVE KIND HEX` the shapes over
        one; `HIVE:LETTERS`, `guess:HIVE:TWELVE`, `double:HIVE`, `block:HIVE` what an action would make of it. Raises
        ValueError otherwise.
        """
        return finished(focus.drawn, view, labels, action, themed(theme))

    def hints(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """All that the viewer's shapes have told it. Raises ValueError for a spectator."""
        return finished(hints.drawn, view, themed(theme))

    def notes(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's note sheet: how likely each value is on each hex. Raises ValueError for a spectator."""
        return finished(notes.drawn, view, themed(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """A hive, "last" or a quarter of the board; at the end who played what there, and "points" by source.

        Raises ValueError, saying what there is, for anything else.
        """
        return finished(zoom.drawn, view, labels, around, themed(theme))

    def pages(self, view: View) -> tuple[str, ...]:
        """What `zoom` shows one by one: the hives, and once they are told before them "points"."""
        return zoom.pages(view)

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """What the signs mean."""
        return finished(legend.drawn, view, themed(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """The boards of a match, one for each time something was announced. Raises ValueError without views."""
        return replay.drawn(views, labels, themed(theme))

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board for a font of fixed width; at the end with everything that is told."""
        return words.plain_text(view, labels)

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's submission and hints, for a font of fixed width. Raises ValueError for a spectator."""
        return draft.plain_text(view, labels)

    def hints_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's hints, for a font of fixed width. Raises ValueError for a spectator."""
        return hints.plain_text(view)

    def notes_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's note sheet, for a font of fixed width. Raises ValueError for a spectator."""
        return notes.plain_text(view)


PAINTER = HiveMindPainter()
