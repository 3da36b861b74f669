"""Clocks that stand still in quiet hours, at weekends, on vacation and in pauses.

Times are milliseconds UTC, spans are half-open. No function here reads the current time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge
from typing import Final, NamedTuple, Protocol

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS

DAY_MINUTES = 24 * 60
MAX_QUIET_MINUTES = 12 * 60
"""Maximum length of quiet hours in minutes. It leaves at least half of each day for moves."""
SATURDAY = 5
LONGEST_STANDSTILL_MS = 5 * 366 * DAY_MINUTES * 60_000
"""Maximum time for which a clock stands still without interruption, in milliseconds.

A longer time means that the settings are wrong, for example that quiet hours cover the whole day.
"""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


class Span(NamedTuple):
    """A time in which a clock stands still, from `begin` (inclusive) to `end` (exclusive)."""

    begin: int
    end: int


class Closed(Protocol):
    """The interface of a rule for when a clock stands still, as spans.

    There may be infinitely many spans, so they are generated lazily.
    """

    def after(self, moment: int) -> Iterator[Span]:
        """Yield the spans that end after `moment`, ordered by their begin. Spans may overlap."""
        ...


def compute_deadline(start_ms: int, running_ms: int, closed: Closed) -> int:
    """Return the time at which a clock started at `start_ms` has run for `running_ms`.

    The result is never within a span in which the clock stands still: if the time is used up just as a span begins, it
    is the end of that span. Raises ValueError if the clock never runs.
    """
    left, now = running_ms, start_ms
    for span in closed.after(start_ms):
        counting = max(0, span.begin - now)
        if counting > left:
            break
        left -= counting
        now = max(now, span.end)
        if now - start_ms > running_ms + LONGEST_STANDSTILL_MS:
            raise ValueError("clock never runs")
    return now + left


def running(start_ms: int, end_ms: int, closed: Closed) -> int:
    """Return how long a clock ran between two times, in milliseconds; 0 if the end is before the start."""
    counted, now = 0, start_ms
    for span in closed.after(start_ms):
        if span.begin >= end_ms:
            break
        counted += max(0, span.begin - now)
        now = max(now, span.end)
    return counted + max(0, end_ms - now)


@dataclass(frozen=True, slots=True)
class Spans:
    """A fixed list of spans, such as vacations and pauses."""

    spans: Sequence[Span] = ()

    def after(self, moment: int) -> Iterator[Span]:
        """Return an iterator over the spans that end after `moment` (see `Closed`)."""
        return iter(sorted(span for span in self.spans if span.end > max(moment, span.begin)))


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Daily quiet hours of a user, from `begin` to `end` in minutes after midnight in their time zone.

    They may extend over midnight. If both values are the same, there are no quiet hours. Raises ValueError if they are
    longer than `MAX_QUIET_MINUTES`.
    """

    zone: tzinfo
    begin: int
    until: int

    def __post_init__(self) -> None:
        if not (0 <= self.begin < DAY_MINUTES and 0 <= self.until < DAY_MINUTES):
            raise ValueError("quiet hours must be minutes after midnight, below 1440")
        if self.minutes > MAX_QUIET_MINUTES:
            raise ValueError(f"quiet hours too long: {self.minutes} minutes")

    @property
    def minutes(self) -> int:
        """The length of the quiet hours in minutes, on a day without a change to or from daylight saving time."""
        return (self.until - self.begin) % DAY_MINUTES

    def after(self, moment: int) -> Iterator[Span]:
        """Yield the spans that end after `moment` (see `Closed`)."""
        if not self.minutes:
            return
        for day in _days(moment, self.zone):
            last = day + timedelta(days=self.until < self.begin)
            span = _build_span(_local_time(day, self.begin), _local_time(last, self.until), self.zone)
            if span.end > moment:
                yield span


@dataclass(frozen=True, slots=True)
class Weekends:
    """Weekends, from Saturday 0:00 to Sunday 24:00 in a time zone."""

    zone: tzinfo

    def after(self, moment: int) -> Iterator[Span]:
        """Yield the spans that end after `moment` (see `Closed`)."""
        for day in _days(moment, self.zone):
            if day.weekday() == SATURDAY:
                span = _build_span(_local_time(day, 0), _local_time(day + timedelta(days=2), 0), self.zone)
                if span.end > moment:
                    yield span


@dataclass(frozen=True, slots=True)
class Within:
    """The spans of another rule, limited to its validity from `begin` (inclusive) to `end` (exclusive).

    None stands for no limit.
    """

    rule: Closed
    begin: int | None = None
    end: int | None = None

    def after(self, moment: int) -> Iterator[Span]:
        """Yield the spans that end after `moment` (see `Closed`)."""
        first = moment if self.begin is None else max(moment, self.begin)
        for span in self.rule.after(first):
            if self.end is not None and span.begin >= self.end:
                return
            begin = span.begin if self.begin is None else max(span.begin, self.begin)
            end = span.end if self.end is None else min(span.end, self.end)
            if end > moment:
                yield Span(begin, end)


@dataclass(frozen=True, slots=True)
class Either:
    """The union of several rules: the clock stands still if any of them says so."""

    parts: Sequence[Closed]

    def after(self, moment: int) -> Iterator[Span]:
        """Yield the spans that end after `moment` (see `Closed`)."""
        return merge(*(part.after(moment) for part in self.parts))


ALWAYS_OPEN = Spans()
"""The rule of a clock that never stands still."""


def _days(moment: int, zone: tzinfo) -> Iterator[date]:
    """Yield consecutive days, starting three days before `moment` to include spans that began before it."""
    day = (_EPOCH + moment * _MS).astimezone(zone).date() - timedelta(days=3)
    while True:
        yield day
        day += timedelta(days=1)


def _local_time(day: date, minutes: int) -> datetime:
    """Return the local date and time that is `minutes` after midnight of a day, as a naive datetime."""
    return datetime.combine(day, time(minutes // 60, minutes % 60))


def _build_span(begin: datetime, end: datetime, zone: tzinfo) -> Span:
    """Return the span between two local times in a zone, even if the clocks are changed in between.

    A local time that exists twice or not at all (because clocks are changed) is taken as the earlier possibility at the
    begin and as the later one at the end. So the span covers every moment at which the local time is in between.
    """
    return Span(min(_possible_times(begin, zone)), max(_possible_times(end, zone)))


def _possible_times(wall: datetime, zone: tzinfo) -> tuple[int, ...]:
    return tuple((wall.replace(tzinfo=zone, fold=fold) - _EPOCH) // _MS for fold in (0, 1))
