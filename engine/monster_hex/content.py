"""What Monster Hex is made of: tiles, factions and boards, read once from `data/monster_hex`, as tables of ints.

Tiles are numbered 0-9 in the data file's order, factions 0-3, cells and stones in label order. A *slot* is a tile in
one rotation, `tile * 6 + rotation`; a *piece* is a slot placed by a seat, `seat * 60 + slot`. Sets of tiles are
bit masks of 10 bits, sets of slots bit masks of 60. In views, hexes are named by their labels (row letter, number from
the left); edges 0-5 are E, SE, SW, W, NW, NE.
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
    """A tile as printed, with its Monster's name (the same in all factions) and `powers[edge]` at rotation 0."""

    id: str
    name: str
    rank: str
    red: bool
    powers: tuple[int, ...]


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A hex for tiles, in axial coordinates; `start` hexes show the Magic Hexagon."""

    label: str
    q: int
    r: int
    start: bool


class Value(msgspec.Struct, frozen=True, gc=False):
    """A value printed on a Large Stone, with the faction of its colour."""

    points: int
    faction: str


class Stone(msgspec.Struct, frozen=True, gc=False):
    """A Magic Stone as printed; `values` is empty for a Small Stone, which is worth 1."""

    label: str
    q: int
    r: int
    large: bool
    name: str
    values: tuple[Value, ...]
    demon_king: bool

    @property
    def short_name(self) -> str:
        """The name for use in a sentence: "Jade Lord" or "Small Stone"."""
        return self.name.removesuffix(" Stone") if self.large else self.name


EMPTY: Final = -1
"""The board entry of a cell without a tile."""
SLOTS: Final = 60
"""The number of slots: ten tiles in six rotations each."""
ALL_SLOTS: Final = (1 << SLOTS) - 1
EDGES: Final = ("E", "SE", "SW", "W", "NW", "NE")


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
"""The rank of each tile, where 0 is the strongest (MH-11)."""
SMALL_STONE_POINTS: Final = _CONTENT.small_stone_points
COLOUR_BONUS: Final = _CONTENT.colour_bonus
BOARD_SIZES: Final = tuple(sorted(int(size) for size in _CONTENT.boards))

POWERS: Final = tuple(
    tuple(TILES[slot // 6].powers[(edge - slot % 6) % 6] for edge in range(6)) for slot in range(SLOTS)
)
"""The power of each slot on each edge (MH-5)."""


def showing(edge: int, power: int) -> int:
    """Return a mask of the slots that show this power on this edge."""
    return sum(1 << slot for slot in range(SLOTS) if POWERS[slot][edge] == power)


GIVES: Final = tuple(tuple(showing(opposite(edge), POWERS[slot][edge]) for edge in range(6)) for slot in range(SLOTS))
"""For each slot and edge, a mask of the slots that match it from the neighbouring cell."""

TILES_IN: Final = tuple(
    tuple(tile for tile in range(len(TILES)) if tiles >> tile & 1) for tiles in range(ALL_TILES + 1)
)
"""The tile numbers in each set of tiles, indexed by mask."""
IDS_IN: Final = tuple(tuple(TILES[tile].id for tile in tiles) for tiles in TILES_IN)
"""The tile ids in each set of tiles, indexed by mask."""
SLOTS_OF: Final = tuple(sum(63 << 6 * tile for tile in tiles) for tiles in TILES_IN)
"""The slots of each set of tiles, indexed by mask."""


def tile_number(word: str) -> int | None:
    """Return the tile with this id or name, ignoring case, or None if there is none."""
    return _NUMBERS.get(word.casefold())


def tile_set(ids: tuple[str, ...]) -> int:
    """Return the mask of the tiles with these ids."""
    return sum(1 << TILE_INDEX[tile] for tile in ids)


class Layout:
    """A printed board and its lookups. Cells are the hexes for tiles; stones are numbered separately.

    Cells and stones are in label order, and `places` holds the cells followed by the stones. `worth` is the highest
    value of each stone, and `printed` all values that occur on stones.

    - `facing[stone]`: the cells around a stone, each with the edge that faces the stone
    - `ring[stone]`: a getter of the board entries on these cells
    - `stones_at[cell]`: the stones beside a cell
    - `rings_at[cell]`: the same stones, each with its ring
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
        self.stones: Final = tuple(_stone(names[at], at, large.get(at)) for at in stones)
        self.places: Final = (*self.cells, *self.stones)
        self.stone_index: Final = {stone.label: number for number, stone in enumerate(self.stones)}
        self.values: Final = tuple(map(_values, self.stones))
        self.worth: Final = tuple(map(_worth, self.values))
        self.printed: Final = tuple(sorted({points for values in self.values for points, _ in values}))
        self.beside: Final = tuple(map(_beside, self.board.neighbour_in))
        self.facing: Final = tuple(_facing(self.board, at) for at in stones)
        self.ring: Final = tuple(map(_ring, self.facing))
        self.stones_at: Final = tuple(_stones_at(self.facing, cell) for cell in range(len(hexes)))
        self.rings_at: Final = tuple(tuple((stone, self.ring[stone]) for stone in stones) for stones in self.stones_at)
        self.demon_king: Final = next(number for number, stone in enumerate(self.stones) if stone.demon_king)

    def stone(self, label: str) -> Stone:
        """Return the stone with this label. Raises KeyError if there is none."""
        return self.stones[self.stone_index[label]]


def _facing(board: Board, stone: Hex) -> tuple[tuple[int, int], ...]:
    """Return the cells around a stone, each with the edge that faces the stone."""
    around = ((side, board.cell.get(stone.moved(direction))) for side, direction in enumerate(DIRECTIONS))
    return tuple((cell, opposite(side)) for side, cell in around if cell is not None)


def _beside(around: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the neighbours of a cell, each with the edge towards it."""
    return tuple((edge, other) for edge, other in enumerate(around) if other >= 0)


def _ring(facing: Sequence[tuple[int, int]]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    return itemgetter(*(cell for cell, _ in facing))


def _stones_at(facing: Sequence[Sequence[tuple[int, int]]], cell: int) -> tuple[int, ...]:
    """Return the stones beside a cell."""
    return tuple(stone for stone, around in enumerate(facing) if any(cell == other for other, _ in around))


def _values(stone: Stone) -> tuple[tuple[int, int], ...]:
    """Return the values printed on a stone, each with its faction number."""
    return tuple((value.points, FACTIONS.index(value.faction)) for value in stone.values)


def _worth(values: Sequence[tuple[int, int]]) -> int:
    return max([points for points, _ in values], default=1)


def _label_order(at: Hex) -> tuple[int, int]:
    return at.r, at.q


def _stone(label: str, at: Hex, large: _LargeStone | None) -> Stone:
    if large is None:
        return Stone(label, at.q, at.r, False, "Small Stone", (), False)
    values = tuple(Value(points, faction) for points, faction in large.values)
    return Stone(label, at.q, at.r, True, large.name, values, large.demon_king)


@cache
def layout(size: int) -> Layout:
    """Return the board for 2, 3 or 4 players (MH-1); the 2-player board has Overwhelm (MH-12)."""
    return Layout(size, _CONTENT.boards[str(size)], has_overwhelm=size == 2)


@cache
def layout_of_2024(size: int) -> Layout:
    """Return the board as played in the 2024 edition, without Overwhelm (MH-24)."""
    return Layout(size, _CONTENT.boards[str(size)], has_overwhelm=False)
