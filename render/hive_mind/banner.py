"""The banner of Hive Mind: your shape has found its three values and is paid alone; the others are still hidden."""

from collections.abc import Sequence
from itertools import product
from math import cos, hypot, pi, sin
from typing import Final

from render.banner import HEIGHT, Colours, Scene
from render.hexes import ROW_DISTANCE
from render.hive_mind.themes import HiveTheme, Kind, comb_tones
from render.palette import HONEY_SHADOW, rim_colour, tone
from render.picture import WIDTH
from render.sprites import Letter, Point, Sketch, hexagon
from render.text import Style
from render.theme import Colour, Theme, mix

PITCH: Final = 158
FIRST: Final = (667, 72)
"""The centre of the first cell of the first row, in pixels of the banner."""
FIELD, ROUNDED = 0.945 * PITCH, 0.07 * PITCH
LINK: Final = 0.56 * PITCH
EDGE: Final = 16
"""The width of a shape's edge, in pixels."""
RAYS: Final = 0.4
"""The share of the comb's darkest tone in the rays."""
FULL: Final = 3
VALUE, HIDDEN, GAIN = Style(84, 850), Style(60, 800), Style(36, 850)
YOURS: Final = ((1, 0, "1"), (0, 1, "2"), (1, 1, "3"))
THEIRS: Final = ((4, -1, ""), (3, 0, "?"), (2, 1, "?"), (2, 2, "?"))
"""The cells of two shapes, each by its column, its row, and the text on it; the second comes in from above."""
BURST: Final = (902, 290)


def scene(theme: Theme) -> Scene:
    """Return the banner's colours and the function that draws its position."""
    assert isinstance(theme, HiveTheme)
    comb, _, fact = comb_tones(theme)
    return Scene(Colours(theme.notice, mix(theme.notice, comb, RAYS), theme.honey[4], theme.notice_ink, fact), _paint)


def _paint(sketch: Sketch) -> Sequence[Letter]:
    theme = sketch.theme
    assert isinstance(theme, HiveTheme)
    taken = {cell[:2] for cell in (*YOURS, *THEIRS)}
    free = [cell for cell in product(range(5), range(3)) if cell not in taken]
    letters = [_paint_honey(sketch, _place(*cell)) for cell in free]
    letters += _paint_shape(sketch, theme.kinds["line"], THEIRS, HIDDEN)
    letters += _paint_shape(sketch, theme.kinds["tri"], YOURS, VALUE)
    return [*letters, _paint_burst(sketch)]


def _place(column: int, row: int) -> Point:
    x = FIRST[0] + column * PITCH + row % 2 * PITCH / 2
    return x - WIDTH / 2, FIRST[1] + row * PITCH * ROW_DISTANCE - HEIGHT / 2


def _paint_honey(sketch: Sketch, place: Point) -> Letter:
    """Draw a full cell; return the question mark on it."""
    (x, y), honey = place, sketch.theme.honey[FULL]
    for down, share, fill in (
        (PITCH * 0.03, 1.0, tone(honey, -HONEY_SHADOW)),
        (0.0, 1.0, rim_colour(sketch.theme, honey)),
        (0.0, 0.93, honey),
    ):
        sketch.polygon(hexagon(x, y + down, FIELD * share - 2 * ROUNDED), fill, ROUNDED)
    gloss = [(x + across * PITCH, y + down * PITCH) for across, down in ((-0.36, 0.1), (-0.36, -0.19), (-0.16, -0.31))]
    sketch.stroke(gloss, 6, rim_colour(sketch.theme, honey))
    return Letter("?", HIDDEN, x, y, sketch.theme.honey[0])


def _paint_shape(sketch: Sketch, kind: Kind, cells: Sequence[tuple[int, int, str]], style: Style) -> list[Letter]:
    """Draw a shape as one piece with an edge; return the texts on its cells."""
    places = [_place(column, row) for column, row, _ in cells]
    for less, fill in ((-6.0, sketch.theme.print), (0.0, kind.main), (float(EDGE), kind.ground)):
        _paint_piece(sketch, places, less, fill)
    inks = [kind.main] * (len(cells) - 1) + [sketch.theme.ink if style is VALUE else kind.main]
    return [
        Letter(words, style, *place, ink) for place, (*_, words), ink in zip(places, cells, inks, strict=True) if words
    ]


def _paint_piece(sketch: Sketch, places: Sequence[Point], less: float, fill: Colour) -> None:
    """Draw joined hexes that are `less` pixels smaller at their edge than cells."""
    for x, y in places:
        sketch.polygon(hexagon(x, y, PITCH - 2 - 2 * less - 2 * ROUNDED), fill, ROUNDED)
    if len(places) == 3:
        # The three hexes of this shape touch each other, so the gap between them is filled too.
        sketch.polygon(places, fill)
    for number, (x1, y1) in enumerate(places):
        for x2, y2 in places[:number]:
            if hypot(x2 - x1, y2 - y1) < PITCH * 1.1:
                sketch.stroke([(x1, y1), (x2, y2)], LINK - 2 * less, fill)


def _paint_burst(sketch: Sketch) -> Letter:
    """Draw a star at the lowest cell of the first shape; return the points on it."""
    x, y = BURST[0] - WIDTH / 2, BURST[1] - HEIGHT / 2
    for radius, fill in ((48, sketch.theme.print), (43, sketch.theme.honey[5])):
        corners = ((pi / 16 * corner, radius if corner % 2 == 0 else radius * 0.78) for corner in range(32))
        sketch.polygon([(x + far * cos(angle), y + far * sin(angle)) for angle, far in corners], fill)
    return Letter("+3", GAIN, x, y, sketch.theme.print)
