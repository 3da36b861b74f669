"""The themes of Monster Hex: the common themes, with a colour added for the crystals of Small Stones."""

from dataclasses import dataclass, replace
from typing import Final

from render.palette import common_edges, index_themes, tone
from render.theme import DARK, HIGH_CONTRAST, LIGHT, Colour, Theme, extend


@dataclass(frozen=True, eq=False, kw_only=True)
class MonsterTheme(Theme):
    """A theme that also has a colour for the crystals of Small Stones."""

    @property
    def crystal(self) -> Colour:
        """The colour of the brightest facet of a Small Stone's crystal."""
        return tone(self.magic_hi, 0.45)


def _theme(base: Theme) -> MonsterTheme:
    theme = extend(base, MonsterTheme)
    return replace(theme, edges=common_edges(theme, [(theme.crystal, theme.crystal, 1)]))


THEMES: Final = index_themes(_theme(DARK), _theme(LIGHT), _theme(HIGH_CONTRAST))
