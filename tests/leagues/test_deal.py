"""Deals (acceptance 1 and 2)."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.deal import Seeker, Sizes, deal, table_sizes

OF_EVERY_GAME = [Sizes(4, 3, 4), Sizes(5, 4, 6), Sizes(2, 2, 2), Sizes(3, 2, 6)]


@pytest.mark.parametrize("sizes", OF_EVERY_GAME)
def test_leagues_1_sizes_are_legal_and_nobody_is_left_over_who_could_sit(sizes: Sizes) -> None:
    for people in range(2, 61):
        found = table_sizes(people, sizes)
        possible = [
            used
            for used in range(people + 1)
            if any(count * sizes.least <= used <= count * sizes.most for count in range(used + 1))
        ]
        assert sum(found) == max(possible)
        assert all(sizes.least <= size <= sizes.most for size in found)
        assert not found or max(found) - min(found) <= 1


@pytest.mark.parametrize(
    ("people", "sizes", "expected"),
    [
        (24, Sizes(4, 3, 4), (4,) * 6),
        (9, Sizes(4, 3, 4), (3, 3, 3)),
        (5, Sizes(4, 3, 4), (4,)),
        (7, Sizes(5, 4, 6), (6,)),
    ],
)
def test_sizes_by_hand(people: int, sizes: Sizes, expected: tuple[int, ...]) -> None:
    assert table_sizes(people, sizes) == expected


@settings(max_examples=40)
@given(st.integers(2, 20), st.sampled_from(OF_EVERY_GAME), st.data())
def test_leagues_2_nobody_sits_twice_or_over_their_cap_or_in_a_forbidden_pair(
    people: int, sizes: Sizes, data: st.DataObject
) -> None:
    numbers = st.integers(0, people - 1)
    apart = {
        frozenset(pair) for pair in data.draw(st.lists(st.tuples(numbers, numbers), max_size=8)) if len(set(pair)) > 1
    }
    pool = [Seeker(one, 0, 0, 2, data.draw(st.integers(0, 2))) for one in range(people)]

    tables = deal(pool, [], apart, sizes, range(people), b"seed", 1)

    seated = [person for table in tables for person in table]
    assert len(seated) == len(set(seated))
    assert {one.id for one in pool if one.open < one.cap} >= set(seated)
    assert not apart & {frozenset(pair) for table in tables for pair in combinations(table, 2)}
    assert tables == deal(pool, [], apart, sizes, range(people), b"seed", 1)


def test_leagues_2_with_two_seats_nobody_meets_again_while_somebody_is_unmet() -> None:
    """The unmet person has no room now; in the last deals, one of the others has waited for three days."""
    met = [(0, 1)]
    usual = [Seeker(0, 1, 0, 1, 0), Seeker(1, 1, 0, 1, 0)]
    waiting = [[replace(one, has_waited=one.id == who) for one in usual] for who in (0, 1)]

    assert deal(usual, met, (), Sizes(2, 2, 2), (0, 1, 2), b"", 2) == ()
    assert deal(usual, met, (), Sizes(2, 2, 2), (0, 1), b"", 2) == ((1, 0),)
    assert [len(deal(pool, met, (), Sizes(2, 2, 2), (0, 1, 2), b"", 2)) for pool in waiting] == [1, 1]


def test_leagues_1_nobody_is_left_over_beside_others_who_may_not_sit_together() -> None:
    """Of the first four people only two may meet; the fifth has played most and may meet anybody."""
    apart = {frozenset(pair) for pair in combinations(range(4), 2)} - {frozenset((0, 1))}
    pool = [Seeker(person, int(person == 4), person, 1, 0) for person in range(5)]

    tables = deal(pool, [], apart, Sizes(2, 2, 2), range(5), b"seed", 1)

    assert sorted(map(sorted, tables)) == [[0, 1], [2, 4]]


def test_who_has_played_least_and_waited_longest_is_seated_first() -> None:
    pool = [Seeker(1, 2, 0, 1, 0), Seeker(2, 1, 9, 1, 0), Seeker(3, 1, 5, 1, 0)]

    assert [set(table) for table in deal(pool, [], (), Sizes(2, 2, 2), (1, 2, 3), b"", 1)] == [{2, 3}]


# People, table sizes, deals, and the share of pairs that have met about equally often (design, 2).
@pytest.mark.parametrize(
    ("people", "sizes", "deals", "share"),
    [
        (8, Sizes(4, 4, 4), 7, 1.00),
        (12, Sizes(4, 4, 4), 6, 0.94),
        (20, Sizes(5, 5, 5), 6, 0.93),
        (30, Sizes(4, 4, 4), 8, 0.98),
    ],
)
def test_leagues_2_pairs_meet_about_equally_often(people: int, sizes: Sizes, deals: int, share: float) -> None:
    history: list[tuple[int, ...]] = []
    played: Counter[int] = Counter()
    for number in range(1, deals + 1):
        pool = [Seeker(one, played[one], 0, 1, 0) for one in range(people)]
        tables = deal(pool, history, (), sizes, range(people), b"figures", number)
        played.update(person for table in tables for person in table)
        history += tables

    met = Counter(frozenset(pair) for table in history for pair in combinations(table, 2))
    pairs = [frozenset(pair) for pair in combinations(range(people), 2)]
    mean = sum(met.values()) / len(pairs)
    even = sum(met[pair] in (floor(mean), ceil(mean)) for pair in pairs) / len(pairs)
    seats = [Counter(table.index(one) for table in history if one in table) for one in range(people)]

    assert even >= share - 0.05
    assert max(max(one.values()) - min(one[seat] for seat in range(sizes.ideal)) for one in seats) <= 3
