"""The ground of a board: slab, meadow, hazards, shadows and blocks.

The whole board is drawn once for each distance between columns and cached, since its ground does not change during a
game; pictures show all of it or a part.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.hex_battle_wars.board import column as column_name
from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render import text
from render.hex_battle_wars import ground
from render.hex_battle_wars.places import Grid, corners, row_distance
from render.hex_battle_wars.themes import SHADE, BattleTheme
from render.palette import get_palette, look_up, ramp, tint
from render.sprites import Point, Sprite
from render.text import Style, Written
from render.theme import Colour

LIP: Final = 10
"""Distance that the slab extends beyond the hexes, in pixels; its lit edge is `EDGE` pixels of it."""
EDGE: Final = 4
THICK: Final = 26
"""Visible thickness of the slab below the board, in pixels."""
DECORATED: Final = 44
"""Minimum distance between columns for hexes to have tufts and flowers, in pixels."""
COORDINATE: Final = Style(26, 600, label=True)
ROOM: Final = 64
"""Distance between the board and the edges of its plane, in pixels."""
KEPT: Final = 6
"""Number of drawn grounds in the cache; each takes 2 to 5 MB."""


def draw(plane: Image.Image, theme: BattleTheme, radius: int, kinds: str, grid: Grid) -> None:
    """Draw the ground of a board on a plane of palette indices; `kinds` is `View.ground`."""
    paste(plane, whole(theme, radius, kinds, grid.column), grid.x, grid.y)


@lru_cache(maxsize=KEPT)
def whole(theme: BattleTheme, radius: int, kinds: str, column: int) -> Sprite:
    """Return the sprite of the ground of a whole board with its coordinates; its centre is the board's middle."""
    row = row_distance(column)
    x = round((radius + 2 / 3) * column) + ROOM
    y = (2 * radius + 1) * row // 2 + ground.lift(column, 3) + ROOM
    grid, size = Grid(column, x, y), (2 * x, y + (2 * radius + 1) * row // 2 + THICK + ROOM)
    plane = _slab(theme, radius, grid, size)
    hexes = list_hexes_in_order(radius, kinds)
    kind_of = dict(hexes)
    blocks: list[tuple[Hex, int]] = []
    for place, kind in hexes:
        if kind.isdigit():
            blocks.append((place, int(kind)))
        elif kind == ground.PLAIN:
            _draw_meadow(plane, theme, grid, place)
        else:
            shore = tuple([kind_of.get(Hex(place.q + q, place.r + r)) != kind for q, r in ground.EDGES])
            paste(plane, ground.hazard(theme, grid.column, kind, shore), *grid.centre(place))
    _draw_shadows(plane, theme, grid, blocks)
    for place, level in blocks:
        paste(plane, ground.block(theme, grid.column, level), *grid.centre(place))
    written = [each.shift_by(-x, -y) for each in _write_coordinates(plane, theme, radius, kind_of, grid)]
    return Sprite(plane, None, x, y, tuple(written))


def _write_coordinates(
    plane: Image.Image, theme: BattleTheme, radius: int, kind_of: Mapping[Hex, str], grid: Grid
) -> Iterator[Written]:
    """Write the letters of the columns above the board, and numbers of hexes at its left, right and lower rim.

    If columns are narrow, only every second hex at the rim has a number.
    """
    step, every = grid.row // 2 + LIP, 1 if grid.column >= 40 else 2
    for q in range(-radius, radius + 1):
        first, last = max(-radius, -radius - q), min(radius, radius - q)
        x, y = grid.centre(Hex(q, first))
        up = ground.lift(grid.column, ground.level_of(kind_of[Hex(q, first)]))
        yield _write(plane, theme, column_name(q + radius), x, y - step - 8 - up)
        if q % every == 0 or abs(q) == radius:
            x, y = grid.centre(Hex(q, last))
            yield _write(plane, theme, str(last - first + 1), x, y + step + THICK + 26)
    away = round(ground.side_of(grid.column)) + LIP + 15
    for q, right in ((-radius, -1), (radius, 1)):
        first, last = max(-radius, -radius - q), min(radius, radius - q)
        for r in range(first, last, every):
            x, y = grid.centre(Hex(q, r))
            yield _write(plane, theme, str(r - first + 1), x + right * away, y + 10)


def _write(plane: Image.Image, theme: BattleTheme, words: str, x: int, y: int) -> Written:
    """Write a coordinate centred on x with its baseline at y."""
    line = text.draw_line(words, COORDINATE, theme, theme.muted, theme.background)
    left, top = x - text.width(words, COORDINATE) // 2 + line.left, y + line.top
    plane.paste(line.plane, (left, top), line.ink)
    return Written(words, COORDINATE, left, top, left + line.plane.width, top + line.plane.height)


def paste(plane: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Paste a sprite on a plane of palette indices, centred on (x, y)."""
    plane.paste(sprite.plane, (x - sprite.centre_x, y - sprite.centre_y), sprite.mask)


def _draw_meadow(plane: Image.Image, theme: BattleTheme, grid: Grid, place: Hex) -> None:
    x, y = grid.centre(place)
    fill, side = theme.grounds[ground.tone(place)], ground.side_of(grid.column)
    paste(plane, ground.meadow(theme, grid.column, fill), x, y)
    for kind, across, down in ground.decorate(place) if grid.column >= DECORATED else ():
        paste(plane, ground.decor(theme, grid.column, kind, fill), x + round(across * side), y + round(down * side))


def _draw_shadows(plane: Image.Image, theme: BattleTheme, grid: Grid, blocks: Sequence[tuple[Hex, int]]) -> None:
    """Darken the ground at the lower right of blocks; shadows that overlap aren't darker, and none leaves the board."""
    if not blocks:
        return
    mask = Image.new("L", plane.size)
    for place, level in blocks:
        sprite = ground.shadow(theme, grid.column, level)
        x, y = grid.centre(place)
        mask.paste(255, (x - sprite.centre_x, y - sprite.centre_y), sprite.mask)
    background = get_palette(theme).nearest_index(theme.background)
    mask.paste(0, mask=plane.point([255 if index == background else 0 for index in range(256)]))
    plane.paste(look_up(plane, tint(theme, (0, 0, 0), SHADE)), mask=mask)


@lru_cache(maxsize=64)
def list_hexes_in_order(radius: int, kinds: str) -> Sequence[tuple[Hex, str]]:
    """Return all hexes of a board with their kind of ground, from back to front, so that blocks overlap correctly."""
    return sorted(zip(field(radius).hexes, kinds, strict=True), key=lambda each: (2 * each[0].r + each[0].q, each[0].q))


def window(radius: int, kinds: str, grid: Grid, size: tuple[int, int]) -> list[tuple[Hex, str]]:
    """Return the hexes that lie at least partly in a picture of `size` pixels, from back to front."""
    width, height, row = *size, grid.row
    found: list[tuple[Hex, str]] = []
    for each in list_hexes_in_order(radius, kinds):
        q, r = each[0]
        if -grid.column < grid.x + q * grid.column < width + grid.column:
            y = grid.y + r * row + q * row // 2
            if -row < y < height + 2 * row:
                found.append(each)
    return found


def _slab(theme: BattleTheme, radius: int, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a plane of palette indices with the slab on the background.

    Only the bright lip is anti-aliased; on the other edges, which are dark on dark, it would not be seen.
    """
    palette = get_palette(theme)
    plane = Image.new("L", size, palette.nearest_index(theme.background))
    draw, rim = ImageDraw.Draw(plane), _rim(radius)
    middle = [grid.centre(Hex(q * radius, r * radius)) for q, r in ground.EDGES]

    def fill(colour: Colour, more: int, down: int) -> None:
        points = _widen(grid.column, more)
        points = [points[0], *[(x, y + down) for x, y in points[:4]], *points[3:]]
        for place in rim:
            x, y = grid.centre(place)
            draw.polygon([(across + x, low + y) for across, low in points], palette.nearest_index(colour))

    fill(theme.earth_below, LIP, THICK)
    fill(theme.earth, LIP, THICK // 2)
    mask, part = Image.new("L", size), _cover_lip(theme, grid.column)
    for place in rim:
        _lighten(mask, part, *grid.centre(place))
    plane.paste(mask.point(ramp(theme, theme.earth, theme.lip)), mask=mask.point([0] + [255] * 255))
    fill(theme.seam, LIP - EDGE, 0)
    draw.polygon(middle, palette.nearest_index(theme.seam))
    return plane


def _widen(column: int, more: int) -> list[Point]:
    """Return the corners of a hex around (0, 0) that is `more` pixels wider on each side."""
    return corners(column, (column * 4 / 3 + 2.3 * more) / (column * 4 / 3))


@lru_cache(maxsize=16)
def _cover_lip(theme: BattleTheme, column: int) -> Image.Image:
    """Return the coverage of a hex with the lip around it."""
    points = _widen(column, LIP)
    return ground.coverage(theme, points, 2 * points[0][0], 2 * points[1][1])


@lru_cache(maxsize=16)
def _rim(radius: int) -> Sequence[Hex]:
    """Return the hexes at the edge of a board."""
    return [place for place in field(radius).hexes if max(abs(place.q), abs(place.r), abs(place.q + place.r)) == radius]


def _lighten(plane: Image.Image, coverage: Image.Image, x: int, y: int) -> None:
    left, top = x - coverage.width // 2, y - coverage.height // 2
    box = (left, top, left + coverage.width, top + coverage.height)
    if box[2] > 0 and box[3] > 0 and left < plane.width and top < plane.height:
        plane.paste(ImageChops.lighter(plane.crop(box), coverage), box)
