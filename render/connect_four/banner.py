"""The banner of Connect Four: three in a row, one square missing, and an attack from above on the third."""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from language.messages import _
from render import text
from render.banner import HEIGHT, Colours, Scene
from render.connect_four import ground, piece
from render.connect_four.themes import GridTheme
from render.picture import WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, without_ground
from render.text import Style
from render.theme import Theme, colour

RIM: Final = colour("7a70b4")
PITCH: Final = 148
FRAME: Final = 574
"""The left edge of the grid's frame, in pixels."""
FIRST: Final = (670, 26)
"""The centre of the upper left square, in pixels."""
PIECES: Final = {
    (0, 0): ("wer-1v", 0),
    (0, 1): ("spi-2e", 1),
    (2, 1): ("spi-1e", 1),
    (0, 2): ("wer-1e", 0),
    (1, 2): ("wer-2e", 0),
    (2, 2): ("wer-u", 0),
}
"""The monsters and their seats, by column and row from the upper left."""
ROW: Final = tuple((column, 2) for column in range(3))
FOURTH: Final = (3, 2)
DASHES: Final = 16
QUESTION: Final = Style(42, 850)
SMALLEST_QUESTION: Final = 24
ARROW: Final = 92
BLOW, BURST = (1026, 246), (909, 262)
"""The centres of the arrow of the attack, and of the star with its damage."""


def scene(theme: Theme) -> Scene:
    """Return the banner's colours and the functions that draw its position."""
    return Scene(Colours(theme.frame_lo, theme.pit, RIM, theme.magic_hi, theme.frame_hi), _paint, _paste)


def _paint(sketch: Sketch) -> Sequence[Letter]:
    theme, width = sketch.theme, WIDTH - FRAME
    sketch.box(FRAME + width / 2 - WIDTH / 2, 0, width, HEIGHT, theme.frame_hi)
    sketch.box(FRAME + 6 + width / 2 - WIDTH / 2, 0, width, HEIGHT, theme.frame)
    return ()


def _paste(sheet: Sheet) -> None:
    theme = sheet.theme
    assert isinstance(theme, GridTheme)
    for column in range(4):
        for row in range(3):
            sheet.paste_opaque(_square(theme, (column, row)), *_place(column, row))
    for column, row in ROW:
        sheet.paste(ground.ring(theme, PITCH, theme.ring, 6), *_place(column, row))
    sheet.paste(_fourth(theme), *_place(*FOURTH))
    sheet.paste(ground.arrow(theme, (0, -ARROW / 2), (0, ARROW / 2), PITCH), *BLOW)
    sheet.paste(ground.burst(theme, "−3", PITCH), *BURST)


def _square(theme: GridTheme, square: tuple[int, int]) -> Sprite:
    if square not in PIECES:
        return ground.empty(theme, PITCH)
    monster, seat = PIECES[square]
    return piece.draw_in_grid(theme, PITCH, piece.reserve_look(monster, seat, ""))


def _place(column: int, row: int) -> tuple[int, int]:
    return FIRST[0] + column * PITCH, FIRST[1] + row * PITCH


def _fourth(theme: GridTheme) -> Sprite:
    """Return the dashed ring on the missing square, with a question."""
    side, sketch = theme.sides["red"], Sketch(theme, PITCH - 2, PITCH - 2, theme.pit)
    for dash in range(DASHES):
        angles = [radians(360 / DASHES * (dash + 0.58 * step / 4)) for step in range(5)]
        sketch.stroke([(PITCH * 0.42 * cos(angle), PITCH * 0.42 * sin(angle)) for angle in angles], 6, side.main)
    question, style = text.fit(_("4th?"), QUESTION, round(PITCH * 0.74), SMALLEST_QUESTION)
    return without_ground(sketch.finish([Letter(question, style, 0, 0, side.tint)]), theme, theme.pit)
