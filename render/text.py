"""Text in pictures: functions to measure it, to fit it into a width, and to draw it as palette indices."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from language.messages import N_, _, spoken_language
from language.punctuation import localize_marks
from render import fonts
from render.fonts import FSI, PDI
from render.palette import build_mask_lookup, look_up, ramp
from render.theme import Colour, Theme

CAP_HEIGHT = 0.727
"""The height of Inter's capital letters, as a share of the font size."""
ELLIPSIS = "…"
NUMBERED = re.compile(r"(.+)( \d{1,3})")
"""A name with a number at its end, such as "Computer 2"."""
REST = N_("The rest is in the board as text.")
"""The last sentence of an alt text that had to be cut. The board as text is a page behind the button *More*."""
STEPS = N_("The rest is in the replay, step by step.")
"""The last sentence of a truncated alt text about a whole game; the replay shows the rest."""
ENDED_EARLY = N_("Ended early")
"""The headline of a game that was ended before it had a result: its view names no seat that must act and no winner."""
LARGE_SIZE, LARGE_STEP = 40, 6
"""The font size from which sizes are rounded to multiples of `LARGE_STEP`, and that step, in pixels."""
MIN_TEXT_SHARE = 0.023
"""The minimum font size of text that players need for decisions, as a share of the picture's width."""
MIN_LABEL_SHARE = 0.02
"""The minimum font size of labels, as a share of the picture's width."""

SPACES = re.compile("[^\\S\u00a0\u202f]+")
"""White space at which a line may end: no-break spaces are none."""
JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""A kana or an ideograph."""
OPENING = frozenset("「『（(")
"""Characters with which no line ends."""
CLOSING = frozenset("、。：！？」』）)・ー…～々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
"""Characters with which no line begins."""
CLUE = "手がかり"
"""A word that BudouX takes for two."""


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


def font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return Inter in a size in pixels and a weight, without complex text layout."""
    return fonts.open_font(fonts.INTER, size, weight)


def width(text: str, style: Style) -> int:
    """Return the width of a text in pixels, rounded up."""
    return measure(spoken_language(), text, style)


@lru_cache(maxsize=4096)
def measure(_language: str, text: str, style: Style) -> int:
    """Return the width of a text; cached for each language, since marks differ."""
    text = localize_marks(text)
    if fonts.is_plain(text):
        return -int(-font(style.size, style.weight).getlength(text) // 1)
    return sum(-int(-length // 1) for _, _, length in _draw_runs(text, style))


def draw_line(text: str, style: Style, theme: Theme, over: Colour, under: Colour) -> TextLine:
    """Draw a text in the colour `over` on the colour `under`, as indices of the theme's palette; cached."""
    return draw_in(spoken_language(), text, style, theme, over, under)


@lru_cache(maxsize=768)
def draw_in(_language: str, text: str, style: Style, theme: Theme, over: Colour, under: Colour) -> TextLine:
    """Draw a text; cached for each language, since marks differ."""
    coverage, left, top = draw_coverage(text, style)
    plane = look_up(coverage, ramp(theme, under, over))
    return TextLine(plane, look_up(plane, build_mask_lookup(theme, under)), left, top)


def draw_coverage(text: str, style: Style) -> tuple[Image.Image, int, int]:
    """Return the coverage of a text's pixels, and its offset from the start of the baseline."""
    text = localize_marks(text)
    if fonts.is_plain(text):
        # getmask2 returns the mask and its offset; `getbbox` and `ImageDraw.text` would each lay out the text again.
        mask, (left, top) = font(style.size, style.weight).getmask2(text, anchor="ls")
        placed: list[tuple[Any, int, int]] = [(mask, left, top)]
    else:
        placed, start = [], 0
        for mask, (left, top), length in _draw_runs(text, style):
            placed.append((mask, start + left, top))
            start += -int(-length // 1)
    boxes = [(x, y, x + mask.size[0], y + mask.size[1]) for mask, x, y in placed]
    left, top = min((box[0] for box in boxes), default=0), min((box[1] for box in boxes), default=0)
    right, bottom = max((box[2] for box in boxes), default=1), max((box[3] for box in boxes), default=1)
    coverage = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    for mask, x, y in placed:
        if mask.size[0] and mask.size[1]:
            ImageDraw.Draw(coverage).draw.draw_bitmap((x - left, y - top), mask, 255)
    return coverage, left, top


def _draw_runs(text: str, style: Style) -> Iterator[tuple[Any, tuple[int, int], float]]:
    """Yield the mask of each run of a text, its offset, and the run's width in pixels."""
    for run in fonts.split_runs(text):
        face = fonts.open_font(run.file, style.size, style.weight, shaped=run.shaped)
        direction = ("rtl" if run.is_right_to_left else "ltr") if run.shaped and fonts.can_shape() else None
        written = run.text[::-1] if run.is_right_to_left and direction is None else run.text
        mask, offset = face.getmask2(written, anchor="ls", direction=direction)
        left, top = offset
        raised = round(style.size * fonts.RAISED.get(run.file, 0))
        yield mask, (left, top - raised), face.getlength(written, direction=direction)


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


def possessive(name: str, ending: str = "'s") -> str:
    """Return a name with an ending such as "'s"; the note "(you)" at its end is left out."""
    return name.removesuffix(" " + _("(you)")) + ending


ORDINALS: Final = {1: N_("{number}st"), 2: N_("{number}nd"), 3: N_("{number}rd")}


def ordinal(number: int) -> str:
    """Return an ordinal number such as "1st" or "12th", in the context's language."""
    if number == 1:
        return _("1st")
    is_teen = number % 100 in (11, 12, 13)
    return _("{number}th", number=number) if is_teen else _(ORDINALS.get(number % 10, "{number}th"), number=number)


def truncate(text: str, limit: int) -> str:
    """Truncate a text to at most `limit` characters, including the ellipsis that replaces its end.

    A name that is cut stays isolated; see `isolate`.
    """
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    if kept.count(FSI) <= kept.count(PDI):
        return kept + ELLIPSIS
    kept = kept if kept.endswith(FSI) else kept[:-1]
    return f"{kept[:-1]}{ELLIPSIS}" if kept.endswith(FSI) else f"{kept}{ELLIPSIS}{PDI}"


def _truncate_name(name: str, limit: int) -> str:
    """Truncate a name; a number at its end stays, as in "Comp… 2", since it tells computer players apart."""
    numbered = NUMBERED.fullmatch(name)
    if numbered is None or len(name) <= limit or limit < len(numbered[2]) + 2:
        return truncate(name, limit)
    return f"{truncate(numbered[1], limit - len(numbered[2]))}{numbered[2]}"


def join_people(told: Iterable[str]) -> str:
    """Join what an alt text says about several people; semicolons, since names and notes may contain commas."""
    return "; ".join(told)


def truncate_to_text_board(text: str, limit: int) -> str:
    """Truncate a text to at most `limit` characters; if it is cut, `REST` refers to the board as text."""
    return truncate_saying(text, limit, _(REST))


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
        description = describe([_truncate_name(name, length) for name in names])
        if size(description) <= limit:
            break
    return description


def wrap(text: str, style: Style, room: int) -> list[str]:
    """Wrap a text into lines of at most `room` pixels, between words and between the phrases of Japanese.

    A word that is wider is truncated; a Japanese phrase that is wider is broken between its characters.
    """
    lines: list[str] = []
    for word in _list_words(text, style, room):
        for number, part in enumerate(_list_parts(word, style, room)):
            longer = f"{lines[-1]}{'' if number else ' '}{part}" if lines else part
            if lines and width(longer, style) <= room:
                lines[-1] = longer
            else:
                lines.append(fit(part, style, room)[0])
    return lines


def _list_words(text: str, style: Style, room: int) -> Iterator[str]:
    """Split a text at its spaces; a word that is wider than `room` is also split at its no-break spaces."""
    for word in filter(None, SPACES.split(text)):
        yield from [word] if width(word, style) <= room else word.split()


def _list_parts(word: str, style: Style, room: int) -> list[str]:
    """Split a text without spaces where a line may end: nowhere, or between the phrases of Japanese."""
    if not JAPANESE.search(word):
        return [word]
    parts: list[str] = []
    for phrase in _load_phrase_parser()(word):
        for part in [phrase] if width(phrase, style) <= room else phrase:
            if parts and _belong_together(parts[-1], part):
                parts[-1] += part
            else:
                parts.append(part)
    return parts


@cache
def _load_phrase_parser() -> Callable[[str], list[str]]:
    # Importing BudouX takes 40 ms, and most programs never draw Japanese.
    from budoux import load_default_japanese_parser

    return load_default_japanese_parser().parse


def _belong_together(before: str, after: str) -> bool:
    """Return whether a line must not end between two texts: inside a number, name or word, or beside punctuation."""
    if before[-1] in OPENING or after[0] in CLOSING or (before[-1].isascii() and after[0].isascii()):
        return True
    cuts = range(1, len(CLUE))
    return any(before.endswith(CLUE[:cut]) and after.startswith(CLUE[cut:]) for cut in cuts)


def isolate(name: str) -> str:
    """Return a name between the marks that keep its order from right to left out of the text around it, if it has one.

    The marks are Unicode's *first strong isolate* and *pop directional isolate*.
    """
    return f"{FSI}{name}{PDI}" if any(unicodedata.bidirectional(each) in ("R", "AL") for each in name) else name


def normalize_name(name: str) -> str:
    """Return a name on one line: Unicode NFC, without control characters, with single spaces, isolated.

    Styled letters become plain ones, and a letter keeps at most `fonts.MOST_MARKS` combining marks.
    """
    seen = keep_visible(unicodedata.normalize("NFC", name))
    blanked = (" " if unicodedata.category(each)[0] == "C" and each not in fonts.JOINERS else each for each in seen)
    folded = "".join(map(_fold, blanked))
    marks = 0
    kept: list[str] = []
    for character in folded:
        marks = marks + 1 if unicodedata.category(character)[0] in "MC" else 0
        if marks <= fonts.MOST_MARKS:
            kept.append(character)
    return isolate(" ".join("".join(kept).split()))


def keep_visible(name: str) -> str:
    """Return a name without format characters, which are invisible and may turn the text after them; joiners stay."""
    return "".join(each for each in name if unicodedata.category(each) != "Cf" or each in fonts.JOINERS)


def _fold(character: str) -> str:
    """Return the plain letters that a styled character stands for, if Inter has these and lacks the character."""
    if fonts.find_font(character) == fonts.INTER:
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if all(fonts.find_font(each) == fonts.INTER for each in plain) else character


@lru_cache(maxsize=4096)
def writable_name(name: str, otherwise: str) -> str:
    """Return a name on one line without what no font has, or `otherwise` if nothing of it is visible."""
    name = fonts.keep_drawable(normalize_name(name)).strip()
    return isolate(name) if has_ink(name) else otherwise


@lru_cache(maxsize=4096)
def has_ink(text: str) -> bool:
    """Return whether a text has a visible letter, found by drawing it."""
    return draw_coverage(text, Style(32, 500))[0].getbbox() is not None
