"""Themes: colours by role. Patterns, letters and shapes convey the same information without colour."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


class Side(NamedTuple):
    """The colours of a faction or seat: surface, pattern, dark parts, outline, and sign on the background."""

    main: Colour
    shade: Colour
    deep: Colour
    edge: Colour
    sign: Colour


# Compared by identity, for speed: themes are cache keys of sprites, looked up hundreds of times a picture.
@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of one theme; `sides` by name, with the neutral side `none`."""

    name: str
    background: Colour
    panel: Colour
    raised: Colour
    line: Colour
    ink: Colour
    muted: Colour
    paper: Colour
    print: Colour
    """The ink for letters on a side's main colour, on paper, and on bright stones."""
    cell: Colour
    cell_line: Colour
    cell_ink: Colour
    spent: Colour
    """The ground of a captured or cleared hex."""
    magic: Colour
    magic_light: Colour
    magic_shade: Colour
    stone: Colour
    gold: Colour
    throne: Colour
    """The ground of the most valuable piece, bordered with gold."""
    red_rank: Colour
    sides: Mapping[str, Side]


# Main colours also differ in lightness: distinct in grey and for all common colour-vision deficiencies.
DARK = Theme(
    name="dark",
    background=(24, 27, 33),
    panel=(33, 37, 45),
    raised=(46, 51, 62),
    line=(62, 68, 80),
    ink=(236, 238, 242),
    muted=(156, 164, 178),
    paper=(250, 250, 248),
    print=(12, 14, 18),
    cell=(36, 40, 48),
    cell_line=(54, 60, 71),
    cell_ink=(140, 148, 162),
    spent=(30, 33, 40),
    magic=(150, 104, 214),
    magic_light=(190, 166, 236),
    magic_shade=(150, 122, 206),
    stone=(52, 43, 70),
    gold=(220, 182, 96),
    throne=(66, 38, 40),
    red_rank=(196, 24, 34),
    sides={
        "red": Side((244, 96, 72), (222, 78, 56), (70, 24, 20), (222, 78, 56), (244, 96, 72)),
        "blue": Side((58, 118, 236), (88, 142, 246), (18, 36, 80), (88, 142, 246), (58, 118, 236)),
        "yellow": Side((248, 216, 80), (226, 188, 50), (74, 56, 12), (226, 188, 50), (248, 216, 80)),
        "green": Side((76, 202, 146), (54, 178, 122), (10, 54, 42), (54, 178, 122), (76, 202, 146)),
        "none": Side((130, 138, 152), (114, 121, 134), (46, 51, 62), (114, 121, 134), (130, 138, 152)),
    },
)

LIGHT = Theme(
    name="light",
    background=(238, 240, 245),
    panel=(247, 248, 251),
    raised=(255, 255, 255),
    line=(200, 206, 216),
    ink=(24, 27, 33),
    muted=(84, 92, 106),
    paper=(255, 255, 255),
    print=(12, 14, 18),
    cell=(224, 227, 234),
    cell_line=(196, 202, 213),
    cell_ink=(84, 92, 106),
    spent=(232, 235, 240),
    magic=(128, 82, 200),
    magic_light=(196, 172, 240),
    magic_shade=(150, 118, 208),
    stone=(219, 209, 238),
    gold=(142, 98, 10),
    throne=(250, 232, 206),
    red_rank=(190, 20, 32),
    sides={
        "red": Side((244, 96, 72), (226, 82, 60), (72, 22, 18), (168, 44, 28), (168, 44, 28)),
        "blue": Side((58, 118, 236), (88, 142, 246), (16, 34, 80), (24, 62, 150), (24, 62, 150)),
        "yellow": Side((248, 214, 76), (228, 190, 48), (74, 56, 8), (150, 112, 8), (150, 112, 8)),
        "green": Side((76, 202, 146), (56, 180, 124), (8, 54, 40), (14, 112, 76), (14, 112, 76)),
        "none": Side((140, 148, 162), (124, 131, 144), (50, 55, 66), (92, 99, 112), (92, 99, 112)),
    },
)

HIGH_CONTRAST = Theme(
    name="high_contrast",
    background=(0, 0, 0),
    panel=(0, 0, 0),
    raised=(30, 32, 38),
    line=(170, 176, 186),
    ink=(255, 255, 255),
    muted=(214, 219, 228),
    paper=(255, 255, 255),
    print=(0, 0, 0),
    cell=(12, 13, 16),
    cell_line=(140, 147, 160),
    cell_ink=(226, 230, 238),
    spent=(0, 0, 0),
    magic=(190, 146, 255),
    magic_light=(222, 202, 255),
    magic_shade=(190, 146, 255),
    stone=(44, 22, 78),
    gold=(255, 214, 92),
    throne=(84, 20, 20),
    red_rank=(168, 0, 16),
    sides={
        "red": Side((255, 130, 84), (232, 100, 52), (62, 10, 4), (255, 255, 255), (255, 130, 84)),
        "blue": Side((56, 138, 255), (104, 170, 255), (0, 20, 70), (255, 255, 255), (56, 138, 255)),
        "yellow": Side((255, 246, 96), (230, 204, 30), (62, 46, 0), (255, 255, 255), (255, 246, 96)),
        "green": Side((64, 228, 164), (24, 190, 124), (0, 46, 30), (255, 255, 255), (64, 228, 164)),
        "none": Side((176, 184, 198), (150, 158, 172), (36, 40, 48), (255, 255, 255), (176, 184, 198)),
    },
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT, HIGH_CONTRAST)}


def theme_named(name: str) -> Theme:
    """The theme with a name. Raises ValueError, listing the themes."""
    try:
        return THEMES[name]
    except KeyError:
        raise ValueError(f"no theme {name!r}; there are {', '.join(THEMES)}") from None
