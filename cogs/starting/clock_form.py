"""The form for a table's clock: presets, custom values, and the effect of missed deadlines."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui
from discord.app_commands import locale_str

from cogs.ui.kit.forms import BAD_FORM, CLOCK, choice_field, radio_field
from cogs.ui.texts import clock_texts
from language.messages import N_, _, translate_labels
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import format_duration, unknown_choice
from tables.timing.clock_settings import (
    COMPUTER,
    DEFAULT_MOVE,
    FORFEIT,
    MOST_CHARACTERS,
    NAMED,
    PRESETS,
    REPLACE,
    ClockSetting,
    find_clock,
    find_clock_name,
    get_clock,
    parse_clock,
)

CLOCK_FIELD = N_("Clock")
CLOCK_HINT = N_("The reserve is used only when a move takes longer.")

MOVE, BANK, REGAINED, EXPIRY = "move", "bank", "regained", "expiry"

OWN = "own"
EXPIRIES = {
    COMPUTER: N_("The computer plays until they are back"),
    REPLACE: N_("Anybody may take the seat; the computer plays until then"),
    DEFAULT_MOVE: N_("Default moves continue"),
    FORFEIT: N_("The seat is forfeited"),
}


def build_clock_label(name: str) -> locale_str:
    """Build the label of a named clock for a command's choices; it consists of the title and the description."""
    return locale_str(clock_texts.choice(name, NAMED[name]), compose=lambda: clock_texts.choice(name, NAMED[name]))


def _titles_and_lines(names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return two dicts by clock name: all titles, and descriptions for the clocks whose title is not enough.

    The form shows a description below its title, since phones are narrow.
    """
    lines = {name: meant for name in names if (meant := clock_texts.describe_preset(name, NAMED[name]))}
    return {name: clock_texts.title(name) for name in names}, lines


def preset_field(now: str = "no limit") -> ui.Label[Any]:
    """Build the form field with the clock presets; the clock `now` is selected, and added if it isn't a preset."""
    titles, lines = _titles_and_lines([*dict.fromkeys((*PRESETS, now))])
    return radio_field(_(CLOCK_FIELD), CLOCK, titles, now, _(CLOCK_HINT), lines)


def clock_form(settings: TableSettings) -> list[ui.Item[Any]]:
    """Build the fields of the host's form for the clock, with the table's current clock as default."""
    clock = get_clock(settings)
    name = find_clock_name(clock)
    offered = [*PRESETS] if name is None or name in PRESETS else [*PRESETS, name]
    titles, lines = _titles_and_lines(offered)
    titles[OWN], lines[OWN] = _("Own values"), _("As typed below")
    own = ClockSetting() if name is not None else clock
    return [
        choice_field(_(CLOCK_FIELD), CLOCK, titles, name or OWN, _(CLOCK_HINT), lines),
        _text_field(_("Time for each move"), MOVE, own.move, _("For own values, such as 90 min, 36h or 2 days")),
        _text_field(_("Reserve per player, for the whole game"), BANK, own.bank),
        _text_field(_("Given back for each move in time"), REGAINED, own.regained),
        radio_field(
            _("If somebody misses two deadlines in a row"),
            EXPIRY,
            translate_labels(EXPIRIES),
            settings.on_expiry,
            _("The first missed deadline always leads to a default move."),
        ),
    ]


def _text_field(label: str, name: str, seconds: int | None, hint: str | None = None) -> ui.Label[Any]:
    # The full duration, so that submitting the form unchanged changes nothing.
    typed = format_duration(seconds, 4) if seconds else None
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=name,
        required=False,
        default=typed,
        max_length=MOST_CHARACTERS,
    )
    return ui.Label(text=label, description=hint, component=field)


def read_clock_form(values: Mapping[str, str], now: TableSettings) -> tuple[ClockSetting, str]:
    """Parse a submitted form; return the clock, and the effect of missed deadlines.

    If the selected clock is the current one, custom values take precedence over it. Raises Refusal for missing or
    invalid values.
    """
    try:
        chosen, expiry = values[CLOCK], values[EXPIRY]
    except KeyError:
        raise Refusal(_(BAD_FORM)) from None
    if expiry not in EXPIRIES:
        raise Refusal(unknown_choice(expiry))
    typed = [values.get(name, "").strip() for name in (MOVE, BANK, REGAINED)]
    is_own = chosen == OWN or (chosen == find_clock_name(get_clock(now)) and any(typed))
    return (parse_clock(*typed) if is_own else find_clock(chosen)), expiry
