"""The signs beside the game's words: dice, levels, hazards and tiles. Names come with the marks of their seats.

Where a sign is not at Discord, the words stand alone.
"""

import discord

from cogs.ui.kit import emojis

TILE, REAL = "battle_tile", "battle_real"
"""A tile as everybody sees it, and the real one; the latter is for its owner's private pages alone."""
_GROUND = {"water": "battle_water", "quicksand": "battle_quicksand"}


def with_sign(name: str, words: str) -> str:
    """Words with a sign before them, by its name."""
    return emojis.marked(name, words)


def sign(name: str) -> discord.PartialEmoji | None:
    """The sign of a button or an option."""
    return emojis.emoji(name)


def die_name(sides: int, number: int) -> str:
    """The name of the sign of a die that shows a number."""
    return f"d6_{number}" if sides == 6 else f"die_{number}"


def die(sides: int, number: int, words: str) -> str:
    """Words about a die that shows a number."""
    return emojis.die(number, sides, words)


def level_name(level: int) -> str:
    """The name of a level's sign."""
    return f"height_{level}"


def ground(words: str) -> str:
    """What a hex is made of, with its sign: "water", "quicksand", or "level 2"; empty words stay empty."""
    if not words:
        return words
    kind, _, level = words.partition(" ")
    return with_sign(_GROUND.get(kind) or level_name(int(level)), words)
