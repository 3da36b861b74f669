"""Hive Mind's emojis: the kinds of shapes, Double and Block, garnets and Tokens of Life."""

from collections.abc import Mapping, Sequence

from render.emojis import ROUNDED, SIZE, WIDE, Paint, glyph_on_dark
from render.hive_mind.kinds import KINDS, sign
from render.hive_mind.parts import SHIELD
from render.hive_mind.themes import THEMES
from render.sprites import Letter, Sketch
from render.text import Style

_THEME = THEMES["dark"]
SIGN_SHARES = {"tri": 0.37, "arc": 0.31, "line": 0.27}
"""The width of a hex in a kind's sign, as large as it has room."""


def _kind(kind: str) -> Paint:
    def paint(sketch: Sketch) -> Sequence[Letter]:
        colours = _THEME.kinds[kind]
        sketch.box(0, 0, WIDE, WIDE, colours.ground, ROUNDED)
        sign(sketch, kind, 0, 0, SIZE * SIGN_SHARES[kind], colours.main)
        return ()

    return paint


def _double(sketch: Sketch) -> Sequence[Letter]:
    sketch.box(0, 0, WIDE, WIDE, _THEME.notice, ROUNDED)
    return (Letter("2×", Style(round(SIZE * 0.6), 850), 0, 0, _THEME.honey[3]),)


EMOJIS: Mapping[str, Paint] = {
    **{kind: _kind(kind) for kind in KINDS},
    "double": _double,
    "block": glyph_on_dark(SHIELD),
    "garnet": glyph_on_dark("diamond", _THEME.sides["red"].main, _THEME.sides["red"].deep),
    "token_of_life": glyph_on_dark("sprout", _THEME.gold, _THEME.king),
}
