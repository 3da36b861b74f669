"""Dice and players in sentences: with their emojis where Discord has them, else as plain words."""

from collections.abc import Sequence
from typing import Final

from cogs.ui import emojis

_SEATS: Final = ("disc_red", "disc_yellow")
"""The emojis of the seats, in the colours and patterns of their monsters."""


def die(number: int) -> str:
    """A die that shows a number."""
    return emojis.marked(f"d6_{number}", str(number))


def player(seat: int, name: str) -> str:
    """A player's name with the mark of the seat."""
    return emojis.marked(_SEATS[seat], name)


def players(names: Sequence[str]) -> list[str]:
    """All players' names with the marks of their seats."""
    return [player(seat, name) for seat, name in enumerate(names)]
