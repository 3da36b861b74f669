"""The texts of hints. Names come escaped."""

from collections.abc import Sequence

from render.text import pluralize
from tables.texts import and_list

BUTTON_HINT = "Hint"


def hint(number: int) -> str:
    """What stands above a hint; `number` counts those of its seat."""
    count = "Your first hint" if number == 1 else f"Hint {number}"
    return f"-# {count}: what the strongest computer player would do. The last card tells how many you took."


def taken(counts: Sequence[tuple[str, int]]) -> str:
    """How many hints people took, for the end of a game; empty if nobody took any."""
    told = [f"{name} took {pluralize(number, 'hint')} from the computer" for name, number in counts if number]
    return f"{and_list(told)}." if told else ""
