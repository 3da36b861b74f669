"""Forms (modals): building fields, reading submissions, and table options as a form or as text of `/play`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.ui import lobby_texts, texts
from cogs.ui.answers import Interaction
from cogs.ui.custom_ids import CustomId
from cogs.ui.interactions import submitted
from cogs.ui.lobby_texts import BY_HOST, WHEN_FULL
from engine.core import GameType
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import CLOCKS, clock_name, unknown_choice
from tables.viewer import TableView

SNOWFLAKE = re.compile(r"[0-9]{1,19}", re.ASCII)
"""An id that Discord gives."""
SEATS = "seats"
CLOCK = "clock"
COMPUTER = "computer"
THEME = "theme"
START = "start"
RADIO_CHOICES = range(2, 11)
"""How many choices a radio group may have."""


def modal(title: str, custom_id: CustomId, fields: Sequence[ui.Item[Any]]) -> ui.Modal:
    """A form with the given fields; its submission is routed by custom id."""
    built = ui.Modal(title=title, custom_id=str(custom_id), timeout=None)
    for field in fields:
        built.add_item(field)
    built.stop()
    return built


def options_form(table: TableView, game: GameType, levels: Mapping[str, str]) -> list[ui.Item[Any]]:
    """The fields of the host's options form, with the current settings as defaults."""
    settings = table.settings
    seats = {str(count): f"{count} players" if count > 1 else "1 player" for count in game.seats}
    start = WHEN_FULL if settings.start_when_full else BY_HOST
    clocks = {name: name for name in CLOCKS}
    return [
        choice_field(texts.OPTION_SEATS, SEATS, seats, str(settings.seats)),
        choice_field(texts.OPTION_CLOCK, CLOCK, clocks, clock_name(settings.clock), texts.OPTION_CLOCK_HINT),
        radio_field(lobby_texts.OPTION_START, START, lobby_texts.STARTS, start),
        radio_field(texts.OPTION_COMPUTER, COMPUTER, levels, settings.computer),
        radio_field(texts.OPTION_THEME, THEME, texts.THEMES, settings.theme),
    ]


def radio_field(
    label: str,
    custom_id: str,
    choices: Mapping[str, str],
    now: str,
    hint: str | None = None,
    lines: Mapping[str, str] | None = None,
) -> ui.Label[Any]:
    """A few choices, all in sight, as a form field; `choices` are labels by value, `lines` a line below each."""
    if len(choices) not in RADIO_CHOICES:
        return choice_field(label, custom_id, choices, now, hint)
    options = [
        discord.RadioGroupOption(
            label=_capital(shown), value=value, description=(lines or {}).get(value), default=value == now
        )
        for value, shown in choices.items()
    ]
    return ui.Label(text=label, description=hint, component=ui.RadioGroup(custom_id=custom_id, options=options))


def choice_field(
    label: str, custom_id: str, choices: Mapping[str, str], now: str, hint: str | None = None
) -> ui.Label[Any]:
    """A select as a form field; `choices` are labels by value."""
    options = [
        discord.SelectOption(label=_capital(shown), value=value, default=value == now)
        for value, shown in choices.items()
    ]
    return ui.Label(text=label, description=hint, component=ui.Select(custom_id=custom_id, options=options))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Choice(msgspec.Struct):
    custom_id: str
    values: list[str] = []
    value: str | None = ""


class _Field(msgspec.Struct):
    component: _Choice


def read_form(components: object) -> dict[str, str]:
    """The values of a submitted form by field name. Raises Refusal."""
    return {name: values[0] for name, values in read_choices(components).items()}


def read_choices(components: object) -> dict[str, tuple[str, ...]]:
    """The values of a submitted form by field name, several for a select of several. Raises Refusal."""
    try:
        fields = [field.component for field in msgspec.convert(components, list[_Field])]
    except ValueError:
        raise Refusal(texts.BAD_FORM) from None
    return {field.custom_id: tuple(field.values) or (field.value or "",) for field in fields}


def chosen_people(interaction: Interaction, field: str) -> tuple[int, ...]:
    """The people chosen in a submitted form, each once, without the user and without bots. Raises Refusal."""
    data = submitted(interaction)
    chosen = read_choices(data.get("components", [])).get(field, ())
    users: dict[str, Any] = (data.get("resolved") or {}).get("users") or {}
    people = (int(user) for user in chosen if SNOWFLAKE.fullmatch(user) and not (users.get(user) or {}).get("bot"))
    return tuple(dict.fromkeys(user for user in people if user != interaction.user.id))


def read_options(values: Mapping[str, str], levels: Mapping[str, str], now: TableSettings) -> TableSettings:
    """The settings in a submitted form; what it does not ask stays. Raises Refusal for values not offered.

    The number of seats is checked later, by `tables.lobby.set_options`.
    """
    try:
        seats, clock, computer, theme = (values[name] for name in (SEATS, CLOCK, COMPUTER, THEME))
        count = msgspec.convert(seats, int, strict=False)
    except (KeyError, ValueError):
        raise Refusal(texts.BAD_FORM) from None
    # A form opened before there was this field lacks it.
    start = values.get(START, WHEN_FULL if now.start_when_full else BY_HOST)
    for value, offered in ((computer, levels), (theme, texts.THEMES), (start, lobby_texts.STARTS)):
        if value not in offered:
            raise Refusal(unknown_choice(value))
    return msgspec.structs.replace(
        now,
        seats=count,
        clock=clock_of(clock),
        computer=computer,
        theme=theme,
        start_when_full=start == WHEN_FULL,
    )


def clock_of(text: str) -> int | None:
    """The seconds per turn of a named clock, None for no limit. Raises Refusal."""
    try:
        return CLOCKS[text.strip().lower()]
    except KeyError:
        raise Refusal(texts.unknown_clock(text)) from None


def typed_options(text: str) -> dict[str, Any]:
    """Parses game options: `name=value` pairs separated by spaces, lists by commas. Raises Refusal."""
    options: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name or not value or name in options:
            raise Refusal(texts.bad_options(word))
        options[name] = [_value(part) for part in value.split(",")] if "," in value else _value(value)
    return options


def _value(text: str) -> Any:
    lower = text.lower()
    if lower in ("random", "none", "null", ""):
        return None
    if lower in ("true", "false"):
        return lower == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else lower
