"""The options of a table: as a form in the lobby, and as typed behind `/play`."""

from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from discord import ui

from cogs import _texts as texts
from cogs._custom_ids import CustomId
from cogs._interfaces import Together, computers
from cogs._looks import Look, TableSettings
from cogs._refusal import Refusal
from engine.core import Game

SEATS = "seats"
CLOCK = "clock"
COMPUTER = "computer"
THEME = "theme"


def options_modal(look: Look, game: Game) -> ui.Modal:
    """The form that the host fills in; what is set now is chosen beforehand."""
    settings = look.settings
    modal = ui.Modal(
        title=texts.OPTIONS_TITLE, custom_id=str(CustomId(look.row.id, look.row.step, "set")), timeout=None
    )
    seats = {str(count): str(count) for count in game.seats}
    modal.add_item(choice_field(texts.OPTION_SEATS, SEATS, seats, str(settings.seats)))
    clocks = {name: name for name in texts.CLOCKS}
    modal.add_item(
        choice_field(texts.OPTION_CLOCK, CLOCK, clocks, texts.clock_name(settings.clock), texts.OPTION_CLOCK_HINT)
    )
    modal.add_item(choice_field(texts.OPTION_COMPUTER, COMPUTER, computers(game.name), settings.computer))
    modal.add_item(choice_field(texts.OPTION_THEME, THEME, texts.THEMES, settings.theme))
    modal.stop()
    return modal


def own_options_modal(look: Look, several: Together) -> ui.Modal:
    """The form with the options that only this game has."""
    custom_id = CustomId(look.row.id, look.row.step, "owned")
    modal = ui.Modal(title=texts.OWN_OPTIONS_TITLE, custom_id=str(custom_id), timeout=None)
    for item in several.own_form(look):
        modal.add_item(item)
    modal.stop()
    return modal


def choice_field(
    label: str, custom_id: str, choices: Mapping[str, str], now: str, hint: str | None = None
) -> ui.Label[Any]:
    """A field of a form with a choice among labels by value."""
    options = [
        discord.SelectOption(label=shown[:1].upper() + shown[1:], value=value, default=value == now)
        for value, shown in choices.items()
    ]
    return ui.Label(text=label, description=hint, component=ui.Select(custom_id=custom_id, options=options))


class _Choice(msgspec.Struct):
    custom_id: str
    values: list[str] = []
    value: str = ""


class _Field(msgspec.Struct):
    component: _Choice


def read_form(components: object) -> dict[str, str]:
    """What was written and chosen in the fields of a submitted form, by name. Raises Refusal."""
    try:
        fields = [field.component for field in msgspec.convert(components, list[_Field])]
    except ValueError:
        raise Refusal(texts.BAD_FORM) from None
    return {field.custom_id: field.values[0] if field.values else field.value for field in fields}


def read_options(components: object, levels: Mapping[str, str] = texts.COMPUTER_LEVELS) -> TableSettings:
    """The settings that a submitted form asks for. Raises Refusal for anything that is not offered.

    How many seats there may be is for the table to say.
    """
    try:
        fields = msgspec.convert(components, list[_Field])
        (seats,), (clock,), (computer,) = _values(fields, SEATS), _values(fields, CLOCK), _values(fields, COMPUTER)
        (theme,) = _values(fields, THEME)
        for value, offered in ((computer, levels), (theme, texts.THEMES)):
            if value not in offered:
                raise Refusal(texts.unknown_choice(value))
        count = msgspec.convert(seats, int, strict=False)
        return TableSettings(seats=count, clock=clock_of(clock), computer=computer, theme=theme)
    except ValueError:
        raise Refusal(texts.BAD_FORM) from None


def _values(fields: list[_Field], name: str) -> list[str]:
    return [value for field in fields if field.component.custom_id == name for value in field.component.values]


def clock_of(text: str) -> int | None:
    """The seconds per move that a clock's name stands for, None for no limit. Raises Refusal."""
    try:
        return texts.CLOCKS[text.strip().lower()]
    except KeyError:
        raise Refusal(texts.unknown_clock(text)) from None


def typed_options(text: str) -> dict[str, Any]:
    """The game's own options as typed: `name=value` apart by spaces, lists by commas. Raises Refusal."""
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
