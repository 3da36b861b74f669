"""The drawing of an enlarged part of the board, with labels and lit hexes, but without pieces.

It is cached, since several pages of a turn show the same part.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render import text
from render.hex_battle_wars import figures, ground
from render.hex_battle_wars.places import Grid, place_of, row_distance
from render.hex_battle_wars.themes import BattleTheme, reach_fill, reach_ink
from render.hexes import NEIGHBOURS
from render.picture import Sheet
from render.sprites import Letter, Sketch, Sprite, cached_sprite
from render.text import Style, Written
from render.theme import Colour

QUIET: Final = 24
LEAST_LABELLED: Final = 44
"""Minimum distance between columns for hexes to have labels, in pixels."""
ENCLOSED: Final = 4
"""Minimum number of lit neighbours that a piece's hex needs to lie inside the outline of the lit hexes."""
KEPT: Final = 6
"""Number of drawn regions in the cache; each takes about 1.5 MB."""


class Region(NamedTuple):
    """A part of the board without pieces; `height` is that of the sheet it is drawn on, in pixels.

    Hexes in `reach` can be chosen: they are lit and outlined in the colours of `side`. Hexes in `loud` have large
    labels. Hexes in `taken`, where pieces stand, have no label.
    """

    radius: int
    ground: str
    grid: Grid
    height: int
    reach: tuple[str, ...]
    loud: frozenset[str]
    taken: frozenset[str]
    side: str


@lru_cache(maxsize=KEPT)
def draw_region(theme: BattleTheme, region: Region) -> tuple[Image.Image, tuple[Written, ...]]:
    """Draw a region and return a plane of palette indices and the texts on it; cached, so they must not be changed."""
    sheet, grid = Sheet(theme, region.height), region.grid
    size, reach = sheet.plane.size, frozenset(region.reach)
    sheet.plane.paste(ground.crop_slab(theme, region.radius, grid, size))
    lit = reach_fill(theme, theme.sides[region.side])
    board = field(region.radius)
    labelled = grid.column >= LEAST_LABELLED
    shown: list[tuple[str, str, int, int]] = []
    for place, kind in ground.window(region.radius, region.ground, grid, size):
        label = board.name[board.board.cell[place]]
        x, y = grid.centre(place)
        fill = lit if label in reach and kind == ground.PLAIN else None
        number = label not in region.taken and (label not in region.loud or not labelled)
        sheet.paste(ground.cell(theme, grid.column, kind, fill, number), x, y)
        if label not in region.taken:
            shown.append((label, kind, x, y))
    if labelled:
        for label, kind, x, y in shown:
            if label in region.loud:
                _draw_loud(sheet, theme, region, label, kind, x, y, label in reach)
            else:
                _draw_quiet(sheet, theme, region, label, kind, x, y, label in reach)
    if reach:
        _draw_outline(sheet, theme, region)
    return sheet.plane, tuple(sheet.written)


def _draw_loud(
    sheet: Sheet, theme: BattleTheme, region: Region, label: str, kind: str, x: int, y: int, reached: bool
) -> None:
    """Draw the large label of a hex that can be chosen; on a hazard or block, it is on a dark disc."""
    wide, colours = region.grid.column, theme.sides[region.side]
    if kind == ground.PLAIN:
        style = Style(max(QUIET, min(31, round(wide * 0.46))), 700, label=True)
        fill = reach_fill(theme, colours) if reached else theme.ground
        sheet.paste(_words(theme, label, style, reach_ink(theme, colours), fill), x, y)
        return
    level = int(kind) if kind.isdigit() else 0
    up = round(ground.lift(wide, level))
    sheet.paste(plaque(theme, wide, label, region.side), x, y - up)
    if level and wide >= 84:
        ink = theme.bone if level == 1 else theme.print
        words = _words(theme, str(level), Style(QUIET, 800, label=True), ink, theme.levels[level - 1])
        sheet.paste(words, x, y - up - round(region.grid.row * 0.38))


def _draw_quiet(
    sheet: Sheet, theme: BattleTheme, region: Region, label: str, kind: str, x: int, y: int, reached: bool
) -> None:
    """Draw the small label of a hex, for orientation; hazards have none, and blocks only if there is room."""
    if kind in "wq":
        return
    wide, style = region.grid.column, Style(QUIET, 500, label=True)
    if kind.isdigit():
        if wide >= 84:
            level = int(kind)
            ink = theme.bone if level == 1 else theme.print
            up = round(ground.lift(wide, level))
            words = _words(theme, label, style, ink, theme.levels[level - 1])
            sheet.paste(words, x, y - up + round(region.grid.row * 0.31))
        return
    fill = reach_fill(theme, theme.sides[region.side]) if reached else theme.ground
    sheet.paste(_words(theme, label, style, theme.ground_ink, fill), x, y)


def _draw_outline(sheet: Sheet, theme: BattleTheme, region: Region) -> None:
    """Draw an outline around the lit hexes, including hexes of pieces that lie among them."""
    wide, colours = region.grid.column, theme.sides[region.side]
    cells = _include_enclosed(region.radius, region.reach, region.taken)
    line_fill = colours.lo if theme.is_light else colours.hi
    figures.draw_lines(sheet, theme, _edges(region.grid, cells), max(5, min(9, wide // 11)), 5, line_fill)


def _include_enclosed(radius: int, reach: Collection[str], taken: Collection[str]) -> set[Hex]:
    cells = {place_of(radius, label) for label in reach}
    for place in sorted(place_of(radius, label) for label in taken):
        if sum(Hex(place.q + right, place.r + down) in cells for right, down in NEIGHBOURS) >= ENCLOSED:
            cells.add(place)
    return cells


def _edges(grid: Grid, cells: Collection[Hex]) -> list[tuple[int, int, int, int]]:
    """Return the edges between the given hexes and all other hexes, as lines for `figures.draw_lines`."""
    third, half = grid.column / 3, grid.row / 2
    ends = {
        (1, 0): ((2 * third, 0.0), (third, half)),
        (0, 1): ((third, half), (-third, half)),
        (-1, 1): ((-third, half), (-2 * third, 0.0)),
        (-1, 0): ((-2 * third, 0.0), (-third, -half)),
        (0, -1): ((-third, -half), (third, -half)),
        (1, -1): ((third, -half), (2 * third, 0.0)),
    }
    found: list[tuple[int, int, int, int]] = []
    for place in cells:
        x, y = grid.centre(place)
        for (right, down), ((x1, y1), (x2, y2)) in ends.items():
            if Hex(place.q + right, place.r + down) not in cells:
                middle = round(x + (x1 + x2) / 2), round(y + (y1 + y2) / 2)
                found.append((*middle, round(x2 - x1), round(y2 - y1)))
    return found


@cached_sprite(400, 64)
def _label_sprite(theme: BattleTheme, pitch: int, words: str, weight: int, ink: Colour, fill: Colour) -> Sprite:
    style = Style(pitch, weight, label=True)
    sketch = Sketch(theme, text.width(words, style) + 2, pitch * (0.8 if words.isdigit() else 1.3), fill)
    return sketch.finish([Letter(words, style, 0, 0, ink)])


def _words(theme: BattleTheme, words: str, style: Style, ink: Colour, fill: Colour) -> Sprite:
    return _label_sprite(theme, style.size, words, style.weight, ink, fill)


@cached_sprite(200, 110)
def plaque(theme: BattleTheme, column: int, label: str, side: str) -> Sprite:
    """Return the sprite of a hex's label on a dark disc, for hazards and blocks that can be chosen."""
    colours = theme.sides[side]
    radius = row_distance(column) * 0.34
    style = Style(max(QUIET, min(31, round(column * 0.42))), 700, label=True)
    sketch = Sketch(theme, 2 * radius + 2, 2 * radius + 2, colours.deep)
    if radius < 26:
        half = text.width(label, style) / 2 + 4
        sketch = Sketch(theme, 2 * half, 32, colours.deep)
        box = [(-half + 6, -10.0), (half - 6, -10.0), (half - 6, 10.0), (-half + 6, 10.0)]
        mask = sketch.reduce_mask(sketch.coverage(box, 6)).point([0] * 128 + [255] * 128)
        return sketch.finish([Letter(label, style, 0, 0, colours.tint)], mask)
    sketch.circle(0, 0, radius, colours.deep)
    mask = sketch.reduce_mask(sketch.coverage(figures.circle(0, 0, radius))).point([0] * 128 + [255] * 128)
    return sketch.finish([Letter(label, style, 0, 0, colours.tint)], mask)
