"""The icons of monsters and of what is said about them, and the emojis of the 21 monsters of the roster."""

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
"""Icons for the monsters of a custom class: one for each name."""
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
    """Return whether a monster id belongs to the built-in roster, which has its own silhouettes."""
    family, _, rest = name.partition("-")
    return family in _ROSTER and rest[:1] in ("1", "2", "u")


def monster(name: str) -> str:
    """Return the silhouette of a monster by its id; ranks of one name share it."""
    if is_printed(name):
        family, _, rest = name.partition("-")
        return _ROSTER[family]["12u".index(rest[0])]
    names = list(dict.fromkeys(each.name for each in MONSTERS.values() if each.class_name == MONSTERS[name].class_name))
    place = names.index(MONSTERS[name].name) if MONSTERS[name].name in names else NUMBER_IN_CLASS[name]
    return _OTHERS[place % len(_OTHERS)]


def _disc(name: str) -> Paint:
    """Paint a glyph of the icon font on a round piece: some games have the same glyph on squares."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.circle(0, 0, WIDE / 2, GLYPH)
        sketch.circle(0, 0, WIDE / 2 - SIZE * 0.05, GROUND)
        sketch.icon(name, 0, 0, SIZE * 0.66, GLYPH)
        return ()

    return paint


EMOJIS: Final[Mapping[str, Paint]] = {
    naming.short_name(name).lower().replace(" ", "_"): _disc(monster(name)) for name in MONSTERS if is_printed(name)
}
"""The monsters of the roster by their short names."""
