"""Vacations that people announce: whole days, never automatic, at most `MOST_DAYS` of any `WINDOW_DAYS`.

A vacation begins at the earliest `NOTICE_MS` after it was announced, and it changes nothing that is past: what runs
out within the hour still does, so that nobody escapes a lost position at the last minute. For what happens suddenly
there is the emergency pause.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from data.store import VacationRow
from tables.refusal import Refusal
from tables.timing.running_time import Span
from tables.timing.units import DAY_MS, HOUR_MS

BACKWARDS = "A vacation begins today at the earliest, and ends on its first day or later."
TOO_FAR = "That is far ahead. Please announce it within half a year of its first day."
TOO_LATE_TODAY = "A vacation begins an hour after you announce it, and this day is nearly over. Please begin tomorrow."
NOT_AWAY = "No vacation announced. To announce one, type `/away until:` and a day: up to 14 days of any 60."

NOTICE_MS: Final = HOUR_MS
MOST_DAYS: Final = 14
WINDOW_DAYS: Final = 60
FURTHEST_DAYS: Final = 180
"""How far ahead a vacation can be announced."""
KEPT_MS: Final = (WINDOW_DAYS + MOST_DAYS) * DAY_MS
"""How long a vacation is remembered once it is over."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def announced(known: Sequence[VacationRow], zone: tzinfo, first: date, last: date, now: int) -> Span:
    """Return the time of a vacation over these days in somebody's zone, beside their known ones. Raises Refusal."""
    require_first_day(first, day_of(now, zone))
    if last < first:
        raise Refusal(BACKWARDS)
    # Before anything is computed from the last day, which may be any that a calendar has.
    if (last - first).days >= MOST_DAYS:
        raise Refusal(too_many_days((last - first).days + 1, days_left(known, zone, first)))
    new = Span(max(midnight(first, zone), now + NOTICE_MS), midnight(last + timedelta(days=1), zone))
    if new.begin >= new.end:
        raise Refusal(TOO_LATE_TODAY)
    overlapping = next((row for row in known if row.begins < new.end and new.begin < row.ends), None)
    if overlapping is not None:
        raise Refusal(away_already(overlapping.begins, overlapping.ends))
    days = [*away_days(known, zone), *_days(first, last)]
    if most_in_window(days) > MOST_DAYS:
        raise Refusal(too_many_days((last - first).days + 1, days_left(known, zone, first)))
    return new


def require_first_day(first: date, today: date) -> None:
    """Raise Refusal unless a vacation that is announced today can begin on this day."""
    if first < today:
        raise Refusal(BACKWARDS)
    if (first - today).days > FURTHEST_DAYS:
        raise Refusal(TOO_FAR)


def away_days(known: Iterable[VacationRow], zone: tzinfo) -> frozenset[date]:
    """The days of vacations; one that ended earlier counts with its last day."""
    return frozenset(day for row in known for day in _days(day_of(row.begins, zone), day_of(row.ends - 1, zone)))


def most_in_window(days: Collection[date]) -> int:
    """The most of these days within any `WINDOW_DAYS` in a row."""
    found = sorted(set(days))
    window = timedelta(days=WINDOW_DAYS)
    return max((sum(first <= day < first + window for day in found) for first in found), default=0)


def days_left(known: Iterable[VacationRow], zone: tzinfo, first: date) -> int:
    """How many days from `first` on somebody can still be away in a row."""
    days = away_days(known, zone)
    left = 0
    while left < MOST_DAYS and most_in_window({*days, *_days(first, first + timedelta(days=left))}) <= MOST_DAYS:
        left += 1
    return left


def current(known: Iterable[VacationRow], now: int) -> VacationRow | None:
    """The vacation that lasts, or the next one that was announced; None for none."""
    return min((row for row in known if row.ends > now), key=lambda row: row.begins, default=None)


def day_of(moment: int, zone: tzinfo) -> date:
    """The day of a moment in a zone."""
    return (_EPOCH + timedelta(milliseconds=moment)).astimezone(zone).date()


def midnight(day: date, zone: tzinfo) -> int:
    """When a day begins in a zone, in milliseconds UTC."""
    return (datetime.combine(day, time(), tzinfo=zone) - _EPOCH) // timedelta(milliseconds=1)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def away_already(begins: int, ends: int) -> str:
    return (
        f"You have announced that you are away from <t:{begins // 1000}:f> until <t:{ends // 1000}:f>. "
        "End that first to change it."
    )


def too_many_days(wanted: int, left: int) -> str:
    days = "1 more day" if wanted == 1 else f"{wanted:,} days"
    possible = f"From that first day on, up to {left} in a row are possible." if left else "Please begin later."
    return f"You can be away for 14 days of any 60, so {days} would be too many. {possible}"
