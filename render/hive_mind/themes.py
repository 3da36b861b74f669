"""The colour themes of Hive Mind: colours for kinds of shapes, honey, wax, taps and values.

Hexes look the same in every theme; wax, ground and texts differ.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from render.palette import HONEY_SHADOW, common_edges, drained_colour, index_themes, tone
from render.theme import DARK, HIGH_CONTRAST, LIGHT, Colour, Edge, Theme, colour, extend, mix

COMB_SHARE: Final = 0.65
"""Share of honey in the second of the three tones of the comb on the end card's banner."""
GLOSS: Final = colour("ffe9a8")
"""The colour that is mixed into a full hex's rim."""
OLDER_SIGN, OLDER_GROUND = 0.35, 0.45
"""Shares of the background in the sign and in the ground of an earlier round's chips."""
DIM_SHARE: Final = 0.55
"""Share of the second honey in the surface of a hex that can't be tapped; the rest is the darkest."""


class Kind(NamedTuple):
    """The colours of a kind of shape: `main` for its hexes, `ground` for the background of its sign."""

    main: Colour
    ground: Colour


KINDS: Final[Mapping[str, Kind]] = {
    "tri": Kind(colour("6394ff"), colour("1b3463")),
    "arc": Kind(colour("6ce0aa"), colour("154838")),
    "line": Kind(colour("ff9444"), colour("5a3214")),
}


class Surface(NamedTuple):
    """The colours of a hex with honey: its face, its rim and the shadow below it."""

    face: Colour
    rim: Colour
    shadow: Colour


@dataclass(frozen=True, eq=False, kw_only=True)
class HiveTheme(Theme):
    """A theme with colours for kinds of shapes, honey, wax, taps and values.

    `honey` of the base class is indexed by brightness, 0 to 5.
    """

    honey_print: Colour = (34, 22, 3)
    """Letters on full hexes, and the plates of pips."""
    pip: Colour = (241, 242, 246)
    wax: Colour = (106, 84, 42)
    """The rim of a paid out hex. The colour of its hole is `hole` of the base class."""
    floor: Colour = (20, 22, 29)
    """The bottom of a paid out hex; `wax_ink` and `wax_faint` are the colours of letters and pips on it."""
    wax_ink: Colour = (163, 152, 126)
    wax_faint: Colour = (124, 116, 95)
    tapped: Colour = (223, 230, 242)
    """The surface of tapped hexes; `tap_rim` is their rim."""
    tap_rim: Colour = (255, 255, 255)
    track: Colour = (27, 30, 38)
    """The tracks behind the bars of the odds."""
    ice: Colour = (225, 240, 255)
    """The ground of a certain value; `ice_rim` and `ice_ground` are the rim and the ground of a guessed one."""
    ice_rim: Colour = (174, 191, 208)
    ice_ground: Colour = (43, 52, 61)
    kinds: Mapping[str, Kind] = field(default_factory=lambda: KINDS)

    @property
    def full(self) -> Surface:
        """The colours of a full hex."""
        face = self.honey[3]
        return Surface(face, mix(face, GLOSS, 0.45), tone(face, -0.4))

    @property
    def dim(self) -> Surface:
        """The colours of a full hex that can't be chosen."""
        face = mix(self.honey[0], self.honey[1], DIM_SHARE)
        return Surface(face, self.honey[1], tone(face, -0.4))

    @property
    def drained(self) -> Surface:
        """The colours of a hex that scored for nobody."""
        face = drained_colour(self.honey[3])
        return Surface(face, tone(face, -0.12), tone(face, -0.3))


def older(theme: HiveTheme, kind: str) -> Kind:
    """Return the colours of a kind in the chips of an earlier round."""
    main, ground = theme.kinds[kind]
    return Kind(mix(main, theme.background, OLDER_SIGN), mix(ground, theme.background, OLDER_GROUND))


def comb_tones(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Return the three tones of the comb on the end card's banner.

    The banner has the same background colour as a notice.
    """
    honey = theme.honey[0]
    return tone(honey, -HONEY_SHADOW), mix(theme.notice, honey, COMB_SHARE), honey


def _tones(theme: HiveTheme) -> Iterator[Colour]:
    """Yield the colours that are drawn and are no fields of the theme."""
    for surface in (theme.full, theme.dim, theme.drained):
        yield from surface
    yield from comb_tones(theme)
    for kind in theme.kinds:
        yield from (*theme.kinds[kind], *older(theme, kind))


def _edges(theme: HiveTheme) -> Iterator[Edge]:
    """Yield the pairs of colours that meet at anti-aliased edges in this game's pictures only."""
    for kind in theme.kinds:
        main, ground = theme.kinds[kind]
        yield main, ground, 3
        sign, old = older(theme, kind)
        yield sign, old, 2
        yield main, theme.print, 2
        yield ground, theme.pip, 3
        yield main, theme.background, 2
    for under in (theme.full.face, theme.drained.face):
        yield under, theme.honey_print, 3
    yield theme.dim.face, theme.honey_light, 3
    yield theme.honey_print, theme.pip, 3
    yield theme.honey_print, theme.honey[5], 2
    yield theme.tapped, theme.print, 4
    yield theme.tapped, theme.tap_rim, 1
    yield theme.ice_ground, theme.ice, 3
    yield theme.ice, theme.print, 3
    yield theme.floor, theme.wax_ink, 3
    yield theme.floor, theme.wax_faint, 2
    yield theme.sides["green"].main, theme.print, 2
    yield theme.sides["green"].main, theme.panel, 1
    yield theme.cell, theme.ink, 3
    yield theme.cell, theme.muted, 2


def _theme(base: Theme, **own: Colour) -> HiveTheme:
    theme = extend(base, HiveTheme, edge_tones=(), last_tones=(), **own)
    edges = common_edges(theme, _edges(theme), sides=())
    return replace(theme, edge_tones=tuple(dict.fromkeys(_tones(theme))), edges=edges)


THEMES: Final = index_themes(
    _theme(DARK),
    _theme(
        LIGHT,
        tap_rim=LIGHT.ink,
        track=LIGHT.cell_lo,
        wax=colour("b9a36f"),
        floor=colour("e2e4ea"),
        wax_ink=colour("5f573f"),
        wax_faint=colour("766d52"),
    ),
    _theme(
        HIGH_CONTRAST,
        track=colour("343a48"),
        wax=colour("b9924a"),
        floor=colour("0a0b0e"),
        wax_ink=colour("e0d8c2"),
        wax_faint=colour("c4bba2"),
    ),
)
