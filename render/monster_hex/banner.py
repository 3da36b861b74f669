"""The banner of Monster Hex: one hex is left around a stone that two factions contest, and you are to move."""

from collections.abc import Iterator
from math import hypot
from typing import Final

from language.messages import _
from render import text
from render.banner import Colours, Scene, paste_all
from render.hexes import ROW_DISTANCE
from render.monster_hex import ground, stones, tiles
from render.monster_hex.tiles import LIVE, OPEN, SPENT
from render.picture import Sheet
from render.sprites import Letter, Point, Sketch, Sprite, hexagon, polygon_mask, without_ground
from render.text import Style
from render.theme import Theme, mix

PITCH: Final = 210
STONE: Final = (872, 136)
TILES: Final = (
    ("blue", "B1", (5, 1, 3, 1, 4, 2), (LIVE, SPENT, SPENT, SPENT, SPENT, SPENT), (-2, 0)),
    ("blue", "C1", (1, 2, 1, 2, 1, 5), (OPEN, SPENT, SPENT, SPENT, SPENT, LIVE), (-1, 1)),
    ("red", "A2", (3, 4, 2, 5, 2, 4), (SPENT, SPENT, OPEN, LIVE, SPENT, SPENT), (2, 0)),
    ("red", "B3", (4, 4, 1, 1, 2, 4), (SPENT, LIVE, SPENT, SPENT, SPENT, SPENT), (-1, -1)),
    ("green", "C4", (2, 2, 3, 2, 2, 1), (SPENT, SPENT, LIVE, SPENT, SPENT, SPENT), (1, -1)),
)
"""The tiles: faction, tile, powers and states of the edges clockwise from E, and the place beside the stone.

A place is counted in half pitches to the right and rows down.
"""
POWERS: Final = ((10, "blue"), (9, "red"), (3, "green"))
WORTH: Final = ((9, "blue"), (5, "red"))
DASH: Final = 0.62
MOVE: Final = Style(40, 750)
SMALLEST_MOVE: Final = 24


def scene(theme: Theme) -> Scene:
    """Return the banner's colours and the function that draws its position."""
    rays = mix(theme.magic_deep, theme.magic_lo, 0.34)
    colours = Colours(theme.magic_deep, rays, theme.magic, theme.magic_hi, theme.magic_lo)
    return Scene(colours, paste=_paste)


def _paste(sheet: Sheet) -> None:
    theme = sheet.theme
    around = theme.magic_deep
    paste_all(sheet, [(tiles.monster(theme, PITCH, *tile[:4], ground=around), *_place(*tile[4])) for tile in TILES])
    stone = stones.large_stone(theme, PITCH, "Jade Lord", WORTH, POWERS, 1, False)
    paste_all(sheet, [(stone, *_place(0, 0)), (ground.free_hex(theme, PITCH, "", False, around), *_place(1, 1))])
    sheet.paste(_your_move(theme), *_place(1, 1))


def _place(across: int, down: int) -> tuple[int, int]:
    return STONE[0] + across * PITCH // 2, STONE[1] + down * round(PITCH * ROW_DISTANCE)


def _your_move(theme: Theme) -> Sprite:
    """Return the dashed outline of a free hex with the words "your move"."""
    width = tiles.width_of(PITCH)
    sketch = Sketch(theme, PITCH, PITCH * 1.16, theme.cell)
    for start, end in _dashes(hexagon(0, 0, width * 0.9)):
        sketch.stroke([start, end], 6, theme.ink)
    words = _("your move").split(maxsplit=1)
    fitted = [text.fit(word, MOVE, round(width * 0.8), SMALLEST_MOVE) for word in words]
    places = (-22, 24) if len(words) > 1 else (0,)
    letters = [Letter(*word, 0, y, theme.ink) for word, y in zip(fitted, places, strict=True)]
    mask = polygon_mask(sketch, hexagon(0, 0, width * 0.96))
    return without_ground(sketch.finish(letters, mask), theme, theme.cell)


def _dashes(corners: list[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield three dashes for each edge of a polygon, with equal gaps between them."""
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        long = hypot(x2 - x1, y2 - y1) / 3 * DASH
        right, down = (x2 - x1) / hypot(x2 - x1, y2 - y1), (y2 - y1) / hypot(x2 - x1, y2 - y1)
        for dash in range(3):
            x, y = x1 + (x2 - x1) * (2 * dash + 1) / 6, y1 + (y2 - y1) * (2 * dash + 1) / 6
            yield (x - right * long / 2, y - down * long / 2), (x + right * long / 2, y + down * long / 2)
