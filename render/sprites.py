"""Sprites: what repeats in pictures, drawn once at four times the size, reduced, and kept as planes of indices."""

from collections.abc import Callable, Sequence
from copy import copy
from math import ceil, cos, floor, hypot, radians, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.palette import palette_of
from render.text import CAPITAL, Style, Written, font
from render.theme import Colour, Theme

SCALE = 4
"""Drawn this many times as large, so that edges are smooth when reduced."""
FRINGE = 1.0
"""How far beyond a shape its smoothed edge may reach, in pixels."""

Point = tuple[float, float]


class Letter(NamedTuple):
    """A short text centred on (x, y), where the height of its capitals counts."""

    text: str
    style: Style
    x: float
    y: float
    fill: Colour


class Flat(NamedTuple):
    """A drawing in RGB at its own size, with the distance of its centre from its left and upper edge."""

    image: Image.Image
    half_width: int
    half_height: int


class Sprite(NamedTuple):
    """A plane of indices, the mask of what is pasted, the point that is placed, and the texts on it."""

    plane: Image.Image
    mask: Image.Image | None
    centre_x: int
    centre_y: int
    written: tuple[Written, ...]


def hexagon(x: float, y: float, width: float) -> list[Point]:
    """The corners of a hexagon that stands on a corner, `width` from flat side to flat side."""
    radius = width / 3**0.5
    angles = (radians(60 * corner - 90) for corner in range(6))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


class Sketch:
    """A small picture being drawn; all coordinates in pixels of the finished sprite, centred on (0, 0)."""

    def __init__(self, theme: Theme, width: float, height: float, ground: Colour) -> None:
        self.theme = theme
        self.half_width, self.half_height = int(width / 2 + 1), int(height / 2 + 1)
        size = (2 * self.half_width * SCALE, 2 * self.half_height * SCALE)
        self.image = Image.new("RGB", size, ground)
        self._draw = ImageDraw.Draw(self.image)
        self._origin: Point = self.half_width, self.half_height

    def at(self, x: int, y: int) -> "Sketch":
        """The same drawing, seen from another centre."""
        other = copy(self)
        other._origin = self._origin[0] + x, self._origin[1] + y
        return other

    def polygon(self, points: Sequence[Point], fill: Colour, rounded: float = 0) -> None:
        """A polygon; with `rounded`, its corners are drawn with that radius beyond the given points."""
        _polygon(self._draw, self._scaled(points), fill, rounded * SCALE)

    def circle(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A disc."""
        (left, top), (right, bottom) = self._scaled([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse((left, top, right, bottom), fill)

    def box(self, x: float, y: float, width: float, height: float, fill: Colour, rounded: float = 0) -> None:
        """A rectangle with rounded corners, centred on (x, y)."""
        corners = self._scaled([(x - width / 2, y - height / 2), (x + width / 2, y + height / 2)])
        self._draw.rounded_rectangle((*corners[0], *corners[1]), rounded * SCALE, fill)

    def stroke(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A line through points, with round ends and joints."""
        scaled = self._scaled(points)
        self._draw.line(scaled, fill, round(width * SCALE), joint="curve")
        radius = width * SCALE / 2
        for x, y in scaled:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def inside(self, points: Sequence[Point], rounded: float, paint: Callable[["Sketch"], None]) -> None:
        """Paints on only what lies inside a polygon."""
        corners = self._scaled(points)
        left, top = (floor(min(part) - rounded * SCALE) for part in zip(*corners, strict=True))
        right, bottom = (ceil(max(part) + rounded * SCALE) + 1 for part in zip(*corners, strict=True))
        inner = copy(self)
        inner.image = self.image.crop((left, top, right, bottom))
        inner._draw = ImageDraw.Draw(inner.image)
        inner._origin = self._origin[0] - left / SCALE, self._origin[1] - top / SCALE
        paint(inner)
        mask = Image.new("L", inner.image.size)
        _polygon(ImageDraw.Draw(mask), inner._scaled(points), 255, rounded * SCALE)
        self.image.paste(inner.image, (left, top), mask)

    def coverage(self, points: Sequence[Point], rounded: float = 0) -> Image.Image:
        """Where a polygon lies, at the scale of the drawing: 255 within it."""
        coverage = Image.new("L", self.image.size)
        _polygon(ImageDraw.Draw(coverage), self._scaled(points), 255, rounded * SCALE)
        return coverage

    def flat(self) -> Flat:
        """What was drawn, at its own size."""
        return Flat(self.image.reduce(SCALE), self.half_width, self.half_height)

    def finish(self, letters: Sequence[Letter] = (), mask: Image.Image | None = None) -> Sprite:
        """The sprite, with letters on it; `mask` says which pixels will be pasted, all without one."""
        return lettered(self.theme, self.flat(), letters, mask)

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        across, down = self._origin
        return [((x + across) * SCALE, (y + down) * SCALE) for x, y in points]


def lettered(theme: Theme, flat: Flat, letters: Sequence[Letter], mask: Image.Image | None = None) -> Sprite:
    """A sprite of a drawing with letters on it; they are drawn at their own size, for sharpness."""
    image = flat.image.copy()
    written = draw_letters(image, flat, letters)
    return Sprite(palette_of(theme).indexed(image), mask, flat.half_width, flat.half_height, written)


def draw_letters(image: Image.Image, flat: Flat, letters: Sequence[Letter]) -> tuple[Written, ...]:
    """Draws letters on a drawing; gives them as they stand, seen from its centre."""
    draw = ImageDraw.Draw(image)
    written: list[Written] = []
    for text, style, x, y, fill in letters:
        face = font(style.size, style.weight)
        baseline = y + style.size * CAPITAL / 2
        draw.text((x + flat.half_width, baseline + flat.half_height), text, fill, face, anchor="ms")
        left, top, right, bottom = face.getbbox(text, anchor="ms")
        edges = (round(edge) for edge in (x + left, baseline + top, x + right, baseline + bottom))
        written.append(Written(text, style, *edges))
    return tuple(written)


def mask_of(sketch: Sketch, points: Sequence[Point], rounded: float = 0) -> Image.Image:
    """The mask of a polygon and its smoothed edge, for sprites of the sketch's size."""
    return sketch.coverage(points, rounded + FRINGE).reduce(SCALE).point([0] + [255] * 255)


def _polygon(draw: ImageDraw.ImageDraw, points: list[Point], fill: int | Colour, rounded: float) -> None:
    draw.polygon(points, fill)
    if not rounded:
        return
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        length = hypot(x2 - x1, y2 - y1)
        side_x, side_y = (y2 - y1) / length * rounded, (x1 - x2) / length * rounded
        quad = [(x1 + side_x, y1 + side_y), (x2 + side_x, y2 + side_y), (x2 - side_x, y2 - side_y)]
        draw.polygon([*quad, (x1 - side_x, y1 - side_y)], fill)
        draw.ellipse((x1 - rounded, y1 - rounded, x1 + rounded, y1 + rounded), fill)
