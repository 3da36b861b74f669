"""Validation of command definitions by Discord's rules, when the bot registers them."""

import unicodedata
from collections import Counter
from typing import Any

from playground import limits
from playground.components import drop_none
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form

SUB_COMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3
LOCALES = frozenset(
    (
        *("bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it"),
        *("ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"),
    )
)
"""Languages into which a command can be translated."""
_NESTED = frozenset({SUB_COMMAND, GROUP})
_WITH_CHOICES = frozenset({STRING, INTEGER, NUMBER})
_VALUES = frozenset(range(STRING, FILE + 1))


def read_commands(body: object) -> list[Json]:
    """Return the commands of a bulk registration; raises the ApiError that Discord would send."""
    form = Form({"commands": body})
    commands: list[Json] = []
    names: set[tuple[int, str]] = set()
    for part in form.parts("commands", sum(limits.COMMANDS.values())):
        command = _command(part)
        key = (command["type"], command.get("name", ""))
        if key in names:
            part.add_error("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        names.add(key)
        commands.append(command)
    counts = Counter(command["type"] for command in commands)
    if any(counts[kind] > most for kind, most in limits.COMMANDS.items()):
        raise ApiError(ErrorCode.TOO_MANY_COMMANDS)
    # The body is the array itself, so error paths start at a command's index.
    if "commands" in form.errors:
        raise ApiError(ErrorCode.INVALID_FORM, form.errors["commands"])
    return commands


def read_command(body: object) -> Json:
    """Return one command; raises the ApiError that Discord would send."""
    form = Form(body)
    command = _command(form)
    form.raise_errors()
    return command


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
    kind = form.choice("type", limits.COMMANDS, required=False) or CHAT_INPUT
    chat = kind == CHAT_INPUT
    options = _options(form, _VALUES | _NESTED) if chat else []
    if len({option["type"] in _NESTED for option in options}) > 1:
        form.add_error(
            "options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and other options cannot be mixed"
        )
    command = drop_none(
        type=kind,
        name=_name(form) if chat else form.text("name", limits.COMMAND_NAME, 1, required=True),
        name_localizations=_translations(form, "name_localizations", limits.COMMAND_NAME),
        description=form.text("description", limits.COMMAND_DESCRIPTION, 1 if chat else 0, required=chat) or "",
        description_localizations=_translations(form, "description_localizations", limits.COMMAND_DESCRIPTION),
        options=options,
        default_member_permissions=_permissions(form),
        dm_permission=form.boolean("dm_permission"),
        contexts=_numbers(form, "contexts", range(3)),
        integration_types=_numbers(form, "integration_types", range(2)),
        nsfw=form.boolean("nsfw", default=False),
    )
    if _length(command) > limits.COMMAND_TEXT:
        message = f"Command exceeds maximum size ({limits.COMMAND_TEXT})"
        form.add_error("", "APPLICATION_COMMAND_TOO_LARGE", message)
    return command


def _translations(form: Form, key: str, maximum: int) -> Json | None:
    """Read the translations of a text by locale, None if there are none."""
    part = form.part(key)
    if part is None:
        return None
    for locale in part.body.keys() - LOCALES:
        part.add_error(locale, "ENUM_TYPE_COERCE", f'Value "{locale[:20]}" is not a valid enum value.')
    found = {locale: part.text(locale, maximum, 1) for locale in part.body}
    return drop_none(**found)


def _permissions(form: Form) -> str | None:
    value = form.get("default_member_permissions")
    if value is not None and not str(value).isdecimal():
        form.add_error("default_member_permissions", "NUMBER_TYPE_COERCE", f'Value "{str(value)[:80]}" is not int.')
    return None if value is None else str(value)


def _numbers(form: Form, key: str, allowed: range) -> list[int] | None:
    values = form.array(key, len(allowed))
    if any(isinstance(value, bool) or value not in allowed for value in values):
        numbers = ", ".join(str(number) for number in allowed)
        form.add_error(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{numbers}}}.")
    return values if form.get(key) is not None else None


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
        name_localizations=_translations(form, "name_localizations", limits.COMMAND_NAME),
        description=form.text("description", limits.COMMAND_DESCRIPTION, 1, required=True) or "",
        description_localizations=_translations(form, "description_localizations", limits.COMMAND_DESCRIPTION),
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
        translated = _translations(part, "name_localizations", limits.CHOICE)
        choices.append(
            {"name": name or "", **drop_none(name_localizations=translated), "value": _choice_value(part, kind)}
        )
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
