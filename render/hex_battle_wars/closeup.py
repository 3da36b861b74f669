"""Close-ups for one player: a headline, a part of the board, and a key to the signs or the chances of attacks."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import Hidden, Odds
from engine.hex_battle_wars.view import View
from render import text
from render.hex_battle_wars import alt_text, board, cards, figures, ground, naming, pages
from render.hex_battle_wars.pages import Page
from render.hex_battle_wars.places import Window, corners, fit, row_distance, whole
from render.hex_battle_wars.scene import COORDINATE, SLAB, Scene, spots
from render.hex_battle_wars.themes import BattleTheme, reach_fill
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, cached_sprite
from render.text import Style

HEAD: Final = 168
TITLE: Final = Style(52, 800)
SUB: Final = Style(32, 600)
FOOT: Final = 84
ROW: Final = 74
MOST_ROWS: Final = 9
KEY: Final = Style(28, 550)
WORDS: Final = Style(31, 650)
STRONG: Final = Style(33, 800)
BADGE: Final = 96
DIE: Final = 112
HEIGHTS: Final = (760, 1340)
COLUMNS: Final = (34, 104)


def draw(view: View, labels: Sequence[str], action: str, theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw a close-up that helps the viewer to choose; return it with its alt text.

    `action` is an action in notation, or its beginning:

    - `move`: all hexes where the character can end; `move k` or `move NE`: only those in a column or quarter;
      `move k7`: the way to a hex
    - `tiles`: the hexes where tile 1 can end; `tiles k7`: those where tile 2 can end if tile 1 goes to k7, and so on
    - `stay`: the tiles where they are
    - `attack`: all targets with the chances to hit; `attack k7 2`: one target
    - `deploy`, `block 2`: the hexes where a piece or a block may be put; with a column, quarter or hex as for `move`
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
    page = pages.hand_page(view, names)
    return draw_page(view, names, page, theme), describe(view, names, page)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's own pieces and what they can do now as plain text.

    Raises ValueError for a spectator.
    """
    page = pages.hand_page(view, naming.display_names(view, labels))
    return f"{page.title}\n{page.alt}"


def describe(view: View, names: Sequence[str], page: Page) -> str:
    """Return the alt text of a close-up; if there is room, all seats' pieces and health follow."""
    lead = f"{page.title}{'' if page.title.endswith('?') else '.'} {page.alt}"
    full = alt_text.describe_board(view, names, lead) if len(lead) < ALT_LIMIT - 200 else lead
    return full if len(lead) <= ALT_LIMIT and len(full) <= ALT_LIMIT else text.truncate_to_text_board(lead, ALT_LIMIT)


def draw_page(view: View, names: Sequence[str], page: Page, theme: BattleTheme) -> Sheet:
    """Draw a close-up: its headline, the part of the board, and below it the key to the signs or the targets."""
    rows = min(MOST_ROWS, len(page.targets) + len(page.hidden)) if page.origin is not None else 0
    least, most = HEIGHTS
    window = fit(view.radius, page.focus, WIDTH, (least, most - 50 * rows), COLUMNS, 0.6)
    if is_whole := len(page.focus) == len(field(view.radius)):
        grid = whole(view.radius, WIDTH - 2 * (board.EDGE + SLAB), board.EDGE + SLAB, SLAB + COORDINATE.size + 8)
        window = Window(grid, grid.y + (2 * view.radius + 1) * grid.row // 2 + SLAB + COORDINATE.size + 14)
    foot = FOOT if page.key else rows * (ROW + 10) + 30 if rows else MARGIN
    sheet = Sheet(theme, HEAD + window.height + foot)
    part = Sheet(theme, window.height)
    scene = Scene(part, theme, view, names, window.grid)
    side = naming.find_side(view.viewer)[0]
    scene.draw_part(page.reach, side, page.loud)
    if is_whole:
        scene.draw_coordinates()
    _draw_over(scene, page, side)
    sheet.plane.paste(part.plane, (0, HEAD))
    sheet.written = [
        each.shift_by(0, HEAD)
        for each in part.written
        if each.left >= 0 and each.right <= WIDTH and each.top >= 0 and each.bottom <= window.height
    ]
    _draw_head(sheet, theme, view, names, page)
    if page.key:
        _draw_key(sheet, theme, side, HEAD + window.height)
    elif rows:
        _draw_targets(sheet, theme, view, names, page, HEAD + window.height + 16)
    return sheet


def _draw_over(scene: Scene, page: Page, side: str) -> None:
    view, theme = scene.view, scene.theme
    for path in page.paths:
        scene.draw_way(path, view.viewer)
    for label, words in page.chosen:
        x, y = scene.top(label)
        if not any(spot.label == label for spot in spots(view)):
            scene.sheet.paste_over(chosen(theme, scene.grid.column, side, words), x, y)
    if page.origin is not None:
        for target in page.targets if page.aimed is None else [page.aimed]:
            if page.aimed is not None or len(page.targets) == 1:
                scene.draw_sight_line(page.origin, target.label)
            scene.draw_sight_arrow(page.origin, target.label)
    scene.draw_pieces(page.acting, view.viewer, True, page.origin)


@cached_sprite(40, 110)
def chosen(theme: BattleTheme, column: int, side: str, words: str) -> Sprite:
    """Return the sprite of a hex that is chosen as destination, with a text such as its label."""
    colours = theme.sides[side]
    sketch = Sketch(theme, column * 4 / 3 + 16, row_distance(column) + 16, theme.ground)
    sketch.polygon(corners(column, 1.0), theme.print, 3)
    sketch.polygon(corners(column, 1.0), theme.bone)
    sketch.polygon(corners(column, 0.87), colours.main)
    size = max(24, min(40, round(column * 0.42)))
    mask = sketch.reduce_mask(sketch.coverage(corners(column, 1.0), 4)).point([0] + [255] * 255)
    return sketch.finish([Letter(words, Style(size, 800, label=True), 0, 0, theme.print)], mask)


def _draw_head(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], page: Page) -> None:
    seat = view.viewer
    side_name, glyph = naming.find_side(seat)
    side = theme.sides[side_name]
    letter = naming.letters(names)[seat]
    sheet.paste(figures.disc(theme, BADGE, (side_name, glyph), letter, theme.background), MARGIN + 54, 82)
    left, right = MARGIN + 132, WIDTH - MARGIN
    if page.die is not None:
        sides, number = page.die
        fill = side.main if theme.is_light else side.tint
        sheet.paste(figures.die(theme, sides, str(number), DIE, fill, theme.background), right - DIE // 2, 84)
        right -= DIE + 30
    title, style = text.fit(page.title, TITLE, right - left, 36)
    sheet.write(title, style, left, 82, theme.ink, theme.background)
    ink = side.lo if theme.is_light else side.tint
    sub, style = text.fit(page.sub, SUB, right - left, 28)
    if sub:
        sheet.write(sub, style, left, 132, ink, theme.background)


def _draw_key(sheet: Sheet, theme: BattleTheme, side: str, top: int) -> None:
    """Draw a row that explains the signs of a close-up."""
    colours, x, middle = theme.sides[side], MARGIN, top + FOOT // 2
    lit = reach_fill(theme, colours)
    signs = (
        (ground.cell(theme, 30, ".", lit), "reachable"),
        (ground.cell(theme, 30, "w"), "water costs 2"),
        (ground.cell(theme, 30, "q"), "quicksand 3"),
        (ground.cell(theme, 30, "2"), "level, up or down by one"),
    )
    for sprite, words in signs:
        sheet.paste(sprite, x + sprite.centre_x, middle)
        x += sprite.plane.width + 10
        x += sheet.write(words, KEY, x, middle + 10, theme.muted, theme.background) + 34


def _draw_targets(sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], page: Page, top: int) -> None:
    """Draw a row for each target with its chances, then a row for each enemy out of sight.

    A target's row has the modifiers, the number needed on the d20, the chance to hit and the expected damage.
    """
    everybody = [*page.targets, *page.hidden]
    for number, target in enumerate(everybody[:MOST_ROWS]):
        y = top + number * (ROW + 10)
        cards.draw_line_panel(sheet, theme, y, ROW)
        _draw_target(sheet, theme, view, names, target, y, target == page.aimed)


def _draw_target(
    sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], target: Odds | Hidden, top: int, aimed: bool
) -> None:
    fill, baseline, middle = theme.panel, top + 48, top + ROW // 2
    sheet.paste(figures.disc(theme, 46, naming.find_side(target.seat), "", fill), MARGIN + 40, middle)
    x, right = MARGIN + 80, WIDTH - MARGIN - 24
    name = naming.piece_name(view, names, target.seat, target.piece)
    lead = f"{target.label}, tile {target.tile}" if target.tile else target.label
    name, style = text.fit(name, WORDS, 270 if target.tile else 300, 28)
    x += sheet.write(name, style, x, baseline, theme.ink, fill) + 14
    x += sheet.write(lead, WORDS, x, baseline, theme.muted, fill) + 20
    if isinstance(target, Hidden):
        words = f"hidden by {' and '.join(target.behind)}"
        sheet.write(words, WORDS, right, baseline, theme.muted, fill, "r")
        return
    damage = f"≈ {target.damage:.1f} damage"
    right -= sheet.write(damage, WORDS, right, baseline, theme.muted, fill, "r") + 22
    chance = f"{target.hits * 5} %"
    right -= sheet.write(chance, STRONG, right, baseline, theme.gold_text if aimed else theme.ink, fill, "r") + 22
    parts = " ".join(naming.modifier_words(part) for part in target.modifiers)
    needs = f"needs {target.needed}"
    for words in (f"{parts}, {needs}" if parts else needs, needs):
        if text.width(words, WORDS) <= right - x:
            sheet.write(words, WORDS, right, baseline, theme.muted, fill, "r")
            break
