"""Palettes: the colours, at most 255, of all pictures of a game in one theme.

A palette holds the theme's own colours, the background first, and blends of colours that meet at anti-aliased
edges. Pixels are single bytes, so drawing and encoding are several times faster than in true colour, without a
visible difference.

If a game's pictures have edges other than the common ones, its themes list them in `Theme.edges`: either all
edges of the game, or the result of `common_edges` with the game's own added. `index_themes`, called at import,
checks that a theme's colours fit into the palette.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import dist, log1p
from typing import NamedTuple

from PIL import Image

from render.theme import SPENT_GREY, THEMES, Colour, Edge, Side, Theme, ThemeT, mix

SEAT_SIDES = ("red", "blue", "yellow", "green")
"""The sides whose colours get blends by default: those of seats. The neutral side is missing, because it is rarely
drawn and can use the blends of the theme's greys."""
DULL_GREY: Colour = (138, 146, 164)
GRID_SIDES = ("red", "yellow")
"""The sides of the two seats in Connect Four."""

MAX_COLOURS = 255
"""The maximum number of colours in a palette; index 255 is reserved for transparent pixels of animations."""
# A blend closer than this (RGB distance) to a colour in the palette gets no entry of its own.
MIN_DISTANCE = 9
SPREAD = 24
"""The scale of the curve that moves a theme's similar background colours apart before the nearest palette colour is
looked up; smaller values move them further apart."""

FACETS = (0.16, 0.10, 0.05, -0.07, -0.10)
"""The tones of the facets in a side's colours: each is the share of white mixed in, or of black if it is negative."""
HONEY_GLOSS = (255, 233, 168)
GOLD_DISTANCE = 16
HONEY_SHADOW = 0.32
"""The share of black in the shadow at the bottom of a honey cell."""
FACETED = (("main", 1.0), ("tint", 1.0), ("spent", 0.5))
"""The colours of a side that have facets (field names of `Side`), each with a factor for the tones in `FACETS`."""

SMALL_STRENGTH = 0.28
"""The share of a side's colour in its pieces on small boards; the rest is the colour of the panel."""
STONE_LIGHT = (0.0, -0.22, -0.12, 0.05, 0.22, 0.10)
"""The tones of the six facets around a stone's well (its sunken middle), clockwise from E: the share of white, or of
black if negative."""

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
"""Pairs of theme colours (field names of `Theme`) that meet at edges, with the number of blends between the two."""

SIDE_PAIRS: tuple[tuple[str, str, int], ...] = (
    ("main", "print", 3),
    ("deep", "tint", 3),
    ("tint", "print", 2),
    ("spent", "print", 2),
    ("main", "background", 2),
    ("deep", "ink", 2),
    ("deep", "background", 1),
)
"""Pairs of a side's colour and another colour (a field name of `Side` or `Theme`) that meet at edges, with the number
of blends between the two."""


class Palette(NamedTuple):
    """The colours of a theme's pictures; a pixel is an index into `colours`.

    `encoded` are the colours as stored in a PNG. `spread` is a lookup for channel values, 0 to 255, that moves similar
    colours apart. A picture is passed through it before its pixels are compared with the colours in `matcher`, which
    are spread in the same way. `known` caches the index of each colour that was looked up.
    """

    colours: tuple[Colour, ...]
    encoded: bytes
    image: Image.Image
    spread: tuple[int, ...]
    matcher: Image.Image
    known: dict[Colour, int]

    def index_pixels(self, picture: Image.Image) -> Image.Image:
        """Convert an RGB picture to an image of palette indices, taking the nearest palette colour for each pixel."""
        nearest = picture.point(self.spread * 3).quantize(palette=self.matcher, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def nearest_index(self, colour: Colour) -> int:
        """Return the index of the palette colour nearest to a colour."""
        index = self.known.get(colour)
        if index is None:
            index = self.known[colour] = self.index_pixels(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        return index


@lru_cache(maxsize=32)
def get_palette(theme: Theme) -> Palette:
    """Return the palette of a theme; cached."""
    colours, spread = _colours(theme), _spread(theme)
    # Pillow rounds channel values down to multiples of 4 before it compares colours; lowering these by 2 compensates
    # for it.
    matched = [(max(0, spread[r] - 2), max(0, spread[g] - 2), max(0, spread[b] - 2)) for r, g, b in colours]
    encoded = bytes(part for colour in colours for part in colour)
    return Palette(colours, encoded, _palette_image(colours), spread, _palette_image(matched), {})


def _palette_image(colours: Sequence[Colour]) -> Image.Image:
    image = Image.new("P", (1, 1))
    # Unused entries repeat the first colour, so that they add no further colour that a pixel could be matched with.
    image.putpalette([part for colour in (*colours, *[colours[0]] * (256 - len(colours))) for part in colour])
    return image


def _spread(theme: Theme) -> tuple[int, ...]:
    """Return a lookup for channel values, 0 to 255, that moves dark values apart.

    In a light theme, it moves light values apart too.
    """
    curve = [log1p(value / SPREAD) / log1p(255 / SPREAD) for value in range(256)]
    if theme.is_light:
        curve = [(share + 1 - other) / 2 for share, other in zip(curve, reversed(curve), strict=True)]
    return tuple(round(share * 255) for share in curve)


@lru_cache(maxsize=256)
def ramp(theme: Theme, under: Colour, over: Colour) -> bytes:
    """Return a lookup from coverage, 0 to 255, to the palette index of `over` blended onto `under`."""
    parts = [bytes([round(a + (b - a) * share) for share in _SHARES]) for a, b in zip(under, over, strict=True)]
    gradient = Image.merge("RGB", [Image.frombytes("L", (256, 1), part) for part in parts])
    return get_palette(theme).index_pixels(gradient).tobytes()


_SHARES = tuple(coverage / 255 for coverage in range(256))


@lru_cache(maxsize=256)
def tint(theme: Theme, over: Colour, share: float) -> bytes:
    """Return a lookup that maps each palette index to the index of its colour blended with a share of `over`."""
    palette = get_palette(theme)
    mixed = Image.new("RGB", (256, 1))
    mixed.putdata([mix(each, over, share) for each in palette.colours])
    return palette.index_pixels(mixed).tobytes()


@lru_cache(maxsize=256)
def build_mask_lookup(theme: Theme, ground: Colour) -> bytes:
    """Return a lookup that turns palette indices into a mask: 0 for the colour `ground`, 255 for every other."""
    index = get_palette(theme).nearest_index(ground)
    return bytes(0 if each == index else 255 for each in range(256))


def look_up(plane: Image.Image, table: bytes) -> Image.Image:
    """Return a read-only image whose pixels are those of `plane` replaced by their entries in `table`.

    It is used instead of `Image.point`, which rounds all 256 entries of its table first: for a short text, that takes
    longer than the conversion itself.
    """
    return Image.frombuffer("L", plane.size, plane.tobytes().translate(table), "raw", "L", 0, 1)


def tone(colour: Colour, share: float) -> Colour:
    """Return a colour mixed with a share of white, or with a share of black if `share` is negative."""
    return mix(colour, (255, 255, 255) if share > 0 else (0, 0, 0), abs(share))


def cap_colour(side: Side) -> Colour:
    """Return the colour of outlines, seams and caps on a side's pieces: a darker tone of the side's wells."""
    return tone(side.deep, -0.5)


@lru_cache(maxsize=32)
def _colours(theme: Theme) -> tuple[Colour, ...]:
    """Return the colours of a theme's palette: those that it names, the blends for its edges, and its `last_tones`.

    Raises ValueError, listing the excess colours, if there are more than `MAX_COLOURS`.
    """
    colours = list(dict.fromkeys(_list_colours(theme)))
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
        raise ValueError(
            f"theme {theme.name!r} has {len(excess)} colours more than the limit of {MAX_COLOURS}: {codes}"
        )
    return tuple(colours)


_AROUND = tuple(product((-1, 0, 1), repeat=3))


def _cell(colour: Colour) -> tuple[int, int, int]:
    """Return the cell of an RGB grid in which a colour lies, to find close colours quickly.

    Colours in cells that do not touch are more than `MIN_DISTANCE` apart.
    """
    red, green, blue = colour
    return red // MIN_DISTANCE, green // MIN_DISTANCE, blue // MIN_DISTANCE


def _distance_squared(one: Colour, other: Colour) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def index_themes(*themes: ThemeT) -> dict[str, ThemeT]:
    """Return a game's themes by name, after a check that the colours of each fit into a palette.

    Raises ValueError, listing the excess colours, if a theme has more than `MAX_COLOURS`.
    """
    for theme in themes:
        _colours(theme)
    return {theme.name: theme for theme in themes}


def _list_colours(theme: Theme) -> Iterator[Colour]:
    """Yield the colours that a theme names: its own fields, then those of honey, of sides and of `edge_tones`."""
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


def dulled_colour(side: Side) -> Colour:
    """Return the greyed colour of a side, for the surface of a piece that can no longer act."""
    return mix(side.main, DULL_GREY, 0.62)


def rim_colour(theme: Theme, honey: Colour) -> Colour:
    """Return the colour of the lit rim of a honey cell; the theme's gold if the two are hardly distinguishable."""
    rim = mix(honey, HONEY_GLOSS, 0.34)
    return theme.gold if dist(rim, theme.gold) <= GOLD_DISTANCE else rim


def drained_colour(honey: Colour) -> Colour:
    """Return the greyed colour of a honey cell that scored for nobody."""
    return mix(mix(honey, SPENT_GREY, 0.35), (0, 0, 0), 0.18)


def common_edges(theme: Theme, own: Iterable[Edge] = (), sides: Sequence[str] = SEAT_SIDES) -> tuple[Edge, ...]:
    """Return the edges of pictures with sides, gold, magic and honey, together with a game's own edges.

    Tones of single colours come first, then the game's own edges, then the common pairs. Where blends are nearly equal,
    the earlier one is kept.
    """
    drawn = [theme.sides[name] for name in sides]
    return (*((each, each, 1) for each in _tones(theme, drawn)), *own, *_pairs(theme, drawn))


def _tones(theme: Theme, sides: Sequence[Side]) -> Iterator[Colour]:
    """Yield the darker and brighter tones in which sides, stones and honey are drawn."""
    yield from (cap_colour(side) for side in sides)
    yield from (dulled_colour(theme.sides[name]) for name in GRID_SIDES)
    yield from (mix(theme.panel, side.main, SMALL_STRENGTH) for side in sides)
    yield from (tone(facets, share) for facets in (theme.magic_lo, theme.gold_lo) for share in STONE_LIGHT)
    for side in sides:
        for name, strength in FACETED:
            yield from (tone(getattr(side, name), share * strength) for share in FACETS)
    for honey in theme.honey:
        yield rim_colour(theme, honey)
        yield tone(honey, -HONEY_SHADOW)
        yield drained_colour(honey)


def _pairs(theme: Theme, sides: Sequence[Side]) -> Iterator[Edge]:
    for under, over, steps in PAIRS:
        yield getattr(theme, under), getattr(theme, over), steps
    for own, other, steps in SIDE_PAIRS:
        for side in sides:
            yield getattr(side, own), getattr(side if other in Side._fields else theme, other), steps


index_themes(*THEMES.values())
