"""The public board: state and seats above, below them the hexes over the full width."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.monster_hex.view import Capture, Monster, Stone, View
from render import strip
from render.hexes import TALL, Grid, fitted
from render.monster_hex import emblems, news, stones, tiles, words
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Flat, Letter, Sketch, Sprite, hexagon, lettered
from render.strip import Box
from render.text import Style
from render.theme import Theme

ABOVE = 14
"""What stays free between the seats' boxes and the hexes, in pixels."""
SPREAD = 24
EARLIER = 0.6
"""How thick the outline of the other seats' newest placements is, as a share of that of the newest of all."""


class Arrangement(NamedTuple):
    """Where everything is in a picture: the hexes, the seats' boxes, and its height in pixels."""

    grid: Grid
    boxes: Sequence[Box]
    height: int


class Board:
    """The hexes being drawn: the sheet, and the grid on which marks find their hexes. The head comes last.

    Of the captured stones those that are `fresh` stand out.
    """

    def __init__(
        self, view: View, theme: Theme, arrangement: Arrangement | None = None, fresh: Collection[Stone] = ()
    ) -> None:
        self.view, self.theme = view, theme
        self.grid, self.boxes, height = arrangement or arranged(view)
        self.where = {cell.label: (cell.q, cell.r) for cell in (*view.cells, *view.stones)}
        # Hexes of every second row stand free of each other, so that on two sheets none need be cut out.
        self.sheet, odd = layers = Sheet(theme, height), Sheet(theme, height)
        for label, sprite in self._pieces(fresh):
            q, r = self.where[label]
            layers[r % 2].lay(sprite, *self.grid.centre(q, r))
        self.sheet.join(odd)

    def _pieces(self, fresh: Collection[Stone]) -> Iterator[tuple[str, Sprite]]:
        """What lies on the hexes that are in the picture, and the free ones."""
        view, theme, pitch = self.view, self.theme, self.grid.pitch
        taken = {monster.label for monster in view.monsters}
        for cell in view.cells:
            if cell.label not in taken and self._shows(cell.label):
                yield cell.label, empty_cell(theme, pitch, cell.label, cell.start)
        for stone in view.stones:
            if self._shows(stone.label):
                yield stone.label, stone_sprite(view, stone, theme, pitch, stone in fresh)
        for monster in view.monsters:
            if self._shows(monster.label):
                yield monster.label, monster_sprite(view, monster, theme, pitch)

    def _shows(self, label: str) -> bool:
        x, y = self.grid.centre(*self.where[label])
        pitch = self.grid.pitch
        return -pitch < x < WIDTH + pitch and -pitch < y < self.sheet.plane.height + pitch

    def put(self, sprite: Sprite, label: str) -> None:
        """A sprite onto a hex."""
        self.sheet.paste(sprite, *self.grid.centre(*self.where[label]))

    def cover(self, sprite: Sprite, label: str) -> None:
        """A sprite onto a hex in place of what lay there."""
        self.sheet.cover(sprite, *self.grid.centre(*self.where[label]))

    def outline_newest(self) -> None:
        """Outlines the newest placements: the newest of all in white, the other seats' thinner and in grey."""
        for label in self.view.last[:-1]:
            self.put(tiles.ring(self.theme, self.grid.pitch, self.theme.muted, EARLIER), label)
        for label in self.view.last[-1:]:
            self.put(tiles.ring(self.theme, self.grid.pitch, self.theme.ink), label)

    def head(self, line: tuple[str, str, str], boxes: Sequence[strip.Seat]) -> None:
        """Writes the line of state, and a box for each seat."""
        strip.header(self.sheet, *line)
        strip.seats(self.sheet, boxes, self.boxes)

    def seats(
        self, labels: Sequence[str], gains: Mapping[int, str], notes: Mapping[int, tuple[str, ...]] | None = None
    ) -> list[strip.Seat]:
        """What the seats' boxes show, with points taken just now; `notes` replace what a seat is up to."""
        return [
            self._seat(number, name, gains.get(number, ""), (notes or {}).get(number))
            for number, name in enumerate(words.names(self.view, labels))
        ]

    def _seat(self, number: int, name: str, gain: str, notes: tuple[str, ...] | None) -> strip.Seat:
        view, theme = self.view, self.theme
        seat = view.seats[number]
        active, over = number in view.actors, view.winners is not None
        ground = theme.raised if active else theme.panel
        return strip.Seat(
            name=name,
            emblem=emblems.badge(theme, seat.faction, words.letter(seat, number), ground, strip.EMBLEM),
            side=theme.sides[seat.faction or "none"],
            points=seat.score.points,
            notes=notes or words.notes(view, number),
            active=active,
            winner=number in (view.winners or ()),
            parts=words.parts(view, number) if over else (),
            gain=gain,
        )


def drawn(view: View, labels: Sequence[str], theme: Theme) -> Sheet:
    """The board as everybody may see it, the newest placements and what they captured outlined."""
    board = Board(view, theme, fresh=news.captured(view))
    gains = {seat: f"+{points}" for seat, points in news.gains(view).items() if view.winners is None}
    board.head(words.headline(view, words.names(view, labels)), board.seats(labels, gains))
    board.outline_newest()
    return board.sheet


def monster_sprite(view: View, monster: Monster, theme: Theme, pitch: int) -> Sprite:
    """A Monster of the view."""
    faction = view.seats[monster.seat].faction
    return tiles.monster(theme, pitch, faction, monster.rank, monster.red, monster.powers)


def stone_sprite(view: View, stone: Stone, theme: Theme, pitch: int, fresh: bool) -> Sprite:
    """A stone of the view; `fresh` if it was captured just now."""
    if stone.capture is not None:
        return captured_sprite(view, stone, stone.capture, theme, pitch, fresh)
    if stone.large:
        worth = tuple((value.points, value.faction) for value in stone.values)
        return stones.large_stone(theme, pitch, stone.label, worth, stone.demon_king)
    return stones.small_stone(theme, pitch, stone.label, 1)


def captured_sprite(view: View, stone: Stone, capture: Capture, theme: Theme, pitch: int, fresh: bool) -> Sprite:
    """A stone of the view as a capture leaves it."""
    gains = tuple((got.value + got.bonus, view.seats[got.seat].faction) for got in capture.taken)
    return stones.captured_stone(theme, pitch, stone.label, gains, stone.demon_king, fresh)


def arranged(view: View) -> Arrangement:
    """Where everything is in a view's board picture."""
    places = tuple((place.q, place.r) for place in (*view.cells, *view.stones))
    return _arranged(places, len(view.seats), view.winners is not None)


@lru_cache(maxsize=32)
def _arranged(places: tuple[tuple[int, int], ...], seats: int, tall: bool) -> Arrangement:
    """The grid, the seats' boxes and the picture's height: hexes reach up between and beside boxes where they can."""
    grid = fitted(places, MARGIN - 8, WIDTH - MARGIN + 8)
    boxes = strip.boxes(seats, tall, middle=grid.pitch + SPREAD)
    half_width, half_height = grid.pitch // 2, round(grid.pitch * TALL / 2)
    lowest = strip.HEADER
    for place in places:
        x, y = grid.centre(*place)
        for box in boxes:
            if box.left < x + half_width and x - half_width < box.right:
                lowest = max(lowest, box.bottom + ABOVE - (y - half_height))
    grid = grid._replace(y=grid.y + lowest)
    bottom = max(grid.centre(*place)[1] for place in places) + half_height
    return Arrangement(grid, boxes, bottom + MARGIN - 4)


def empty_cell(theme: Theme, pitch: int, label: str, start: bool) -> Sprite:
    """A free hex with its name, and the Magic Hexagon on a start hex."""
    # Larger ones, seldom drawn, would fill the memory.
    draw = _empty_cell if pitch <= tiles.LARGEST_KEPT else _empty_cell.__wrapped__
    return draw(theme, pitch, label, start)


@lru_cache(maxsize=128)
def _empty_cell(theme: Theme, pitch: int, label: str, start: bool) -> Sprite:
    letters = [cell_letter(theme, pitch, label)]
    return lettered(theme, _cell_body(theme, pitch, start), letters, tiles.field_mask(theme, pitch))


@lru_cache(maxsize=32)
def _cell_body(theme: Theme, pitch: int, start: bool) -> Flat:
    sketch = tiles.field_sketch(theme, pitch)
    paint_cell(sketch, pitch, start)
    return sketch.flat()


def paint_cell(sketch: Sketch, pitch: int, start: bool) -> None:
    """A free hex without its name."""
    theme, rounded = sketch.theme, pitch * tiles.ROUNDED
    sketch.polygon(tiles.field_outline(pitch), theme.cell_line, rounded)
    sketch.polygon(hexagon(0, 0, pitch * (tiles.FIELD - 2 * tiles.ROUNDED) - 3), theme.cell, rounded)
    if start:
        sketch.polygon(hexagon(0, 0, pitch * 0.54), theme.magic, rounded)
        sketch.polygon(hexagon(0, 0, pitch * 0.54 - 10), theme.cell, rounded)


def cell_letter(theme: Theme, pitch: int, label: str) -> Letter:
    """The name of a free hex."""
    return Letter(label, Style(max(28, round(pitch * 0.18)), 500), 0, 0, theme.cell_ink)
