"""The icons of Monster Hex, by their names in the icon font: factions, monsters, stones, abilities; also its emojis."""

from collections.abc import Mapping
from typing import Final

from engine.monster_hex.content import TILES
from render.emojis import glyph_on_dark, mark
from render.sprites import Paint

FACTIONS: Final = {"red": "fire", "blue": "trident", "yellow": "sun", "green": "leaf"}
MONSTERS: Final = {
    "S1": "dragon",
    "A1": "hydra",
    "A2": "wyvern",
    "B1": "sea-serpent",
    "B2": "wolf-head",
    "B3": "octopus",
    "C1": "spider-face",
    "C2": "batwings",
    "C3": "beetle",
    "C4": "gecko",
}
"""By tile id: the name of the icon with the silhouette of the tile's monster."""
DEMON_KING: Final = "monster-skull"
NOBODY: Final = "broken-skull"
LARGE_STONE: Final = "sapphire"
SMALL_STONE: Final = "diamond"
REWARD: Final = "trophy"
OBJECTIVE: Final = "scroll-unfurled"
HEAD_START: Final = "forward"
ABILITIES: Final = {
    "enchant": "crystal-wand",
    "reward": "trophy",
    "strike": "lightning-sword",
    "scatter": "feathered-wing",
    "confuse": "cycle",
    "scheme": "scroll-unfurled",
    "curse": "poison-cloud",
    "petrify": "rune-stone",
}
"""By ability name: the name of the ability's icon."""
EMOJIS: Final[Mapping[str, Paint]] = {
    **{tile.name.lower(): glyph_on_dark(MONSTERS[tile.id]) for tile in TILES},
    **{f"faction_{faction}": mark(faction, faction[0].upper()) for faction in FACTIONS},
}
"""By emoji name: the function that draws the emoji, for the ten monsters and the marks of the factions."""
