"""The themes of Hive Mind.

Roles of colours: `stone` is a hex that holds its value, `magic_shade` its edge, `magic_light` the text on it, `spent` a
cleared hex; `sides` are the kinds of shapes.
"""

from dataclasses import replace
from typing import Final

from render.theme import DARK, HIGH_CONTRAST, LIGHT, Side, Theme, theme_named

THEMES: Final = {
    theme.name: theme
    for theme in (
        replace(
            DARK,
            stone=(62, 51, 30),
            magic_shade=(138, 110, 56),
            magic_light=(250, 228, 176),
            cell_ink=(168, 150, 112),
            sides={
                "tri": Side((70, 128, 244), (104, 156, 255), (16, 34, 78), (70, 128, 244), (104, 156, 255)),
                "arc": Side((92, 214, 158), (58, 178, 124), (8, 54, 40), (92, 214, 158), (92, 214, 158)),
                "line": Side((244, 138, 40), (212, 108, 16), (82, 38, 4), (244, 138, 40), (252, 152, 60)),
                "none": DARK.sides["none"],
            },
        ),
        replace(
            LIGHT,
            stone=(252, 236, 196),
            magic_shade=(184, 142, 52),
            magic_light=(74, 52, 8),
            cell_ink=(118, 92, 40),
            sides={
                "tri": Side((70, 128, 244), (104, 156, 255), (16, 34, 78), (24, 62, 150), (24, 62, 150)),
                "arc": Side((92, 214, 158), (58, 178, 124), (8, 54, 40), (14, 112, 76), (14, 112, 76)),
                "line": Side((244, 138, 40), (212, 108, 16), (82, 38, 4), (158, 74, 0), (158, 74, 0)),
                "none": LIGHT.sides["none"],
            },
        ),
        replace(
            HIGH_CONTRAST,
            cell_line=(104, 110, 122),
            stone=(44, 34, 8),
            magic_shade=(236, 196, 96),
            magic_light=(255, 240, 200),
            cell_ink=(214, 198, 160),
            sides={
                "tri": Side((72, 142, 255), (128, 182, 255), (0, 20, 70), (255, 255, 255), (112, 168, 255)),
                "arc": Side((84, 232, 170), (24, 190, 124), (0, 46, 30), (255, 255, 255), (84, 232, 170)),
                "line": Side((255, 148, 40), (214, 108, 0), (70, 28, 0), (255, 255, 255), (255, 160, 60)),
                "none": HIGH_CONTRAST.sides["none"],
            },
        ),
    )
}


def hive_theme(name: str) -> Theme:
    """The Hive Mind theme with a name. Raises ValueError, listing the themes."""
    return THEMES[theme_named(name).name]
