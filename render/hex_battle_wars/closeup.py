"""Close-ups for one player: a headline, a part of the board, and below it quick picks or the chances of attacks."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import View
from engine.hexgrid import Hex
from render import text
from render.hex_battle_wars import alt_text, board, cards, chances, hand, meadow, naming, pages, picks, signs, tokens
from render.hex_battle_wars.pages import Page
from render.hex_battle_wars.places import Grid, Window, corners, fit, place_of, row_distance
from render.hex_battle_wars.scene import COORDINATE, SLAB, Scene
from render.hex_battle_wars.themes import BattleTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, cached_sprite
from render.text import Style

HEAD: Final = 160
TITLE: Final = Style(52, 800)
SUB: Final = Style(32, 600)
SMALLEST_SUB, SUB_LINE = 28, 32
BADGE: Final = 104
DIE: Final = 112
HEALTH: Final = Style(34, 800)
PILL: Final = 34
TALLEST: Final = 2090
"""Maximum height of a close-up, in pixels."""
TALLEST_WITH_PICKS: Final = 1590
"""The same with quick picks: on a phone, their buttons are then in view too."""
LEAST, MOST = 700, 1420
"""Minimum and maximum height of the part of the board, in pixels."""
COLUMNS: Final = (34, 90)
"""Minimum and maximum distance between columns, in pixels."""
AIMING: Final = (34, 124)
"""The same for attacks."""
AROUND: Final = 1.2
"""Width of the border around the hexes that matter, in columns or rows."""
MANY: Final = 0.5
"""Share of the board's hexes from which on the whole board is shown."""


def draw(view: View, labels: Sequence[str], action: str, theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw a close-up that helps the viewer to choose; return it with its alt text.

    `action` is an action in notation, or its beginning:

    - `move`: all hexes where the character can end; `move k7`: the way to a hex
    - `tiles`: the hexes where tile 1 can end; `tiles k7`: those where tile 2 can end if tile 1 goes to k7, and so on
    - `stay`: the tiles where they are
    - `attack`: all targets with the chances to hit; `attack k7 2`: one target
    - `deploy`, `block 2`: the hexes where a piece or a block may be put; `deploy k7`, `block 2 k7`: one hex;
      `block 2 k`: with labels in a column
    - `see k7`: the possible targets from a hex

    Raises ValueError for a spectator and for any other text.
    """
    names = naming.display_names(view, labels)
    page = pages.find_page(view, names, action)
    return draw_page(view, names, page, theme), describe(view, names, page)


def draw_hand(view: View, labels: Sequence[str], theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw the viewer's own pieces with what they can do now; return the picture with its alt text.

    Raises ValueError for a spectator.
    """
    names = naming.display_names(view, labels)
    page = hand.hand_page(view, names)
    return draw_page(view, names, page, theme), describe(view, names, page)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's own pieces and what they can do now as plain text.

    Raises ValueError for a spectator.
    """
    page = hand.hand_page(view, naming.display_names(view, labels))
    return f"{page.title}\n{page.alt}"


def describe(view: View, names: Sequence[str], page: Page) -> str:
    """Return the alt text of a close-up; if there is room, all seats' pieces and health follow."""
    lead = f"{page.title}{'' if page.title.endswith('?') else '.'} {page.alt}"
    full = alt_text.describe_board(view, names, lead) if len(lead) < ALT_LIMIT - 200 else lead
    return full if len(lead) <= ALT_LIMIT and len(full) <= ALT_LIMIT else text.truncate_to_text_board(lead, ALT_LIMIT)


def draw_page(view: View, names: Sequence[str], page: Page, theme: BattleTheme) -> Sheet:
    """Draw a close-up: its headline, the part of the board, and below it the quick picks or the targets."""
    foot = picks.height(page) if page.picks else chances.height(page) if page.origin is not None else MARGIN
    tallest = TALLEST_WITH_PICKS if page.picks else TALLEST
    window, is_part = _choose_window(view, page, min(MOST, tallest - HEAD - foot))
    sheet = Sheet(theme, HEAD + window.height + foot)
    part = Sheet(theme, window.height)
    scene = Scene(part, theme, view, names, window.grid, owner=view.viewer)
    side = naming.find_side(view.viewer)[0]
    if page.reach:
        scene.draw_region(page.reach, side)
    else:
        scene.draw_ground()
    if is_part:
        scene.draw_sparse_labels(page.reach)
    _draw_over(scene, page, side)
    board.paste_part(sheet, part, HEAD)
    _draw_head(sheet, theme, view, names, page)
    if page.picks:
        picks.draw(sheet, theme, view, names, page, HEAD + window.height)
    elif page.origin is not None:
        chances.draw(sheet, theme, view, names, page, HEAD + window.height)
    return sheet


def _choose_window(view: View, page: Page, most: int) -> tuple[Window, bool]:
    """Return the window of the board that a page shows, at most `most` pixels high, and whether hexes are left out.

    A small board is shown with all columns, but only with the rows that matter. Of a large one, or for an attack, the
    hexes that matter are enlarged.
    """
    above, below = SLAB + COORDINATE.size + 20, SLAB + board.BELOW
    grid = board.fit_whole(view.radius, above)
    if page.origin is None and grid.column >= board.NARROW:
        window = _crop_rows(view, page, grid)
        if window.height > most:
            grid = board.fit_whole(view.radius, above, most - above - below)
            window = _crop_rows(view, page, grid)
        return window, window.grid != grid
    if page.origin is None and len(page.focus) > MANY * len(field(view.radius)):
        grid = board.fit_whole(view.radius, above, most - above - below)
        return Window(grid, grid.y + (2 * view.radius + 1) * grid.row // 2 + below), False
    columns = COLUMNS if page.origin is None else AIMING
    return fit(view.radius, page.focus, WIDTH, (LEAST, most), columns, AROUND), True


def _crop_rows(view: View, page: Page, grid: Grid) -> Window:
    """Return the window with the rows of a whole board that matter, or all if few would be left out."""
    whole = grid.y + (2 * view.radius + 1) * grid.row // 2 + SLAB + board.BELOW
    rows = [grid.centre(place_of(view.radius, label))[1] for label in page.focus] or [grid.y]
    top, low = min(rows) - grid.row * (1 + AROUND), max(rows) + grid.row * (0.5 + AROUND)
    top = 0 if top < 2 * grid.row else round(top)
    low = whole if low > whole - 1.5 * grid.row else round(low)
    if low - top < LEAST:
        top = max(0, min(top, low - LEAST))
        low = min(whole, top + LEAST)
    low = min(whole, _avoid_numbers(view.radius, grid, low))
    return Window(grid._replace(y=grid.y - top), low - top)


def _avoid_numbers(radius: int, grid: Grid, low: int) -> int:
    """Return the next lower edge of a picture at which no number at the lower rim of the board is cut off."""
    below = grid.row // 2 + meadow.LIP + meadow.THICK + meadow.COORDINATE.size + 8
    edges = sorted({grid.centre(Hex(q, radius))[1] + below for q in range(-radius, 1)})
    return low if low < edges[0] - 2 * meadow.COORDINATE.size else next((edge for edge in edges if edge >= low), low)


def _draw_over(scene: Scene, page: Page, side: str) -> None:
    view, theme = scene.view, scene.theme
    taken = {spot.label for spot in scene.spots}
    for label in page.loud:
        if label not in taken:
            scene.sheet.paste(plaque(theme, label, side), *scene.top(label))
    for path in page.paths:
        scene.draw_way(path, view.viewer)
    for label, words in page.chosen:
        if label not in taken:
            scene.sheet.paste_over(chosen(theme, scene.grid.column, side, words), *scene.top(label))
            scene.reserve(label)
    shown = page.targets if page.aimed is None else [page.aimed]
    if page.origin is not None:
        chances.announce_lines(scene, page, shown)
    scene.draw_pieces(page.acting)
    if page.origin is not None:
        chances.draw_chances(scene, page, shown)
    if page.picks:
        picks.draw_pins(scene, page, side)


@cached_sprite(40, 110)
def chosen(theme: BattleTheme, column: int, side: str, words: str) -> Sprite:
    """Return the sprite of a hex that is chosen as destination, with a text such as its label."""
    colours = theme.sides[side]
    sketch = Sketch(theme, column * 4 / 3 + 16, row_distance(column) + 16, theme.grounds[0])
    sketch.polygon(corners(column, 1.0), theme.print, 3)
    sketch.polygon(corners(column, 1.0), theme.bone)
    sketch.polygon(corners(column, 0.87), colours.main)
    size = max(24, min(40, round(column * 0.42)))
    mask = sketch.reduce_mask(sketch.coverage(corners(column, 1.0), 4)).point([0] + [255] * 255)
    return sketch.finish([Letter(words, Style(size, 800, label=True), 0, 0, theme.print)], mask)


def plaque(theme: BattleTheme, label: str, side: str) -> Sprite:
    """Return the sprite of a hex's label on a plate in a side's dark colour."""
    colours = theme.sides[side]
    return signs.pill(theme, label, colours.deep, colours.tint, COORDINATE.size - 2)


def _draw_head(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], page: Page) -> None:
    seat = view.viewer
    side = theme.sides[naming.find_side(seat)[0]]
    badge = tokens.badge(theme, BADGE, naming.find_side(seat), "", theme.background)
    sheet.paste(badge, MARGIN + BADGE // 2 + 4, HEAD // 2 - 2)
    left, right = MARGIN + BADGE + 28, WIDTH - MARGIN
    if page.die is not None:
        sides, number = page.die
        fill = side.main if theme.is_light else side.tint
        die = signs.die(theme, sides, str(number), DIE, fill, theme.background)
        sheet.paste(die, right - DIE // 2, HEAD // 2 - 4)
        right -= DIE + 24
    title, title_style = text.fit(page.title, TITLE, right - left, 36)
    ink = side.lo if theme.is_light else side.tint
    if page.origin is None:
        right = _draw_healths(sheet, theme, view, names, right, right - left - text.width(page.sub, SUB) - 30)
    sub, style = text.fit(page.sub, SUB, right - left, SMALLEST_SUB)
    lines, title_baseline, baseline = [sub] if sub else [], 72, 122
    if sub != page.sub:
        lines, title_baseline, baseline = text.wrap(page.sub, style, right - left)[:2], 60, 104
    sheet.write(title, title_style, left, title_baseline, theme.ink, theme.background)
    for number, line in enumerate(lines):
        sheet.write(line, style, left, baseline + SUB_LINE * number, ink, theme.background)


def _draw_healths(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], right: int, room: int) -> int:
    """Draw each seat's letter and health at the right, if they fit into `room` pixels; return their left edge."""
    living = [seat for seat in range(len(view.seats)) if naming.health(view, seat)]
    widths = {seat: text.width(str(naming.health(view, seat)), HEALTH) for seat in living}
    if sum(width + PILL * 2 + 64 for width in widths.values()) > room:
        return right
    letters = naming.letters(names)
    for seat in reversed(living):
        side = naming.find_side(seat)[0]
        words = str(naming.health(view, seat))
        right -= sheet.write(words, HEALTH, right, 122, theme.ink, theme.background, "r") + 10
        heart = signs.icon(theme, tokens.HEART, cards.ICON, theme.sides[side].main, theme.background)
        sheet.paste(heart, right - cards.ICON // 2, 110)
        right -= cards.ICON + 12
        pill = tokens.letter_pill(theme, side, letters[seat], PILL, theme.background)
        sheet.paste(pill, right - pill.plane.width // 2, 110)
        right -= pill.plane.width + 18
    return right
