"""The colour themes of Hive Mind: colours for kinds of shapes, honey and wax."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from render.palette import HONEY_SHADOW, common_edges, index_themes, tone
from render.theme import DARK, HIGH_CONTRAST, LIGHT, Colour, Edge, Theme, colour, extend, mix

COMB_SHARE: Final = 0.65
"""Share of honey in the second of the three tones of the comb on the end card's banner."""


class Kind(NamedTuple):
    """The colours of a kind of shape: `main` for its hexes, `ground` for the background of its sign."""

    main: Colour
    ground: Colour


KINDS: Final[Mapping[str, Kind]] = {
    "tri": Kind(colour("6394ff"), colour("1b3463")),
    "arc": Kind(colour("6ce0aa"), colour("154838")),
    "line": Kind(colour("ff9444"), colour("5a3214")),
}


@dataclass(frozen=True, eq=False, kw_only=True)
class HiveTheme(Theme):
    """A theme with colours for kinds of shapes, honey and wax.

    `honey` of the base class is indexed by brightness, 0 to 5.
    """

    honey_print: Colour = (34, 22, 3)
    wax: Colour = (106, 84, 42)
    """The rim of a cleared cell. The colour of its hole is `hole` of the base class."""
    floor: Colour = (20, 22, 29)
    """The bottom of a cleared cell; `wax_ink` and `wax_faint` are the colours of texts on it."""
    wax_ink: Colour = (163, 152, 126)
    wax_faint: Colour = (124, 116, 95)
    kinds: Mapping[str, Kind] = field(default_factory=lambda: KINDS)


def comb_tones(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Return the three tones of the comb on the end card's banner.

    The banner has the same background colour as a notice.
    """
    honey = theme.honey[0]
    return tone(honey, -HONEY_SHADOW), mix(theme.notice, honey, COMB_SHARE), honey


def calm(theme: Theme) -> Colour:
    """Return the background colour of the row of a seat that is ready."""
    return mix(theme.panel, theme.active(theme.sides["green"])[0], 0.6)


def _edges(theme: HiveTheme) -> Iterator[Edge]:
    tones = [mix(honey, theme.honey_print, share) for honey in theme.honey[1:] for share in (0.35, 0.7)]
    tones += [mix(theme.honey[0], theme.honey_light, share) for share in (0.35, 0.7)]
    tones += [calm(theme), comb_tones(theme)[1]]
    for kind in theme.kinds.values():
        tones += [kind.main, kind.ground, mix(kind.main, theme.print, 0.5), mix(kind.main, kind.ground, 0.5)]
    yield from ((each, each, 1) for each in tones)
    yield theme.honey_print, theme.gold_hi, 2
    yield theme.floor, theme.wax_ink, 2
    yield theme.floor, theme.wax_faint, 1


def _theme(base: Theme, **own: Colour) -> HiveTheme:
    theme = extend(base, HiveTheme, **own)
    return replace(theme, edges=common_edges(theme, _edges(theme)))


THEMES: Final = index_themes(
    _theme(DARK),
    _theme(
        LIGHT,
        wax=colour("b9a36f"),
        floor=colour("e2e4ea"),
        wax_ink=colour("5f573f"),
        wax_faint=colour("766d52"),
    ),
    _theme(
        HIGH_CONTRAST,
        wax=colour("b9924a"),
        floor=colour("0a0b0e"),
        wax_ink=colour("e0d8c2"),
        wax_faint=colour("c4bba2"),
    ),
)
