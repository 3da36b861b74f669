"""The dates of a season: its deals and its end. Days are those of the league's time zone, with daylight saving time."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from leagues.settings import CUP, LeagueSettings
from tables.timing.running_time import DAY_MS
from tables.timing.time_zones import find_zone

MINUTE_MS: Final = 60_000
WEEK_MS: Final = 7 * DAY_MS
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Dates:
    """A season's start, its last deal and its latest end, in milliseconds UTC."""

    begins: int
    last_deal: int
    ends: int


def dates(begins: int, settings: LeagueSettings) -> Dates:
    """Compute the dates of a season or cup that begins at `begins` (milliseconds UTC)."""
    if settings.kind == CUP:
        return Dates(
            begins,
            begins + (settings.deals - 1) * settings.minutes * MINUTE_MS,
            begins + settings.deals * settings.minutes * MINUTE_MS,
        )
    days = 7 * settings.weeks
    return Dates(begins, add_days(begins, days - settings.tail_days, settings), add_days(begins, days, settings))


def remaining_share(begins: int, last_deal: int, now: int) -> float:
    """Return the remaining share of the time in which a season deals tables, from 1 to 0.

    It is 1 before the season's start and 0 after its last deal.
    """
    return min(1.0, max(0.0, (last_deal - now) / max(1, last_deal - begins)))


def next_deal(begins: int, now: int, settings: LeagueSettings) -> int:
    """Return the time of the season's first deal after `now`, in milliseconds UTC.

    In a cup it is the latest time: the next deal may be earlier. In a season, deals after the first are at the hour of
    the settings, even if the season began at another hour, for example after a downtime or on a day without that hour.
    """
    if settings.kind == CUP:
        return now + settings.minutes * MINUTE_MS
    if now < begins:
        return begins
    first = _day_of_deals(begins, settings)
    number = max(1, (now - begins) // (settings.every_days * DAY_MS))
    while (due := compute_deal_time(first + timedelta(days=number * settings.every_days), settings)) <= now:
        number += 1
    return due


def is_after(due: int, last_deal: int) -> bool:
    """Return whether the deal `due` is on a later day than the season's last deal.

    A downtime may have moved either of them by some hours, so a difference of up to half a day counts as the same day.
    """
    return due - last_deal > DAY_MS // 2


def first_day(now: int, days: int, settings: LeagueSettings) -> int:
    """Return the time of a deal `days` days from today, or one day later if that time has passed (milliseconds UTC)."""
    day = _local(now, settings).date() + timedelta(days=days)
    due = compute_deal_time(day, settings)
    return due if due > now else compute_deal_time(day + timedelta(days=1), settings)


def compute_deal_time(day: date, settings: LeagueSettings) -> int:
    """Return the time of a deal on a day, at the hour of the settings (milliseconds UTC).

    On a day without that hour (clocks go forward) it is one hour later. If the day has that hour twice, it is the first
    one.
    """
    return _moment(datetime.combine(day, time(settings.hour)), settings)


def add_days(moment: int, days: int, settings: LeagueSettings) -> int:
    """Return the time that is `days` days after `moment`, at the same local time (milliseconds UTC).

    A season's deal stays at the hour of the settings, even if a day without that hour had moved it.
    """
    day = _day_of_deals(moment, settings)
    if settings.kind != CUP and moment == compute_deal_time(day, settings):
        return compute_deal_time(day + timedelta(days=days), settings)
    return _moment(_local(moment, settings) + timedelta(days=days), settings)


def _day_of_deals(moment: int, settings: LeagueSettings) -> date:
    """Return the local day whose time of dealing is nearest to `moment`."""
    return (_local(moment, settings) - timedelta(hours=settings.hour - 12)).date()


def _local(moment: int, settings: LeagueSettings) -> datetime:
    """Return the local date and time of `moment` in the league's zone, as a naive datetime."""
    return (_EPOCH + timedelta(milliseconds=moment)).astimezone(_zone(settings)).replace(tzinfo=None, fold=0)


def _moment(local: datetime, settings: LeagueSettings) -> int:
    return (local.replace(tzinfo=_zone(settings)) - _EPOCH) // timedelta(milliseconds=1)


def _zone(settings: LeagueSettings) -> tzinfo:
    return find_zone(settings.zone) or UTC
