"""Text in the font Inter: functions to measure it, to fit it into a width, and to draw it as palette indices."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import fontpkg_inter
from PIL import Image, ImageDraw, ImageFont

from render.palette import build_mask_lookup, look_up, ramp
from render.theme import Colour, Theme

FONT = fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf"
OPTICAL_SIZES = (14, 32)
CAP_HEIGHT = 0.727
"""The height of Inter's capital letters, as a share of the font size."""
ELLIPSIS = "…"
REST = "The rest is in the board as text."
"""The last sentence of an alt text that had to be cut. The board as text is a page behind the button *More*."""
STEPS = "The rest is in the replay, step by step."
"""The last sentence of a truncated alt text about a whole game; the replay shows the rest."""
ENDED_EARLY = "Ended early"
"""The headline of a game that was ended before it had a result: its view names no seat that must act and no winner."""
LARGE_SIZE, LARGE_STEP = 40, 6
"""The font size from which sizes are rounded to multiples of `LARGE_STEP`, and that step, in pixels."""
MIN_TEXT_SHARE = 0.023
"""The minimum font size of text that players need for decisions, as a share of the picture's width."""
MIN_LABEL_SHARE = 0.02
"""The minimum font size of labels, as a share of the picture's width."""


class Style(NamedTuple):
    """A text style: a font size in pixels, and a weight on Inter's scale of 100 to 900.

    A `label` is a text that players need less, and may be smaller.
    """

    size: int
    weight: int = 600
    label: bool = False


class Written(NamedTuple):
    """A text in a picture, with its style and its bounding box in pixels."""

    text: str
    style: Style
    left: int
    top: int
    right: int
    bottom: int

    def shift_by(self, x: int, y: int) -> "Written":
        """Return the text with its bounding box moved by (x, y) pixels."""
        if not (x or y):
            return self
        text, style, left, top, right, bottom = self
        return Written(text, style, left + x, top + y, right + x, bottom + y)


class TextLine(NamedTuple):
    """A text drawn as an image.

    `plane` are palette indices, and `ink` is the mask of the pixels that the letters cover. `left` and `top` are the
    offset of the image from the start of the text's baseline.
    """

    plane: Image.Image
    ink: Image.Image
    left: int
    top: int


def round_size(size: float) -> int:
    """Round a font size to whole pixels, and a large one to a multiple of `LARGE_STEP`.

    Fewer different sizes mean fewer open font faces. Each face takes memory.
    """
    return round(size) if size < LARGE_SIZE else round(size / LARGE_STEP) * LARGE_STEP


# Enough for all font faces of the four games. A face takes 0.25 MB, and 2 ms until its first text is drawn.
@lru_cache(maxsize=64)
def font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size in pixels and a weight, without complex text layout; cached."""
    face = ImageFont.truetype(str(FONT), size, layout_engine=ImageFont.Layout.BASIC)
    smallest, largest = OPTICAL_SIZES
    face.set_variation_by_axes([min(largest, max(smallest, size)), weight])
    return face


@lru_cache(maxsize=4096)
def width(text: str, style: Style) -> int:
    """Return the width of a text in pixels, rounded up."""
    return -int(-font(style.size, style.weight).getlength(text) // 1)


@lru_cache(maxsize=768)
def draw_line(text: str, style: Style, theme: Theme, over: Colour, under: Colour) -> TextLine:
    """Draw a text in the colour `over` on the colour `under`, as indices of the theme's palette; cached."""
    # getmask2 returns the mask and its offset; `getbbox` and `ImageDraw.text` would each lay out the text again.
    mask, (left, top) = font(style.size, style.weight).getmask2(text, anchor="ls")
    wide, high = mask.size
    coverage = Image.new("L", (max(1, wide), max(1, high)))
    if wide and high:
        ImageDraw.Draw(coverage).draw.draw_bitmap((0, 0), mask, 255)
    plane = look_up(coverage, ramp(theme, under, over))
    return TextLine(plane, look_up(plane, build_mask_lookup(theme, under)), left, top)


def fit(text: str, style: Style, room: int, smallest: int | None = None) -> tuple[str, Style]:
    """Return a text with the style in which it fits into `room` pixels.

    The font is shrunk to the size `smallest` at the least, by default not at all; if that is not enough, the text is
    truncated with an ellipsis.
    """
    smallest = style.size if smallest is None else min(smallest, style.size)
    while width(text, style) > room and style.size > smallest:
        style = style._replace(size=style.size - 1)
    if width(text, style) <= room:
        return text, style
    length = len(text)
    while length and width(text[:length].rstrip() + ELLIPSIS, style) > room:
        length -= 1
    return text[:length].rstrip() + ELLIPSIS, style


def pluralize(number: int, word: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1."""
    ending = "es" if word[-1] in "sx" else "s"
    return f"{number} {word}" if number == 1 else f"{number} {word}{ending}"


def possessive(name: str, ending: str = "'s") -> str:
    """Return a name with an ending such as "'s"; the note "(you)" at its end is left out."""
    return name.removesuffix(" (you)") + ending


def ordinal(number: int) -> str:
    """Return an ordinal number such as "1st" or "12th"."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas and a final "and", or another word."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def truncate(text: str, limit: int) -> str:
    """Truncate a text to at most `limit` characters, including the ellipsis that replaces its end."""
    return text if len(text) <= limit else text[: limit - 1] + ELLIPSIS


def join_people(told: Iterable[str]) -> str:
    """Join what an alt text says about several people; semicolons, since names and notes may contain commas."""
    return "; ".join(told)


def truncate_to_text_board(text: str, limit: int) -> str:
    """Truncate a text to at most `limit` characters; if it is cut, `REST` refers to the board as text."""
    return truncate_saying(text, limit, REST)


def truncate_saying(text: str, limit: int, rest: str) -> str:
    """Truncate a text to at most `limit` characters; if it is cut, it ends with the sentence `rest`."""
    return text if len(text) <= limit else f"{truncate(text, limit - len(rest) - 1)} {rest}"


def shorten_names_to_fit(
    names: Sequence[str],
    lengths: Iterable[int],
    limit: int,
    describe: Callable[[Sequence[str]], str],
    size: Callable[[str], int] = len,
) -> str:
    """Return a description in which names are shortened until it fits the limit.

    `describe` makes the description from the names. `lengths` are the maximum lengths of names to try, in that order;
    the first description of at most `limit` is returned, or the last one if none fits. `size` measures a description,
    by default in characters.
    """
    description = ""
    for length in lengths:
        description = describe([truncate(name, length) for name in names])
        if size(description) <= limit:
            break
    return description


def wrap(text: str, style: Style, room: int) -> list[str]:
    """Wrap a text between words into lines of at most `room` pixels; a word wider than that has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, style) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def normalize_name(name: str) -> str:
    """Return a name on one line: Unicode NFC, without control characters, with single spaces."""
    composed = unicodedata.normalize("NFC", name)
    characters = (character if unicodedata.category(character)[0] != "C" else " " for character in composed)
    return " ".join("".join(characters).split())


def writable_name(name: str, otherwise: str) -> str:
    """Return a name on one line, or `otherwise` if it is empty or the font can't write it."""
    name = normalize_name(name)
    return name if name and has_glyphs(name) else otherwise


@lru_cache(maxsize=4096)
def has_glyphs(text: str) -> bool:
    """Return whether the font has a glyph for every character of a text; combining marks count as missing."""
    return all(_has_glyph(character) for character in text)


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    if character == " ":
        return True
    if unicodedata.category(character)[0] in "CM":
        return False
    # U+10FFFE is not a character, so the font draws it with its glyph for missing characters.
    return _glyph(character) != _glyph("\U0010fffe")


def _glyph(character: str) -> bytes:
    coverage = Image.new("L", (64, 64))
    ImageDraw.Draw(coverage).text((8, 48), character, fill=255, font=font(32, 500), anchor="ls")
    return coverage.tobytes()
