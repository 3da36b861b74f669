"""Deals, which assign people to new tables by a pure computation: the same seed gives the same deal.

There is no schedule: each deal takes the people who have room for a table, and seats together those who have
met least.

`DealBasis` holds the inputs of a deal except the season's seed. It is stored, so that anybody can repeat the
deal. People are numbered in it by the order of their ids, because a user who is forgotten gets another id.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import exp
from random import Random
from typing import Final, NamedTuple

import msgspec

STEPS_PER_PERSON: Final = 150
"""Number of swaps that simulated annealing tries, per person."""
HOTTEST, COLDEST = 4.0, 0.05
"""The temperatures at the start and the end of simulated annealing, in the unit of a pair's cost (see `_costs`)."""
APART: Final = 10_000
"""The cost of seating a forbidden pair together. It is higher than the cost of any number of meetings."""

Pair = frozenset[int]


class Sizes(NamedTuple):
    """The possible numbers of seats of a league's tables: the preferred, the least and the greatest number."""

    ideal: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Seeker:
    """A candidate for a table in a deal.

    `tables` is the number of tables so far, and `since` the start of the waiting time in milliseconds UTC. `cap` is
    the maximum number of simultaneous tables, and `open` the number of tables in progress. `has_waited` says that
    the person has waited long enough to meet anybody again at a table for two. `sat_out` is the number of deals that
    left the person out since their first table; those with more have priority. It is counted in cups with rules 2.
    """

    id: int
    tables: int
    since: int
    cap: int
    open: int
    has_waited: bool = False
    sat_out: int = 0


def deal(
    pool: Iterable[Seeker],
    history: Sequence[tuple[int, ...]],
    apart: Collection[Pair],
    sizes: Sizes,
    everybody: Collection[int],
    seed: bytes,
    number: int,
) -> tuple[tuple[int, ...], ...]:
    """Compute the tables of a deal, each as a tuple of its people in the order of seats.

    `history` lists all earlier tables in the same form. `apart` are the pairs that must not sit together.
    `everybody` are all members of the season, including those without room for a table.
    """
    seekers = sorted(
        (one for one in pool if one.open < one.cap), key=lambda one: (-one.sat_out, one.tables, one.since, one.id)
    )
    random = Random(hashlib.sha256(seed + number.to_bytes(4, "big")).digest())
    met = Counter(frozenset(pair) for table in history for pair in combinations(table, 2))
    forbidden = {*apart, *_find_barred_pairs(seekers, met, sizes, everybody)}
    tables = _build_tables(seekers, met, forbidden, sizes, random)
    seated = {person for table in tables for person in table}
    tables += _build_further_tables([one for one in seekers if one.id not in seated], forbidden, sizes)
    return tuple(_assign_seats(table, history) for table in tables)


def table_sizes(people: int, sizes: Sizes) -> tuple[int, ...]:
    """Return the sizes of tables that seat as many people as possible; empty if no table can be filled.

    Of several solutions, the one whose mean size is closest to `sizes.ideal` is returned.
    """
    for used in range(people, sizes.least - 1, -1):
        counts = [count for count in range(1, used + 1) if count * sizes.least <= used <= count * sizes.most]
        if counts:
            count = min(counts, key=lambda count: (abs(used / count - sizes.ideal), count))
            small, more = divmod(used, count)
            return (small + 1,) * more + (small,) * (count - more)
    return ()


def _find_barred_pairs(
    seekers: Sequence[Seeker], met: Counter[Pair], sizes: Sizes, everybody: Collection[int]
) -> set[Pair]:
    """Return the pairs that must not meet again yet; empty if tables may have more than two seats.

    A pair is barred if the two have met before, at least one of them has not yet met all members, and neither has
    waited long.
    """
    if sizes.most > 2:
        return set()
    unmet = {
        one.id for one in seekers if any(other != one.id and not met[frozenset((one.id, other))] for other in everybody)
    }
    return {
        pair
        for one, other in combinations(seekers, 2)
        if met[pair := frozenset((one.id, other.id))]
        and (one.id in unmet or other.id in unmet)
        and not (one.has_waited or other.has_waited)
    }


def _build_tables(
    seekers: Sequence[Seeker], met: Counter[Pair], forbidden: Collection[Pair], sizes: Sizes, random: Random
) -> list[tuple[int, ...]]:
    """Build tables without forbidden pairs, which seat as many people as possible.

    While a planned table has a forbidden pair, the unseated person with the lowest priority is left out and the
    tables are built again. The attempt that seats most people is returned.
    """
    people = [one.id for one in seekers]
    best: list[tuple[int, ...]] = []
    while len(people) >= sizes.least:
        wanted = table_sizes(len(people), sizes)
        places = _anneal(people, wanted, met, forbidden, random)
        tables = [table for table in _split(places, wanted) if not _has_pair(table, forbidden)]
        if sum(map(len, tables)) > sum(map(len, best)):
            best = tables
        if len(tables) == len(wanted):
            return best
        people = _drop_last_unseated(people, tables)
    return best


def _build_further_tables(
    left_over: Sequence[Seeker], forbidden: Collection[Pair], sizes: Sizes
) -> Iterator[tuple[int, ...]]:
    """Yield further tables of the minimum size for people who are left over, longest waiting first.

    No table has a forbidden pair.
    """
    rest = [one.id for one in sorted(left_over, key=lambda one: one.since)]
    while table := next((some for some in combinations(rest, sizes.least) if not _has_pair(some, forbidden)), ()):
        yield table
        rest = [person for person in rest if person not in table]


def _drop_last_unseated(people: Sequence[int], tables: Sequence[tuple[int, ...]]) -> list[int]:
    """Return `people` without the last person who has no seat at any of `tables`.

    `people` are in order of priority. The person left out has priority in the next deal.
    """
    seated = {person for table in tables for person in table}
    last = next(person for person in reversed(people) if person not in seated)
    return [person for person in people if person != last]


def _anneal(
    people: Sequence[int], wanted: Sequence[int], met: Counter[Pair], forbidden: Collection[Pair], random: Random
) -> list[int]:
    """Return an assignment of people to seats that seats together those who have met least.

    It is computed by simulated annealing. `wanted` are the sizes of the tables. The result lists the seats table by
    table, then the people for whom there are no seats.
    """
    used = sum(wanted)
    # Not all people can be seated if the sizes don't fit. The pool is sorted by priority, so the last ones wait.
    places, rest = list(people[:used]), list(people[used:])
    random.shuffle(places)
    table_of = [number for number, size in enumerate(wanted) for _ in range(size)]
    starts = [sum(wanted[:number]) for number in range(len(wanted))]
    cost = _costs(people, met, forbidden)

    def around(place: int, person: int) -> int:
        """Return the cost of seating a person at a place, summed over the other people at that table."""
        number = table_of[place]
        first = starts[number]
        costs = cost[person]
        return sum(costs[places[other]] for other in range(first, first + wanted[number]) if other != place)

    steps = STEPS_PER_PERSON * used
    cooling = (COLDEST / HOTTEST) ** (1 / max(steps, 1))
    heat = HOTTEST
    for _ in range(steps if len(wanted) > 1 else 0):
        heat *= cooling
        one, other = random.randrange(used), random.randrange(used)
        if table_of[one] == table_of[other]:
            continue
        first, second = places[one], places[other]
        more = around(one, second) + around(other, first) - around(one, first) - around(other, second)
        if more <= 0 or random.random() < exp(-more / heat):
            places[one], places[other] = second, first
    return places + rest


def _costs(people: Sequence[int], met: Counter[Pair], forbidden: Collection[Pair]) -> dict[int, dict[int, int]]:
    """Return for each person the cost of sitting with each other person.

    The cost is 2 x meetings + 1, or `APART` for a forbidden pair. This minimises the sum of the squared numbers of
    meetings.
    """
    return {
        one: {other: APART if (pair := frozenset((one, other))) in forbidden else 2 * met[pair] + 1 for other in people}
        for one in people
    }


def _split(places: Sequence[int], wanted: Sequence[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    first = 0
    for size in wanted:
        found.append(tuple(places[first : first + size]))
        first += size
    return found


def _has_pair(table: Sequence[int], pairs: Collection[Pair]) -> bool:
    return any(frozenset(pair) in pairs for pair in combinations(table, 2))


def _assign_seats(table: Sequence[int], history: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the people of a table in the order of seats, each on a seat that they have rarely had.

    If several orders are equally good, the people's numbers decide.
    """
    had = {person: Counter(other.index(person) for other in history if person in other) for person in table}
    orders = permutations(sorted(table))

    def cost(order: Sequence[int]) -> int:
        return sum(had[person][seat] ** 2 for seat, person in enumerate(order)) + max(
            had[person][seat] for seat, person in enumerate(order)
        )

    return min(orders, key=cost)


class DealBasis(msgspec.Struct, frozen=True):
    """The inputs of a deal, except the season's seed and the deal's number.

    `people` are user ids. All other fields refer to people by their index in `people`.
    """

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
    """Build the stored inputs of a deal, in which people are replaced by numbers.

    Forbidden pairs are kept only if both people are in `pool`.
    """
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


def repeat_deal(basis: DealBasis, seed: bytes, number: int) -> tuple[tuple[int, ...], ...]:
    """Repeat a deal from its stored inputs. Return its tables, each with its people's ids in the order of seats."""
    apart = {frozenset(pair) for pair in basis.apart}
    tables = deal(basis.pool, basis.history, apart, basis.sizes, basis.everybody, seed, number)
    return tuple(tuple(basis.people[person] for person in table) for table in tables)
