"""The ring around a place that a caption speaks of: the same in all games, on any ground and around any piece."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from PIL import Image, ImageChops

from engine.games import places
from render.sprites import Point, Sketch, Sprite
from render.theme import Theme

THICKNESS: Final = 11
"""The thickness of a mark in pixels, without its edges."""
EDGE: Final = 4
"""The dark edges on both sides of it, so that it stands out from pieces of any colour."""


def check(game: str, view: Any, marked: Collection[str]) -> None:
    """Raise ValueError, naming the place, if a marked place is not on the board of a view."""
    known = {*places(game, view)}
    for place in marked:
        if place not in known:
            raise ValueError(f"there is no place {place[:40]!r} on this board to mark")


def mark(
    theme: Theme,
    size: float,
    outline: Callable[[float], Sequence[Point]],
    rounded: float = 0,
    spare: Callable[[Sketch, Image.Image], None] = lambda sketch, mask: None,
) -> Sprite:
    """A ring around what has an `outline`, which is given larger by some pixels on each side; `size` of it at most.

    `spare` blackens what the ring leaves free in its mask, which has the supersampled size.
    """
    whole = size + 2 * (THICKNESS + EDGE) + 6
    sketch = Sketch(theme, whole, whole, theme.print)
    outer, middle, inner = (outline(reach) for reach in (THICKNESS + EDGE, THICKNESS, 0))
    sketch.polygon(outer, theme.print, rounded)
    sketch.polygon(middle, theme.mark, rounded)
    sketch.polygon(inner, theme.print, rounded)
    ring = ImageChops.subtract(sketch.coverage(outer, rounded), sketch.coverage(outline(-EDGE), rounded))
    spare(sketch, ring)
    return sketch.finish(mask=sketch.reduced(ring).point([0] * 128 + [255] * 128))
