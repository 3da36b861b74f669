"""The public board: title line and seats at the top, below them the hexes at full width."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.monster_hex import content
from engine.monster_hex.printed import Stone
from engine.monster_hex.view import Capture, Monster, View
from render import header
from render.header import Box
from render.hexes import HEX_HEIGHT, Grid, fit_grid
from render.monster_hex import alt_text, changes, emblems, stones, tiles
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Bitmap, Letter, Sketch, Sprite, add_letters, cached_sprite, hexagon
from render.text import Style
from render.theme import Theme

ABOVE = 14
"""The gap between the seats' boxes and the hexes, in pixels."""
SPREAD = 24
EARLIER_OUTLINE = 0.6
"""The thickness of the outline of the other seats' newest placements, as a share of the newest one's."""


class Layout(NamedTuple):
    """The layout of a picture: the hex grid, the seats' boxes, and the height in pixels."""

    grid: Grid
    boxes: Sequence[Box]
    height: int


class Board:
    """A board in progress: the sheet with the hexes drawn, and the grid. The header is drawn last.

    The captured stones in `fresh` are highlighted.
    """

    def __init__(self, view: View, theme: Theme, layout: Layout | None = None, fresh: Collection[Stone] = ()) -> None:
        self.view, self.theme = view, theme
        self.grid, self.boxes, height = layout or layout_of(view)
        self.where = {place.label: (place.q, place.r) for place in content.layout(view.board).places}
        # Hexes of alternate rows do not overlap, so on two sheets they are pasted without masks.
        self.sheet, odd = layers = Sheet(theme, height), Sheet(theme, height)
        for label, sprite in self._sprites(fresh):
            q, r = self.where[label]
            layers[r % 2].paste_opaque(sprite, *self.grid.centre(q, r))
        self.sheet.merge(odd)

    def _sprites(self, fresh: Collection[Stone]) -> Iterator[tuple[str, Sprite]]:
        """The sprites of all hexes within the picture, by label: pieces and free hexes."""
        view, theme, pitch = self.view, self.theme, self.grid.pitch
        printed = content.layout(view.board)
        occupied = {monster.label for monster in view.monsters}
        for cell in printed.cells:
            if cell.label not in occupied and self._is_visible(cell.label):
                yield cell.label, empty_cell(theme, pitch, cell.label, cell.start)
        for stone, capture in zip(printed.stones, view.captures, strict=True):
            if self._is_visible(stone.label):
                yield stone.label, stone_sprite(view, stone, capture, theme, pitch, stone in fresh)
        for monster in view.monsters:
            if self._is_visible(monster.label):
                yield monster.label, monster_sprite(view, monster, theme, pitch)

    def _is_visible(self, label: str) -> bool:
        x, y = self.grid.centre(*self.where[label])
        pitch = self.grid.pitch
        return -pitch < x < WIDTH + pitch and -pitch < y < self.sheet.plane.height + pitch

    def paste(self, sprite: Sprite, label: str) -> None:
        """Pastes a sprite on a hex."""
        self.sheet.paste(sprite, *self.grid.centre(*self.where[label]))

    def paste_over(self, sprite: Sprite, label: str) -> None:
        """Pastes a sprite on a hex over the piece there."""
        self.sheet.paste_over(sprite, *self.grid.centre(*self.where[label]))

    def outline_newest(self) -> None:
        """Outlines the newest placements: the newest of all in white, the other seats' thinner and in grey."""
        for label in self.view.last[:-1]:
            self.paste(tiles.ring(self.theme, self.grid.pitch, self.theme.muted, EARLIER_OUTLINE), label)
        for label in self.view.last[-1:]:
            self.paste(tiles.ring(self.theme, self.grid.pitch, self.theme.ink), label)

    def draw_header(self, line: tuple[str, str, str], boxes: Sequence[header.Seat]) -> None:
        """Draws the title line, and a box for each seat."""
        header.draw_title(self.sheet, *line)
        header.draw_seats(self.sheet, boxes, self.boxes)

    def seat_boxes(
        self, labels: Sequence[str], gains: Mapping[int, str], notes: Mapping[int, tuple[str, ...]] | None = None
    ) -> list[header.Seat]:
        """The contents of the seats' boxes, with points gained by seat; `notes` replace a seat's status."""
        return [
            self._seat(number, name, gains.get(number, ""), (notes or {}).get(number))
            for number, name in enumerate(alt_text.display_names(self.view, labels))
        ]

    def _seat(self, number: int, name: str, gain: str, notes: tuple[str, ...] | None) -> header.Seat:
        view, theme = self.view, self.theme
        seat = view.seats[number]
        active, over = number in view.actors, view.winners is not None
        ground = theme.raised if active else theme.panel
        return header.Seat(
            name=name,
            emblem=emblems.badge(theme, seat.faction, alt_text.seat_letter(seat, number), ground, header.EMBLEM_SIZE),
            side=theme.sides[seat.faction or "none"],
            points=seat.score.points,
            notes=notes or alt_text.seat_notes(view, number),
            active=active,
            winner=number in (view.winners or ()),
            breakdown=alt_text.points_breakdown(view, number) if over else (),
            gain=gain,
        )


def draw(view: View, labels: Sequence[str], theme: Theme) -> Sheet:
    """The public board, with the newest placements and their captures outlined."""
    board = Board(view, theme, fresh=changes.newest_captures(view))
    gains = {seat: f"+{points}" for seat, points in changes.newest_gains(view).items() if view.winners is None}
    board.draw_header(alt_text.headline(view, alt_text.display_names(view, labels)), board.seat_boxes(labels, gains))
    board.outline_newest()
    return board.sheet


def monster_sprite(view: View, monster: Monster, theme: Theme, pitch: int) -> Sprite:
    """The sprite of a Monster."""
    faction = view.seats[monster.seat].faction
    return tiles.monster(theme, pitch, faction, monster.rank, monster.red, monster.powers)


def stone_sprite(view: View, stone: Stone, capture: Capture | None, theme: Theme, pitch: int, fresh: bool) -> Sprite:
    """The sprite of a stone; `fresh` if the newest placement captured it."""
    if capture is not None:
        return captured_sprite(view, stone, capture, theme, pitch, fresh)
    if stone.large:
        worth = tuple((value.points, value.faction) for value in stone.values)
        return stones.large_stone(theme, pitch, stone.label, worth, stone.demon_king)
    return stones.small_stone(theme, pitch, stone.label, 1)


def captured_sprite(view: View, stone: Stone, capture: Capture, theme: Theme, pitch: int, fresh: bool) -> Sprite:
    """The sprite of a stone after a capture."""
    gains = tuple((got.value + got.bonus, view.seats[got.seat].faction) for got in capture.taken)
    return stones.captured_stone(theme, pitch, stone.label, gains, stone.demon_king, fresh)


def layout_of(view: View) -> Layout:
    """The layout of the picture of a view's board."""
    places = tuple((place.q, place.r) for place in content.layout(view.board).places)
    return _layout(places, len(view.seats), view.winners is not None)


@lru_cache(maxsize=32)
def _layout(places: tuple[tuple[int, int], ...], seats: int, tall: bool) -> Layout:
    """The layout, with hexes moved up between and beside the seats' boxes where possible."""
    grid = fit_grid(places, MARGIN - 8, WIDTH - MARGIN + 8)
    boxes = header.seat_boxes(seats, tall, middle=grid.pitch + SPREAD)
    half_width, half_height = grid.pitch // 2, round(grid.pitch * HEX_HEIGHT / 2)
    lowest = header.HEIGHT
    for place in places:
        x, y = grid.centre(*place)
        for box in boxes:
            if box.left < x + half_width and x - half_width < box.right:
                lowest = max(lowest, box.bottom + ABOVE - (y - half_height))
    grid = grid._replace(y=grid.y + lowest)
    bottom = max(grid.centre(*place)[1] for place in places) + half_height
    return Layout(grid, boxes, bottom + MARGIN - 4)


@cached_sprite(128, tiles.LARGEST_CACHED)
def empty_cell(theme: Theme, pitch: int, label: str, start: bool) -> Sprite:
    """The sprite of a free hex with its label, and the Magic Hexagon on a start hex."""
    letters = [cell_letter(theme, pitch, label)]
    return add_letters(theme, _cell_body(theme, pitch, start), letters, tiles.field_mask(theme, pitch))


@lru_cache(maxsize=32)
def _cell_body(theme: Theme, pitch: int, start: bool) -> Bitmap:
    sketch = tiles.field_sketch(theme, pitch)
    paint_cell(sketch, pitch, start)
    return sketch.downsample()


def paint_cell(sketch: Sketch, pitch: int, start: bool) -> None:
    """Draws a free hex without its label."""
    theme, rounded = sketch.theme, pitch * tiles.ROUNDED
    sketch.polygon(tiles.field_outline(pitch), theme.cell_line, rounded)
    sketch.polygon(hexagon(0, 0, pitch * (tiles.FIELD - 2 * tiles.ROUNDED) - 3), theme.cell, rounded)
    if start:
        sketch.polygon(hexagon(0, 0, pitch * 0.54), theme.magic, rounded)
        sketch.polygon(hexagon(0, 0, pitch * 0.54 - 10), theme.cell, rounded)


def cell_letter(theme: Theme, pitch: int, label: str) -> Letter:
    """The label of a free hex."""
    return Letter(label, Style(max(28, round(pitch * 0.18)), 500), 0, 0, theme.cell_ink)
