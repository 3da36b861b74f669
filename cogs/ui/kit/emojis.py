"""The application's emojis, shown before words in text and components.

Until `cogs.emoji_sync` has registered an emoji, the words are shown alone.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord

from render import emojis as drawn

INVALID_FORM_BODY = 50035
INVALID_EMOJI = "Invalid emoji"

_known: dict[str, discord.PartialEmoji] = {}


def emoji(name: str) -> discord.PartialEmoji | None:
    """Return the emoji with this name for a button or a select option, or None if it isn't registered."""
    return _known.get(name)


def prefix_emoji(name: str, words: str) -> str:
    """Return words preceded by the emoji with this name, for a message; only the words if it isn't registered."""
    found = _known.get(name)
    return words if found is None else f"{found} {words}"


def die(value: int, sides: int = 6, words: str = "") -> str:
    """Return a die's face followed by its number or by `words`.

    A six-sided die shows pips; all others are a hexagon with the number.
    """
    return prefix_emoji(f"d6_{value}" if sides == 6 else f"die_{value}", words or str(value))


def seat_marks(game: str, view: Any, names: Sequence[str]) -> tuple[discord.PartialEmoji | None, ...]:
    """Return the emoji of each seat, for buttons and select options; None for a seat without one.

    The emojis have the colour, pattern and letter that the seats have in the game's pictures. `names` are all names at
    the table.
    """
    return tuple(_known.get(name) for name in drawn.seat_marks(game, view, names))


def seat_mark(game: str, view: Any, names: Sequence[str], seat: int) -> discord.PartialEmoji | None:
    """Return the emoji of one seat, for a button or a select option; see `seat_marks`."""
    return seat_marks(game, view, names)[seat]


def mark_names(marks: Sequence[discord.PartialEmoji | None], names: Sequence[str]) -> list[str]:
    """Return the seats' names for messages, each preceded by the seat's emoji.

    If names occur often in a message, apply `mark_once` to the whole message.
    """
    return [name if mark is None else f"{mark} {name}" for mark, name in zip(marks, names, strict=True)]


def mark_once(lines: Sequence[str], marks: Collection[discord.PartialEmoji | None]) -> list[str]:
    """Remove all but one occurrence of each emoji from the lines of a message.

    The first one at the start of a line stays, or if no line starts with the emoji, the first one.
    """
    told = [*lines]
    for mark in map("{} ".format, filter(None, marks)):
        there = [number for number, line in enumerate(told) if mark in line]
        chosen = min(there, key=lambda number: not told[number].startswith(mark), default=None)
        for number in there:
            before, shown, after = told[number].partition(mark)
            told[number] = before + (shown if number == chosen else "") + after.replace(mark, "")
    return told


def replace_emojis(found: Mapping[str, discord.PartialEmoji]) -> None:
    """Replace all registered emojis by `found`, which holds them by name."""
    _known.clear()
    _known.update(found)


def forget_if_refused(error: BaseException) -> None:
    """Forget all emojis if Discord refused a message because of an emoji, so that the retry is sent without them."""
    if isinstance(error, discord.HTTPException) and error.code == INVALID_FORM_BODY and INVALID_EMOJI in error.text:
        _known.clear()
