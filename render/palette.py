"""One fixed palette of at most 255 colours for all pictures of a theme.

It holds the theme's colours, the background first, and, between any two that meet in a picture, a ramp for the
anti-aliased edge. Pixels are then single bytes: drawing and encoding take a fraction of what true colour takes, and the
eye sees no difference.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.theme import Colour, Side, Theme

SIZE = 255
"""The most colours. A pixel's last value is left over: an animation's frame keeps with it what was there before."""
# Two colours nearer than this (distance in RGB) are not told apart on an edge: one entry serves both.
NEAR = 6

MEETINGS: tuple[tuple[str, str, int], ...] = (
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
"""Which of a theme's colours meet, and how many steps lie between them."""

SIDE_MEETINGS: tuple[tuple[str, str, int], ...] = (
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
"""The same for the colours of each side."""


class Palette(NamedTuple):
    """The colours of a theme's pictures; a pixel is an index into them."""

    colours: tuple[Colour, ...]
    image: Image.Image

    def indexed(self, picture: Image.Image) -> Image.Image:
        """An RGB picture as a plane of indices: the nearest colour for each pixel."""
        nearest = picture.quantize(palette=self.image, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def index_of(self, colour: Colour) -> int:
        """The index of the colour nearest to this one."""
        return self.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]


@lru_cache(maxsize=16)
def palette_of(theme: Theme) -> Palette:
    """The palette of a theme. Raises ValueError when its colours and ramps do not fit."""
    colours = _colours(theme)
    if len(colours) > SIZE:
        raise ValueError(f"the theme {theme.name} needs {len(colours)} colours, more than {SIZE}")
    image = Image.new("P", (1, 1))
    # Unused entries repeat the first colour, so that nothing is ever nearest to them.
    image.putpalette([part for colour in (*colours, *[colours[0]] * (256 - len(colours))) for part in colour])
    return Palette(tuple(colours), image)


@lru_cache(maxsize=256)
def ramp(theme: Theme, under: Colour, over: Colour) -> bytes:
    """For each coverage 0-255 the index of `over` drawn with it upon `under`: a table for `Image.point`."""
    gradient = Image.new("RGB", (256, 1))
    gradient.putdata([_between(under, over, coverage, 255) for coverage in range(256)])
    return palette_of(theme).indexed(gradient).tobytes()


def _colours(theme: Theme) -> list[Colour]:
    named = [colour for colour in vars(theme).values() if isinstance(colour, tuple)]
    named += [colour for side in theme.sides.values() for colour in side]
    colours = list(dict.fromkeys(named))
    for under, over, steps in _meetings(theme):
        for step in range(1, steps + 1):
            colour = _between(under, over, step, steps + 1)
            if all(sum((a - b) ** 2 for a, b in zip(colour, other, strict=True)) > NEAR**2 for other in colours):
                colours.append(colour)
    return colours


def _meetings(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    meetings = [(getattr(theme, a), getattr(theme, b), steps) for a, b, steps in MEETINGS]
    for name, side in theme.sides.items():
        for own, other, steps in SIDE_MEETINGS:
            # What is nobody's is seldom drawn: the greys of the ramps above serve it.
            if name != "none":
                other_colour = getattr(side if other in Side._fields else theme, other)
                meetings.append((getattr(side, own), other_colour, steps))
    return meetings


def _between(under: Colour, over: Colour, part: int, whole: int) -> Colour:
    red, green, blue = (round(a + (b - a) * part / whole) for a, b in zip(under, over, strict=True))
    return red, green, blue
