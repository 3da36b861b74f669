"""Quiet hours and time zones: each person's own, when a change takes effect, and how zones are named."""

from contextlib import suppress

import pytest

from tables.preferences import EarlierQuietHours, Preferences
from tables.refusal import Refusal
from tables.timing.quiet import (
    CHANGE_EVERY_MS,
    CORRECTION_MS,
    find_ping_time,
    has_quiet_hours,
    quiet_hours,
    with_quiet_hours,
)
from tables.timing.running_time import running
from tables.timing.time_zones import find_zone, format_local_time, format_zone, search_zones

HOUR = 3_600_000
DAY = 24 * HOUR
NOON = 20_000 * DAY + 12 * HOUR
"""Noon UTC on a day in October 2024."""
NIGHT = with_quiet_hours(Preferences(), "UTC", 22 * 60, 8 * 60, 0)


def test_nothing_is_told_in_quiet_hours() -> None:
    assert find_ping_time(NOON, NIGHT) == NOON
    assert find_ping_time(NOON + 11 * HOUR, NIGHT) == NOON + 20 * HOUR
    assert find_ping_time(NOON + 11 * HOUR, Preferences()) == NOON + 11 * HOUR


def test_quiet_hours_are_in_the_persons_own_zone() -> None:
    tokyo = with_quiet_hours(Preferences(), "Asia/Tokyo", 22 * 60, 8 * 60, 0)

    assert find_ping_time(NOON + 2 * HOUR, tokyo) == NOON + 11 * HOUR


def test_a_change_holds_from_then_on_and_not_for_the_time_before() -> None:
    later = with_quiet_hours(NIGHT, "UTC", 0, 12 * 60, NOON)

    assert running(NOON - DAY, NOON, quiet_hours(later)) == 14 * HOUR
    assert running(NOON, NOON + DAY, quiet_hours(later)) == 12 * HOUR


def test_quiet_hours_that_are_moved_along_with_the_day_are_refused() -> None:
    changed = with_quiet_hours(NIGHT, "UTC", 0, 12 * 60, NOON)

    with pytest.raises(Refusal, match="again <t:"):
        with_quiet_hours(changed, "UTC", 12 * 60, 0, NOON + CORRECTION_MS)
    assert with_quiet_hours(changed, "UTC", 12 * 60, 0, NOON + CHANGE_EVERY_MS).quiet_from == 12 * 60


def test_naming_a_time_zone_alone_changes_no_quiet_hours() -> None:
    """A host who sets a time zone for free weekends may still set quiet hours on the same day."""
    named = with_quiet_hours(Preferences(), "Europe/Berlin", None, None, NOON)

    chosen = with_quiet_hours(named, "Europe/Berlin", 22 * 60, 8 * 60, NOON + HOUR)

    assert has_quiet_hours(chosen)


def test_no_series_of_changes_makes_more_than_two_thirds_of_the_time_quiet() -> None:
    preferences, now = NIGHT, NOON
    while now < NOON + 30 * DAY:
        begin = now // 60_000 % (24 * 60)
        with suppress(Refusal):
            preferences = with_quiet_hours(preferences, "UTC", begin, (begin + 720) % 1440, now)
        now += HOUR

    assert running(now - 9 * DAY, now, quiet_hours(preferences)) > 3 * DAY


def test_a_slip_can_be_corrected_at_once() -> None:
    slip = with_quiet_hours(NIGHT, "UTC", 1 * 60, 8 * 60, NOON)

    corrected = with_quiet_hours(slip, "UTC", 23 * 60, 8 * 60, NOON + CORRECTION_MS - 1)

    assert (corrected.quiet_from, corrected.quiet_before) == (23 * 60, slip.quiet_before)


def test_the_same_again_is_no_change() -> None:
    assert with_quiet_hours(NIGHT, "UTC", 22 * 60, 8 * 60, NOON) == NIGHT


@pytest.mark.parametrize(("begin", "until"), [(None, 8 * 60), (60, None), (60, 60)])
def test_half_of_quiet_hours_or_empty_ones_are_none(begin: int | None, until: int | None) -> None:
    found = with_quiet_hours(NIGHT, "UTC", begin, until, NOON)

    assert not has_quiet_hours(found)
    assert find_ping_time(NOON + 11 * HOUR, found) == NOON + 11 * HOUR


def test_quiet_hours_of_more_than_half_a_day_are_refused() -> None:
    with pytest.raises(Refusal, match="12 hours"):
        with_quiet_hours(Preferences(), "UTC", 20 * 60, 8 * 60 + 1, NOON)


def test_a_zone_that_is_not_known_is_refused() -> None:
    with pytest.raises(Refusal, match="Atlantis"):
        with_quiet_hours(Preferences(), "Atlantis", 0, 60, NOON)


def test_stored_hours_that_make_no_sense_count_as_none() -> None:
    odd = Preferences(
        time_zone="UTC", quiet_from=0, quiet_until=23 * 60, quiet_before=(EarlierQuietHours(NOON, "Nowhere", 0, 60),)
    )

    assert find_ping_time(NOON, odd) == NOON


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("berlin", "Europe/Berlin"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("  New   york ", "America/New_York"),
        ("são paulo", "America/Sao_Paulo"),
        ("Germany", "Europe/Berlin"),
        ("CET", "Europe/Paris"),
        ("indianapolis", "America/Indianapolis"),
        ("utc", "UTC"),
        ("UTC+2", "UTC+02:00"),
        ("gmt-3:30", "UTC-03:30"),
        ("+5:30", "UTC+05:30"),
        ("-0", "UTC"),
    ],
)
def test_a_zone_is_found_as_people_name_it(typed: str, name: str) -> None:
    assert search_zones(typed) == (name,)
    assert find_zone(name) is not None


def test_several_zones_are_suggested_with_the_likeliest_first() -> None:
    found = search_zones("port")

    assert found[0].rpartition("/")[2].startswith("Port")
    assert len(found) > 1
    assert all(find_zone(name) is not None for name in found)


@pytest.mark.parametrize(
    "typed", ["", "atlantis", "utc+15", "utc-13", "../../etc/passwd", "x" * 4000, "a " * 2000, "utc+" + "9" * 5000]
)
def test_what_is_no_zone_gives_none(typed: str) -> None:
    assert search_zones(typed) == ()
    assert find_zone(typed) is None


def test_a_zone_is_shown_by_its_city_with_the_time_there() -> None:
    assert (format_zone("America/New_York"), format_local_time("America/New_York", NOON)) == ("New York", "08:00")
    assert (format_zone("UTC+05:30"), format_local_time("UTC+05:30", NOON)) == ("UTC+05:30", "17:30")
