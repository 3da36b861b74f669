"""Days as people type them: 5.12., 24.12.2026, 2026-12-24, Friday, in 5 days, next week.

Words are read in English and in the context's language.

Days with dots are read by a pattern of our own, since `dateparser` takes "5.12." for a time of day.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Final

from language.catalogues import ENGLISH
from language.messages import N_, _, list_weekdays, speaking, spoken_language
from tables.refusal import Refusal
from tables.texts import quote

MOST_CHARACTERS = 40
"""The maximum length of a typed day."""
ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
BARE = re.compile(r"[0-9]{1,2}")
DOTTED = re.compile(r"([0-9]{1,2})\. ?([0-9]{1,2})(?:\. ?([0-9]{4})?)?")
YEAR = re.compile(r"[0-9]{4}")
FARTHEST: Final = timedelta(days=400)
"""The maximum distance of a day that is typed without a year of four digits."""
BEFORE_DAY: Final = N_("on, this, until")
"""Words that people type before a day, separated by commas; a translation may have any number of them."""
NEXT: Final = N_("next, the next")
"""Words before or after a weekday or "week"; `dateparser` reads the first of them. Separated by commas."""
AFTER_TOMORROW: Final = N_("day after tomorrow, the day after tomorrow")
"""Words for the day after tomorrow, separated by commas."""
IN: Final = N_("in, within")
"""Words before a number of days or weeks; `dateparser` reads the first of them. Separated by commas."""
ORDERS: Final = {"en": ("DMY", "MDY"), "ja": ("MDY", "MDY")}
"""The orders of day and month in which a language is read; other languages write the day first."""


def read_days(text: str, today: date, first: date | None = None) -> Sequence[date]:
    """Return the days that a text can mean, earliest first; most texts mean one day.

    `today` is the day from which "in 5 days" counts. A weekday is the next one after `first`, by default after today.
    Reading words takes up to a second at first use, so call this in a thread. Raises Refusal for a text that means no
    day.
    """
    typed = " ".join(text.lower().replace("º", "").split())
    if len(typed) > MOST_CHARACTERS:
        raise Refusal(format_unreadable_day(text))
    after = today if first is None else first
    found: Sequence[date] = ()
    for words in dict.fromkeys((typed, _strip_phrase(typed, _list_phrases(BEFORE_DAY)))):
        found = found or _read(words, today, after)
    if not found:
        raise Refusal(format_unreadable_day(text))
    return sorted({*found})


def _read(typed: str, today: date, after: date) -> Sequence[date]:
    found = _read_digits(typed, after)
    if found is not None:
        return found
    if found := _read_name(typed, today, after):
        return found
    for words in dict.fromkeys((typed, _reword(typed))):
        found = found or _read_words(words, {today, after})
    return found


def _read_digits(typed: str, after: date) -> list[date] | None:
    """Read a day of digits, with dots or in ISO 8601; None for a text of another form.

    Without a year, it is the next such day from `after` on. The list is empty for a day that no calendar has.
    """
    if iso := ISO.fullmatch(typed):
        return _build_days([(int(iso[1]), int(iso[2]), int(iso[3]))])
    if BARE.fullmatch(typed):
        months = [(after.year + month // 12, month % 12 + 1) for month in range(after.month - 1, after.month + 11)]
        found = _build_days((year, month, int(typed)) for year, month in months)
        return [day for day in found if day >= after][:1]
    dotted = DOTTED.fullmatch(typed)
    if dotted is None:
        return None
    day, month = int(dotted[1]), int(dotted[2])
    years = [int(dotted[3])] if dotted[3] else [after.year, after.year + 1]
    days = _build_days((year, month, day) for year in years)
    return days if dotted[3] else [found for found in days if found >= after][:1]


def _build_days(parts: Iterable[tuple[int, int, int]]) -> list[date]:
    """Return the dates of year, month and day, without those that no calendar has."""
    found: list[date] = []
    for year, month, day in parts:
        try:
            found.append(date(year, month, day))
        except ValueError:
            continue
    return found


def _read_name(typed: str, today: date, after: date) -> list[date]:
    """Read today, tomorrow, or a weekday; empty for any other text.

    "Next Friday" can be the coming one or the one a week later.
    """
    if typed in ("today", "tomorrow"):
        return _add(today, int(typed == "tomorrow"))
    if typed in _list_phrases(AFTER_TOMORROW):
        return _add(today, 2)
    name = _strip_phrase(typed, _list_phrases(NEXT))
    found = [number for number, names in enumerate(_list_weekdays()) if name in names]
    if not found:
        return []
    distance = (found[0] - after.weekday() - 1) % 7 + 1
    return [*_add(after, distance), *(_add(after, distance + 7) if name != typed else [])]


def _list_phrases(message: str) -> Sequence[str]:
    """Return the phrases of a message in English and in the context's language."""
    return [*_(message).split(", "), *message.split(", ")]


def _strip_phrase(typed: str, phrases: Iterable[str]) -> str:
    """Return a text without the longest of some phrases that it begins or ends with."""
    for phrase in sorted(phrases, key=len, reverse=True):
        for rest in (typed.removeprefix(phrase), typed.removesuffix(phrase)):
            if rest != typed:
                return rest.strip()
    return typed


def _reword(typed: str) -> str:
    """Return a text with the phrase that `dateparser` reads in place of another one."""
    for message in (NEXT, IN):
        first, *others = _(message).split(", ")
        rest = _strip_phrase(typed, others)
        if rest != typed:
            return f"{first} {rest}"
    return typed


def _list_weekdays() -> Sequence[frozenset[str]]:
    """Return the names of each weekday, Monday first, in English and in the context's language."""
    with speaking(ENGLISH):
        english = list_weekdays()
    return [one | other for one, other in zip(english, list_weekdays(), strict=True)]


def _add(day: date, days: int) -> list[date]:
    """Return the day a number of days later; empty beyond the last year of the calendar."""
    try:
        return [day + timedelta(days=days)]
    except OverflowError:
        return []


def _read_words(typed: str, bases: Iterable[date]) -> list[date]:
    """Read words with `dateparser`, counted from each of the base days.

    A text has two readings if day and month can be exchanged, or if it names a week or a month without a day.
    """
    # imported at first use, since it takes time and memory
    import dateparser

    language = spoken_language().split("-")[0]
    languages = [ENGLISH, *({language} - {ENGLISH})]
    orders = ORDERS.get(language, ("DMY", "DMY"))
    found: list[date] = []
    for base in bases:
        for order, place in zip(orders, ("first", "last"), strict=True):
            settings = {
                "RELATIVE_BASE": datetime.combine(base, time(12)),
                "PREFER_DATES_FROM": "future",
                "DATE_ORDER": order,
                "PREFER_DAY_OF_MONTH": place,
                "TIMEZONE": "UTC",
                "REQUIRE_PARTS": ["day"],
                "PARSERS": ["relative-time", "absolute-time"],
            }
            try:
                read = dateparser.parse(typed, languages=languages, settings=settings)
            except (OverflowError, ValueError):
                read = None
            if read is not None and (YEAR.search(typed) or read.date() <= base + FARTHEST):
                found.append(read.date())
                if typed.endswith("next week"):
                    found += _add(found[-1], 6 - found[-1].weekday())
    return found


def format_unreadable_day(text: str) -> str:
    return _("I don't understand the day {day}. You can type it like 24.12., Friday or in 5 days.", day=quote(text))
