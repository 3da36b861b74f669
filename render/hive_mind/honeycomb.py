"""The hexes of a hive: values and counts, shapes that cover three hexes, and marks on the hexes they look at.

A hex that holds its value has the colour of honey; a cleared one is dark and hatched.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from engine.hive_mind.board import CELLS
from render import text
from render.hexes import EDGE_STEPS, HEX_HEIGHT, NEIGHBOURS, ROW_DISTANCE, Grid, fit_grid
from render.hive_mind.kinds import pattern
from render.picture import Sheet
from render.sprites import Letter, Sketch, Sprite, cached_sprite, hexagon, polygon_mask
from render.text import Style, TextLine, Written
from render.theme import Colour, Theme

# In pitches: the distance between the centres of two neighbouring hexes.
FIELD = 0.945
ROUNDED = 0.045
RIM = 0.1
"""The thickness of a shape's patterned rim, in pitches."""
LINK = 0.3
"""The width of the links between the hexes of a shape, in pitches."""
TOP = -0.31
FOOT = 0.3
DRAFT_FOOT = 0.27
SIGNS = -0.27
AWAY = 0.15
"""The horizontal offset of the eye and the digit where a hex has both, in pitches."""

SMALLEST = 28
LARGEST_CACHED = 150
"""The maximum pitch of cached hex sprites, in pixels: the pitch of a board."""
SMALLEST_FACE = 40
"""The minimum pitch of hexes with text, in pixels."""
HONEY, CLEARED, CLOSED = "honey", "cleared", "closed"
COVERED, LOOKED, OFFERED, FRESH = "covered", "looked", "offered", "fresh"


class Face(NamedTuple):
    """The content of one hex.

    `ground` is honey, cleared, or closed on a hive without play. `mark` says that a shape of a `kind` covers the hex,
    looks at it, or may be placed there. `digit` is a guessed or certain value.
    """

    ground: str = HONEY
    mark: str = ""
    kind: str = "none"
    top: str = ""
    middle: str = ""
    foot: str = ""
    digit: str = ""
    faint: bool = False
    """Whether the text in the middle is muted."""
    fresh: bool = False
    """Whether the hex was cleared in the newest round."""


def grid_of(left: int, right: int, top: int) -> Grid:
    """The grid of a hive that fits between two edges."""
    return fit_grid([(cell.q, cell.r) for cell in CELLS], left, right, top)


def height(pitch: int) -> int:
    """The height of a hive in pixels."""
    rows = [cell.r for cell in CELLS]
    return (max(rows) - min(rows)) * round(pitch * ROW_DISTANCE) + round(pitch * HEX_HEIGHT)


def draw_hexes(sheet: Sheet, grid: Grid, faces: Mapping[str, Face]) -> None:
    """Draws a hive with faces by letter; hexes without a face are omitted."""
    for cell in CELLS:
        face = faces.get(cell.letter)
        if face is not None:
            draw_hex(sheet, grid.pitch, face, *grid.centre(cell.q, cell.r))
    _link_shapes(sheet, grid, faces)


def draw_hex(sheet: Sheet, pitch: int, face: Face, x: int, y: int) -> None:
    """Draws a single hex with its centre at (x, y)."""
    sheet.paste(hex_sprite(sheet.theme, pitch, face), x, y)


@cached_sprite(384, LARGEST_CACHED)
def hex_sprite(theme: Theme, pitch: int, face: Face) -> Sprite:
    """The sprite of a hex with its texts."""
    background = hex_background(theme, pitch, face.ground, face.mark or FRESH * face.fresh, face.kind)
    if pitch < SMALLEST_FACE:
        return background
    drawing = HexDrawing(background.plane.copy(), background.centre_x, background.centre_y, [])
    _paste_signs(drawing, theme, pitch, face)
    _write_texts(drawing, theme, pitch, face)
    return background._replace(plane=drawing.plane, written=tuple(drawing.written))


class HexDrawing(NamedTuple):
    """A hex sprite in progress; positions are relative to its centre."""

    plane: Image.Image
    centre_x: int
    centre_y: int
    written: list[Written]

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Pastes a sprite with its centre at (x, y)."""
        place = (self.centre_x + x - sprite.centre_x, self.centre_y + y - sprite.centre_y)
        self.plane.paste(sprite.plane, place, sprite.mask)
        self.written.extend(written.moved(x, y) for written in sprite.written)

    def write(self, line: TextLine, words: str, style: Style, baseline: int) -> None:
        """Writes a line, horizontally centred."""
        left, top = line.left - text.width(words, style) // 2, line.top + baseline
        self.plane.paste(line.plane, (self.centre_x + left, self.centre_y + top))
        width, height = line.plane.size
        self.written.append(Written(words, style, left, top, left + width, top + height))


def _paste_signs(drawing: HexDrawing, theme: Theme, pitch: int, face: Face) -> None:
    """Pastes the eye of a hex that is looked at, and the disc with a digit."""
    under, ink, _ = _text_colours(theme, face)
    aside = round(pitch * AWAY) if face.digit and face.mark == LOOKED else 0
    if face.mark == LOOKED:
        drawing.paste(eye(theme, pitch, ink, under), -aside, round(pitch * SIGNS))
    if face.digit:
        drawing.paste(digit(theme, pitch, face.digit, under), aside, round(pitch * SIGNS))


def _write_texts(drawing: HexDrawing, theme: Theme, pitch: int, face: Face) -> None:
    under, ink, faint = _text_colours(theme, face)
    small = Style(max(SMALLEST, round(pitch * 0.19)), 700)
    large = Style(max(SMALLEST, round(pitch * _size(face))), 800)
    for words, style, share, over in (
        (face.top, small, TOP, faint if face.ground != HONEY else ink),
        (face.middle, large, _middle(face), faint if face.faint else ink),
        (face.foot, small._replace(weight=600), FOOT if face.top else DRAFT_FOOT, faint),
    ):
        if words:
            baseline = round(pitch * share + style.size * text.CAP_HEIGHT / 2)
            drawing.write(text.draw_line(words, style, theme, over, under), words, style, baseline)


def _middle(face: Face) -> float:
    """The distance of the middle text below the centre, in pitches."""
    if face.top:
        return 0.0 if face.foot else 0.05
    if face.digit or face.mark == LOOKED:
        return 0.03 if face.foot else 0.05
    return -0.05 if face.foot else 0.0


def _size(face: Face) -> float:
    """The font size of the middle text, in pitches."""
    if face.digit or face.mark == LOOKED:
        return 0.32
    return 0.38 if face.top or face.foot else 0.42


def _text_colours(theme: Theme, face: Face) -> tuple[Colour, Colour, Colour]:
    """The background, ink and muted ink of the texts on a hex."""
    if face.mark == COVERED:
        side = theme.sides[face.kind]
        return side.deep, theme.paper, theme.paper
    if face.ground == CLEARED:
        return theme.spent, theme.ink, theme.muted
    if face.ground == CLOSED:
        return theme.panel, theme.muted, theme.muted
    return theme.stone, theme.magic_light, theme.cell_ink


def _link_shapes(sheet: Sheet, grid: Grid, faces: Mapping[str, Face]) -> None:
    """Links the hexes of a shape across the gaps between them."""
    covered = {
        (cell.q, cell.r): faces[cell.letter].kind
        for cell in CELLS
        if cell.letter in faces and faces[cell.letter].mark == COVERED
    }
    for (q, r), kind in covered.items():
        for edge in (0, 1, 2):
            across, down = NEIGHBOURS[edge]
            if (q + across, r + down) in covered:
                sheet.paste(link(sheet.theme, grid.pitch, kind, edge), *grid.towards(q, r, edge, 0.5))


def outline(pitch: float) -> list[tuple[float, float]]:
    """The corners of a hex before rounding."""
    return hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED))


@lru_cache(maxsize=64)
def mask(theme: Theme, pitch: int) -> Image.Image:
    """The mask of a hex."""
    return polygon_mask(_sketch(theme, pitch), outline(pitch), pitch * ROUNDED)


def _sketch(theme: Theme, pitch: int) -> Sketch:
    return Sketch(theme, pitch, pitch * HEX_HEIGHT, theme.background)


@lru_cache(maxsize=256)
def hex_background(theme: Theme, pitch: int, ground: str, mark: str, kind: str) -> Sprite:
    """The sprite of a hex without texts."""
    sketch = _sketch(theme, pitch)
    rounded = pitch * ROUNDED
    side = theme.sides[kind]
    if mark == COVERED:
        _paint_rim(sketch, pitch, kind)
        return sketch.finish(mask=mask(theme, pitch))
    fill = {HONEY: theme.stone, CLEARED: theme.spent, CLOSED: theme.panel}[ground]
    edge = {HONEY: theme.magic_shade, CLEARED: theme.cell_line, CLOSED: theme.line}[ground]
    thick = max(1.5, pitch * 0.012)
    if mark == FRESH:
        edge, thick = theme.gold, max(2.0, pitch * 0.024)
    elif mark:
        edge, thick = side.sign, max(3.0, pitch * (0.034 if mark == LOOKED else 0.05))
    inner = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED) - 2 * thick)
    sketch.polygon(outline(pitch), edge, rounded)
    sketch.polygon(inner, fill, rounded)
    if ground == CLEARED:
        sketch.clip(inner, rounded, lambda clip: _hatch(clip, pitch, theme.cell_line))
        sketch.polygon(hexagon(0, 0, pitch * 0.62), fill, rounded)
    return sketch.finish(mask=mask(theme, pitch))


def _paint_rim(sketch: Sketch, pitch: int, kind: str) -> None:
    side, rounded = sketch.theme.sides[kind], pitch * ROUNDED

    def surface(inner: Sketch) -> None:
        inner.polygon(outline(pitch), side.main, rounded)
        pattern(inner, kind, pitch * 1.15, side.shade)

    sketch.clip(outline(pitch), rounded, surface)
    if pitch >= SMALLEST_FACE:
        sketch.polygon(hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED - 2 * RIM)), side.deep, rounded)


def _hatch(sketch: Sketch, pitch: int, fill: Colour) -> None:
    step = max(5.0, pitch / 11)
    for number in range(-12, 13):
        x = number * step
        sketch.stroke([(x - pitch * 0.6, pitch * 0.6), (x + pitch * 0.6, -pitch * 0.6)], step * 0.28, fill)


@lru_cache(maxsize=64)
def link(theme: Theme, pitch: int, kind: str, edge: int) -> Sprite:
    """The sprite that links two hexes of a shape across the edge between them."""
    side = theme.sides[kind]
    across, down = EDGE_STEPS[edge]
    along = (across / 2, down * ROW_DISTANCE)
    beside = (-along[1], along[0])
    half, reach = pitch * LINK / 2, pitch * (1 - FIELD) / 2 + pitch * 0.03
    corners = [
        (x * reach * along[0] + y * half * beside[0], x * reach * along[1] + y * half * beside[1])
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    sketch = Sketch(theme, pitch * 0.5, pitch * 0.5, side.main)
    sketch.polygon(corners, side.main)
    return sketch.finish(mask=polygon_mask(sketch, corners))


@lru_cache(maxsize=64)
def eye(theme: Theme, pitch: int, over: Colour, under: Colour) -> Sprite:
    """The eye on a hex that a shape looks at."""
    half, tall = pitch * 0.13, pitch * 0.075
    sketch = Sketch(theme, half * 2 + 6, tall * 2 + 6, under)
    upper = [(half * step / 8, -tall * sin(pi * (step + 8) / 16)) for step in range(-8, 9)]
    lids = [*upper, *((x, -y) for x, y in reversed(upper[1:-1]))]
    sketch.polygon(lids, over)
    sketch.circle(0, 0, tall * 0.68, under)
    sketch.circle(0, 0, tall * 0.34, over)
    return sketch.finish(mask=polygon_mask(sketch, lids))


@lru_cache(maxsize=128)
def digit(theme: Theme, pitch: int, value: str, under: Colour) -> Sprite:
    """A disc with a guessed value."""
    radius = max(19.0, pitch * 0.125)
    sketch = Sketch(theme, radius * 2 + 4, radius * 2 + 4, under)
    sketch.circle(0, 0, radius, theme.ink)
    rim = [(radius * cos(pi * step / 24), radius * sin(pi * step / 24)) for step in range(48)]
    letter = Letter(value, Style(max(SMALLEST, round(pitch * 0.19)), 800), 0, 0, theme.background)
    return sketch.finish([letter], polygon_mask(sketch, rim))
