"""The drawing of a hive: a slab with hexes, full of honey or paid out, and their letters, pips and signs.

A digit in a hex is always its hidden value; shapes are always pips. The letter comes first.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from engine.hive_mind.board import CELLS
from render import marks, text
from render.hexes import HEX_HEIGHT, Grid
from render.hive_mind import blobs, cell_signs, pips
from render.hive_mind.grids import CORNER, FIELD, LARGEST_CACHED, slab_sprite
from render.hive_mind.kinds import bright, kind_name
from render.hive_mind.themes import HiveTheme, Surface
from render.picture import Sheet
from render.sprites import Letter, Point, Sketch, Sprite, cached_sprite, hexagon, polygon_mask
from render.text import Style
from render.theme import Colour

FULL, DIM, PAID, CLOSED, DRAINED = "full", "dim", "paid", "closed", "drained"
TAPPED, COVERED = "tapped", "covered"
CANDIDATE, CERTAIN, SCORED = "candidate", "certain", "scored"
BODIES: Final = (TAPPED, COVERED)
"""Grounds of hexes that are joined to one body."""

# Lengths without a unit are in widths of a hex.
SHADOW = 0.022
FACE = 0.935
"""Width of the face of a full hex; its rim is around it."""
PAID_RIM, PAID_EDGE = 0.95, 0.895
"""Widths of the hole and of the floor of a paid out hex; the rim of wax is around them."""
CANDIDATE_OUTER, CANDIDATE_INNER, DASH = 1.045, 0.875, 0.052
DASHES = ((0.14, 0.42), (0.58, 0.86))
"""Beginnings and ends of the two dashes along an edge of a candidate, in shares of the edge."""
GLOSS = ((-0.375, 0.11), (-0.375, -0.2), (-0.16, -0.325))
"""Points of the highlight along the upper left wall, in widths of the face."""
GLOSSY = 200
"""Minimum pitch of hexes with a highlight, in pixels."""
SMALLEST = 28
SMALLEST_LETTER = 40
"""Minimum pitch of hexes in which letters are drawn, in pixels."""


class Setting(NamedTuple):
    """The arrangement of letters, pips and values in the hexes of a hive, in widths of a hex.

    - `letter`, `letter_y`: the font size and the place of the letter; `aside` is how far left it is beside a value
    - `pips_y`, `tall_y`: the place of pips in one row, and in several
    - `pip`: the size of pips, 1 on the public board
    - `value`, `value_x`: the width and the place of a value's small hex
    - `digit_y`: the place of a digit that is alone or below the letter
    """

    letter: float
    letter_y: float = 0.0
    aside: float = 0.07
    pips_y: float = 0.17
    tall_y: float = 0.215
    pip: float = 1.0
    value: float = 0.29
    value_x: float = 0.27
    digit_y: float = 0.0


BOARD = Setting(letter=0.42, letter_y=-0.19, tall_y=0.18)
OWN = Setting(letter=0.34, letter_y=-0.075, pips_y=0.185, tall_y=0.185, pip=0.5625)
PLAIN = Setting(letter=0.42)
GUESS = Setting(letter=0.3, aside=0.24, value=0.42, value_x=0.18)
EARLIER_Y = 0.43
QUESTION = Style(32, 750)
WEIGHT = 850
DIGIT = 0.46
"""Font size of a digit that is the only figure of a hex."""


class Face(NamedTuple):
    """The contents of one hex.

    - `ground`: full, dim (full, but can't be chosen), paid (paid out), closed (not in play), drained (scored for
      nobody), tapped, or covered by a shape of `kind`
    - `mark`: candidate (can be tapped; `kind` would result, if only one), certain, scored, or empty
    - `letter`, `pips`, `earlier`: its letter, the number of shapes in the newest round and in the rounds before
    - `digit`: a value as the only text, in the middle
    - `value`, `is_certain`: a guessed or certain value beside the letter
    - `eyes`: the kinds of clues that include the hex
    """

    ground: str = FULL
    letter: str = ""
    pips: int = 0
    earlier: tuple[int, ...] = ()
    mark: str = ""
    kind: str = ""
    digit: str = ""
    value: str = ""
    is_certain: bool = False
    eyes: tuple[str, ...] = ()


def draw_hexes(
    sheet: Sheet[HiveTheme],
    grid: Grid,
    faces: Mapping[str, Face],
    setting: Setting = PLAIN,
    under: Colour | None = None,
) -> None:
    """Draw a hive; `faces` holds the contents of each hex by letter, and other hexes are left out.

    Candidates and then bodies lie over the others. The hive lies on a slab, or on a ground of the colour `under`.
    """
    if under is None:
        sheet.paste(slab_sprite(sheet.theme, grid.pitch), *grid.centre(0, 0))
    shown = [(cell, faces[cell.letter]) for cell in CELLS if cell.letter in faces]
    for cell, face in sorted(shown, key=lambda each: each[1].mark == CANDIDATE):
        if face.ground not in BODIES:
            sheet.paste(_background(sheet.theme, grid.pitch, face, under), *grid.centre(cell.q, cell.r))
    for body, kind in dict.fromkeys((face.ground, face.kind) for _, face in shown if face.ground in BODIES):
        letters = "".join(cell.letter for cell, face in shown if (face.ground, face.kind) == (body, kind))
        blobs.draw_blob(sheet, grid, letters, *body_colours(sheet.theme, grid.pitch, body, kind))
    for cell, face in shown:
        _draw_contents(sheet, grid.pitch, face, setting, *grid.centre(cell.q, cell.r))


def draw_hex(sheet: Sheet[HiveTheme], pitch: int, face: Face, x: int, y: int, setting: Setting = PLAIN) -> None:
    """Draw a single hex centred on (x, y)."""
    if face.ground in BODIES:
        blobs.draw_blob(sheet, Grid(pitch, x, y), "A", *body_colours(sheet.theme, pitch, face.ground, face.kind))
    else:
        sheet.paste(_background(sheet.theme, pitch, face, sheet.theme.background), x, y)
    _draw_contents(sheet, pitch, face, setting, x, y)


def draw_marks(sheet: Sheet[HiveTheme], grid: Grid, letters: Collection[str]) -> None:
    """Draw a ring around each hex whose letter is given."""
    for cell in CELLS:
        if cell.letter in letters:
            sheet.paste(mark_sprite(sheet.theme, grid.pitch), *grid.centre(cell.q, cell.r))


@cached_sprite(4, LARGEST_CACHED)
def mark_sprite(theme: HiveTheme, pitch: int) -> Sprite:
    """Return the sprite of the ring that is drawn around a marked hex."""
    return marks.mark(theme, pitch * HEX_HEIGHT, lambda reach: _outline(pitch, 1, reach), pitch * CORNER)


def body_colours(theme: HiveTheme, pitch: int, ground: str, kind: str) -> tuple[Colour, Colour, bool]:
    """Return the colours of a body's rim and surface, and whether a dark line is around it.

    A shape on small hexes is bright all over.
    """
    if ground == TAPPED:
        return theme.tap_rim, theme.tapped, False
    main, fill = theme.kinds[kind]
    return main, main if pitch < SMALLEST_LETTER else fill, True


def text_colours(theme: HiveTheme, face: Face) -> tuple[Colour, Colour, Colour]:
    """Return the colours of a hex's surface, of its letter, and of the pips of earlier rounds."""
    match face.ground:
        case "tapped":
            return theme.tapped, theme.print, theme.faint
        case "covered":
            ground = theme.kinds[face.kind].ground
            return ground, bright(theme), theme.kinds[face.kind].main
        case "paid":
            return theme.floor, theme.wax_ink, theme.wax_faint
        case "closed":
            return theme.cell, theme.ink if face.digit else theme.muted, theme.faint
        case "dim":
            return theme.dim.face, theme.honey_light, theme.honey[2]
        case "drained":
            return theme.drained.face, theme.honey_print, theme.honey[0]
        case _:
            return theme.full.face, theme.honey_print, theme.honey[0]


def _draw_contents(sheet: Sheet[HiveTheme], pitch: int, face: Face, setting: Setting, x: int, y: int) -> None:
    """Draw the texts, pips and signs of a hex centred on (x, y)."""
    if pitch < SMALLEST_LETTER:
        return
    theme, size = sheet.theme, pitch * FIELD
    ground, ink, quiet = text_colours(theme, face)
    if face.digit:
        _write(sheet, face.digit, size * DIGIT, x, y + round(setting.digit_y * size), ink, ground)
    if face.letter:
        across = x - round(setting.aside * size) if face.value else x
        _write(sheet, face.letter, size * setting.letter, across, y + round(setting.letter_y * size), ink, ground)
    if face.pips:
        down = setting.tall_y if pips.is_tall(face.pips) else setting.pips_y
        sheet.paste_opaque(_pips(theme, size * setting.pip, face, ground, ink), x, y + round(down * size))
    if any(face.earlier):
        sheet.paste_opaque(pips.earlier(theme, size, face.earlier, quiet, ground), x, y + round(EARLIER_Y * size))
    for kind in face.eyes:
        across, down = cell_signs.EYE_PLACES[kind]
        sheet.paste(cell_signs.eye(theme, size, kind), x + round(across * size), y + round(down * size))
    if face.value:
        badge = cell_signs.value(theme, size * setting.value, face.value, face.is_certain)
        sheet.paste(badge, x + round(setting.value_x * size), y + round(setting.letter_y * size))
    if face.mark == CANDIDATE and face.kind:
        sheet.paste(
            cell_signs.pill(theme, size, face.kind, kind_name(face.kind)), x, y + round(cell_signs.PILL_PLACE * size)
        )


def _write(sheet: Sheet[HiveTheme], words: str, size: float, x: int, y: int, ink: Colour, ground: Colour) -> None:
    style = Style(max(SMALLEST, text.round_size(size)), WEIGHT)
    sheet.write(words, style, x, y + round(style.size * text.CAP_HEIGHT / 2), ink, ground, "m")


def _pips(theme: HiveTheme, size: float, face: Face, ground: Colour, ink: Colour) -> Sprite:
    """Return the pips of the newest round: bright on a dark plate, or without a plate on a hex that was paid out."""
    if face.ground in (PAID, CLOSED, COVERED):
        return pips.plate(theme, size, face.pips, ink, ground, ground)
    pip = theme.honey[5] if face.ground == DIM else theme.pip
    return pips.plate(theme, size, face.pips, pip, theme.honey_print, ground)


# The surfaces of hexes


def _outline(pitch: float, share: float = 1.0, reach: float = 0.0, down: float = 0.0) -> list[Point]:
    """Return the corners of a hex around (0, 0) before they are rounded.

    `share` is its width in widths of a hex, `reach` widens it by pixels on each side, and `down` moves it, in pixels.
    """
    return hexagon(0, down, pitch * FIELD * share + 2 * reach - 2 * pitch * CORNER)


def _background(theme: HiveTheme, pitch: int, face: Face, under: Colour | None) -> Sprite:
    kind = face.kind if face.mark == CANDIDATE else ""
    return hex_background(theme, pitch, face.ground, face.mark, kind, under or theme.slab)


@cached_sprite(96, LARGEST_CACHED, few=12)
def hex_background(theme: HiveTheme, pitch: int, ground: str, mark: str, kind: str, under: Colour) -> Sprite:
    """Return the sprite of a hex without texts and signs; `under` is the colour around it."""
    large = max(1.0, CANDIDATE_OUTER if mark == CANDIDATE else 1.0) * pitch
    sketch = Sketch(theme, large, large * HEX_HEIGHT + 2 * SHADOW * pitch, under)
    share = _paint_mark(sketch, pitch, mark, kind)
    _paint_ground(sketch, pitch, ground, share)
    if mark == CANDIDATE:
        _paint_dashes(sketch, pitch, theme.kinds[kind].main if kind else theme.bone)
    return sketch.finish(mask=_mask(sketch, pitch, CANDIDATE_OUTER if mark == CANDIDATE else 1.0, ground))


def _paint_ground(sketch: Sketch[HiveTheme], pitch: int, ground: str, share: float) -> None:
    theme = sketch.theme
    match ground:
        case "paid":
            _paint_wax(sketch, pitch, share)
        case "closed":
            _paint_closed(sketch, pitch, share)
        case "dim":
            _paint_honey(sketch, pitch, share, theme.dim)
        case "drained":
            _paint_honey(sketch, pitch, share, theme.drained)
        case _:
            _paint_honey(sketch, pitch, share, theme.full)
    if pitch >= GLOSSY and ground == FULL:
        points = [(x * share * pitch * FIELD, y * share * pitch * FIELD) for x, y in GLOSS]
        sketch.stroke(points, pitch * 0.02, theme.full.rim)


def _mask(sketch: Sketch[HiveTheme], pitch: int, share: float, ground: str) -> Image.Image:
    """Return the mask of a hex with its shadow."""
    rounded = pitch * CORNER
    mask = polygon_mask(sketch, _outline(pitch, share), rounded)
    if ground not in (FULL, DIM, DRAINED) or share > 1:
        return mask
    return ImageChops.lighter(mask, polygon_mask(sketch, _outline(pitch, share, 0, pitch * FIELD * SHADOW), rounded))


def _paint_mark(sketch: Sketch[HiveTheme], pitch: int, mark: str, kind: str) -> float:
    """Draw the ring of a hex's mark; return the width that is left inside it, in widths of a hex."""
    theme, rounded = sketch.theme, pitch * CORNER
    match mark:
        case "candidate":
            sketch.polygon(_outline(pitch, CANDIDATE_OUTER), theme.print, rounded)
            return CANDIDATE_INNER
        case "scored":
            gold = theme.gold_text if theme.is_light else theme.gold_hi
            sketch.polygon(_outline(pitch), gold, rounded)
            sketch.polygon(_outline(pitch, 0.93), theme.print, rounded)
            return 0.89
        case "certain":
            sketch.polygon(_outline(pitch), theme.ice if not theme.is_light else theme.ice_ground, rounded)
            return 0.95
        case _:
            return 1.0


def _paint_dashes(sketch: Sketch[HiveTheme], pitch: int, fill: Colour) -> None:
    """Draw two dashes along each edge of a candidate, on its dark rim."""
    width = pitch * FIELD
    corners = hexagon(0, 0, width * (CANDIDATE_OUTER + CANDIDATE_INNER) / 2)
    thick = width * DASH
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for start, end in DASHES:
            ends = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in (start, end)]
            sketch.stroke(ends, thick, fill)


def _paint_honey(sketch: Sketch[HiveTheme], pitch: int, share: float, surface: Surface) -> None:
    """Paint the honey of a hex with a rim, and with a shadow below it if it has no ring."""
    rounded, size = pitch * CORNER, pitch * FIELD
    if share == 1:
        sketch.polygon(_outline(pitch, share, 0, size * SHADOW), surface.shadow, rounded)
    sketch.polygon(_outline(pitch, share), surface.rim, rounded)
    sketch.polygon(_outline(pitch, share * FACE), surface.face, rounded)


def _paint_wax(sketch: Sketch[HiveTheme], pitch: int, share: float) -> None:
    """Paint a paid out hex: a rim of wax around a hole."""
    theme, rounded = sketch.theme, pitch * CORNER
    sketch.polygon(_outline(pitch, share), theme.wax, rounded)
    sketch.polygon(_outline(pitch, share * PAID_RIM), theme.hole, rounded)
    sketch.polygon(_outline(pitch, share * PAID_EDGE, 0, pitch * 0.02), theme.floor, rounded)


def _paint_closed(sketch: Sketch[HiveTheme], pitch: int, share: float) -> None:
    """Paint a hex that is not in play: sunken, without honey."""
    theme, rounded = sketch.theme, pitch * CORNER
    sketch.polygon(_outline(pitch, share), theme.cell_lo, rounded)
    sketch.polygon(_outline(pitch, share * 0.985, 0, pitch * 0.01), theme.cell_hi, rounded)
    sketch.polygon(_outline(pitch, share * 0.97), theme.cell, rounded)


@lru_cache(maxsize=16)
def dashed_hex(theme: HiveTheme, width: int, ground: Colour) -> Sprite:
    """Return the sprite of an empty hex with a dashed rim and a question mark, for a tap that is still missing."""
    sketch = Sketch(theme, width, width * HEX_HEIGHT, ground)
    corners = hexagon(0, 0, width * 0.92)
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for start, end in DASHES:
            ends = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in (start, end)]
            sketch.stroke(ends, 3.5, theme.ink)
    return sketch.finish([Letter("?", QUESTION, 0, 0, theme.ink)])
