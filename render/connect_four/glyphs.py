"""The icons of monsters and of their properties, and the emojis of the 21 monsters in the built-in roster."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.connect_four.roster import MONSTERS, NUMBER_IN_CLASS
from render.connect_four import naming
from render.emojis import GLYPH, GROUND, SIZE, WIDE
from render.sprites import Letter, Paint, Sketch

_ROSTER: Final = {
    "vam": ("batwings", "bleeding-eye", "crowned-heart"),
    "und": ("tombstone", "ankh", "death-skull"),
    "wer": ("fox", "wolf-head", "wolf-howl"),
    "spi": ("flame-symbol", "lantern-flame", "suckered-tentacle"),
    "occ": ("lit-candelabra", "burning-book", "hood"),
    "dem": ("burning-eye", "desert-skull", "monster-skull"),
    "ali": ("insect-jaws", "eye-monster", "spiked-tentacle"),
}
_OTHERS: Final = ("spider-face", "octopus", "dragon", "hydra", "sea-serpent", "beetle", "venomous-snake", "gecko")
"""The icons of the monsters in a custom class; each name in the class gets the next one."""
SLOTS: Final = {"speed": "footprint", "attack": "crossed-swords", "defense": "shield", "damage": "explosion"}
POINTS, KILLS, TOKEN, UNIQUE, RANGE, HOURGLASS = (
    "trophy",
    "skull",
    "lightning-bolt",
    "crown",
    "archery-target",
    "hourglass",
)
INFECTED: Final = "poison-cloud"


def is_printed(name: str) -> bool:
    """Return whether a monster, given by its id, is in the built-in roster, which has icons of its own."""
    family, _, rest = name.partition("-")
    return family in _ROSTER and rest[:1] in ("1", "2", "u")


def monster(name: str) -> str:
    """Return the name of the icon that is the silhouette of a monster; monsters that differ only in rank share it."""
    if is_printed(name):
        family, _, rest = name.partition("-")
        return _ROSTER[family]["12u".index(rest[0])]
    names = list(dict.fromkeys(each.name for each in MONSTERS.values() if each.class_name == MONSTERS[name].class_name))
    place = names.index(MONSTERS[name].name) if MONSTERS[name].name in names else NUMBER_IN_CLASS[name]
    return _OTHERS[place % len(_OTHERS)]


def _disc(name: str) -> Paint:
    """Return a function that draws an icon on a round disc, unlike the squares under other games' icons."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.circle(0, 0, WIDE / 2, GLYPH)
        sketch.circle(0, 0, WIDE / 2 - SIZE * 0.05, GROUND)
        sketch.icon(name, 0, 0, SIZE * 0.66, GLYPH)
        return ()

    return paint


EMOJIS: Final[Mapping[str, Paint]] = {
    naming.english_name(name).lower().replace(" ", "_"): _disc(monster(name)) for name in MONSTERS if is_printed(name)
}
"""The functions that draw the emojis of the monsters in the built-in roster, by the monsters' short names."""
