"""Hive Mind as pictures, alt text and plain text."""

from collections.abc import Sequence

from engine.hive_mind.view import View
from render import marks as marks_on_board
from render.animation import Animation
from render.hive_mind import alt_text, draft, end_card, focus, guesses, hints, legend, notes, replay, zoom
from render.hive_mind.themes import THEMES, HiveTheme
from render.picture import Picture, draw_and_encode
from render.theme import theme_named


class HiveMindPainter:
    """Draws Hive Mind; see `render.Painter`. Also draws a player's hints and note sheet."""

    def theme(self, name: str = "dark") -> HiveTheme:
        """The colours of the pictures in a theme."""
        return THEMES[theme_named(name).name]

    def board(self, view: View, labels: Sequence[str], theme: str = "dark", marks: Sequence[str] = ()) -> Picture:
        """The public board, the same for every viewer; the end card once the points are told.

        `marks` are hexes that get a ring on every open hive.
        """
        marks_on_board.check("hive_mind", view, marks)
        return draw_and_encode(
            lambda: (
                replay.frame(view, labels, self.theme(theme), marks),
                alt_text.describe_board(view, labels),
            )
        )

    def result(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Picture:
        """The end card of a match, from its public views. Raises ValueError without views or before the end."""
        if not views:
            raise ValueError("no result without views")
        return draw_and_encode(end_card.draw_with_alt, views[-1], labels, self.theme(theme))

    def hand(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's pending submission and hints. Raises ValueError for a spectator."""
        return draw_and_encode(draft.draw, view, labels, self.theme(theme))

    def preview(self, view: View, labels: Sequence[str], action: str, theme: str = "dark") -> Picture:
        """One hive, enlarged, for the viewer only.

        `HIVE` shows its pending submission; `HIVE KIND` the hexes that can be covered; `HIVE KIND HEX` the shapes over
        a hex; `HIVE:LETTERS`, `double:HIVE` and `block:HIVE` the submission after the action; `guess:HIVE:TWELVE`
        the guess. Without a shape, `HIVE` shows an example of each kind. Raises ValueError otherwise.
        """
        return draw_and_encode(focus.draw, view, labels, action, self.theme(theme))

    def guess(
        self, view: View, labels: Sequence[str], hive: str, values: str, odds: bool = False, theme: str = "dark"
    ) -> Picture:
        """A guess of a hive's values, A to L, "." for a blank; with `odds` also the chances by the viewer's hints.

        Raises ValueError for a spectator, an unknown hive, or values that are no guess.
        """
        return draw_and_encode(guesses.draw, view, hive, values, odds, self.theme(theme))

    def hints(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's hints with their shapes. Raises ValueError for a spectator."""
        return draw_and_encode(hints.draw, view, self.theme(theme))

    def notes(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """The viewer's note sheet: the probability of each value on each hex. Raises ValueError for a spectator."""
        return draw_and_encode(notes.draw, view, self.theme(theme))

    def zoom(self, view: View, labels: Sequence[str], around: str, theme: str = "dark") -> Picture:
        """A hive, "last", a quarter of the board or "players"; at the end with all placements, and "points" by source.

        Raises ValueError, listing the valid values, for anything else.
        """
        return draw_and_encode(zoom.draw, view, labels, around, self.theme(theme))

    def pages(self, view: View) -> tuple[str, ...]:
        """The pages of `zoom`: the hives and "players"; at the end "points" and the hives."""
        return zoom.pages(view)

    def legend(self, view: View | None = None, theme: str = "dark") -> Picture:
        """The legend of the signs."""
        return draw_and_encode(legend.draw, view, self.theme(theme))

    def replay(self, views: Sequence[View], labels: Sequence[str], theme: str = "dark") -> Animation:
        """A match as an animation, with one frame per announcement. Raises ValueError without views."""
        return replay.draw(views, labels, self.theme(theme))

    def text(self, view: View, labels: Sequence[str]) -> str:
        """The public board as plain text for a monospaced font; at the end with everything revealed."""
        return alt_text.plain_text(view, labels)

    def hand_text(self, view: View, labels: Sequence[str]) -> str:
        """The viewer's submission and hints as plain text. Raises ValueError for a spectator."""
        return draft.plain_text(view, labels)


PAINTER = HiveMindPainter()
