"""Text in Inter: measured, fitted, and drawn as planes of indices."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import fontpkg_inter
from PIL import Image, ImageDraw, ImageFont

from render.palette import ramp
from render.theme import Colour, Theme

FONT = fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf"
OPTICAL_SIZES = (14, 32)
CAPITAL = 0.727
"""The height of Inter's capitals and figures, in font sizes."""
ELLIPSIS = "…"
MATTERS = 0.023
"""The smallest size of a text that matters for a decision, in widths of the picture (look/README.md)."""
LABEL = 0.02
"""The smallest size of any text, in widths of the picture."""


class Style(NamedTuple):
    """A size in pixels and a weight, 450 to 800. `label` for text that no decision hangs on, which may be smaller."""

    size: int
    weight: int = 600
    label: bool = False


class Written(NamedTuple):
    """A text as it stands in a picture, with the pixels it covers."""

    text: str
    style: Style
    left: int
    top: int
    right: int
    bottom: int

    def moved(self, x: int, y: int) -> "Written":
        """The same text elsewhere."""
        text, style, left, top, right, bottom = self
        return Written(text, style, left + x, top + y, right + x, bottom + y)


class Line(NamedTuple):
    """A text as a plane of indices; `left` and `top` are where it begins, seen from the start of its baseline."""

    plane: Image.Image
    left: int
    top: int


@lru_cache(maxsize=64)
def font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Inter in a size and weight, with basic layout."""
    face = ImageFont.truetype(str(FONT), size, layout_engine=ImageFont.Layout.BASIC)
    smallest, largest = OPTICAL_SIZES
    face.set_variation_by_axes([min(largest, max(smallest, size)), weight])
    return face


@lru_cache(maxsize=4096)
def width(text: str, style: Style) -> int:
    """The width of a text in pixels, rounded up."""
    return -int(-font(style.size, style.weight).getlength(text) // 1)


@lru_cache(maxsize=512)
def line(text: str, style: Style, theme: Theme, over: Colour, under: Colour) -> Line:
    """A text in a colour upon another, as a plane of indices of the theme's palette."""
    face = font(style.size, style.weight)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor="ls"))
    coverage = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(coverage).text((-left, -top), text, fill=255, font=face, anchor="ls")
    return Line(coverage.point(ramp(theme, under, over)), left, top)


def fit(text: str, style: Style, room: int, smallest: int | None = None) -> tuple[str, Style]:
    """The text and style that fit into `room` pixels: smaller first, down to `smallest`, then cut with an ellipsis."""
    smallest = style.size if smallest is None else min(smallest, style.size)
    while width(text, style) > room and style.size > smallest:
        style = style._replace(size=style.size - 1)
    if width(text, style) <= room:
        return text, style
    kept = len(text)
    while kept and width(text[:kept].rstrip() + ELLIPSIS, style) > room:
        kept -= 1
    return text[:kept].rstrip() + ELLIPSIS, style


def cut(text: str, limit: int) -> str:
    """A text of at most `limit` characters, with an ellipsis where it was cut."""
    return text if len(text) <= limit else text[: limit - 1] + ELLIPSIS


def as_told(names: Sequence[str], rooms: Sequence[int], limit: int, describe: Callable[[Sequence[str]], str]) -> str:
    """The first description of at most `limit` characters, its names cut to one room after the other; else the last."""
    described = ""
    for room in rooms:
        described = describe([cut(name, room) for name in names])
        if len(described) <= limit:
            break
    return described


def wrapped(text: str, style: Style, room: int) -> list[str]:
    """A text in lines of at most `room` pixels, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, style) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def plain(name: str) -> str:
    """A name as it can be drawn on one line: composed, without control characters, single spaces."""
    composed = unicodedata.normalize("NFC", name)
    kept = (character if unicodedata.category(character)[0] != "C" else " " for character in composed)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def drawable(text: str) -> bool:
    """Whether the font has every character of a text; marks that stay apart from their letter count as lacking."""
    return all(_has(character) for character in text)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    if character == " ":
        return True
    if unicodedata.category(character)[0] in "CM":
        return False
    # A noncharacter: what the font draws for it, it draws for everything that it lacks.
    return _glyph(character) != _glyph("\U0010fffe")


def _glyph(character: str) -> bytes:
    coverage = Image.new("L", (64, 64))
    ImageDraw.Draw(coverage).text((8, 48), character, fill=255, font=font(32, 500), anchor="ls")
    return coverage.tobytes()
