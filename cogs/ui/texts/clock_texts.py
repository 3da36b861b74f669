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
    """Format a clock's settings: time per move, bank, and the time regained per move."""
    if clock.move is None:
        return "no time limit"
    parts = [f"{format_duration(clock.move)} a move"]
    if clock.bank:
        parts.append(f"{format_duration(clock.bank)} bank")
    if clock.regained:
        parts.append(f"{format_duration(clock.regained)} regained")
    return ", ".join(parts)


def lobby_line(clock: ClockSetting, on_expiry: str) -> str:
    """Format the clock of a table in its lobby, and the effect of missed deadlines."""
    if clock.move is None:
        return "Time for each move: no limit."
    line = f"Time for each move: {format_duration(clock.move)}"
    if clock.bank:
        line += f", plus a bank of {format_duration(clock.bank)}"
    if clock.regained:
        line += f"; {format_duration(clock.regained)} come back for each move in time"
    expiry = _EXPIRY_LINES.get(on_expiry, "")
    return f"{line}. {expiry}" if expiry else f"{line}."


def format_stand_ins(names: Sequence[str]) -> str:
    """Format the sentence that computer players stand in for these players. Names are passed in escaped."""
    return f"-# The computer plays for {join_and(names)} until they are back." if names else ""
