"""Sprites of tiles: six facets with powers around a well (a sunken middle) with the monster.

A facet's brightness shows what its edge faces. The corners at the north and south have caps with the faction's letter
and the rank.
"""

from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.monster_hex.content import TILE_INDEX, TILES
from render import marks
from render.badges import fill_pattern
from render.hexes import EDGE_STEPS, HEX_HEIGHT, ROW_DISTANCE
from render.monster_hex import abilities, glyphs
from render.palette import cap_colour, tone
from render.sprites import (
    Letter,
    Point,
    Sketch,
    Sprite,
    cached_sprite,
    compose,
    hexagon,
    polygon_mask,
    stamp,
)
from render.text import Style, round_size
from render.theme import Colour, Side, Theme, mix

SPENT, OPEN, LIVE = range(3)
"""The states of an edge: it faces a stone not captured yet (`LIVE`), a free hex (`OPEN`), or neither (`SPENT`)."""
States = tuple[int, ...]
LIT: Final = (OPEN,) * 6

FIELD = 0.945
"""The width of a tile, as a share of the pitch (the distance between the centres of neighbouring hexes)."""
LARGEST_CACHED = 260
"""The maximum pitch of the sprites that the large caches keep, in pixels; see `cached_sprite`."""

# The constants below are shares of a tile's width, except for font sizes in pixels (SMALLEST…) and font weights.
ROUNDED = 0.05
SHADOW = 0.028
FACET_OUTER, FACET_INNER, WELL = 0.975, 0.575, 0.565
POWER_AWAY = 0.388
NORTH, SOUTH = 0.462, 0.464
POWER_SIZES = (0.18, 0.205, 0.235)
POWER_WEIGHTS = (700, 800, 900)
SMALLEST_POWER = 28
LONG, SMALLEST_LONG = 0.74, 24
"""The factor for the font size of powers with more than one character, and their minimum font size in pixels."""
SMALLEST_LETTER = 24
SILHOUETTES = {"S": 0.44, "A": 0.43, "B": 0.385, "C": 0.34}
MONSTER_OUTLINE, PIP = 0.012, 0.022
"""The thickness of a monster's outline, and the radius of a pip, as shares of the tile's width."""
PIPS = {"C": 1, "B": 2, "A": 3, "S": 4}
PIP_PLACES = {
    1: ((0.0, 0.0),),
    2: ((-1.0, 0.0), (1.0, 0.0)),
    3: ((-1.0, -0.85), (1.0, -0.85), (0.0, 0.85)),
    4: ((0.0, -1.5), (-1.25, 0.0), (1.25, 0.0), (0.0, 1.5)),
}

LIGHT = (0.0, -0.10, -0.07, 0.05, 0.16, 0.10)
"""The tone of each facet, clockwise from E: the share of white mixed in, or of black if negative. The light comes from
the upper left."""


def width_of(pitch: int) -> float:
    """Return the width of a tile at a pitch, both in pixels."""
    return pitch * FIELD


def outline(width: float) -> list[Point]:
    """Return the corners of a hex `width` pixels wide, moved inwards by the radius of its round corners.

    `Sketch.polygon` with that radius expands them to the full hex.
    """
    return hexagon(0, 0, width * (1 - 2 * ROUNDED))


def edge_line(width: float, edge: int, inset: float = 0) -> list[Point]:
    """Return points along one edge of a hex, from the middle of one of its round corners to the middle of the next.

    `width` is the hex's width, and `inset` moves the points inwards; both are in pixels.
    """
    corners, radius = outline(width), width * ROUNDED - inset
    (x1, y1), (x2, y2) = corners[(edge + 1) % 6], corners[(edge + 2) % 6]
    start = 60 * edge
    angles = [radians(start + turn) for turn in (-30, -20, -10, 0)]
    first = [(x1 + radius * cos(angle), y1 + radius * sin(angle)) for angle in angles]
    angles = [radians(start + turn) for turn in (0, 10, 20, 30)]
    return first + [(x2 + radius * cos(angle), y2 + radius * sin(angle)) for angle in angles]


def field_sketch(theme: Theme, pitch: int, ground: Colour) -> Sketch:
    """Return an empty sketch for one hex with its shadow; its size depends only on the pitch."""
    return Sketch(theme, pitch, (pitch + 2 * SHADOW * width_of(pitch)) * HEX_HEIGHT, ground)


@lru_cache(maxsize=32)
def field_mask(theme: Theme, pitch: int, shadow: bool = True) -> Image.Image:
    """Return the mask of a hex with its anti-aliased edge; if `shadow`, the shadow just below the hex is included."""
    sketch, width = field_sketch(theme, pitch, theme.slab), width_of(pitch)
    mask = polygon_mask(sketch, outline(width), width * ROUNDED)
    if shadow:
        below = polygon_mask(sketch, _shift_down(outline(width), width), width * ROUNDED)
        mask = ImageChops.lighter(mask, below)
    return mask.convert("1")


def _shift_down(points: list[Point], width: float) -> list[Point]:
    return [(x, y + width * SHADOW) for x, y in points]


def paint_shadow(sketch: Sketch, width: float) -> None:
    """Draw the shadow that a hex `width` pixels wide casts just below itself."""
    colour = sketch.theme.line if sketch.theme.is_light else sketch.theme.print
    sketch.polygon(_shift_down(outline(width), width), colour, width * ROUNDED)


def power_text(power: int) -> str:
    """Format a power as text, with a typographic minus sign if it is negative."""
    return str(power).replace("-", "−")


@cached_sprite(96, LARGEST_CACHED, few=24)
def monster(
    theme: Theme,
    pitch: int,
    faction: str | None,
    tile: str,
    powers: tuple[int, ...],
    states: States,
    ground: Colour | None = None,
    change: int = 0,
    red: bool = False,
) -> Sprite:
    """Return the sprite of a tile; `powers` and `states` have an entry for each edge, clockwise from E.

    `ground` is the colour around the tile, by default the slab's. `change` is the amount by which abilities changed
    every power. `red` is set for a red rank, which lets the seat use its ability when it places the tile.
    """
    base, parts = _put_together(theme, pitch, faction, tile, states, ground or theme.slab, red)
    if change:
        width = width_of(pitch)
        parts.append((abilities.change_sign(theme, width, change), *abilities.change_offset(width)))
    side = theme.sides[faction or "none"]
    letters = [(letter, cap_colour(side)) for letter in cap_letters(theme, pitch, faction)]
    for edge, letter in enumerate(power_letters(theme, pitch, powers, states)):
        letters.append((letter, facet_colour(side, edge, states[edge])))
    return compose(base, parts, theme, letters)


def _put_together(
    theme: Theme, pitch: int, faction: str | None, tile: str, states: States, ground: Colour, red: bool
) -> tuple[Sprite, list[tuple[Sprite, int, int]]]:
    """Return a tile without texts: a base with all edges in the state of edge 0, and sprites to paste on it.

    The sprites are the edges in other states, and the well. Each has its offset from the tile's centre, which is
    (0, 0).
    """
    wide = tile if TILES[TILE_INDEX[tile]].rank == "S" else None
    frames = {state: _frame(theme, pitch, faction, wide, state, ground) for state in {*states}}
    base = frames.pop(states[0])
    parts: list[tuple[Sprite, int, int]] = []
    for state, frame in frames.items():
        edges = tuple(edge for edge, each in enumerate(states) if each == state)
        parts.append((frame._replace(mask=_wedges(pitch, frame.plane.size, edges)), 0, 0))
    parts.append((_figure(theme, pitch, faction, tile, red), 0, 0))
    return base, parts


@cached_sprite(96, LARGEST_CACHED, few=12)
def _frame(theme: Theme, pitch: int, faction: str | None, wide: str | None, state: int, ground: Colour) -> Sprite:
    """Return a tile without texts whose edges all have the same state; a tile is composed of at most three of these.

    `wide` is the id of a tile whose monster extends beyond the well, so that the monster is drawn too; else it is
    None.
    """
    width = width_of(pitch)
    if wide is not None:
        empty = _frame(theme, pitch, faction, None, state, ground)
        plane = empty.plane.copy()
        _stamp_monster(theme, plane, width, faction, wide)
        return empty._replace(plane=plane)
    sketch = field_sketch(theme, pitch, ground)
    _paint_frame(sketch, width, faction, (state,) * 6)
    return sketch.finish(mask=field_mask(theme, pitch))


@cached_sprite(160, LARGEST_CACHED)
def _figure(theme: Theme, pitch: int, faction: str | None, tile: str, red: bool) -> Sprite:
    """Return the well of a tile with its monster, and the cap at the south corner with the pips of its rank.

    The states of the edges change neither, so one cached sprite serves all of them.
    """
    width, well = width_of(pitch), _well(theme, pitch, faction)
    plane = well.plane.copy()
    _stamp_monster(theme, plane, width, faction, tile)
    pips = _pips(theme, pitch, faction, TILES[TILE_INDEX[tile]].rank, red)
    plane.paste(pips.plane, (well.centre_x - pips.centre_x, well.centre_y + round(width * SOUTH) - pips.centre_y))
    return well._replace(plane=plane)


@cached_sprite(16, LARGEST_CACHED)
def _well(theme: Theme, pitch: int, faction: str | None) -> Sprite:
    """Return the well of a tile with the faction's pattern, and the cap at the south corner, both empty."""
    side, width = theme.sides[faction or "none"], width_of(pitch)
    sketch = _figure_sketch(theme, pitch, cap_colour(side))
    _paint_well(sketch, width, faction, side)
    _paint_caps(sketch, width, side)
    return sketch.finish(mask=_figure_mask(theme, pitch))


def _stamp_monster(theme: Theme, plane: Image.Image, width: float, faction: str | None, tile: str) -> None:
    side, size = theme.sides[faction or "none"], width * SILHOUETTES[TILES[TILE_INDEX[tile]].rank]
    stamp(theme, plane, glyphs.MONSTERS[tile], size, width * MONSTER_OUTLINE, side.tint, cap_colour(side))


@cached_sprite(48, LARGEST_CACHED)
def _pips(theme: Theme, pitch: int, faction: str | None, rank: str, red: bool) -> Sprite:
    """Return the pips of a rank on a background of the cap's colour; `red` is set for a red rank."""
    side, width = theme.sides[faction or "none"], width_of(pitch)
    sketch = Sketch(theme, width * PIP * 5.8, width * PIP * 6.6, cap_colour(side))
    _paint_pips(sketch.at(0, round(width * SOUTH) * -1), width, side, rank, red)
    return sketch.finish()


def _figure_sketch(theme: Theme, pitch: int, ground: Colour) -> Sketch:
    width = width_of(pitch)
    return Sketch(theme, width * FACET_INNER, width * HEX_HEIGHT, ground)


@lru_cache(maxsize=32)
def _figure_mask(theme: Theme, pitch: int) -> Image.Image:
    """Return the mask of the pixels that lie entirely in the well with its rim, or in the cap at the south corner."""
    sketch, width = _figure_sketch(theme, pitch, theme.slab), width_of(pitch)
    well, cap = (sketch.coverage(points) for points in (hexagon(0, 0, width * FACET_INNER), _south_cap(width)))
    return sketch.reduce_mask(ImageChops.lighter(well, cap)).point([0] * 255 + [255], "1")


@lru_cache(maxsize=32)
def _wedges(pitch: int, size: tuple[int, int], edges: tuple[int, ...]) -> Image.Image:
    """Return the mask of some of a tile's edges: for each, the triangle from its two corners to the tile's centre."""
    mask, corners = Image.new("1", size), hexagon(size[0] / 2, size[1] / 2, 2 * pitch)
    for edge in edges:
        points = [(size[0] / 2, size[1] / 2), corners[(edge + 1) % 6], corners[(edge + 2) % 6]]
        ImageDraw.Draw(mask).polygon(points, 1)
    return mask


def power_letters(theme: Theme, pitch: int, powers: tuple[int, ...], states: States) -> list[Letter]:
    """Return the six powers as texts at their edges.

    A power is larger and bolder if its edge faces a free hex, and most so if it faces a stone not captured yet.
    """
    width, letters = width_of(pitch), list[Letter]()
    for power, state, (across, down) in zip(powers, states, EDGE_STEPS, strict=True):
        # A facet has no room for two characters at the minimum size of texts, so they count as a label, which may be
        # smaller.
        style = Style(_power_size(width, power, state), POWER_WEIGHTS[state], label=not 0 <= power <= 9)
        x, y = across / 2 * width * POWER_AWAY, down * width * ROW_DISTANCE * POWER_AWAY
        letters.append(Letter(power_text(power), style, x, y, theme.print))
    return letters


def _power_size(width: float, power: int, state: int) -> int:
    """Return the font size of a power in pixels; it is smaller for two digits or a minus sign."""
    size = width * POWER_SIZES[state]
    return max(SMALLEST_POWER, round_size(size)) if 0 <= power <= 9 else max(SMALLEST_LONG, round_size(size * LONG))


def paint_monster(
    sketch: Sketch, pitch: int, faction: str | None, tile: str, states: States, red: bool = False
) -> None:
    """Draw a tile on a sketch, without its texts."""
    width, side = width_of(pitch), sketch.theme.sides[faction or "none"]
    _paint_frame(sketch, width, faction, states)
    _paint_well(sketch, width, faction, side)
    _paint_figure(sketch, width, side, tile, red)


def _paint_frame(sketch: Sketch, width: float, faction: str | None, states: States) -> None:
    """Draw a tile without its monster, rank and texts: facets in the given states, and an empty well."""
    side = sketch.theme.sides[faction or "none"]
    paint_shadow(sketch, width)
    sketch.polygon(outline(width), cap_colour(side), width * ROUNDED)
    _paint_facets(sketch, width, side, states)
    sketch.polygon(hexagon(0, 0, width * FACET_INNER), cap_colour(side))
    _paint_caps(sketch, width, side)


def _paint_caps(sketch: Sketch, width: float, side: Side) -> None:
    """Draw the empty caps at the north and south corners, which hold the faction's letter and the rank."""
    north = hexagon(0, -width * NORTH, max(width * 0.168, letter_size(width) * 1.25))
    for cap in (north, _south_cap(width)):
        sketch.polygon(cap, cap_colour(side))


def _south_cap(width: float) -> list[Point]:
    return hexagon(0, width * SOUTH, width * 0.195)


def _paint_figure(sketch: Sketch, width: float, side: Side, tile: str, red: bool = False) -> None:
    """Draw the monster in the well, and the rank's pips in the south cap; the pips of a red rank are white diamonds."""
    rank = TILES[TILE_INDEX[tile]].rank
    size, outline_ = width * SILHOUETTES[rank], width * MONSTER_OUTLINE
    sketch.icon(glyphs.MONSTERS[tile], 0, 0, size, side.tint, outline_, cap_colour(side))
    _paint_pips(sketch, width, side, rank, red)


def _paint_pips(sketch: Sketch, width: float, side: Side, rank: str, red: bool) -> None:
    radius = width * PIP
    for across, down in PIP_PLACES[PIPS[rank]]:
        x, y = across * radius * 1.45, width * SOUTH + down * radius * 1.45
        if red:
            size = radius * 1.2
            sketch.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], (255, 255, 255))
        else:
            sketch.circle(x, y, radius, side.main)


def facet_colour(side: Side, edge: int, state: int) -> Colour:
    """Return the surface colour of a facet by its state, shaded for the direction of its edge."""
    surface = (side.spent, side.main, side.tint)[state]
    return tone(surface, LIGHT[edge] * (0.5 if state == SPENT else 1))


def _paint_facets(sketch: Sketch, width: float, side: Side, states: States) -> None:
    inner, seam = hexagon(0, 0, width * FACET_INNER), width * 0.014
    for edge, state in enumerate(states):
        first, second = (edge + 1) % 6, (edge + 2) % 6
        outer = edge_line(width * FACET_OUTER, edge)
        sketch.polygon([*outer, inner[second], inner[first]], facet_colour(side, edge, state))
    for edge in (4, 5):
        lit_edge = edge_line(width * FACET_OUTER, edge), edge_line(width * FACET_OUTER, edge, width * 0.02)
        sketch.polygon([*lit_edge[0], *reversed(lit_edge[1])], _rim(side, states[edge]))
    for corner, end in enumerate(hexagon(0, 0, width * (FACET_OUTER - ROUNDED * 0.26))):
        sketch.stroke([end, inner[corner]], seam, cap_colour(side))


def _rim(side: Side, state: int) -> Colour:
    """Return the colour of the lit upper edge of a facet, by the facet's state."""
    return (mix(side.spent, side.hi, 0.45), side.hi, mix(side.tint, (255, 255, 255), 0.6))[state]


def _paint_well(sketch: Sketch, width: float, faction: str | None, side: Side) -> None:
    rounded = width * 0.02
    sketch.polygon(hexagon(0, 0, width * FACET_INNER), cap_colour(side))
    well = hexagon(0, 0, width * (WELL - 0.012) - 2 * rounded)

    def surface(inner: Sketch) -> None:
        inner.polygon(well, side.deep, rounded)
        fill_pattern(inner, faction or "", width * WELL * 1.2, width * 0.075, side.deep2)

    sketch.clip(well, rounded, surface)


def letter_size(width: float) -> int:
    """Return the font size of the faction's letter on a tile, in pixels."""
    return max(SMALLEST_LETTER, round_size(width * 0.125))


def cap_letters(theme: Theme, pitch: int, faction: str | None) -> list[Letter]:
    """Return the faction's letter, at its place in the cap at the north corner."""
    width = width_of(pitch)
    style = Style(letter_size(width), 800, label=True)
    return [Letter((faction or "?")[0].upper(), style, 0, -width * NORTH, theme.sides[faction or "none"].tint)]


@lru_cache(maxsize=12)
def ring(theme: Theme, pitch: int, colour: Colour, thickness: float) -> Sprite:
    """Return a ring around a hex; `thickness` is in pixels."""
    sketch = Sketch(theme, pitch * 1.12, pitch * HEX_HEIGHT * 1.12, theme.slab)
    outer, inner = paint_ring(sketch, pitch, colour, thickness)
    rounded = width_of(pitch) * ROUNDED
    mask = ImageChops.subtract(polygon_mask(sketch, outer, rounded), polygon_mask(sketch, inner, rounded - 2))
    return sketch.finish(mask=mask.convert("1"))


@cached_sprite(4, 260)
def mark(theme: Theme, pitch: int) -> Sprite:
    """Return the ring around a hex to which a caption refers."""
    width = width_of(pitch)
    base = width * (1 - 2 * ROUNDED)
    return marks.mark(theme, width * HEX_HEIGHT, lambda reach: hexagon(0, 0, base + 2 * reach), width * ROUNDED)


def paint_ring(sketch: Sketch, pitch: int, colour: Colour, thickness: float) -> tuple[list[Point], list[Point]]:
    """Draw a ring around a hex; return the corners of its outer and of its inner edge, before rounding."""
    width = width_of(pitch)
    base = width * (1 - 2 * ROUNDED)
    inner, outer = hexagon(0, 0, base - 1), hexagon(0, 0, base - 1 + 2 * thickness)
    sketch.polygon(outer, colour, width * ROUNDED)
    # The inner edge of the ring blends into the dark outline of the piece in it.
    sketch.polygon(inner, sketch.theme.print, width * ROUNDED)
    return outer, inner
