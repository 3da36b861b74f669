"""Parts that the pictures of leagues share: each game's colours, the band with the title, and small signs."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final, Literal, NamedTuple

from language.messages import N_, _
from render import header, text
from render.palette import tone
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, compose
from render.text import Style
from render.theme import Colour, Side, Theme

Form = Literal["won", "drawn", "lost"]

SOMEBODY: Final = N_("This player")
"""The name shown for the player that a picture is about, if the font can't write the player's name."""

ROOM: Final = WIDTH - 2 * MARGIN
# Font sizes and weights are those of other pictures, because every open font face takes memory.
TITLE: Final = header.TITLE
SMALLEST_TITLE: Final = 34
SUBTITLE: Final = header.STATE
SMALLEST: Final = 28
SMALL: Final = Style(28, 550)

BAND_HEIGHT, BAND_BORDER, BAND_ROUNDED = 150, 4, 22
BAND_BOTTOM: Final = MARGIN + BAND_HEIGHT + 22
"""The upper edge of the content that follows below the band, in pixels."""
BAND_TEXT: Final = 32
"""The distance from the band's left edge to its texts, in pixels."""
EMBLEM: Final = 112
EMBLEM_CENTRE: Final = ROOM - 110
"""The distance from the band's left edge to the emblem's centre, in pixels; `EMBLEM` is the emblem's size."""
RAYS: Final = 14

DOT, DOT_STEP, DOT_LINE = 13, 36, 4
"""The radius of the dot for a table's result, the distance between dots, and the thickness of a ring, in pixels."""
MOON: Final = 30


class Accent(NamedTuple):
    """The colours and the emblem of a game in the pictures of leagues.

    `side` are the colours of the band and of banners, `lit` is the colour of signs on the background. `emblem` is the
    name of an icon.
    """

    side: Side
    lit: Colour
    emblem: str


@lru_cache(maxsize=32)
def accent(theme: Theme, game: str) -> Accent:
    """Return the colours and the emblem of a game; `game` is the name of its folder."""
    match game:
        case "monster_hex":
            rays = tone(theme.magic_lo, -0.22)
            stones = Side(
                theme.magic, theme.magic_hi, theme.magic_lo, theme.magic_deep, rays, theme.magic_hi, theme.magic
            )
            return Accent(stones, theme.magic_lo if theme.is_light else theme.magic, "dragon")
        case "connect_four":
            yellow = theme.sides["yellow"]
            # In the high-contrast theme both rims of the frame are equally bright, too bright for a pattern.
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
    """Draw the band at the top, with a title and a subtitle in the game's colours.

    Returns the upper edge of the content that follows below it.
    """
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
    """Return the band with the game's emblem and rays around it, without texts."""
    side, emblem = accent(theme, game).side, accent(theme, game).emblem
    sketch = Sketch(theme, ROOM, BAND_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, BAND_HEIGHT, side.main, BAND_ROUNDED)
    rounded = BAND_ROUNDED - BAND_BORDER
    across, down = ROOM / 2 - BAND_BORDER - rounded, BAND_HEIGHT / 2 - BAND_BORDER - rounded

    def paint(inner: Sketch) -> None:
        inner.box(0, 0, ROOM, BAND_HEIGHT, side.deep)
        right = inner.at(round(EMBLEM_CENTRE - ROOM / 2), 0)
        # The texts lie in the gap between two rays, so that they have a background of a single colour.
        for ray in range(RAYS):
            right.polygon([(0, 0), _circle_point(ray + 0.25), _circle_point(ray + 0.75)], side.deep2)
        right.circle(0, 0, BAND_HEIGHT / 2, side.deep)
        right.icon(emblem, 0, 0, EMBLEM, side.tint)

    sketch.clip([(-across, -down), (across, -down), (across, down), (-across, down)], rounded, paint)
    return sketch.finish()


def _circle_point(ray: float) -> tuple[float, float]:
    angle = radians(360 / RAYS * ray)
    return WIDTH * cos(angle), WIDTH * sin(angle)


def draw_form(sheet: Sheet, game: str, form: Sequence[Form], right: int, y: int, under: Colour) -> None:
    """Draw a player's form: a dot for each result in `form`, the newest last and with its right edge at `right`."""
    for number, one in enumerate(reversed(form)):
        dot = form_dot(sheet.theme, game, one, under)
        sheet.paste_opaque(dot, right - DOT - number * DOT_STEP, y)


@lru_cache(maxsize=64)
def form_dot(theme: Theme, game: str, form: Form, under: Colour) -> Sprite:
    """Return the dot for a table's result; `under` is the colour behind it.

    It is a full disc for "won", a half filled ring for "drawn", and a grey ring for "lost".
    """
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
    """Return the moon that marks a player who is away; `under` is the colour behind it."""
    sketch, radius = Sketch(theme, MOON, MOON, under), MOON / 2
    sketch.circle(0, 0, radius, theme.muted)
    sketch.circle(radius * 0.5, -radius * 0.3, radius * 0.86, under)
    return sketch.finish()


def writable_player_name(name: str, number: int) -> str:
    """Return a name, or "Player" with `number` if the font can't write the name."""
    return text.writable_name(name, _("Player {number}", number=number))
