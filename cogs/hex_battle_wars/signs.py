"""The signs beside the game's words: heroes, dice, levels, hazards and tiles.

Where a sign is not at Discord, the words stand alone.
"""

import discord

from cogs.ui import emojis

TILE, REAL = "battle_tile", "battle_real"
"""A tile as everybody sees it, and the real one; the latter is for its owner's private pages alone."""
_GROUND = {"water": "battle_water", "quicksand": "battle_quicksand"}


def with_sign(name: str, words: str) -> str:
    """Words with a sign before them, by its name."""
    return emojis.marked(name, words)


def sign(name: str) -> discord.PartialEmoji | None:
    """The sign of a button or an option."""
    return emojis.emoji(name)


def hero_name(seat: int) -> str:
    """The name of a seat's sign: the disc of its characters."""
    return f"battle_hero_{seat + 1}"


def hero(seat: int, name: str) -> str:
    """A player's name with the disc of their characters."""
    return with_sign(hero_name(seat), name)


def die_name(sides: int, number: int = 0) -> str:
    """The name of a die's sign; of a d6 there is one for each number."""
    return f"d6_{number}" if sides == 6 else f"battle_d{sides}"


def die(sides: int, number: int, words: str) -> str:
    """Words about a die that shows a number."""
    return with_sign(die_name(sides, number), words)


def level_name(level: int) -> str:
    """The name of a level's sign."""
    return f"height_{level}"


def ground(words: str) -> str:
    """What a hex is made of, with its sign: "water", "quicksand", or "level 2"; empty words stay empty."""
    if not words:
        return words
    kind, _, level = words.partition(" ")
    return with_sign(_GROUND.get(kind) or level_name(int(level)), words)
