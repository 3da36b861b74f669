"""Emojis: small signs for text and buttons, as square PNGs that are the same in every theme and readable at 22 pixels.

A game brings its own as `EMOJIS` of `render.<game>.emojis`: functions that draw, by name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import TypeAlias

from PIL import Image, ImageChops

from render.badges import PATTERN_SHARE
from render.patterns import fill_pattern
from render.sprites import Letter, Sketch, draw_letters, hexagon
from render.text import Style
from render.theme import DARK, Colour, colour, mix

SIZE = 128
"""The width and height of an emoji, in pixels."""
WIDE = SIZE - 6
"""The width of what fills an emoji."""
ROUNDED = SIZE * 0.2
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
BONE = colour("f4f2ea")
"""The sides of dice."""
GROUND = DARK.sides["none"].deep
GLYPH = DARK.sides["none"].tint
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
LEVELS = (
    (colour("2a3236"), colour("1b2124")),
    (colour("5b5a5e"), colour("3b3a3f")),
    (colour("85817e"), colour("4f4c4c")),
    (colour("b3ab9f"), colour("6a645e")),
)
"""The face and the wall of the ground and of the levels above it."""

Paint: TypeAlias = Callable[[Sketch], Sequence[Letter]]
"""Draws an emoji without its letters on a sketch of `SIZE`; returns the letters."""


def draw(paint: Paint) -> bytes:
    """An emoji as a PNG; what is not painted is transparent."""
    # Drawn on black the colours come out multiplied by the opacity, which is what white lacks of the difference.
    black, white = (_drawn(paint, ground) for ground in (BLACK, WHITE))
    opacity = ImageChops.invert(ImageChops.subtract(white, black).getchannel("G"))
    premultiplied = Image.merge("RGBa", (*black.split(), opacity))
    out = BytesIO()
    premultiplied.convert("RGBA").save(out, "PNG")
    return out.getvalue()


def _drawn(paint: Paint, ground: Colour) -> Image.Image:
    sketch = Sketch(DARK, SIZE - 2, SIZE - 2, ground)
    letters = paint(sketch)
    bitmap = sketch.downsample()
    draw_letters(bitmap.image, bitmap, letters)
    return bitmap.image


def emojis(games: Iterable[str]) -> Mapping[str, Paint]:
    """The emojis that all games share, and those of these games, by name. Raises ValueError for a name used twice."""
    found = dict(SHARED)
    for game in games:
        own = _own(game)
        if twice := found.keys() & own.keys():
            raise ValueError(f"emojis of {game} have names that are used already: {', '.join(sorted(twice))}")
        found |= own
    return found


def pictures(games: Iterable[str]) -> Mapping[str, bytes]:
    """The shared emojis and those of these games as PNGs, by name."""
    return {name: draw(paint) for name, paint in emojis(games).items()}


def _own(game: str) -> Mapping[str, Paint]:
    package = find_spec(f"render.{game}")
    # A painter that is a single module has no submodule for emojis.
    if package is None or package.submodule_search_locations is None:
        return {}
    module = f"render.{game}.emojis"
    return import_module(module).EMOJIS if find_spec(module) is not None else {}


def glyph_on_dark(name: str, fill: Colour = GLYPH, ground: Colour = GROUND, share: float = 0.84) -> Paint:
    """A glyph of the icon font on a rounded square."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.box(0, 0, WIDE, WIDE, ground, ROUNDED)
        sketch.icon(name, 0, 0, SIZE * share, fill)
        return ()

    return paint


def mark(side: str, letter: str) -> Paint:
    """Whose something is: a side's colour and pattern with a letter or number."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        colours, rounded = DARK.sides[side], SIZE * 0.05
        outline = hexagon(0, 0, SIZE * 0.82 - rounded)
        sketch.polygon(hexagon(0, 0, SIZE * 0.86 - rounded), colours.deep, rounded)

        def surface(inner: Sketch) -> None:
            inner.polygon(outline, colours.main, rounded)
            fill_pattern(inner, side, SIZE * 1.2, SIZE * 0.17, mix(colours.main, colours.lo, PATTERN_SHARE))

        sketch.clip(outline, rounded, surface)
        return (Letter(letter, Style(round(SIZE * 0.66), 850), 0, 0, DARK.print),)

    return paint


def die(pips: int) -> Paint:
    """The face of a die with six sides."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.box(0, 0, WIDE, WIDE, DARK.faint, ROUNDED)
        sketch.box(0, 0, WIDE - SIZE * 0.06, WIDE - SIZE * 0.06, BONE, ROUNDED * 0.9)
        for across, down in PIPS[pips]:
            sketch.circle(across * SIZE * 0.25, down * SIZE * 0.25, SIZE * 0.115, DARK.print)
        return ()

    return paint


def height(level: int) -> Paint:
    """A hex of the ground or of a level above it, with the level's number."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        face, wall = LEVELS[level]
        width, rounded, rise = SIZE * 0.68, SIZE * 0.03, level * SIZE * 0.05
        for drop in range(round(rise), -1, -1):
            sketch.polygon(hexagon(0, drop - rise / 2, width), wall, rounded)
        sketch.polygon(hexagon(0, -rise / 2, width), mix(face, WHITE, 0.22), rounded)
        sketch.polygon(hexagon(0, -rise / 2, width - SIZE * 0.03), face, rounded)
        ink = DARK.print if level > 1 else DARK.ink
        return (Letter(str(level), Style(round(SIZE * 0.6), 850), 0, -rise / 2, ink),)

    return paint


SHARED: Mapping[str, Paint] = {
    "hourglass": glyph_on_dark("hourglass", DARK.ink),
    **{f"d6_{pips}": die(pips) for pips in PIPS},
    **{f"height_{level}": height(level) for level in range(len(LEVELS))},
    **{f"seat_{number}": mark(side, str(number)) for number, side in enumerate(("red", "blue", "yellow", "green"), 1)},
}
