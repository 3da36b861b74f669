"""Palettes: at most 255 colours for all pictures of a game in a theme.

A palette holds the theme's colours, the background first, and blends of colours that meet at anti-aliased edges. Pixels
are single bytes, so that drawing and encoding are several times faster than in true colour, without a visible
difference.

A game with colours of its own lists the edges in its pictures as `Theme.edges`, either complete or as `common_edges`
with its own added. `by_name` checks at import that its colours fit into the palette.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import dist, log1p
from typing import NamedTuple

from PIL import Image

from render.theme import SPENT_GREY, THEMES, Colour, Edge, Side, Theme, ThemeT, mix

SEAT_SIDES = ("red", "blue", "yellow", "green")
"""The sides of seats. The neutral side is missing because it is rarely drawn and can use the grey blends."""
DULL_GREY: Colour = (138, 146, 164)
GRID_SIDES = ("red", "yellow")
"""The sides of the two seats in Connect Four."""

MAX_COLOURS = 255
"""The maximum number of colours; index 255 is reserved for transparent pixels of animations."""
# Blends closer than this to an existing colour (RGB distance) share its entry.
MIN_DISTANCE = 9
SPREAD = 24
"""The scale by which similar ground colours of a theme are spread before matching; smaller values spread more."""

FACETS = (0.16, 0.10, 0.05, -0.07, -0.10)
"""The tones of the facets of a side's colours: shares of white, or of black where negative."""
HONEY_GLOSS = (255, 233, 168)
GOLD_DISTANCE = 16
HONEY_SHADOW = 0.32
"""The share of black in the shadow at the bottom of a honey cell."""
FACETED = (("main", 1.0), ("tint", 1.0), ("spent", 0.5))
"""The colours of a side that have facets, and the strength of their tones."""

SMALL_STRENGTH = 0.28
"""The strength of a side's colour on small boards."""
STONE_LIGHT = (0.0, -0.22, -0.12, 0.05, 0.22, 0.10)
"""The tones of the facets around a stone's well, clockwise from E."""

PAIRS: tuple[tuple[str, str, int], ...] = (
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
)
"""Pairs of theme colours that meet at edges, with the number of blends between them."""

SIDE_PAIRS: tuple[tuple[str, str, int], ...] = (
    ("main", "print", 3),
    ("deep", "tint", 3),
    ("tint", "print", 2),
    ("spent", "print", 2),
    ("main", "background", 2),
    ("deep", "ink", 2),
    ("deep", "background", 1),
)
"""Pairs of a side's colour and another colour of the side or theme, with the number of blends between them."""


class Palette(NamedTuple):
    """The colours of a theme's pictures; a pixel is an index into `colours`.

    `encoded` are the colours as stored in a PNG. `spread` is a lookup that spreads similar colours apart; it is applied
    to pictures, and to the colours in `matcher`, before they are compared. `known` caches the index of each colour
    looked up.
    """

    colours: tuple[Colour, ...]
    encoded: bytes
    image: Image.Image
    spread: tuple[int, ...]
    matcher: Image.Image
    known: dict[Colour, int]

    def indexed(self, picture: Image.Image) -> Image.Image:
        """Convert an RGB picture to palette indices, taking the nearest colour for each pixel."""
        nearest = picture.point(self.spread * 3).quantize(palette=self.matcher, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def index_of(self, colour: Colour) -> int:
        """Return the index of the palette colour nearest to a colour."""
        index = self.known.get(colour)
        if index is None:
            index = self.known[colour] = self.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        return index


@lru_cache(maxsize=32)
def palette_of(theme: Theme) -> Palette:
    """Return the palette of a theme, cached."""
    colours, spread = _colours(theme), _spread(theme)
    # Pillow rounds pixels down to multiples of 4 before comparing them.
    matched = [(max(0, spread[r] - 2), max(0, spread[g] - 2), max(0, spread[b] - 2)) for r, g, b in colours]
    encoded = bytes(part for colour in colours for part in colour)
    return Palette(colours, encoded, _palette_image(colours), spread, _palette_image(matched), {})


def _palette_image(colours: Sequence[Colour]) -> Image.Image:
    image = Image.new("P", (1, 1))
    # Unused entries repeat the first colour, so that they are never the nearest.
    image.putpalette([part for colour in (*colours, *[colours[0]] * (256 - len(colours))) for part in colour])
    return image


def _spread(theme: Theme) -> tuple[int, ...]:
    """Return a lookup that spreads similar colours: dark ones, and in a light theme also light ones."""
    curve = [log1p(value / SPREAD) / log1p(255 / SPREAD) for value in range(256)]
    if theme.is_light:
        curve = [(share + 1 - other) / 2 for share, other in zip(curve, reversed(curve), strict=True)]
    return tuple(round(share * 255) for share in curve)


@lru_cache(maxsize=256)
def ramp(theme: Theme, under: Colour, over: Colour) -> bytes:
    """Return a lookup for `Image.point`: palette indices of `over` blended onto `under`, by coverage 0-255."""
    parts = [bytes([round(a + (b - a) * share) for share in _SHARES]) for a, b in zip(under, over, strict=True)]
    gradient = Image.merge("RGB", [Image.frombytes("L", (256, 1), part) for part in parts])
    return palette_of(theme).indexed(gradient).tobytes()


_SHARES = tuple(coverage / 255 for coverage in range(256))


@lru_cache(maxsize=256)
def tint(theme: Theme, over: Colour, share: float) -> bytes:
    """Return a lookup for `Image.point` that blends a share of a colour over palette indices."""
    palette = palette_of(theme)
    mixed = Image.new("RGB", (256, 1))
    mixed.putdata([mix(each, over, share) for each in palette.colours])
    return palette.indexed(mixed).tobytes()


@lru_cache(maxsize=256)
def all_but(theme: Theme, ground: Colour) -> bytes:
    """Return a lookup for `Image.point` that makes a mask of palette indices: 0 for `ground`, 255 for others."""
    index = palette_of(theme).index_of(ground)
    return bytes(0 if each == index else 255 for each in range(256))


def look_up(plane: Image.Image, table: bytes) -> Image.Image:
    """Return a read-only plane with a lookup applied to its pixels.

    `Image.point` rounds all 256 entries of its table first, which takes longer than converting a short text.
    """
    return Image.frombuffer("L", plane.size, plane.tobytes().translate(table), "raw", "L", 0, 1)


def tone(colour: Colour, share: float) -> Colour:
    """Return a colour with a share of white, or of black where the share is negative."""
    return mix(colour, (255, 255, 255) if share > 0 else (0, 0, 0), abs(share))


def cap_colour(side: Side) -> Colour:
    """Return a darker tone of a side's wells, for outlines, seams and caps on its pieces."""
    return tone(side.deep, -0.5)


@lru_cache(maxsize=32)
def _colours(theme: Theme) -> tuple[Colour, ...]:
    """Return the colours of a theme's palette.

    Raises ValueError, naming the excess, if there are more than `MAX_COLOURS`.
    """
    colours = list(dict.fromkeys(_named(theme)))
    last = [each for each in theme.last_tones if each not in colours]
    cells: dict[tuple[int, ...], list[Colour]] = {}
    for each in (*colours, *last):
        cells.setdefault(_cell(each), []).append(each)
    for blend in _blends(theme.edges or common_edges(theme)):
        red, green, blue = _cell(blend)
        near = (cells.get((red + x, green + y, blue + z), ()) for x, y, z in _AROUND)
        if all(_distance_squared(blend, other) > MIN_DISTANCE**2 for others in near for other in others):
            colours.append(blend)
            cells.setdefault((red, green, blue), []).append(blend)
    colours += last
    if excess := colours[MAX_COLOURS:]:
        codes = ", ".join(bytes(each).hex() for each in excess)
        raise ValueError(f"theme {theme.name!r} has {len(excess)} colours more than {MAX_COLOURS}: {codes}")
    return tuple(colours)


_AROUND = tuple(product((-1, 0, 1), repeat=3))


def _cell(colour: Colour) -> tuple[int, int, int]:
    """Return a colour's cell in an RGB grid.

    Colours of cells that do not touch are more than `MIN_DISTANCE` apart.
    """
    red, green, blue = colour
    return red // MIN_DISTANCE, green // MIN_DISTANCE, blue // MIN_DISTANCE


def _distance_squared(one: Colour, other: Colour) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def by_name(*themes: ThemeT) -> dict[str, ThemeT]:
    """Index a game's themes by name.

    Raises ValueError, naming the excess, if a theme has more than `MAX_COLOURS`.
    """
    for theme in themes:
        _colours(theme)
    return {theme.name: theme for theme in themes}


def _named(theme: Theme) -> Iterator[Colour]:
    """Yield the colours of a theme's fields, including those of sides, of honey and of `edge_tones`."""
    for value in vars(theme).values():
        if isinstance(value, tuple) and value and isinstance(value[0], int):
            yield value
    yield from theme.honey
    for side in theme.sides.values():
        yield from side
    yield from theme.edge_tones


def _blends(edges: Iterable[Edge]) -> Iterator[Colour]:
    for under, over, steps in edges:
        yield from (mix(under, over, step / (steps + 1)) for step in range(1, steps + 1))


def dulled(side: Side) -> Colour:
    """Return the greyed surface of a piece that can no longer act."""
    return mix(side.main, DULL_GREY, 0.62)


def rim_of(theme: Theme, honey: Colour) -> Colour:
    """Return the lit rim of a honey cell; gold itself where the two would be too similar."""
    rim = mix(honey, HONEY_GLOSS, 0.34)
    return theme.gold if dist(rim, theme.gold) <= GOLD_DISTANCE else rim


def drained(honey: Colour) -> Colour:
    """Return the greyed colour of honey that scored for nobody."""
    return mix(mix(honey, SPENT_GREY, 0.35), (0, 0, 0), 0.18)


def common_edges(theme: Theme, own: Iterable[Edge] = (), sides: Sequence[str] = SEAT_SIDES) -> tuple[Edge, ...]:
    """Return the edges of pictures with sides, gold, magic and honey; a game's own precede the pairs."""
    drawn = [theme.sides[name] for name in sides]
    return (*((each, each, 1) for each in _tones(theme, drawn)), *own, *_pairs(theme, drawn))


def _tones(theme: Theme, sides: Sequence[Side]) -> Iterator[Colour]:
    """Yield darker and brighter tones of sides, stones and honey."""
    yield from (cap_colour(side) for side in sides)
    yield from (dulled(theme.sides[name]) for name in GRID_SIDES)
    yield from (mix(theme.panel, side.main, SMALL_STRENGTH) for side in sides)
    yield from (tone(facets, share) for facets in (theme.magic_lo, theme.gold_lo) for share in STONE_LIGHT)
    for side in sides:
        for name, strength in FACETED:
            yield from (tone(getattr(side, name), share * strength) for share in FACETS)
    for honey in theme.honey:
        yield rim_of(theme, honey)
        yield tone(honey, -HONEY_SHADOW)
        yield drained(honey)


def _pairs(theme: Theme, sides: Sequence[Side]) -> Iterator[Edge]:
    for under, over, steps in PAIRS:
        yield getattr(theme, under), getattr(theme, over), steps
    for own, other, steps in SIDE_PAIRS:
        for side in sides:
            yield getattr(side, own), getattr(side if other in Side._fields else theme, other), steps


by_name(*THEMES.values())
