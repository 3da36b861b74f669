"""A game's own options, each declared once: as a field of the host's form, and as suggestions of `/play`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from discord import ui

from cogs.ui.kit.forms import NO, YES, check_offered, choice_field, radio_field
from tables.settings import TableSettings
from tables.viewer import TableView


@dataclass(frozen=True, kw_only=True)
class OptionSpec:
    """An option of a game: a choice, or a text field if it has no choices."""

    name: str
    """The name of the option, and of its field in the form."""
    title: str
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    """Labels by the value of the field."""
    lines: Mapping[str, str] | None = None
    """A line below each choice, by value."""
    hint: str | None = None
    as_select: bool = False
    """Whether its choices are a select instead of a list with all of them in sight."""
    placeholder: str = ""
    """Stands in an empty text field."""
    max_length: int | None = None
    """The most characters of a text field."""
    show: Callable[[Mapping[str, Any]], str] | None = None
    """The value of the field for the table's options; None for the option's own value."""
    parse: Callable[[str], Any] = str
    """The value of the option for that of the field. Raises Refusal."""
    is_asked: Callable[[Mapping[str, Any], int], bool] = lambda options, seats: True
    """Whether the form has the field, for the table's options and seats; an empty mapping stands for no options yet."""
    if_missing: str | None = None
    """The field's value in a form without it; None for a field that every form must have."""
    typed: Sequence[str] = ()
    """Values that `/play` suggests."""
    setting: str | None = None
    """Default of an option that is stored with the table's settings; None for one that the rules know."""

    def field_value(self, options: Mapping[str, Any], settings: TableSettings) -> str:
        """Return the value of the field for the table's options and settings."""
        if self.setting is not None:
            return settings.own.get(self.name, self.setting)
        return str(options[self.name]) if self.show is None else self.show(options)

    def form_field(self, now: str) -> ui.Item[Any]:
        """Return the field of the form with its present value."""
        if self.choices:
            build = choice_field if self.as_select else radio_field
            return build(self.title, self.name, self.choices, now, self.hint, self.lines)
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=self.name,
            required=False,
            default=now or None,
            placeholder=self.placeholder,
            max_length=self.max_length,
        )
        return ui.Label(text=self.title, description=self.hint, component=text)


def flag(name: str, title: str, no: tuple[str, str], yes: tuple[str, str], **more: Any) -> OptionSpec:
    """An option that is on or off, with a label and a line for each; on by `true`."""
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
    """Return the fields of the host's form, with the current options as defaults."""
    options, settings = table.options, table.settings
    return [
        spec.form_field(spec.field_value(options, settings)) for spec in specs if spec.is_asked(options, settings.seats)
    ]


def read_options(
    specs: Sequence[OptionSpec], settings: TableSettings, values: Mapping[str, str]
) -> tuple[dict[str, Any], TableSettings]:
    """Return the options and settings of a submitted form. Raises Refusal for values that it doesn't offer.

    An option among the settings keeps its value in a form without its field.
    """
    given = {spec.name: spec.if_missing for spec in specs if spec.if_missing is not None}
    given |= {spec.name: spec.field_value({}, settings) for spec in specs if spec.setting is not None}
    given |= {name: value.strip() for name, value in values.items()}
    check_offered(given, {spec.name: spec.choices for spec in specs if spec.choices})
    parsed = {spec.name: spec.parse(given.get(spec.name, "")) for spec in specs}
    own = {spec.name: parsed.pop(spec.name) for spec in specs if spec.setting is not None}
    return parsed, msgspec.structs.replace(settings, own=own) if own else settings


def typed_options(specs: Iterable[OptionSpec], seats: int) -> dict[str, Sequence[str]]:
    """Return the values that `/play` suggests, by option."""
    return {spec.name: spec.typed for spec in specs if spec.typed and spec.is_asked({}, seats)}
