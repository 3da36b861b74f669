"""The banner of Hex Battle Wars: one character shoots from a block at another across the water."""

from typing import Final

from PIL import Image, ImageDraw

from engine.hexgrid import Hex
from render.banner import ART, HEIGHT, Colours, Scene
from render.hex_battle_wars import figures, ground
from render.hex_battle_wars.places import Grid
from render.hex_battle_wars.themes import BattleTheme
from render.picture import WIDTH, Sheet
from render.theme import Theme, mix

GRID: Final = Grid(112, 734, 262)
SIZE: Final = 108
GROUND: Final = {
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
    return Scene(Colours(side.deep, side.deep2, side.main, side.tint, mix(side.deep2, side.main, 0.2)), paste=_paste)


def _paste(sheet: Sheet) -> None:
    theme = sheet.theme
    assert isinstance(theme, BattleTheme)
    art, shown = Sheet(theme, HEIGHT), Image.new("1", (WIDTH, HEIGHT))
    _draw_board(art, theme)
    ImageDraw.Draw(shown).polygon([(ART + EDGE, 0), (WIDTH, 0), (WIDTH, HEIGHT), (ART, HEIGHT)], 1)
    sheet.plane.paste(art.plane, mask=shown)
    edge = figures.segment(theme, -EDGE, HEIGHT, 7, theme.sides["green"].main, theme.ground)
    sheet.paste(edge, ART + EDGE // 2, HEIGHT // 2)


def _draw_board(sheet: Sheet, theme: BattleTheme) -> None:
    for place in _list_places():
        x, y = GRID.centre(place)
        sheet.paste(ground.cell(theme, GRID.column, GROUND.get(place, "."), number=False), x, y)
    start, end = (_top(place) for place in (SHOOTER, TARGET))
    sheet.paste(figures.character(theme, SIZE, ("red", figures.HEROES[0]), "A", acts=True), *start)
    sheet.paste(figures.character(theme, SIZE, ("blue", figures.HEROES[1]), "B"), *end)
    figures.draw_sight(sheet, theme, start, end, (SIZE * 0.62, SIZE * 0.58), 12, theme.ring)
    sheet.paste(figures.burst(theme, "−9", 50), end[0] + 44, end[1] - 52)


def _list_places() -> list[Hex]:
    """Return the hexes of the picture from back to front."""
    found = [Hex(q, r) for q in range(-2, 6) for r in range(-6, 5)]
    return sorted(found, key=lambda each: (2 * each.r + each.q, each.q))


def _top(place: Hex) -> tuple[int, int]:
    """Return the centre of a hex's top, on which a character stands, in pixels."""
    x, y = GRID.centre(place)
    kind = GROUND.get(place, ".")
    return x, y - round(ground.lift(GRID.column, int(kind))) if kind.isdigit() else y
