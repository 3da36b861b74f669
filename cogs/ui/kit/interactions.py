"""Interactions: registering handlers of presses, and reading what Discord sends."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import CustomId

Handler: TypeAlias = Callable[[Interaction, CustomId], Awaitable[None]]
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
_REGISTERED = "__registered__"


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
