"""Running time: deadlines and elapsed time with quiet hours, weekends, vacations and daylight saving time."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.timing.running_time import (
    ALWAYS_OPEN,
    DAY_MINUTES,
    MAX_QUIET_MINUTES,
    Closed,
    Either,
    QuietHours,
    Span,
    Spans,
    Weekends,
    Within,
    compute_deadline,
    running,
)

HOUR = 3_600_000
DAY = 24 * HOUR
BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(BERLIN, 23 * 60, 7 * 60)
ZONES = ("UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")


def ms(text: str) -> int:
    """Convert a UTC time in ISO format to milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


moments = st.integers(ms("2024-01-01"), ms("2032-01-01"))
zones = st.sampled_from(ZONES).map(ZoneInfo)
lengths = st.integers(0, 30 * DAY)


@st.composite
def quiet_hours(draw: st.DrawFn) -> QuietHours:
    begin, minutes = draw(st.integers(0, DAY_MINUTES - 1)), draw(st.integers(0, MAX_QUIET_MINUTES))
    return QuietHours(draw(zones), begin, (begin + minutes) % DAY_MINUTES)


single_spans = st.lists(st.builds(lambda begin, length: Span(begin, begin + length), moments, lengths), max_size=4)
nothing = st.just(ALWAYS_OPEN)
bounds = st.one_of(st.none(), moments)
some_time = st.builds(Within, quiet_hours(), bounds, bounds)
closed_times = st.tuples(
    st.one_of(nothing, quiet_hours(), some_time),
    st.one_of(nothing, st.builds(Weekends, zones)),
    single_spans.map(Spans),
).map(Either)


@given(moments, lengths, closed_times)
def test_until_a_deadline_exactly_the_given_time_has_run(start: int, length: int, closed: Closed) -> None:
    assert running(start, compute_deadline(start, length, closed), closed) == length


@given(moments, lengths, closed_times)
def test_a_moment_that_counts_is_the_deadline_of_what_has_run_until_then(
    start: int, length: int, closed: Closed
) -> None:
    found = compute_deadline(start, running(start, start + length, closed), closed)

    assert found == start + length or any(
        span.begin <= start + length < span.end for span in find_first(closed, start, 400)
    )
    assert found >= start + length


@given(moments, lengths, closed_times)
def test_a_deadline_is_never_in_time_that_does_not_count(start: int, length: int, closed: Closed) -> None:
    found = compute_deadline(start, length, closed)

    assert compute_deadline(found, 0, closed) == found
    assert not any(span.begin <= found < span.end for span in find_first(closed, found, 20))


@given(moments, lengths, lengths, closed_times)
def test_more_time_and_a_later_start_never_give_an_earlier_deadline(
    start: int, length: int, more: int, closed: Closed
) -> None:
    assert compute_deadline(start, length, closed) + more <= compute_deadline(start, length + more, closed)
    assert compute_deadline(start, length, closed) <= compute_deadline(start + more, length, closed)


@given(moments, lengths, lengths, closed_times)
def test_time_runs_in_parts_as_it_does_in_one(start: int, first_part: int, second: int, closed: Closed) -> None:
    between, end = start + first_part, start + first_part + second

    assert running(start, end, closed) == running(start, between, closed) + running(between, end, closed)


@given(moments, lengths, closed_times, single_spans.map(Spans))
def test_no_further_time_that_does_not_count_makes_a_deadline_earlier(
    start: int, length: int, closed: Closed, more: Closed
) -> None:
    assert compute_deadline(start, length, closed) <= compute_deadline(start, length, Either((closed, more)))


@given(moments, quiet_hours())
def test_whenever_the_wall_shows_quiet_hours_the_clock_stands_still(moment: int, hours: QuietHours) -> None:
    wall = datetime.fromtimestamp(moment / 1000, hours.zone)
    minutes = (wall.hour * 60 + wall.minute - hours.begin) % DAY_MINUTES

    if minutes < hours.minutes:
        assert running(moment, moment + 1, hours) == 0
    elif MAX_QUIET_MINUTES < minutes < DAY_MINUTES - 120:
        # More than an hour away from both ends, so that a change to daylight saving time does not matter.
        assert running(moment, moment + 1, hours) == 1


@given(st.integers(0, DAY_MINUTES - 1), st.integers(MAX_QUIET_MINUTES + 1, DAY_MINUTES - 1))
def test_quiet_hours_of_more_than_half_a_day_are_refused(begin: int, minutes: int) -> None:
    with pytest.raises(ValueError, match="quiet hours"):
        QuietHours(BERLIN, begin, (begin + minutes) % DAY_MINUTES)


@pytest.mark.parametrize(("begin", "until"), [(-1, 0), (0, DAY_MINUTES)])
def test_quiet_hours_begin_and_end_within_a_day(begin: int, until: int) -> None:
    with pytest.raises(ValueError, match="minutes after midnight"):
        QuietHours(BERLIN, begin, until)


def test_without_closed_times_all_time_counts() -> None:
    assert compute_deadline(5, 7, ALWAYS_OPEN) == 12
    assert running(5, 12, ALWAYS_OPEN) == 7
    assert running(12, 5, ALWAYS_OPEN) == 0


def test_a_day_to_move_is_longer_by_the_nights() -> None:
    evening = ms("2026-06-03 18:00")

    assert compute_deadline(evening, 24 * HOUR, NIGHT) == evening + 40 * HOUR


@pytest.mark.parametrize(
    ("change", "night"),
    [("2026-03-28 12:00", 7 * HOUR), ("2026-10-24 12:00", 9 * HOUR), ("2026-06-03 12:00", 8 * HOUR)],
)
def test_the_night_is_shorter_or_longer_when_clocks_are_changed(change: str, night: int) -> None:
    noon = ms(change)

    assert running(noon, noon + DAY, NIGHT) == DAY - night


def test_quiet_hours_that_begin_and_end_in_a_repeated_hour_cover_both() -> None:
    # On this night in Berlin, 2:00 to 3:00 comes twice, first at 0:00 UTC.
    hours = QuietHours(BERLIN, 2 * 60 + 15, 2 * 60 + 30)
    night = ms("2026-10-25 00:00")

    assert running(night, night + 3 * HOUR, hours) == 3 * HOUR - 75 * 60_000


def test_quiet_hours_in_an_hour_that_is_left_out_end_by_its_later_meaning() -> None:
    # On this night in Berlin, 2:00 to 3:00 is skipped: 1:00 UTC is 3:00.
    hours = QuietHours(BERLIN, 1 * 60, 2 * 60 + 30)
    night = ms("2026-03-29 00:00")

    assert list(islice(hours.after(night), 1)) == [Span(night, night + 90 * 60_000)]


def test_a_weekend_is_two_days_where_the_host_lives() -> None:
    friday = ms("2026-06-05 12:00")
    saturday = ms("2026-06-05 22:00")

    assert list(islice(Weekends(BERLIN).after(friday), 1)) == [Span(saturday, saturday + 2 * DAY)]
    assert compute_deadline(friday, 24 * HOUR, Weekends(BERLIN)) == friday + 72 * HOUR


def test_a_long_time_ends_even_with_half_of_each_day_quiet_and_weekends_free() -> None:
    start = ms("2026-06-05 12:00")
    closed = Either((QuietHours(BERLIN, 20 * 60, 8 * 60), Weekends(BERLIN)))

    assert timedelta(milliseconds=compute_deadline(start, 14 * DAY, closed) - start) < timedelta(days=42)


@given(moments, quiet_hours(), moments)
def test_of_a_rule_that_changes_each_part_holds_in_its_time(start: int, hours: QuietHours, change: int) -> None:
    later = QuietHours(BERLIN, 22 * 60, 8 * 60)
    both = Either((Within(hours, end=change), Within(later, begin=change)))

    before, after = running(start, change, both), running(max(start, change), change + 30 * DAY, both)

    assert before == running(start, change, hours)
    assert after == running(max(start, change), change + 30 * DAY, later)


def test_a_clock_that_would_never_run_is_refused() -> None:
    closed = Either((QuietHours(UTC, 0, 12 * 60), QuietHours(UTC, 12 * 60, 0)))

    with pytest.raises(ValueError, match="never runs"):
        compute_deadline(ms("2026-06-05"), HOUR, closed)


def find_first(closed: Closed, moment: int, most: int) -> list[Span]:
    """Return the first spans that end after a time, at most `most`."""
    return list(islice(closed.after(moment), most))
