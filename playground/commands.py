"""Validation of slash command definitions by Discord's rules, when the bot registers them."""

import unicodedata
from typing import Any

from playground import limits
from playground.components import drop_none
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form

SUB_COMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
CHAT_INPUT = 1
_NESTED = frozenset({SUB_COMMAND, GROUP})
_WITH_CHOICES = frozenset({STRING, INTEGER, NUMBER})
_VALUES = frozenset(range(STRING, FILE + 1))


def read_commands(body: object) -> list[Json]:
    """Return the commands of a bulk registration; raises the ApiError that Discord would send."""
    form = Form({"commands": body})
    if isinstance(body, list) and len(body) > limits.COMMANDS:
        raise ApiError(ErrorCode.TOO_MANY_COMMANDS)
    commands: list[Json] = []
    names: set[tuple[int, str]] = set()
    for part in form.parts("commands", limits.COMMANDS):
        command = _command(part)
        key = (command["type"], command.get("name", ""))
        if key in names:
            part.add_error("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        names.add(key)
        commands.append(command)
    # The body is the array itself, so error paths start at a command's index.
    if "commands" in form.errors:
        raise ApiError(ErrorCode.INVALID_FORM, form.errors["commands"])
    return commands


def is_offered(command: Json, *, direct: bool, brought_along: bool) -> bool:
    """Return whether a command is offered in direct messages with the bot (`direct`), or else on a server.

    `brought_along` says that the bot is not on the server, but the user has installed the application for
    themselves.
    """
    contexts, installs = command.get("contexts"), command.get("integration_types")
    if direct:
        return command.get("dm_permission") is not False and (contexts is None or 1 in contexts)
    return (1 if brought_along else 0) in (installs or [0]) and (contexts is None or 0 in contexts)


def _command(form: Form) -> Json:
    kind = form.choice("type", (1, 2, 3), required=False) or CHAT_INPUT
    chat = kind == CHAT_INPUT
    options = _options(form, _VALUES | _NESTED) if chat else []
    if len({option["type"] in _NESTED for option in options}) > 1:
        form.add_error(
            "options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and other options cannot be mixed"
        )
    command = drop_none(
        type=kind,
        name=_name(form) if chat else form.text("name", limits.COMMAND_NAME, 1, required=True),
        description=form.text("description", limits.COMMAND_DESCRIPTION, 1 if chat else 0, required=chat) or "",
        options=options,
        default_member_permissions=form.get("default_member_permissions"),
        dm_permission=form.boolean("dm_permission"),
        contexts=form.get("contexts"),
        integration_types=form.get("integration_types"),
        nsfw=form.boolean("nsfw", default=False),
    )
    if _length(command) > limits.COMMAND_TEXT:
        message = f"Command exceeds maximum size ({limits.COMMAND_TEXT})"
        form.add_error("", "APPLICATION_COMMAND_TOO_LARGE", message)
    return command


def _name(form: Form) -> str:
    name = form.text("name", limits.COMMAND_NAME, 1, required=True) or ""
    letters = all(letter in "-_'" or unicodedata.category(letter)[0] in "LNM" for letter in name)
    if name and (not letters or name != name.lower()):
        form.add_error("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


def _options(form: Form, allowed: frozenset[int]) -> list[Json]:
    options: list[Json] = []
    names: set[str] = set()
    optional = False
    for part in form.parts("options", limits.COMMAND_OPTIONS):
        option = _option(part, allowed)
        if option["name"] in names:
            part.add_error("name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")
        names.add(option["name"])
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            part.add_error("required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional = optional or not option.get("required")
        options.append(option)
    return options


def _option(form: Form, allowed: frozenset[int]) -> Json:
    kind = form.choice("type", allowed) or STRING
    nested: list[Json] | None = None
    if kind == GROUP:
        nested = _options(form, frozenset({SUB_COMMAND}))
    elif kind == SUB_COMMAND:
        nested = _options(form, _VALUES)
    choices = _choices(form, kind, "choices")
    automatic = form.boolean("autocomplete", default=False)
    if automatic and (choices or kind not in _WITH_CHOICES):
        message = "Autocomplete is for string, integer and number options without choices"
        form.add_error("autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", message)
    return drop_none(
        type=kind,
        name=_name(form),
        description=form.text("description", limits.COMMAND_DESCRIPTION, 1, required=True) or "",
        required=None if nested is not None else form.boolean("required", default=False),
        autocomplete=automatic or None,
        choices=choices or None,
        options=nested,
        min_value=_bound(form, "min_value", kind),
        max_value=_bound(form, "max_value", kind),
        min_length=form.integer("min_length", 0, limits.STRING_OPTION),
        max_length=form.integer("max_length", 1, limits.STRING_OPTION),
        channel_types=form.get("channel_types"),
    )


def _bound(form: Form, key: str, kind: int) -> float | None:
    value = form.get(key)
    if value is None:
        return None
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not (whole or (kind == NUMBER and isinstance(value, float))) or abs(value) > limits.SAFE_INTEGER:
        form.add_error(key, "NUMBER_TYPE_COERCE", "Not a number between -2^53 and 2^53.")
        return None
    return value


def _choices(form: Form, kind: int, key: str) -> list[Json]:
    choices: list[Json] = []
    for part in form.parts(key, limits.CHOICES):
        name = part.text("name", limits.CHOICE, 1, required=True)
        choices.append({"name": name or "", "value": _choice_value(part, kind)})
    if choices and kind not in _WITH_CHOICES:
        form.add_error(key, "APPLICATION_COMMAND_OPTION_CHOICES_INVALID", "This type of option has no choices")
    if len({choice["name"] for choice in choices}) != len(choices):
        form.add_error(key, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", "Choice names must be unique")
    return choices


def _choice_value(form: Form, kind: int) -> Any:
    if kind == STRING:
        return form.text("value", limits.CHOICE, required=True)
    if kind == NUMBER and isinstance(form.get("value"), float):
        return form.get("value")
    return form.integer("value", -limits.SAFE_INTEGER, limits.SAFE_INTEGER, required=True)


def read_autocompletion(form: Form, kind: int) -> list[Json]:
    """Return the suggestions for an option of the type `kind`, at most 25, each with a name and a value."""
    return _choices(form, kind, "choices")


def _length(part: Json) -> int:
    own = len(part.get("name", "")) + len(part["description"])
    for choice in part.get("choices", []):
        own += len(choice["name"]) + (len(choice["value"]) if isinstance(choice["value"], str) else 0)
    return own + sum(_length(option) for option in part.get("options") or [])
