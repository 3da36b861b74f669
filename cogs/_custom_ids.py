"""Custom ids: `table:step:what[:detail…]`, all that a button, select or modal knows when it comes back.

They are resolved from the store, so they work after restarts and for months (design.md, the path of one turn). What
carries no step is valid at any time: `table::hand`.
"""

from dataclasses import dataclass

LIMIT = 100


@dataclass(frozen=True, slots=True)
class CustomId:
    """What was pressed: at which table, shown at which step (None: at any), and the details in order."""

    table: str
    step: int | None
    what: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        step = "" if self.step is None else str(self.step)
        text = ":".join((self.table, step, self.what, *self.details))
        if len(text) > LIMIT:
            raise ValueError(f"a custom id of {len(text)} characters: {text[:40]}…")
        return text


def parse(text: str) -> CustomId | None:
    """The custom id that a text stands for, or None when it is none of ours."""
    table, *rest = text.split(":")
    if not table or len(rest) < 2 or not rest[1]:
        return None
    step, what, *details = rest
    if step and not (step.isascii() and step.isdigit() and len(step) <= 9):
        return None
    return CustomId(table, int(step) if step else None, what, tuple(details))
