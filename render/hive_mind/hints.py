"""The picture of the hints that a seat has received, each with its shape.

It is private: only the seat's player sees it.
"""

from engine.hive_mind import preview
from engine.hive_mind.view import Hint, View
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, draft, focus, honeycomb, kinds, parts
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

SHAPE = Style(32, 700)
VALUE = Style(52, 800)
SUM = Style(28, 500)
CAPTION = 104
BADGE = 40
TITLE = parts.HEADING_HEIGHT
COLUMNS = 3
NONE = "No hints yet. Each shape gives one at the end of its round"
NOTICE = "Sums of starting values. Only you see them"


def draw(view: View, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the viewer's hints and return them with their alt text.

    With three hives each has a column, with two hives each has a row. Raises ValueError for a spectator.
    """
    hints = [
        (number, turn, hint)
        for number, mine in enumerate(draft.own_part(view).hives)
        for turn, hint in enumerate(mine.hints)
    ]
    across = len(view.hives) == COLUMNS
    width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * board.GAP) // COLUMNS
    row = TITLE + honeycomb.height(honeycomb.fit_hive_grid(0, width, 0).pitch) + CAPTION
    lines = 1 + max((turn if across else number for number, turn, _ in hints), default=-1)
    start = header.HEIGHT + parts.NOTICE_HEIGHT + 16
    sheet = Sheet(theme, start + row * lines + MARGIN // 2)
    header.draw_title(sheet, "Your hints", alt_text.status(view), alt_text.TITLE)
    parts.draw_notice(sheet, NOTICE if lines else NONE, board.TOP)
    for number, turn, hint in hints:
        column, line = (number, turn) if across else (turn, number)
        _draw_hint(sheet, view, number, hint, (MARGIN + column * (width + board.GAP), start + line * row, width))
    return sheet, _alt_text(view)


def _draw_hint(sheet: Sheet, view: View, number: int, hint: Hint, place: tuple[int, int, int]) -> None:
    theme, (left, top, width) = sheet.theme, place
    name, turn = alt_text.hive_name(view.hives[number].name), f"Round {hint.round}"
    parts.draw_heading(sheet, name, turn, Box(left, top, left + width, top + TITLE), theme.ink, theme.muted)
    top += TITLE
    grid = honeycomb.fit_hive_grid(left, left + width, top)
    honeycomb.draw_hexes(sheet, grid, focus.example_faces(hint.shape))
    y, right = top + honeycomb.height(grid.pitch) + 6, left + width
    sheet.paste(kinds.badge(theme, hint.shape.kind, BADGE, theme.background), left + BADGE // 2, y + 28)
    value = sheet.write(str(hint.value), VALUE, right - 6, y + 46, theme.gold_text, theme.background, "r")
    room = width - BADGE - value - 30
    shape, style = text.fit(alt_text.shape_name(hint.shape), SHAPE, room, 28)
    sheet.write(shape, style, left + BADGE + 12, y + 39, theme.ink, theme.background)
    line, style = text.fit("+".join(hint.shape.looks) or "nothing", SUM, width - 6)
    sheet.write(line, style, left, y + 84, theme.muted, theme.background)


def _alt_text(view: View) -> str:
    hints = [
        f"{alt_text.hive_name(name)} round {hint.round}: {draft.hint_line(hint)}" for name, hint in preview.hints(view)
    ]
    return text.truncate(f"Your hints, sums of starting values: {'; '.join(hints) or 'None yet'}.", ALT_LIMIT)
