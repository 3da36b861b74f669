"""The clocks that a table can have: presets, plain time limits, and custom values typed by a host."""

import re
from typing import Final, NamedTuple

from language.messages import N_, _
from tables import texts
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import CLOCKS

MINUTE, HOUR, DAY = 60, 3600, 86_400
LEAST_SECONDS: Final = MINUTE
MOST_SECONDS: Final = 14 * DAY
"""The maximum time for each move, in seconds; `LEAST_SECONDS` is the minimum."""
MOST_BANK_SECONDS: Final = 30 * DAY
MOST_CHARACTERS: Final = 50
"""Maximum length of a typed duration, in characters."""


class ClockSetting(NamedTuple):
    """A clock: the seconds for each move (None: no limit), in a full bank, and regained for each move made in time."""

    move: int | None = None
    bank: int = 0
    regained: int = 0


NO_LIMIT: Final = ClockSetting()
PRESETS: Final[dict[str, ClockSetting]] = {
    "days": ClockSetting(24 * HOUR, 72 * HOUR, 6 * HOUR),
    "evening": ClockSetting(5 * MINUTE, 20 * MINUTE),
    "live": ClockSetting(90, 5 * MINUTE),
    "no limit": NO_LIMIT,
}
"""The suggested clocks, by name. The docs justify the values with the share of games lost on time."""
DEFAULT_CLOCK: Final = "days"
"""The name of the clock of new tables of people on a server that has not chosen another one."""
NAMED: Final[dict[str, ClockSetting]] = {
    **PRESETS,
    **{name: ClockSetting(seconds) for name, seconds in CLOCKS.items() if seconds is not None},
}
"""All clocks with a name: the presets, and time limits without a bank."""

DEFAULT_MOVE, COMPUTER, REPLACE, FORFEIT = "default", "computer", "replace", "forfeit"
EXPIRIES: Final = (COMPUTER, REPLACE, DEFAULT_MOVE, FORFEIT)
"""The consequences of a second deadline missed in a row. The first one is the default of new tables."""

_UNITS: Final = {"s": 1, "m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}
_WORDS: Final = {
    "s": N_("s sec secs second seconds"),
    "m": N_("m min mins minute minutes"),
    "h": N_("h hr hrs hour hours"),
    "d": N_("d day days"),
    "w": N_("w wk week weeks"),
}
"""The words that people type for each unit, separated by spaces; a translation may have any number of them."""
_UNIT_OF: Final = {word: unit for unit, words in _WORDS.items() for word in words.split()}
_PART: Final = r"\s*(?:and|{other}|,|\+)?\s*([0-9]{{1,6}}(?:[.,][0-9]{{1,3}})?)\s*([^\W\d_]+)\.?"
"""A number with its unit; `other` is the context's word for "and"."""
_NOTHING: Final = frozenset({"", "0", "no", "none", "-", "nothing"})


def get_clock(settings: TableSettings) -> ClockSetting:
    """Return the clock of a table."""
    return ClockSetting(settings.clock, settings.bank, settings.regained)


def find_clock_name(clock: ClockSetting) -> str | None:
    """Return the name of a clock, or None for custom values."""
    return next((name for name, named in NAMED.items() if named == clock), None)


def find_clock(text: str) -> ClockSetting:
    """Return the clock with a name. Raise Refusal if there is none."""
    found = NAMED.get(text.strip().lower())
    if found is None:
        raise Refusal(texts.unknown_clock(text, list(NAMED)))
    return found


def parse_duration(text: str) -> int:
    """Parse a typed duration, such as "36h", "2 days" or "1 day 12 hours", into seconds.

    Units are in English or in the context's language. Returns 0 for words that mean none. Raises Refusal if the text
    can't be parsed.
    """
    typed = text.strip().lower()
    if typed in _NOTHING or typed == _("no time"):
        return 0
    if len(typed) > MOST_CHARACTERS:
        raise Refusal(texts.unreadable_duration(text))
    parts = re.compile(_PART.format(other=re.escape(_("and"))))
    seconds, end = 0.0, 0
    while end < len(typed):
        part = parts.match(typed, end)
        unit = None if part is None else _find_unit(part[2])
        if part is None or unit is None:
            raise Refusal(texts.unreadable_duration(text))
        seconds += float(part[1].replace(",", ".")) * _UNITS[unit]
        end = part.end()
    return round(seconds)


def _find_unit(word: str) -> str | None:
    """Return the unit for a word in English or in the context's language; None if there is none."""
    return _UNIT_OF.get(word) or next((unit for unit, words in _WORDS.items() if word in _(words).split()), None)


def parse_clock(move: str, bank: str, regained: str) -> ClockSetting:
    """Build a clock from three typed durations: per move, in the bank, and regained per move.

    Raises Refusal, with the allowed range, if a duration can't be parsed or is out of range.
    """
    found = ClockSetting(parse_duration(move) or None, parse_duration(bank), parse_duration(regained))
    if found.move is None:
        if found.bank or found.regained:
            raise Refusal(_(texts.BANK_NEEDS_MOVE))
        return found
    if not LEAST_SECONDS <= found.move <= MOST_SECONDS:
        raise Refusal(_(texts.MOVE_RANGE))
    if found.bank > MOST_BANK_SECONDS:
        raise Refusal(_(texts.BANK_RANGE))
    if found.regained > found.bank:
        raise Refusal(_(texts.REGAINED_RANGE))
    return found
