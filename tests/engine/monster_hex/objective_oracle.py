"""An independent, slow implementation of MH-20: how often an Objective is fulfilled on a full board."""

from collections.abc import Iterable, Mapping, Set
from functools import cache
from itertools import combinations
from typing import Any

from tests.engine.monster_hex.oracle import DATA, STEPS, Hexagon, neighbour

CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in DATA["objectives"]}

Cells = frozenset[Hexagon]


def times(card: str, board: Mapping[str, Any], owners: Mapping[Hexagon, int], seat: int) -> int:
    """Return how often a seat scores a card.

    `owners` maps each hex to the owner of its Monster, the shared faction included.
    """
    told = CARDS[card]
    own = frozenset(at for at, owner in owners.items() if owner == seat)
    if told["kind"] == "most":
        reached = {owner: metric(told["metric"], board, owners, owner) for owner in {*owners.values(), seat}}
        return int(reached[seat] > 0 and reached[seat] == max(reached.values()))
    if told["kind"] == "count":
        return sum(counts(told["where"], board, own, at) for at in own) // told["n"]
    return packing(own, configurations(told, board, own))


def packing(cells: Cells, found: Set[Cells]) -> int:
    """Return the greatest number of disjoint configurations, found by trying every choice."""

    @cache
    def most(left: Cells) -> int:
        if not left:
            return 0
        at = min(left)
        using = [1 + most(left - one) for one in found if at in one and one <= left]
        return max([most(left - {at}), *using])

    return most(cells)


def configurations(told: Mapping[str, Any], board: Mapping[str, Any], own: Cells) -> set[Cells]:
    """Return every set of own Monsters that fulfils a card once."""
    if told["kind"] == "pattern":
        shape = [(q, r) for q, r in told["shape"]]
        laid = (shift_to(turned, at) for turned in orientations(shape) for at in own)
        return {cells for cells in laid if cells <= own}
    sites = [tuple(site["at"]) for site in board["large"]]
    if told["kind"] == "around":
        beside = [[at for at in around((q, r)) if at in own] for q, r in sites]
        return {frozenset(chosen) for cells in beside for chosen in combinations(cells, told["n"])}
    assert told["kind"] == "opposite", told
    pairs = (frozenset((neighbour((q, r), edge), neighbour((q, r), edge + 3))) for q, r in sites for edge in range(3))
    return {pair for pair in pairs if pair <= own}


def orientations(shape: list[Hexagon]) -> Iterable[list[Hexagon]]:
    """Yield the six rotations of a shape and of its mirror image."""
    for mirrored in (shape, [(r, q) for q, r in shape]):
        turned = mirrored
        for _ in range(6):
            turned = [(-r, q + r) for q, r in turned]
            yield turned


def shift_to(shape: list[Hexagon], at: Hexagon) -> Cells:
    """Return a shape moved so that its first cell lies on a hex."""
    first = shape[0]
    return frozenset((q - first[0] + at[0], r - first[1] + at[1]) for q, r in shape)


def around(at: Hexagon) -> list[Hexagon]:
    return [neighbour(at, edge) for edge in range(len(STEPS))]


def counts(where: str, board: Mapping[str, Any], own: Cells, at: Hexagon) -> bool:
    """Return whether a card counts the own Monster on a hex."""
    small = {(q, r) for q, r in board["small"]}
    if where == "adj_small":
        return not small.isdisjoint(around(at))
    if where == "border":
        large = {(q, r) for q, r in (site["at"] for site in board["large"])}
        return not set(around(at)) <= {(q, r) for q, r in board["placeable"]} | small | large
    if where == "start":
        return list(at) in board["start"]
    assert where == "loner", where
    return own.isdisjoint(around(at))


def metric(name: str, board: Mapping[str, Any], owners: Mapping[Hexagon, int], owner: int) -> int:
    """Return the number by which a card of kind `most` compares the owners."""
    own = {at for at, other in owners.items() if other == owner}
    if name == "largest_group":
        return max((len(group) for group in groups(own)), default=0)
    sites = [site for site in board["large"] if name == "large_sides" or site["demon_king"]]
    assert name in ("large_sides", "adj_demon"), name
    return sum(at in own for site in sites for at in around((site["at"][0], site["at"][1])))


def groups(cells: Iterable[Hexagon]) -> list[set[Hexagon]]:
    """Return the connected groups of some hexes."""
    left, found = set(cells), list[set[Hexagon]]()
    while left:
        group, edge = set[Hexagon](), [left.pop()]
        while edge:
            at = edge.pop()
            group.add(at)
            beside = [other for other in around(at) if other in left]
            left.difference_update(beside)
            edge += beside
        found.append(group)
    return found
