"""How many lines what can be pressed takes on a phone, 390 points wide, of which a container leaves 342."""

from collections.abc import Sequence
from typing import Any

import discord

ROOM, GAP = 342, 8
CHARACTER, EDGES, EMOJI = 8, 22, 26
"""A label's width for each character on average, a button's edges, and an emoji with the gap after it."""


def lines(rows: Sequence[Any]) -> int:
    """The lines that buttons and selects take, one below the other."""
    return sum(_lines_of(row) for row in rows)


def _lines_of(row: Any) -> int:
    found, left = 1, ROOM
    for item in row.children:
        if not isinstance(item, discord.ui.Button):
            return 1
        width = len(item.label or "") * CHARACTER + EDGES + (EMOJI if item.emoji else 0)
        if width > left:
            found, left = found + 1, ROOM
        left -= width + GAP
    return found
