"""Validation of the options of an invoked slash command against its definition."""

from collections.abc import Callable, Collection
from typing import Any

from playground import limits
from playground.commands import (
    BOOLEAN,
    CHANNEL,
    FILE,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUB_COMMAND,
    USER,
)
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form

_IDS = frozenset({USER, CHANNEL, ROLE, MENTIONABLE})
_INVALID_DATA = "APPLICATION_COMMAND_INVALID_DATA"


class Invocation:
    """The validated options of a command.

    `ids` are the kinds and ids of the users, channels and roles in the options. `focused` is the option being
    autocompleted. `files` are the options with files; their values are keys of `uploads`.
    """

    def __init__(
        self,
        form: Form,
        command: Json,
        exists: Callable[[int, str], bool],
        uploads: Collection[str] = (),
        *,
        typing: bool,
    ) -> None:
        self.exists = exists
        self.uploads = uploads
        self.files: list[Json] = []
        self.typing = typing
        self.ids: list[tuple[int, str]] = []
        self.focused: Json | None = None
        self.options = self._options(form, command.get("options", []))
        form.raise_errors()
        if typing and self.focused is None:
            raise ApiError(ErrorCode.INVALID_FORM)

    def _options(self, form: Form, definitions: list[Json]) -> list[Json]:
        known = {definition["name"]: definition for definition in definitions}
        given: dict[str, Json] = {}
        for part in form.parts("options", limits.COMMAND_OPTIONS):
            name = part.text("name", limits.COMMAND_NAME, 1, required=True) or ""
            definition = known.get(name)
            if definition is None or definition["type"] != part.get("type") or name in given:
                part.add_error("name", _INVALID_DATA, f'There is no option "{name}" of this type.')
                continue
            given[name] = self._option(part, definition)
        nested = any(definition["type"] in (SUB_COMMAND, GROUP) for definition in definitions)
        if nested and len(given) != 1:
            form.add_error("options", _INVALID_DATA, "Exactly one sub-command is needed.")
        for name, definition in known.items():
            if definition.get("required") and name not in given and not self.typing:
                form.add_error(name, "BASE_TYPE_REQUIRED", "This field is required")
        return list(given.values())

    def _option(self, form: Form, definition: Json) -> Json:
        option: Json = {"name": definition["name"], "type": definition["type"]}
        if definition["type"] in (SUB_COMMAND, GROUP):
            return {**option, "options": self._options(form, definition.get("options", []))}
        if self.typing and form.get("focused") is True and definition.get("autocomplete"):
            self.focused = definition
            # While a number is being typed, it may be incomplete and is sent as text.
            return {**option, "value": str(form.get("value") or "")[: limits.STRING_OPTION], "focused": True}
        if self.typing and definition["type"] not in _IDS:
            return {**option, "value": form.get("value")}
        option["value"] = self._value(form, definition)
        if definition["type"] == FILE:
            self.files.append(option)
        return option

    def _value(self, form: Form, definition: Json) -> Any:
        kind = definition["type"]
        if kind in _IDS:
            value = str(form.get("value") or "")
            if not self.exists(kind, value):
                form.add_error("value", _INVALID_DATA, "There is no user, role or channel with this id.")
            self.ids.append((kind, value))
            return value
        if kind == FILE:
            if str(form.get("value")) not in self.uploads:
                form.add_error("value", _INVALID_DATA, "There is no file with this number.")
            return str(form.get("value"))
        if kind == BOOLEAN:
            form.require("value")
            return form.boolean("value")
        if kind == STRING:
            maximum = definition.get("max_length", limits.STRING_OPTION)
            value = form.text("value", maximum, definition.get("min_length", 0), required=True)
        elif kind == NUMBER and isinstance(form.get("value"), float):
            value = form.get("value")
        else:
            value = form.integer("value", -limits.SAFE_INTEGER, limits.SAFE_INTEGER, required=True)
        if kind in (INTEGER, NUMBER) and isinstance(value, (int, float)):
            self._range(form, value, definition)
        choices = definition.get("choices")
        if choices and value not in [choice["value"] for choice in choices]:
            form.add_error("value", _INVALID_DATA, "This is not one of the choices.")
        return value

    def _range(self, form: Form, value: float, definition: Json) -> None:
        minimum, maximum = definition.get("min_value"), definition.get("max_value")
        if minimum is not None and value < minimum:
            form.add_error("value", "NUMBER_TYPE_MIN", f"Must be greater than or equal to {minimum}.")
        if maximum is not None and value > maximum:
            form.add_error("value", "NUMBER_TYPE_MAX", f"Must be less than or equal to {maximum}.")
