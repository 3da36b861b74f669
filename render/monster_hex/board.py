"""The public board: the headline and the seats' cards at the top, and the hexes on their slab below at full width."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.monster_hex.content import Stone, layout
from engine.monster_hex.view import Capture, Monster, View
from render import header
from render.badges import badge
from render.header import Box
from render.hexes import HEX_HEIGHT, Grid, fit_grid
from render.monster_hex import (
    abilities,
    glyphs,
    ground,
    naming,
    objective_cards,
    status,
    stones,
    taken_stones,
    tiles,
    variant_texts,
)
from render.monster_hex.contests import Contest, edge_states, find_contests, lit_edge_states, owners, temporary_stones
from render.monster_hex.openings import open_hexes
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.theme import Colour, Theme

ABOVE = 24
"""The gap between the seats' cards and the hexes, in pixels."""
SPREAD = 44
BEYOND = 0.55
"""Half the size of a hex with its shadow: as a share of the hex's width horizontally, and of its height vertically."""
NEWEST, EARLIER = 6.5, 3.0
"""The thickness of the ring around the newest placement, and of the rings around the other seats' newest placements, in
pixels."""


class Layout(NamedTuple):
    """The layout of a picture: the hex grid, the boxes of the seats' cards, and the picture's height in pixels."""

    grid: Grid
    boxes: Sequence[Box]
    height: int


class Board:
    """A picture of the board that is drawn step by step: a sheet, and the grid of the hexes on it.

    The header is drawn last. Tiles on the hexes in `bright` are drawn in full light. On the captured stones in
    `fresh`, the points have an outline in the colour `mark`. The free hexes in `lit` have the colour of the seat that
    is to place.
    """

    def __init__(
        self,
        view: View,
        theme: Theme,
        layout_: Layout | None = None,
        fresh: Collection[Stone] = (),
        bright: Collection[str] = (),
        mark: Colour | None = None,
        lit: Collection[str] = (),
    ) -> None:
        self.view, self.theme = view, theme
        self.grid, self.boxes, height = layout_ or build_layout(view)
        board = layout(view.board)
        self.where = {place.label: (place.q, place.r) for place in board.places}
        self.sheet = Sheet(theme, height)
        places = tuple(self.where.values())
        self.sheet.plane.paste(ground.slab(theme, self.grid, places, self.sheet.plane.size))
        visible = {label for label in self.where if self._is_visible(label)}
        for label, sprite in hex_sprites(view, theme, self.grid.pitch, visible, fresh, bright, mark, lit):
            self.paste(sprite, label)

    def _is_visible(self, label: str) -> bool:
        x, y = self.grid.centre(*self.where[label])
        half_width, half_height = self.grid.pitch * BEYOND, self.grid.pitch * HEX_HEIGHT * BEYOND
        return -half_width < x < WIDTH + half_width and -half_height < y < self.sheet.plane.height + half_height

    def paste(self, sprite: Sprite, label: str) -> None:
        """Paste a sprite on the hex with a label."""
        self.sheet.paste(sprite, *self.grid.centre(*self.where[label]))

    def paste_over(self, sprite: Sprite, label: str) -> None:
        """Paste a sprite on the hex with a label, over the piece there, and remove the texts that it covers."""
        self.sheet.paste_over(sprite, *self.grid.centre(*self.where[label]))

    def ring_newest(self) -> None:
        """Draw a thick ring around the newest placement, and thin grey ones around other seats' newest."""
        for label in self.view.last[:-1]:
            self.ring(label, self.theme.muted, EARLIER)
        for label in self.view.last[-1:]:
            self.ring(label, self.theme.ring, NEWEST)

    def ring(self, label: str, colour: Colour, thickness: float) -> None:
        """Draw a ring around the hex with a label; `thickness` is in pixels."""
        self.paste(tiles.ring(self.theme, self.grid.pitch, colour, thickness), label)

    def draw_header(self, line: tuple[str, str, str], seats: Sequence[header.Seat]) -> None:
        """Draw the header: headline, state and latest event (`line`), and a card for each seat."""
        header.draw_title(self.sheet, *line)
        header.draw_seats(self.sheet, seats, self.boxes)

    def seats(
        self,
        labels: Sequence[str],
        gains: Mapping[int, str],
        notes: Mapping[int, tuple[str, ...]] | None = None,
        gain_fill: Colour | None = None,
    ) -> list[header.Seat]:
        """Return the contents of the cards of all seats in order of play, then of any shared faction.

        `gains` are texts with the points gained, by seat. `gain_fill` is the colour behind them, by default the
        seat's colour. `notes` are texts that replace the status, by seat.
        """
        names = naming.display_names(self.view, labels)
        return [
            self._seat(seat, names[seat], gains.get(seat, ""), (notes or {}).get(seat), gain_fill)
            for seat in owners(self.view)
        ]

    def _seat(
        self, number: int, name: str, gain: str, notes: tuple[str, ...] | None, gain_fill: Colour | None
    ) -> header.Seat:
        view, theme = self.view, self.theme
        side, active = theme.sides[view.faction_of(number) or "none"], number in view.actors
        card = header.card_colours(theme, side, active)[0]
        return header.Seat(
            name=name,
            badge=seat_badge(theme, view, number, card, header.BADGE),
            side=side,
            points=status.owner_score(view, number).points,
            notes=notes or status.seat_notes(view, number),
            active=active,
            leader=number in status.leaders(view),
            left=status.shown_pips(view, number) if notes is None else None,
            gain=gain,
            gain_fill=gain_fill,
        )


def draw(view: View, labels: Sequence[str], theme: Theme, marks: Sequence[str] = ()) -> Sheet:
    """Draw the public board, with rings around the newest placements and around the places in `marks`."""
    board = Board(view, theme, public_layout(view), status.newest_captures(view), lit=open_hexes(view))
    gains = {seat: f"+{points}" for seat, points in status.recent_gains(view).items() if view.winners is None}
    board.ring_newest()
    for label in marks:
        board.paste(tiles.mark(theme, board.grid.pitch), label)
    board.draw_header(status.picture_headline(view, naming.display_names(view, labels)), board.seats(labels, gains))
    objective_cards.draw_public(board.sheet, view, build_layout(view).height)
    return board.sheet


def seat_badge(theme: Theme, view: View, number: int, card: Colour, width: int) -> Sprite:
    """Return the badge of a seat or of the shared faction, with its faction's colour, pattern, icon and letter.

    The badge of a seat also shows its ability and the points that Reward adds. `number` is that of the owner, `card`
    the colour behind the badge, and `width` is in pixels.
    """
    faction = view.faction_of(number)
    emblem = glyphs.FACTIONS[faction] if faction else None
    plain = badge(theme, faction or "none", emblem, naming.owner_letter(view, number), card, width)
    if number == len(view.seats):
        return plain
    ability = variant_texts.public_ability(view, number)
    return abilities.badge_with_signs(theme, plain, ability, view.seats[number].reward, card)


def hex_sprites(
    view: View,
    theme: Theme,
    pitch: int,
    shown: Collection[str],
    fresh: Collection[Stone] = (),
    bright: Collection[str] = (),
    mark: Colour | None = None,
    lit: Collection[str] = (),
) -> Iterator[tuple[str, Sprite]]:
    """Yield the label and the sprite of each hex in `shown`.

    See `Board` for the arguments `fresh`, `bright`, `mark` and `lit`.
    """
    board, contested, states = layout(view.board), find_contests(view), edge_states(view)
    monsters = {monster.label: monster for monster in view.monsters}
    placing = (view.faction_of(view.actors[0]) if view.actors else None) or "none"
    petrified = {stone.label: stone for stone in temporary_stones(view)}
    for cell in board.cells:
        if cell.label not in shown:
            continue
        if cell.label in petrified:
            stone = petrified[cell.label]
            yield cell.label, stone_sprite(view, stone, contested[stone], theme, pitch)
            continue
        monster = monsters.get(cell.label)
        if monster is None:
            side = placing if cell.label in lit else None
            yield cell.label, ground.free_hex(theme, pitch, cell.label, cell.start, lit=side)
        else:
            edges = lit_edge_states(monster, states) if cell.label in bright else states[cell.label]
            yield cell.label, monster_sprite(view, monster, edges, theme, pitch)
    for stone, capture in zip(board.stones, view.captures, strict=True):
        if stone.label not in shown:
            continue
        if capture is None:
            yield stone.label, stone_sprite(view, stone, contested[stone], theme, pitch)
        else:
            outline = (mark or theme.ring) if stone in fresh else None
            yield stone.label, taken_sprite(view, stone, capture, theme, pitch, outline)


def monster_sprite(view: View, monster: Monster, states: tiles.States, theme: Theme, pitch: int) -> Sprite:
    """Return the sprite of a tile on the board; `states` are the states of its edges, see `tiles.SPENT`."""
    faction, change = view.faction_of(monster.seat), monster.change
    red = monster.red and "abilities" in view.variants and monster.seat < len(view.seats)
    return tiles.monster(theme, pitch, faction, monster.tile, monster.powers, states, change=change, red=red)


def stone_sprite(view: View, stone: Stone, contest: Contest, theme: Theme, pitch: int) -> Sprite:
    """Return the sprite of a stone that is not captured yet, with its values and its contest."""
    powers = tuple((power, view.faction_of(seat)) for seat, power in contest.powers)
    if not stone.large:
        return stones.small_stone(theme, pitch, stone.label, 1, powers, contest.left)
    worth = tuple((value.points, value.faction) for value in stone.values)
    return stones.large_stone(theme, pitch, stone.name, worth, powers, contest.left, stone.demon_king)


def taken_sprite(view: View, stone: Stone, capture: Capture, theme: Theme, pitch: int, mark: Colour | None) -> Sprite:
    """Return the sprite of a captured stone with the points taken.

    `mark` is the colour of an outline around the points, None for no outline.
    """
    gains: dict[int, int] = {}
    for got in capture.taken:
        gains[got.seat] = gains.get(got.seat, 0) + got.value + got.bonus
    shown = tuple((points, view.faction_of(seat)) for seat, points in gains.items())
    return taken_stones.taken_stone(theme, pitch, stone.name, shown, stone.demon_king, mark)


def build_layout(view: View) -> Layout:
    """Return the layout of a picture of a view's board, without the public Objectives."""
    places = tuple((place.q, place.r) for place in layout(view.board).places)
    return _layout(places, len(owners(view)))


def public_layout(view: View) -> Layout:
    """Return the layout of a view's board with room for the public Objectives at the bottom of the picture."""
    found = build_layout(view)
    return found._replace(height=found.height + objective_cards.public_height(view))


@lru_cache(maxsize=32)
def _layout(places: tuple[tuple[int, int], ...], seats: int) -> Layout:
    """Return the layout for hexes at the axial coordinates `places`, with cards for a number of seats; cached.

    Where possible, the hexes are moved up into the gaps between and beside the cards.
    """
    grid = fit_grid(places, MARGIN - 8, WIDTH - MARGIN + 8)
    boxes = header.seat_boxes(seats, middle=grid.pitch + SPREAD)
    half_width, half_height = grid.pitch // 2 + ground.OVERHANG, round(grid.pitch * HEX_HEIGHT / 2)
    lowest = header.HEIGHT
    for place in places:
        x, y = grid.centre(*place)
        for box in boxes:
            if box.left < x + half_width and x - half_width < box.right:
                lowest = max(lowest, box.bottom + ABOVE - (y - half_height))
    grid = grid._replace(y=grid.y + lowest)
    bottom = max(grid.centre(*place)[1] for place in places) + half_height
    return Layout(grid, boxes, bottom + MARGIN + 8)
