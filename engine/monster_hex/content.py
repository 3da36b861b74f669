"""The components of Monster Hex: tiles, factions and boards, read once from `data/monster_hex` into integer lookups.

Tiles are numbered 0-9 in the data file's order, factions 0-3, cells and stones in label order. A *slot* is a tile in
one rotation, `tile * 6 + rotation`; a *piece* is a slot placed by an owner, `owner * 60 + slot`. Sets of tiles are bit
masks of 10 bits, sets of slots are bit masks of 60 bits. In views, hexes are named by their labels (row letter, number
from the left). Edges 0-5 are E, SE, SW, W, NW, NE.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import starmap
from operator import itemgetter
from typing import Final

import msgspec

from engine.hexgrid import DIRECTIONS, Board, Hex, opposite, row_labels


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile as printed; `name` is its Monster's name, the same in all factions.

    `powers[edge]` is the power on an edge in rotation 0. A red tile activates its seat's ability.
    """

    id: str
    name: str
    rank: str
    red: bool
    powers: tuple[int, ...]


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A hex on which tiles can be placed, in axial coordinates; `start` marks the start hexes (MH-5)."""

    label: str
    q: int
    r: int
    start: bool


class Value(msgspec.Struct, frozen=True, gc=False):
    """A value printed on a Large Stone: its points, and the faction that gets a bonus for its colour."""

    points: int
    faction: str


class Stone(msgspec.Struct, frozen=True, gc=False):
    """A Magic Stone as printed; `values` is empty for a Small Stone, which brings 1 point."""

    label: str
    q: int
    r: int
    large: bool
    name: str
    values: tuple[Value, ...]
    demon_king: bool

    @property
    def short_name(self) -> str:
        """The stone's name for use in a sentence, such as "Jade Lord" or "Small Stone"."""
        return self.name.removesuffix(" Stone") if self.large else self.name


EMPTY: Final = -1
"""The entry in `State.board` for a cell without a tile or a temporary Stone."""
SLOTS: Final = 60
"""The number of slots: ten tiles times six rotations."""
ALL_SLOTS: Final = (1 << SLOTS) - 1
SIDES: Final = ("right", "lower right", "lower left", "left", "upper left", "upper right")
"""The sides of a hex in words, by edge. The abbreviations of compass points could be taken for rows of hexes."""


class _LargeStone(msgspec.Struct, frozen=True):
    at: tuple[int, int]
    name: str
    values: tuple[tuple[int, str], ...]
    demon_king: bool


class _Board(msgspec.Struct, frozen=True):
    rounds: int
    placeable: tuple[tuple[int, int], ...]
    start: tuple[tuple[int, int], ...]
    small: tuple[tuple[int, int], ...]
    large: tuple[_LargeStone, ...]


class _Content(msgspec.Struct, frozen=True):
    factions: tuple[str, ...]
    rank_order: str
    small_stone_points: int
    colour_bonus: int
    boards: dict[str, _Board]
    tiles: tuple[Tile, ...]


_CONTENT: Final = msgspec.json.decode(
    files("data.monster_hex").joinpath("monster_hex.json").read_bytes(), type=_Content, strict=True
)

FACTIONS: Final = _CONTENT.factions
TILES: Final = _CONTENT.tiles
TILE_INDEX: Final = {tile.id: number for number, tile in enumerate(TILES)}
_NUMBERS: Final = {word.casefold(): number for number, tile in enumerate(TILES) for word in (tile.id, tile.name)}
ALL_TILES: Final = (1 << len(TILES)) - 1
RANKS: Final = tuple(_CONTENT.rank_order.index(tile.rank) for tile in TILES)
"""The rank of each tile as a number, where 0 is the strongest; indexed by tile number (MH-11)."""
SMALL_STONE_POINTS: Final = _CONTENT.small_stone_points
COLOUR_BONUS: Final = _CONTENT.colour_bonus
BOARD_SIZES: Final = tuple(sorted(int(size) for size in _CONTENT.boards))

POWERS: Final = tuple(
    tuple(TILES[slot // 6].powers[(edge - slot % 6) % 6] for edge in range(6)) for slot in range(SLOTS)
)
"""The power of each slot on each edge, indexed by slot and edge (MH-5)."""


def slots_with_power(edge: int, power: int) -> int:
    """Return a mask of the slots that show this power on this edge."""
    return sum(1 << slot for slot in range(SLOTS) if POWERS[slot][edge] == power)


GIVES: Final = tuple(
    tuple(slots_with_power(opposite(edge), POWERS[slot][edge]) for edge in range(6)) for slot in range(SLOTS)
)
"""The slots that match a slot across an edge, as masks indexed by slot and edge.

A slot on the neighbouring cell matches if it shows the same power on the edge that faces this one.
"""

TILES_IN: Final = tuple(
    tuple(tile for tile in range(len(TILES)) if tiles >> tile & 1) for tiles in range(ALL_TILES + 1)
)
"""The tile numbers in each set of tiles, indexed by the set's bit mask."""
IDS_IN: Final = tuple(tuple(TILES[tile].id for tile in tiles) for tiles in TILES_IN)
"""The tile ids in each set of tiles, indexed by the set's bit mask."""
SLOTS_OF: Final = tuple(sum(63 << 6 * tile for tile in tiles) for tiles in TILES_IN)
"""The mask of all slots of the tiles in a set, indexed by the set's bit mask."""


def tile_number(word: str) -> int | None:
    """Return the number of the tile with this id or Monster name, ignoring case, or None if there is none."""
    return _NUMBERS.get(word.casefold())


def tile_set(ids: tuple[str, ...]) -> int:
    """Return the bit mask of the set of tiles with these ids."""
    return sum(1 << TILE_INDEX[tile] for tile in ids)


class Layout:
    """A printed board and its lookups. Cells are the hexes for tiles; stones are numbered separately.

    Cells and stones are in label order, and `places` holds the cells followed by the stones. `worth[stone]` is the
    highest value printed on a stone (1 for a Small Stone), and `printed` holds all values that occur on stones.

    - `beside[cell]`: the neighbouring cells as pairs (edge of this cell, neighbour)
    - `facing[stone]`: the cells around a stone as pairs (cell, edge of that cell that faces the stone)
    - `ring[stone]`: a function from a board to its entries on the cells around a stone
    - `stones_at[cell]`: the stones beside a cell
    - `rings_at[cell]`: the same stones as pairs (stone, `ring` of the stone)
    - `has_overwhelm`: whether Overwhelm (MH-12) applies on this board
    """

    def __init__(self, size: int, source: _Board, *, has_overwhelm: bool) -> None:
        self.size: Final = size
        self.has_overwhelm: Final = has_overwhelm
        self.rounds: Final = source.rounds
        large = {Hex(*stone.at): stone for stone in source.large}
        stones = sorted((Hex(*at) for at in (*source.small, *large)), key=_label_order)
        hexes = sorted(starmap(Hex, source.placeable), key=_label_order)
        names = dict(zip((*hexes, *stones), row_labels((*hexes, *stones)), strict=True))
        start = set(starmap(Hex, source.start))
        self.board: Final = Board(hexes, [names[at] for at in hexes])
        self.cells: Final = tuple(Cell(names[at], at.q, at.r, at in start) for at in hexes)
        self.start: Final = tuple(cell for cell, at in enumerate(hexes) if at in start)
        self.stones: Final = tuple(_build_stone(names[at], at, large.get(at)) for at in stones)
        self.places: Final = (*self.cells, *self.stones)
        self.stone_index: Final = {stone.label: number for number, stone in enumerate(self.stones)}
        self.values: Final = tuple(map(_values, self.stones))
        self.worth: Final = tuple(map(_find_best_value, self.values))
        self.printed: Final = tuple(sorted({points for values in self.values for points, _ in values}))
        self.beside: Final = tuple(map(_list_neighbours, self.board.neighbour_in))
        self.facing: Final = tuple(_find_facing_edges(self.board, at) for at in stones)
        self.ring: Final = tuple(map(_build_ring_getter, self.facing))
        self.stones_at: Final = tuple(_stones_at(self.facing, cell) for cell in range(len(hexes)))
        self.rings_at: Final = tuple(tuple((stone, self.ring[stone]) for stone in stones) for stones in self.stones_at)
        self.demon_king: Final = next(number for number, stone in enumerate(self.stones) if stone.demon_king)

    def stone(self, label: str) -> Stone:
        """Return the stone with this label. Raises KeyError if there is none."""
        return self.stones[self.stone_index[label]]


def _find_facing_edges(board: Board, stone: Hex) -> tuple[tuple[int, int], ...]:
    """Return the cells around a stone as pairs (cell, edge of that cell that faces the stone)."""
    around = ((side, board.cell.get(stone.shift_by(direction))) for side, direction in enumerate(DIRECTIONS))
    return tuple((cell, opposite(side)) for side, cell in around if cell is not None)


def _list_neighbours(around: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the neighbours of a cell as pairs (edge of the cell, neighbour on that side)."""
    return tuple((edge, other) for edge, other in enumerate(around) if other >= 0)


def _build_ring_getter(facing: Sequence[tuple[int, int]]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    return itemgetter(*(cell for cell, _ in facing))


def _stones_at(facing: Sequence[Sequence[tuple[int, int]]], cell: int) -> tuple[int, ...]:
    """Return the numbers of the stones beside a cell, given the entries of `Layout.facing`."""
    return tuple(stone for stone, around in enumerate(facing) if any(cell == other for other, _ in around))


def _values(stone: Stone) -> tuple[tuple[int, int], ...]:
    """Return the values printed on a stone as pairs (points, faction number)."""
    return tuple((value.points, FACTIONS.index(value.faction)) for value in stone.values)


def _find_best_value(values: Sequence[tuple[int, int]]) -> int:
    return max([points for points, _ in values], default=1)


def _label_order(at: Hex) -> tuple[int, int]:
    return at.r, at.q


def _build_stone(label: str, at: Hex, large: _LargeStone | None) -> Stone:
    if large is None:
        return Stone(label, at.q, at.r, False, "Small Stone", (), False)
    values = tuple(Value(points, faction) for points, faction in large.values)
    return Stone(label, at.q, at.r, True, large.name, values, large.demon_king)


@cache
def layout(size: int) -> Layout:
    """Return the board for 2, 3 or 4 players, cached (MH-1); only the smallest one has Overwhelm (MH-12)."""
    return Layout(size, _CONTENT.boards[str(size)], has_overwhelm=size == 2)


@cache
def layout_of_2024(size: int) -> Layout:
    """Return the board for 2, 3 or 4 players as in the 2024 edition, without Overwhelm; cached (MH-24)."""
    return Layout(size, _CONTENT.boards[str(size)], has_overwhelm=False)
