"""Small boards for cards: pieces without texts, and the labels of hexes where a tile fits."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from render.hexes import HEX_HEIGHT, ROW_DISTANCE
from render.monster_hex.prospects import placing_owner
from render.monster_hex.taken_stones import socket_colour
from render.palette import SMALL_STRENGTH
from render.sprites import Letter, Sketch, Sprite, compose, hexagon, without_ground
from render.text import Style
from render.theme import Colour, Theme, mix

FIELD: Final = 0.93
RIM: Final = 12
"""The difference in width between the slab and a hex on it, in pixels."""
LABEL: Final = 0.44
SMALLEST: Final = 24

Marks = Mapping[str, int | None]
"""By label of each hex where a tile fits: the points for the viewer, None if the tile captures nothing on that hex."""


def largest_pitch(size: int, room: int) -> int:
    """Return the largest pitch at which the board for `size` players fits into a width of `room` pixels."""
    across = [2 * place.q + place.r for place in layout(size).places]
    return (room - RIM) * 2 // (max(across) - min(across) + 2)


def small_board(view: View, theme: Theme, room: int, marks: Marks, lit: Collection[str] = ()) -> Sprite:
    """Return a board `room` pixels wide for a card, on which the hexes in `marks` are highlighted and labelled.

    They are gold with a bright rim if there are points, otherwise in the viewer's colour. Monsters are drawn in a faint
    colour, except those on the hexes in `lit`, which are drawn in full light.
    """
    board, monsters = layout(view.board), {monster.label: view.faction_of(monster.seat) for monster in view.monsters}
    captures = zip(board.stones, view.captures, strict=True)
    lying = {stone.label for stone, capture in captures if capture is None}
    petrified = {stone.label for stone in view.temporary}
    pitch, at = largest_pitch(view.board, room), centres(view.board, room)
    viewer = view.faction_of(placing_owner(view)) if view.viewer >= 0 else None
    fitting = theme.sides[viewer or "none"].main
    parts: list[tuple[Sprite, int, int]] = []
    for label, fill in _fills(theme, view.board, monsters, lying):
        if label in marks:
            fill = theme.gold if marks[label] else fitting
        elif label in lit:
            fill = theme.sides[monsters[label] or "none"].main
        elif label in petrified:
            fill = theme.magic_deep
        is_stone = label in lying or label in petrified
        parts.append((_small_hex(theme, pitch, fill, is_stone, bool(marks.get(label))), *at[label]))
    style = Style(max(SMALLEST, round(pitch * LABEL)), 800, label=True)
    written = [
        (Letter(label, style, *at[label], theme.print), theme.gold if points else fitting)
        for label, points in marks.items()
    ]
    return compose(slab(theme, view.board, room), parts, theme, written)


def centres(size: int, room: int) -> dict[str, tuple[int, int]]:
    """Return the centres of the hexes of the board for `size` players, by label, relative to the picture's middle."""
    pitch, board = largest_pitch(size, room), layout(size)
    across = [2 * place.q + place.r for place in board.places]
    down = [place.r for place in board.places]
    middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    return {
        place.label: (
            round((2 * place.q + place.r - middle[0]) * pitch / 2),
            round((place.r - middle[1]) * pitch * ROW_DISTANCE),
        )
        for place in board.places
    }


@lru_cache(maxsize=8)
def slab(theme: Theme, size: int, room: int) -> Sprite:
    """Return the slab of the board for `size` players on a card, without its hexes; cached."""
    pitch, at = largest_pitch(size, room), centres(size, room)
    rows = [y for _, y in at.values()]
    sketch = Sketch(theme, room, max(rows) - min(rows) + pitch * HEX_HEIGHT + RIM + 4, theme.panel)
    for x, y in at.values():
        sketch.polygon(hexagon(x, y, pitch + RIM), theme.background)
    return sketch.finish()


@lru_cache(maxsize=96)
def _small_hex(theme: Theme, pitch: int, fill: Colour, stone: bool, rim: bool) -> Sprite:
    """Return a hex in the colour `fill`, with a crystal on it if a stone lies there, and with a bright rim if `rim`."""
    width = pitch * FIELD
    sketch = Sketch(theme, width, width * HEX_HEIGHT, theme.background)
    if rim:
        sketch.polygon(hexagon(0, 0, width), theme.ink, 2)
    sketch.polygon(hexagon(0, 0, width - (8 if rim else 4)), fill, 2)
    if stone:
        tall, wide = pitch * 0.28, pitch * 0.18
        sketch.polygon([(0, -tall), (wide, 0), (0, tall), (-wide, 0)], theme.magic)
    return without_ground(sketch.finish(), theme, theme.background)


def _fills(
    theme: Theme, size: int, monsters: Mapping[str, str | None], lying: Collection[str]
) -> Iterator[tuple[str, Colour]]:
    board = layout(size)
    for cell in board.cells:
        if cell.label in monsters:
            main = theme.sides[monsters[cell.label] or "none"].main
            yield cell.label, mix(theme.panel, main, SMALL_STRENGTH)
        else:
            yield cell.label, theme.cell if not theme.is_light else theme.slab
    for stone in board.stones:
        if stone.label not in lying:
            yield stone.label, socket_colour(theme)
        else:
            yield stone.label, theme.king if stone.demon_king else theme.magic_deep
