"""The themes of Connect Four: the common themes, extended by colours of values and of signs on the grid."""

from dataclasses import dataclass, replace
from typing import Final

from render.palette import GRID_SIDES, common_edges, index_themes
from render.theme import DARK, HIGH_CONTRAST, LIGHT, Colour, Theme, colour, colours, extend


@dataclass(frozen=True, eq=False, kw_only=True)
class GridTheme(Theme):
    """A theme that also has the colours of the grid's holes and of the values on pieces."""

    blood: Colour = (196, 24, 42)
    pit_lo: Colour = (13, 13, 21)
    """The shadow at the upper edge of a hole in the grid."""
    speed: Colour = (159, 216, 255)
    """Speed values on dark plates; `attack` and `damage` are the colours of those values, and `bone` is that of
    defense."""
    attack: Colour = (255, 180, 156)
    damage: Colour = (255, 220, 124)
    power_field: Colour = (74, 58, 120)
    """The background of a value whose power works now."""


def _theme(base: Theme, last_tones: str, **own: Colour) -> GridTheme:
    theme = extend(base, GridTheme, last_tones=(*base.last_tones, *colours(last_tones)), **own)
    return replace(theme, edges=common_edges(theme, sides=GRID_SIDES))


THEMES: Final = index_themes(
    _theme(DARK, "a2b9e6 3d527b 647ca7 8ca5d3 7c8eb1 454f62 455a55 5e6c87 5a7870 a6b5b3"),
    _theme(LIGHT, "a7c0ed a2b9e6 647ca7 8ca5d3 7c8eb1 454f62 455a55 b2c8f3 808ca2 7e9490", pit_lo=colour("bcbfd6")),
    _theme(
        HIGH_CONTRAST, "c3d4ed bdcde6 142440 3e4a60 6f7e95 a0b1ca 3a584e 46554f 5d6472 5a6a66 adb5b2", pit_lo=(0, 0, 0)
    ),
)
