"""The times of deals: the league's hour on each day, despite daylight saving time and a late first deal."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.calendar import add_days, compute_deal_time, dates, first_day, is_after, next_deal
from leagues.settings import CUP, LeagueSettings
from tables.timing.running_time import DAY_MS, HOUR_MS

BERLIN = ZoneInfo("Europe/Berlin")
GAP, FOLD = date(2027, 3, 28), date(2026, 10, 25)
"""The days in Berlin on which 2:00 is skipped, and on which it occurs twice."""


def league(hour: int = 2, zone: str = "Europe/Berlin", every_days: int = 1) -> LeagueSettings:
    return LeagueSettings(2, 2, 2, hour=hour, zone=zone, every_days=every_days)


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


def wall(moment: int, settings: LeagueSettings) -> str:
    return f"{datetime.fromtimestamp(moment / 1000, ZoneInfo(settings.zone)):%Y-%m-%d %H:%M}"


def deals(begins: int, last_deal: int, settings: LeagueSettings) -> list[int]:
    """Return the times of all deals of a season whose clock is never late."""
    found = [begins]
    while not is_after(due := next_deal(begins, found[-1], settings), last_deal):
        found.append(due)
    return found


def test_a_season_that_begins_on_a_day_without_its_hour_deals_at_that_hour_from_the_next_day_on() -> None:
    settings = league()
    begins = compute_deal_time(GAP, settings)
    planned = dates(begins, settings)

    assert begins == utc("2027-03-28 01:00"), "3:00 in summer time"
    assert next_deal(begins, begins, settings) == utc("2027-03-29 00:00"), "2:00 in summer time"
    assert {wall(due, settings)[-5:] for due in deals(planned.begins, planned.last_deal, settings)[1:]} == {"02:00"}
    assert (wall(planned.last_deal, settings), wall(planned.ends, settings)) == ("2027-05-09 02:00", "2027-05-23 02:00")


def test_only_the_deal_on_a_day_without_its_hour_comes_an_hour_later() -> None:
    settings = league()
    begins = compute_deal_time(GAP - timedelta(days=1), settings)

    due = deals(begins, begins + 2 * DAY_MS, settings)

    assert [wall(each, settings) for each in due] == ["2027-03-27 02:00", "2027-03-28 03:00", "2027-03-29 02:00"]


def test_on_a_day_with_its_hour_twice_a_season_deals_at_the_first_and_only_then() -> None:
    settings = league()
    begins = compute_deal_time(FOLD - timedelta(days=1), settings)

    assert deals(begins, begins + 2 * DAY_MS, settings) == [
        utc("2026-10-24 00:00"),
        utc("2026-10-25 00:00"),
        utc("2026-10-26 01:00"),
    ]
    assert deals(compute_deal_time(FOLD, settings), compute_deal_time(FOLD, settings) + DAY_MS, settings)[1] == utc(
        "2026-10-26 01:00"
    )


def test_dates_that_are_put_off_keep_the_hour() -> None:
    settings = league()

    assert add_days(compute_deal_time(GAP, settings), 1, settings) == utc("2027-03-29 00:00")
    assert add_days(compute_deal_time(GAP - timedelta(days=7), settings), 7, settings) == compute_deal_time(
        GAP, settings
    )
    assert first_day(compute_deal_time(GAP, settings), 7, settings) == utc("2027-04-04 00:00")
    cup = LeagueSettings(2, 2, 2, CUP, hour=2, zone="Europe/Berlin")
    assert add_days(utc("2027-03-28 01:00"), 1, cup) == utc("2027-03-29 01:00"), "a cup begins at any time"


@pytest.mark.parametrize("every_days", [1, 7])
@pytest.mark.parametrize("hour", [0, 2, 18, 23])
@pytest.mark.parametrize("hours", [0, 1, 3, 11, 13, 20, 24, 49])
def test_a_downtime_costs_no_deal_and_the_next_ones_are_at_their_hour(every_days: int, hour: int, hours: int) -> None:
    """A downtime moves all dates by its length (`shift_seasons`), also across a change to daylight saving time."""
    settings = league(hour, every_days=every_days)
    planned = dates(compute_deal_time(FOLD - timedelta(days=3), settings), settings)
    moved_by = hours * HOUR_MS

    due = deals(planned.begins + moved_by, planned.last_deal + moved_by, settings)

    assert len(due) == len(deals(planned.begins, planned.last_deal, settings))
    assert {wall(each, settings)[-5:] for each in due[1:]} == {f"{hour:02}:00"}


ZONES = ("UTC", "Europe/Berlin", "America/Havana", "Africa/Cairo", "Australia/Lord_Howe", "America/St_Johns")


@given(
    st.sampled_from(ZONES),
    st.integers(0, 23),
    st.sampled_from((1, 2, 7)),
    st.dates(date(2025, 1, 1), date(2028, 1, 1)),
    st.integers(-11 * HOUR_MS, 11 * HOUR_MS),
    st.integers(0, 60 * DAY_MS),
)
def test_the_next_deal_is_the_first_at_the_hour_of_a_day_of_deals(
    zone: str, hour: int, every_days: int, day: date, off: int, since: int
) -> None:
    settings = league(hour, zone, every_days)
    begins = compute_deal_time(day, settings) + off
    now = begins + since

    due = next_deal(begins, now, settings)

    days = (compute_deal_time(day + timedelta(days=every_days * number), settings) for number in range(1, 100))
    assert due == next(each for each in days if each > now)
