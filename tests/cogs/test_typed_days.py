"""Days as people type them."""

from datetime import date

import pytest

from cogs.personal.typed_days import read_days
from language.messages import speaking
from tables.refusal import Refusal

SUNDAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("5.12.", ["2026-12-05"]),
        ("5.12", ["2026-12-05"]),
        (" 24. 12. 2027", ["2027-12-24"]),
        ("28.11.", ["2027-11-28"]),
        ("29.11.", ["2026-11-29"]),
        ("2026-12-24", ["2026-12-24"]),
        ("today", ["2026-11-29"]),
        ("Tomorrow", ["2026-11-30"]),
        ("friday", ["2026-12-04"]),
        ("on Fri", ["2026-12-04"]),
        ("sunday", ["2026-12-06"]),
        ("next friday", ["2026-12-04", "2026-12-11"]),
        ("in 5 days", ["2026-12-04"]),
        ("in two weeks", ["2026-12-13"]),
        ("3 December", ["2026-12-03"]),
        ("5/12", ["2026-12-05", "2027-05-12"]),
        ("13/12", ["2026-12-13"]),
        ("next month", ["2026-12-01", "2026-12-31"]),
    ],
)
def test_a_typed_day_has_its_readings(typed: str, days: list[str]) -> None:
    assert [day.isoformat() for day in read_days(typed, SUNDAY)] == days


@pytest.mark.parametrize(
    ("typed", "day"),
    [("Freitag", "2026-12-04"), ("fr", "2026-12-04"), ("übermorgen", "2026-12-01"), ("in 5 Tagen", "2026-12-04")],
)
def test_a_day_is_read_in_the_readers_language_too(typed: str, day: str) -> None:
    with speaking("de"):
        assert [found.isoformat() for found in read_days(typed, SUNDAY)] == [day]


def test_next_week_is_in_a_week_or_the_end_of_that_week() -> None:
    wednesday = date(2026, 12, 2)

    assert read_days("next week", wednesday) == [date(2026, 12, 9), date(2026, 12, 13)]


def test_a_weekday_counts_from_the_first_day_away_and_other_words_from_either() -> None:
    first = date(2026, 12, 10)

    assert read_days("friday", SUNDAY, first) == [date(2026, 12, 11)]
    assert read_days("in 12 days", SUNDAY, first) == [date(2026, 12, 11), date(2026, 12, 22)]


@pytest.mark.parametrize("typed", ["31.2.", "31.2.2027", "2026-02-31", "soon", "12:30", "december", "", "5" * 41])
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="I don't understand the day"):
        read_days(typed, SUNDAY)
