"""Themes: the colours of pictures, by role.

Patterns, letters and shapes convey the same information without colour. Pieces look the same in every theme;
background, cells and text differ. The themes here have the colours that several games use. A game with colours of its
own has a subclass of `Theme` in `render.<game>.themes`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

Colour: TypeAlias = tuple[int, int, int]
Edge: TypeAlias = tuple[Colour, Colour, int]
"""Two colours that meet at anti-aliased edges, and the number of blends between them in the palette.

An edge between a colour and itself adds just that colour.
"""


class Side(NamedTuple):
    """The colours of a faction or seat.

    `main` is the surface of its pieces, `hi` the colour of their lit edges, and `lo` that of their shaded edges.
    """

    main: Colour
    hi: Colour
    lo: Colour
    deep: Colour
    """The background of wells (the sunken middles of pieces), and of the card of a seat that must act."""
    deep2: Colour
    """The pattern drawn on the colour `deep`."""
    tint: Colour
    """Signs and numbers on the colour `deep`."""
    spent: Colour
    """The surface of pieces and facets that can't score any more: greyed, but not darkened."""


ThemeT = TypeVar("ThemeT", bound="Theme")
ThemeT_co = TypeVar("ThemeT_co", bound="Theme", covariant=True)


# Compared by identity, for speed: themes are part of cache keys that are looked up hundreds of times per picture.
@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of one theme. `sides` are the colours of factions and seats, by name; the neutral side is "none"."""

    name: str
    background: Colour
    slab: Colour
    """The surface of the board under the hexes; `slab_edge` is its rim."""
    slab_edge: Colour
    panel: Colour
    raised: Colour
    line: Colour
    cell: Colour
    """A free hex; `cell_hi` is its lit lower rim, `cell_lo` the shadow at its upper edge."""
    cell_hi: Colour
    cell_lo: Colour
    ink: Colour
    muted: Colour
    faint: Colour
    ring: Colour
    """The ring around the newest placement."""
    gold_text: Colour
    """Gold in a tone for text on the background."""
    magic_text: Colour
    """Violet in a tone for text and lines on the background."""
    is_light: bool = False
    print: Colour = (13, 15, 20)
    """The near-black ink for texts and icons on bright pieces."""
    gold: Colour = (226, 184, 87)
    gold_lo: Colour = (138, 106, 38)
    gold_hi: Colour = (255, 230, 163)
    magic: Colour = (154, 107, 224)
    magic_hi: Colour = (201, 173, 245)
    magic_lo: Colour = (92, 59, 150)
    magic_deep: Colour = (47, 35, 72)
    king: Colour = (42, 20, 22)
    """The well (sunken middle) of the Demon King's stone; `king_skull` is the skull in it."""
    king_skull: Colour = (69, 29, 30)
    mark: Colour = (255, 79, 163)
    """The ring around a place that a caption refers to."""
    blow: Colour = (255, 90, 74)
    hit: Colour = (125, 32, 24)
    honey: tuple[Colour, ...] = (
        (125, 80, 19),
        (176, 120, 31),
        (203, 139, 31),
        (230, 169, 44),
        (251, 203, 73),
        (255, 231, 149),
    )
    """The colours of honey cells, from dark to bright."""
    honey_light: Colour = (255, 230, 179)
    """Numbers on the darkest honey cells."""
    hole: Colour = (12, 13, 17)
    """The inside of a hole in a game piece or board."""
    notice: Colour = (58, 44, 18)
    """The background of a notice, such as one about what to do next; `notice_ink` is the text on it."""
    notice_ink: Colour = (255, 230, 173)
    frame: Colour = (44, 42, 82)
    """The frame of Connect Four's grid; `frame_hi` is its upper rim, `frame_lo` its lower rim, `pit` the inside of its
    holes."""
    frame_hi: Colour = (69, 66, 128)
    frame_lo: Colour = (27, 26, 54)
    pit: Colour = (21, 22, 34)
    bone: Colour = (244, 242, 234)
    """The colour of dice, of tokens, and of signs on dark plates."""
    sides: Mapping[str, Side] = field(default_factory=lambda: SIDES)
    edge_tones: Sequence[Colour] = ()
    """Additional palette colours for anti-aliased edges, where no blend of `edges` is close enough."""
    last_tones: Sequence[Colour] = ()
    """More palette colours for anti-aliased edges, at the end of the palette.

    If an earlier colour is equally close, it is preferred to these.
    """
    edges: Sequence[Edge] = ()
    """The edges in a game's pictures; the palette has blends between the two colours of each edge.

    If it is empty, the common edges of `render.palette` are used.
    """

    def active(self, side: Side) -> tuple[Colour, Colour]:
        """Return the background and the text colour of the card of a seat that must act."""
        return (side.tint, side.deep) if self.is_light else (side.deep, self.ink)


def colour(code: str) -> Colour:
    """Return an RGB colour from its six hexadecimal digits, such as `ef5f48`."""
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)


def colours(codes: str) -> tuple[Colour, ...]:
    """Return RGB colours from a text of hexadecimal codes of six digits, separated by spaces."""
    return tuple(map(colour, codes.split()))


def mix(under: Colour, over: Colour, share: float) -> Colour:
    """Return the colour `over` blended onto `under`; a share of 0 gives `under`, 1 gives `over`."""
    (red, green, blue), (to_red, to_green, to_blue) = under, over
    return (
        round(red + (to_red - red) * share),
        round(green + (to_green - green) * share),
        round(blue + (to_blue - blue) * share),
    )


SPENT_GREY = colour("7a8190")


def _side(main: str, hi: str, lo: str, deep: str, deep2: str, tint: str) -> Side:
    surface, dark = colour(main), colour(deep)
    spent = mix(mix(surface, SPENT_GREY, 0.24), dark, 0.19)
    return Side(surface, colour(hi), colour(lo), dark, colour(deep2), colour(tint), spent)


def _contrasting(side: Side, main: str, tint: str) -> Side:
    surface = colour(main)
    deep = mix(side.deep, (0, 0, 0), 0.45)
    lo = mix(surface, (0, 0, 0), 0.18)
    # The pattern keeps its colour while its background (`deep`) is darkened, so that it stays visible.
    return Side(surface, side.hi, lo, deep, side.deep2, colour(tint), mix(surface, deep, 0.10))


SIDES: Mapping[str, Side] = {
    "red": _side("ef5f48", "ff8a70", "c6412f", "4a1a18", "5a211c", "ffb8a6"),
    "blue": _side("3f7cf0", "6c9dff", "2a5bc2", "15294f", "1b3463", "b4ceff"),
    "yellow": _side("f4cd4c", "ffe48c", "cda22a", "4a390d", "5a4612", "ffeeb4"),
    "green": _side("45bf8c", "79dcb1", "2c9468", "0f3b2d", "154838", "b4f0d6"),
    "none": _side("8a92a4", "aab2c2", "6a7284", "2b303c", "343a48", "dfe3ea"),
}
MORE_SIDES: Mapping[str, Side] = {
    "plum": _side("9678a5", "b79dc4", "755c82", "2f2436", "3a2d42", "e0d3e8"),
    "ice": _side("e1f0ff", "ffffff", "aebfd0", "2b343d", "36414b", "f4faff"),
}
"""By side name: the colours of the sides of the fifth and the sixth seat."""

# The sides' main colours also differ in lightness, so that they are distinct in grey and for all common colour-vision
# deficiencies.
DARK = Theme(
    name="dark",
    background=colour("14161d"),
    slab=colour("1d2029"),
    slab_edge=colour("2b2f3b"),
    panel=colour("1f232d"),
    raised=colour("2b3040"),
    line=colour("3b4152"),
    cell=colour("262a35"),
    cell_hi=colour("303543"),
    cell_lo=colour("1b1e26"),
    ink=colour("f1f2f6"),
    muted=colour("a3abbc"),
    faint=colour("666e80"),
    ring=colour("f1f2f6"),
    gold_text=colour("e2b857"),
    magic_text=colour("c9adf5"),
    edge_tones=colours("221603 6a542a a3987e 7c745f ffb49c ffdc7c 4a3a78 6394ff 6ce0aa ff9444 5a3214 86522c"),
    last_tones=colours("634c18 d8b983 15312d 38528a 3c785f 6b5a39 b5a16e 44413d 736d5e 462727"),
)

LIGHT = replace(
    DARK,
    name="light",
    is_light=True,
    background=colour("eceef4"),
    slab=colour("dde1ea"),
    slab_edge=colour("bcc3d2"),
    panel=colour("fbfcfe"),
    raised=colour("ccd2de"),
    line=colour("b4bccb"),
    cell=colour("f4f5f9"),
    cell_hi=colour("ffffff"),
    cell_lo=colour("c3cad8"),
    ink=colour("14161d"),
    muted=colour("525b6d"),
    faint=colour("7a8397"),
    ring=colour("14161d"),
    gold_text=colour("a87814"),
    magic_text=colour("5c3b96"),
    hole=colour("c3c8d3"),
    frame=colour("6a66ad"),
    frame_hi=colour("9a96d6"),
    frame_lo=colour("4a4688"),
    pit=colour("dfe1ee"),
    edge_tones=colours(
        "221603 b9a36f e2e4ea 5f573f 766d52 bcbfd6 9fd8ff ffb49c ffdc7c 4a3a78 6394ff 6ce0aa ff9444 5a3214 38528a"
    ),
    last_tones=colours("634c18 d8b983 d0f5e6 664313 3c785f 86522c 6b5a39 b6b5b1 8b8678 aca89e 462727"),
)

HIGH_CONTRAST = replace(
    DARK,
    name="high_contrast",
    background=(0, 0, 0),
    slab=colour("0a0b0e"),
    slab_edge=colour("8a92a4"),
    panel=colour("0a0b0e"),
    raised=colour("9aa2b4"),
    line=colour("9aa2b4"),
    cell=colour("101218"),
    cell_hi=colour("8a92a4"),
    cell_lo=colour("8a92a4"),
    ink=(255, 255, 255),
    muted=colour("d6dbe6"),
    faint=colour("c2c8d4"),
    ring=(255, 255, 255),
    gold_text=colour("ffd65c"),
    magic_text=colour("e6d6ff"),
    print=(0, 0, 0),
    gold=colour("ffd65c"),
    magic=colour("be92ff"),
    magic_hi=colour("e6d6ff"),
    magic_deep=colour("1c1030"),
    hole=(0, 0, 0),
    frame=colour("16142e"),
    frame_hi=colour("8f8ad6"),
    frame_lo=colour("8f8ad6"),
    pit=(0, 0, 0),
    edge_tones=colours(
        "221603 b9924a e0d8c2 c4bba2 9fd8ff ffb49c ffdc7c 4a3a78 6394ff 6ce0aa 5a3214 324a80 454952 514f4a"
    ),
    last_tones=colours("f1e8ff 634c18 d8b983 664313 3f64b1 367055 409471 804a22 6b5a39 b5a16e 999486 676358"),
    sides={
        "red": _contrasting(SIDES["red"], "ff7a5c", "ffd0c2"),
        "blue": _contrasting(SIDES["blue"], "4f92ff", "d2e4ff"),
        "yellow": _contrasting(SIDES["yellow"], "ffe45c", "fff6cc"),
        "green": _contrasting(SIDES["green"], "4fe0a4", "d2ffec"),
        "none": SIDES["none"],
    },
)

MORE_CONTRASTING_SIDES: Mapping[str, Side] = {
    "plum": _contrasting(MORE_SIDES["plum"], "ad86c2", "efe2f6"),
    "ice": _contrasting(MORE_SIDES["ice"], "f0f8ff", "ffffff"),
}
"""By side name: the colours of the sides of the fifth and the sixth seat in the high-contrast theme."""

THEMES = {theme.name: theme for theme in (DARK, LIGHT, HIGH_CONTRAST)}


def find_theme(name: str) -> Theme:
    """Return the common theme with a name.

    Raises ValueError, listing the valid names, for an unknown name.
    """
    try:
        return THEMES[name]
    except KeyError:
        raise ValueError(f"no theme {name!r}; themes: {', '.join(THEMES)}") from None


def extend(theme: Theme, kind: type[ThemeT], **own: Any) -> ThemeT:
    """Convert a common theme to `kind`, a game's subclass of `Theme`.

    `own` are the values of additional fields, and of fields to override.
    """
    return kind(**{field.name: getattr(theme, field.name) for field in fields(theme)} | own)
