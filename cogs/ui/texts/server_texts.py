"""The texts of `/server`, and of what a server's settings change elsewhere."""

from cogs.ui.texts import clock_texts, texts
from tables.timing.clock_settings import NAMED

IN_THREADS, IN_CHANNEL = "threads", "channel"
PLACES = {IN_THREADS: "Each game in a thread of its own", IN_CHANNEL: "Games in the channel itself"}
RETENTIONS = (1, 3, 7, 14, 30, 60, 90)
"""The numbers of days that are offered."""


def shown_first(game: str) -> str:
    """The choice of a game that the start page proposes."""
    return f"/play shows {game} first"


def clocks() -> dict[str, str]:
    """The clocks that a server may choose, by name."""
    return {name: (found := clock_texts.choice(name, clock))[:1].upper() + found[1:] for name, clock in NAMED.items()}


def themes() -> dict[str, str]:
    """The colours that new tables may have, by name."""
    return {name: f"Board colours: {label}" for name, label in texts.THEMES.items()}


def retentions(now: int) -> dict[str, str]:
    """The numbers of days to choose from, the present one among them."""
    days = sorted({*RETENTIONS, now})
    return {str(number): f"Tidy up ended games after {number} day{'' if number == 1 else 's'}" for number in days}


def proposed(line: str) -> str:
    """The line of the game that a server proposes."""
    return f"{line}\n-# This server's choice"
