"""A small board without texts, for cards: what lies where, where a tile fits, and for how many points."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from render.hexes import HEX_HEIGHT, ROW_DISTANCE
from render.monster_hex.stones import socket_colour
from render.palette import SMALL_STRENGTH
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme, mix

FIELD: Final = 0.93
RIM: Final = 12
"""How far the slab reaches beyond the hexes, in pixels."""
POINTS: Final = 0.56
SMALLEST: Final = 24

Marks = Mapping[str, int | None]
"""The hexes where a tile fits, with the points for the viewer, None where it captures nothing."""


def pitch_for(size: int, room: int) -> int:
    """The largest pitch with which a board fits between two edges."""
    across = [2 * place.q + place.r for place in layout(size).places]
    return (room - RIM) * 2 // (max(across) - min(across) + 2)


def small_board(view: View, theme: Theme, room: int, marks: Marks) -> Sprite:
    """The board `room` pixels wide on a card, with a tile's hexes marked."""
    monsters = {monster.label: view.seats[monster.seat].faction for monster in view.monsters}
    taken = frozenset(
        stone.label for stone, capture in zip(layout(view.board).stones, view.captures, strict=True) if capture
    )
    faction = view.seats[view.viewer].faction
    return _draw(theme, view.board, room, tuple(monsters.items()), taken, tuple(marks.items()), faction)


@lru_cache(maxsize=24)
def _draw(
    theme: Theme,
    size: int,
    room: int,
    monsters: tuple[tuple[str, str | None], ...],
    taken: frozenset[str],
    marks: tuple[tuple[str, int | None], ...],
    faction: str | None,
) -> Sprite:
    pitch, board = pitch_for(size, room), layout(size)
    row = pitch * ROW_DISTANCE
    across = [2 * place.q + place.r for place in board.places]
    down = [place.r for place in board.places]
    middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    height = (max(down) - min(down)) * row + pitch * HEX_HEIGHT + RIM + 4
    sketch = Sketch(theme, room, height, theme.panel)
    at = {
        place.label: ((2 * place.q + place.r - middle[0]) * pitch / 2, (place.r - middle[1]) * row)
        for place in board.places
    }
    for x, y in at.values():
        sketch.polygon(hexagon(x, y, pitch + RIM), theme.background)
    width, marked = pitch * FIELD, dict(marks)
    fills = dict(_fills(theme, size, dict(monsters), taken))
    for label, (x, y) in at.items():
        fill = fills[label]
        if label in marked:
            fill = theme.gold if marked[label] else theme.sides[faction or "none"].main
        sketch.polygon(hexagon(x, y, width - 4), fill, 2)
        if label in {stone.label for stone in board.stones} - taken:
            tall, wide = pitch * 0.28, pitch * 0.18
            sketch.polygon([(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)], theme.magic)
    style = Style(max(SMALLEST, round(pitch * POINTS)), 800, label=True)
    letters = [Letter(f"+{points}", style, *at[label], theme.print) for label, points in marks if points]
    return sketch.finish(letters)


def _fills(
    theme: Theme, size: int, monsters: Mapping[str, str | None], taken: frozenset[str]
) -> Iterator[tuple[str, Colour]]:
    board = layout(size)
    for cell in board.cells:
        if cell.label in monsters:
            main = theme.sides[monsters[cell.label] or "none"].main
            yield cell.label, mix(theme.panel, main, SMALL_STRENGTH)
        else:
            yield cell.label, theme.cell if not theme.is_light else theme.slab
    for stone in board.stones:
        if stone.label in taken:
            yield stone.label, socket_colour(theme)
        else:
            yield stone.label, theme.king if stone.demon_king else theme.magic_deep
