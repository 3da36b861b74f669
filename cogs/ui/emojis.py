"""The application's emojis as text and components show them, always with the word beside them.

Until an emoji is known to be at Discord (`cogs.emoji_sync`), the word stands there alone.
"""

from collections.abc import Mapping

import discord

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


def know(found: Mapping[str, discord.PartialEmoji]) -> None:
    """Replaces the emojis that are at Discord, by what they show."""
    _known.clear()
    _known.update(found)


def forget_if_refused(error: BaseException) -> None:
    """Forgets all emojis after a message was refused because of one, so that the next attempt goes without."""
    if isinstance(error, discord.HTTPException) and error.code == INVALID_FORM_BODY and INVALID_EMOJI in error.text:
        _known.clear()
