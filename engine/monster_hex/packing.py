"""Maximum packing: as many sets as possible of which no two share a member (MH-20). Sets are bit masks."""

from collections.abc import Iterable, Sequence


def packing(sets: Sequence[int]) -> tuple[int, ...]:
    """A largest choice of disjoint sets, exact, always the same for the same sets in the same order.

    The sets are different, not empty, and equally large. The work grows with the number of different unions of what
    is left; for the at most ten Monsters of a faction that is some hundred small steps.
    """
    if not sets:
        return ()
    by_lowest: dict[int, list[int]] = {}
    for each in sets:
        by_lowest.setdefault(each & -each, []).append(each)
    return _Packer(by_lowest, sets[0].bit_count()).pack(union(sets))


def union(sets: Iterable[int]) -> int:
    """All members of the sets."""
    members = 0
    for each in sets:
        members |= each
    return members


class _Packer:
    """The search: each member in turn, lowest first, is in one of the sets that begin with it, or in none.

    What remains depends only on the members left, so every remainder is solved once. The search below a remainder
    stops as soon as its members are too few for another set.
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
