"""The texts about clocks: settings, reminders, and stand-ins for absent players."""

from collections.abc import Sequence

from language.messages import N_, _, list_and
from tables.texts import format_duration
from tables.timing.clock_settings import COMPUTER, FORFEIT, NAMED, REPLACE, ClockSetting

_EXPIRY_LINES = {
    COMPUTER: N_("If somebody misses two deadlines in a row, the computer plays for them until they are back."),
    REPLACE: N_("If somebody misses two deadlines in a row, anybody may take the seat; the computer plays until then."),
    FORFEIT: N_("If somebody misses two deadlines in a row, their seat is forfeited."),
}
_TITLES = {"days": N_("Days"), "evening": N_("Evening"), "live": N_("Live"), "no limit": N_("No limit")}
"""The titles of `clock_settings.PRESETS`."""

WEEKENDS_FREE = N_(
    "Weekends are free: all clocks are stopped from Saturday 0:00 to Sunday 24:00 in the host's time zone."
)


def title(name: str) -> str:
    """Return the short title of a named clock; other names are returned unchanged."""
    if name in _TITLES:
        return _(_TITLES[name])
    limit = NAMED[name].move if name in NAMED else None
    return name if limit is None else format_duration(limit)


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
        return _("no time limit")
    move, bank = format_duration(clock.move), format_duration(clock.bank)
    if not clock.bank:
        return _("{move} for each move", move=move)
    if not clock.regained:
        return _("{move} for each move, plus {reserve} of reserve in all", move=move, reserve=bank)
    return _(
        "{move} for each move, plus {reserve} of reserve in all; a move in time gives {regained} back",
        move=move,
        reserve=bank,
        regained=format_duration(clock.regained),
    )


def lobby_line(clock: ClockSetting, on_expiry: str) -> str:
    """Format the clock of a table as sentences, and the effect of missed deadlines."""
    if clock.move is None:
        return _("No time limit.")
    return f"{summary(clock)}. {_(_EXPIRY_LINES.get(on_expiry, ''))}".rstrip()


def format_stand_ins(names: Sequence[str]) -> str:
    """Format the sentence that computer players stand in for these players. Names are passed in escaped."""
    return _("-# The computer plays for {names} until they are back.", names=list_and(names)) if names else ""
