"""A hive as a honeycomb: hexes with what is written on them, shapes that lie over three, what a shape looks at.

A hex holds honey as long as its value is there; a cleared one is dark and hatched.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from engine.hive_mind.view import Cell
from render import text
from render.hexes import EDGE_STEPS, NEIGHBOURS, ROW, TALL, Grid, fitted
from render.hive_mind.kinds import pattern
from render.picture import Sheet
from render.sprites import Letter, Sketch, Sprite, hexagon, mask_of
from render.text import Line, Style, Written
from render.theme import Colour, Theme

# All in pitches: the distance of the centres of two neighbouring hexes.
FIELD = 0.945
ROUNDED = 0.045
RIM = 0.1
"""The thickness of a shape's patterned rim."""
LINK = 0.3
"""The width of what joins the hexes of a shape."""
TOP = -0.31
FOOT = 0.3
DRAFT_FOOT = 0.27
SIGNS = -0.27
AWAY = 0.15
"""How far to the side a sign stands where there are two above each other's heads."""

SMALLEST = 28
LARGEST_KEPT = 150
"""The widest that hexes are kept with what is written on them, in pixels: as wide as on a board."""
SMALLEST_FACE = 40
"""The least pitch of hexes on which anything is written."""
HONEY, CLEARED, CLOSED = "honey", "cleared", "closed"
COVERED, LOOKED, OFFERED, FRESH = "covered", "looked", "offered", "fresh"


class Face(NamedTuple):
    """What one hex shows.

    `ground` is honey, cleared, or closed for a hive on which nothing is played. `mark` says that a shape of a `kind`
    covers the hex, looks at it, or may be laid there. `digit` is a value that somebody guesses, or has proved.
    """

    ground: str = HONEY
    mark: str = ""
    kind: str = "none"
    top: str = ""
    middle: str = ""
    foot: str = ""
    digit: str = ""
    faint: bool = False
    """Whether the middle recedes."""
    fresh: bool = False
    """Whether the hex was cleared just now."""


def grid_of(cells: Sequence[Cell], left: int, right: int, top: int) -> Grid:
    """The grid of a hive between two edges."""
    return fitted([(cell.q, cell.r) for cell in cells], left, right, top)


def height(cells: Sequence[Cell], pitch: int) -> int:
    """How tall a hive is."""
    rows = [cell.r for cell in cells]
    return (max(rows) - min(rows)) * round(pitch * ROW) + round(pitch * TALL)


def draw(sheet: Sheet, grid: Grid, cells: Sequence[Cell], faces: Mapping[str, Face]) -> None:
    """Draws a hive, a face by letter; hexes without one are left out."""
    for cell in cells:
        face = faces.get(cell.letter)
        if face is not None:
            draw_one(sheet, grid.pitch, face, *grid.centre(cell.q, cell.r))
    _join(sheet, grid, cells, faces)


def draw_one(sheet: Sheet, pitch: int, face: Face, x: int, y: int) -> None:
    """A single hex with its centre at (x, y)."""
    # Larger ones, seldom drawn, would fill the memory.
    make = piece if pitch <= LARGEST_KEPT else piece.__wrapped__
    sheet.paste(make(sheet.theme, pitch, face), x, y)


@lru_cache(maxsize=384)
def piece(theme: Theme, pitch: int, face: Face) -> Sprite:
    """A hex with all that is written on it."""
    bare = body(theme, pitch, face.ground, face.mark or FRESH * face.fresh, face.kind)
    if pitch < SMALLEST_FACE:
        return bare
    drawing = Drawing(bare.plane.copy(), bare.centre_x, bare.centre_y, [])
    _signs(drawing, theme, pitch, face)
    _write(drawing, theme, pitch, face)
    return bare._replace(plane=drawing.plane, written=tuple(drawing.written))


class Drawing(NamedTuple):
    """A hex being written on; places are seen from its centre."""

    plane: Image.Image
    centre_x: int
    centre_y: int
    written: list[Written]

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Puts a sprite's centre at (x, y)."""
        place = (self.centre_x + x - sprite.centre_x, self.centre_y + y - sprite.centre_y)
        self.plane.paste(sprite.plane, place, sprite.mask)
        self.written.extend(written.moved(x, y) for written in sprite.written)

    def write(self, line: Line, words: str, style: Style, baseline: int) -> None:
        """Writes a line around the middle."""
        left, top = line.left - text.width(words, style) // 2, line.top + baseline
        self.plane.paste(line.plane, (self.centre_x + left, self.centre_y + top))
        width, height = line.plane.size
        self.written.append(Written(words, style, left, top, left + width, top + height))


def _signs(drawing: Drawing, theme: Theme, pitch: int, face: Face) -> None:
    """The eye of what is looked at, and the coin of a value."""
    under, ink, _ = _inks(theme, face)
    aside = round(pitch * AWAY) if face.digit and face.mark == LOOKED else 0
    if face.mark == LOOKED:
        drawing.paste(eye(theme, pitch, ink, under), -aside, round(pitch * SIGNS))
    if face.digit:
        drawing.paste(digit(theme, pitch, face.digit, under), aside, round(pitch * SIGNS))


def _write(drawing: Drawing, theme: Theme, pitch: int, face: Face) -> None:
    under, ink, faint = _inks(theme, face)
    small = Style(max(SMALLEST, round(pitch * 0.19)), 700)
    large = Style(max(SMALLEST, round(pitch * _size(face))), 800)
    for words, style, share, over in (
        (face.top, small, TOP, faint if face.ground != HONEY else ink),
        (face.middle, large, _middle(face), faint if face.faint else ink),
        (face.foot, small._replace(weight=600), FOOT if face.top else DRAFT_FOOT, faint),
    ):
        if words:
            baseline = round(pitch * share + style.size * text.CAPITAL / 2)
            drawing.write(text.line(words, style, theme, over, under), words, style, baseline)


def _middle(face: Face) -> float:
    """How far below the centre the middle is written, in pitches."""
    if face.top:
        return 0.0 if face.foot else 0.05
    if face.digit or face.mark == LOOKED:
        return 0.03 if face.foot else 0.05
    return -0.05 if face.foot else 0.0


def _size(face: Face) -> float:
    """How large the middle is written, in pitches."""
    if face.digit or face.mark == LOOKED:
        return 0.32
    return 0.38 if face.top or face.foot else 0.42


def _inks(theme: Theme, face: Face) -> tuple[Colour, Colour, Colour]:
    """The ground under what is written on a hex, its ink, and a fainter one."""
    if face.mark == COVERED:
        side = theme.sides[face.kind]
        return side.deep, theme.paper, theme.paper
    if face.ground == CLEARED:
        return theme.spent, theme.ink, theme.muted
    if face.ground == CLOSED:
        return theme.panel, theme.muted, theme.muted
    return theme.stone, theme.magic_light, theme.cell_ink


def _join(sheet: Sheet, grid: Grid, cells: Sequence[Cell], faces: Mapping[str, Face]) -> None:
    """Joins the hexes of a shape across the gaps between them."""
    covered = {
        (cell.q, cell.r): faces[cell.letter].kind
        for cell in cells
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
    """What of a hex's drawing is pasted."""
    return mask_of(_sketch(theme, pitch), outline(pitch), pitch * ROUNDED)


def _sketch(theme: Theme, pitch: int) -> Sketch:
    return Sketch(theme, pitch, pitch * TALL, theme.background)


@lru_cache(maxsize=256)
def body(theme: Theme, pitch: int, ground: str, mark: str, kind: str) -> Sprite:
    """A hex without what is written on it."""
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
        sketch.inside(inner, rounded, lambda clip: _hatch(clip, pitch, theme.cell_line))
        sketch.polygon(hexagon(0, 0, pitch * 0.62), fill, rounded)
    return sketch.finish(mask=mask(theme, pitch))


def _paint_rim(sketch: Sketch, pitch: int, kind: str) -> None:
    side, rounded = sketch.theme.sides[kind], pitch * ROUNDED

    def surface(inner: Sketch) -> None:
        inner.polygon(outline(pitch), side.main, rounded)
        pattern(inner, kind, pitch * 1.15, side.shade)

    sketch.inside(outline(pitch), rounded, surface)
    if pitch >= SMALLEST_FACE:
        sketch.polygon(hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED - 2 * RIM)), side.deep, rounded)


def _hatch(sketch: Sketch, pitch: int, fill: Colour) -> None:
    step = max(5.0, pitch / 11)
    for number in range(-12, 13):
        x = number * step
        sketch.stroke([(x - pitch * 0.6, pitch * 0.6), (x + pitch * 0.6, -pitch * 0.6)], step * 0.28, fill)


@lru_cache(maxsize=64)
def link(theme: Theme, pitch: int, kind: str, edge: int) -> Sprite:
    """What joins two hexes of a shape across the edge between them."""
    side = theme.sides[kind]
    across, down = EDGE_STEPS[edge]
    along = (across / 2, down * ROW)
    beside = (-along[1], along[0])
    half, reach = pitch * LINK / 2, pitch * (1 - FIELD) / 2 + pitch * 0.03
    corners = [
        (x * reach * along[0] + y * half * beside[0], x * reach * along[1] + y * half * beside[1])
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    sketch = Sketch(theme, pitch * 0.5, pitch * 0.5, side.main)
    sketch.polygon(corners, side.main)
    return sketch.finish(mask=mask_of(sketch, corners))


@lru_cache(maxsize=64)
def eye(theme: Theme, pitch: int, over: Colour, under: Colour) -> Sprite:
    """The sign of a hex that a shape looks at."""
    half, tall = pitch * 0.13, pitch * 0.075
    sketch = Sketch(theme, half * 2 + 6, tall * 2 + 6, under)
    upper = [(half * step / 8, -tall * sin(pi * (step + 8) / 16)) for step in range(-8, 9)]
    lids = [*upper, *((x, -y) for x, y in reversed(upper[1:-1]))]
    sketch.polygon(lids, over)
    sketch.circle(0, 0, tall * 0.68, under)
    sketch.circle(0, 0, tall * 0.34, over)
    return sketch.finish(mask=mask_of(sketch, lids))


@lru_cache(maxsize=128)
def digit(theme: Theme, pitch: int, value: str, under: Colour) -> Sprite:
    """A value on a coin."""
    radius = max(19.0, pitch * 0.125)
    sketch = Sketch(theme, radius * 2 + 4, radius * 2 + 4, under)
    sketch.circle(0, 0, radius, theme.ink)
    rim = [(radius * cos(pi * step / 24), radius * sin(pi * step / 24)) for step in range(48)]
    letter = Letter(value, Style(max(SMALLEST, round(pitch * 0.19)), 800), 0, 0, theme.background)
    return sketch.finish([letter], mask_of(sketch, rim))
