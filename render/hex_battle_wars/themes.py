"""The colour themes of Hex Battle Wars: the common themes with colours for six seats and for the board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from render.palette import index_themes, tone
from render.theme import (
    DARK,
    HIGH_CONTRAST,
    LIGHT,
    MORE_CONTRASTING_SIDES,
    MORE_SIDES,
    Colour,
    Edge,
    Side,
    Theme,
    colour,
    colours,
    extend,
    mix,
)

SIDES: Final = ("red", "blue", "yellow", "green", "plum", "ice")
"""The names of the seats' colours in a theme, in seat order."""
MORE_LIKE_SAND: Final = colour("5a4612")
RIM: Final = 0.22
"""Share of white in the colour of the rim around a block's top."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BattleTheme(Theme):
    """A theme with colours for the board: plain hexes, hazards, and blocks of three levels."""

    ground: Colour
    grid: Colour
    """The gaps between hexes, and the top of the slab under them."""
    ground_ink: Colour
    """The colour of small labels on plain hexes, which are only for orientation."""
    water: Colour
    wave: Colour
    sand: Colour
    grain: Colour
    level_1: Colour
    level_2: Colour
    level_3: Colour
    wall_1: Colour
    wall_2: Colour
    wall_3: Colour

    @property
    def levels(self) -> tuple[Colour, Colour, Colour]:
        """The colours of the tops of blocks of levels 1, 2 and 3."""
        return self.level_1, self.level_2, self.level_3

    @property
    def walls(self) -> tuple[Colour, Colour, Colour]:
        """The colours of the walls of blocks of levels 1, 2 and 3."""
        return self.wall_1, self.wall_2, self.wall_3


def reach_fill(theme: Theme, side: Side) -> Colour:
    """Return the colour of a hex that a seat with these colours can choose as destination."""
    if side.deep2 == MORE_LIKE_SAND:
        # The dark tone of yellow cannot be told from quicksand, so it has a colour of its own.
        return colour("fff4cf") if theme.is_light else colour("5c5e34")
    return mix(side.tint, side.main, 0.32) if theme.is_light else mix(side.deep2, side.main, 0.14)


def reach_ink(theme: Theme, side: Side) -> Colour:
    """Return the colour of a label on a hex with the colour `reach_fill`."""
    return side.deep if theme.is_light else side.tint


def _edges(theme: BattleTheme) -> Iterator[Edge]:
    """Yield the pairs of colours that meet at anti-aliased edges, with the number of tones between them.

    Earlier entries have priority. Single colours come first, each as a pair with itself; then pairs, the most
    frequent first.
    """
    sides = [theme.sides[name] for name in SIDES]
    for own in (*(reach_fill(theme, side) for side in sides), *(tone(face, RIM) for face in theme.levels)):
        yield own, own, 1
    for over, steps in ((theme.ink, 5), (theme.muted, 3), (theme.gold_text, 3), (theme.print, 1)):
        yield theme.background, over, steps
    yield theme.panel, theme.ink, 4
    yield theme.panel, theme.muted, 3
    yield theme.raised, theme.ink, 3
    yield theme.raised, theme.muted, 2
    yield theme.ground, theme.grid, 1
    yield theme.ground, theme.ground_ink, 2
    yield theme.ground, theme.print, 1
    yield theme.grid, theme.slab_edge, 1
    yield theme.background, theme.slab_edge, 1
    yield theme.water, theme.wave, 2
    yield theme.sand, theme.grain, 2
    yield theme.print, theme.ring, 4
    yield theme.bone, theme.print, 3
    yield theme.blow, theme.print, 2
    yield theme.hit, theme.bone, 3
    yield theme.notice, theme.notice_ink, 2
    yield theme.magic, theme.print, 1
    for face in theme.levels:
        yield face, theme.print, 2
        yield face, theme.bone, 2
    for side in sides:
        yield side.main, theme.print, 2
        yield side.deep, side.tint, 3
        yield reach_fill(theme, side), reach_ink(theme, side), 3
        yield side.deep, theme.ink, 2
        yield side.tint, theme.print, 1
        yield side.main, side.deep, 1
        yield side.main, side.lo, 1


def _theme(base: Theme, more: Mapping[str, Side], edge_tones: str, **ground: Colour) -> BattleTheme:
    sides = {name: {**base.sides, **more}[name] for name in (*SIDES, "none")}
    theme = extend(base, BattleTheme, sides=sides, honey=(), edge_tones=colours(edge_tones), last_tones=(), **ground)
    return replace(theme, edges=tuple(_edges(theme)))


_DARK: Final = _theme(
    DARK,
    MORE_SIDES,
    "6a542a a3987e 7c745f 9fd8ff ffb49c ffdc7c 4a3a78",
    ground=colour("2a3236"),
    grid=colour("1b2124"),
    ground_ink=colour("7a878c"),
    water=colour("155a6e"),
    wave=colour("43a9bd"),
    sand=colour("6e5420"),
    grain=colour("a88436"),
    level_1=colour("5b5a5e"),
    level_2=colour("85817e"),
    level_3=colour("b3ab9f"),
    wall_1=colour("3b3a3f"),
    wall_2=colour("4f4c4c"),
    wall_3=colour("6a645e"),
)
_LIGHT: Final = _theme(
    LIGHT,
    # On white, the original colours of the seat "ice" would hardly be visible.
    {**MORE_SIDES, "ice": MORE_SIDES["ice"]._replace(main=colour("a9c2da"), lo=colour("68839e"))},
    "b9a36f e2e4ea 5f573f 766d52 bcbfd6 ffb49c ffdc7c 4a3a78",
    ground=colour("f1f3ef"),
    grid=colour("c9cec9"),
    ground_ink=colour("7a837e"),
    water=colour("7cc4d6"),
    wave=colour("2b87a0"),
    sand=colour("e5cc84"),
    grain=colour("a27c26"),
    level_1=colour("8d8b90"),
    level_2=colour("aaa5a0"),
    level_3=colour("cbc3b5"),
    wall_1=colour("5e5c63"),
    wall_2=colour("736f6d"),
    wall_3=colour("8b8479"),
)
_HIGH_CONTRAST: Final = _theme(
    HIGH_CONTRAST,
    MORE_CONTRASTING_SIDES,
    "221603 b9924a e0d8c2 c4bba2 9fd8ff ffb49c ffdc7c 4a3a78",
    ground=colour("0c1012"),
    grid=colour("4a545a"),
    ground_ink=colour("aeb8be"),
    water=colour("0b4a60"),
    wave=colour("6fd8ee"),
    sand=colour("54400f"),
    grain=colour("e8bd5a"),
    level_1=colour("58575c"),
    level_2=colour("8f8b88"),
    level_3=colour("cfc6b8"),
    wall_1=colour("2c2b30"),
    wall_2=colour("454242"),
    wall_3=colour("6a645e"),
)
THEMES: Final = index_themes(_DARK, _LIGHT, _HIGH_CONTRAST)
