"""The private picture of the clues that a seat has received, each with its shape."""

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import Hint, Shape, View
from language.messages import N_, _
from render import header, text
from render.hive_mind import alt_text, board, draft, grids, honeycomb, kinds, mine, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

SHAPE = Style(32, 700)
VALUE = Style(58, 850)
SUM = Style(30, 550)
HEADING = Style(34, 750)
TURN = Style(28, 550)
CAPTION = 116
BADGE = 44
TITLE = 58
COLUMNS = 3
WIDEST = 620
"""Maximum width of a clue in pixels."""
NONE = N_("No clues yet. Each shape gives one at the end of its round")
NOTICE = N_("Each clue adds up the numbers under its bright hexes")


def draw(view: View, theme: HiveTheme) -> tuple[Sheet[HiveTheme], str]:
    """Draw the viewer's clues and return them with their alt text.

    With three hives each has a column, with fewer hives each has a row. Raises ValueError for a spectator.
    """
    found = [
        (number, turn, clue)
        for number, own in enumerate(draft.own_part(view).hives)
        for turn, clue in enumerate(own.hints)
    ]
    across = len(view.hives) == COLUMNS
    columns = COLUMNS if across else 1 + max((turn for _, turn, _ in found), default=COLUMNS - 1)
    width = min(WIDEST, (WIDTH - 2 * MARGIN - (columns - 1) * board.GAP) // columns)
    row = TITLE + grids.height(grids.fit_hive_grid(0, width, 0).pitch) + CAPTION
    lines = 1 + max((turn if across else number for number, turn, _ in found), default=-1)
    start = header.HEIGHT + parts.NOTICE_HEIGHT + board.UNDER_NOTICE
    sheet = Sheet(theme, start + row * lines + MARGIN // 2)
    header.draw_title(sheet, _("Your clues"), alt_text.status(view), _(mine.ONLY_YOU))
    parts.draw_notice(sheet, _(NOTICE) if lines else _(NONE), board.TOP)
    for number, turn, clue in found:
        column, line = (number, turn) if across else (turn, number)
        left = (WIDTH - columns * width - (columns - 1) * board.GAP) // 2 + column * (width + board.GAP)
        _draw_clue(sheet, view, number, clue, (left, start + line * row, width))
    return sheet, _alt_text(view)


def _draw_clue(sheet: Sheet[HiveTheme], view: View, number: int, clue: Hint, place: tuple[int, int, int]) -> None:
    theme, (left, top, width) = sheet.theme, place
    name, turn = alt_text.hive_title(view, view.hives[number].name), _("Round {number}", number=clue.round)
    wide = sheet.write(turn, TURN, left + width, top + 40, theme.muted, theme.background, "r")
    name, style = text.fit(name, HEADING, width - wide - 20, 28)
    sheet.write(name, style, left, top + 42, theme.ink, theme.background)
    grid = grids.fit_hive_grid(left, left + width, top + TITLE)
    honeycomb.draw_hexes(sheet, grid, clue_faces(clue.shape))
    y, right = top + TITLE + grids.height(grid.pitch) + 6, left + width
    sheet.paste(kinds.badge(theme, clue.shape.kind, BADGE, theme.background), left + BADGE // 2, y + 28)
    value = sheet.write(f"= {clue.value}", VALUE, right - 6, y + 50, theme.ink, theme.background, "r")
    room = width - BADGE - value - 30
    shape, style = text.fit(alt_text.shape_name(clue.shape), SHAPE, room, 28)
    sheet.write(shape, style, left + BADGE + 12, y + 39, theme.ink, theme.background)
    line, style = text.fit("+".join(clue.shape.looks) or _("nothing"), SUM, width - 6, 28)
    sheet.write(line, style, left, y + 90, theme.muted, theme.background)


def clue_faces(shape: Shape) -> dict[str, Face]:
    """Return by letter the contents of a hive's hexes with only a shape and the hexes that its clue adds up."""
    grounds = {**dict.fromkeys(shape.looks, honeycomb.FULL), **dict.fromkeys(shape.letters, honeycomb.COVERED)}
    return {
        letter: Face(grounds.get(letter, honeycomb.CLOSED), letter, kind=shape.kind if letter in shape.letters else "")
        for letter in LETTERS
    }


def _alt_text(view: View) -> str:
    found = [
        _("{hive} round {number}: {clue}", hive=alt_text.hive_name(name), number=clue.round, clue=draft.clue_line(clue))
        for name, clue in preview.hints(view)
    ]
    described = _("Your clues, sums of starting values: {clues}.", clues="; ".join(found) or _("None yet"))
    return text.truncate(described, ALT_LIMIT)
