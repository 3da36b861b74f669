"""Time zones in the ways users name them: by a city, a region, an abbreviation, or the offset from UTC."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Final
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

UNIVERSAL: Final = "UTC"
MOST_CHARACTERS: Final = 60
"""Maximum length of a typed time zone, in characters."""
MOST: Final = 25
"""Maximum number of suggested zones. A Discord select has 25 options."""
REGIONS: Final = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*([0-9]{1,2})(?:[:.]?([0-5][0-9]))?", re.ASCII)
WEST, EAST = timedelta(hours=-12), timedelta(hours=14)
COMMON: Mapping[str, str] = {
    "gmt": "UTC",
    "z": "UTC",
    "est": "America/New_York",
    "edt": "America/New_York",
    "eastern": "America/New_York",
    "cst": "America/Chicago",
    "cdt": "America/Chicago",
    "central": "America/Chicago",
    "mst": "America/Denver",
    "mdt": "America/Denver",
    "mountain": "America/Denver",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "brazil": "America/Sao_Paulo",
    "bst": "Europe/London",
    "wet": "Europe/Lisbon",
    "uk": "Europe/London",
    "england": "Europe/London",
    "ireland": "Europe/Dublin",
    "cet": "Europe/Paris",
    "cest": "Europe/Paris",
    "france": "Europe/Paris",
    "germany": "Europe/Berlin",
    "austria": "Europe/Vienna",
    "switzerland": "Europe/Zurich",
    "spain": "Europe/Madrid",
    "italy": "Europe/Rome",
    "netherlands": "Europe/Amsterdam",
    "poland": "Europe/Warsaw",
    "sweden": "Europe/Stockholm",
    "finland": "Europe/Helsinki",
    "eet": "Europe/Athens",
    "eest": "Europe/Athens",
    "msk": "Europe/Moscow",
    "india": "Asia/Kolkata",
    "ist": "Asia/Kolkata",
    "china": "Asia/Shanghai",
    "japan": "Asia/Tokyo",
    "jst": "Asia/Tokyo",
    "korea": "Asia/Seoul",
    "kst": "Asia/Seoul",
    "aest": "Australia/Sydney",
    "awst": "Australia/Perth",
    "new zealand": "Pacific/Auckland",
    "nzst": "Pacific/Auckland",
    "hawaii": "Pacific/Honolulu",
}
"""By common name in lower case, such as an abbreviation or a country: the name of the time zone."""


def find_zone(name: str) -> tzinfo | None:
    """Return the time zone with this stored name, or None if it is unknown."""
    if name == UNIVERSAL:
        return UTC
    offset = _offset(name)
    if offset is not None:
        return timezone(offset)
    if name not in _places().values():
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def search_zones(text: str) -> tuple[str, ...]:
    """Return the names of zones that match a typed text, best match first, at most `MOST`.

    If the text names exactly one zone, only that one is returned.
    """
    wanted = _normalize(text) if len(text) <= MOST_CHARACTERS else ""
    if not wanted:
        return ()
    if wanted == _normalize(UNIVERSAL):
        return (UNIVERSAL,)
    offset = _offset(wanted)
    if offset is not None:
        return (_offset_name(offset),)
    if wanted in COMMON:
        return (COMMON[wanted],)
    places = _places()
    if wanted in places:
        return (places[wanted],)
    cities = {name: place.rpartition("/")[2] for place, name in places.items()}
    exact = [name for name, city in cities.items() if city == wanted]
    if exact:
        # The zones with this city's name are the same: `America/Indianapolis`, `America/Indiana/Indianapolis`.
        return (min(exact, key=len),)
    words = wanted.replace("/", " ").split()
    found = [name for place, name in places.items() if all(word in place for word in words)]
    found.sort(key=lambda name: (not cities[name].startswith(words[0]), len(cities[name]), name))
    return tuple(found[:MOST])


def format_zone(name: str) -> str:
    """Format a zone's name for display: `New York`, `UTC+05:30`."""
    return name.rpartition("/")[2].replace("_", " ") or UNIVERSAL


def format_local_time(name: str, now: int) -> str:
    """Format the local time in a zone at `now` (milliseconds UTC), such as `14:05`."""
    zone = find_zone(name) or UTC
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=now)).astimezone(zone).strftime("%H:%M")


@cache
def _places() -> Mapping[str, str]:
    """Return the names of all zones that are named after a place. The keys are the names in normalised spelling."""
    names = sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS)
    return {_normalize(name): name for name in names}


def _normalize(text: str) -> str:
    letters = (letter for letter in normalize("NFKD", text) if not combining(letter))
    return " ".join("".join(letters).replace("_", " ").lower().split())


def _offset(text: str) -> timedelta | None:
    found = OFFSET.fullmatch(text.strip().lower())
    if found is None:
        return None
    sign, hours, minutes = found.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes or 0)) * (-1 if sign == "-" else 1)
    return offset if WEST <= offset <= EAST else None


def _offset_name(offset: timedelta) -> str:
    if not offset:
        return UNIVERSAL
    minutes = abs(offset) // timedelta(minutes=1)
    return f"UTC{'-' if offset < timedelta() else '+'}{minutes // 60:02}:{minutes % 60:02}"
