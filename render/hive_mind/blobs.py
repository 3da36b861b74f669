"""The drawing of tapped hexes and of laid shapes: hexes joined to one body, with a bright rim."""

from collections.abc import Collection

from PIL import Image, ImageChops

from engine.hive_mind.board import CELLS
from render.hexes import EDGE_STEPS, NEIGHBOURS, ROW_DISTANCE, Grid
from render.hive_mind.grids import CORNER, FIELD, LARGEST_CACHED
from render.hive_mind.themes import HiveTheme
from render.picture import Sheet
from render.sprites import Point, Sketch, Sprite, cached_sprite, hexagon, polygon_mask
from render.theme import Colour

OUTER, INNER = 1.075, 0.965
"""Widths of a hex of the body with and without its rim, in widths of a hex."""
OUTER_BAR, INNER_BAR = 0.60, 0.475
"""Widths of the bars that join two hexes, with and without the rim, in pitches."""
EDGE = 0.035
"""Width of the dark line around the rim, in widths of a hex."""


def draw_blob(sheet: Sheet[HiveTheme], grid: Grid, letters: str, rim: Colour, fill: Colour, has_edge: bool) -> None:
    """Draw the hexes whose letters are given as one body with a rim; neighbours are joined.

    `has_edge` adds a dark line around the rim.
    """
    sheet.paste(_blob(sheet.theme, grid.pitch, letters, rim, fill, EDGE if has_edge else 0), *grid.centre(0, 0))


@cached_sprite(32, LARGEST_CACHED, few=4)
def _blob(theme: HiveTheme, pitch: int, letters: str, rim: Colour, fill: Colour, edge: float) -> Sprite:
    """Return the sprite of a body; its reference point is the centre of hex A."""
    grid = Grid(pitch, 0, 0)
    cells = {(cell.q, cell.r) for cell in CELLS if cell.letter in letters}
    centres = [grid.centre(*cell) for cell in cells]
    x, y = ((min(part) + max(part)) // 2 for part in zip(*centres, strict=True))
    across, down = (max(part) - min(part) + pitch * 1.4 for part in zip(*centres, strict=True))
    sketch = Sketch(theme, across, down, theme.print if edge else theme.slab)
    layers = (
        (OUTER + 2 * edge, OUTER_BAR + 2 * edge, theme.print if edge else rim),
        (OUTER, OUTER_BAR, rim),
        (INNER, INNER_BAR, fill),
    )
    mask = None
    for width, bar, colour in layers:
        outlines = [*_outlines(grid, cells, (x, y), width, bar)]
        for corners, rounded in outlines:
            sketch.polygon(corners, colour, rounded)
        mask = mask or _union(sketch, outlines)
    sprite = sketch.finish(mask=mask)
    return sprite._replace(centre_x=sprite.centre_x - x, centre_y=sprite.centre_y - y)


def _outlines(
    grid: Grid, cells: Collection[tuple[int, int]], origin: tuple[int, int], width: float, bar: float
) -> list[tuple[list[Point], float]]:
    """Return the polygons that make up a body, each with the radius of its corners, in pixels.

    They are its hexes and the bars between neighbours.
    """
    rounded = grid.pitch * CORNER
    found: list[tuple[list[Point], float]] = []
    for q, r in cells:
        x, y = (part - start for part, start in zip(grid.centre(q, r), origin, strict=True))
        found.append((hexagon(x, y, grid.pitch * FIELD * width - 2 * rounded), rounded))
        for edge in (0, 1, 2):
            across, down = NEIGHBOURS[edge]
            if (q + across, r + down) in cells:
                found.append((_bar(grid.pitch, edge, x, y, bar), 0))
        for one, other in (((1, 0), (0, 1)), ((0, 1), (-1, 1))):
            corner = [(q, r), (q + one[0], r + one[1]), (q + other[0], r + other[1])]
            if {*corner} <= {*cells}:
                centres = [grid.centre(*place) for place in corner]
                found.append(([(px - origin[0], py - origin[1]) for px, py in centres], 0))
    return found


def _bar(pitch: int, edge: int, x: float, y: float, width: float) -> list[Point]:
    """Return the corners of the bar from a hex at (x, y) to its neighbour across `edge`."""
    right, down = EDGE_STEPS[edge]
    along = (right / 2, down * ROW_DISTANCE)
    beside = (-along[1] * width / 2, along[0] * width / 2)
    ends = ((0.25, -1), (0.75, -1), (0.75, 1), (0.25, 1))
    return [
        (x + (share * along[0] + side * beside[0]) * pitch, y + (share * along[1] + side * beside[1]) * pitch)
        for share, side in ends
    ]


def _union(sketch: Sketch[HiveTheme], outlines: list[tuple[list[Point], float]]) -> Image.Image:
    masks = [polygon_mask(sketch, corners, rounded) for corners, rounded in outlines]
    union = masks[0]
    for mask in masks[1:]:
        union = ImageChops.lighter(union, mask)
    return union
