"""The texts of the table service about clocks, and about who plays while somebody is away."""

from collections.abc import Sequence

from tables.texts import quote

BANK_NEEDS_MOVE = (
    "A bank comes on top of a time for each move. Write that as well, such as 24 hours; nothing was changed."
)
MOVE_RANGE = "The time for each move is from 1 minute to 14 days. Nothing was changed."
BANK_RANGE = "A bank holds 30 days at most. Nothing was changed."
REGAINED_RANGE = "A move can't give back more than the whole bank. Nothing was changed."
STANDS_IN_ALREADY = "The computer plays for you already. Press *I'm back* when you want your seat."


def unknown_clock(text: str, known: Sequence[str]) -> str:
    return f"{quote(text)} is not on the list of clocks: {', '.join(known)}."


def unreadable_duration(text: str) -> str:
    return (
        f"I can't read the time {quote(text)}, so nothing was changed. "
        "Write a number with its unit, such as 90 min, 36h or 2 days."
    )


def duration_text(seconds: int, units: int = 2) -> str:
    """A duration in words, such as "1 hour 30 minutes"; so many of its greatest units."""
    parts: list[str] = []
    for name, size in (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {name}" if count == 1 else f"{count} {name}s")
    return " ".join(parts[:units]) or "no time"
