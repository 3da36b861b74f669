"""The colour themes of Hex Battle Wars: the common themes with colours for six seats and for the board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from render.palette import index_themes
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
BRIGHT: Final = 280
"""Minimum sum of red, green and blue of a surface with dark text on it."""
SHADE: Final = 0.44
"""Share of black in the shadow of a block."""
DIM: Final = 0.46
"""Share of the background in the colours of hexes that cannot be chosen."""
_UNUSED: Final = (
    *("slab", "slab_edge", "cell", "cell_hi", "cell_lo", "gold_lo", "gold_hi", "king", "king_skull", "honey_light"),
    *("frame", "frame_hi", "frame_lo", "pit", "magic_text", "magic_lo"),
)
"""Colours of the common themes that this game does not draw with; they get no place in its palettes."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BattleTheme(Theme):
    """A theme with colours for the board: a meadow in four tones, hazards, and blocks of three levels.

    `grounds` are the tones, from the darkest meadow to heath. `stones` and `rims` are the tops of blocks and their lit
    edges by level, and `walls` the three visible walls by level.
    """

    grounds: tuple[Colour, ...]
    seam: Colour
    """The gaps between hexes, and the top of the slab under them."""
    lip: Colour
    """The lit upper edge of the slab."""
    earth: Colour
    """The upper layer of the slab's side; `earth_below` is the lower one."""
    earth_below: Colour
    grass: Colour
    flower: Colour
    water: Colour
    water_deep: Colour
    water_bank: Colour
    wave: Colour
    foam: Colour
    sand: Colour
    swirl: Colour
    sand_bank: Colour
    grain: Colour
    stones: tuple[Colour, Colour, Colour]
    rims: tuple[Colour, Colour, Colour]
    walls: tuple[tuple[Colour, Colour, Colour], ...]
    caret: Colour
    """The carets on blocks, which show their height."""


def ink_on(theme: Theme, fill: Colour) -> Colour:
    """Return the colour of a text on a surface of another colour: dark on bright ones, else white."""
    return theme.print if sum(fill) >= BRIGHT else (255, 255, 255)


def _edges(theme: BattleTheme) -> Iterator[Edge]:
    """Yield the pairs of colours that meet at anti-aliased edges, with the number of tones between them.

    Earlier entries have priority. Single colours come first, each as a pair with itself; then pairs, the most
    frequent first.
    """
    sides = [theme.sides[name] for name in SIDES]
    for own in _tones(theme):
        yield own, own, 1
    for over, steps in ((theme.ink, 5), (theme.muted, 3), (theme.gold_text, 3), (theme.print, 1)):
        yield theme.background, over, steps
    yield theme.panel, theme.ink, 4
    yield theme.panel, theme.muted, 3
    yield theme.raised, theme.ink, 3
    yield theme.print, theme.ring, 4
    yield theme.bone, theme.print, 3
    yield theme.blow, theme.print, 2
    yield theme.blow, theme.bone, 2
    yield theme.hit, theme.bone, 3
    yield theme.notice, theme.notice_ink, 2
    for ground in theme.grounds:
        yield ground, theme.grass, 1
        yield ground, theme.print, 1
    yield theme.grounds[0], theme.seam, 1
    yield theme.lip, theme.background, 1
    yield theme.water, theme.wave, 2
    yield theme.sand, theme.swirl, 1
    for face in theme.stones:
        yield face, theme.caret, 2
    for side in sides:
        yield side.main, theme.print, 2
        yield side.deep, side.tint, 3
        yield side.deep, theme.ink, 2
        yield side.tint, theme.print, 1
        yield side.main, side.deep, 1
        yield side.hi, theme.print, 1
        yield side.main, theme.background, 1
        yield side.main, side.lo, 1


def _tones(theme: BattleTheme) -> Iterator[Colour]:
    """Yield the colours of the board's parts in full light, in shadow, and dimmed."""
    yield from (*theme.grounds, *theme.stones, *theme.rims)
    for walls in theme.walls:
        yield from walls
    ground = (*theme.grounds, theme.seam, theme.grass)
    hazards = (theme.water, theme.water_deep, theme.wave, theme.foam, theme.sand, theme.swirl)
    for each in (*theme.grounds, theme.seam, theme.water, theme.sand):
        yield mix(each, (0, 0, 0), SHADE)
    for each in (*ground, *hazards, *theme.stones, theme.caret):
        yield mix(each, theme.background, DIM)
    for walls in theme.walls:
        yield mix(walls[1], theme.background, DIM)


def _theme(base: Theme, more: Mapping[str, Side], factors: tuple[float, float, float], **own: Any) -> BattleTheme:
    """Return a common theme with six sides and the board's colours.

    `factors` are the shares of a stone's colour in its walls towards south-west, south and south-east.
    """
    sides = {name: {**base.sides, **more}[name] for name in (*SIDES, "none")}
    # No piece of this game is ever spent.
    sides = {name: side._replace(spent=side.main) for name, side in sides.items()}
    stones = own["stones"]
    walls = tuple(tuple(mix((0, 0, 0), stone, factor) for factor in factors) for stone in stones)
    theme = extend(
        base,
        BattleTheme,
        sides=sides,
        honey=(),
        edge_tones=(),
        last_tones=(),
        walls=walls,
        caret=colour("2b2824"),
        **dict.fromkeys(_UNUSED, base.background),
        **own,
    )
    return replace(theme, edges=tuple(_edges(theme)))


_DARK: Final = _theme(
    DARK,
    MORE_SIDES,
    (0.77, 0.64, 0.50),
    grounds=colours("667150 707b57 7b815b 888362"),
    seam=colour("505a40"),
    lip=colour("a2a47f"),
    earth=colour("2f2a22"),
    earth_below=colour("221f1a"),
    grass=colour("959d74"),
    flower=colour("d9d2a6"),
    water=colour("1f6d8a"),
    water_deep=colour("185a76"),
    water_bank=colour("143f50"),
    wave=colour("63bcd0"),
    foam=colour("a9dde2"),
    sand=colour("b8914c"),
    swirl=colour("96733a"),
    sand_bank=colour("6b5128"),
    grain=colour("e3c285"),
    stones=colours("98928a b7afa3 dcd3c3"),
    rims=colours("b8b2a8 d6cec2 f4ecdd"),
)
_LIGHT: Final = _theme(
    LIGHT,
    # On white, the original colours of the seat "ice" would hardly be visible.
    {**MORE_SIDES, "ice": MORE_SIDES["ice"]._replace(main=colour("a9c2da"), lo=colour("68839e"))},
    (0.83, 0.72, 0.60),
    grounds=colours("c0cba6 cad3b0 d3d7b6 dcd8bd"),
    seam=colour("a5b188"),
    lip=colour("e2eac9"),
    earth=colour("a08d6a"),
    earth_below=colour("83724f"),
    grass=colour("98a678"),
    flower=colour("fff6cf"),
    water=colour("4fa6c4"),
    water_deep=colour("3f93b3"),
    water_bank=colour("2f7791"),
    wave=colour("b7e3ee"),
    foam=colour("e9f8fa"),
    sand=colour("e0bb6c"),
    swirl=colour("c1964a"),
    sand_bank=colour("a37a35"),
    grain=colour("fff0c8"),
    stones=colours("a39d93 c2bbae e6dfd0"),
    rims=colours("c4beb4 ddd7cb fbf6ea"),
)
_HIGH_CONTRAST: Final = _theme(
    HIGH_CONTRAST,
    MORE_CONTRASTING_SIDES,
    (0.69, 0.53, 0.36),
    grounds=colours("38402b 3c452f 424932 4a4a36"),
    seam=colour("12150c"),
    lip=colour("c2c8a4"),
    earth=colour("241f18"),
    earth_below=colour("16130f"),
    grass=colour("5f6a48"),
    flower=colour("fff3c0"),
    water=colour("0f5f80"),
    water_deep=colour("0b4a66"),
    water_bank=colour("04222f"),
    wave=colour("8fe9ff"),
    foam=colour("e6fbff"),
    sand=colour("b9822c"),
    swirl=colour("7c5413"),
    sand_bank=colour("4a330d"),
    grain=colour("ffe7b0"),
    stones=colours("9a948b c4bcb0 f4ecde"),
    rims=colours("d0cac0 f0e9de ffffff"),
)
THEMES: Final = index_themes(_DARK, _LIGHT, _HIGH_CONTRAST)
