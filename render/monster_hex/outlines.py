"""Outlines around groups of hexes; each marks Monsters that fulfil an Objective together, with the points for it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Final

from render import text
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, neighbours
from render.sprites import Letter, Point, Sketch, Sprite, hexagon, without_ground
from render.text import Style
from render.theme import Colour, Theme

Place = tuple[int, int]
"""The axial coordinates of a hex."""
SMALLEST: Final = 24
LINK: Final = 0.6
"""The thickness of the lines that join separate parts of a group, as a share of the outline's thickness."""


@lru_cache(maxsize=64)
def outline(theme: Theme, pitch: int, places: tuple[Place, ...], colour: Colour, thickness: int, link: bool) -> Sprite:
    """Return the outline of a group of hexes, centred on the first of them; adjacent hexes have a common outline.

    `thickness` is in pixels. If `link` is set, lines join the parts of the group that are not adjacent.
    """
    centres = {place: _offset(pitch, places[0], place) for place in places}
    width = 2 * max(abs(x) for x, _ in centres.values()) + pitch * 1.2
    height = 2 * max(abs(y) for _, y in centres.values()) + pitch * 1.2 * HEX_HEIGHT
    # Pixels in the ink colour become transparent. The edges of the outline blend into it, like the edges of pieces.
    sketch = Sketch(theme, width, height, theme.print)
    if link:
        for start, end in _links(pitch, places, centres):
            sketch.stroke([start, end], thickness * LINK, colour)
    for place, (x, y) in centres.items():
        corners = hexagon(x, y, pitch - thickness)
        for edge, other in enumerate(neighbours(*place)):
            if other not in centres:
                sketch.stroke([corners[(edge + 1) % 6], corners[(edge + 2) % 6]], thickness, colour)
    return without_ground(sketch.finish(), theme, theme.print)


@lru_cache(maxsize=32)
def points_tag(theme: Theme, points: int, size: int, fill: Colour) -> Sprite:
    """Return a rounded tag with points, such as "+3", in a font of `size` pixels; `fill` is the tag's colour."""
    style = Style(max(SMALLEST, size), 850, label=True)
    words = f"+{points}"
    width, height = text.width(words, style) + style.size * 0.5, style.size * 1.2
    sketch = Sketch(theme, width + 6, height + 6, theme.magic_deep)
    sketch.box(0, 0, width + 4, height + 4, theme.print, height / 2 + 2)
    sketch.box(0, 0, width, height, fill, height / 2)
    return without_ground(sketch.finish([Letter(words, style, 0, 0, theme.print)]), theme, theme.magic_deep)


def tag_offset(pitch: int, places: Sequence[Place]) -> tuple[int, int]:
    """Return the offset from the first hex of a group to the hex with the group's points tag, in pixels.

    The tag is on the hex nearest to the middle of the group.
    """
    offsets = [_offset(pitch, places[0], place) for place in places]
    middle = [sum(part) / len(offsets) for part in zip(*offsets, strict=True)]
    return min(offsets, key=lambda at: (round(hypot(at[0] - middle[0], at[1] - middle[1])), at[1], at[0]))


def _offset(pitch: int, origin: Place, place: Place) -> tuple[int, int]:
    q, r = place[0] - origin[0], place[1] - origin[1]
    return round((2 * q + r) * pitch / 2), r * round(pitch * ROW_DISTANCE)


def _links(pitch: int, places: Sequence[Place], centres: dict[Place, tuple[int, int]]) -> Iterator[tuple[Point, Point]]:
    """Yield the lines that join all parts of a group, from hex edge to hex edge.

    The part with the first hex is the start. Each further part is joined to the nearest hex that is already
    connected.
    """
    joined = _part(places[0], places)
    left = [place for place in places if place not in joined]
    while left:
        here, there = min(
            ((a, b) for a in joined for b in left), key=lambda pair: _length(centres[pair[0]], centres[pair[1]])
        )
        yield _shorten(centres[here], centres[there], pitch / 2)
        joined |= _part(there, places)
        left = [place for place in left if place not in joined]


def _part(place: Place, places: Sequence[Place]) -> set[Place]:
    """Return the hexes of a group that are connected with `place`, including itself."""
    found, new = set[Place](), {place}
    while new:
        found |= new
        new = {other for each in new for other in neighbours(*each) if other in places} - found
    return found


def _length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _shorten(a: Point, b: Point, by: float) -> tuple[Point, Point]:
    length = _length(a, b)
    right, down = (b[0] - a[0]) / length * by, (b[1] - a[1]) / length * by
    return (a[0] + right, a[1] + down), (b[0] - right, b[1] - down)
