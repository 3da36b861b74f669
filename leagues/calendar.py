"""When a season deals, and when it ends: by the days of the league's time zone, in summer time too."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

from leagues.settings import CUP, LeagueSettings
from tables.timing.time_zones import zone_named
from tables.timing.units import DAY_MS

MINUTE_MS: Final = 60_000
WEEK_MS: Final = 7 * DAY_MS
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Dates:
    """When a season begins, until when it deals, and when it is over at the latest; milliseconds UTC."""

    begins: int
    last_deal: int
    ends: int


def dates(begins: int, settings: LeagueSettings) -> Dates:
    """The dates of a season that begins at a time."""
    if settings.kind == CUP:
        return Dates(
            begins,
            begins + (settings.deals - 1) * settings.minutes * MINUTE_MS,
            begins + settings.deals * settings.minutes * MINUTE_MS,
        )
    days = 7 * settings.weeks
    return Dates(begins, later(begins, days - settings.tail_days, settings), later(begins, days, settings))


def share_left(begins: int, last_deal: int, now: int) -> float:
    """How much of the time in which a season deals is still to come, from 1 before it to 0 after it."""
    return min(1.0, max(0.0, (last_deal - now) / max(1, last_deal - begins)))


def next_deal(begins: int, now: int, settings: LeagueSettings) -> int:
    """The first time after now at which a season deals; a cup's next deal at the latest."""
    if settings.kind == CUP:
        return now + settings.minutes * MINUTE_MS
    number = max(0, (now - begins) // (settings.every_days * DAY_MS))
    while (due := later(begins, number * settings.every_days, settings)) <= now:
        number += 1
    return due


def first_day(now: int, days: int, settings: LeagueSettings) -> int:
    """The hour of deals, so many days from today; the day after if it has passed."""
    zone = _zone(settings)
    day = (_EPOCH + timedelta(milliseconds=now)).astimezone(zone).date() + timedelta(days=days)
    due = _moment(datetime.combine(day, time(settings.hour), tzinfo=zone))
    return due if due > now else later(due, 1, settings)


def later(moment: int, days: int, settings: LeagueSettings) -> int:
    """The same time of the day, days later."""
    zone = _zone(settings)
    local = (_EPOCH + timedelta(milliseconds=moment)).astimezone(zone).replace(tzinfo=None)
    return _moment((local + timedelta(days=days)).replace(tzinfo=zone))


def _moment(local: datetime) -> int:
    return (local - _EPOCH) // timedelta(milliseconds=1)


def _zone(settings: LeagueSettings) -> tzinfo:
    return zone_named(settings.zone) or UTC
