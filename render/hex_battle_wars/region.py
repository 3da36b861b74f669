"""The ground with the hexes that can be chosen: an outline around them, and all others dim.

It is cached, since several pages of a turn show the same part.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render.hex_battle_wars import ground, meadow
from render.hex_battle_wars.places import Grid, corners
from render.hex_battle_wars.themes import DIM, BattleTheme
from render.palette import get_palette, look_up, ramp, tint
from render.sprites import Point

LINE, AROUND = 6, 5
"""Width of the outline, and of the dark edge on each side of it, in pixels."""
SCALE: Final = 2
"""Supersampling factor of the outline."""
KEPT: Final = 6
"""Number of drawn regions in the cache; each takes about 2 MB."""


class Region(NamedTuple):
    """A part of the board without pieces; `size` is that of the sheet it is drawn on, in pixels.

    Hexes in `reach` can be chosen; they are outlined in the colours of `side`.
    """

    radius: int
    ground: str
    grid: Grid
    size: tuple[int, int]
    reach: tuple[str, ...]
    side: str


@lru_cache(maxsize=KEPT)
def draw_region(theme: BattleTheme, region: Region) -> Image.Image:
    """Draw a region and return a plane of palette indices; cached, so it must not be changed."""
    plane = Image.new("L", region.size, get_palette(theme).nearest_index(theme.background))
    meadow.draw(plane, theme, region.radius, region.ground, region.grid)
    board = field(region.radius)
    reach = {board.hexes[board.index[label]] for label in region.reach}
    hexes = meadow.window(region.radius, region.ground, region.grid, region.size)
    if len(reach) < len(board):
        _dim(plane, theme, region, hexes, reach)
    # The outline is supersampled, so only the part of the picture around the reach is worth the memory.
    box = _bound(region, reach)
    part = plane.crop(box)
    grid = region.grid._replace(x=region.grid.x - box[0], y=region.grid.y - box[1])
    _outline(part, theme, region._replace(grid=grid, size=part.size), hexes, reach)
    plane.paste(part, box)
    return plane


def _bound(region: Region, reach: set[Hex]) -> tuple[int, int, int, int]:
    """Return the box of a region, in pixels, that holds the outline of the reach."""
    grid, (width, height), around = region.grid, region.size, LINE + 2 * AROUND
    spots = [grid.centre(place) for place in reach]
    across, down = [x for x, _ in spots], [y for _, y in spots]
    wide, high = grid.column + around, grid.row + around
    left, top = max(0, min(across) - wide), max(0, min(down) - ground.lift(grid.column, 3) - high)
    return left, top, min(width, max(across) + wide), min(height, max(down) + high)


def _shift(points: list[Point], x: float, y: float, scale: int = 1) -> list[Point]:
    return [((across + x) * scale, (down + y) * scale) for across, down in points]


def _dim(plane: Image.Image, theme: BattleTheme, region: Region, hexes: list[tuple[Hex, str]], reach: set[Hex]) -> None:
    """Dim all hexes outside of the reach; a block dims, or leaves lit, what it hides."""
    mask, grid = Image.new("L", region.size), region.grid
    draw = ImageDraw.Draw(mask)
    for place, kind in hexes:
        level = ground.level_of(kind)
        shape = ground.silhouette(grid.column, level) if level else corners(grid.column, 1.0)
        draw.polygon(_shift(shape, *grid.centre(place)), 0 if place in reach else 255)
    plane.paste(look_up(plane, tint(theme, theme.background, DIM)), mask=mask)


def _outline(
    plane: Image.Image, theme: BattleTheme, region: Region, hexes: list[tuple[Hex, str]], reach: set[Hex]
) -> None:
    """Draw the outline of the reach; blocks in front hide it, and it follows the upper edges of blocks."""
    grid, (width, height) = region.grid, region.size
    levels = {place: ground.level_of(kind) for place, kind in hexes}
    size = (width * SCALE, height * SCALE)
    wide, narrow = Image.new("L", size), Image.new("L", size)
    layers = [(ImageDraw.Draw(wide), LINE + 2 * AROUND), (ImageDraw.Draw(narrow), LINE)]
    for place, kind in hexes:
        level = ground.level_of(kind)
        x, y = grid.centre(place)
        if level:
            hidden = _shift(ground.silhouette(grid.column, level), x, y, SCALE)
            for draw, _ in layers:
                draw.polygon(hidden, 0)
        for edge, (across, down) in enumerate(ground.EDGES):
            other = Hex(place.q + across, place.r + down)
            if (place in reach) == (other in reach) or (edge < ground.FIRST_UPPER and other in levels):
                continue
            share = ground.FACE - ground.COURSE * max(0, level - 1) if level else 1.0
            ends = corners(grid.column, share, ground.lift(grid.column, level))
            line = _shift([ends[edge], ends[(edge + 1) % 6]], x, y, SCALE)
            for draw, thick in layers:
                _stroke(draw, line, thick * SCALE)
    inside = wide.reduce(SCALE).point([0] * 128 + [255] * 128)
    plane.paste(get_palette(theme).nearest_index(theme.print), mask=inside)
    cover = narrow.reduce(SCALE)
    colours = theme.sides[region.side]
    fill = colours.lo if theme.is_light else colours.hi
    plane.paste(cover.point(ramp(theme, theme.print, fill)), mask=cover.point([0] + [255] * 255))


def _stroke(draw: ImageDraw.ImageDraw, line: list[Point], width: int) -> None:
    draw.line(line, 255, width)
    for x, y in line:
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), 255)
