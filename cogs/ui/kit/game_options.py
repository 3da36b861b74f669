"""A game's own options, each declared once for the host's form and for the suggestions of `/play`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from discord import ui

from cogs.ui.kit.forms import NO, YES, check_offered, choice_field, radio_field
from language.messages import _, translate_labels
from tables.settings import TableSettings
from tables.viewer import TableView


@dataclass(frozen=True, kw_only=True)
class OptionSpec:
    """An option of a game: a choice, or a text field if it has no choices. Its form field translates the texts."""

    name: str
    """The option's name in the game's options, and the custom id of its form field."""
    title: str
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    """The labels of the choices, by field value."""
    lines: Mapping[str, str] | None = None
    """The descriptions shown below the choices, by field value."""
    hint: str | None = None
    as_select: bool = False
    """Whether the choices are shown in a select instead of a radio group."""
    placeholder: str = ""
    """The placeholder of an empty text field."""
    max_length: int | None = None
    """The maximum length of a text field, in characters."""
    show: Callable[[Mapping[str, Any]], str] | None = None
    """A function from the table's options to the field value; None to use the option's own value as text."""
    parse: Callable[[str], Any] = str
    """A function from the field value to the option's value; it raises Refusal for an invalid one."""
    is_asked: Callable[[Mapping[str, Any], int], bool] = lambda options, seats: True
    """A predicate of the table's options and number of seats: whether the form contains the field.

    The options may be empty.
    """
    if_missing: str | None = None
    """The field value used if a submitted form doesn't contain the field; None if every form must contain it."""
    typed: Sequence[str] = ()
    """The field values that autocomplete of `/play` suggests."""
    setting: str | None = None
    """The default field value, for an option that is stored in the table's settings.

    None for an option that is part of the game's own options.
    """

    def field_value(self, options: Mapping[str, Any], settings: TableSettings) -> str:
        """Return the option's current field value, from the table's options or settings."""
        if self.setting is not None:
            return settings.own.get(self.name, self.setting)
        return str(options[self.name]) if self.show is None else self.show(options)

    def form_field(self, now: str) -> ui.Item[Any]:
        """Build the form field, with the field value `now` as its current value."""
        if self.choices:
            build = choice_field if self.as_select else radio_field
            choices, lines = translate_labels(self.choices), self.lines and translate_labels(self.lines)
            return build(_(self.title), self.name, choices, now, self.hint and _(self.hint), lines)
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=self.name,
            required=False,
            default=now or None,
            placeholder=_(self.placeholder),
            max_length=self.max_length,
        )
        return ui.Label(text=_(self.title), description=self.hint and _(self.hint), component=text)


def flag(name: str, title: str, no: tuple[str, str], yes: tuple[str, str], **more: Any) -> OptionSpec:
    """Build a yes/no option; `no` and `yes` are the label and the description of each choice.

    Its form values are `false` and `true`. `more` are further fields of `OptionSpec`.
    """
    return OptionSpec(
        name=name,
        title=title,
        choices={NO: no[0], YES: yes[0]},
        lines={NO: no[1], YES: yes[1]},
        show=lambda options: YES if options.get(name) else NO,
        parse=lambda value: value == YES,
        **more,
    )


def form_fields(specs: Iterable[OptionSpec], table: TableView) -> list[ui.Item[Any]]:
    """Build the fields of the host's form, with the current options as defaults."""
    options, settings = table.options, table.settings
    return [
        spec.form_field(spec.field_value(options, settings)) for spec in specs if spec.is_asked(options, settings.seats)
    ]


def read_options(
    specs: Sequence[OptionSpec], settings: TableSettings, values: Mapping[str, str]
) -> tuple[dict[str, Any], TableSettings]:
    """Parse a submitted form into options and settings. Raise Refusal for values not offered.

    An option that is stored in the settings keeps its value if the form has no field for it.
    """
    given = {spec.name: spec.if_missing for spec in specs if spec.if_missing is not None}
    given |= {spec.name: spec.field_value({}, settings) for spec in specs if spec.setting is not None}
    given |= {name: value.strip() for name, value in values.items()}
    check_offered(given, {spec.name: spec.choices for spec in specs if spec.choices})
    parsed = {spec.name: spec.parse(given.get(spec.name, "")) for spec in specs}
    own = {spec.name: parsed.pop(spec.name) for spec in specs if spec.setting is not None}
    return parsed, msgspec.structs.replace(settings, own=own) if own else settings


def typed_options(specs: Iterable[OptionSpec], seats: int) -> dict[str, Sequence[str]]:
    """Return the values that `/play` suggests at a table with this number of seats, by option name."""
    return {spec.name: spec.typed for spec in specs if spec.typed and spec.is_asked({}, seats)}
