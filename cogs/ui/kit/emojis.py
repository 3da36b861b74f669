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
    """Return the emoji for a button or an option, or None if it isn't registered."""
    return _known.get(name)


def marked(name: str, words: str) -> str:
    """Return words preceded by their emoji, for a message."""
    found = _known.get(name)
    return words if found is None else f"{found} {words}"


def die(value: int, sides: int = 6, words: str = "") -> str:
    """Return a die's face followed by its number or by `words`.

    A six-sided die shows pips; all others are a hexagon with the number.
    """
    return marked(f"d6_{value}" if sides == 6 else f"die_{value}", words or str(value))


def seat_marks(game: str, view: Any, names: Sequence[str]) -> tuple[discord.PartialEmoji | None, ...]:
    """Return each seat's emoji, with the colour, pattern and letter of the game's pictures.

    For buttons and options. `names` are the full names at the table. None for a seat without an emoji.
    """
    return tuple(_known.get(name) for name in drawn.seat_marks(game, view, names))


def seat_mark(game: str, view: Any, names: Sequence[str], seat: int) -> discord.PartialEmoji | None:
    """Return one seat's emoji, for a button or an option; see `seat_marks`."""
    return seat_marks(game, view, names)[seat]


def mark_names(marks: Sequence[discord.PartialEmoji | None], names: Sequence[str]) -> list[str]:
    """Return the seats' names for messages, each after its emoji.

    Apply `mark_once` to the whole message if names occur often.
    """
    return [name if mark is None else f"{mark} {name}" for mark, name in zip(marks, names, strict=True)]


def mark_once(text: str, marks: Collection[discord.PartialEmoji | None]) -> str:
    """Remove all but the first occurrence of each emoji from a message."""
    for mark in filter(None, marks):
        before, shown, after = text.partition(f"{mark} ")
        text = before + shown + after.replace(f"{mark} ", "")
    return text


def know(found: Mapping[str, discord.PartialEmoji]) -> None:
    """Replace the registered emojis, by name."""
    _known.clear()
    _known.update(found)


def forget_if_refused(error: BaseException) -> None:
    """Forget all emojis if a message was refused because of one, so that the retry does without."""
    if isinstance(error, discord.HTTPException) and error.code == INVALID_FORM_BODY and INVALID_EMOJI in error.text:
        _known.clear()
