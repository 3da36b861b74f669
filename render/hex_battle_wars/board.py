"""The picture of the public board: headline, cards of the seats, the board, and rows with numbers.

A large board is cropped to its pieces, with a map of the whole in a corner.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.hex_battle_wars import preview
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import View
from engine.hexgrid import Hex
from language.messages import N_, _
from render import header, text
from render.hex_battle_wars import cards, ground, meadow, minimap, naming, rows, signs
from render.hex_battle_wars.places import Grid, Window, fit, whole
from render.hex_battle_wars.scene import COORDINATE, SLAB, Scene, spots
from render.hex_battle_wars.themes import BattleTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.text import Style

EDGE: Final = 36
"""Distance between the slab under the board and the picture's left and right edges, in pixels; numbers stand there."""
ABOVE: Final = 26
BELOW: Final = meadow.THICK + COORDINATE.size + 26
TALLEST: Final = WIDTH * 7 // 4
"""Maximum height of the picture in pixels."""
NARROW: Final = 64
"""Distance between columns below which a board is cropped, in pixels."""
WORTH: Final = 1.15
"""Minimum enlargement for which a board is cropped."""
LARGEST: Final = 90
"""Maximum distance between columns of a cropped board, in pixels."""
AROUND: Final = 1.6
"""Width of the border around the pieces of a cropped board, in columns or rows."""
LOWEST, HIGHEST = 800, 1200
"""Minimum and maximum height of a cropped board, in pixels."""
DIE: Final = 62
ROLL: Final = Style(31, 600)
KEY: Final = Style(28, 550)
KEY_COLUMN: Final = 40
"""Distance between columns that belongs to the hexes of the key, in pixels."""
KEY_ICON: Final = 66
KEY_LINE, KEY_FOOT = 58, 6
"""Height of a line of the key, and its distance from the rows below the board, in pixels."""
KEYS: Final = (("q", N_("quicksand: 3")), ("w", N_("water: 2 steps")))
HIGH: Final = (N_("height 2: climb"), N_("one level a step"))


class Layout(NamedTuple):
    """The layout of a picture, in pixels.

    `top` is the upper edge of the board and `bottom` its lower one, `rows` the upper edge of the rows with numbers, and
    `height` the total height. `grid` is relative to the picture, or to the board's upper edge if it `is_cropped`.
    """

    grid: Grid
    is_cropped: bool
    top: int
    bottom: int
    rows: int
    height: int


def build_layout(view: View, *, cropped: bool = True) -> Layout:
    """Return the layout of the picture of a view; `cropped` allows a large board to be cropped to its pieces."""
    top = max(box.bottom for box in cards.boxes(view))
    foot = rows.height(view) + 10
    above, below = ABOVE + SLAB + COORDINATE.size, SLAB + BELOW
    grid = fit_whole(view.radius, top + above, TALLEST - top - above - below - foot)
    window = _fit_pieces(view, TALLEST - top - foot - 2 * MARGIN) if cropped and grid.column < NARROW else None
    if window is not None and window.grid.column >= WORTH * grid.column:
        top += MARGIN - 6
        bottom = top + window.height
        return Layout(window.grid, True, top, bottom, bottom + MARGIN - 6, bottom + MARGIN - 6 + foot)
    bottom = grid.y + (2 * view.radius + 1) * grid.row // 2 + below
    return Layout(grid, False, top, bottom, bottom, bottom + foot)


def fit_whole(radius: int, top: int, room: int | None = None) -> Grid:
    """Return the grid of a whole board as wide as the picture; its hexes begin at `top` and fit `room` pixels."""
    return whole(radius, WIDTH - 2 * (EDGE + SLAB), EDGE + SLAB, top, room)


def _fit_pieces(view: View, room: int) -> Window | None:
    """Return the window around all pieces and the newest movement, at most `room` pixels high; None without pieces."""
    labels = [spot.label for spot in spots(view)]
    if not labels:
        return None
    if view.walk is not None and naming.should_show_newest_walk(view):
        labels += [label for path in view.walk.paths for label in path]
    return fit(view.radius, labels, WIDTH, (LOWEST, min(HIGHEST, room)), (30, LARGEST), AROUND)


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
    if layout.is_cropped:
        part = draw_part(theme, view, names, layout.grid, layout.bottom - layout.top, marks)
        paste_part(sheet, part, layout.top)
    else:
        draw_board(sheet, theme, view, names, layout, marks)
    draw_head(sheet, theme, view, names)
    cards.draw(sheet, theme, view, names)
    rows.draw(sheet, theme, view, names, layout.rows)
    return sheet


def draw_board(
    sheet: Sheet,
    theme: BattleTheme,
    view: View,
    names: Sequence[str],
    layout: Layout,
    marks: Sequence[str] = (),
    *,
    ring: bool = True,
) -> None:
    """Draw the whole board with its pieces, its coordinates and its key."""
    scene = Scene(sheet, theme, view, names, layout.grid, top=layout.top)
    if view.turn is not None and (free := list_free_hexes(view)):
        side = naming.find_side(view.turn.seat)[0]
        scene.draw_region(free, side)
        draw_free_key(sheet, theme, view, side, layout.top)
    else:
        scene.draw_ground()
    scene.draw_marks(marks)
    draw_action(scene, ring=ring)
    draw_key(sheet, theme, view, layout.grid, layout.bottom)


def list_free_hexes(view: View) -> Sequence[str]:
    """Return the hexes where the next piece may be deployed, or a block of the lowest level laid; else none."""
    if not view.actors or view.phase not in ("deploy", "blocks"):
        return ()
    return (
        preview.deploy_labels(view) if view.phase == "deploy" else preview.block_labels(view, naming.lowest_level(view))
    )


def draw_part(
    theme: BattleTheme, view: View, names: Sequence[str], grid: Grid, height: int, marks: Sequence[str] = ()
) -> Sheet:
    """Draw an enlarged part of the public board on a sheet of its own, with a map of the whole in a corner."""
    part = Sheet(theme, height)
    scene = Scene(part, theme, view, names, grid)
    scene.draw_ground()
    scene.draw_sparse_labels()
    scene.draw_marks(marks)
    draw_action(scene)
    minimap.draw(part, theme, scene, height)
    return part


def paste_part(sheet: Sheet, part: Sheet, top: int) -> None:
    """Paste a part of the board at the height `top`, without texts that are cut off."""
    width, height = part.plane.size
    sheet.plane.paste(part.plane, (0, top))
    inside = [
        each.shift_by(0, top)
        for each in part.written
        if each.left >= 0 and each.right <= width and each.top >= 0 and each.bottom <= height
    ]
    sheet.written = [*sheet.written, *inside]


def draw_action(scene: Scene, *, ring: bool = True) -> None:
    """Draw the newest movement, all pieces, and the newest attack.

    If `ring` is set, the acting piece has a ring.
    """
    view = scene.view
    fresh = view.shot if naming.is_fresh(view) else None
    if view.walk is not None and naming.should_show_newest_walk(view):
        scene.draw_walk(view.walk)
    if fresh is not None:
        scene.announce_arrow(fresh.origin, fresh.label)
    turn = view.turn
    acting = (
        None
        if turn is None or turn.piece is None or view.phase != "turn" or not view.actors
        else (turn.seat, turn.piece)
    )
    scene.draw_pieces(acting if ring else None)
    if fresh is not None:
        scene.draw_blow(fresh)


def draw_key(sheet: Sheet, theme: BattleTheme, view: View, grid: Grid, bottom: int) -> None:
    """Draw the key to hazards and heights in the lower corners of a whole board, if there is room beside the board."""
    hazards, high = {kind: _(words) for kind, words in KEYS if kind in view.ground}, [_(words) for words in HIGH]
    is_high = any(kind in view.ground for kind in "123")
    lines = max(len(hazards), 2 * is_high)
    width = max(text.width(words, KEY) for words in (*hazards.values(), *high)) + KEY_ICON
    if not lines or not _has_corners(view, grid, bottom - KEY_LINE * lines - KEY_FOOT, MARGIN + width):
        return
    for number, (kind, words) in enumerate(hazards.items()):
        sprite, y = ground.sample(theme, KEY_COLUMN, kind), bottom - KEY_FOOT - KEY_LINE // 2 - KEY_LINE * number
        sheet.paste(sprite, MARGIN + sprite.centre_x, y)
        sheet.write(words, KEY, MARGIN + KEY_ICON, y + 10, theme.muted, theme.background)
    if is_high:
        sprite, y = ground.sample(theme, KEY_COLUMN, "2"), bottom - KEY_FOOT - KEY_LINE
        left = WIDTH - MARGIN - max(text.width(words, KEY) for words in high)
        sheet.paste(sprite, left - 14 - sprite.centre_x, y)
        for number, words in enumerate(high):
            sheet.write(words, KEY, left, y - 8 + 36 * number, theme.muted, theme.background)


def draw_free_key(sheet: Sheet, theme: BattleTheme, view: View, side: str, top: int) -> None:
    """Draw the key to the line around the free hexes, in the upper left corner of a whole board."""
    is_deploying = view.phase == "deploy"
    words = _("possible starts") if is_deploying else _("level {level} fits", level=naming.lowest_level(view))
    sheet.draw_rule(MARGIN, top + 32, MARGIN + 40, 8, theme.sides[side].main)
    sheet.write(words, KEY, MARGIN + 54, top + 46, theme.muted, theme.background)


def _has_corners(view: View, grid: Grid, top: int, width: int) -> bool:
    """Return whether the lower corners beside a whole board, from `top` down and `width` pixels wide, are free."""
    radius = view.radius
    for q in range(-radius, 1):
        x, y = grid.centre(Hex(q, radius))
        if x - COORDINATE.size < width and y + grid.row // 2 + BELOW > top:
            return False
    return True


def draw_head(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str]) -> None:
    """Draw the headline, the movement roll that is to be used (if there is one), and the round."""
    words = naming.roll_words(view)
    state, below = naming.format_round(view), _(naming.TITLE)
    room = header.title_room(state, below)
    if words:
        room -= DIE + 40
    title = naming.title(view, names, room)
    right = header.draw_title(sheet, title, state, below)
    turn = view.turn
    if words and turn is not None:
        side = theme.sides[naming.find_side(turn.seat)[0]]
        fill = side.main if theme.is_light else side.tint
        sides = 6 if naming.is_hidden(view, turn.seat) else 10
        sheet.paste(signs.die(theme, sides, str(turn.roll), DIE, fill, theme.background), right + 24 + DIE // 2, 54)
        ink = side.lo if theme.is_light else side.tint
        limit = WIDTH - MARGIN - max(text.width(state, header.STATE), text.width(below, header.STATE)) - 20
        if right + 36 + DIE + text.width(words, ROLL) <= limit:
            sheet.write(words, ROLL, right + 36 + DIE, 66, ink, theme.background)


def list_labels_near(view: View, labels: Sequence[str], far: int) -> list[str]:
    """Return the labels of all hexes at most `far` steps away from one of the given hexes."""
    grid = field(view.radius)
    cells = [grid.index[label] for label in labels]
    return [name for name in grid.name if any(grid.distance(grid.index[name], cell) <= far for cell in cells)]
