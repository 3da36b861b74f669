"""The frame of the grid with its holes, and the signs on it: rings, missing squares, arrows, outlines."""

from functools import lru_cache
from math import atan2, cos, hypot, pi, radians, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from language.messages import _
from render import marks, text
from render.connect_four import glyphs
from render.connect_four.themes import GridTheme
from render.palette import get_palette
from render.sprites import Letter, Point, Sketch, Sprite, cached_sprite
from render.text import Style
from render.theme import Colour, Side, mix

HOLE: Final = 0.465
"""The radius of a hole, as a share of a square's width."""
BORDER: Final = 22
"""The width of the frame around the outermost squares, in pixels."""
ROUNDED: Final = 26
LARGEST_CACHED: Final = 200
BURST_POINTS: Final = 16
BURST: Final = Style(30, 800)
CHANCE: Final = Style(29, 800)
FOURTH: Final = Style(28, 700)


class Geometry(NamedTuple):
    """The position of a grid in a picture, in pixels: the width of a square (`pitch`), and the upper left corner.

    If only a part of the grid is drawn, it begins at `first_column` from the left and `first_row` from the bottom, both
    counted from 0.
    """

    columns: int
    rows: int
    pitch: int
    left: int
    top: int
    first_column: int = 0
    first_row: int = 0

    @property
    def right(self) -> int:
        """The right edge of the last column, in pixels."""
        return self.left + self.columns * self.pitch

    @property
    def bottom(self) -> int:
        """The lower edge of the lowest row, in pixels."""
        return self.top + self.rows * self.pitch

    def centre(self, square: str) -> tuple[int, int]:
        """Return the centre of the square with a name such as "c1", in pixels."""
        column, row = place(square)
        across, up = column - self.first_column, row - self.first_row
        return self.left + across * self.pitch + self.pitch // 2, self.bottom - (up + 1) * self.pitch + self.pitch // 2


class Spared(NamedTuple):
    """A part of a piece that rings and outlines leave uncovered, such as a badge.

    It is a box with round corners, given by its centre relative to the sprite's centre, and half its size, as shares of
    a square's width.
    """

    x: float
    y: float
    half_width: float
    half_height: float

    def box(self, pitch: int, sketch: Sketch) -> list[float]:
        """Return the box's left, upper, right and lower edge, in pixels of the sketch's supersampled mask."""
        middle = sketch.half_width, sketch.half_height
        x, y = middle[0] + self.x * pitch, middle[1] + self.y * pitch
        across, down = self.half_width * pitch, self.half_height * pitch
        return [part * sketch.scale for part in (x - across, y - down, x + across, y + down)]

    def rounded(self, pitch: int, sketch: Sketch) -> float:
        """Return the radius of the box's corners, in pixels of the sketch's supersampled mask.

        It is half the height for discs, and a quarter for other boxes.
        """
        share = 1.0 if self.half_width == self.half_height else 0.5
        return self.half_height * pitch * sketch.scale * share


def place(square: str) -> tuple[int, int]:
    """Return the column of a square from the left and its row from the bottom, both counted from 0."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def square_name(column: int, row: int) -> str:
    """Return the name of the square in a column and a row, both counted from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache(maxsize=12)
def frame(theme: GridTheme, geometry: Geometry, size: tuple[int, int]) -> Image.Image:
    """Return an image of palette indices, `size` in pixels, with the empty grid on the background; cached."""
    columns, rows, pitch, left, top, *_ = geometry
    palette = get_palette(theme)
    plane = Image.new("L", size, palette.nearest_index(theme.background))
    border = border_width(pitch)
    width, height = columns * pitch + 2 * border, rows * pitch + 2 * border
    sketch = Image.new("RGB", (width, height + 10), theme.background)
    large = ImageDraw.Draw(sketch)
    shadow = theme.line if theme.is_light else theme.print
    large.rounded_rectangle((0, 8, width - 1, height + 9), ROUNDED, shadow)
    large.rounded_rectangle((0, 0, width - 1, height - 1), ROUNDED, theme.frame_lo)
    large.rounded_rectangle((0, 0, width - 1, height - 5), ROUNDED, theme.frame_hi)
    large.rounded_rectangle((2, 3, width - 3, height - 6), ROUNDED - 2, theme.frame)
    plane.paste(palette.index_pixels(sketch), (left - border, top - border))
    hole = empty(theme, pitch).plane
    for row in range(rows):
        for column in range(columns):
            plane.paste(hole, (left + column * pitch, top + row * pitch))
    return plane


def border_width(pitch: int) -> int:
    """Return the width of the frame around squares `pitch` pixels wide, in pixels."""
    return BORDER if pitch >= 80 else BORDER * 2 // 3


@cached_sprite(32, LARGEST_CACHED)
def empty(theme: GridTheme, pitch: int) -> Sprite:
    """Return a square of the grid with an empty hole."""
    sketch = Sketch(theme, pitch - 2, pitch - 2, theme.frame)
    paint_hole(sketch, pitch)
    sprite = sketch.finish()
    left, top = sprite.centre_x - pitch // 2, sprite.centre_y - pitch // 2
    plane = sprite.plane.crop((left, top, left + pitch, top + pitch))
    return sprite._replace(plane=plane, centre_x=pitch // 2, centre_y=pitch // 2)


@lru_cache(maxsize=16)
def lit(theme: GridTheme, pitch: int, side: str) -> Sprite:
    """Return a hole in the colour of the side that is to place, for a square where a monster would land."""
    colours = theme.sides[side]
    sketch = Sketch(theme, pitch - 2, pitch - 2, theme.frame)
    sketch.circle(0, pitch * 0.022, (HOLE - 0.022) * pitch, colours.tint if theme.is_light else colours.deep2)
    return _cut_out(sketch, theme.frame)


def paint_hole(sketch: Sketch, pitch: float) -> None:
    """Draw a hole that looks sunken: its upper edge is in shadow, its lower edge is lit."""
    theme, radius = sketch.theme, pitch * HOLE
    sketch.circle(0, pitch * 0.006, radius + pitch * 0.012, theme.frame_hi)
    sketch.circle(0, -pitch * 0.004, radius + pitch * 0.008, theme.frame_lo)
    sketch.circle(0, 0, radius, theme.pit_lo)
    sketch.circle(0, pitch * 0.022, radius - pitch * 0.022, theme.pit)


def _cut_out(sketch: Sketch, key: Colour, letters: list[Letter] | None = None) -> Sprite:
    """Convert a sketch to a sprite with a mask that leaves out all pixels of the colour `key`."""
    sprite = sketch.finish(letters or ())
    index = get_palette(sketch.theme).nearest_index(key)
    table = [255] * 256
    table[index] = 0
    return sprite._replace(mask=sprite.plane.point(table).convert("1"))


@lru_cache(maxsize=64)
def ring(theme: GridTheme, pitch: int, colour: Colour, thickness: float, spared: tuple[Spared, ...] = ()) -> Sprite:
    """Return a ring around a piece, which leaves the parts in `spared` uncovered; `thickness` is in pixels."""
    inner = pitch * 0.472
    sketch = Sketch(theme, pitch * 1.1 + 8, pitch * 1.1 + 8, theme.frame)
    sketch.circle(0, 0, inner + thickness, colour)
    sketch.circle(0, 0, inner, theme.print)
    mask = sketch.blank_mask()
    draw = ImageDraw.Draw(mask)
    for radius, fill in ((inner + thickness, 255), (inner - 1, 0)):
        draw.ellipse(Spared(0, 0, radius / pitch, radius / pitch).box(pitch, sketch), fill)
    for part in spared:
        draw.rounded_rectangle(part.box(pitch, sketch), part.rounded(pitch, sketch), 0)
    return sketch.finish()._replace(mask=_halve(sketch, mask))


@lru_cache(maxsize=16)
def draw_ring(theme: GridTheme, pitch: int, spared: tuple[Spared, ...] = ()) -> Sprite:
    """Return the ring around a square to which a caption refers, which leaves the parts in `spared` uncovered."""

    def circle(reach: float) -> list[Point]:
        radius, turns = pitch * 0.472 + reach, [2 * pi * step / 96 for step in range(96)]
        return [(radius * cos(turn), radius * sin(turn)) for turn in turns]

    def spare(sketch: Sketch, mask: Image.Image) -> None:
        draw = ImageDraw.Draw(mask)
        for part in spared:
            draw.rounded_rectangle(part.box(pitch, sketch), part.rounded(pitch, sketch), 0)

    return marks.mark(theme, pitch, circle, spare=spare)


def rounded_mask(sketch: Sketch, width: float, height: float, rounded: float) -> Image.Image:
    """Return the mask of a box with round corners at a sketch's centre, at the sprite's final size."""
    mask = sketch.blank_mask()
    x, y = sketch.half_width, sketch.half_height
    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    ImageDraw.Draw(mask).rounded_rectangle([part * sketch.scale for part in box], rounded * sketch.scale, 255)
    return _halve(sketch, mask)


def _halve(sketch: Sketch, mask: Image.Image) -> Image.Image:
    """Return a supersampled mask reduced to final size, with only the values 0 and 255."""
    return sketch.reduce_mask(mask).point([0] * 128 + [255] * 128).convert("1")


def _ink(theme: GridTheme, side: Side) -> Colour:
    """Return the colour in which a side's signs are drawn on an empty hole."""
    return side.lo if theme.is_light else side.main


def threat(theme: GridTheme, pitch: int, sides: tuple[str, ...], letter: str, is_next: bool) -> Sprite:
    """Return the sign on an empty square that is missing for a row of four.

    It has dashes in the colours in `sides`, those of the seats that need the square, and their letters. If `is_next`,
    the next monster in that column lands there, and the sign is stronger.
    """
    return _threat(theme, pitch, sides, letter, _("4th") if is_next else "")


@lru_cache(maxsize=64)
def _threat(theme: GridTheme, pitch: int, sides: tuple[str, ...], letter: str, fourth: str) -> Sprite:
    is_next = bool(fourth)
    sketch = Sketch(theme, pitch - 2, pitch - 2, theme.pit)
    radius, thick = pitch * 0.385, pitch * (0.034 if is_next else 0.02)
    count = 16
    for dash in range(count):
        start, sweep = 360 / count * dash, 360 / count * 0.58
        side = theme.sides[sides[dash % len(sides)]]
        colour = _ink(theme, side) if is_next else mix(theme.pit, _ink(theme, side), 0.7)
        angles = [radians(start + sweep * step / 4) for step in range(5)]
        sketch.stroke([(radius * cos(angle), radius * sin(angle)) for angle in angles], thick, colour)
    letters: list[Letter] = []
    if pitch >= 92:
        side = theme.sides[sides[0]]
        ink = (side.deep if theme.is_light else theme.ink) if len(sides) > 1 else _ink(theme, side)
        size = round(pitch * (0.25 if is_next else 0.2))
        up = pitch * 0.08 if is_next else 0
        letters.append(Letter(letter, Style(max(28, size), 800), 0, -up, ink))
        if is_next:
            tint = side.deep if theme.is_light else side.tint
            letters.append(Letter(fourth, FOURTH, 0, pitch * 0.17, tint))
    return _cut_out(sketch, theme.pit, letters)


@lru_cache(maxsize=64)
def choice(theme: GridTheme, pitch: int, letter: str, colour: Colour) -> Sprite:
    """Return the sign on a square where a monster can be dropped: a ring, and the letter of the column."""
    sketch = Sketch(theme, pitch - 2, pitch - 2, theme.pit)
    sketch.circle(0, 0, pitch * 0.4, colour)
    sketch.circle(0, 0, pitch * 0.4 - max(4, pitch * 0.035), theme.pit)
    style = Style(max(28, round(pitch * 0.36)), 800)
    mask = rounded_mask(sketch, pitch * 0.8, pitch * 0.8, pitch * 0.4)
    return sketch.finish([Letter(letter, style, 0, 0, colour)], mask)


@lru_cache(maxsize=64)
def pill(theme: GridTheme, words: str) -> Sprite:
    """Return a rounded box with the chance to hit, drawn on a piece that can be attacked."""
    width = text.width(words, CHANCE) + 26
    sketch = Sketch(theme, width + 6, 48, theme.pit)
    sketch.box(0, 0, width + 6, 46, theme.print, 23)
    sketch.box(0, 0, width, 40, theme.bone, 20)
    return sketch.finish([Letter(words, CHANCE, 0, 0, theme.print)])._replace(
        mask=rounded_mask(sketch, width + 5, 45, 22)
    )


@lru_cache(maxsize=64)
def chevron(theme: GridTheme, pitch: int, strength: float, colour: Colour) -> Sprite:
    """Return the sign on a hole through which a piece fell just now.

    `strength`, 0 to 1, is the share of `colour` in the sign; it is lower at a greater distance from where the piece
    landed.
    """
    sketch = Sketch(theme, pitch * 0.5, pitch * 0.4, theme.pit)
    across, down = pitch * 0.14, pitch * 0.07
    sketch.stroke([(-across, -down), (0, down), (across, -down)], pitch * 0.04, mix(theme.pit, colour, strength))
    return _cut_out(sketch, theme.pit)


@lru_cache(maxsize=64)
def burst(theme: GridTheme, words: str, pitch: int, is_gain: bool = False) -> Sprite:
    """Return a star with the clicks that a monster lost or, if `is_gain`, a green one with the clicks it regained."""
    radius = max(31, min(42, pitch * 0.26)) if words else pitch * 0.3
    fill = theme.blow if not is_gain else theme.sides["green"].main
    sketch = Sketch(theme, 2 * radius + 10, 2 * radius + 10, theme.pit)
    for outer, colour in ((radius + 4, theme.print), (radius, fill)):
        points: list[Point] = []
        for corner in range(2 * BURST_POINTS):
            angle, far = pi / BURST_POINTS * corner, outer if corner % 2 == 0 else outer * 0.8
            points.append((far * cos(angle), far * sin(angle)))
        sketch.polygon(points, colour)
    mask = rounded_mask(sketch, 2 * radius, 2 * radius, radius)
    return sketch.finish([Letter(words, BURST, 0, 0, theme.bone if not is_gain else theme.print)])._replace(mask=mask)


@lru_cache(maxsize=64)
def exchange(theme: GridTheme, lost: str, gained: str) -> Sprite:
    """Return a box with the clicks that a monster lost, beside those that it regained."""
    width, green = max(text.width(each, BURST) for each in (lost, gained)) + 14, theme.sides["green"].main
    sketch = Sketch(theme, 2 * width + 8, 50, theme.pit)
    sketch.box(0, 0, 2 * width + 8, 48, theme.print, 14)
    sketch.box(0, 0, 2 * width, 40, green, 10)
    sketch.box(-width / 2, 0, width, 40, theme.blow, 10)
    letters = [Letter(lost, BURST, -width / 2, 0, theme.bone), Letter(gained, BURST, width / 2, 0, theme.print)]
    return sketch.finish(letters)._replace(mask=rounded_mask(sketch, 2 * width + 7, 47, 14))


@lru_cache(maxsize=16)
def skull(theme: GridTheme, pitch: int) -> Sprite:
    """Return the sign on an empty square where a monster was just destroyed."""
    sketch = Sketch(theme, pitch * 0.5, pitch * 0.5, theme.pit)
    sketch.icon(glyphs.KILLS, 0, 0, pitch * 0.34, theme.muted)
    return _cut_out(sketch, theme.pit)


@lru_cache(maxsize=64)
def arrow(theme: GridTheme, start: Point, end: Point, pitch: int) -> Sprite:
    """Return a white arrow from `start` to `end`, which are relative to the centre of the sprite."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    angle = atan2(end[1] - start[1], end[0] - start[0])
    thick = max(7.0, pitch * 0.062)
    head = thick * 1.25
    size = 2 * max(abs(part) for part in (*start, *end)) + 8 * thick
    sketch = Sketch(theme, size, size, theme.pit)

    def along(far: float, aside: float) -> Point:
        x, y = far - length / 2, aside
        return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)

    outline, white = theme.print, theme.bone
    neck = length - 2.1 * head
    for grow, colour in ((thick * 0.36, outline), (0.0, white)):
        sketch.stroke([along(0, 0), along(neck, 0)], thick + 2 * grow, colour)
        tip = [along(length + grow, 0), along(neck - grow * 0.6, head + 1.5 * grow)]
        sketch.polygon([*tip, along(neck - grow * 0.6, -head - 1.5 * grow)], colour)
    return _cut_out(sketch, theme.pit)


@lru_cache(maxsize=16)
def capsule(
    theme: GridTheme,
    pitch: int,
    across: int,
    down: int,
    colour: Colour,
    spared: tuple[Spared, ...] = (),
) -> Sprite:
    """Return an outline around squares in a line, centred on the middle of the line.

    The last square is `across` columns to the right of the first and `down` rows below it. The parts in `spared`,
    relative to the middle of the line, stay uncovered.
    """
    half = across * pitch / 2, down * pitch / 2
    sketch = Sketch(theme, abs(2 * half[0]) + pitch * 1.2, abs(2 * half[1]) + pitch * 1.2, theme.pit)
    mask, scale = sketch.blank_mask(), sketch.scale
    draw = ImageDraw.Draw(mask)
    middle = sketch.half_width, sketch.half_height
    points = [((middle[0] + sign * half[0]) * scale, (middle[1] + sign * half[1]) * scale) for sign in (-1, 1)]
    for radius, fill in ((pitch * 0.54, 255), (pitch * 0.485, 0)):
        draw.line([*points[0], *points[1]], fill, round(2 * radius * scale))
        for x, y in points:
            reach = radius * scale
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill)
    for part in spared:
        draw.rounded_rectangle(part.box(pitch, sketch), part.rounded(pitch, sketch), 0)
    sketch.image.paste(colour, (0, 0, *sketch.image.size))
    return sketch.finish(mask=_halve(sketch, mask))
