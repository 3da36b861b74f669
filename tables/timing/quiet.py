"""Quiet hours: the time of day in which a user is not pinged and their clocks stand still.

They can be changed once a day. Otherwise a player could shift them to dodge every deadline.
"""

from datetime import UTC, tzinfo
from typing import Final

import msgspec

from language.messages import N_, _
from tables.preferences import EarlierQuietHours, Preferences
from tables.refusal import Refusal
from tables.texts import quote
from tables.timing.running_time import (
    ALWAYS_OPEN,
    DAY_MINUTES,
    DAY_MS,
    MAX_QUIET_MINUTES,
    Closed,
    Either,
    QuietHours,
    Within,
    compute_deadline,
)
from tables.timing.time_zones import find_zone

TOO_LONG = N_("Quiet hours can be up to 12 hours a day, so that others can plan around them. Please make them shorter.")
EXAMPLE = N_("Type a large city in your time zone, such as Berlin or New York, or your offset from UTC, such as UTC+2.")

CHANGE_EVERY_MS: Final = DAY_MS
"""Minimum time between two changes of a user's quiet hours, in milliseconds. Corrections are excepted."""
CORRECTION_MS: Final = 15 * 60_000
"""Time in milliseconds after a change of quiet hours in which they may be changed again as a correction."""
MOST_EARLIER: Final = 10


def find_user_zone(preferences: Preferences) -> tzinfo:
    """Return a user's time zone, or UTC if they have set none."""
    return find_zone(preferences.time_zone) or UTC


def quiet_hours(preferences: Preferences) -> Closed:
    """Return a user's quiet hours, present and former ones, each limited to the time in which they were valid."""
    parts: list[Closed] = []
    begin = None
    for earlier in preferences.quiet_before:
        hours = _hours(earlier)
        if hours is not None:
            parts.append(Within(hours, begin, earlier.until))
        begin = earlier.until
    hours = _hours(preferences)
    if hours is not None:
        parts.append(hours if begin is None else Within(hours, begin))
    return Either(parts) if parts else ALWAYS_OPEN


def find_ping_time(moment: int, preferences: Preferences) -> int:
    """Return the earliest time, `moment` or later, at which a user may be pinged: outside of their quiet hours.

    All times are milliseconds UTC.
    """
    return compute_deadline(moment, 0, quiet_hours(preferences))


def has_quiet_hours(preferences: Preferences) -> bool:
    """Return whether a user has quiet hours set."""
    return _hours(preferences) is not None


def with_quiet_hours(
    preferences: Preferences, time_zone: str, begin: int | None, until: int | None, now: int
) -> Preferences:
    """Return the preferences with this time zone and new quiet hours (None: none), valid from `now`.

    Raises Refusal for an unknown zone, quiet hours that are too long, or a second change on one day that is no
    correction.
    """
    if find_zone(time_zone) is None:
        raise Refusal(unknown_zone(time_zone))
    if begin is None or until is None or begin == until:
        begin = until = None
    elif (until - begin) % DAY_MINUTES > MAX_QUIET_MINUTES:
        raise Refusal(_(TOO_LONG))
    was = (preferences.time_zone, preferences.quiet_from, preferences.quiet_until)
    if was == (time_zone, begin, until):
        return preferences
    if begin is None and preferences.quiet_from is None:
        # Without quiet hours, the zone only affects weekends. So the limit for changes of quiet hours does not apply.
        return msgspec.structs.replace(preferences, time_zone=time_zone)
    before = preferences.quiet_before
    changed = before[-1].until if before else None
    if changed is None or now - changed >= CHANGE_EVERY_MS:
        before = (*before, EarlierQuietHours(now, *was))[-MOST_EARLIER:]
    elif now - changed >= CORRECTION_MS:
        raise Refusal(format_changed_today(changed + CHANGE_EVERY_MS))
    return msgspec.structs.replace(
        preferences, time_zone=time_zone, quiet_from=begin, quiet_until=until, quiet_before=before
    )


def _hours(setting: Preferences | EarlierQuietHours) -> QuietHours | None:
    zone = find_zone(setting.time_zone)
    if zone is None or setting.quiet_from is None or setting.quiet_until is None:
        return None
    try:
        hours = QuietHours(zone, setting.quiet_from, setting.quiet_until)
    except ValueError:
        return None
    return hours if hours.minutes else None


def unknown_zone(text: str) -> str:
    if not text.strip():
        return _(EXAMPLE)
    return _("I don't know the time zone {zone}.", zone=quote(text)) + f" {_(EXAMPLE)}"


def unknown_time(text: str) -> str:
    return _("I can't read {text} as a time of day. Type it as 22:30 or 10:30 pm.", text=quote(text))


def format_changed_today(opens: int) -> str:
    return _(
        "You can change your quiet hours only once a day, so that nobody waits longer than planned. You can "
        "change them again {time}.",
        time=f"<t:{opens // 1000}:R>",
    )
