"""One fixed palette of at most 255 colours for all pictures of a theme.

It holds the theme's colours, the background first, and blends of colours that meet at anti-aliased edges. Pixels are
single bytes, so that drawing and encoding are several times faster than in true colour, without a visible difference.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.theme import Colour, Side, Theme

MAX_COLOURS = 255
"""The maximum number of colours; index 255 is reserved for transparent pixels of animations."""
# Blends nearer than this to an existing colour (distance in RGB) share its entry.
MIN_DISTANCE = 6

BLENDS: tuple[tuple[str, str, int], ...] = (
    ("background", "ink", 6),
    ("panel", "ink", 5),
    ("raised", "ink", 5),
    ("background", "muted", 4),
    ("panel", "muted", 4),
    ("raised", "muted", 4),
    ("background", "cell", 1),
    ("background", "cell_line", 2),
    ("cell", "cell_ink", 4),
    ("background", "line", 2),
    ("background", "stone", 2),
    ("background", "magic_shade", 4),
    ("stone", "magic_shade", 3),
    ("stone", "magic_light", 4),
    ("magic_light", "print", 5),
    ("cell", "magic", 4),
    ("background", "gold", 4),
    ("throne", "gold", 4),
    ("panel", "gold", 3),
    ("paper", "print", 5),
    ("paper", "red_rank", 5),
    ("spent", "cell_line", 1),
    ("spent", "cell_ink", 3),
    ("stone", "cell_ink", 2),
    ("throne", "cell_ink", 2),
    ("raised", "cell_ink", 2),
    ("spent", "muted", 4),
    ("spent", "ink", 4),
)
"""Pairs of theme colours that meet at edges, with the number of blends between them."""

SIDE_BLENDS: tuple[tuple[str, str, int], ...] = (
    ("main", "background", 5),
    ("main", "shade", 1),
    ("edge", "background", 3),
    ("edge", "main", 2),
    ("main", "deep", 4),
    ("main", "print", 5),
    ("deep", "paper", 4),
    ("main", "stone", 3),
    ("main", "throne", 3),
    ("main", "panel", 3),
    ("main", "raised", 3),
    ("sign", "raised", 2),
    ("sign", "spent", 3),
    ("sign", "background", 3),
)
"""The same for the colours of each side, with theme colours."""


class Palette(NamedTuple):
    """The colours of a theme's pictures; a pixel is an index into `colours`."""

    colours: tuple[Colour, ...]
    image: Image.Image

    def indexed(self, picture: Image.Image) -> Image.Image:
        """Converts an RGB picture to palette indices, the nearest colour for each pixel."""
        nearest = picture.quantize(palette=self.image, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def index_of(self, colour: Colour) -> int:
        """The index of the palette colour nearest to a colour."""
        return self.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]


@lru_cache(maxsize=16)
def palette_of(theme: Theme) -> Palette:
    """The palette of a theme, cached. Raises ValueError when its colours and blends are too many."""
    colours = _colours(theme)
    if len(colours) > MAX_COLOURS:
        raise ValueError(f"the theme {theme.name} needs {len(colours)} colours, more than {MAX_COLOURS}")
    image = Image.new("P", (1, 1))
    # Unused entries repeat the first colour, so that they are never the nearest.
    image.putpalette([part for colour in (*colours, *[colours[0]] * (256 - len(colours))) for part in colour])
    return Palette(tuple(colours), image)


@lru_cache(maxsize=256)
def ramp(theme: Theme, under: Colour, over: Colour) -> bytes:
    """A lookup table for `Image.point`: palette indices of `over` blended onto `under`, by coverage 0-255."""
    gradient = Image.new("RGB", (256, 1))
    gradient.putdata([_mix(under, over, coverage, 255) for coverage in range(256)])
    return palette_of(theme).indexed(gradient).tobytes()


def _colours(theme: Theme) -> list[Colour]:
    named = [colour for colour in vars(theme).values() if isinstance(colour, tuple)]
    named += [colour for side in theme.sides.values() for colour in side]
    colours = list(dict.fromkeys(named))
    for under, over, steps in _blends(theme):
        for step in range(1, steps + 1):
            colour = _mix(under, over, step, steps + 1)
            if all(
                sum((a - b) ** 2 for a, b in zip(colour, other, strict=True)) > MIN_DISTANCE**2 for other in colours
            ):
                colours.append(colour)
    return colours


def _blends(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    blends = [(getattr(theme, a), getattr(theme, b), steps) for a, b, steps in BLENDS]
    for name, side in theme.sides.items():
        for own, other, steps in SIDE_BLENDS:
            # The neutral side is rarely drawn and uses the grey blends above.
            if name != "none":
                other_colour = getattr(side if other in Side._fields else theme, other)
                blends.append((getattr(side, own), other_colour, steps))
    return blends


def _mix(under: Colour, over: Colour, part: int, whole: int) -> Colour:
    red, green, blue = (round(a + (b - a) * part / whole) for a, b in zip(under, over, strict=True))
    return red, green, blue
