"""A small map of the whole board in a corner of an enlarged part, with the pieces and the frame of the part."""

from functools import lru_cache
from typing import Final

from PIL import ImageDraw

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import View
from render.header import ROUNDED
from render.hex_battle_wars import ground, naming, signs
from render.hex_battle_wars.cards import panel
from render.hex_battle_wars.places import Grid, corners, place_of, row_distance, whole
from render.hex_battle_wars.scene import Scene
from render.hex_battle_wars.themes import BattleTheme
from render.hex_battle_wars.tokens import circle, mask_of
from render.picture import Sheet
from render.sprites import Sketch, Sprite
from render.theme import Colour

SIZE: Final = 262
"""Width of the map with its box, in pixels."""
PAD: Final = 14
INSET: Final = 16
"""Distance between the box and the edges of the picture, in pixels."""
PIECE: Final = 9
"""Radius of a piece on the map, in pixels."""
FRAME: Final = 4


def draw(sheet: Sheet, theme: BattleTheme, scene: Scene, height: int) -> None:
    """Draw the map of a scene's whole board into the corner of the sheet that hides fewest pieces.

    `height` is the height of the enlarged part, which begins at the upper edge of the sheet.
    """
    view, grid = scene.view, _fit(scene.view.radius)
    box_height = (2 * view.radius + 1) * grid.row + 2 * PAD
    left, top = _find_corner(scene, (sheet.plane.width, height), box_height)
    card = panel(theme, SIZE, box_height, theme.panel, theme.raised, 3)
    sheet.plane.paste(card.plane, (left, top), signs.rounded_mask(card.plane.width, card.plane.height, ROUNDED))
    sprite = _draw_map(theme, view.radius, view.ground)
    x, y = left + card.centre_x, top + card.centre_y
    sheet.paste(sprite, x, y)
    _draw_pieces(sheet, theme, view, grid, (x, y))
    _draw_frame(sheet, theme, scene, grid, (x, y, height))


@lru_cache(maxsize=32)
def _fit(radius: int) -> Grid:
    """Return the grid of the map around (0, 0)."""
    return whole(radius, SIZE - 2 * PAD, 0, 0)._replace(x=0, y=0)


@lru_cache(maxsize=8)
def _draw_map(theme: BattleTheme, radius: int, kinds: str) -> Sprite:
    """Return the sprite of a whole board, with one colour per hex."""
    grid, board = _fit(radius), field(radius)
    sketch = Sketch(theme, SIZE - 2 * PAD, (2 * radius + 1) * grid.row, theme.panel)
    hazards = {"w": theme.water, "q": theme.sand}
    shape = corners(grid.column, 1.04)
    for place, kind in zip(board.hexes, kinds, strict=True):
        fill = theme.stones[int(kind) - 1] if kind.isdigit() else hazards.get(kind, theme.grounds[ground.tone(place)])
        x, y = grid.centre(place)
        sketch.polygon([(x + across, y + down) for across, down in shape], fill)
    return sketch.finish()


def _draw_pieces(sheet: Sheet, theme: BattleTheme, view: View, grid: Grid, middle: tuple[int, int]) -> None:
    """Draw a disc for each character and a ring for each tile."""
    for seat, seated in enumerate(view.seats):
        side = theme.sides[naming.find_side(seat)[0]]
        places: list[tuple[str | None, bool]] = [(piece.label, False) for piece in seated.pieces]
        if naming.is_hidden(view, seat):
            places += [(label, True) for label in seated.tiles]
        for label, hollow in places:
            if label is not None:
                x, y = grid.centre(place_of(view.radius, label))
                sprite = _draw_piece(theme, side.main, side.deep if hollow else side.main)
                sheet.paste(sprite, middle[0] + x, middle[1] + y)


@lru_cache(maxsize=32)
def _draw_piece(theme: BattleTheme, fill: Colour, inside: Colour) -> Sprite:
    sketch = Sketch(theme, 2 * PIECE + 6, 2 * PIECE + 6, theme.grounds[0])
    sketch.circle(0, 0, PIECE + 2, theme.print)
    sketch.circle(0, 0, PIECE, fill)
    sketch.circle(0, 0, PIECE * 0.55, inside)
    return sketch.finish(mask=mask_of(sketch, [circle(0, 0, PIECE + 2)]))


def _draw_frame(sheet: Sheet, theme: BattleTheme, scene: Scene, grid: Grid, place: tuple[int, int, int]) -> None:
    """Draw the frame of the part that the scene shows; `place` is the map's centre, and the height of the part."""
    x, y, height = place
    share = grid.column / scene.grid.column
    tall = grid.row / row_distance(scene.grid.column)
    half_width, half_height = SIZE // 2 - FRAME, (2 * scene.view.radius + 1) * grid.row // 2 + PAD - FRAME
    left, right = (x + _clamp(edge * share, half_width) for edge in (-scene.grid.x, sheet.plane.width - scene.grid.x))
    top, bottom = (y + _clamp(edge * tall, half_height) for edge in (-scene.grid.y, height - scene.grid.y))
    draw = ImageDraw.Draw(sheet.plane)
    for grow, ink in ((2, theme.print), (0, theme.ring)):
        index = sheet.palette.nearest_index(ink)
        draw.rounded_rectangle(
            (left - grow, top - grow, right + grow, bottom + grow), 6, outline=index, width=FRAME + 2 * grow
        )


def _clamp(value: float, most: float) -> int:
    return round(max(-most, min(most, value)))


def _find_corner(scene: Scene, size: tuple[int, int], height: int) -> tuple[int, int]:
    """Return the left and upper edge of the box in the corner with fewest pieces, the upper right one if possible."""
    right, low = size[0] - SIZE - INSET, size[1] - height - INSET
    corners = ((right, INSET), (INSET, INSET), (right, low), (INSET, low))

    def count(corner: tuple[int, int]) -> int:
        left, top = corner
        reach = scene.size // 2 + 10
        places = [scene.body(spot.label) for spot in scene.spots] + scene.ways
        return sum(left - reach < x < left + SIZE + reach and top - reach < y < top + height + reach for x, y in places)

    return min(corners, key=count)
