"""Badges of seats and factions, and the patterns that make their sides distinguishable without colour.

A side is a set of colours with a name, such as "red"; see `render.theme.Side`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import Final, TypeAlias

from language.catalogues import SPOKEN
from language.messages import _, speaking
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme, mix

TALL = 1.16
"""The height of a badge, as a multiple of its width."""
SMALLEST_LETTER = 24
PATTERN_SHARE = 0.45
"""The colour of a badge's pattern, as a blend: 0 is the side's surface colour, 1 the colour of its shaded edges."""

COMPUTER_LETTERS: Final = "XYZVW"
"""The letters of computer players, in the order in which they are given."""

Fill: TypeAlias = Callable[[Sketch, float, float, int, Colour], None]
"""A function that draws a pattern around the centre of a sketch.

Its arguments are the sketch, the size of the area and the distance between repeats in pixels, the number of repeats on
each side of the centre, and the pattern's colour.
"""


def _draw_bars(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row in range(-count, count + 1):
        sketch.box(0, row * step, size, step * 0.45, fill)


def _draw_dots(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row, column in _grid(count):
        sketch.circle((column + row % 2 / 2) * step, row * step * 0.87, step * 0.22, fill)


def _draw_chevrons(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row, column in _grid(count):
        left, foot = column * 2 * step, row * step + step / 2
        sketch.stroke([(left - step, foot), (left, foot - step * 0.6), (left + step, foot)], step * 0.3, fill)


def _draw_diagonals(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for line in range(-2 * count, 2 * count + 1):
        across = line * step * 1.2
        sketch.stroke([(across - size / 2, size / 2), (across + size / 2, -size / 2)], step * 0.42, fill)


def _draw_checks(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row, column in _grid(count):
        if (row + column) % 2:
            sketch.box(column * step * 0.9, row * step * 0.9, step * 0.9, step * 0.9, fill)


def _grid(count: int) -> Iterator[tuple[int, int]]:
    """Return pairs of row and column, each from `-count` to `count`, for a pattern that repeats in both directions."""
    return ((row, column) for row in range(-count, count + 1) for column in range(-count, count + 1))


PATTERNS: Final[dict[str, Fill]] = {
    "blue": _draw_bars,
    "yellow": _draw_dots,
    "green": _draw_chevrons,
    "plum": _draw_diagonals,
    "ice": _draw_checks,
}
"""The function that draws each side's pattern, by the side's name. Sides that are not listed have no pattern."""


def fill_pattern(sketch: Sketch, side: str, size: float, step: float, fill: Colour) -> None:
    """Draw a side's pattern in the colour `fill` over a roughly square area around the centre of the sketch.

    `size` is the width of the area, `step` the distance between repeats, both in pixels. A side without a pattern
    leaves the sketch unchanged.
    """
    if draw := PATTERNS.get(side):
        draw(sketch, size, step, int(size / step / 2) + 1, fill)


@lru_cache(maxsize=64)
def badge(theme: Theme, side: str, emblem: str | None, letter: str, ground: Colour, width: int) -> Sprite:
    """Return a hexagonal badge with a side's colour and pattern, an icon and a letter; cached.

    `side` is a name in `theme.sides`; `emblem` is the icon's name in the icon font, or None. `ground` is the colour
    behind the badge, `width` its width in pixels.
    """
    sketch = Sketch(theme, width, width * TALL, ground)
    return sketch.finish([paint_badge(sketch, side, emblem, letter, width)])


def paint_badge(sketch: Sketch, side: str, emblem: str | None, letter: str, width: float) -> Letter:
    """Draw a badge without its letter on a sketch; return the letter, which the caller draws at final size."""
    theme, colours = sketch.theme, sketch.theme.sides[side]
    rounded = width * 0.06
    sketch.polygon(hexagon(0, 0, width - 2 * rounded), colours.lo, rounded)
    outline = hexagon(0, 0, width - 2 * rounded - width * 0.04)

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, colours.main, rounded)
        fill_pattern(inner, side, width * 1.3, width * 0.17, mix(colours.main, colours.lo, PATTERN_SHARE))

    sketch.clip(outline, rounded, surface)
    if emblem is not None:
        sketch.icon(emblem, 0, -width * 0.11, width * 0.5, theme.print)
    style = Style(max(SMALLEST_LETTER, round(width * 0.3)), 800, label=True)
    return Letter(letter, style, 0, width * 0.34 if emblem else 0, theme.print)


@lru_cache(maxsize=256)
def seat_letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a different letter from A to Z for each seat, for its badges.

    A person gets the initial of the name, else the next free letter of the name. A computer player gets one of
    `COMPUTER_LETTERS`. A name without a free letter, such as one in another script, gets the letter of the seat's
    number (A for the first), or the next one that is free.
    """
    letters = [_latin_letters(name) for name in names]
    computer = compile_computer_names()
    found: dict[int, str] = {}
    for seat, own in enumerate(letters):
        is_person = computer.fullmatch(names[seat]) is None
        if is_person and own and own[0] not in found.values():
            found[seat] = own[0]
    for seat, own in enumerate(letters):
        if seat not in found:
            wanted = own if computer.fullmatch(names[seat]) is None else COMPUTER_LETTERS
            order = (*wanted, *ascii_uppercase[seat:], *ascii_uppercase)
            found[seat] = next(letter for letter in order if letter not in found.values())
    return tuple(found[seat] for seat in range(len(names)))


@cache
def compile_computer_names() -> re.Pattern[str]:
    """Return a pattern of the names of computer players. A name is in the language of its table."""
    found: list[str] = []
    for language in SPOKEN:
        with speaking(language):
            found.append(_("Computer {number}", number=r"\d+"))
    return re.compile("|".join(found))


def _latin_letters(name: str) -> str:
    """Return the letters A to Z of a name, without accents, in capitals."""
    plain = unicodedata.normalize("NFD", name).upper()
    return "".join(letter for letter in plain if letter in ascii_uppercase)
