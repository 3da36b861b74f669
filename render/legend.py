"""Legends: the signs of a game's pictures in two columns, each with its name and its meaning."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from render import header, text
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Theme

GAP: Final = 24
LINE: Final = 41
MEANING: Final = Style(33, 500)

Icon: TypeAlias = Sprite | Callable[[Sheet, int, int], None]
"""A sprite, or a function that draws an icon; the function gets the sheet, and x and y of the icon's centre."""


class Sign(NamedTuple):
    """An entry of a legend: icons drawn on top of each other in the given order, a name and a meaning."""

    icons: Sequence[Icon]
    name: str
    meaning: str


class Layout(NamedTuple):
    """The dimensions of a legend, in pixels, and the text style of names.

    `icon` is the width of icons, `least_row` the minimum height of a row, and `row_gap` the gap below each row. `gap`
    separates the columns, and icons from texts. `line_margin` is added to the height of an entry's text.
    """

    icon: int
    least_row: int
    row_gap: int
    name: Style
    gap: int = GAP
    line_margin: int = 0


class Legend:
    """A legend laid out for drawing: its signs in two columns, with the height of each row."""

    def __init__(self, signs: Sequence[Sign], layout: Layout) -> None:
        self.signs, self.layout = signs, layout
        self._column = (WIDTH - 2 * MARGIN - layout.gap) // 2
        room = self._column - layout.icon - layout.gap
        self._lines = [text.wrap(sign.meaning, MEANING, room) for sign in signs]
        heights = [max(layout.least_row, (len(lines) + 1) * LINE + layout.line_margin) for lines in self._lines]
        self._rows = [max(heights[left : left + 2]) for left in range(0, len(signs), 2)]

    @property
    def height(self) -> int:
        """The height of all rows, each with the gap below it, in pixels."""
        return sum(self._rows) + self.layout.row_gap * len(self._rows)

    def draw(self, sheet: Sheet, top: int) -> None:
        """Draw the signs on a sheet, two per row; `top` is the upper edge of the first row."""
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
        x, y = left + width + self.layout.gap, middle - (len(lines) + 1) * LINE // 2 + 31
        sheet.write(sign.name, self.layout.name, x, y, theme.ink, theme.background)
        for line in lines:
            y += LINE
            sheet.write(line, MEANING, x, y, theme.muted, theme.background)


def draw(signs: Sequence[Sign], layout: Layout, title: tuple[str, str, str], theme: Theme) -> Sheet:
    """Return a sheet with a legend below its headline.

    `title` holds the three texts of `header.draw_title`: the headline, the state of the game and the latest event.
    """
    legend = Legend(signs, layout)
    sheet = Sheet(theme, header.HEIGHT + legend.height + MARGIN)
    header.draw_title(sheet, *title)
    legend.draw(sheet, header.HEIGHT)
    return sheet


def describe(signs: Sequence[Sign]) -> str:
    """Return the names and meanings of all signs in one line, for an alt text."""
    return " ".join(f"{sign.name}: {sign.meaning}" for sign in signs)
