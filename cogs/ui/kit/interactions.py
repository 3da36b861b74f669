"""Interactions: registering handlers of presses, and reading the values and files that Discord sends."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import CustomId
from engine.record import RECORD_BYTES
from tables.refusal import Refusal

Handler: TypeAlias = Callable[[Interaction, CustomId], Awaitable[None]]
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
_REGISTERED = "__registered__"

FILE_TOO_LARGE = "A record is at most 1 MiB, and this file is larger."
FILE_IS_ZIP = "This file holds several records. Unpack it, and send me one of the files in it."
ZIP = b"PK\x03\x04"
"""How the archives of `/export` begin; they are never unpacked here."""


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of an action, and how a press of it is answered first."""

    handler: Handler
    opens_form: bool = False
    """The handler gives the first response itself, because a form must be the first."""
    silent: bool = False
    """A press on a public message opens no private page: the effect is shown in the message."""


def on(*actions: str, silent: bool = False) -> Callable[[Method], Method]:
    """Register a method of a page for buttons, selects and submitted forms whose custom ids have these actions."""
    return _register(actions, opens_form=False, silent=silent)


def on_form(*actions: str) -> Callable[[Method], Method]:
    """Register a method of a page for buttons that open a form."""
    return _register(actions, opens_form=True, silent=False)


def _register(actions: tuple[str, ...], *, opens_form: bool, silent: bool) -> Callable[[Method], Method]:
    def register(method: Method) -> Method:
        setattr(method, _REGISTERED, (actions, opens_form, silent))
        return method

    return register


def collect(pages: Iterable[object]) -> dict[str, Route]:
    """Return the routes by action that the pages' methods are registered for. Raises ValueError for duplicates."""
    routes: dict[str, Route] = {}
    for page in pages:
        for name in dir(type(page)):
            registered = getattr(getattr(type(page), name), _REGISTERED, None)
            if registered is None:
                continue
            actions, opens_form, silent = registered
            for action in actions:
                if action in routes:
                    raise ValueError(f"two handlers for {action}")
                routes[action] = Route(getattr(page, name), opens_form, silent)
    return routes


def submitted(interaction: Interaction) -> dict[str, Any]:
    """The interaction's data; empty if there is none."""
    return {**interaction.data} if interaction.data is not None else {}


def selected(interaction: Interaction) -> tuple[str, ...]:
    """The values that were chosen in a select."""
    return tuple(submitted(interaction).get("values", ()))


def typed_text(data: Mapping[str, Any]) -> str:
    """Return the text of the option that a user is typing in a slash command; empty in any other interaction."""
    options: list[dict[str, Any]] = data.get("options") or []
    for option in options:
        text = str(option.get("value", "")) if option.get("focused") else typed_text(option)
        if text:
            return text
    return ""


async def record_content(file: discord.Attachment) -> bytes:
    """Fetch a record. Raises Refusal for an archive, and, without fetching it, for a file that is too large."""
    if file.size > RECORD_BYTES:
        raise Refusal(FILE_TOO_LARGE)
    content = await file.read()
    if content.startswith(ZIP):
        raise Refusal(FILE_IS_ZIP)
    return content
