"""Forms (modals): building fields, reading submissions, and parsing table options from a form or from `/play`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import MOST_ID, CustomId, read_number
from cogs.ui.kit.interactions import get_data
from cogs.ui.texts import texts
from engine.core import GameType
from language.messages import N_, _, ngettext, translate_labels
from render.text import truncate
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import quote, unknown_choice
from tables.timing.clock_settings import find_clock, get_clock
from tables.viewer import TableView

RATINGS = {"no": N_("Just for fun"), "yes": N_("Rated: counts in /stats")}

MOST_LABEL, MOST_DESCRIPTION = 45, 100
"""Discord's limits of a form's title and labels, and of descriptions, options and placeholders, in characters."""
MOST_TYPED = 999_999
"""The largest number that is accepted as a typed value of a game option."""
SEATS = "seats"
CLOCK = "clock"
COMPUTER = "computer"
THEME = "theme"
START = "start"
RATED = "rated"
YES, NO = "true", "false"
"""The values of a yes/no field, also accepted as typed options of `/play`."""
RADIO_CHOICES = range(2, 11)
"""The possible numbers of choices in a radio group."""

WHEN_FULL, BY_HOST = "full", "host"
STARTS = {WHEN_FULL: N_("When the last seat is taken"), BY_HOST: N_("When the host presses Start")}

BAD_FORM = N_("I can't read that form, so nothing was changed. Please open it again.")


def modal(title: str, custom_id: CustomId, fields: Sequence[ui.Item[Any]]) -> ui.Modal:
    """Build a form with the given fields; its submission is routed by custom id."""
    built = ui.Modal(title=truncate(title, MOST_LABEL), custom_id=str(custom_id), timeout=None)
    for field in fields:
        _shorten_texts(field)
        built.add_item(field)
    built.stop()
    return built


def _shorten_texts(field: ui.Item[Any]) -> None:
    """Shorten a field's texts to Discord's limits, because it refuses the whole form if a translation is longer."""
    if not isinstance(field, ui.Label):
        return
    field.text = truncate(field.text, MOST_LABEL)
    field.description = field.description and truncate(field.description, MOST_DESCRIPTION)
    if isinstance(field.component, ui.Select | ui.RadioGroup):
        for option in field.component.options:
            option.label = truncate(option.label, MOST_DESCRIPTION)
            option.description = option.description and truncate(option.description, MOST_DESCRIPTION)
    elif isinstance(field.component, ui.TextInput) and field.component.placeholder:
        field.component.placeholder = truncate(field.component.placeholder, MOST_DESCRIPTION)


def options_form(
    table: TableView, game: GameType, levels: Mapping[str, str], lines: Mapping[str, str]
) -> list[ui.Item[Any]]:
    """Build the fields of the host's options form, with the current settings as defaults.

    `lines` are the descriptions of the levels.
    """
    settings = table.settings
    seats = {str(count): ngettext("{number} player", "{number} players", count) for count in game.seats}
    start = WHEN_FULL if settings.start_when_full else BY_HOST
    return [
        choice_field(_("Seats"), SEATS, seats, str(settings.seats)),
        radio_field(_("The game starts"), START, translate_labels(STARTS), start),
        radio_field(
            _("Computer players"), COMPUTER, translate_labels(levels), settings.computer, lines=translate_labels(lines)
        ),
        radio_field(_("Board colours for everybody"), THEME, translate_labels(texts.THEMES), settings.theme),
        radio_field(_("Rating"), RATED, translate_labels(RATINGS), "yes" if settings.rated else "no"),
    ]


def radio_field(
    label: str,
    custom_id: str,
    choices: Mapping[str, str],
    now: str,
    hint: str | None = None,
    lines: Mapping[str, str] | None = None,
) -> ui.Label[Any]:
    """Build a form field as a radio group; `choices` maps values to labels, `lines` maps values to descriptions.

    If there are too few or too many choices for a radio group, a select is used. `now` is the selected value.
    """
    if len(choices) not in RADIO_CHOICES:
        return choice_field(label, custom_id, choices, now, hint, lines)
    options = [
        discord.RadioGroupOption(label=shown, value=value, description=(lines or {}).get(value), default=value == now)
        for value, shown in choices.items()
    ]
    return ui.Label(text=label, description=hint, component=ui.RadioGroup(custom_id=custom_id, options=options))


def choice_field(
    label: str,
    custom_id: str,
    choices: Mapping[str, str],
    now: str,
    hint: str | None = None,
    lines: Mapping[str, str] | None = None,
) -> ui.Label[Any]:
    """Build a form field as a select; `choices` maps values to labels, `lines` maps values to descriptions.

    `now` is the selected value.
    """
    options = [
        discord.SelectOption(label=shown, value=value, description=(lines or {}).get(value), default=value == now)
        for value, shown in choices.items()
    ]
    return ui.Label(text=label, description=hint, component=ui.Select(custom_id=custom_id, options=options))


class _Choice(msgspec.Struct):
    custom_id: str
    values: list[str] = []
    value: str | None = ""


class _Field(msgspec.Struct):
    component: _Choice


def read_form(components: object) -> dict[str, str]:
    """Parse a submitted form into values by field name. Raise Refusal if it is malformed."""
    return {name: values[0] for name, values in read_choices(components).items()}


def read_choices(components: object) -> dict[str, tuple[str, ...]]:
    """Parse a submitted form into tuples of values by field name. Raise Refusal if it is malformed.

    Only a select with several choices has more than one value.
    """
    try:
        fields = [field.component for field in msgspec.convert(components, list[_Field])]
    except ValueError:
        raise Refusal(_(BAD_FORM)) from None
    return {field.custom_id: tuple(field.values) or (field.value or "",) for field in fields}


def read_ids(texts: Iterable[str]) -> tuple[int, ...]:
    """Return the Discord ids among these texts, each once."""
    return tuple(dict.fromkeys(number for text in texts if (number := read_number(text, MOST_ID)) is not None))


def check_offered(values: Mapping[str, str], offered: Mapping[str, Collection[str]]) -> None:
    """Raise Refusal if a field's value is missing or not among the offered values of that field."""
    for name, known in offered.items():
        if (value := values.get(name, "")) not in known:
            raise Refusal(unknown_choice(value))


def list_chosen_people(interaction: Interaction, field: str) -> tuple[int, ...]:
    """Return the ids of the users selected in a submitted form, each once.

    Bots and the interaction's user are left out. Raises Refusal if the form is malformed.
    """
    data = get_data(interaction)
    chosen = read_choices(data.get("components", [])).get(field, ())
    users: dict[str, Any] = (data.get("resolved") or {}).get("users") or {}
    people = read_ids(user for user in chosen if not (users.get(user) or {}).get("bot"))
    return tuple(user for user in people if user != interaction.user.id)


def read_options(values: Mapping[str, str], levels: Mapping[str, str], now: TableSettings) -> TableSettings:
    """Parse a submitted form into settings; settings that are not in it stay unchanged.

    Raises Refusal for values not offered. The number of seats is checked later, by `tables.lobby.set_options`.
    """
    try:
        seats, computer, theme = (values[name] for name in (SEATS, COMPUTER, THEME))
        count = msgspec.convert(seats, int, strict=False)
    except (KeyError, ValueError):
        raise Refusal(_(BAD_FORM)) from None
    # Forms opened by earlier versions contain a clock field, and no field for the start.
    clock = find_clock(values[CLOCK]) if CLOCK in values else get_clock(now)
    start = values.get(START, WHEN_FULL if now.start_when_full else BY_HOST)
    rated = values.get(RATED, "yes" if now.rated else "no")
    check_offered(
        {COMPUTER: computer, THEME: theme, START: start, RATED: rated},
        {COMPUTER: levels, THEME: texts.THEMES, START: STARTS, RATED: RATINGS},
    )
    return msgspec.structs.replace(
        now,
        seats=count,
        clock=clock.move,
        bank=clock.bank,
        regained=clock.regained,
        computer=computer,
        theme=theme,
        start_when_full=start == WHEN_FULL,
        rated=rated == "yes",
    )


def parse_typed_options(text: str) -> dict[str, Any]:
    """Parse game options: `name=value` pairs separated by spaces, lists by commas.

    Raises Refusal for a word in another format, or a repeated name.
    """
    options: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name or not value or name in options:
            raise Refusal(format_bad_options(word))
        options[name] = [_value(part) for part in value.split(",")] if "," in value else _value(value)
    return options


def _value(text: str) -> Any:
    lower = text.lower()
    if lower in ("random", "none", "null", ""):
        return None
    if lower in ("true", "false"):
        return lower == "true"
    number = read_number(text, MOST_TYPED)
    return lower if number is None else number


def format_bad_options(text: str) -> str:
    return _("I can't read the option {option}. Write `name=value`, with a space between options.", option=quote(text))
