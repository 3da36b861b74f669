"""From what a deal is drawn beside the season's seed; it is kept, so that anybody can draw the deal again.

People are numbered by their ids. A deal depends on nothing but their order, so that it can still be drawn again once
somebody was forgotten, whose id is another one then.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import msgspec

from leagues.deal import Pair, Seeker, Sizes, deal


class DealBasis(msgspec.Struct, frozen=True):
    """All that a deal depends on but its seed and its number; `people` are ids, all others numbers among them."""

    people: tuple[int, ...]
    pool: tuple[Seeker, ...]
    history: tuple[tuple[int, ...], ...]
    apart: tuple[tuple[int, int], ...]
    sizes: Sizes
    everybody: tuple[int, ...]


def deal_basis(
    pool: Sequence[Seeker],
    history: Sequence[tuple[int, ...]],
    apart: Iterable[Pair],
    sizes: Sizes,
    everybody: Collection[int],
) -> DealBasis:
    """What `deal` is given, with people numbered. Of the pairs apart only those that might be dealt are kept."""
    wanting = {one.id for one in pool}
    people = sorted({*wanting, *everybody, *(person for table in history for person in table)})
    number = {person: index for index, person in enumerate(people)}
    pairs = sorted(sorted(number[person] for person in pair) for pair in apart if pair <= wanting)
    return DealBasis(
        people=tuple(people),
        pool=tuple(replace(one, id=number[one.id]) for one in pool),
        history=tuple(tuple(number[person] for person in table) for table in history),
        apart=tuple((one, other) for one, other in pairs),
        sizes=sizes,
        everybody=tuple(sorted(number[person] for person in everybody)),
    )


def drawn(basis: DealBasis, seed: bytes, number: int) -> tuple[tuple[int, ...], ...]:
    """The tables of a deal, each with the ids of its people in the order of seats."""
    apart = {frozenset(pair) for pair in basis.apart}
    tables = deal(basis.pool, basis.history, apart, basis.sizes, basis.everybody, seed, number)
    return tuple(tuple(basis.people[person] for person in table) for table in tables)
