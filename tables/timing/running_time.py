"""Time that counts: how a clock runs that stands still in quiet hours, at weekends, on vacation and in a pause.

Times are milliseconds UTC, spans are half-open. Nothing here knows the present.
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
"""Quiet hours of more than this would leave nobody else the half of a day to wait for."""
SATURDAY = 5
LONGEST_STANDSTILL_MS = 5 * 366 * DAY_MINUTES * 60_000
"""More is a mistake: two quiet hours that leave nothing of the day, for example."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


class Span(NamedTuple):
    """A time in which a clock stands still, from `begin` until just before `end`."""

    begin: int
    end: int


class Closed(Protocol):
    """The spans in which a seat's clock stands still; there may be endlessly many, so they are made when asked for."""

    def after(self, moment: int) -> Iterator[Span]:
        """The spans that end after a moment, ordered by their begin; they may overlap."""
        ...


def deadline(start_ms: int, running_ms: int, closed: Closed) -> int:
    """The moment when `running_ms` of counting time have passed since `start_ms`; never within a closed span.

    Time that is used up just as a span begins gives the end of that span. Raises ValueError where no time counts.
    """
    left, now = running_ms, start_ms
    for span in closed.after(start_ms):
        counting = max(0, span.begin - now)
        if counting > left:
            break
        left -= counting
        now = max(now, span.end)
        if now - start_ms > running_ms + LONGEST_STANDSTILL_MS:
            raise ValueError("a clock that never runs")
    return now + left


def running(start_ms: int, end_ms: int, closed: Closed) -> int:
    """How much of the time from `start_ms` until `end_ms` counts; 0 if it ends before it starts."""
    counted, now = 0, start_ms
    for span in closed.after(start_ms):
        if span.begin >= end_ms:
            break
        counted += max(0, span.begin - now)
        now = max(now, span.end)
    return counted + max(0, end_ms - now)


@dataclass(frozen=True, slots=True)
class Spans:
    """Some single spans, such as vacations and pauses."""

    spans: Sequence[Span] = ()

    def after(self, moment: int) -> Iterator[Span]:
        """See `Closed`."""
        return iter(sorted(span for span in self.spans if span.end > max(moment, span.begin)))


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of each day in which somebody is left in peace, as minutes after midnight in their time zone.

    They may pass midnight; none if both are the same. Raises ValueError if they are longer than `MAX_QUIET_MINUTES`.
    """

    zone: tzinfo
    begin: int
    until: int

    def __post_init__(self) -> None:
        if not (0 <= self.begin < DAY_MINUTES and 0 <= self.until < DAY_MINUTES):
            raise ValueError("quiet hours are minutes after midnight")
        if self.minutes > MAX_QUIET_MINUTES:
            raise ValueError(f"quiet hours of {self.minutes} minutes")

    @property
    def minutes(self) -> int:
        """How long they are, on a day when no clock is changed."""
        return (self.until - self.begin) % DAY_MINUTES

    def after(self, moment: int) -> Iterator[Span]:
        """See `Closed`."""
        if not self.minutes:
            return
        for day in _days(moment, self.zone):
            last = day + timedelta(days=self.until < self.begin)
            span = _span(_wall(day, self.begin), _wall(last, self.until), self.zone)
            if span.end > moment:
                yield span


@dataclass(frozen=True, slots=True)
class Weekends:
    """From Saturday 0:00 until Sunday 24:00 in a time zone."""

    zone: tzinfo

    def after(self, moment: int) -> Iterator[Span]:
        """See `Closed`."""
        for day in _days(moment, self.zone):
            if day.weekday() == SATURDAY:
                span = _span(_wall(day, 0), _wall(day + timedelta(days=2), 0), self.zone)
                if span.end > moment:
                    yield span


@dataclass(frozen=True, slots=True)
class Within:
    """What stands still by a rule that holds from `begin` until just before `end` only; None for no such bound."""

    rule: Closed
    begin: int | None = None
    end: int | None = None

    def after(self, moment: int) -> Iterator[Span]:
        """See `Closed`."""
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
    """The time in which at least one of several stands still."""

    parts: Sequence[Closed]

    def after(self, moment: int) -> Iterator[Span]:
        """See `Closed`."""
        return merge(*(part.after(moment) for part in self.parts))


ALWAYS_OPEN = Spans()
"""No time in which the clock stands still."""


def _days(moment: int, zone: tzinfo) -> Iterator[date]:
    """The days from a little before a moment on, so that what began earlier is among them."""
    day = (_EPOCH + moment * _MS).astimezone(zone).date() - timedelta(days=3)
    while True:
        yield day
        day += timedelta(days=1)


def _wall(day: date, minutes: int) -> datetime:
    """What the clock on the wall shows."""
    return datetime.combine(day, time(minutes // 60, minutes % 60))


def _span(begin: datetime, end: datetime, zone: tzinfo) -> Span:
    """The span between two times on the wall, in full when clocks are changed.

    A time that comes twice, or never, stands for the earlier of its two meanings at the begin, for the later at the
    end: whenever the wall shows a time between the two, the span covers it.
    """
    return Span(min(_meanings(begin, zone)), max(_meanings(end, zone)))


def _meanings(wall: datetime, zone: tzinfo) -> tuple[int, ...]:
    return tuple((wall.replace(tzinfo=zone, fold=fold) - _EPOCH) // _MS for fold in (0, 1))
