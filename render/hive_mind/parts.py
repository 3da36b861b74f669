"""Parts that several pictures of Hive Mind use: notices, headings, cards, chips, ready marks; and the emojis."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from render import header, text
from render.emojis import ROUNDED as EMOJI_ROUNDED
from render.emojis import SIZE, WIDE, glyph_on_dark
from render.header import Box
from render.hive_mind.kinds import KINDS, sign
from render.hive_mind.themes import THEMES, HiveTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Paint, Sketch, Sprite
from render.text import Style
from render.theme import Colour

NOTICE = Style(34, 600)
NOTICE_HEIGHT = 66
SMALLEST_LABEL = 24
HEADING = Style(42, 800)
ASIDE = Style(30, 650)
HEADING_HEIGHT = 64
"""Height of a heading, in pixels."""
BASELINE = 46
CHIP = Style(30, 650)
CHIP_STRONG = Style(30, 800)
DOUBLE = "2×"
CHIP_HEIGHT = 50
CHIP_PAD, WORD_PAD = 12, 18
SIGN = 44
"""Width of the mark that shows whether a seat is ready, in pixels."""
SHIELD = "shield"
EMOJI_SIGN_SHARES = {"tri": 0.37, "arc": 0.31, "line": 0.27}
"""By kind of shape: the width of one hex of the kind's sign in its emoji, as a share of the emoji's size.

The signs are as large as fits.
"""


def draw_notice(sheet: Sheet, words: str, top: int) -> int:
    """Draw a notice, such as the players' present task, on a yellowish bar; return the bar's lower edge."""
    theme = sheet.theme
    bar = _notice_bar(theme)
    sheet.paste_opaque(bar, MARGIN + bar.centre_x, top + bar.centre_y)
    room = WIDTH - 2 * MARGIN - 56
    fitted, style = text.fit(words, NOTICE, room, 28)
    lines, baselines = ([fitted], (12,)) if fitted == words else (text.wrap(words, style, room), (-5, 24))
    for line, y in zip(lines, baselines, strict=False):
        sheet.write(line, style, MARGIN + 34, top + NOTICE_HEIGHT // 2 + y, theme.notice_ink, theme.notice)
    return top + NOTICE_HEIGHT


@lru_cache(maxsize=8)
def _notice_bar(theme: HiveTheme) -> Sprite:
    width = WIDTH - 2 * MARGIN - 2
    sketch = Sketch(theme, width, NOTICE_HEIGHT - 2, theme.background)
    sketch.box(0, 0, width, NOTICE_HEIGHT - 2, theme.notice, 12)
    sketch.box(-width / 2 + 6, 0, 12, NOTICE_HEIGHT - 2, theme.honey[4], 6)
    return sketch.finish()


def draw_heading(sheet: Sheet, words: str, aside: str, box: Box, ink: Colour, aside_ink: Colour) -> None:
    """Write a heading at the top of a box, and a remark (`aside`) at the right end of the line."""
    ground = sheet.theme.background
    words, style = text.fit(words, HEADING, box.right - box.left, 28)
    wide = sheet.write(words, style, box.left, box.top + BASELINE, ink, ground)
    aside, style = text.fit(aside, ASIDE, box.right - box.left - wide - 24)
    if aside:
        sheet.write(aside, style, box.right, box.top + BASELINE, aside_ink, ground, "r")


def fit_names(names: Sequence[str], style: Style, describe: Callable[[Sequence[str]], str], room: int) -> str:
    """Return the sentence that `describe` builds, with names shortened so that it fits into `room` pixels."""
    lengths = range(max(map(len, names), default=1), 0, -1)
    return text.shorten_names_to_fit(names, lengths, room, describe, lambda line: text.width(line, style))


def draw_card(sheet: Sheet, place: Box, fill: Colour, border: Colour, thickness: int = 2) -> None:
    """Draw the rounded box behind a row, with a border `thickness` pixels wide."""
    card = header.panel(sheet.theme, place.right - place.left, place.bottom - place.top, fill, border, thickness)
    sheet.paste_opaque(card, place.left + card.centre_x, place.top + card.centre_y)


@lru_cache(maxsize=16)
def ready_mark(theme: HiveTheme, ready: bool, ground: Colour) -> Sprite:
    """Return the mark of a seat that is ready, or that has still to act; `ground` is the colour around it."""
    sketch = Sketch(theme, SIGN, SIGN, ground)
    if ready:
        sketch.circle(0, 0, SIGN / 2, theme.sides["green"].main)
        sketch.stroke([(-9, 1), (-3, 8), (10, -8)], 5.5, theme.print)
        return sketch.finish()
    ink = theme.gold_text if theme.is_light and ground != theme.notice else theme.honey[4]
    sketch.circle(0, 0, SIGN / 2, ink)
    sketch.circle(0, 0, SIGN / 2 - 4, ground)
    for x in (-9, 0, 9):
        sketch.circle(x, 0, 3.2, ink)
    return sketch.finish()


def _chip_fill(theme: HiveTheme, ground: Colour) -> Colour:
    """Return the colour of a chip that differs from the colour around it."""
    return theme.honey_print if ground == theme.notice else theme.notice


@lru_cache(maxsize=64)
def word_chip(theme: HiveTheme, words: str, ink: Colour, ground: Colour) -> Sprite:
    """Return a chip with words on dark honey, such as "doubles Charge"; `ground` is the colour around it."""
    width = text.width(words, CHIP) + 2 * WORD_PAD
    sketch = Sketch(theme, width, CHIP_HEIGHT, ground)
    sketch.box(0, 0, width, CHIP_HEIGHT, _chip_fill(theme, ground), 12)
    return sketch.finish([Letter(words, CHIP, 0, 0, ink)])


@lru_cache(maxsize=32)
def double_chip(theme: HiveTheme, words: str, ground: Colour) -> Sprite:
    """Return the chip for a Double, "2×" and then `words`; `ground` is the colour around it."""
    lead, room = text.width(DOUBLE, CHIP_STRONG), text.width(words, CHIP)
    width = lead + (8 + room if words else 0) + 2 * CHIP_PAD
    sketch = Sketch(theme, width, CHIP_HEIGHT, ground)
    sketch.box(0, 0, width, CHIP_HEIGHT, _chip_fill(theme, ground), 12)
    letters = [Letter(DOUBLE, CHIP_STRONG, -width / 2 + CHIP_PAD + lead / 2, 0, theme.honey[3])]
    if words:
        letters.append(Letter(words, CHIP, width / 2 - CHIP_PAD - room / 2, 0, theme.notice_ink))
    return sketch.finish(letters)


@lru_cache(maxsize=32)
def block_chip(theme: HiveTheme, words: str, ground: Colour) -> Sprite:
    """Return the chip for a Block, a shield and then `words`; `ground` is the colour around it."""
    room = text.width(words, CHIP)
    width = 30 + (8 + room if words else 0) + 2 * CHIP_PAD
    sketch = Sketch(theme, width, CHIP_HEIGHT, ground)
    sketch.box(0, 0, width, CHIP_HEIGHT, _chip_fill(theme, ground), 12)
    sketch.icon(SHIELD, -width / 2 + CHIP_PAD + 15, 0, 28, theme.honey[3])
    letters = [Letter(words, CHIP, width / 2 - CHIP_PAD - room / 2, 0, theme.notice_ink)] if words else []
    return sketch.finish(letters)


def _kind_emoji(kind: str) -> Paint:
    def paint(sketch: Sketch) -> Sequence[Letter]:
        colours = THEMES["dark"].kinds[kind]
        sketch.box(0, 0, WIDE, WIDE, colours.ground, EMOJI_ROUNDED)
        sign(sketch, kind, 0, 0, SIZE * EMOJI_SIGN_SHARES[kind], colours.main)
        return ()

    return paint


def _double_emoji(sketch: Sketch) -> Sequence[Letter]:
    sketch.box(0, 0, WIDE, WIDE, THEMES["dark"].notice, EMOJI_ROUNDED)
    return (Letter(DOUBLE, Style(round(SIZE * 0.6), 850), 0, 0, THEMES["dark"].honey[3]),)


EMOJIS: Final[Mapping[str, Paint]] = {
    **{kind: _kind_emoji(kind) for kind in KINDS},
    "double": _double_emoji,
    "block": glyph_on_dark(SHIELD),
    "garnet": glyph_on_dark("diamond", THEMES["dark"].sides["red"].main, THEMES["dark"].sides["red"].deep),
    "token_of_life": glyph_on_dark("sprout", THEMES["dark"].gold, THEMES["dark"].king),
}
"""By name: the functions that paint the game's emojis."""
