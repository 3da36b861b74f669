"""The texts about clocks: settings, reminders, and stand-ins for absent players."""

from collections.abc import Sequence

from engine.core import join_and
from tables.texts import format_duration
from tables.timing.clock_settings import COMPUTER, FORFEIT, PRESETS, REPLACE, ClockSetting

_EXPIRY_LINES = {
    COMPUTER: "If somebody misses two deadlines in a row, the computer plays for them until they are back.",
    REPLACE: "If somebody misses two deadlines in a row, anybody may take the seat; the computer plays until then.",
    FORFEIT: "If somebody misses two deadlines in a row, their seat is forfeited.",
}
_TITLES = {name: name.capitalize() for name in PRESETS}

WEEKENDS_FREE = "Weekends are free: all clocks are stopped from Saturday 0:00 to Sunday 24:00 in the host's time zone."


def title(name: str) -> str:
    """Return the short title of a named clock; other names are returned unchanged."""
    return _TITLES.get(name, name)


def describe_preset(name: str, clock: ClockSetting) -> str | None:
    """Return the description of a preset clock, or None if its title says everything."""
    return None if name not in _TITLES or clock.move is None else summary(clock)


def choice(name: str, clock: ClockSetting) -> str:
    """Format a named clock for a list: its title, followed by the description of a preset."""
    meant = describe_preset(name, clock)
    return title(name) if meant is None else f"{title(name)}: {meant}"


def summary(clock: ClockSetting) -> str:
    """Format a clock's settings: time per move, the reserve (bank), and the time regained per move."""
    if clock.move is None:
        return "no time limit"
    line = f"{format_duration(clock.move)} for each move"
    if clock.bank:
        line += f", plus {format_duration(clock.bank)} of reserve in all"
    if clock.regained:
        line += f"; a move in time gives {format_duration(clock.regained)} back"
    return line


def lobby_line(clock: ClockSetting, on_expiry: str) -> str:
    """Format the clock of a table as sentences, and the effect of missed deadlines."""
    if clock.move is None:
        return "No time limit."
    return f"{summary(clock)}. {_EXPIRY_LINES.get(on_expiry, '')}".rstrip()


def format_stand_ins(names: Sequence[str]) -> str:
    """Format the sentence that computer players stand in for these players. Names are passed in escaped."""
    return f"-# The computer plays for {join_and(names)} until they are back." if names else ""
