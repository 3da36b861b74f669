"""The picture of the public board: headline, cards of the seats, the whole board, and rows with numbers.

On a large board, the latest action is also shown enlarged in a strip below it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.hex_battle_wars.view import View
from render import header, text
from render.hex_battle_wars import cards, figures, naming
from render.hex_battle_wars.places import Grid, fit, whole
from render.hex_battle_wars.scene import COORDINATE, SLAB, Scene
from render.hex_battle_wars.themes import BattleTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.text import Style

EDGE: Final = 12
"""Distance between the slab under the board and the picture's left and right edges, in pixels."""
ABOVE: Final = 12
LARGE: Final = 12
"""Minimum radius of a board, in hexes, with which the latest action is also shown enlarged in a strip below."""
TALLEST: Final = WIDTH * 7 // 4
"""Maximum height of the picture in pixels; there is a strip only if it fits."""
STRIP: Final = 430
LEAST_STRIP: Final = 230
STRIP_COLUMNS: Final = (38, 66)
DIE: Final = 62
ROLL: Final = Style(31, 600)


class Layout(NamedTuple):
    """The layout of a picture, in pixels.

    `strip` and `strip_height` are the upper edge and height of the strip with the latest action, 0 without one. `rows`
    is the upper edge of the rows with numbers, and `height` the total height.
    """

    grid: Grid
    strip: int
    strip_height: int
    rows: int
    height: int


def build_layout(view: View, *, enlarged: bool = True) -> Layout:
    """Return the layout of the picture of a view.

    If `enlarged` is set and the board is large, it has a strip with the latest action below the board.
    """
    top = max(box.bottom for box in cards.boxes(view)) + ABOVE + SLAB + COORDINATE.size
    below = SLAB + COORDINATE.size + 14
    foot = (cards.ROW + 10) * cards.rows(view) + 12
    room = TALLEST - top - below - (cards.ROW + 10) - 12
    grid = whole(view.radius, WIDTH - 2 * (EDGE + SLAB), EDGE + SLAB, top, room)
    bottom = grid.y + (2 * view.radius + 1) * grid.row // 2 + below
    strip = min(STRIP, TALLEST - bottom - foot - 16)
    if not enlarged or view.radius < LARGE or strip < LEAST_STRIP or not focus(view):
        strip = 0
    rows = bottom + (strip + 16 if strip else 0)
    return Layout(grid, bottom if strip else 0, strip, rows, rows + foot)


def focus(view: View) -> list[str]:
    """Return the labels of the hexes in the latest attack or movement; empty if there is none to show."""
    found: list[str] = []
    if view.shot is not None and naming.is_fresh(view):
        found += [view.shot.origin, view.shot.label]
    elif view.walk is not None and naming.should_show_newest_walk(view):
        found += [label for path in view.walk.paths for label in path]
    return found


def draw(view: View, labels: Sequence[str], theme: BattleTheme, marks: Sequence[str] = ()) -> Sheet:
    """Draw the public board; `marks` are the labels of hexes that get a ring."""
    layout, names = build_layout(view), naming.display_names(view, labels)
    sheet = Sheet(theme, layout.height)
    scene = Scene(sheet, theme, view, names, layout.grid)
    scene.draw_whole()
    scene.draw_coordinates()
    scene.draw_marks(marks)
    draw_action(scene)
    draw_head(sheet, theme, view, names)
    cards.draw(sheet, theme, view, names)
    if layout.strip:
        _draw_strip(sheet, theme, view, names, layout)
    cards.draw_rows(sheet, theme, view, names, layout.rows)
    return sheet


def draw_action(scene: Scene, *, ring: bool = True) -> None:
    """Draw the newest movement, all pieces, and the newest attack.

    If `ring` is set, the acting piece has a ring.
    """
    view = scene.view
    fresh = view.shot if naming.is_fresh(view) else None
    if view.walk is not None and naming.should_show_newest_walk(view):
        scene.draw_walk(view.walk)
    if fresh is not None:
        scene.draw_shot(fresh)
    turn = view.turn
    acting = (
        None
        if turn is None or turn.piece is None or view.phase != "turn" or not view.actors
        else (turn.seat, turn.piece)
    )
    scene.draw_pieces(acting if ring else None)
    if fresh is not None:
        scene.draw_blow(fresh)


def draw_head(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str]) -> None:
    """Draw the headline, the movement roll that is to be used (if there is one), and the round."""
    words = naming.roll_words(view)
    state, below = naming.TITLE, naming.format_round(view)
    room = header.title_room(state, below)
    if words:
        room -= DIE + 40
    title = naming.title(view, names, room)
    right = header.draw_title(sheet, title, below, state)
    turn = view.turn
    if words and turn is not None:
        side = theme.sides[naming.find_side(turn.seat)[0]]
        fill = side.main if theme.is_light else side.tint
        sides = 6 if naming.is_hidden(view, turn.seat) else 10
        sheet.paste(figures.die(theme, sides, str(turn.roll), DIE, fill, theme.background), right + 24 + DIE // 2, 54)
        ink = side.lo if theme.is_light else side.tint
        limit = WIDTH - MARGIN - max(text.width(state, header.STATE), text.width(below, header.STATE)) - 20
        if right + 36 + DIE + text.width(words, ROLL) <= limit:
            sheet.write(words, ROLL, right + 36 + DIE, 66, ink, theme.background)


def _draw_strip(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], layout: Layout) -> None:
    """Draw the strip below the board, which shows the latest action enlarged."""
    width, height = WIDTH - 2 * MARGIN, layout.strip_height
    window = fit(view.radius, focus(view), width, (height, height), STRIP_COLUMNS, 1.2)
    paste_part(sheet, draw_part(theme, view, names, window.grid, height), height, layout.strip)


def draw_part(theme: BattleTheme, view: View, names: Sequence[str], grid: Grid, height: int) -> Sheet:
    """Draw an enlarged part of the public board on a sheet of its own; `grid` determines the part."""
    part = Sheet(theme, height)
    scene = Scene(part, theme, view, names, grid._replace(x=grid.x + MARGIN))
    scene.draw_part()
    draw_action(scene)
    return part


def paste_part(sheet: Sheet, part: Sheet, height: int, top: int) -> None:
    """Paste a part of the board, without its margins and with round corners, at the height `top`.

    Texts that would be cut off are removed from the list of texts that the picture contains.
    """
    width = WIDTH - 2 * MARGIN
    mask = figures.rounded_mask(width, height, header.ROUNDED)
    sheet.plane.paste(part.plane.crop((MARGIN, 0, WIDTH - MARGIN, height)), (MARGIN, top), mask)
    inside = [
        each.shift_by(0, top)
        for each in part.written
        if each.left >= MARGIN and each.right <= WIDTH - MARGIN and each.top >= 0 and each.bottom <= height
    ]
    sheet.written = [*sheet.written, *inside]
