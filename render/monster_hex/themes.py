"""The themes of Monster Hex: the common themes with the colours of its stones."""

from dataclasses import dataclass, replace
from typing import Final

from render.palette import by_name, common_edges, tone
from render.theme import DARK, HIGH_CONTRAST, LIGHT, Colour, Theme, extend


@dataclass(frozen=True, eq=False, kw_only=True)
class MonsterTheme(Theme):
    """A theme with the colours of the stones."""

    @property
    def crystal(self) -> Colour:
        """The colour of a crystal's brightest facet."""
        return tone(self.magic_hi, 0.45)


def _theme(base: Theme) -> MonsterTheme:
    theme = extend(base, MonsterTheme)
    return replace(theme, edges=common_edges(theme, [(theme.crystal, theme.crystal, 1)]))


THEMES: Final = by_name(_theme(DARK), _theme(LIGHT), _theme(HIGH_CONTRAST))
