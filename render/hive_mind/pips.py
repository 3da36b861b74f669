"""Pips on hexes: the number of shapes of the newest round, and smaller ones for earlier rounds.

Lengths without a unit are in widths of a hex. Pips stand for shapes, since a digit in a hex is always its hidden value.
"""

from collections.abc import Sequence
from functools import lru_cache

from render.hive_mind.themes import HiveTheme
from render.sprites import Sketch, Sprite
from render.theme import Colour

RADIUS, STEP = 0.064, 0.165
"""Radius of a pip of the newest round, and the distance between pips in a row, at the size of the public board."""
DICE_STEP, DENSE_STEP, DENSE_RADIUS = 0.15, 0.125, 0.052
PLATE_PAD = 0.051
"""Distance from the outermost pips to the rim of their plate."""
EARLIER_RADIUS, EARLIER_STEP = 0.038, 0.096
EARLIER_ROW = 0.085
"""Distance between two rows of earlier pips."""
ONE_ROW = 4
"""Maximum number of earlier pips in one row."""
IN_A_ROW = 3
"""Maximum number of pips of the newest round in one row; more are arranged as on a die."""
DICE = {
    4: ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    5: ((-0.8, -0.5), (0.8, -0.5), (0.0, 0.0), (-0.8, 0.5), (0.8, 0.5)),
    6: ((-1.0, -0.5), (0.0, -0.5), (1.0, -0.5), (-1.0, 0.5), (0.0, 0.5), (1.0, 0.5)),
    7: ((-0.5, -0.87), (0.5, -0.87), (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (-0.5, 0.87), (0.5, 0.87)),
}
"""By number of pips: their places in steps. Odd numbers have a pip in the middle."""


def places(count: int) -> list[tuple[float, float]]:
    """Return the places of the pips of the newest round, relative to their middle."""
    if count <= IN_A_ROW:
        return [((index - (count - 1) / 2) * STEP, 0.0) for index in range(count)]
    step = DENSE_STEP if count == max(DICE) else DICE_STEP
    return [(x * step, y * step) for x, y in DICE[count]]


def is_tall(count: int) -> bool:
    """Return whether the pips of a number are arranged in several rows."""
    return count > IN_A_ROW


@lru_cache(maxsize=256)
def plate(theme: HiveTheme, size: float, count: int, pip: Colour, fill: Colour, ground: Colour) -> Sprite:
    """Return the sprite of pips on a plate of the colour `fill`; the plate is invisible if that is also `ground`.

    `size` is the width of a hex in pixels, at which the pips have the size of the public board. `ground` is the colour
    around the plate.
    """
    spots, radius = places(count), DENSE_RADIUS if count == max(DICE) else RADIUS
    across, down = (2 * (max(part) + radius + PLATE_PAD) * size for part in zip(*spots, strict=True))
    sketch = Sketch(theme, across, down, ground)
    sketch.box(0, 0, across, down, fill, min(across, down) / 2 if not is_tall(count) else 0.09 * size)
    for x, y in spots:
        sketch.circle(x * size, y * size, radius * size, pip)
    return sketch.finish()


@lru_cache(maxsize=256)
def earlier(theme: HiveTheme, size: float, counts: Sequence[int], pip: Colour, ground: Colour) -> Sprite:
    """Return the sprite of the small pips of earlier rounds, one row for each round; many pips take two rows.

    `size` is the width of a hex in pixels, `ground` its colour.
    """
    rows = [count for count in counts if count]
    if len(rows) == 1 and rows[0] > ONE_ROW:
        rows = [rows[0] // 2, rows[0] - rows[0] // 2]
    widest = max(rows)
    step = min(EARLIER_STEP, (ONE_ROW - 1) * EARLIER_STEP / max(1, widest - 1)) * size
    radius = min(EARLIER_RADIUS * size, step * 0.45)
    sketch = Sketch(
        theme, (widest - 1) * step + 2 * radius + 2, (len(rows) - 1) * EARLIER_ROW * size + 2 * radius, ground
    )
    for row, count in enumerate(rows):
        y = (row - (len(rows) - 1) / 2) * EARLIER_ROW * size
        for index in range(count):
            sketch.circle((index - (count - 1) / 2) * step, y, radius, pip)
    return sketch.finish()
