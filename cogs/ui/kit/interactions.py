"""Interactions: registering handlers of presses, and reading the values and files that Discord sends."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import CustomId
from engine.record import RECORD_BYTES
from language.messages import N_, _
from tables.refusal import Refusal

Handler: TypeAlias = Callable[[Interaction, CustomId], Awaitable[None]]
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
_REGISTERED = "__registered__"

FILE_TOO_LARGE = N_("This file is too large. A record is at most 1 MiB.")
FILE_IS_ZIP = N_("This archive holds several records. Unpack it and send me one of the files.")
ZIP = b"PK\x03\x04"
"""The first bytes of a zip archive, such as those of `/export`. Archives are never unpacked here."""


@dataclass(frozen=True, slots=True)
class Route:
    """A handler of an action, and the first response that its presses get."""

    handler: Handler
    opens_form: bool = False
    """Whether the handler sends the first response itself, because a form can only be a first response."""
    silent: bool = False
    """Whether a press on a public message opens no private page, because the public message itself shows the effect."""


def on(*actions: str, silent: bool = False) -> Callable[[Method], Method]:
    """Register a method of a page for buttons, selects and submitted forms whose custom ids have these actions."""
    return _register(actions, opens_form=False, silent=silent)


def on_form(*actions: str) -> Callable[[Method], Method]:
    """Register a method of a page for buttons whose handler opens a form as the first response."""
    return _register(actions, opens_form=True, silent=False)


def _register(actions: tuple[str, ...], *, opens_form: bool, silent: bool) -> Callable[[Method], Method]:
    def register(method: Method) -> Method:
        setattr(method, _REGISTERED, (actions, opens_form, silent))
        return method

    return register


def collect(pages: Iterable[object]) -> dict[str, Route]:
    """Return the routes that the pages' methods have registered, by action.

    Raises ValueError for an action that is registered twice.
    """
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


def get_data(interaction: Interaction) -> dict[str, Any]:
    """Return the data that Discord sends with an interaction, or an empty dictionary if there is none."""
    return {**interaction.data} if interaction.data is not None else {}


def get_selected_values(interaction: Interaction) -> tuple[str, ...]:
    """Return the values that the user has selected in the pressed select."""
    return tuple(get_data(interaction).get("values", ()))


def get_typed_text(data: Mapping[str, Any]) -> str:
    """Return the text of the command option being typed; empty for any other interaction."""
    options: list[dict[str, Any]] = data.get("options") or []
    for option in options:
        text = str(option.get("value", "")) if option.get("focused") else get_typed_text(option)
        if text:
            return text
    return ""


async def download_record(file: discord.Attachment) -> bytes:
    """Download a record. Raise Refusal for an archive, and, before downloading, for a file that is too large."""
    if file.size > RECORD_BYTES:
        raise Refusal(_(FILE_TOO_LARGE))
    content = await file.read()
    if content.startswith(ZIP):
        raise Refusal(_(FILE_IS_ZIP))
    return content
