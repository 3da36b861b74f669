"""The place of a hive in a picture: its grid, its height and the slab under it.

Lengths without a unit are in pitches: distances between the centres of two neighbouring hexes.
"""

from typing import Final

from engine.hive_mind.board import CELLS
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, Grid, fit_grid
from render.hive_mind.themes import HiveTheme
from render.sprites import Sketch, Sprite, cached_sprite, hexagon

FIELD: Final = 0.945
"""Width of a hex; the rest of the pitch is the gap to the next one."""
CORNER: Final = 0.05
"""Radius of a hex's corners."""
SLAB: Final = 0.105
"""Distance that the slab extends beyond the pitch of its hexes."""
SLAB_RIM, SLAB_CORNER = 0.025, 0.09
LARGEST_CACHED: Final = 150
"""Maximum pitch of cached sprites, in pixels; hives on the public board have less."""
_PLACES: Final = tuple((cell.q, cell.r) for cell in CELLS)


def fit_hive_grid(left: int, right: int, top: int) -> Grid:
    """Return the grid on which a hive and its slab fit exactly between a left and a right edge."""
    narrow = fit_grid(_PLACES, left, right, top)
    slab = round(narrow.pitch * SLAB)
    return fit_grid(_PLACES, left + slab, right - slab, top + slab)


def place_hive_grid(pitch: int, left: int, right: int, top: int) -> Grid:
    """Return the grid of a hive with a given pitch, in the middle between two edges.

    The slab's upper edge is at `top`.
    """
    wide = fit_grid(_PLACES, 0, 4 * pitch, 0)
    return Grid(pitch, wide.x + (left + right) // 2 - 2 * pitch, wide.y + top + round(pitch * SLAB))


def height(pitch: int) -> int:
    """Return the height of a hive with its slab, in pixels, for a pitch in pixels."""
    rows = [r for _, r in _PLACES]
    tall = (max(rows) - min(rows)) * round(pitch * ROW_DISTANCE) + round(pitch * HEX_HEIGHT)
    return tall + 2 * round(pitch * SLAB)


@cached_sprite(24, LARGEST_CACHED)
def slab_sprite(theme: HiveTheme, pitch: int) -> Sprite:
    """Return the sprite of the slab under a hive; its reference point is the centre of hex A."""
    grid = Grid(pitch, 0, 0)
    centres = [grid.centre(*place) for place in _PLACES]
    x, y = ((min(part) + max(part)) // 2 for part in zip(*centres, strict=True))
    across, down = (max(part) - min(part) for part in zip(*centres, strict=True))
    margin = pitch * (1 + 2 * SLAB)
    sketch = Sketch(theme, across + margin, down + margin * HEX_HEIGHT, theme.background)
    for reach, fill in ((SLAB, theme.slab_edge), (SLAB - SLAB_RIM, theme.slab)):
        for right, below in centres:
            rounded = pitch * SLAB_CORNER
            sketch.polygon(hexagon(right - x, below - y, pitch * (1 + 2 * reach) - 2 * rounded), fill, rounded)
    sprite = sketch.finish()
    return sprite._replace(centre_x=sprite.centre_x - x, centre_y=sprite.centre_y - y)
