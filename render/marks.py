"""The ring that marks a place to which a caption refers; it looks the same in all games."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from PIL import Image, ImageChops

from engine.games import places
from render.sprites import Point, Sketch, Sprite
from render.theme import Theme

THICKNESS: Final = 11
"""The thickness of a ring in pixels, without its two dark edges."""
EDGE: Final = 4
"""The width of each of the ring's two dark edges, in pixels. They set the ring off from pieces of any colour."""


def check(game: str, view: Any, marked: Collection[str]) -> None:
    """Raise ValueError, naming the place, if a place in `marked` is not on the view's board."""
    known = {*places(game, view)}
    for place in marked:
        if place not in known:
            raise ValueError(f"no place {place[:40]!r} on this board to mark")


def mark(
    theme: Theme,
    size: float,
    outline: Callable[[float], Sequence[Point]],
    rounded: float = 0,
    spare: Callable[[Sketch, Image.Image], None] = lambda sketch, mask: None,
) -> Sprite:
    """Return a ring around a shape that is at most `size` pixels wide and high.

    `outline` takes a number of pixels, and returns the corners of the shape enlarged by it on each side. `rounded` is
    the radius of these corners. `spare` gets the sketch and the supersampled mask of the ring, and blackens the parts
    of the mask where the ring must not be drawn.
    """
    whole = size + 2 * (THICKNESS + EDGE) + 6
    sketch = Sketch(theme, whole, whole, theme.print)
    outer, middle, inner = (outline(reach) for reach in (THICKNESS + EDGE, THICKNESS, 0))
    sketch.polygon(outer, theme.print, rounded)
    sketch.polygon(middle, theme.mark, rounded)
    sketch.polygon(inner, theme.print, rounded)
    ring = ImageChops.subtract(sketch.coverage(outer, rounded), sketch.coverage(outline(-EDGE), rounded))
    spare(sketch, ring)
    return sketch.finish(mask=sketch.reduce_mask(ring).point([0] * 128 + [255] * 128))
