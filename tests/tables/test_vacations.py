"""Vacations: whole days, 14 in any 60, announced an hour ahead."""

from datetime import UTC, date, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.store import VacationRow
from tables.refusal import Refusal
from tables.timing.absence import (
    MOST_DAYS,
    WINDOW_DAYS,
    away_days,
    count_most_in_window,
    day_of,
    find_next_vacation,
    midnight,
    plan_vacation,
)
from tables.timing.running_time import Span

HOUR = 3_600_000
DAY = 24 * HOUR
TODAY = date(2026, 6, 3)
NOON = midnight(TODAY, UTC) + 12 * HOUR


def days(number: int) -> timedelta:
    return timedelta(days=number)


def away(first: int, length: int, zone: ZoneInfo | None = None) -> VacationRow:
    """Return a vacation that begins `first` days from today and lasts `length` days."""
    begin = TODAY + days(first)
    return VacationRow(1, 7, midnight(begin, zone or UTC), midnight(begin + days(length), zone or UTC), 0)


def test_a_vacation_is_whole_days_where_the_person_lives() -> None:
    tokyo = ZoneInfo("Asia/Tokyo")
    first = TODAY + days(2)

    found = plan_vacation((), tokyo, first, first + days(2), NOON)

    assert found == Span(midnight(first, UTC) - 9 * HOUR, midnight(first, UTC) - 9 * HOUR + 3 * DAY)


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        # Midnight is skipped.
        ("Africa/Cairo", date(2027, 4, 30)),
        # Midnight occurs twice.
        ("America/Havana", date(2027, 11, 7)),
        # The hour before midnight occurs twice.
        ("Africa/Cairo", date(2027, 10, 29)),
    ],
)
def test_a_day_begins_when_the_calendar_shows_it_first(zone: str, day: date) -> None:
    begins = midnight(day, ZoneInfo(zone))

    assert day_of(begins, ZoneInfo(zone)) == day
    assert day_of(begins - 1, ZoneInfo(zone)) == day - timedelta(days=1)


def test_a_vacation_from_today_on_begins_an_hour_after_it_is_announced() -> None:
    assert plan_vacation((), UTC, TODAY, TODAY, NOON) == Span(NOON + HOUR, NOON + 12 * HOUR)


def test_the_last_hour_of_a_day_is_too_late_for_it() -> None:
    with pytest.raises(Refusal, match="tomorrow"):
        plan_vacation((), UTC, TODAY, TODAY, NOON + 11 * HOUR)


def test_fourteen_days_are_possible_and_fifteen_are_not() -> None:
    first = TODAY + days(5)

    assert plan_vacation((), UTC, first, first + days(13), NOON)
    with pytest.raises(Refusal, match="14 in a row"):
        plan_vacation((), UTC, first, first + days(14), NOON)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"])
@pytest.mark.parametrize("last", [TODAY + days(15), date(2064, 1, 1), date(9998, 12, 31), date.max], ids=str)
def test_a_vacation_that_is_too_long_is_refused_before_its_days_are_listed(zone: str, last: date) -> None:
    first = TODAY + days(1)

    with pytest.raises(Refusal, match=f"so {(last - first).days + 1:,} days.*14 in a row"):
        plan_vacation((), ZoneInfo(zone), first, last, NOON)


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (date.min, date.max, "can't begin before today"),
        (TODAY - days(1), TODAY + days(3), "can't begin before today"),
        (TODAY, date.min, "end before it begins"),
        (TODAY + days(3), TODAY + days(2), "end before it begins"),
        (date.max, date.max, "far ahead"),
        (TODAY + days(181), TODAY + days(181), "far ahead"),
    ],
)
def test_a_vacation_is_refused_by_its_first_day_first(first: date, last: date, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        plan_vacation((), UTC, first, last, NOON)


def test_days_that_are_used_count_for_sixty_days_from_the_first() -> None:
    used = away(-10, 10)

    assert plan_vacation([used], UTC, TODAY + days(1), TODAY + days(4), NOON)
    with pytest.raises(Refusal, match="up to 4 in a row"):
        plan_vacation([used], UTC, TODAY + days(1), TODAY + days(5), NOON)
    assert plan_vacation([used], UTC, TODAY + days(50), TODAY + days(63), NOON)


def test_a_vacation_that_was_ended_early_counts_with_its_last_day() -> None:
    ended = VacationRow(1, 7, midnight(TODAY - days(2), UTC), NOON, 0)

    assert away_days([ended], UTC) == {TODAY - days(2), TODAY - days(1), TODAY}


def test_two_vacations_at_once_are_refused() -> None:
    with pytest.raises(Refusal, match="end it first"):
        plan_vacation([away(3, 4)], UTC, TODAY + days(6), TODAY + days(8), NOON)


def test_the_vacation_that_lasts_comes_before_the_next() -> None:
    over, lasting, planned = away(-9, 3), away(-1, 3), away(20, 2)

    assert find_next_vacation([planned, over, lasting], NOON) == lasting
    assert find_next_vacation([planned, over], NOON) == planned
    assert find_next_vacation([over], NOON) is None


@given(st.lists(st.tuples(st.integers(0, 170), st.integers(0, 20)), max_size=12))
def test_no_announcements_give_more_than_fourteen_days_of_any_sixty(wanted: list[tuple[int, int]]) -> None:
    known: list[VacationRow] = []
    for first, length in wanted:
        begin = TODAY + days(first)
        try:
            span = plan_vacation(known, UTC, begin, begin + days(length), NOON)
        except Refusal:
            continue
        known.append(VacationRow(len(known), 7, span.begin, span.end, 0))

    total = sorted(away_days(known, UTC))
    assert count_most_in_window(total) <= MOST_DAYS
    for number in range(200):
        window = TODAY + days(number)
        assert sum(window <= day < window + days(WINDOW_DAYS) for day in total) <= MOST_DAYS
