"""The texts of leagues at tables."""

from collections.abc import Sequence

from tables.texts import escape


def dealt(label: str, names: Sequence[str], place: int | None) -> str:
    """The line about a table that a season has dealt, from which its thread is made."""
    board = "" if place is None else f" → <#{place}>"
    return f"{label} · {', '.join(escape(name) for name in names)}{board}"


def at_table(label: str, league: str) -> str:
    """The small line of a card that tells which league its table belongs to."""
    return f"-# {label} · {escape(league)}"


RATED = "-# Rated: the result counts for everybody's rating here."
