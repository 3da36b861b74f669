"""Predicates: conditions on the events and the view of a seat, used to judge answers.

A predicate is a TOML table with some of these keys. All conditions given must hold; an empty table always
holds:

- `event`: the tag of an event. The keys not listed here are its fields (`loss.square` for a nested one). At
  least `times` events (default 1) must have all these values. As a value, "self" is the seat that is asked,
  "other" any other seat, "none" is None, and `{ min = 3 }` or `{ max = 3 }` is a limit
- `refused`: the number of the rule that refuses the action
- `view`: a path in the view, and `is` the value that it must have there (default true)
- `all`, `any`, `not`: combinations of other predicates
"""

from typing import Any

import msgspec

from engine.lessons.format import Predicate

_MISSING = object()


class Happened(msgspec.Struct, frozen=True):
    """The effects of an action as a seat sees them, on which predicates are checked.

    They are the events, the view after them, and the number of the rule that refused the action.
    """

    seat: int | None
    events: tuple[Any, ...]
    view: Any
    refused: str = ""


def is_satisfied(predicate: Predicate, happened: Happened) -> bool:
    """Return whether a predicate holds for the effects of an action."""
    parts = [
        all(is_satisfied(part, happened) for part in predicate.get("all", ())),
        "any" not in predicate or any(is_satisfied(part, happened) for part in predicate["any"]),
        "not" not in predicate or not is_satisfied(predicate["not"], happened),
        "refused" not in predicate or predicate["refused"] == happened.refused,
        "view" not in predicate or _is(at(happened.view, predicate["view"]), predicate.get("is", True), happened),
        "event" not in predicate or _count_events(predicate, happened) >= predicate.get("times", 1),
    ]
    return all(parts)


def _count_events(predicate: Predicate, happened: Happened) -> int:
    return sum(_matches(predicate, event, happened) for event in happened.events)


def _matches(predicate: Predicate, event: Any, happened: Happened) -> bool:
    if event.__struct_config__.tag != predicate["event"]:
        return False
    fields = {
        name: wanted
        for name, wanted in predicate.items()
        if name not in ("event", "times", "all", "any", "not", "refused", "view", "is")
    }
    return all(_is(at(event, name), wanted, happened) for name, wanted in fields.items())


def _is(value: Any, wanted: Any, happened: Happened) -> bool:
    if isinstance(wanted, dict) and isinstance(value, int | float):
        return wanted.get("min", value) <= value <= wanted.get("max", value)  # pyright: ignore
    if wanted == "self":
        return value == happened.seat
    if wanted == "other":
        return value is not None and value != happened.seat
    if wanted == "none":
        return value is None
    return value is not _MISSING and msgspec.json.encode(value) == msgspec.json.encode(wanted)


def at(value: Any, path: str) -> Any:
    """Return the value at a path of field names and indices, separated by dots; `#` is the length.

    If the path does not exist, the result is a placeholder that equals no value.
    """
    for name in path.split("."):
        value = _get_part(value, name)
    return value


def _get_part(value: Any, name: str) -> Any:
    is_sequence = type(value) in (tuple, str)
    if name == "#":
        return len(value) if is_sequence else _MISSING
    if name.isdigit():
        return value[int(name)] if is_sequence and int(name) < len(value) else _MISSING
    return getattr(value, name, _MISSING)
