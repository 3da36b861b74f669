"""The drawing of a hive: a slab with cells of honey or empty wax, and shapes on top.

A cell that still holds its value is full of honey, brighter the more shapes lie there; a cleared cell is empty wax.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from engine.hive_mind.board import CELLS
from render import marks, text
from render.hexes import EDGE_STEPS, HEX_HEIGHT, NEIGHBOURS, ROW_DISTANCE, Grid, fit_grid
from render.hive_mind.kinds import bright
from render.hive_mind.themes import HiveTheme
from render.palette import HONEY_SHADOW, drained_colour, rim_colour, tone
from render.picture import Sheet
from render.sprites import Letter, Sketch, Sprite, cached_sprite, hexagon, polygon_mask
from render.text import Style, TextLine, Written
from render.theme import Colour, mix

# Lengths without a unit are in pitches: distances between the centres of two neighbouring cells.
FIELD = 0.945
ROUNDED = 0.07
SLAB = 0.105
"""Distance that the slab extends beyond its cells, in pitches.

A pitch is the distance between the centres of neighbouring cells. `SLAB_RIM` is the width of the slab's rim.
"""
SLAB_RIM = 0.025
LINK = 0.36
"""Width of the connections between neighbouring hexes of a shape, in pitches."""
TOP, FOOT = -0.32, 0.32
DRAFT_FOOT, MARKED_FOOT, LOOKED_FOOT = 0.29, 0.23, 0.27
SIGNS = -0.27
AWAY = 0.165
"""Horizontal distance of the eye and of the digit from the centre, in pitches, in a cell that has both."""
GLOSS = ((-0.375, 0.11), (-0.375, -0.2), (-0.16, -0.325))
"""Points of the highlight along a cell's upper left wall, in pitches from the centre."""

SMALLEST = 28
LARGEST_CACHED = 150
"""Maximum pitch of cached sprites, in pixels; it is the pitch of hives on the public board."""
SMALLEST_FACE = 40
"""Minimum pitch of cells in which texts are drawn, in pixels."""
HONEY, CLEARED, CLOSED, DRAINED = "honey", "cleared", "closed", "drained"
COVERED, LOOKED, OFFERED, SCORED = "covered", "looked", "offered", "scored"
FULL = 3
"""Brightness of a cell's honey before any round, an index of `HiveTheme.honey`."""
MOST = 5
"""Highest brightness of honey: more shapes on a cell do not make it brighter."""


class Face(NamedTuple):
    """The contents of one cell.

    - `ground`: its filling: honey, cleared, closed (no shapes are played on the hive), or drained (honey of a hex
      that scored for nobody)
    - `mark`: covered (by a shape of `kind`), looked (a shape looks at it), offered (a shape could cover it), scored
      (at the end), or empty
    - `level`: the brightness of its honey, 0 to 5
    - `top`, `middle`, `foot`: its texts
    - `digit`: a guessed value, or empty
    """

    ground: str = HONEY
    mark: str = ""
    kind: str = "tri"
    level: int = FULL
    top: str = ""
    middle: str = ""
    foot: str = ""
    digit: str = ""


def fit_hive_grid(left: int, right: int, top: int) -> Grid:
    """Return the grid on which a hive and its slab fit exactly between a left and a right edge."""
    places = [(cell.q, cell.r) for cell in CELLS]
    narrow = fit_grid(places, left, right, top)
    slab = round(narrow.pitch * SLAB)
    return fit_grid(places, left + slab, right - slab, top + slab)


def height(pitch: int) -> int:
    """Return the height of a hive with its slab, in pixels, for a pitch in pixels."""
    rows = [cell.r for cell in CELLS]
    tall = (max(rows) - min(rows)) * round(pitch * ROW_DISTANCE) + round(pitch * HEX_HEIGHT)
    return tall + 2 * round(pitch * SLAB)


def draw_hexes(sheet: Sheet, grid: Grid, faces: Mapping[str, Face]) -> None:
    """Draw a hive on its slab; `faces` holds the contents of each cell by letter, and other cells are left out."""
    slab = slab_sprite(sheet.theme, grid.pitch)
    sheet.paste(slab, *grid.centre(0, 0))
    for cell in CELLS:
        face = faces.get(cell.letter)
        if face is not None:
            draw_hex(sheet, grid.pitch, face, *grid.centre(cell.q, cell.r))
    _link_shapes(sheet, grid, faces)


def draw_hex(sheet: Sheet, pitch: int, face: Face, x: int, y: int) -> None:
    """Draw a single cell centred on (x, y)."""
    sheet.paste(hex_sprite(sheet.theme, pitch, face), x, y)


def draw_marks(sheet: Sheet, grid: Grid, letters: Collection[str]) -> None:
    """Draw a ring around each cell whose letter is given."""
    for cell in CELLS:
        if cell.letter in letters:
            sheet.paste(mark_sprite(sheet.theme, grid.pitch), *grid.centre(cell.q, cell.r))


@cached_sprite(4, LARGEST_CACHED)
def mark_sprite(theme: HiveTheme, pitch: int) -> Sprite:
    """Return the sprite of the ring that is drawn around a marked cell."""
    return marks.mark(theme, pitch * HEX_HEIGHT, lambda reach: outline(pitch, -reach), pitch * ROUNDED)


@cached_sprite(24, LARGEST_CACHED)
def slab_sprite(theme: HiveTheme, pitch: int) -> Sprite:
    """Return the sprite of the slab under a hive; its reference point is the centre of cell A."""
    grid = Grid(pitch, 0, 0)
    centres = [grid.centre(cell.q, cell.r) for cell in CELLS]
    left, right = (edge(x for x, _ in centres) for edge in (min, max))
    top, bottom = (edge(y for _, y in centres) for edge in (min, max))
    x, y = (left + right) // 2, (top + bottom) // 2
    margin = pitch * (1 + 2 * SLAB)
    sketch = Sketch(theme, right - left + margin, bottom - top + margin * HEX_HEIGHT, theme.background)
    for reach, fill in ((SLAB, theme.slab_edge), (SLAB - SLAB_RIM, theme.slab)):
        for across, down in centres:
            rounded = pitch * 0.09
            width = pitch * (1 + 2 * reach) - 2 * rounded
            sketch.polygon(hexagon(across - x, down - y, width), fill, rounded)
    sprite = sketch.finish()
    return sprite._replace(centre_x=sprite.centre_x - x, centre_y=sprite.centre_y - y)


@cached_sprite(512, LARGEST_CACHED)
def hex_sprite(theme: HiveTheme, pitch: int, face: Face) -> Sprite:
    """Return the sprite of a cell with its signs and texts; small cells have none of these."""
    background = hex_background(theme, pitch, face.ground, face.mark, face.kind, face.level)
    if pitch < SMALLEST_FACE:
        return background
    drawing = HexDrawing(background.plane.copy(), background.centre_x, background.centre_y, [])
    _paste_signs(drawing, theme, pitch, face)
    _write_texts(drawing, theme, pitch, face)
    return background._replace(plane=drawing.plane, written=tuple(drawing.written))


class HexDrawing(NamedTuple):
    """The sprite of a cell while signs and texts are added; positions are relative to the cell's centre."""

    plane: Image.Image
    centre_x: int
    centre_y: int
    written: list[Written]

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite, centred on (x, y)."""
        place = (self.centre_x + x - sprite.centre_x, self.centre_y + y - sprite.centre_y)
        self.plane.paste(sprite.plane, place, sprite.mask)
        self.written.extend(written.shift_by(x, y) for written in sprite.written)

    def write(self, line: TextLine, words: str, style: Style, baseline: int) -> None:
        """Paste a line of text, horizontally centred, with its baseline at the given height."""
        left, top = line.left - text.width(words, style) // 2, line.top + baseline
        self.plane.paste(line.plane, (self.centre_x + left, self.centre_y + top))
        width, height = line.plane.size
        self.written.append(Written(words, style, left, top, left + width, top + height))


def _paste_signs(drawing: HexDrawing, theme: HiveTheme, pitch: int, face: Face) -> None:
    """Paste the eye, if a shape looks at the cell, and the disc with the guessed digit.

    They are side by side if the cell has both.
    """
    under = text_colours(theme, face)[0]
    aside = round(pitch * AWAY) if face.digit and face.mark == LOOKED else 0
    if face.mark == LOOKED:
        drawing.paste(eye(theme, pitch, face.kind, under), -aside, round(pitch * SIGNS))
    if face.digit:
        drawing.paste(digit(theme, pitch, face.digit, under), aside, round(pitch * SIGNS))


def _write_texts(drawing: HexDrawing, theme: HiveTheme, pitch: int, face: Face) -> None:
    under, ink, quiet = text_colours(theme, face)
    small = Style(max(SMALLEST, round(pitch * 0.21)), 700)
    large = Style(max(SMALLEST, round(pitch * _size(face))), 850)
    for words, style, share, over in (
        (face.top, small, TOP, ink),
        (face.middle, large, _middle(face), ink),
        (face.foot, small._replace(weight=550), _foot(face), quiet),
    ):
        if words:
            baseline = round(pitch * share + style.size * text.CAP_HEIGHT / 2)
            drawing.write(text.draw_line(words, style, theme, over, under), words, style, baseline)


def _middle(face: Face) -> float:
    """Return how far below the cell's centre the middle text is centred, in pitches."""
    if face.top:
        return 0.02 if face.foot else 0.07
    if face.digit or face.mark == LOOKED:
        return 0.03 if face.foot else 0.13
    if face.mark:
        return -0.09 if face.foot else 0.0
    return -0.05 if face.foot else 0.0


def _foot(face: Face) -> float:
    """Return how far below the cell's centre the bottom text is centred, in pitches."""
    if face.mark:
        return LOOKED_FOOT if face.mark == LOOKED or face.digit else MARKED_FOOT
    return FOOT if face.top else DRAFT_FOOT


def _size(face: Face) -> float:
    """Return the font size of the middle text, in pitches."""
    if face.digit or face.mark == LOOKED:
        return 0.3
    return 0.39 if face.top or face.foot else 0.42


def text_colours(theme: HiveTheme, face: Face) -> tuple[Colour, Colour, Colour]:
    """Return three colours for the texts on a cell: background, text and muted text."""
    if face.mark == COVERED:
        ground = theme.kinds[face.kind].ground
        return ground, bright(theme), mix(bright(theme), ground, 0.25)
    if face.ground == CLEARED:
        return theme.floor, theme.wax_ink, theme.wax_faint
    if face.ground == CLOSED:
        return theme.cell, theme.muted, theme.faint
    honey = theme.honey[face.level]
    if face.ground == DRAINED:
        honey = drained_colour(honey)
    is_dark = face.level == 0 or (face.ground == DRAINED and face.level <= 1)
    ink = theme.honey_light if is_dark else theme.honey_print
    return honey, ink, mix(ink, honey, 0.2)


def _link_shapes(sheet: Sheet, grid: Grid, faces: Mapping[str, Face]) -> None:
    """Draw connections between neighbouring hexes of a shape, across the gaps between the cells."""
    covered = {
        (cell.q, cell.r): faces[cell.letter].kind
        for cell in CELLS
        if cell.letter in faces and faces[cell.letter].mark == COVERED
    }
    for (q, r), kind in covered.items():
        for edge in (0, 1, 2):
            across, down = NEIGHBOURS[edge]
            if (q + across, r + down) in covered:
                sheet.paste(link(sheet.theme, grid.pitch, kind, edge), *grid.point_towards(q, r, edge, 0.5))
        for one, other in (((1, 0), (0, 1)), ((0, 1), (-1, 1))):
            corner = [(q, r), (q + one[0], r + one[1]), (q + other[0], r + other[1])]
            if covered.keys() >= {*corner}:
                centres = [grid.centre(*place) for place in corner]
                x, y = (round(sum(part) / 3) for part in zip(*centres, strict=True))
                sheet.paste(_joint(sheet.theme, grid.pitch, kind), x, y)


def outline(pitch: float, inset: float = 0, down: float = 0) -> list[tuple[float, float]]:
    """Return the corners of a cell around (0, 0), before they are rounded.

    The cell is made smaller by `inset` pixels on each side and moved down by `down` pixels.
    """
    return hexagon(0, down, pitch * (FIELD - 2 * ROUNDED) - 2 * inset)


@lru_cache(maxsize=64)
def mask(theme: HiveTheme, pitch: int) -> Image.Image:
    """Return the mask of a cell, which is white inside its rounded outline."""
    return polygon_mask(_sketch(theme, pitch), outline(pitch), pitch * ROUNDED)


def _sketch(theme: HiveTheme, pitch: int) -> Sketch:
    return Sketch(theme, pitch, pitch * HEX_HEIGHT, theme.slab)


@cached_sprite(256, LARGEST_CACHED)
def hex_background(theme: HiveTheme, pitch: int, ground: str, mark: str, kind: str, level: int) -> Sprite:
    """Return the sprite of a cell without texts and signs."""
    sketch = _sketch(theme, pitch)
    if mark == COVERED:
        _paint_shape(sketch, pitch, kind)
    else:
        inset = _paint_mark(sketch, pitch, mark, kind)
        if ground == CLEARED:
            _paint_wax(sketch, pitch, inset)
        elif ground == CLOSED:
            _paint_closed(sketch, pitch, inset)
        else:
            _paint_honey(sketch, pitch, inset, theme.honey[level], ground == DRAINED)
    return sketch.finish(mask=mask(theme, pitch))


def _paint_mark(sketch: Sketch, pitch: int, mark: str, kind: str) -> float:
    """Draw the ring for a cell's mark and return its width on each side, in pixels; 0 without a mark."""
    if not mark:
        return 0
    theme = sketch.theme
    thick = pitch * (0.03 if mark == SCORED else 0.045)
    gold = theme.gold_text if theme.is_light else theme.gold_hi
    sketch.polygon(outline(pitch), gold if mark == SCORED else theme.kinds[kind].main, pitch * ROUNDED)
    sketch.polygon(outline(pitch, thick), theme.print, pitch * ROUNDED)
    return thick + pitch * 0.02


def _paint_honey(sketch: Sketch, pitch: int, inset: float, honey: Colour, is_drained: bool) -> None:
    """Paint the honey of a cell with a bright rim, a shadow at the bottom and a highlight.

    Drained honey has a dark rim instead. `inset` is the width of a ring around it, in pixels.
    """
    rounded = pitch * ROUNDED
    if is_drained:
        sketch.polygon(outline(pitch, inset), tone(drained_colour(honey), -0.12), rounded)
        sketch.polygon(outline(pitch, inset + pitch * 0.02), drained_colour(honey), rounded)
        return
    sketch.polygon(outline(pitch, inset), rim_colour(sketch.theme, honey), rounded)
    sketch.polygon(outline(pitch, inset + pitch * 0.024, pitch * 0.012), tone(honey, -HONEY_SHADOW), rounded)
    sketch.polygon(outline(pitch, inset + pitch * 0.036, -pitch * 0.004), honey, rounded)
    if not inset:
        sketch.stroke([(x * pitch, y * pitch) for x, y in GLOSS], pitch * 0.05, rim_colour(sketch.theme, honey))


def _paint_wax(sketch: Sketch, pitch: int, inset: float) -> None:
    """Paint a cleared cell: a rim of wax around a hole."""
    theme, rounded = sketch.theme, pitch * ROUNDED
    sketch.polygon(outline(pitch, inset), theme.wax, rounded)
    sketch.polygon(outline(pitch, inset + pitch * 0.026), theme.hole, rounded)
    sketch.polygon(outline(pitch, inset + pitch * 0.055, pitch * 0.026), theme.floor, rounded)


def _paint_closed(sketch: Sketch, pitch: int, inset: float) -> None:
    """Paint a cell of a hive on which no shapes are played yet."""
    theme, rounded = sketch.theme, pitch * ROUNDED
    sketch.polygon(outline(pitch, inset), theme.cell_lo, rounded)
    sketch.polygon(outline(pitch, inset + pitch * 0.014, pitch * 0.014), theme.cell_hi, rounded)
    sketch.polygon(outline(pitch, inset + pitch * 0.02), theme.cell, rounded)


def _paint_shape(sketch: Sketch, pitch: int, kind: str) -> None:
    """Paint a cell that a shape covers: a bright rim in the kind's colour around a dark centre."""
    colours, rounded = sketch.theme.kinds[kind], pitch * ROUNDED
    sketch.polygon(outline(pitch), tone(colours.main, -0.3), rounded)
    sketch.polygon(outline(pitch, pitch * 0.008, -pitch * 0.008), tone(colours.main, 0.3), rounded)
    sketch.polygon(outline(pitch, pitch * 0.02, pitch * 0.006), colours.main, rounded)
    if pitch >= SMALLEST_FACE:
        sketch.polygon(outline(pitch, pitch * 0.095), colours.ground, rounded * 0.8)


@lru_cache(maxsize=64)
def link(theme: HiveTheme, pitch: int, kind: str, edge: int) -> Sprite:
    """Return the sprite that connects two hexes of a shape across a gap; `edge` is the direction of the gap."""
    main = theme.kinds[kind].main
    across, down = EDGE_STEPS[edge]
    along = (across / 2, down * ROW_DISTANCE)
    beside = (-along[1], along[0])
    half, reach = pitch * LINK / 2, pitch * (1 - FIELD) / 2 + pitch * 0.035
    corners = [
        (x * reach * along[0] + y * half * beside[0], x * reach * along[1] + y * half * beside[1])
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    sketch = Sketch(theme, pitch * 0.5, pitch * 0.5, main)
    sketch.polygon(corners, main)
    return sketch.finish(mask=polygon_mask(sketch, corners))


@lru_cache(maxsize=32)
def _joint(theme: HiveTheme, pitch: int, kind: str) -> Sprite:
    """Return the sprite of a disc that fills the corner between three hexes of a shape."""
    radius, main = pitch * 0.085, theme.kinds[kind].main
    sketch = Sketch(theme, radius * 2 + 4, radius * 2 + 4, main)
    return sketch.finish(mask=polygon_mask(sketch, _disc(radius)))


@lru_cache(maxsize=64)
def eye(theme: HiveTheme, pitch: int, kind: str, under: Colour) -> Sprite:
    """Return the sprite of an eye on a dark disc, the sign of a cell that a shape looks at."""
    radius = max(17.0, pitch * 0.135)
    sketch = Sketch(theme, radius * 2 + 4, radius * 2 + 4, under)
    sketch.circle(0, 0, radius, theme.kinds[kind].ground)
    half, tall = radius * 0.78, radius * 0.46
    upper = [(half * step / 8, -tall * sin(pi * (step + 8) / 16)) for step in range(-8, 9)]
    sketch.polygon([*upper, *((x, -y) for x, y in reversed(upper[1:-1]))], theme.kinds[kind].main)
    sketch.circle(0, 0, tall * 0.62, theme.kinds[kind].ground)
    return sketch.finish(mask=polygon_mask(sketch, _disc(radius)))


@lru_cache(maxsize=128)
def digit(theme: HiveTheme, pitch: int, value: str, under: Colour) -> Sprite:
    """Return the sprite of a disc with a guessed value on it."""
    radius = max(19.0, pitch * 0.135)
    sketch = Sketch(theme, radius * 2 + 4, radius * 2 + 4, under)
    sketch.circle(0, 0, radius, theme.honey_print)
    letter = Letter(value, Style(max(SMALLEST, round(pitch * 0.19)), 800), 0, 0, theme.honey_light)
    return sketch.finish([letter], polygon_mask(sketch, _disc(radius)))


def _disc(radius: float) -> list[tuple[float, float]]:
    return [(radius * cos(pi * step / 24), radius * sin(pi * step / 24)) for step in range(48)]
