"""The list of all classes: a row for each, with a monster, a sentence, and the reach of its monsters."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.connect_four.roster import CLASSES
from language.messages import spoken_language
from render import text
from render.connect_four import glyphs, naming, piece
from render.connect_four.themes import GridTheme
from render.palette import cap_colour
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import CAP_HEIGHT, Style
from render.theme import Colour

ROOM: Final = WIDTH - 2 * MARGIN
HEIGHT: Final = 142
GAP: Final = 12
ROUNDED: Final = 18
SIDE: Final = 150
"""The width of the coloured part of a row, in pixels."""
DISC: Final = 122
GLYPH: Final = 0.54
CLICKS: Final = 10
NAME, LINE, REACH = Style(46, 800), Style(34, 550), Style(30, 600)
SMALLEST_LINE: Final = 28
CHIP_HEIGHT: Final = 50
LEFT: Final = SIDE + 22
CHOSEN: Final = 5
"""The width of the border of a class that a seat has chosen, in pixels; others have a border of 2 pixels."""


class _Colours(NamedTuple):
    """The side in whose colours a row is drawn, and the colour and width of its border."""

    side: str
    border: Colour
    thickness: int


def height() -> int:
    """Return the height of the list, in pixels."""
    return len(CLASSES) * (HEIGHT + GAP)


def draw(sheet: Sheet, top: int, chosen: Sequence[str | None], chooser: int | None = None) -> None:
    """Draw the list of all classes.

    `chosen` is the class of each seat, or None; it gets a border in the seat's colour, and its row has that colour.
    Other rows have the colour of the seat `chooser`; if that is None, a neutral colour.
    """
    theme = sheet.theme
    assert isinstance(theme, GridTheme)
    for number, name in enumerate(CLASSES):
        by = [seat for seat, each in enumerate(chosen) if each == name]
        seat = by[0] if by else chooser
        side = "none" if seat is None else naming.SIDES[seat]
        colours = _Colours(side, theme.sides[side].main, CHOSEN) if by else _Colours(side, theme.raised, 2)
        sheet.paste_opaque(
            _draw_row(theme, name, colours, spoken_language()),
            WIDTH // 2,
            top + number * (HEIGHT + GAP) + HEIGHT // 2,
        )


@lru_cache(maxsize=64)
def _draw_row(theme: GridTheme, name: str, colours: _Colours, language: str) -> Sprite:
    """Return the row of a class; `language` is the spoken one, a part of the cache's key."""
    sketch, edge = Sketch(theme, ROOM - 2, HEIGHT - 2, theme.background), colours.thickness
    sketch.box(0, 0, ROOM, HEIGHT, colours.border, ROUNDED)
    across, down, rounded = ROOM / 2 - ROUNDED, HEIGHT / 2 - ROUNDED, ROUNDED - edge
    middle = (SIDE - ROOM) / 2

    def paint(inner: Sketch) -> None:
        inner.box(0, 0, ROOM, HEIGHT, theme.panel)
        inner.box(middle, 0, SIDE, HEIGHT, theme.sides[colours.side].deep)

    sketch.clip([(-across, -down), (across, -down), (across, down), (-across, down)], rounded, paint)
    _paint_monster(sketch.at(round(middle), 0), name, colours.side)
    ink = theme.muted if theme.is_light else theme.sides["none"].tint
    letters = [_place(naming.class_words(name), NAME, -16, theme.ink), *_place_line(name, ink)]
    reach = naming.class_reach(name)
    return sketch.finish([*letters, *([_paint_chip(sketch, reach)] if reach else [])])


def _place_line(name: str, ink: Colour) -> list[Letter]:
    """Return a class's sentence on one line, or on two if the smallest font is too wide for one."""
    words, room = naming.class_line(name), ROOM - LEFT - 24
    line, style = text.fit(words, LINE, room, SMALLEST_LINE)
    if line == words:
        return [_place(line, style, 40, ink)]
    return [_place(each, style, y, ink) for each, y in zip(text.wrap(words, style, room), (24, 56), strict=False)]


def _paint_monster(sketch: Sketch, name: str, side: str) -> None:
    """Draw a monster of a class as a disc with a full ring of clicks, without values."""
    colours = sketch.theme.sides[side]
    dark = cap_colour(colours)
    sketch.circle(0, 0, DISC * 0.5, dark)
    for click in range(CLICKS):
        start, sweep = 360 / CLICKS * click + 2, 360 / CLICKS - 4
        sketch.polygon(piece.arc(start, start + sweep, DISC * 0.475, DISC * 0.405), colours.main)
    sketch.circle(0, 0, DISC * 0.375, colours.main)
    sketch.icon(glyphs.monster(naming.class_emblem(name)), 0, 0, DISC * GLYPH, dark)


def _paint_chip(sketch: Sketch, words: str) -> Letter:
    """Draw the box at the right of a row; return the text on it."""
    width = text.width(words, REACH) + 40
    x, y = ROOM / 2 - 24 - width / 2, -HEIGHT / 2 + 20 + CHIP_HEIGHT / 2
    sketch.box(x, y, width, CHIP_HEIGHT, sketch.theme.raised, 14)
    return Letter(words, REACH, x, y, sketch.theme.muted if not sketch.theme.is_light else sketch.theme.ink)


def _place(words: str, style: Style, baseline: float, fill: Colour) -> Letter:
    left = LEFT - ROOM / 2
    return Letter(words, style, left + text.width(words, style) / 2, baseline - style.size * CAP_HEIGHT / 2, fill)
