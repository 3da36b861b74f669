"""Ratings (acceptance 5)."""

from collections.abc import Sequence
from itertools import permutations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from leagues.rating import RatedTable, Rating, Standing, compute_ratings, displayed_rating, margin, rate, update_ratings

ratings = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3))


def model(seats: int) -> PlackettLuce:
    """Return the library's model with the parameters for tables of this size."""
    return PlackettLuce(beta=25 / 6 * sqrt(2 / seats), gamma=lambda *_: 1.0)


def mean_of_all_orders(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Compute `rate` by its definition: the mean of the library's results over all orders of the tied seats."""
    seats = range(len(places))
    orders = [order for order in permutations(seats) if [places[seat] for seat in order] == sorted(places)]
    rated = [
        model(len(places)).rate(
            [[PlackettLuce().create_rating([*rating])] for rating in before],
            ranks=[float(order.index(seat)) for seat in seats],
        )
        for order in orders
    ]
    return [
        Rating(
            sum(found[seat][0].mu for found in rated) / len(orders),
            sqrt(sum(found[seat][0].sigma ** 2 for found in rated) / len(orders)),
        )
        for seat in seats
    ]


@st.composite
def tables(draw: st.DrawFn, most: int = 7) -> tuple[list[Rating], list[int]]:
    before = draw(st.lists(ratings, min_size=2, max_size=most))
    return before, draw(st.lists(st.integers(1, 3), min_size=len(before), max_size=len(before)))


@given(tables(most=5))
def test_leagues_5_a_table_is_rated_by_the_mean_over_all_orders_of_the_tied(
    table: tuple[list[Rating], list[int]],
) -> None:
    for one, other in zip(rate(*table), mean_of_all_orders(*table), strict=True):
        assert one == pytest.approx(other, rel=1e-9)


@pytest.mark.parametrize(
    ("mus", "places", "expected"),
    [
        (
            (20, 22, 24, 25, 26, 28, 35),
            (1,) * 7,
            [
                (21.053216, 7.464045),
                (22.571837, 6.610348),
                (24.230187, 5.734937),
                (25.089038, 4.841643),
                (26.009488, 3.916626),
                (27.948059, 2.963011),
                (34.868161, 1.987739),
            ],
        ),
        (
            (20, 22, 24, 25, 26, 28),
            (1, 1, 2, 2, 2, 2),
            [
                (23.357267, 7.810044),
                (24.487103, 6.859315),
                (23.345415, 5.646944),
                (24.441974, 4.789902),
                (25.573181, 3.889727),
                (27.675365, 2.951247),
            ],
        ),
        (
            (31, 25, 19, 22),
            (2, 1, 4, 2),
            [(29.95814, 7.239041), (27.541264, 6.844357), (17.099896, 5.714478), (22.429935, 4.853587)],
        ),
    ],
)
def test_leagues_5_tables_that_the_library_rated_order_by_order_keep_their_results(
    mus: tuple[int, ...], places: tuple[int, ...], expected: list[tuple[float, float]]
) -> None:
    """If an organiser changes one event, all ratings of the game are recomputed from the events."""
    found = rate([Rating(mu, 8 - seat) for seat, mu in enumerate(mus)], places)

    assert [(round(mu, 6), round(sigma, 6)) for mu, sigma in found] == expected


@given(tables())
def test_leagues_5_the_first_never_loses_and_the_last_never_gains(table: tuple[list[Rating], list[int]]) -> None:
    before, places = table
    after_it = rate(before, places)

    if places.count(min(places)) == 1:
        first = places.index(min(places))
        assert after_it[first].mu >= before[first].mu
    if places.count(max(places)) == 1:
        last = places.index(max(places))
        assert after_it[last].mu <= before[last].mu


@given(st.lists(st.integers(1, 4), min_size=2, max_size=7))
def test_leagues_5_from_equal_ratings_the_tied_stay_equal_and_a_better_place_gains_more(places: list[int]) -> None:
    found = rate([Rating(25, 25 / 3)] * len(places), places)

    for one, first in zip(places, found, strict=True):
        for other, second in zip(places, found, strict=True):
            if one == other:
                assert abs(first.mu - second.mu) < 1e-9
            elif one < other:
                assert first.mu > second.mu


@given(st.lists(st.permutations(range(4)).map(lambda order: RatedTable(tuple(order[:3]), (1, 1, 3))), max_size=6))
def test_leagues_5_replaying_gives_the_same_as_one_table_after_the_other(found: list[RatedTable]) -> None:
    standing: dict[int, Standing] = {}
    for table in found:
        standing |= update_ratings(standing, table)

    assert compute_ratings(found) == standing


def test_a_rating_as_people_see_it() -> None:
    assert (displayed_rating(Rating(25, 25 / 3)), margin(Rating(25, 25 / 3))) == (1500, 500)
    assert displayed_rating(Rating(28.7, 2)) == 1611
