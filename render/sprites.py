"""Sprites: repeated parts of pictures, cached as palette indices.

A sprite is drawn as a sketch several times larger (supersampled), reduced to its final size for smooth edges, and
converted to palette indices.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache, lru_cache, wraps
from importlib.metadata import distribution
from math import ceil, cos, floor, hypot, radians, sin
from pathlib import Path
from typing import Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from language.catalogues import ENGLISH
from language.messages import spoken_language
from render.fonts import is_plain
from render.palette import build_mask_lookup, get_palette, look_up, ramp, tint
from render.text import CAP_HEIGHT, Style, Written, draw_coverage, draw_line, font, width
from render.theme import Colour, Theme, ThemeT, ThemeT_co

SCALE = 4
"""The supersampling factor: sketches are drawn this many times larger and then reduced, for smooth edges."""
COARSE = 2
"""The supersampling factor of large sketches.

Edges then have only as many blends as the palette offers anyway, and drawing takes a quarter of the time.
"""
LARGE = 20_000
"""The area of a sprite, in pixels, above which its sketch counts as large."""
FEW = 8
"""The default number of sprites above the size limit that each cache keeps; see `cached_sprite`."""
EDGE_STEPS = 3
"""The number of steps from transparent to opaque at an anti-aliased edge that is drawn directly on palette indices."""
FRINGE = 1.0
"""The width in pixels by which the mask of a shape extends beyond it, to include its anti-aliased edge."""
ICON_PACKAGE = "tkinter-icons-rpga"
"""The Python package that contains the icon font RPG Awesome.

Its files are read without importing it, because the import needs Tk.
"""
_ICON_FOLDER = Path(str(distribution(ICON_PACKAGE).locate_file("tkinter_icons_rpga")))
_ICON_FONT = _ICON_FOLDER / "fonts" / "rpgawesome-webfont.ttf"

Arguments = ParamSpec("Arguments")
Point = tuple[float, float]


class Letter(NamedTuple):
    """A short text to be written on a sketch or sprite, in the colour `fill`.

    It is centred on (x, y): horizontally by its width, vertically by the height of its capital letters.
    """

    text: str
    style: Style
    x: float
    y: float
    fill: Colour


class Bitmap(NamedTuple):
    """An RGB drawing reduced to its final size.

    Its centre is `half_width` pixels from the left edge and `half_height` from the top.
    """

    image: Image.Image
    half_width: int
    half_height: int


class Sprite(NamedTuple):
    """A part of a picture, ready to be pasted.

    `plane` is an image of palette indices. `mask` selects the pixels that are pasted; None selects all. `centre_x` and
    `centre_y` are the position of its centre in the plane. `written` are its texts, with positions relative to the
    centre.
    """

    plane: Image.Image
    mask: Image.Image | None
    centre_x: int
    centre_y: int
    written: tuple[Written, ...]


Draw = Callable[Concatenate[ThemeT, int, Arguments], Sprite]
"""A function that draws a sprite from a theme, a pitch in pixels, and further arguments."""


def cached_sprite(
    count: int, widest: int, few: int = FEW, *, has_words: bool = False
) -> Callable[[Draw[ThemeT, Arguments]], Draw[ThemeT, Arguments]]:
    """Return a decorator that adds an LRU cache to a function that draws sprites.

    The cache keeps `count` sprites with a pitch of at most `widest` pixels, and `few` with a larger pitch. Sprites with
    translated words (`has_words`) are cached by the context's language too.
    """

    def decorate(draw: Draw[ThemeT, Arguments]) -> Draw[ThemeT, Arguments]:
        def draw_in(language: str, theme: ThemeT, pitch: int, *args: Arguments.args, **kw: Arguments.kwargs) -> Sprite:
            return draw(theme, pitch, *args, **kw)

        # Larger sprites have a small cache of their own: they are rarely drawn, and take much memory.
        cached_draw, cached_few = lru_cache(count)(draw_in), lru_cache(few)(draw_in)

        @wraps(draw)
        def draw_sprite(theme: ThemeT, pitch: int, *args: Arguments.args, **kw: Arguments.kwargs) -> Sprite:
            language = spoken_language() if has_words else ENGLISH
            return (cached_draw if pitch <= widest else cached_few)(language, theme, pitch, *args, **kw)

        return draw_sprite

    return decorate


def hexagon(x: float, y: float, width: float) -> list[Point]:
    """Return the corners of a pointy-top hexagon centred on (x, y), clockwise from the top.

    `width` is the distance between its left and right side.
    """
    radius = width / 3**0.5
    angles = (radians(60 * corner - 90) for corner in range(6))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


@lru_cache(maxsize=16)
def icon(name: str, size: int, outline: float = 0) -> Image.Image:
    """Return the coverage of an icon, 0 to 255, cropped to the pixels that the icon covers; cached.

    `name` is the icon's name in the font, `size` the length of its longer side in pixels. `outline` widens the icon by
    that many pixels on every side, with round corners.

    Raises KeyError for a name that the font does not have.
    """
    character = chr(int(_code_points()[name], 16))
    # An icon fills only part of its em square. Its size is measured once, to compute the font size at which it has
    # `size`.
    left, top, right, bottom = _icon_font(size).getbbox(character)
    em = round(size * size / max(right - left, bottom - top))
    face = _icon_font(em)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(character))
    around = ceil(outline)
    mask = Image.new("L", (right - left + 2 * around, bottom - top + 2 * around))
    ImageDraw.Draw(mask).text((around - left, around - top), character, 255, face, stroke_width=outline)
    return mask


@cache
def _code_points() -> dict[str, str]:
    return json.loads((_ICON_FOLDER / "glyphmap.json").read_bytes())


@lru_cache(maxsize=4)
def _icon_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_ICON_FONT), size, layout_engine=ImageFont.Layout.BASIC)


class Sketch(Generic[ThemeT_co]):
    """A drawing in progress, supersampled, to be converted to a sprite.

    Coordinates are in pixels of the finished sprite, with (0, 0) at its centre; the drawing itself is `scale` times
    larger. `ground` is its background colour.
    """

    def __init__(self, theme: ThemeT_co, width: float, height: float, ground: Colour, scale: int | None = None) -> None:
        self.theme: ThemeT_co = theme
        self.ground = ground
        self.half_width, self.half_height = int(width / 2 + 1), int(height / 2 + 1)
        self.scale = scale or (COARSE if width * height > LARGE else SCALE)
        size = (2 * self.half_width * self.scale, 2 * self.half_height * self.scale)
        self.image = Image.new("RGB", size, ground)
        self._draw = ImageDraw.Draw(self.image)
        self._origin: Point = self.half_width, self.half_height

    def at(self, x: int, y: int) -> "Sketch[ThemeT_co]":
        """Return a sketch that draws on the same image with its origin moved to (x, y)."""
        other = copy(self)
        other._origin = self._origin[0] + x, self._origin[1] + y
        return other

    def polygon(self, points: Sequence[Point], fill: Colour, rounded: float = 0) -> None:
        """Draw a filled polygon; `rounded` expands it by that many pixels on every side, with round corners."""
        _polygon(self._draw, self._scale_points(points), fill, rounded * self.scale)

    def circle(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """Draw a filled circle centred on (x, y)."""
        (left, top), (right, bottom) = self._scale_points([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse((left, top, right, bottom), fill)

    def box(self, x: float, y: float, width: float, height: float, fill: Colour, rounded: float = 0) -> None:
        """Draw a filled rectangle centred on (x, y); `rounded` is the radius of its corners."""
        corners = self._scale_points([(x - width / 2, y - height / 2), (x + width / 2, y + height / 2)])
        self._draw.rounded_rectangle((*corners[0], *corners[1]), rounded * self.scale, fill)

    def stroke(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """Draw a line through points, with round caps and joints."""
        scaled = self._scale_points(points)
        self._draw.line(scaled, fill, round(width * self.scale), joint="curve")
        radius = width * self.scale / 2
        for x, y in scaled:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def icon(
        self, name: str, x: float, y: float, size: float, fill: Colour, outline: float = 0, around: Colour | None = None
    ) -> None:
        """Draw an icon whose visible part is centred on (x, y) and has a longer side of `size` pixels.

        If `around` is given, the icon gets an outline of that colour, `outline` pixels wide.
        """
        stamp = icon(name, round(size * self.scale), round(outline * self.scale))
        self._stamp(stamp, x, y, fill if around is None else around)
        if around is not None:
            self._stamp(icon(name, round(size * self.scale)), x, y, fill)

    def _stamp(self, mask: Image.Image, x: float, y: float, fill: Colour) -> None:
        (left, top), *_ = self._scale_points([(x, y)])
        self.image.paste(fill, (round(left - mask.width / 2), round(top - mask.height / 2)), mask)

    def clip(self, points: Sequence[Point], rounded: float, paint: Callable[["Sketch[ThemeT_co]"], None]) -> None:
        """Call `paint` with a sketch that changes this one only inside a polygon.

        The coordinates are the same. `rounded` expands the polygon by that many pixels on every side, with round
        corners.
        """
        corners = self._scale_points(points)
        left, top = (floor(min(part) - rounded * self.scale) for part in zip(*corners, strict=True))
        right, bottom = (ceil(max(part) + rounded * self.scale) + 1 for part in zip(*corners, strict=True))
        inner = copy(self)
        inner.image = self.image.crop((left, top, right, bottom))
        inner._draw = ImageDraw.Draw(inner.image)
        inner._origin = self._origin[0] - left / self.scale, self._origin[1] - top / self.scale
        paint(inner)
        mask = Image.new("L", inner.image.size)
        _polygon(ImageDraw.Draw(mask), inner._scale_points(points), 255, rounded * self.scale)
        self.image.paste(inner.image, (left, top), mask)

    def coverage(self, points: Sequence[Point], rounded: float = 0) -> Image.Image:
        """Return the supersampled mask of a polygon: 255 inside it, 0 outside; see `polygon` for `rounded`."""
        coverage = self.blank_mask()
        _polygon(ImageDraw.Draw(coverage), self._scale_points(points), 255, rounded * self.scale)
        return coverage

    def blank_mask(self) -> Image.Image:
        """Return a supersampled mask that is 0 everywhere, to be drawn on."""
        return Image.new("L", self.image.size)

    def reduce_mask(self, mask: Image.Image) -> Image.Image:
        """Return a supersampled mask reduced to the size of the sprite, with values between 0 and 255 at edges."""
        return mask.reduce(self.scale)

    def downsample(self) -> Bitmap:
        """Return the drawing reduced to the size of the sprite."""
        return Bitmap(self.image.reduce(self.scale), self.half_width, self.half_height)

    def finish(self, letters: Sequence[Letter] = (), mask: Image.Image | None = None) -> Sprite:
        """Convert the drawing to a sprite, with `letters` written on it.

        `mask` selects the pixels that are pasted; None selects all.
        """
        return add_letters(self.theme, self.downsample(), letters, mask)

    def _scale_points(self, points: Sequence[Point]) -> list[Point]:
        across, down = self._origin
        return [((x + across) * self.scale, (y + down) * self.scale) for x, y in points]


Paint: TypeAlias = Callable[[Sketch], Sequence[Letter]]
"""A function that draws on a sketch without its texts, and returns the texts, which are written at final size."""


def add_letters(theme: Theme, bitmap: Bitmap, letters: Sequence[Letter], mask: Image.Image | None = None) -> Sprite:
    """Convert a bitmap to a sprite with letters on it, which are sharp because they are written at final size.

    `mask` selects the pixels that are pasted; None selects all.
    """
    image = bitmap.image.copy() if letters else bitmap.image
    written = draw_letters(image, bitmap, letters)
    return Sprite(get_palette(theme).index_pixels(image), mask, bitmap.half_width, bitmap.half_height, written)


def compose(
    base: Sprite, parts: Iterable[tuple[Sprite, int, int]], theme: Theme, letters: Iterable[tuple[Letter, Colour]]
) -> Sprite:
    """Return a copy of the sprite `base` with other sprites and letters drawn on it.

    Each part has the position of its centre relative to that of `base`; each letter has the colour that it is written
    on. This is many times faster than drawing a new sprite, because nothing is supersampled or converted to palette
    indices.
    """
    plane, written = base.plane.copy(), list(base.written)
    for part, x, y in parts:
        plane.paste(part.plane, (base.centre_x + x - part.centre_x, base.centre_y + y - part.centre_y), part.mask)
        written += [each.shift_by(x, y) for each in part.written]
    for (text, style, x, y, fill), under in letters:
        line = draw_line(text, style, theme, fill, under)
        left = round(x - width(text, style) / 2) + line.left
        top = round(y + style.size * CAP_HEIGHT / 2) + line.top
        plane.paste(line.plane, (base.centre_x + left, base.centre_y + top), line.ink)
        written.append(Written(text, style, left, top, left + line.plane.width, top + line.plane.height))
    return base._replace(plane=plane, written=tuple(written))


def stamp(
    theme: Theme, plane: Image.Image, name: str, size: float, outline: float, fill: Colour, around: Colour
) -> None:
    """Draw an icon with an outline at the centre of an image of palette indices, at final size.

    `fill` is the icon's colour, `around` the outline's; `size` and `outline` are as in `Sketch.icon`.
    """
    wide, narrow = icon(name, round(size), outline), icon(name, round(size))
    box = _centred_box(plane, wide)
    ground = plane.crop(box)
    for step in range(1, EDGE_STEPS + 1):
        tinted = look_up(ground, tint(theme, around, step / EDGE_STEPS))
        plane.paste(tinted, box, look_up(wide, _AT_LEAST[step]))
    # The outline covers the background around the icon, so the icon's edges blend only into the outline's colour.
    inner = look_up(narrow, _STEPPED.translate(ramp(theme, around, fill)))
    plane.paste(inner, _centred_box(plane, narrow), look_up(narrow, _AT_LEAST[1]))


def _centred_box(plane: Image.Image, part: Image.Image) -> tuple[int, int, int, int]:
    left, top = (plane.width - part.width) // 2, (plane.height - part.height) // 2
    return left, top, left + part.width, top + part.height


_STEPPED = bytes(255 * round(each / 255 * EDGE_STEPS) // EDGE_STEPS for each in range(256))
"""A lookup that rounds coverage, 0 to 255, to one of the steps of an edge; see `EDGE_STEPS`."""
_AT_LEAST = [
    bytes(255 * (round(each / 255 * EDGE_STEPS) >= step) for each in range(256)) for step in range(EDGE_STEPS + 1)
]
"""Lookups by number of steps; each makes a mask of the pixels whose coverage is at least that many steps."""


def without_ground(sprite: Sprite, theme: Theme, ground: Colour) -> Sprite:
    """Return a sprite with a new mask, which leaves out all pixels of the colour `ground`."""
    return sprite._replace(mask=look_up(sprite.plane, build_mask_lookup(theme, ground)))


def draw_letters(image: Image.Image, bitmap: Bitmap, letters: Sequence[Letter]) -> tuple[Written, ...]:
    """Draw letters on an image at its final size; return them with bounding boxes relative to the image's centre."""
    draw = ImageDraw.Draw(image)
    written: list[Written] = []
    for text, style, x, y, fill in letters:
        baseline = y + style.size * CAP_HEIGHT / 2
        if is_plain(text):
            face = font(style.size, style.weight)
            draw.text((x + bitmap.half_width, baseline + bitmap.half_height), text, fill, face, anchor="ms")
            left, top, right, bottom = face.getbbox(text, anchor="ms")
            edges = (round(edge) for edge in (x + left, baseline + top, x + right, baseline + bottom))
        else:
            coverage, offset, above = draw_coverage(text, style)
            left, top = round(x - width(text, style) / 2) + offset, round(baseline) + above
            draw.bitmap((left + bitmap.half_width, top + bitmap.half_height), coverage, fill)
            edges = (left, top, left + coverage.width, top + coverage.height)
        written.append(Written(text, style, *edges))
    return tuple(written)


def polygon_mask(sketch: Sketch, points: Sequence[Point], rounded: float = 0) -> Image.Image:
    """Return the mask of a polygon and its anti-aliased edge, reduced to the final size of the sketch's sprite.

    It is 255 for every pixel that the polygon or its edge touches, otherwise 0.
    """
    return sketch.reduce_mask(sketch.coverage(points, rounded + FRINGE)).point([0] + [255] * 255)


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
