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
    """Keep each emoji in one line of a message, and remove it from lines without such an emoji.

    It is the first line that starts with the emoji, or else the first one that has it. That line keeps all of its
    emojis, each once, so that its names are marked alike.
    """
    found = [f"{mark} " for mark in filter(None, marks)]
    kept, told = set[int](), list[str]()
    for mark in found:
        there = [number for number, line in enumerate(lines) if mark in line]
        kept |= {*sorted(there, key=lambda number: not lines[number].startswith(mark))[:1]}
    for number, told_line in enumerate(lines):
        line = told_line
        for mark in found:
            before, shown, after = line.partition(mark)
            line = before + (shown if number in kept else "") + after.replace(mark, "")
        told.append(line)
    return told


def replace_emojis(found: Mapping[str, discord.PartialEmoji]) -> None:
    """Replace all registered emojis by `found`, which holds them by name."""
    _known.clear()
    _known.update(found)


def forget_if_refused(error: BaseException) -> None:
    """Forget all emojis if Discord refused a message because of an emoji, so that the retry is sent without them."""
    if isinstance(error, discord.HTTPException) and error.code == INVALID_FORM_BODY and INVALID_EMOJI in error.text:
        _known.clear()
