"""One fixed palette of at most 255 colours for all pictures of a theme.

It holds the theme's colours, the background first, the tones of facets, and blends of colours that meet at anti-aliased
edges, the most frequent first. Pixels are single bytes, so that drawing and encoding are several times faster than in
true colour, without a visible difference.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import dist, log1p
from typing import NamedTuple

from PIL import Image

from render.theme import SPENT_GREY, Colour, Side, Theme, mix

DULL_GREY: Colour = (138, 146, 164)
GRID_SIDES = ("red", "yellow")
"""The sides of the seats on a grid of Connect Four."""

MAX_COLOURS = 255
"""The maximum number of colours; index 255 is reserved for transparent pixels of animations."""
# Blends nearer than this to an existing colour (distance in RGB) share its entry.
MIN_DISTANCE = 9
SPREAD = 24
"""How far the close colours of a theme's grounds are brought apart, the smaller the farther."""

FACETS = (0.16, 0.10, 0.05, -0.07, -0.10)
"""The tones of the facets of a side's colours: shares of white, and of black where negative."""
HONEY_GLOSS = (255, 233, 168)
GOLD_DISTANCE = 16
HONEY_SHADOW = 0.32
"""The share of black in the shadow at the foot of a cell of honey."""
COMB_SHARE = 0.65
"""The share of honey in the middle tone of the comb behind a winner."""
FACETED = (("main", 1.0), ("tint", 1.0), ("spent", 0.5))
"""The colours of a side that have facets, and how strong their tones are."""

SMALL_STRENGTH = 0.28
"""How strong a side's colour is on small boards."""
STONE_LIGHT = (0.0, -0.22, -0.12, 0.05, 0.22, 0.10)
"""The tones of the facets around a stone's well, from E clockwise."""
CRYSTAL_LIGHT = 0.45
"""The tone of a crystal's brightest facet."""

BLENDS: tuple[tuple[str, str, int], ...] = (
    ("background", "ink", 5),
    ("panel", "ink", 4),
    ("background", "muted", 3),
    ("panel", "muted", 3),
    ("raised", "ink", 3),
    ("cell", "faint", 2),
    ("background", "slab_edge", 1),
    ("magic_deep", "magic_hi", 3),
    ("magic_deep", "ink", 2),
    ("magic_deep", "magic", 2),
    ("background", "magic", 2),
    ("background", "gold", 3),
    ("panel", "gold", 3),
    ("king", "gold", 3),
    ("notice", "notice_ink", 3),
    ("honey_print", "gold_hi", 2),
    ("floor", "wax_ink", 2),
    ("floor", "wax_faint", 1),
)
"""Pairs of theme colours that meet at edges, with the number of blends between them."""

SIDE_BLENDS: tuple[tuple[str, str, int], ...] = (
    ("main", "print", 3),
    ("deep", "tint", 3),
    ("tint", "print", 2),
    ("spent", "print", 2),
    ("main", "background", 2),
    ("deep", "ink", 2),
    ("deep", "background", 1),
)
"""The same for the colours of each side, with theme colours."""


class Palette(NamedTuple):
    """The colours of a theme's pictures; a pixel is an index into `colours`.

    `encoded` are the colours as a PNG has them.
    `spread` is a table by which pictures, and the colours in `matcher`, are brought apart before they are compared.
    `known` are the indices of the colours that were asked for.
    """

    colours: tuple[Colour, ...]
    encoded: bytes
    image: Image.Image
    spread: tuple[int, ...]
    matcher: Image.Image
    known: dict[Colour, int]

    def indexed(self, picture: Image.Image) -> Image.Image:
        """Converts an RGB picture to palette indices, the nearest colour for each pixel."""
        nearest = picture.point(self.spread * 3).quantize(palette=self.matcher, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def index_of(self, colour: Colour) -> int:
        """The index of the palette colour nearest to a colour."""
        index = self.known.get(colour)
        if index is None:
            index = self.known[colour] = self.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        return index


@lru_cache(maxsize=16)
def palette_of(theme: Theme) -> Palette:
    """The palette of a theme, cached."""
    colours, spread = _colours(theme), _spread(theme)
    # Pillow rounds pixels down to multiples of 4 before it compares them.
    matched = [(max(0, spread[r] - 2), max(0, spread[g] - 2), max(0, spread[b] - 2)) for r, g, b in colours]
    encoded = bytes(part for colour in colours for part in colour)
    return Palette(tuple(colours), encoded, _palette_image(colours), spread, _palette_image(matched), {})


def _palette_image(colours: list[Colour]) -> Image.Image:
    image = Image.new("P", (1, 1))
    # Unused entries repeat the first colour, so that they are never the nearest.
    image.putpalette([part for colour in (*colours, *[colours[0]] * (256 - len(colours))) for part in colour])
    return image


def _spread(theme: Theme) -> tuple[int, ...]:
    """A table that brings colours apart that are close to each other: dark ones, and light ones in a light theme."""
    curve = [log1p(value / SPREAD) / log1p(255 / SPREAD) for value in range(256)]
    if theme.is_light:
        curve = [(share + 1 - other) / 2 for share, other in zip(curve, reversed(curve), strict=True)]
    return tuple(round(share * 255) for share in curve)


@lru_cache(maxsize=256)
def ramp(theme: Theme, under: Colour, over: Colour) -> bytes:
    """A lookup table for `Image.point`: palette indices of `over` blended onto `under`, by coverage 0-255."""
    parts = [bytes([round(a + (b - a) * share) for share in _SHARES]) for a, b in zip(under, over, strict=True)]
    gradient = Image.merge("RGB", [Image.frombytes("L", (256, 1), part) for part in parts])
    return palette_of(theme).indexed(gradient).tobytes()


_SHARES = tuple(coverage / 255 for coverage in range(256))


@lru_cache(maxsize=256)
def tint(theme: Theme, over: Colour, share: float) -> bytes:
    """A lookup table for `Image.point` by which palette indices get a share of a colour over them."""
    palette = palette_of(theme)
    mixed = Image.new("RGB", (256, 1))
    mixed.putdata([mix(colour, over, share) for colour in palette.colours])
    return palette.indexed(mixed).tobytes()


@lru_cache(maxsize=256)
def all_but(theme: Theme, ground: Colour) -> bytes:
    """A lookup table for `Image.point` that makes a mask of palette indices: 0 for a colour, 255 for all others."""
    index = palette_of(theme).index_of(ground)
    return bytes(0 if each == index else 255 for each in range(256))


def look_up(plane: Image.Image, table: bytes) -> Image.Image:
    """A plane whose pixels are looked up in a table; not to be changed.

    `Image.point` rounds all 256 entries of its table first, which takes longer than the pixels of a short text.
    """
    return Image.frombuffer("L", plane.size, plane.tobytes().translate(table), "raw", "L", 0, 1)


def tone(colour: Colour, share: float) -> Colour:
    """A colour with a share of white, or of black where the share is negative."""
    return mix(colour, (255, 255, 255) if share > 0 else (0, 0, 0), abs(share))


def cap_colour(side: Side) -> Colour:
    """A darker tone of a side's wells: outlines, seams and caps on its pieces."""
    return tone(side.deep, -0.5)


def _colours(theme: Theme) -> list[Colour]:
    colours = list(dict.fromkeys(_named(theme)))
    for blend in _blends(theme):
        if len(colours) == MAX_COLOURS:
            break
        if all(sum((a - b) ** 2 for a, b in zip(blend, other, strict=True)) > MIN_DISTANCE**2 for other in colours):
            colours.append(blend)
    return colours


def _named(theme: Theme) -> Iterator[Colour]:
    yield from (
        value for value in vars(theme).values() if isinstance(value, tuple) and value and isinstance(value[0], int)
    )
    yield from theme.honey
    for side in (*theme.sides.values(), *theme.kinds.values()):
        yield from side


def dulled(side: Side) -> Colour:
    """The surface of a piece that can act no more: greyed."""
    return mix(side.main, DULL_GREY, 0.62)


def rim_of(theme: Theme, honey: Colour) -> Colour:
    """The lit rim of a cell of honey; gold itself where it would be so near to gold that they are confused."""
    rim = mix(honey, HONEY_GLOSS, 0.34)
    return theme.gold if dist(rim, theme.gold) <= GOLD_DISTANCE else rim


def comb_tones(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """The tones of the comb behind a winner, on a notice's ground."""
    honey = theme.honey[0]
    return tone(honey, -HONEY_SHADOW), mix(theme.notice, honey, COMB_SHARE), honey


def calm(theme: Theme) -> Colour:
    """The ground of the card of somebody who is ready."""
    return mix(theme.panel, theme.active(theme.sides["green"])[0], 0.6)


def drained(honey: Colour) -> Colour:
    """Honey that scored for nobody: greyed."""
    return mix(mix(honey, SPENT_GREY, 0.35), (0, 0, 0), 0.18)


def _honey(theme: Theme) -> Iterator[Colour]:
    """The tones of cells by shapes, and the edges of what is printed on them."""
    for honey in theme.honey:
        yield rim_of(theme, honey)
        yield tone(honey, -HONEY_SHADOW)
        yield drained(honey)
    for honey in theme.honey[1:]:
        yield from (mix(honey, theme.honey_print, share) for share in (0.35, 0.7))
    yield from (mix(theme.honey[0], theme.honey_light, share) for share in (0.35, 0.7))
    yield calm(theme)
    yield comb_tones(theme)[1]
    for kind in theme.kinds.values():
        yield mix(kind.main, theme.print, 0.5)
        yield mix(kind.main, kind.ground, 0.5)


def _blends(theme: Theme) -> Iterator[Colour]:
    # The neutral side is rarely drawn and uses the grey blends.
    sides = [side for name, side in theme.sides.items() if name != "none"]
    if theme.edges:
        for under, over, steps in theme.edges:
            yield from (mix(under, over, step / (steps + 1)) for step in range(1, steps + 1))
        return
    yield from (cap_colour(side) for side in sides)
    yield from (dulled(theme.sides[name]) for name in GRID_SIDES)
    yield from (mix(theme.panel, side.main, SMALL_STRENGTH) for side in sides)
    yield from (tone(facets, share) for facets in (theme.magic_lo, theme.gold_lo) for share in STONE_LIGHT)
    yield tone(theme.magic_hi, CRYSTAL_LIGHT)
    for side in sides:
        for name, strength in FACETED:
            yield from (tone(getattr(side, name), share * strength) for share in FACETS)
    yield from _honey(theme)
    pairs = [(getattr(theme, a), getattr(theme, b), steps) for a, b, steps in BLENDS]
    for own, other, steps in SIDE_BLENDS:
        pairs += [
            (getattr(side, own), getattr(side if other in Side._fields else theme, other), steps) for side in sides
        ]
    for under, over, steps in pairs:
        yield from (mix(under, over, step / (steps + 1)) for step in range(1, steps + 1))
