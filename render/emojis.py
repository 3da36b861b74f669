"""Emojis: small signs for texts and buttons, drawn as square PNGs.

They are the same in every theme and readable at a width of 22 pixels. A game adds its own as `emojis` of its painter:
functions, by emoji name, that draw on a sketch of `SIZE` pixels. The painter's `seat_marks` returns the name of the
emoji for each seat.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from PIL import Image, ImageChops

from render import painter
from render.badges import PATTERN_SHARE, fill_pattern
from render.sprites import ICON_PACKAGE, Letter, Paint, Sketch, draw_letters, hexagon
from render.text import Style
from render.theme import DARK, MORE_SIDES, Colour, Side, colour, mix

SIZE = 128
"""The width and height of an emoji, in pixels."""
WIDE = SIZE - 6
"""The width of an emoji's background square, in pixels."""
ROUNDED = SIZE * 0.2
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
BONE = colour("f4f2ea")
"""The off-white colour of the faces of dice."""
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
    (colour("707b57"), colour("505a40")),
    (colour("98928a"), colour("615d58")),
    (colour("b7afa3"), colour("757068")),
    (colour("dcd3c3"), colour("8d877d")),
)
"""By level, from the ground (level 0) up: the colour of a hex's top face, and the colour of its side walls."""
CARET = colour("2b2824")
MARKED_SIDES: Mapping[str, Side] = {**DARK.sides, **MORE_SIDES}
SEAT_SIDES = ("red", "blue", "yellow", "green", "plum", "ice")
"""The sides that a seat can have."""
MOST_PIPS = 20
"""The highest number with an emoji of a many-sided die. Dice with more than six sides are drawn as a hexagon with a
number."""


def draw(paint: Paint) -> bytes:
    """Draw an emoji; return it as a PNG, transparent where `paint` draws nothing."""
    # Drawn on black, a colour is multiplied by its opacity. White minus black is the transparency of each pixel.
    black, white = (_drawn(paint, ground) for ground in (BLACK, WHITE))
    opacity = ImageChops.invert(ImageChops.subtract(white, black).getchannel("G"))
    premultiplied = Image.merge("RGBa", (*black.split(), opacity))
    out = BytesIO()
    premultiplied.convert("RGBA").save(out, "PNG")
    return out.getvalue()


def _drawn(paint: Paint, ground: Colour) -> Image.Image:
    sketch = _sketch(ground)
    letters = paint(sketch)
    bitmap = sketch.downsample()
    draw_letters(bitmap.image, bitmap, letters)
    return bitmap.image


def _sketch(ground: Colour) -> Sketch:
    return Sketch(DARK, SIZE - 2, SIZE - 2, ground)


def emojis(games: Iterable[str]) -> Mapping[str, Paint]:
    """Return the functions that draw the emojis shared by all games and those of `games`, by emoji name.

    Raises ValueError if a game's emoji has a name that is already used.
    """
    found = dict(SHARED)
    for game in games:
        own = painter(game).emojis
        if twice := found.keys() & own.keys():
            raise ValueError(f"emoji names of {game} are already in use: {', '.join(sorted(twice))}")
        found |= own
    return {**found, **MARKS}


def drawings(games: Iterable[str]) -> Mapping[str, Callable[[], bytes]]:
    """Return a function for each shared emoji and each emoji of `games`, by emoji name; calling it draws the PNG."""
    return {name: partial(draw, paint) for name, paint in emojis(games).items()}


def pictures(games: Iterable[str]) -> Mapping[str, bytes]:
    """Draw the shared emojis and those of `games`; return the PNGs by emoji name."""
    return {name: drawing() for name, drawing in drawings(games).items()}


def source_digest() -> str:
    """Return a digest of everything that affects how emojis look.

    That is the source code of `render`, and the versions of the packages that it draws with.
    """
    digest = sha256()
    for module in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(module.read_bytes())
    for package in ("pillow", "fontpkg-inter", ICON_PACKAGE):
        digest.update(version(package).encode())
    return digest.hexdigest()


def seat_marks(game: str, view: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each seat's emoji, by seat number; empty for a seat without one.

    The emoji shows the seat's colour, pattern and letter, as in the game's pictures. `names` are the seats' names
    in these pictures.
    """
    return tuple(painter(game).seat_marks(view, names))


def seat_mark(side: str, letter: str) -> str:
    """Return the name of the emoji that shows a side's colour and pattern with a letter."""
    return f"seat_{side}_{letter.lower()}"


def glyph_on_dark(name: str, fill: Colour = GLYPH, ground: Colour = GROUND) -> Paint:
    """Return a function that draws an icon in the colour `fill` on a rounded square in the dark colour `ground`.

    `name` is the icon's name in the icon font.
    """

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.box(0, 0, WIDE, WIDE, ground, ROUNDED)
        sketch.icon(name, 0, 0, SIZE * 0.84, fill)
        return ()

    return paint


def mark(side: str, letter: str) -> Paint:
    """Return a function that draws a seat's mark: a hexagon in a side's colour and pattern with a letter."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.image.paste(_draw_hexagon(side, sketch.ground))
        return (Letter(letter, Style(round(SIZE * 0.66), 850), 0, 0, DARK.print),)

    return paint


# Two entries suffice: the letters of a side are drawn one after the other, each on two background colours.
@lru_cache(maxsize=2)
def _draw_hexagon(side: str, ground: Colour) -> Image.Image:
    """Return the supersampled hexagon of a seat's mark, without its letter."""
    sketch = _sketch(ground)
    colours, rounded = MARKED_SIDES[side], SIZE * 0.05
    outline = hexagon(0, 0, SIZE * 0.82 - rounded)
    sketch.polygon(hexagon(0, 0, SIZE * 0.86 - rounded), colours.deep, rounded)

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, colours.main, rounded)
        fill_pattern(inner, side, SIZE * 1.2, SIZE * 0.17, mix(colours.main, colours.lo, PATTERN_SHARE))

    sketch.clip(outline, rounded, surface)
    return sketch.image


def die(pips: int) -> Paint:
    """Return a function that draws the face of a six-sided die with a number of pips."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.box(0, 0, WIDE, WIDE, DARK.faint, ROUNDED)
        sketch.box(0, 0, WIDE - SIZE * 0.06, WIDE - SIZE * 0.06, BONE, ROUNDED * 0.9)
        for across, down in PIPS[pips]:
            sketch.circle(across * SIZE * 0.25, down * SIZE * 0.25, SIZE * 0.115, DARK.print)
        return ()

    return paint


def many_sided_die(number: int) -> Paint:
    """Return a function that draws a die with more than six sides: a hexagon with `number` on it."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        rounded = SIZE * 0.05
        sketch.polygon(hexagon(0, 0, SIZE * 0.86 - rounded), DARK.faint, rounded)
        sketch.polygon(hexagon(0, 0, SIZE * 0.80 - rounded), BONE, rounded)
        return (Letter(str(number), Style(round(SIZE * (0.62 if number < 10 else 0.52)), 850), 0, 0, DARK.print),)

    return paint


def height(level: int) -> Paint:
    """Return a function that draws a hex of a level, 0 for the ground, with a caret for each level on it."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        face, wall = LEVELS[level]
        width, rounded, rise = SIZE * 0.64, SIZE * 0.03, level * SIZE * 0.06
        for drop in range(round(rise), -1, -1):
            sketch.polygon(hexagon(0, drop - rise / 2, width), wall, rounded)
        sketch.polygon(hexagon(0, -rise / 2, width), mix(face, WHITE, 0.22), rounded)
        sketch.polygon(hexagon(0, -rise / 2, width - SIZE * 0.03), face, rounded)
        size = SIZE * (0.46 if level == 1 else 0.3)
        for x, y in CARETS[level]:
            left, top = (x - 0.5) * size, y * size - rise / 2
            sketch.polygon(
                [(left, top + size * 0.42), (left + size / 2, top - size * 0.46), (left + size, top + size * 0.42)],
                CARET,
            )
        return ()

    return paint


CARETS = ((), ((0.0, 0.0),), ((-0.56, 0.0), (0.56, 0.0)), ((-0.56, 0.5), (0.56, 0.5), (0.0, -0.5)))
"""By level: the centres of its carets, in widths of a caret."""
SHARED: Mapping[str, Paint] = {
    "hourglass": glyph_on_dark("hourglass", DARK.ink),
    **{f"d6_{pips}": die(pips) for pips in PIPS},
    **{f"die_{number}": many_sided_die(number) for number in range(1, MOST_PIPS + 1)},
    **{f"height_{level}": height(level) for level in range(len(LEVELS))},
}
MARKS: Mapping[str, Paint] = {
    seat_mark(side, letter): mark(side, letter) for side in SEAT_SIDES for letter in ascii_uppercase
}
"""The functions that draw seats' marks, by emoji name: every side of `SEAT_SIDES` with each letter."""
