"""Sprites of pieces: a ring with the clicks of the dial, the monster's silhouette, a plate with values, and badges."""

from functools import lru_cache
from math import cos, radians, sin
from typing import Final, NamedTuple

from engine.connect_four.roster import MONSTERS, face
from engine.connect_four.view import Monster
from render.badges import fill_pattern
from render.connect_four import glyphs, ground, naming
from render.connect_four.ground import Spared
from render.connect_four.themes import GridTheme
from render.palette import cap_colour, dulled_colour
from render.sprites import Letter, Point, Sketch, Sprite, cached_sprite
from render.text import Style
from render.theme import Colour, Side, mix

PIECE: Final = 0.93
"""The width of a piece, as a share of a square's width."""
LARGEST_CACHED: Final = 200
SMALLEST_PLATE: Final = 92
"""The minimum width of a square on which a piece shows its plate and badges, in pixels."""

# The constants below are shares of a piece's width, except for font sizes in pixels (SMALLEST…) and RING_….
SHADOW = 0.028
RIM, RING_OUTER, RING_INNER = 0.5, 0.462, 0.386
BODY = 0.355
GLYPH, GLYPH_UP = 0.41, 0.125
PLATE_WIDTH, PLATE_HEIGHT, PLATE_DOWN = 0.88, 0.26, 0.265
VALUE = 0.2
SMALLEST_VALUE = 28
VALUES_ASIDE = 0.29
CORNER, BADGE, TOKEN = 0.375, 0.105, 0.09
SMALLEST_LETTER = 24
RING_START, RING_SWEEP, RING_GAP = 140.0, 260.0, 4.0
"""The start of the ring of clicks, its length clockwise, and the gap between two clicks, in degrees; the start is at
the lower left."""
HOURGLASS: Final = "H"


class PieceStyle(NamedTuple):
    """Everything that determines how a piece looks.

    `values` are attack, defense and damage, "H" for an hourglass; `lit` are flags for those whose power works now.
    `chevrons` is the number for the rank, 0 for a unique monster. `is_spent` is set after the end of the game for a
    piece outside the rows of four.
    """

    side: str
    letter: str
    glyph: str
    chevrons: int
    clicks: int
    click: int
    values: tuple[str, str, str]
    lit: tuple[bool, bool, bool]
    moving: bool = False
    """Whether the power in the monster's speed slot works now."""
    tokens: int = 0
    is_blooded: bool = False
    is_infected: bool = False
    is_spent: bool = False

    @property
    def is_vulnerable(self) -> bool:
        """Whether the piece is drawn grey.

        It is grey if the monster has made its two attacks, or if it is outside the rows of four at the end of the
        game.
        """
        return self.tokens > 1 or self.is_spent


def look(monster: Monster, letter: str, is_spent: bool = False) -> PieceStyle:
    """Return the look of a monster on the grid; `letter` is that of its seat."""
    return _look(
        monster.id,
        monster.seat,
        letter,
        monster.click,
        monster.tokens,
        monster.victims > 0,
        monster.infected,
        is_spent,
    )


def reserve_look(monster: str, seat: int, letter: str) -> PieceStyle:
    """Return the look of a monster of the reserve as it will be when placed."""
    return _look(monster, seat, letter, MONSTERS[monster].start, 0, False, False, False)


@lru_cache(maxsize=1024)
def _look(
    name: str, seat: int, letter: str, click: int, tokens: int, is_blooded: bool, is_infected: bool, is_spent: bool
) -> PieceStyle:
    shown = face(name, click, int(is_blooded))
    values = (shown.attack, shown.defense, shown.damage)
    attack, defense, damage = (HOURGLASS if value is None else str(value) for value in values)
    return PieceStyle(
        side=naming.SIDES[seat],
        letter=letter,
        glyph=glyphs.monster(name),
        chevrons=naming.rank_marks(name),
        clicks=MONSTERS[name].clicks,
        click=click,
        values=(attack, defense, damage),
        lit=(bool(shown.attack_power), bool(shown.defense_power), bool(shown.damage_power)),
        moving=bool(shown.speed_power),
        tokens=tokens,
        is_blooded=is_blooded,
        is_infected=is_infected,
        is_spent=is_spent,
    )


@cached_sprite(512, LARGEST_CACHED)
def draw_in_grid(theme: GridTheme, pitch: int, shown: PieceStyle) -> Sprite:
    """Return a square of the grid with a piece in its hole, including the frame around the hole."""
    sketch = Sketch(theme, pitch - 2, pitch - 2, theme.frame)
    ground.paint_hole(sketch, pitch)
    return _crop_to_square(sketch.finish(paint(sketch, pitch * PIECE, shown)), pitch)


@cached_sprite(256, LARGEST_CACHED)
def draw_on_card(theme: GridTheme, pitch: int, shown: PieceStyle, card: Colour) -> Sprite:
    """Return a piece on a background of the colour `card`."""
    sketch = Sketch(theme, pitch, pitch * 1.04, card)
    return sketch.finish(paint(sketch, pitch * PIECE, shown))


def _crop_to_square(sprite: Sprite, pitch: int) -> Sprite:
    """Crop a sprite to exactly the size of a square, so that squares can lie side by side."""
    left, top = sprite.centre_x - pitch // 2, sprite.centre_y - pitch // 2
    plane = sprite.plane.crop((left, top, left + pitch, top + pitch))
    return sprite._replace(plane=plane, centre_x=pitch // 2, centre_y=pitch // 2)


def paint(sketch: Sketch, width: float, shown: PieceStyle) -> list[Letter]:
    """Draw a piece `width` pixels wide; return its texts. A small piece has only its ring and silhouette."""
    side, theme = sketch.theme.sides[shown.side], sketch.theme
    has_plate = width / PIECE >= SMALLEST_PLATE
    shadow = theme.print if not theme.is_light else theme.frame_lo
    sketch.circle(0, width * SHADOW, width * RIM, shadow)
    paint_disc(sketch, width, shown)
    lift = GLYPH_UP if has_plate else 0
    size = GLYPH if has_plate else 0.5
    sketch.icon(shown.glyph, 0, -width * lift, width * size, cap_colour(side))
    if not has_plate:
        return []
    _paint_foot(sketch, width, shown, side)
    letters = _draw_plate(sketch, width, shown, side)
    return [*letters, *_draw_badges(sketch, width, shown, side)]


def paint_disc(sketch: Sketch, width: float, shown: PieceStyle) -> None:
    """Draw the round base of a piece: its rim, its ring of clicks, and the patterned disc inside."""
    theme, side = sketch.theme, sketch.theme.sides[shown.side]
    dark = cap_colour(side)
    surface = dulled_colour(side) if shown.is_vulnerable else side.main
    sketch.circle(0, 0, width * RIM, theme.gold if not shown.chevrons else surface)
    sketch.circle(0, 0, width * (RIM - 0.02), dark)
    sweep = RING_SWEEP / shown.clicks
    gap = min(RING_GAP, sweep / 4)
    for click in range(shown.clicks):
        start = RING_START + sweep * click + gap / 2
        lost = click < shown.click
        fill = side.deep if lost else surface
        sketch.polygon(arc(start, start + sweep - gap, width * RING_OUTER, width * RING_INNER), fill)
    body = width * BODY
    lit = side.hi if not shown.is_vulnerable else mix(surface, side.hi, 0.4)
    sketch.circle(0, 0, body, lit)
    outline = [(x + width * 0.006, y + width * 0.012) for x, y in arc(0, 360, body - width * 0.012)]

    def paint_surface(inner: Sketch) -> None:
        inner.polygon(outline, surface)
        fill_pattern(inner, shown.side, width * BODY * 2.2, width * 0.085, mix(surface, side.lo, 0.4))

    sketch.clip(outline, 0, paint_surface)


def arc(start: float, end: float, outer: float, inner: float | None = None) -> list[Point]:
    """Return the corners of a part of a ring, between two angles and two radii.

    Angles are in degrees clockwise from the right, radii in pixels. Without `inner`, the points on the outer arc are
    returned.
    """
    steps = max(2, round((end - start) / 4))
    angles = [radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    points = [(outer * cos(angle), outer * sin(angle)) for angle in angles]
    if inner is None:
        return points[:-1] if end - start == 360 else points
    return [*points, *((inner * cos(angle), inner * sin(angle)) for angle in reversed(angles))]


def _paint_foot(sketch: Sketch, width: float, shown: PieceStyle, side: Side) -> None:
    """Draw the rank below the plate: chevrons, or a gold crown for a unique monster."""
    y = width * 0.447
    if not shown.chevrons:
        sketch.icon(glyphs.UNIQUE, 0, y, width * 0.105, sketch.theme.gold)
        return
    paint_chevrons(sketch, shown.chevrons, y, width * 0.026, side.tint)


def paint_chevrons(sketch: Sketch, number: int, y: float, size: float, fill: Colour) -> None:
    """Draw a rank as one to three chevrons side by side, centred on (0, `y`)."""
    for place in range(number):
        x = (place - (number - 1) / 2) * size * 2.7
        upper = [(x - size, y), (x, y - size * 0.9), (x + size, y)]
        sketch.polygon([*upper, (x + size, y + size * 0.95), (x, y + size * 0.05), (x - size, y + size * 0.95)], fill)


def _draw_plate(sketch: Sketch, width: float, shown: PieceStyle, side: Side) -> list[Letter]:
    theme = sketch.theme
    style = Style(max(SMALLEST_VALUE, round(width * VALUE)), 800)
    across, down = max(width * PLATE_WIDTH, style.size * 3.95), max(width * PLATE_HEIGHT, style.size * 1.24)
    y, thick = width * PLATE_DOWN, width * 0.014
    rim = theme.gold if not shown.chevrons else dulled_colour(side) if shown.is_vulnerable else side.main
    sketch.box(0, y + width * 0.012, across + 2 * thick, down + 2 * thick, cap_colour(side), width * 0.075)
    sketch.box(0, y, across, down, rim, width * 0.065)
    sketch.box(0, y, across - 2 * thick, down - 2 * thick, theme.print, width * 0.055)
    inks = (theme.attack, theme.bone, theme.damage)
    aside = across * VALUES_ASIDE / PLATE_WIDTH
    letters: list[Letter] = []
    for place, (value, is_on, ink) in enumerate(zip(shown.values, shown.lit, inks, strict=True)):
        x = (place - 1) * aside + (across * 0.02 if place == 2 else 0)
        if place:
            sketch.box((place - 1.5) * aside + (across * 0.02), y, width * 0.01, down * 0.42, theme.line)
        if value == HOURGLASS:
            sketch.icon(glyphs.HOURGLASS, x, y - down * 0.03, down * 0.58, theme.magic_hi)
        else:
            letters.append(Letter(value, style, x, y - down * 0.07, ink))
        if is_on:
            sketch.box(x, y + down * 0.365, aside * 0.66, width * 0.024, theme.magic_hi, width * 0.01)
    return letters


def _draw_badges(sketch: Sketch, width: float, shown: PieceStyle, side: Side) -> list[Letter]:
    """Draw the badges of a piece: letter, action tokens, victim, speed power, infection.

    Returns the letter as a text, which the caller draws at final size.
    """
    theme, corner = sketch.theme, width * CORNER
    style = Style(max(SMALLEST_LETTER, round(width * 0.16)), 800, label=True)
    radius = max(width * BADGE, style.size * 0.63)
    if shown.letter:
        disc(sketch, -corner, -corner, radius, side.main)
    for token in reversed(range(shown.tokens)):
        x = corner - token * width * 0.115
        disc(sketch, x, -corner - token * width * 0.012, width * TOKEN, theme.bone)
        sketch.icon(glyphs.TOKEN, x, -corner - token * width * 0.012, width * 0.1, theme.print)
    if shown.is_blooded:
        disc(sketch, width * 0.425, width * 0.015, width * TOKEN, theme.blood)
        sketch.icon(glyphs.KILLS, width * 0.425, width * 0.015, width * 0.105, theme.bone)
    if shown.moving:
        disc(sketch, -width * 0.425, width * 0.015, width * TOKEN, theme.power_field)
        sketch.icon(glyphs.SLOTS["speed"], -width * 0.425, width * 0.015, width * 0.105, theme.speed)
    if shown.is_infected:
        disc(sketch, -width * 0.415, -width * 0.165, width * TOKEN, theme.magic_hi)
        sketch.icon(glyphs.INFECTED, -width * 0.415, -width * 0.165, width * 0.11, theme.print)
    return [Letter(shown.letter, style, -corner, -corner, theme.print)] if shown.letter else []


@lru_cache(maxsize=64)
def spared(shown: PieceStyle) -> tuple[Spared, ...]:
    """Return the plate and the badges of a piece as the parts that rings around it leave uncovered."""
    places = [(-CORNER, -CORNER, BADGE * 1.22)]
    places += [(CORNER - token * 0.115, -CORNER, TOKEN * 1.25) for token in range(shown.tokens)]
    places += [(0.425, 0.015, TOKEN * 1.25)] * shown.is_blooded + [(-0.425, 0.015, TOKEN * 1.25)] * shown.moving
    places += [(-0.415, -0.165, TOKEN * 1.25)] * shown.is_infected
    discs = [Spared(x * PIECE, y * PIECE, radius * PIECE, radius * PIECE) for x, y, radius in places]
    half_width, half_height = (PLATE_WIDTH / 2 + 0.02) * PIECE, (PLATE_HEIGHT / 2 + 0.02) * PIECE
    return (*discs, Spared(0, PLATE_DOWN * PIECE, half_width, half_height))


def disc(sketch: Sketch, x: float, y: float, radius: float, fill: Colour) -> None:
    """Draw a filled circle with a dark outline, for a token or badge."""
    sketch.circle(x, y, radius + max(2, radius * 0.16), sketch.theme.print)
    sketch.circle(x, y, radius, fill)


@lru_cache(maxsize=256)
def small(theme: GridTheme, width: int, seat: int, monster: str, card: Colour) -> Sprite:
    """Return a monster of the reserve as a dark disc with its silhouette and rank; `card` is the colour behind it."""
    side = theme.sides[naming.SIDES[seat]]
    marks = naming.rank_marks(monster)
    sketch = Sketch(theme, width, width * 1.06, card)
    rim = side.main if marks else theme.gold
    if not theme.is_light:
        sketch.circle(0, width * 0.03, width / 2 - 1, theme.print)
    sketch.circle(0, 0, width / 2 - 1, rim)
    sketch.circle(0, 0, width * 0.448, side.deep)
    outline = arc(0, 360, width * 0.44)
    sketch.clip(outline, 0, lambda inner: _paint_well(inner, outline, naming.SIDES[seat], width))
    sketch.icon(glyphs.monster(monster), 0, -width * 0.05, width * 0.5, side.main)
    paint_chevrons(sketch, marks, width * 0.335, width * 0.05, side.tint)
    if not marks:
        sketch.icon(glyphs.UNIQUE, 0, width * 0.33, width * 0.17, theme.gold)
    return sketch.finish()


def _paint_well(inner: Sketch, outline: list[Point], side: str, width: float) -> None:
    colours = inner.theme.sides[side]
    inner.polygon(outline, colours.deep)
    fill_pattern(inner, side, width, width * 0.12, colours.deep2)


@lru_cache(maxsize=64)
def seat_badge(theme: GridTheme, seat: int, letter: str, card: Colour, width: int) -> Sprite:
    """Return a seat's badge: a disc in its colour and pattern with its letter, on the colour `card`."""
    name = naming.SIDES[seat]
    side = theme.sides[name]
    sketch = Sketch(theme, width, width * 1.04, card)
    sketch.circle(0, 0, width / 2, side.lo)
    sketch.circle(0, 0, width * 0.475, side.hi)
    outline = [(x, y + width * 0.012) for x, y in arc(0, 360, width * 0.465)]

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, side.main)
        fill_pattern(inner, name, width, width * 0.15, mix(side.main, side.lo, 0.4))

    sketch.clip(outline, 0, surface)
    return sketch.finish(
        [Letter(letter, Style(max(SMALLEST_LETTER, round(width * 0.5)), 850, label=True), 0, 0, theme.print)]
    )
