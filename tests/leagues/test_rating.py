"""Ratings (acceptance 5)."""

from math import sqrt

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from leagues.rating import RatedTable, Rating, Standing, after, margin, rate, replayed, shown

ratings = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    before = draw(st.lists(ratings, min_size=2, max_size=5))
    return before, draw(st.lists(st.integers(1, 3), min_size=len(before), max_size=len(before)))


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


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6))
def test_leagues_5_from_equal_ratings_the_tied_stay_equal_and_a_better_place_gains_more(places: list[int]) -> None:
    found = rate([Rating(25, 25 / 3)] * len(places), places)

    for one, first in zip(places, found, strict=True):
        for other, second in zip(places, found, strict=True):
            if one == other:
                assert abs(first.mu - second.mu) < 1e-9
            elif one < other:
                assert first.mu > second.mu


def test_leagues_5_the_librarys_own_ties_give_a_worse_place_more() -> None:
    """Why the mean over all orders of the tied is taken."""
    places, start = [0, 0, 0, 1, 2], Rating(25, 25 / 3)
    model = PlackettLuce(beta=25 / 6 * sqrt(2 / 5), gamma=lambda *_: 1.0)
    ranks = [float(place) for place in places]
    plain = [new.mu for [new] in model.rate([[model.create_rating([*start])] for _ in places], ranks=ranks)]
    ours = [new.mu for new in rate([start] * 5, places)]

    assert plain[3] > plain[0]
    assert ours[3] < ours[0]


@given(st.lists(st.permutations(range(4)).map(lambda order: RatedTable(tuple(order[:3]), (1, 1, 3))), max_size=6))
def test_leagues_5_replaying_gives_the_same_as_one_table_after_the_other(found: list[RatedTable]) -> None:
    standing: dict[int, Standing] = {}
    for table in found:
        standing |= after(standing, table)

    assert replayed(found) == standing


def test_a_rating_as_people_see_it() -> None:
    assert (shown(Rating(25, 25 / 3)), margin(Rating(25, 25 / 3))) == (1500, 500)
    assert shown(Rating(28.7, 2)) == 1611
