"""Shared parts of the pictures of leagues: the colours of each game, the band at the top, and small signs."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final, Literal, NamedTuple

from render import header, text
from render.palette import tone
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, compose
from render.text import Style
from render.theme import Colour, Side, Theme

Form = Literal["won", "drawn", "lost"]

SOMEBODY: Final = "This player"
"""The replacement for the name of a picture's subject, if the font can't write it."""

ROOM: Final = WIDTH - 2 * MARGIN
# Sizes and weights are those of other pictures, because every open font face takes memory.
TITLE: Final = header.TITLE
SMALLEST_TITLE: Final = 34
SUBTITLE: Final = header.STATE
SMALLEST: Final = 28
SMALL: Final = Style(28, 550)

BAND_HEIGHT, BAND_BORDER, BAND_ROUNDED = 150, 4, 22
BAND_BOTTOM: Final = MARGIN + BAND_HEIGHT + 22
"""The upper edge of the content below the band, in pixels."""
BAND_TEXT: Final = 32
"""The distance of the band's texts from its left edge, in pixels."""
EMBLEM: Final = 112
EMBLEM_CENTRE: Final = ROOM - 110
"""The size of the emblem in the band, and the distance of its centre from the band's left edge, in pixels."""
RAYS: Final = 14

DOT, DOT_STEP, DOT_LINE = 13, 36, 4
"""The radius of a table's dot in the form, the distance between dots, and the thickness of a ring, in pixels."""
MOON: Final = 30


class Accent(NamedTuple):
    """The colours of a game (`side` for grounds, `lit` for signs on the background) and its emblem."""

    side: Side
    lit: Colour
    emblem: str


@lru_cache(maxsize=32)
def accent(theme: Theme, game: str) -> Accent:
    """Return the colours and the emblem of a game."""
    match game:
        case "monster_hex":
            rays = tone(theme.magic_lo, -0.22)
            stones = Side(
                theme.magic, theme.magic_hi, theme.magic_lo, theme.magic_deep, rays, theme.magic_hi, theme.magic
            )
            return Accent(stones, theme.magic_lo if theme.is_light else theme.magic, "dragon")
        case "connect_four":
            yellow = theme.sides["yellow"]
            # With high contrast the lower rim is as bright as the upper one.
            rays = theme.pit if theme.frame_lo == theme.frame_hi else theme.frame_lo
            frame = yellow._replace(main=theme.frame_hi, deep=theme.frame, deep2=rays)
            return Accent(frame, theme.frame if theme.is_light else yellow.main, "wolf-howl")
        case "hive_mind":
            honey = Side(
                theme.honey[4],
                theme.honey[5],
                theme.honey[2],
                theme.notice,
                theme.sides["yellow"].deep,
                theme.notice_ink,
                theme.honey[2],
            )
            return Accent(honey, theme.honey[1] if theme.is_light else theme.honey[3], "hive-emblem")
        case "hex_battle_wars":
            green = theme.sides["green"]
            return Accent(green, green.lo if theme.is_light else green.main, "crossed-swords")
        case _:
            side = theme.sides["none"]
            return Accent(side, theme.muted, "trophy")


def draw_band(sheet: Sheet, game: str, title: str, subtitle: str) -> int:
    """Draw the band with the title in the game's colours; return the upper edge of the content."""
    theme, side = sheet.theme, accent(sheet.theme, game).side
    room = EMBLEM_CENTRE - EMBLEM // 2 - 2 * BAND_TEXT
    lit = theme.background if theme.is_light else theme.ink
    lines = [
        (*text.fit(title, TITLE, room, SMALLEST_TITLE), -20, lit),
        (*text.fit(subtitle, SUBTITLE, room, SMALLEST), 34, side.tint),
    ]
    letters = [
        (Letter(words, style, BAND_TEXT - ROOM / 2 + text.width(words, style) / 2, y, fill), side.deep)
        for words, style, y, fill in lines
        if words
    ]
    band = compose(_band(theme, game), (), theme, letters)
    sheet.paste_opaque(band, WIDTH // 2, MARGIN + BAND_HEIGHT // 2)
    return BAND_BOTTOM


@lru_cache(maxsize=8)
def _band(theme: Theme, game: str) -> Sprite:
    """Return the band without its texts."""
    side, emblem = accent(theme, game).side, accent(theme, game).emblem
    sketch = Sketch(theme, ROOM, BAND_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, BAND_HEIGHT, side.main, BAND_ROUNDED)
    rounded = BAND_ROUNDED - BAND_BORDER
    across, down = ROOM / 2 - BAND_BORDER - rounded, BAND_HEIGHT / 2 - BAND_BORDER - rounded

    def paint(inner: Sketch) -> None:
        inner.box(0, 0, ROOM, BAND_HEIGHT, side.deep)
        right = inner.at(round(EMBLEM_CENTRE - ROOM / 2), 0)
        # The texts lie in a gap between two rays, so that their ground has a single colour.
        for ray in range(RAYS):
            right.polygon([(0, 0), _on_circle(ray + 0.25), _on_circle(ray + 0.75)], side.deep2)
        right.circle(0, 0, BAND_HEIGHT / 2, side.deep)
        right.icon(emblem, 0, 0, EMBLEM, side.tint)

    sketch.clip([(-across, -down), (across, -down), (across, down), (-across, down)], rounded, paint)
    return sketch.finish()


def _on_circle(ray: float) -> tuple[float, float]:
    angle = radians(360 / RAYS * ray)
    return WIDTH * cos(angle), WIDTH * sin(angle)


def draw_form(sheet: Sheet, game: str, form: Sequence[Form], right: int, y: int, under: Colour) -> None:
    """Draw the results of tables, the newest on the right: a disc, half a disc, or a ring."""
    for number, one in enumerate(reversed(form)):
        dot = form_dot(sheet.theme, game, one, under)
        sheet.paste_opaque(dot, right - DOT - number * DOT_STEP, y)


@lru_cache(maxsize=64)
def form_dot(theme: Theme, game: str, form: Form, under: Colour) -> Sprite:
    """Return the sign for the result of a table."""
    sketch, lit = Sketch(theme, 2 * DOT, 2 * DOT, under), accent(theme, game).lit
    sketch.circle(0, 0, DOT, theme.muted if form == "lost" else lit)
    if form != "won":
        sketch.circle(0, 0, DOT - DOT_LINE, under)
    if form == "drawn":
        inner = DOT - DOT_LINE / 2
        half = [(inner * sin(radians(angle)), inner * cos(radians(angle))) for angle in range(180, 361, 10)]
        sketch.polygon(half, lit)
    return sketch.finish()


@lru_cache(maxsize=16)
def moon(theme: Theme, under: Colour) -> Sprite:
    """Return the sign of a player who is away."""
    sketch, radius = Sketch(theme, MOON, MOON, under), MOON / 2
    sketch.circle(0, 0, radius, theme.muted)
    sketch.circle(radius * 0.5, -radius * 0.3, radius * 0.86, under)
    return sketch.finish()


def known_letters(name: str, number: int) -> str:
    """Return the name, or "Player" with a number if the font can't write it."""
    return text.writable(name, f"Player {number}")
