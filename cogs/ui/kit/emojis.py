"""The application's emojis as text and components show them, always with the word beside them.

Until an emoji is known to be at Discord (`cogs.emoji_sync`), the word stands there alone.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord

from render import emojis as drawn

INVALID_FORM_BODY = 50035
INVALID_EMOJI = "Invalid emoji"

_known: dict[str, discord.PartialEmoji] = {}


def emoji(name: str) -> discord.PartialEmoji | None:
    """The emoji of a button or an option; None while there is none."""
    return _known.get(name)


def marked(name: str, words: str) -> str:
    """Words of a message with their emoji before them."""
    found = _known.get(name)
    return words if found is None else f"{found} {words}"


def die(value: int, sides: int = 6, words: str = "") -> str:
    """What a die shows: its number, or words that begin with it, after the die's face.

    A die with six sides has pips, all others are a hexagon with the number.
    """
    return marked(f"d6_{value}" if sides == 6 else f"die_{value}", words or str(value))


def seat_marks(game: str, view: Any, names: Sequence[str]) -> tuple[discord.PartialEmoji | None, ...]:
    """Each seat's mark, with the colour, pattern and letter of the game's pictures, for buttons and options.

    `names` are the names at the table, not shortened; None for a seat without a mark.
    """
    return tuple(_known.get(name) for name in drawn.seat_marks(game, view, names))


def seat_mark(game: str, view: Any, names: Sequence[str], seat: int) -> discord.PartialEmoji | None:
    """One seat's mark, for a button or an option; see `seat_marks`."""
    return seat_marks(game, view, names)[seat]


def mark_names(marks: Sequence[discord.PartialEmoji | None], names: Sequence[str]) -> list[str]:
    """The seats' names for messages, each after its mark. Where names come up often, use `mark_once` on the whole."""
    return [name if mark is None else f"{mark} {name}" for mark, name in zip(marks, names, strict=True)]


def mark_once(text: str, marks: Collection[discord.PartialEmoji | None]) -> str:
    """A message in which each of these marks stands where it comes first, and nowhere else."""
    for mark in filter(None, marks):
        before, shown, after = text.partition(f"{mark} ")
        text = before + shown + after.replace(f"{mark} ", "")
    return text


def know(found: Mapping[str, discord.PartialEmoji]) -> None:
    """Replaces the emojis that are at Discord, by what they show."""
    _known.clear()
    _known.update(found)


def forget_if_refused(error: BaseException) -> None:
    """Forgets all emojis after a message was refused because of one, so that the next attempt goes without."""
    if isinstance(error, discord.HTTPException) and error.code == INVALID_FORM_BODY and INVALID_EMOJI in error.text:
        _known.clear()
