"""Scenes: small pictures of Objectives with Monsters that fulfil the card once, and the hexes around them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.monster_hex.objectives import Objective
from render.badges import fill_pattern
from render.header import CROWN
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, neighbours
from render.monster_hex import glyphs
from render.monster_hex.gems import paint_crystal
from render.palette import tone
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme, mix

OWN, FREE, START, LARGE, SMALL, KING = "own", "free", "start", "large", "small", "king"
"""The possible contents of a hex in a scene: an own Monster, anything, an own Monster on a start hex, a Large Stone, a
Small Stone, the Demon King."""
MOSTLY_ROUND: Final = (4, 5, 1, 3, 0, 2)
"""The order in which Monsters are added around a stone in a scene; irregular, to show that their positions don't
matter."""
LARGEST: Final = 78
"""The maximum distance between the centres of neighbouring hexes in a scene, in pixels."""
FIELD: Final = 0.92
EDGE: Final = 4
"""The width of the border around a scene at the edge of the board, in pixels: half of it is a gap, half a line."""
ROUNDED: Final = 0.05
SIGN: Final = 0.4
"""The width of the sign in the upper right corner, as a share of the picture's height."""
TIMES: Final = Style(28, 850)


class Spot(NamedTuple):
    """A hex of a scene: its axial coordinates, and its content `kind`, which is one of the constants above.

    `facing` are the edges drawn in gold because they face Large Stones.
    """

    q: int
    r: int
    kind: str
    facing: tuple[int, ...] = ()


@lru_cache(maxsize=256)
def picture(theme: Theme, objective: Objective, side: str, ground: Colour, width: int, height: int) -> Sprite:
    """Return the scene of an Objective on a background of the colour `ground`; the size is in pixels.

    `side` is a name in `theme.sides`, which gives the colours of own Monsters. A crown in the corner means "most of". A
    number such as ×3 is the number of Monsters needed, if the scene shows fewer.
    """
    spots = scene(objective)
    sign = _sign_text(objective, spots) or objective.kind == "most"
    room = width - (round(height * SIGN * 0.5) if sign else 0)
    edge = 4 + 2 * EDGE * (objective.where == "border")
    pitch = min(LARGEST, *_largest_pitches(spots, room - edge, height - edge))
    middle_x, middle_y = (sum(bounds) / 2 for bounds in _bounds(spots))
    shift = (width - room) / 2
    sketch = Sketch(theme, width, height, ground)
    centres = [
        (
            round((2 * spot.q + spot.r - middle_x) * pitch / 2 - shift),
            round((spot.r - middle_y) * pitch * ROW_DISTANCE),
        )
        for spot in spots
    ]
    if objective.where == "border":
        for wide, fill in ((pitch + 2 * EDGE, theme.muted), (pitch + EDGE, ground)):
            for x, y in centres:
                sketch.polygon(hexagon(x, y, wide), fill)
    for spot, centre in zip(spots, centres, strict=True):
        _paint_spot(sketch.at(*centre), spot, pitch, side)
    return sketch.finish(_paint_sign(sketch, objective, spots, width, height))


def scene(objective: Objective) -> tuple[Spot, ...]:
    """Return the hexes that the scene of an Objective shows."""
    if objective.kind == "pattern":
        return tuple(_pattern(objective.shape))
    if objective.kind == "around":
        return _stone_ring(LARGE, MOSTLY_ROUND[: objective.n])
    if objective.kind == "opposite":
        return _stone_ring(LARGE, (0, 3))
    if objective.metric is not None:
        return _MOST[objective.metric]
    return _COUNTED[objective.where or "start"]


def _pattern(shape: Sequence[tuple[int, int]]) -> Iterator[Spot]:
    """Yield the hexes of a pattern: first those midway between two of its Monsters, then its Monsters.

    The hexes in between may hold anything.
    """
    between = {
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        for a, b in combinations(shape, 2)
        if (a[0] - b[0]) % 2 == 0 and (a[1] - b[1]) % 2 == 0
    }
    yield from (Spot(*at, FREE) for at in sorted(between - {*shape}))
    yield from (Spot(*at, OWN) for at in shape)


def _stone_ring(stone: str, own: Sequence[int]) -> tuple[Spot, ...]:
    """Return a stone and the six hexes around it, with own Monsters across the edges in `own`."""
    around = enumerate(neighbours(0, 0))
    return (Spot(0, 0, stone), *(Spot(*at, OWN if edge in own else FREE) for edge, at in around))


_COUNTED: Final = {
    "adj_small": (Spot(0, 0, SMALL), Spot(-1, 1, OWN), Spot(0, 1, OWN)),
    "border": (
        *(Spot(q, 0, OWN if q != 1 else FREE) for q in range(3)),
        *(Spot(q, 1, OWN if q == 2 else FREE) for q in range(-1, 3)),
        *(Spot(q, 2, OWN if q == 0 else FREE) for q in range(-1, 2)),
    ),
    "start": (Spot(0, 0, START),),
    "loner": (Spot(0, 0, OWN), *(Spot(*at, FREE) for at in neighbours(0, 0))),
}
_MOST: Final = {
    "largest_group": tuple(Spot(*at, OWN) for at in ((0, 0), (-1, 1), (0, 1), (1, 1), (-1, 2))),
    "large_sides": (Spot(-1, 1, LARGE), Spot(0, 1, OWN, (0, 3)), Spot(1, 1, LARGE), Spot(0, 0, OWN, (2,))),
    "adj_demon": _stone_ring(KING, (3, 4, 0)),
}


def _bounds(spots: Sequence[Spot]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the bounds of a scene: lowest and highest column, in half pitches, then lowest and highest row."""
    across, down = [2 * spot.q + spot.r for spot in spots], [spot.r for spot in spots]
    return (min(across), max(across)), (min(down), max(down))


def _largest_pitches(spots: Sequence[Spot], width: int, height: int) -> tuple[int, int]:
    """Return two pitches in pixels: the largest that fits the width, and the largest that fits the height."""
    (left, right), (top, bottom) = _bounds(spots)
    return int(width * 2 / (right - left + 2)), int(height / ((bottom - top) * ROW_DISTANCE + HEX_HEIGHT))


def _paint_spot(sketch: Sketch, spot: Spot, pitch: int, side: str) -> None:
    theme, width = sketch.theme, pitch * FIELD
    rounded = width * ROUNDED
    outline = hexagon(0, 0, width - 2 * rounded)
    inner = hexagon(0, 0, width - 2 * rounded - max(3, width * 0.07))
    if spot.kind == FREE:
        sketch.polygon(outline, theme.line, rounded)
        sketch.polygon(inner, theme.cell, rounded)
    elif spot.kind in (OWN, START):
        _paint_own(sketch, width, side, spot)
    else:
        rim = theme.gold if spot.kind == KING else theme.magic
        well = theme.king if spot.kind == KING else theme.magic_deep
        sketch.polygon(outline, rim, rounded)
        sketch.polygon(inner, well, rounded)
        if spot.kind == KING:
            sketch.icon(glyphs.DEMON_KING, 0, 0, width * 0.56, theme.gold)
        elif spot.kind == SMALL:
            paint_crystal(sketch, width * 0.34)
        else:
            sketch.icon(glyphs.LARGE_STONE, 0, 0, width * 0.5, theme.magic_hi)


def _paint_own(sketch: Sketch, width: float, side: str, spot: Spot) -> None:
    """Draw an own Monster: the side's colour and pattern, a paw print, and gold edges towards Large Stones."""
    theme, colours, rounded = sketch.theme, sketch.theme.sides[side], width * ROUNDED
    outline = hexagon(0, 0, width - 2 * rounded)
    face = hexagon(0, 0, width - 2 * rounded - max(3, width * 0.06))

    def surface(inner: Sketch) -> None:
        inner.polygon(face, colours.main, rounded)
        fill_pattern(inner, side, width * 1.2, width * 0.2, mix(colours.main, colours.lo, 0.5))
        corners = hexagon(0, 0, width)
        for edge in spot.facing:
            inner.stroke([corners[(edge + 1) % 6], corners[(edge + 2) % 6]], width * 0.3, theme.gold_hi)

    sketch.polygon(outline, tone(colours.deep, -0.5), rounded)
    sketch.clip(face, rounded, surface)
    if spot.kind == START:
        sketch.polygon(hexagon(0, 0, width * 0.72), theme.magic_lo)
        sketch.polygon(hexagon(0, 0, width * 0.56), colours.main)
    sketch.icon("pawprint", 0, 0, width * 0.42, theme.print)


def _sign_text(objective: Objective, spots: Sequence[Spot]) -> str:
    """Return the number of Monsters that an Objective counts, such as "×3"; empty unless the scene shows fewer."""
    shown = sum(spot.kind in (OWN, START) for spot in spots)
    return f"×{objective.n}" if objective.kind == "count" and (objective.n or 0) > shown else ""


def _paint_sign(
    sketch: Sketch, objective: Objective, spots: Sequence[Spot], width: int, height: int
) -> Sequence[Letter]:
    """Draw the sign in the upper right corner: a crown for "most of".

    For other Objectives, the number in that corner is returned as a text, if there is one.
    """
    theme, size = sketch.theme, height * SIGN
    x, y = width / 2 - size / 2, -height / 2 + size / 2
    if objective.kind == "most":
        sketch.icon(CROWN, x, y, size * 0.92, theme.gold_text)
        return ()
    words = _sign_text(objective, spots)
    return (Letter(words, TIMES, x, y, theme.ink),) if words else ()
