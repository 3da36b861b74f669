"""Points, standings, and the result that an ended table counts with (acceptance 3 and 4)."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.scoring import (
    CountedTable,
    Result,
    SeatEnd,
    counted,
    explain_score,
    format_points,
    format_score,
    points,
    shown_score,
    standings,
)

places = st.lists(st.integers(1, 7), min_size=2, max_size=7)


def result(name: str, people: tuple[int, ...], found: tuple[int, ...]) -> Result:
    return Result(name, people, found, (True,) * len(people))


@given(places)
def test_leagues_3_points_of_a_table_sum_to_30_for_each_seat(found: list[int]) -> None:
    assert sum(points(found)) == 30 * len(found)


@given(places)
def test_leagues_3_a_better_place_never_gives_fewer_points(found: list[int]) -> None:
    pairs = list(zip(found, points(found), strict=True))

    assert all(one >= other for place, one in pairs for worse, other in pairs if place < worse)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([1, 2], [60, 0]),
        ([1, 2, 3], [60, 30, 0]),
        ([3, 1, 2, 4], [20, 60, 40, 0]),
        ([1, 1, 3, 4, 5], [Fraction(105, 2), Fraction(105, 2), 30, 15, 0]),
        ([1, 1], [30, 30]),
    ],
)
def test_points_by_hand(found: list[int], expected: list[Fraction]) -> None:
    assert list(points(found)) == expected


def test_the_score_is_explained_as_in_the_design() -> None:
    assert (
        explain_score([Fraction(n) for n in (60, 45, 60, 30, 45, 60)])
        == "72 = 100 × (60+45+60+30+45+60 + 90) / (60 × (6 + 3))"
    )
    assert explain_score([]) == "50 = 100 × (0 + 90) / (60 × (0 + 3))"
    assert [shown_score(Fraction(n)) for n in (0, 60)] == [0, 100]
    assert [shown_score(Fraction(n, 10)) for n in (302, 303, 305)] == [50, 51, 51]
    assert format_score(Fraction(1, 8)) == "0.13"
    assert [format_points(Fraction(each, 6)) for each in (0, 225, 400, 600)] == ["0", "37.5", "66.67", "100"]


@given(st.data())
def test_leagues_4_standings_depend_on_neither_order_nor_names(data: st.DataObject) -> None:
    people = list(range(1, 7))
    tables = data.draw(st.lists(st.permutations(people).map(lambda order: tuple(order[:3])), max_size=12))
    found = [
        result(str(n), table, data.draw(st.sampled_from([(1, 2, 3), (1, 1, 3), (3, 2, 1), (1, 1, 1)])))
        for n, table in enumerate(tables)
    ]
    usual = {line.person: (line.place, line.score) for line in standings(people, found)}

    other_order = data.draw(st.permutations(found))
    assert {line.person: (line.place, line.score) for line in standings(people, other_order)} == usual

    new = dict(zip(people, data.draw(st.permutations([11, 22, 33, 44, 55, 66])), strict=True))
    renamed = [result(one.table, tuple(new[person] for person in one.people), one.places) for one in found]
    again = {line.person: (line.place, line.score) for line in standings([new[one] for one in people], renamed)}
    assert again == {new[person]: line for person, line in usual.items()}


def test_leagues_4_equal_in_all_keys_is_a_shared_place() -> None:
    """Three people have each won once against each other, and the fourth has lost to all."""
    found = [result(str(n), pair, (1, 2)) for n, pair in enumerate([(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)])]

    assert [(line.person, line.place) for line in standings([4, 3, 2, 1], found)] == [(3, 1), (2, 1), (1, 1), (4, 4)]


def test_who_has_won_against_the_other_comes_before_them() -> None:
    found = [
        result(str(n), pair, (1, 2)) for n, pair in enumerate([(1, 2), (2, 3), (3, 1), (1, 4), (2, 5), (4, 1), (5, 2)])
    ]
    lines = {line.person: line for line in standings([1, 2, 3, 4, 5], found)}

    assert (lines[1].score, lines[1].won) == (lines[2].score, lines[2].won)
    assert (lines[1].place, lines[2].place) == (1, 2)


def places_by_definition(people: list[int], found: list[Result]) -> dict[int, int | None]:
    """Return each place by pairwise comparison: score, tables won, then points at tables with people equal in both."""
    lines = {line.person: line for line in standings(people, found)}
    firsts = {person: (-line.score, -line.won) for person, line in lines.items() if line.place is not None}

    def together(person: int) -> Fraction:
        total = Fraction()
        for table in found:
            equals = [other for other in table.people if firsts.get(other) == firsts[person]]
            if person in equals and len(equals) > 1:
                total += points(table.places)[table.people.index(person)] - 30
        return total

    keys = {person: (*first, -together(person)) for person, first in firsts.items()}
    return dict.fromkeys(people) | {
        person: 1 + sum(other < key for other in keys.values()) for person, key in keys.items()
    }


@given(st.data())
def test_leagues_4_places_are_those_of_comparing_each_with_each(data: st.DataObject) -> None:
    people = list(range(1, 8))
    tables = data.draw(st.lists(st.permutations(people).map(lambda order: tuple(order[:3])), max_size=20))
    vectors = st.sampled_from([(1, 2, 3), (1, 1, 3), (3, 2, 1), (1, 1, 1)])
    found = [result(str(n), table, data.draw(vectors)) for n, table in enumerate(tables)]

    assert {line.person: line.place for line in standings(people, found)} == places_by_definition(people, found)


def test_results_are_read_as_often_for_many_who_are_equal_as_for_few() -> None:
    class Counted(list[Result]):
        times = 0

        def __iter__(self) -> Iterator[Result]:
            self.times += 1
            return super().__iter__()

    times: list[int] = []
    for many in (4, 40):
        found = Counted(result(str(n), (n % many, (n + 1) % many), (1, 1)) for n in range(2 * many))
        assert {line.place for line in standings(range(many), found)} == {1}
        times.append(found.times)

    assert times[0] == times[1]


def test_a_cup_goes_by_wins_whoever_has_played_more() -> None:
    """Two wins and a loss are worth more than one win, although their mean is lower."""
    found = [result(str(n), pair, (1, 2)) for n, pair in enumerate([(1, 2), (1, 3), (4, 1), (3, 2)])]

    lines = standings([1, 2, 3, 4], found, 1, "total")
    assert [(line.person, line.place) for line in lines] == [(1, 1), (3, 2), (4, 2), (2, 4)]
    assert standings([1, 2, 3, 4], found, 1)[0].person == 4


def test_with_fewer_than_three_tables_nobody_has_a_place() -> None:
    found = [result(str(n), (1, 2), (1, 2)) for n in range(2)]
    lines = standings([2, 1], found)

    assert [(line.person, line.place, line.form) for line in lines] == [
        (2, None, ("lost", "lost")),
        (1, None, ("won", "won")),
    ]


def played(person: int | None, place: int, actions: int = 9, *, left: bool = False) -> SeatEnd:
    return SeatEnd(person, actions, place, left)


ALL, NONE = (True, True), (False, False)


def test_a_table_played_to_its_end_counts_by_the_places_of_its_people() -> None:
    ends = [played(1, 2), played(None, 1), played(2, 3)]

    assert counted(ends, "played") == CountedTable((1, 2), (1, 2), ALL, ALL)


def test_who_leaves_after_playing_is_last_and_rated() -> None:
    ends = [played(1, 1, left=True), played(2, 2), played(3, 2)]

    assert counted(ends, "played") == CountedTable((1, 2, 3), (3, 1, 1), (True,) * 3, (True,) * 3)


def test_with_two_seats_a_table_at_which_somebody_never_played_is_void() -> None:
    assert counted([played(1, 1), played(2, 2, actions=1, left=True)], "played").counted == NONE


def test_who_has_left_at_once_before_loses_the_table_and_it_is_rated_for_nobody() -> None:
    dodger = played(2, 1, actions=1, left=True)._replace(absences=1)

    assert counted([played(1, 2), dodger], "played") == CountedTable((1, 2), (1, 2), ALL, NONE)
    assert counted([played(1, 2), dodger._replace(excused=True)], "played").counted == NONE
    three = counted([played(1, 1), dodger, played(3, 2)], "played")
    assert (three.places, three.rated) == ((1, 3, 2), (False,) * 3)


def test_with_more_seats_who_never_played_is_last_and_unrated() -> None:
    ends = [played(1, 1), played(2, 2), played(3, 3, actions=0, left=True)]

    assert counted(ends, "played") == CountedTable((1, 2, 3), (1, 2, 3), (True,) * 3, (True, True, False))


def test_the_standing_on_the_last_day_counts_unrated_and_a_void_table_for_nobody() -> None:
    ends = [played(1, 1), played(2, 2)]

    assert counted(ends, "standing") == CountedTable((1, 2), (1, 2), ALL, NONE)
    assert counted(ends, "void").counted == NONE
    assert counted([played(1, 1, left=True), played(2, 1, left=True)], "played").counted == NONE
