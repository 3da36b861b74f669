"""The fonts of pictures: Inter, and fonts of the Noto family for characters that Inter lacks.

A font file is opened when its first character is drawn.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import fontpkg_inter
import manimgx_fonts
import manimgx_fonts_cjk
from PIL import Image, ImageDraw, ImageFont, features

INTER = fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf"
OPTICAL_SIZES = (14, 32)
CJK = Path(manimgx_fonts_cjk.__file__).parent / "NotoSansCJK-VF.otf.ttc"
"""Chinese, Japanese and Korean."""
UNSHAPED = frozenset((INTER, CJK))
"""Fonts of scripts whose letters stand side by side: layout without shaping takes a third less time."""
CJK_NAMES = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
"""Words in the Unicode names of characters for which only that font is opened."""
SCRIPTS = (
    *("Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew"),
    *("Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thai"),
)
"""Scripts that have a Noto font of their own. The Unicode names of their characters have these words."""
NO_CHARACTER = "\U0010fffe"
"""A code point that no font has, drawn as the glyph for missing characters."""
SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
JOINERS = "\u200c\u200d"
"""The zero-width non-joiner and joiner: they spell Persian and Sinhala words, and join emojis."""
MOST_MARKS = 2
"""Most combining marks that a letter keeps."""


class Run(NamedTuple):
    """A part of a text in one font; `shaped` if its letters join, combine or change their order."""

    text: str
    file: Path
    shaped: bool
    is_right_to_left: bool


FSI, PDI = "\u2068", "\u2069"
"""The marks around an isolated name, Unicode's *first strong isolate* and *pop directional isolate*."""
_ISOLATED = re.compile(f"({FSI}[^{PDI}]*{PDI}?)")
_LEFT_TO_RIGHT = re.compile(r"L(?:[ ,]*(?:L|\([ ,L]*\)))*|N(?:,?N)*")


def _noto(name: str) -> Path:
    return Path(manimgx_fonts.__file__).parent / f"Noto{name}[wght].ttf"


_BY_SCRIPT = {script.upper(): _noto(f"Sans{script}") for script in SCRIPTS} | dict.fromkeys(CJK_NAMES, CJK)
RAISED = {_noto("SansArabic"): 0.08, _noto("SansMyanmar"): 0.1}
"""The share of the font size by which a script with deep letters stands above the baseline, clear of the next line."""
_OTHERS = (_noto("Sans"), _noto("SansSymbols"), _noto("Emoji"), CJK)


@cache
def can_shape() -> bool:
    """Return whether complex scripts can be laid out: Pillow has Raqm, and FriBiDi is installed."""
    return bool(features.check_feature("raqm"))


# Enough for all faces of the four games. A face takes 0.25 MB, and 2 ms until its first text is drawn.
@lru_cache(maxsize=64)
def open_font(file: Path, size: int, weight: int, *, shaped: bool = False) -> ImageFont.FreeTypeFont:
    """Return a font in a size in pixels and a weight, with complex text layout if `shaped`; cached."""
    layout = ImageFont.Layout.RAQM if shaped and can_shape() else ImageFont.Layout.BASIC
    face = ImageFont.truetype(str(file), size, layout_engine=layout)
    smallest, largest = OPTICAL_SIZES
    face.set_variation_by_axes([min(largest, max(smallest, size)), weight] if file == INTER else [weight])
    return face


@lru_cache(maxsize=4096)
def is_plain(text: str) -> bool:
    """Return whether Inter alone can write a text, letter after letter."""
    return all(find_font(character) == INTER and not _continues(character) for character in text)


@lru_cache(maxsize=4096)
def find_font(character: str) -> Path | None:
    """Return the file of the first font that has a character, or None if no font has it."""
    if character == " ":
        return INTER
    if unicodedata.category(character)[0] == "C":
        return None
    words = re.split("[ -]", unicodedata.name(character, ""))
    own = [_BY_SCRIPT[word] for word in words if word in _BY_SCRIPT]
    files = own or (INTER, *_OTHERS)
    return next((file for file in files if _has_glyph(file, character)), None)


@lru_cache(maxsize=4096)
def _has_glyph(file: Path, character: str) -> bool:
    face = open_font(file, 32, 500)
    try:
        return _glyph(face, character) != _glyph(face, NO_CHARACTER)
    except OSError:
        # FreeType refuses to draw a glyph as complex as U+FDFD.
        return False


def _glyph(face: ImageFont.FreeTypeFont, character: str) -> tuple[bytes, float]:
    coverage = Image.new("L", (64, 64))
    ImageDraw.Draw(coverage).text((8, 48), character, 255, face, anchor="ls")
    return coverage.tobytes(), face.getlength(character)


def _continues(character: str) -> bool:
    """Return whether a character combines with the one before it."""
    return unicodedata.category(character)[0] == "M" or character in SKIN_TONES or character in JOINERS


@lru_cache(maxsize=768)
def split_runs(text: str) -> tuple[Run, ...]:
    """Split a text into runs of one font each, from left to right; characters that no font has are left out.

    An isolated name whose first letter is written from right to left is read in that direction.
    """
    runs: list[Run] = []
    for part in _ISOLATED.split(text):
        if not part.startswith(FSI) or _first_direction(part) == "L":
            runs += _split_fonts(part)
            continue
        for segment, is_right_to_left in reversed(_split_directions(part.strip(FSI + PDI))):
            found = _split_fonts(segment)
            if is_right_to_left:
                # Only shaped runs mirror their brackets.
                found = [run._replace(shaped=True, is_right_to_left=True) for run in reversed(found)]
            runs += found
    return tuple(runs)


def keep_drawable(text: str) -> str:
    """Return a text without the characters that no font has, and without the marks of isolated names."""
    return "".join(run.text for run in _split_fonts(text))


def _first_direction(text: str) -> str:
    """Return the bidirectional class of the first letter, "L" without letters."""
    return next((kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), "L")


def _split_directions(name: str) -> list[tuple[str, bool]]:
    """Split a name into segments in the order of reading, each with whether it is written from right to left.

    A segment from left to right is a number, or begins with a letter and ends with one or with its closing bracket.
    This is the part of Unicode's bidirectional algorithm that names need.
    """
    kinds, letter = "", "R"
    for character in name:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            letter = "L" if kind == "L" else "R"
            kinds += letter
        elif kind == "NSM":
            kinds += kinds[-1:] or "R"
        elif kind in ("EN", "AN"):
            kinds += "L" if letter == "L" else "N"
        else:
            kinds += character if character in "()" else "," if kind in ("CS", "ES") else " "
    cuts = [0, *(edge for match in _LEFT_TO_RIGHT.finditer(kinds) for edge in match.span()), len(name)]
    segments = ((name[start:end], number % 2 == 0) for number, (start, end) in enumerate(pairwise(cuts)))
    return [segment for segment in segments if segment[0]]


def _split_fonts(text: str) -> list[Run]:
    """Split a text into runs of one font and direction each, in the order of its characters."""
    runs: list[Run] = []
    for found in _clusters(text):
        file = find_font(found[0])
        if file is None:
            continue
        cluster = found[0] + "".join(mark for mark in found[1:] if _has_glyph(file, mark))
        is_right_to_left = unicodedata.bidirectional(cluster[0]) in ("R", "AL")
        run = Run(cluster, file, file not in UNSHAPED or len(cluster) > 1, is_right_to_left)
        # A space between two words of a script belongs to them, so that words from right to left keep their order.
        if len(runs) > 1 and runs[-1].text == " " and _is_same_kind(runs[-2], run):
            run = run._replace(text=f" {cluster}")
            runs.pop()
        if runs and _is_same_kind(runs[-1], run):
            run = run._replace(text=runs[-1].text + run.text, shaped=runs[-1].shaped or run.shaped)
            runs.pop()
        runs.append(run)
    return runs


def _is_same_kind(run: Run, other: Run) -> bool:
    return (run.file, run.is_right_to_left) == (other.file, other.is_right_to_left)


def _clusters(text: str) -> Iterator[str]:
    """Yield each character with those that combine with it."""
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not _continues(text[end]):
            yield text[start:end]
            start = end
