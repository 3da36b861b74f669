"""Signs on hexes: the eye of a clue, a certain or guessed value, and the kind that a tap would complete.

Lengths without a unit are in widths of a hex.
"""

from functools import lru_cache
from math import pi, sin

from render import text
from render.hive_mind.themes import HiveTheme
from render.sprites import Letter, Sketch, Sprite, hexagon, polygon_mask
from render.text import Style
from render.theme import Colour

EYE = (0.23, 0.165)
"""Width and height of the ground of an eye."""
EYE_PLACES = {"tri": (-0.215, -0.315), "arc": (0.215, -0.315), "line": (0.0, -0.43)}
"""By kind of the clue's shape: the place of its eye on a hex. The place tells the kind too."""
VALUE_TEXT = 0.53
"""Font size of a value, in widths of its small hex."""
PILL_TEXT, PILL_HEIGHT, PILL_PAD = 0.155, 0.19, 0.06
PILL_PLACE = 0.395
"""Distance of a pill from the centre of its hex."""
EDGE = 0.014
"""Width of the dark line around a pill."""
SMALLEST = 28
UNKNOWN = "?"
"""The mark after a guessed value."""


def paint_eye(sketch: Sketch[HiveTheme], x: float, y: float, width: float, fill: Colour, ground: Colour) -> None:
    """Draw an eye `width` pixels wide, centred on (x, y)."""
    half, tall = width / 2, width * 0.3
    upper = [(x + half * step / 8, y - tall * sin(pi * (step + 8) / 16)) for step in range(-8, 9)]
    sketch.polygon([*upper, *((across, 2 * y - down) for across, down in reversed(upper[1:-1]))], fill)
    sketch.circle(x, y, tall * 0.56, ground)


@lru_cache(maxsize=24)
def eye(theme: HiveTheme, size: float, kind: str) -> Sprite:
    """Return the sprite of an eye on the ground of a kind; `size` is the width of the hex, in pixels."""
    across, down = (size * share for share in EYE)
    main, ground = theme.kinds[kind]
    sketch = Sketch(theme, across, down, ground)
    paint_eye(sketch, 0, 0, across * 0.7, main, ground)
    rounded = size * 0.05
    return sketch.finish(mask=polygon_mask(sketch, _rectangle(across - 2 * rounded, down - 2 * rounded), rounded))


@lru_cache(maxsize=48)
def value(theme: HiveTheme, width: float, digit: str, is_certain: bool) -> Sprite:
    """Return the sprite of a value on a small hex, `width` pixels wide; a guess has a question mark."""
    rounded, edge = width * 0.08, width * 0.07
    rim, ground = (theme.print, theme.ice) if is_certain else (theme.ice_rim, theme.ice_ground)
    sketch = Sketch(theme, width + 2, (width + 2) * 1.16, rim)
    sketch.polygon(hexagon(0, 0, width - 2 * rounded - 2 * edge), ground, rounded)
    style = Style(max(SMALLEST, text.round_size(width * VALUE_TEXT)), 800)
    if not is_certain and len(digit) == 1:
        style = style._replace(size=max(SMALLEST, round(style.size * 0.86)))
    letter = Letter(digit if is_certain else digit + UNKNOWN, style, 0, 0, theme.print if is_certain else theme.ice)
    return sketch.finish([letter], polygon_mask(sketch, hexagon(0, 0, width - 2 * rounded), rounded))


@lru_cache(maxsize=8)
def pill(theme: HiveTheme, size: float, kind: str, name: str) -> Sprite:
    """Return the sprite with the name of a kind; `size` is the width of the hex, in pixels."""
    style = Style(max(SMALLEST, round(size * PILL_TEXT)), 750)
    across, down = text.width(name, style) + 2 * PILL_PAD * size, size * PILL_HEIGHT
    edge, rounded = EDGE * size, size * 0.06
    sketch = Sketch(theme, across + 2 * edge, down + 2 * edge, theme.print)
    sketch.box(0, 0, across, down, theme.kinds[kind].ground, rounded)
    corners = _rectangle(across - 2 * rounded, down - 2 * rounded)
    letter = Letter(name, style, 0, 0, theme.kinds[kind].main)
    return sketch.finish([letter], polygon_mask(sketch, corners, rounded + edge))


def _rectangle(width: float, height: float) -> list[tuple[float, float]]:
    return [(x * width / 2, y * height / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
