"""Vacations and quiet hours of a user. Storing either recomputes the deadlines at all of the user's tables.

A vacation consists of whole days. Users may be away for `MOST_DAYS` in any period of `WINDOW_DAYS`. A vacation begins
at least `NOTICE_MS` after it was announced, so that nobody escapes a lost position at the last minute. The emergency
pause is for sudden absences.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

import msgspec

from data.store import VacationRow
from language.messages import N_, _, ngettext
from tables.open_table import Person
from tables.preferences import Preferences, read_preferences
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing.quiet import find_user_zone, with_quiet_hours
from tables.timing.retiming import schedule_retiming
from tables.timing.running_time import DAY_MS, HOUR_MS, Span

BACKWARDS = N_("A vacation can't begin before today or end before it begins.")
TOO_FAR = N_("That's too far ahead. You can announce a vacation up to half a year before its first day.")
TOO_LATE_TODAY = N_(
    "A vacation begins an hour after you announce it, and today is nearly over. Please choose tomorrow as its "
    "first day."
)
NOT_AWAY = N_("You haven't announced a vacation. To announce one, type `/away`.")

NOTICE_MS: Final = HOUR_MS
MOST_DAYS: Final = 14
WINDOW_DAYS: Final = 60
FURTHEST_DAYS: Final = 180
"""Maximum number of days between the announcement and the first day of a vacation."""
KEPT_MS: Final = (WINDOW_DAYS + MOST_DAYS) * DAY_MS
"""Time in milliseconds for which an ended vacation is stored. Until then it counts towards the limit of days."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def go_away(service: TableService, person: Person, first: date, last: date) -> VacationRow:
    """Store a vacation from day `first` to day `last` in the person's time zone, and return its row.

    Raises Refusal if the days are not allowed (see `plan_vacation`).
    """
    async with service.store.write() as writer:
        # Writing the user's row locks it, so that concurrent announcements are checked against each other.
        await writer.people.put_user(person.id, person.name)
        zone = find_user_zone(await read_preferences(writer, person.id))
        await writer.people.prune_vacations(person.id, writer.now - KEPT_MS)
        known = await writer.people.vacations((person.id,))
        span = plan_vacation(known, zone, first, last, writer.now)
        number = await writer.people.add_vacation(person.id, span.begin, span.end)
        await schedule_retiming(writer, await writer.tables.of_user(person.id))
        row = VacationRow(number, person.id, span.begin, span.end, writer.now)
    service.notify()
    return row


async def come_home(service: TableService, person: Person, row_id: int) -> bool:
    """End a current or planned vacation, so that the clocks run again. Return whether it had begun.

    Raises Refusal if there is no such vacation, or if it is already over.
    """
    async with service.store.write() as writer:
        await writer.people.put_user(person.id, person.name)
        known = await writer.people.vacations((person.id,))
        row = next((row for row in known if row.id == row_id and row.ends > writer.now), None)
        if row is None:
            raise Refusal(_(NOT_AWAY))
        has_begun = row.begins < writer.now
        await writer.people.end_vacation(row.id, writer.now if has_begun else None)
        await schedule_retiming(writer, await writer.tables.of_user(person.id))
    service.notify()
    return has_begun


async def find_vacation(service: TableService, user_id: int) -> VacationRow | None:
    """Return the user's current or next vacation, or None."""
    async with service.store.read() as reader:
        return find_next_vacation(await reader.people.vacations((user_id,)), service.now())


async def set_quiet_hours(
    service: TableService, person: Person, time_zone: str, begin: int | None, until: int | None
) -> Preferences:
    """Store a person's time zone and quiet hours. Return the preferences.

    Raises Refusal for an unknown zone, for quiet hours that are too long, or if they were changed too recently.
    """
    async with service.store.write() as writer:
        await writer.people.put_user(person.id, person.name)
        before = await read_preferences(writer, person.id)
        wanted = with_quiet_hours(before, time_zone, begin, until, writer.now)
        if wanted != before:
            await writer.people.put_user(person.id, person.name, msgspec.json.encode(wanted).decode())
            await schedule_retiming(writer, await writer.tables.of_user(person.id))
    service.notify()
    return wanted


def plan_vacation(known: Sequence[VacationRow], zone: tzinfo, first: date, last: date, now: int) -> Span:
    """Return the span of a new vacation from day `first` to day `last` in a time zone.

    `known` are the user's other vacations. Raises Refusal if the days are in the wrong order, too far ahead, too late
    to announce, or too many.
    """
    require_first_day(first, day_of(now, zone))
    if last < first:
        raise Refusal(_(BACKWARDS))
    # Checked first: the last day may be so far in the future that date arithmetic would overflow.
    if (last - first).days >= MOST_DAYS:
        raise Refusal(too_many_days((last - first).days + 1, count_days_left(known, zone, first)))
    new = Span(max(midnight(first, zone), now + NOTICE_MS), midnight(last + timedelta(days=1), zone))
    if new.begin >= new.end:
        raise Refusal(_(TOO_LATE_TODAY))
    overlapping = next((row for row in known if row.begins < new.end and new.begin < row.ends), None)
    if overlapping is not None:
        raise Refusal(format_already_away(overlapping.begins, overlapping.ends))
    days = [*away_days(known, zone), *_days(first, last)]
    if count_most_in_window(days) > MOST_DAYS:
        raise Refusal(too_many_days((last - first).days + 1, count_days_left(known, zone, first)))
    return new


def require_first_day(first: date, today: date) -> None:
    """Raise Refusal unless a vacation that is announced on day `today` may begin on day `first`."""
    if first < today:
        raise Refusal(_(BACKWARDS))
    if (first - today).days > FURTHEST_DAYS:
        raise Refusal(_(TOO_FAR))


def away_days(known: Iterable[VacationRow], zone: tzinfo) -> frozenset[date]:
    """Return the days covered by vacations. A vacation that was ended early covers the days up to its end."""
    return frozenset(day for row in known for day in _days(day_of(row.begins, zone), day_of(row.ends - 1, zone)))


def count_most_in_window(days: Collection[date]) -> int:
    """Return the greatest number of these days that lie within `WINDOW_DAYS` consecutive days."""
    found = sorted(set(days))
    window = timedelta(days=WINDOW_DAYS)
    return max((sum(first <= day < first + window for day in found) for first in found), default=0)


def count_days_left(known: Iterable[VacationRow], zone: tzinfo, first: date) -> int:
    """Return the maximum length in days of a vacation that begins on `first`, given the user's other vacations."""
    days = away_days(known, zone)
    left = 0
    while left < MOST_DAYS and count_most_in_window({*days, *_days(first, first + timedelta(days=left))}) <= MOST_DAYS:
        left += 1
    return left


def find_next_vacation(known: Iterable[VacationRow], now: int) -> VacationRow | None:
    """Return the current vacation, else the next one, or None if there is none."""
    return min((row for row in known if row.ends > now), key=lambda row: row.begins, default=None)


def day_of(moment: int, zone: tzinfo) -> date:
    """Return the date of a time (milliseconds UTC) in a time zone."""
    return (_EPOCH + timedelta(milliseconds=moment)).astimezone(zone).date()


def midnight(day: date, zone: tzinfo) -> int:
    """Return the start of a day in a time zone, in milliseconds UTC."""
    return (datetime.combine(day, time(), tzinfo=zone) - _EPOCH) // timedelta(milliseconds=1)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def format_already_away(begins: int, ends: int) -> str:
    return _(
        "You've already announced a vacation from {begin} until {end}. To change it, end it first.",
        begin=f"<t:{begins // 1000}:f>",
        end=f"<t:{ends // 1000}:f>",
    )


def too_many_days(wanted: int, left: int) -> str:
    head = ngettext(
        "You can be away for 14 days of any 60, so {number} more day would be too many.",
        "You can be away for 14 days of any 60, so {number} days would be too many.",
        wanted,
    )
    if left:
        possible = _("From that first day, you can take up to {number} in a row.", number=left)
    else:
        possible = _("Please choose a later first day.")
    return f"{head} {possible}"
