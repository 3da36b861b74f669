"""The banner of Hex Battle Wars: one character shoots from a block at another across the water."""

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render.banner import ART, HEIGHT, Colours, Scene
from render.hex_battle_wars import ground, meadow, signs, tokens
from render.hex_battle_wars.places import Grid
from render.hex_battle_wars.themes import BattleTheme
from render.picture import WIDTH, Sheet
from render.theme import Theme, mix

GRID: Final = Grid(112, 734, 262)
SIZE: Final = 108
RADIUS: Final = 6
GROUND: Final[Mapping[tuple[int, int], str]] = {
    (0, 0): "2",
    (-1, 0): "2",
    (-1, 1): "1",
    (0, 1): "1",
    (0, -1): ".",
    (1, -1): "w",
    (1, 0): ".",
    (2, -2): ".",
    (2, -1): "w",
    (2, 0): "w",
    (1, -2): ".",
    (3, -2): "1",
    (3, -1): "q",
    (3, -3): "2",
    (4, -3): "2",
    (4, -2): "q",
    (1, 1): ".",
}
"""The kinds of ground by axial coordinates; all other hexes are plain."""
SHOOTER, TARGET = Hex(0, 0), Hex(3, -2)
EDGE: Final = 30
"""The slant of the picture's left edge, in pixels."""


def scene(theme: Theme) -> Scene:
    """Return the banner's colours and the functions that draw its position."""
    side = theme.sides["green"]
    return Scene(Colours(side.deep, side.deep2, side.main, side.tint, mix(side.deep2, side.main, 0.3)), paste=_paste)


def _paste(sheet: Sheet) -> None:
    theme = sheet.theme
    assert isinstance(theme, BattleTheme)
    art, shown = Sheet(theme, HEIGHT), Image.new("1", (WIDTH, HEIGHT))
    _draw_board(art, theme)
    ImageDraw.Draw(shown).polygon([(ART + EDGE, 0), (WIDTH, 0), (WIDTH, HEIGHT), (ART, HEIGHT)], 1)
    sheet.plane.paste(art.plane, mask=shown)
    edge = signs.segment(theme, -EDGE, HEIGHT, 7, theme.sides["green"].main, theme.grounds[0])
    sheet.paste(edge, ART + EDGE // 2, HEIGHT // 2)


def _draw_board(sheet: Sheet, theme: BattleTheme) -> None:
    kinds = "".join(GROUND.get(place, ground.PLAIN) for place in field(RADIUS).hexes)
    meadow.draw(sheet.plane, theme, RADIUS, kinds, GRID)
    start, end = (_top(place) for place in (SHOOTER, TARGET))
    for side, hero, letter, health, (x, y) in (("red", 0, "A", 80, start), ("blue", 1, "B", 35, end)):
        sheet.paste(tokens.character(theme, SIZE, (side, tokens.HEROES[hero]), acts=letter == "A"), x, y)
        sheet.paste(tokens.name_plate(theme, SIZE, side, letter, health), x, y + SIZE // 2)
    signs.draw_arrow(sheet, theme, start, end, (SIZE * 0.66, SIZE * 0.6))
    sheet.paste(signs.burst(theme, "−9", 46), end[0] + 50, end[1] - 46)


def _top(place: Hex) -> tuple[int, int]:
    """Return the centre of a hex's top, on which a character stands, in pixels."""
    x, y = GRID.centre(place)
    return x, y - ground.lift(GRID.column, ground.level_of(GROUND.get(place, ground.PLAIN)))
