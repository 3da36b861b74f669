"""The data of component and modal interactions, and the type of their handlers."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import CustomId

Handler: TypeAlias = Callable[[Interaction, CustomId], Awaitable[None]]


def submitted(interaction: Interaction) -> dict[str, Any]:
    """The interaction's data; empty where there is none."""
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
