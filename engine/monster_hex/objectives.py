"""Objectives (MH-20): the cards, and how often the Monsters of an owner fulfil one on a board.

The functions need no game state. The Monsters on a board are given as `Cells`: for each owner (a seat or `SHARED`) a
bit mask of the cells with its Monsters, by the layout's cell numbers. `owned_cells` builds them from labels. Temporary
Stones are ignored: they never count as stones, and their hexes belong to no owner. A printed Stone still counts after
its capture.

`count_fulfilments` returns how often a card is fulfilled; `fulfilment` returns the hexes too. Both take a few
microseconds. `outlook` returns what is missing to fulfil a card once more.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from engine.hexgrid import DIRECTIONS, Hex, opposite, reflect, rotate60
from engine.monster_hex.content import BOARD_SIZES, Layout, layout

SHARED: Final = "shared"
Owner: TypeAlias = int | Literal["shared"]
"""The owner of a Monster: a seat or the shared faction.

The shared faction scores no Objectives, but its Monsters count in the comparison for "most of" Objectives.
"""
Cells: TypeAlias = Mapping[Owner, int]
Where: TypeAlias = Literal["adj_small", "border", "start", "loner"]
Metric: TypeAlias = Literal["largest_group", "large_sides", "adj_demon"]
Kind: TypeAlias = Literal["pattern", "around", "opposite", "count", "most"]


class Objective(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An Objective card as printed.

    `points` are scored each time the card is fulfilled. `boards` are the board sizes on which it is used. The other
    fields depend on the kind:

    - "pattern": `shape`
    - "around": `stone`, and `n` Monsters
    - "opposite": `stone`
    - "count": `where`, and `n` Monsters
    - "most": `metric`
    """

    id: str
    name: str
    kind: Kind
    points: int
    text: str
    boards: tuple[int, ...]
    shape: tuple[tuple[int, int], ...] = ()
    stone: Literal["large"] | None = None
    n: int | None = None
    where: Where | None = None
    metric: Metric | None = None


class Fulfilment(msgspec.Struct, frozen=True, gc=False):
    """An owner's progress on an Objective: how often it is fulfilled, the total points, and the hexes.

    `configurations` has one tuple of hex labels, in label order, for each time that the card is fulfilled. No hex is in
    two of them, and the choice among equally good ones is deterministic. For "most of" Objectives, `value` is the
    owner's count and `best` the highest count of the other owners; otherwise both are 0.
    """

    objective: str
    times: int
    points: int
    configurations: tuple[tuple[str, ...], ...]
    value: int = 0
    best: int = 0


class Shortfall(msgspec.Struct, frozen=True, gc=False):
    """The fewest Monsters that an owner has to add on free hexes to fulfil an Objective once more.

    `missing` is their number. `hexes` are the labels of the whole configuration: hexes with own Monsters and free
    hexes. For a "count" Objective it is empty, since several choices of hexes are equally good.
    """

    missing: int
    hexes: tuple[str, ...]


class _Cards(msgspec.Struct, frozen=True):
    objectives: tuple[Objective, ...]


class _Tables(NamedTuple):
    """Bit masks of cells of a board, used to evaluate Objectives.

    `adjacent[cell]` are the neighbours of a cell, `rings` has the cells around each Large Stone, and `demon_king` and
    `small` are the cells around the Demon King Stone and around any Small Stone.
    """

    adjacent: tuple[int, ...]
    rings: tuple[int, ...]
    demon_king: int
    small: int
    border: int
    start: int


def owned_cells(board: Layout, owners: Mapping[str, Owner]) -> dict[Owner, int]:
    """Return the mask of each owner's Monsters; `owners` maps hex labels to owners.

    Raises KeyError for an unknown label.
    """
    found: dict[Owner, int] = {}
    for label, owner in owners.items():
        found[owner] = found.get(owner, 0) | 1 << board.board.index[label]
    return found


def objectives_for(size: int) -> tuple[Objective, ...]:
    """Return the Objective cards for the board of 2, 3 or 4 players, in the data file's order."""
    return _FOR_BOARD[size]


def count_fulfilments(board: Layout, objective: Objective, cells: Cells, owner: Owner) -> int:
    """Return how often an owner fulfils an Objective; 0 for the shared faction."""
    if owner == SHARED:
        return 0
    if objective.metric is not None:
        return int(_is_leading(*_values(board, objective.metric, cells, owner)))
    return len(_chosen(board, objective, cells.get(owner, 0)))


def fulfilment(board: Layout, objective: Objective, cells: Cells, owner: Owner) -> Fulfilment:
    """Return an owner's progress on an Objective: how often it is fulfilled, the points, and on which hexes."""
    own, value, best = cells.get(owner, 0), 0, 0
    if objective.metric is not None:
        value, best = _values(board, objective.metric, cells, owner)
        chosen = (_find_counted_monsters(board, objective.metric, own),) if _is_leading(value, best) else ()
    else:
        chosen = _chosen(board, objective, own)
    if owner == SHARED:
        chosen = ()
    configurations = tuple(_labels(board, each) for each in chosen)
    return Fulfilment(objective.id, len(chosen), len(chosen) * objective.points, configurations, value, best)


def outlook(board: Layout, objective: Objective, cells: Cells, owner: Owner) -> Shortfall | None:
    """Return the way to fulfil an Objective once more that needs the fewest additional Monsters.

    At a tie the first in label order is returned. None if no configuration of own and free hexes fulfils it once
    more, for the shared faction, and for "most of" Objectives, which depend on other owners' Monsters too.
    """
    own, free = cells.get(owner, 0), ~union(cells.values())
    if objective.metric is not None or owner == SHARED:
        return None
    if objective.where is not None:
        return _count_outlook(board, objective, objective.where, own, free)
    now = len(_chosen(board, objective, own))
    possible = [each for each in _placements(board, objective) if each & ~own & ~free == 0 and each & ~own]
    for each in sorted(possible, key=lambda each: (each & ~own).bit_count()):
        if len(_chosen(board, objective, own | each)) > now:
            return Shortfall((each & ~own).bit_count(), _labels(board, each))
    return None


def _count_outlook(board: Layout, objective: Objective, where: Where, own: int, free: int) -> Shortfall | None:
    n = objective.n or 1
    missing = n - _mask_counted(board, where, own).bit_count() % n
    if where == "loner":
        neighbours = union(_tables(board).adjacent[cell] for cell in _iterate_cells(own))
        candidates = free & ~neighbours & (1 << len(board.cells)) - 1
    else:
        candidates = free & _hexes(board, where)
    return Shortfall(missing, ()) if missing <= candidates.bit_count() else None


def _is_leading(value: int, best: int) -> bool:
    return value > 0 and value >= best


def _values(board: Layout, metric: Metric, cells: Cells, owner: Owner) -> tuple[int, int]:
    """Return an owner's count for a "most of" Objective, and the highest count of the other owners."""
    value = _value(board, metric, cells.get(owner, 0))
    return value, max((_value(board, metric, own) for other, own in cells.items() if other != owner), default=0)


def _value(board: Layout, metric: Metric, own: int) -> int:
    if metric == "large_sides":
        return sum((ring & own).bit_count() for ring in _tables(board).rings)
    return _find_counted_monsters(board, metric, own).bit_count()


def _find_counted_monsters(board: Layout, metric: Metric, own: int) -> int:
    """Return a mask of the Monsters that a "most of" Objective counts for an owner.

    They are those around Large Stones, those around the Demon King Stone, or the largest connected group. Of
    several equally large groups the first in label order counts.
    """
    tables = _tables(board)
    if metric == "large_sides":
        return own & union(tables.rings)
    if metric == "adj_demon":
        return own & tables.demon_king
    return max(_groups(tables, own), key=int.bit_count, default=0)


def _groups(tables: _Tables, own: int) -> Iterator[int]:
    while own:
        group, edge = 0, own & -own
        while edge:
            group |= edge
            edge = union(tables.adjacent[cell] for cell in _iterate_cells(edge)) & own & ~group
        own &= ~group
        yield group


@lru_cache(maxsize=4096)
def _chosen(board: Layout, objective: Objective, own: int) -> tuple[int, ...]:
    """Return the most configurations (masks of cells) that each fulfil an Objective once and have no cell in common.

    Not for "most of" Objectives.
    """
    if objective.where is not None:
        members, n = [*_iterate_cells(_mask_counted(board, objective.where, own))], objective.n or 1
        return tuple(
            union(1 << cell for cell in members[first : first + n]) for first in range(0, len(members) - n + 1, n)
        )
    return packing([each for each in _placements(board, objective) if each & own == each])


def _mask_counted(board: Layout, where: Where, own: int) -> int:
    """Return a mask of the owner's Monsters that a "count" Objective counts."""
    if where == "loner":
        adjacent = _tables(board).adjacent
        return union(1 << cell for cell in _iterate_cells(own) if not adjacent[cell] & own)
    return own & _hexes(board, where)


def _hexes(board: Layout, where: Where) -> int:
    tables = _tables(board)
    return {"adj_small": tables.small, "border": tables.border, "start": tables.start}[where]


@cache
def _placements(board: Layout, objective: Objective) -> tuple[int, ...]:
    """Return the masks of all sets of cells that fulfil a "pattern", "around" or "opposite" Objective once.

    They are in label order.
    """
    if objective.kind == "pattern":
        found = _patterns(board, objective.shape)
    elif objective.kind == "around":
        rings = (_iterate_cells(ring) for ring in _tables(board).rings)
        found = {cells for ring in rings for cells in combinations(ring, objective.n or 1)}
    else:
        found = _opposites(board)
    return tuple(union(1 << cell for cell in cells) for cells in sorted(found))


def _patterns(board: Layout, shape: Iterable[tuple[int, int]]) -> set[tuple[int, ...]]:
    """Return the sets of cells that a shape covers, at every position and in every rotation and reflection."""
    hexes = [Hex(*at) for at in shape]
    index = board.board.cell
    found: set[tuple[int, ...]] = set()
    # Images of a symmetric shape are equal, and each is placed once.
    for image in {image for times in range(6) for image in _images(hexes, times)}:
        for first in board.board.hexes:
            cells = [index[at] for hexagon in image if (at := hexagon.shift_by(first)) in index]
            if len(cells) == len(image):
                found.add(tuple(sorted(cells)))
    return found


def _images(hexes: list[Hex], times: int) -> Iterator[tuple[Hex, ...]]:
    """Yield a shape and its mirror image, rotated, both sorted with their first hex at (0, 0)."""
    for symmetry in _SYMMETRIES:
        first, *others = sorted(rotate60(symmetry(hexagon), times) for hexagon in hexes)
        yield (Hex(0, 0), *(Hex(hexagon.q - first.q, hexagon.r - first.r) for hexagon in others))


_SYMMETRIES: Final[tuple[Callable[[Hex], Hex], ...]] = (lambda hexagon: hexagon, reflect)


def _opposites(board: Layout) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    for stone, facing in zip(board.stones, board.facing, strict=True):
        around = {edge: cell for cell, edge in facing} if stone.large else {}
        for edge, cell in around.items():
            across = around.get(opposite(edge))
            if across is not None:
                found.add((min(cell, across), max(cell, across)))
    return found


@cache
def _tables(board: Layout) -> _Tables:
    places = {Hex(place.q, place.r) for place in board.places}
    rings = [union(1 << cell for cell, _ in facing) for facing in board.facing]
    large = [number for number, stone in enumerate(board.stones) if stone.large]
    return _Tables(
        adjacent=tuple(union(1 << other for other in around) for around in board.board.neighbours),
        rings=tuple(rings[stone] for stone in large),
        demon_king=rings[board.demon_king],
        small=union(ring for stone, ring in enumerate(rings) if stone not in large),
        border=union(
            1 << cell
            for cell, at in enumerate(board.board.hexes)
            if any(at.shift_by(direction) not in places for direction in DIRECTIONS)
        ),
        start=union(1 << cell for cell in board.start),
    )


def _iterate_cells(cells: int) -> Iterator[int]:
    """Yield the numbers of the cells in a mask, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def _labels(board: Layout, cells: int) -> tuple[str, ...]:
    return tuple(board.board.name[cell] for cell in _iterate_cells(cells))


def packing(sets: Sequence[int]) -> tuple[int, ...]:
    """Return the largest possible selection of sets that have no member in common; exact and deterministic.

    The sets are bit masks. They must be distinct, non-empty and of equal size. For the at most ten Monsters of a
    faction the search takes a few hundred small steps.
    """
    if not sets:
        return ()
    by_lowest: dict[int, list[int]] = {}
    for each in sets:
        by_lowest.setdefault(each & -each, []).append(each)
    return _Packer(by_lowest, sets[0].bit_count()).pack(union(sets))


def union(sets: Iterable[int]) -> int:
    """Return the union of sets given as bit masks."""
    members = 0
    for each in sets:
        members |= each
    return members


class _Packer:
    """A memoised search for the largest selection of disjoint sets, which decides on the members from the lowest up.

    The lowest remaining member is either covered by one of the sets in which it is the lowest, or left uncovered. The
    result for the remaining members depends only on these, so it is computed once for each remainder. The search stops
    early when a selection has as many sets as the remaining members allow.
    """

    def __init__(self, by_lowest: dict[int, list[int]], size: int) -> None:
        self.by_lowest = by_lowest
        self.size = size
        self.solved: dict[int, tuple[int, ...]] = {}

    def pack(self, members: int) -> tuple[int, ...]:
        bound = members.bit_count() // self.size
        if not bound:
            return ()
        best = self.solved.get(members)
        if best is None:
            best = self.solved[members] = self._search(members, bound)
        return best

    def _search(self, members: int, bound: int) -> tuple[int, ...]:
        lowest, best = members & -members, ()
        for each in self.by_lowest.get(lowest, ()):
            if each & members == each:
                found = (each, *self.pack(members & ~each))
                if len(found) > len(best):
                    best = found
                    if len(best) == bound:
                        return best
        without = self.pack(members & ~lowest)
        return without if len(without) > len(best) else best


def check_objectives(cards: Iterable[Objective]) -> tuple[Objective, ...]:
    """Return the cards unchanged after validation.

    Raises ValueError for a repeated id, fields that do not fit the card's kind, wrong points or boards, and a card that
    cannot be fulfilled on one of its boards.
    """
    found = tuple(cards)
    if len({card.id for card in found}) != len(found):
        raise ValueError("two objectives have the same id")
    for card in found:
        _check(card)
    return found


_NEEDED: Final = {
    "pattern": {"shape"},
    "around": {"stone", "n"},
    "opposite": {"stone"},
    "count": {"where", "n"},
    "most": {"metric"},
}


def _check(card: Objective) -> None:
    given = {field for field in ("shape", "stone", "n", "where", "metric") if getattr(card, field)}
    if given != _NEEDED[card.kind]:
        raise ValueError(f"objective {card.id}: {card.kind} needs {sorted(_NEEDED[card.kind])}, has {sorted(given)}")
    if card.points < 1 or not card.boards or not {*card.boards} <= {*BOARD_SIZES}:
        raise ValueError(f"objective {card.id}: invalid points or boards")
    if card.kind in ("pattern", "around", "opposite"):
        for size in card.boards:
            if not _placements(layout(size), card):
                raise ValueError(f"objective {card.id} cannot be fulfilled on board {size}")


OBJECTIVES: Final = check_objectives(
    msgspec.json.decode(
        files("data.monster_hex").joinpath("monster_hex.json").read_bytes(), type=_Cards, strict=True
    ).objectives
)
"""All Objective cards, in the data file's order."""
OBJECTIVE: Final = {card.id: card for card in OBJECTIVES}
"""All Objective cards by id."""
_FOR_BOARD: Final = {size: tuple(card for card in OBJECTIVES if size in card.boards) for size in BOARD_SIZES}
