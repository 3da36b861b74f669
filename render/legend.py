"""Legends: the signs of a game's pictures in two columns, each with its name and meaning."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from render import header, text
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Theme

GAP: Final = 24
LINE: Final = 36
MEANING: Final = Style(28, 500)

Icon: TypeAlias = Sprite | Callable[[Sheet, int, int], None]
"""A sprite, or a function that draws on a sheet around a centre."""


class Sign(NamedTuple):
    """A legend entry: icons drawn on top of each other, a name and a meaning."""

    icons: Sequence[Icon]
    name: str
    meaning: str


class Layout(NamedTuple):
    """The measures of a legend, in pixels.

    `icon` is the width of icons, `least_row` the minimum height of a row, `name` the style of names. `line_margin` is
    added to the height of an entry's lines.
    """

    icon: int
    least_row: int
    row_gap: int
    name: Style
    gap: int = GAP
    line_margin: int = 0


class Legend:
    """The layout of a legend: its signs with the heights of their rows."""

    def __init__(self, signs: Sequence[Sign], layout: Layout) -> None:
        self.signs, self.layout = signs, layout
        self._column = (WIDTH - 2 * MARGIN - layout.gap) // 2
        room = self._column - layout.icon - layout.gap
        self._lines = [text.wrap(sign.meaning, MEANING, room) for sign in signs]
        heights = [max(layout.least_row, (len(lines) + 1) * LINE + layout.line_margin) for lines in self._lines]
        self._rows = [max(heights[left : left + 2]) for left in range(0, len(signs), 2)]

    @property
    def height(self) -> int:
        """The height of all rows with the gaps below them, in pixels."""
        return sum(self._rows) + self.layout.row_gap * len(self._rows)

    def draw(self, sheet: Sheet, top: int) -> None:
        """Draw the signs, two per row."""
        for row, height in enumerate(self._rows):
            for side, index in enumerate(range(2 * row, min(2 * row + 2, len(self.signs)))):
                self._write(sheet, index, MARGIN + side * (self._column + self.layout.gap), top + height // 2)
            top += height + self.layout.row_gap

    def _write(self, sheet: Sheet, index: int, left: int, middle: int) -> None:
        theme, sign, lines, width = sheet.theme, self.signs[index], self._lines[index], self.layout.icon
        for icon in sign.icons:
            if isinstance(icon, Sprite):
                sheet.paste(icon, left + width // 2, middle)
            else:
                icon(sheet, left + width // 2, middle)
        x, y = left + width + self.layout.gap, middle - (len(lines) + 1) * LINE // 2 + 27
        sheet.write(sign.name, self.layout.name, x, y, theme.ink, theme.background)
        for line in lines:
            y += LINE
            sheet.write(line, MEANING, x, y, theme.muted, theme.background)


def draw(signs: Sequence[Sign], layout: Layout, title: tuple[str, str, str], theme: Theme) -> Sheet:
    """Draw a legend below a headline; `title` is the headline, the state of the game and the latest event."""
    legend = Legend(signs, layout)
    sheet = Sheet(theme, header.HEIGHT + legend.height + MARGIN)
    header.draw_title(sheet, *title)
    legend.draw(sheet, header.HEIGHT)
    return sheet


def describe(signs: Sequence[Sign]) -> str:
    """Format the signs for an alt text."""
    return " ".join(f"{sign.name}: {sign.meaning}" for sign in signs)
