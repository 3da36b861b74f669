"""Parts that several pictures of Hive Mind use: notices, headings, cards, chips, ready marks; and the emojis."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from render import text
from render.emojis import ROUNDED as EMOJI_ROUNDED
from render.emojis import SIZE, WIDE, glyph_on_dark
from render.header import Box
from render.hive_mind.kinds import KINDS, bright, sign
from render.hive_mind.themes import THEMES, HiveTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Paint, Sketch, Sprite
from render.text import Style
from render.theme import Colour

NOTICE = Style(31, 600)
NOTICE_HEIGHT = 64
HEADING = Style(40, 750)
ASIDE = Style(28, 550)
HEADING_HEIGHT = 58
"""Height of a heading, in pixels."""
BASELINE = 42
ROUNDED = 16
CHIP = Style(28, 650)
CHIP_STRONG = Style(28, 800)
CHIP_HEIGHT = 46
CHIP_PAD = 10
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
    words, style = text.fit(words, NOTICE, WIDTH - 2 * MARGIN - 56, 28)
    sheet.write(words, style, MARGIN + 32, top + NOTICE_HEIGHT // 2 + 11, theme.notice_ink, theme.notice)
    return top + NOTICE_HEIGHT


@lru_cache(maxsize=8)
def _notice_bar(theme: HiveTheme) -> Sprite:
    width = WIDTH - 2 * MARGIN - 2
    sketch = Sketch(theme, width, NOTICE_HEIGHT - 2, theme.background)
    sketch.box(0, 0, width, NOTICE_HEIGHT - 2, theme.notice, 12)
    sketch.box(-width / 2 + 5, 0, 10, NOTICE_HEIGHT - 2, theme.honey[3], 5)
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


def draw_card(sheet: Sheet, place: Box, fill: Colour, border: Colour) -> None:
    """Draw the rounded box behind a row, with a border."""
    card = _card(sheet.theme, place.right - place.left, place.bottom - place.top, fill, border)
    sheet.paste_opaque(card, place.left + card.centre_x, place.top + card.centre_y)


@lru_cache(maxsize=64)
def _card(theme: HiveTheme, width: int, height: int, fill: Colour, border: Colour) -> Sprite:
    sketch = Sketch(theme, width - 2, height - 2, theme.background)
    sketch.box(0, 0, width - 2, height - 2, border, ROUNDED)
    sketch.box(0, 0, width - 6, height - 6, fill, ROUNDED - 2)
    return sketch.finish()


@lru_cache(maxsize=16)
def ready_mark(theme: HiveTheme, ready: bool, ground: Colour) -> Sprite:
    """Return the mark of a seat that is ready, or that is still thinking; `ground` is the colour around it."""
    sketch = Sketch(theme, SIGN, SIGN, ground)
    if ready:
        sketch.circle(0, 0, SIGN / 2, theme.sides["green"].main)
        sketch.stroke([(-9, 1), (-3, 8), (10, -8)], 5.5, theme.print)
        return sketch.finish()
    sketch.circle(0, 0, SIGN / 2, theme.line)
    sketch.circle(0, 0, SIGN / 2 - 4, ground)
    for x in (-8, 0, 8):
        sketch.circle(x, 0, 2.8, theme.muted)
    return sketch.finish()


@lru_cache(maxsize=128)
def double_chip(theme: HiveTheme, words: str, ground: Colour) -> Sprite:
    """Return the chip for a Double, with the names of its hives in `words`; `ground` is the colour around it."""
    lead = text.width("2×", CHIP_STRONG)
    width = lead + 8 + text.width(words, CHIP) + 2 * CHIP_PAD if words else lead + 2 * CHIP_PAD
    sketch = Sketch(theme, width, CHIP_HEIGHT, ground)
    sketch.box(0, 0, width, CHIP_HEIGHT, theme.notice, 12)
    x = -width / 2 + CHIP_PAD
    letters = [Letter("2×", CHIP_STRONG, x + lead / 2, 0, theme.honey[3])]
    if words:
        room = text.width(words, CHIP)
        letters.append(Letter(words, CHIP, x + lead + 8 + room / 2, 0, theme.notice_ink))
    return sketch.finish(letters)


@lru_cache(maxsize=128)
def block_chip(theme: HiveTheme, words: str, ground: Colour) -> Sprite:
    """Return the chip for a Block, with the names of its hives in `words`; `ground` is the colour around it."""
    room = text.width(words, CHIP)
    width = 30 + (8 + room if words else 0) + 2 * CHIP_PAD
    fill = theme.sides["none"].deep
    sketch = Sketch(theme, width, CHIP_HEIGHT, ground)
    sketch.box(0, 0, width, CHIP_HEIGHT, fill, 12)
    sketch.icon(SHIELD, -width / 2 + CHIP_PAD + 15, 0, 30, theme.sides["none"].tint)
    letters = [Letter(words, CHIP, width / 2 - CHIP_PAD - room / 2, 0, bright(theme))] if words else []
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
    return (Letter("2×", Style(round(SIZE * 0.6), 850), 0, 0, THEMES["dark"].honey[3]),)


EMOJIS: Final[Mapping[str, Paint]] = {
    **{kind: _kind_emoji(kind) for kind in KINDS},
    "double": _double_emoji,
    "block": glyph_on_dark(SHIELD),
    "garnet": glyph_on_dark("diamond", THEMES["dark"].sides["red"].main, THEMES["dark"].sides["red"].deep),
    "token_of_life": glyph_on_dark("sprout", THEMES["dark"].gold, THEMES["dark"].king),
}
"""By name: the functions that paint the game's emojis."""
