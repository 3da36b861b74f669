"""The picture of the note sheet: the probability of 1, 2 and 3 on each hex, with one comb per value.

It is private: only the owner sees it. The probabilities are counted exactly over the layouts that fit the owner's hints
(`engine.hive_mind.posterior`).
"""

from collections.abc import Sequence

from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import DIGITS, HiveNotes, posterior
from engine.hive_mind.view import View
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, draft, honeycomb, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

TITLE = "Chance of 1, 2, 3 on each hex"
NOTICE = "Percent, from your own hints. Brighter: more likely. Ring: certain."
NONE = "–"
CERTAIN = "100"
LEVELS = (15, 25, 35, 50, 75)
"""Percentages from which the honey of a hex is one step brighter."""
VALUE = Style(76, 850)
COLUMNS = len(DIGITS)
GAP = 20


def draw(view: View, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the viewer's note sheet and return it with its alt text.

    Raises ValueError for a spectator.
    """
    draft.own_part(view)
    notes = posterior(view)
    width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * board.GAP) // COLUMNS
    tall = honeycomb.height(honeycomb.fit_hive_grid(0, width, 0).pitch)
    row = parts.HEADING_HEIGHT + tall + GAP
    top = header.HEIGHT + parts.NOTICE_HEIGHT + 16
    sheet = Sheet(theme, top + row * len(notes) + MARGIN // 2)
    header.draw_title(sheet, TITLE, alt_text.status(view), alt_text.TITLE)
    parts.draw_notice(sheet, NOTICE, board.TOP)
    for number, hive_notes in enumerate(notes):
        y = top + number * row
        box = Box(MARGIN, y, WIDTH - MARGIN, y + row)
        name = alt_text.hive_name(hive_notes.hive)
        parts.draw_heading(sheet, name, _layout_count(hive_notes), box, theme.ink, theme.muted)
        for column in range(COLUMNS):
            left = MARGIN + column * (width + board.GAP)
            _draw_comb(sheet, hive_notes, column, Box(left, y + parts.HEADING_HEIGHT, left + width, y + row - GAP))
    return sheet, _alt_text(notes)


def _draw_comb(sheet: Sheet, hive_notes: HiveNotes, column: int, box: Box) -> None:
    """Draw a comb with the probability of one value on each hex of a hive; `column` 0 to 2 stands for 1 to 3."""
    theme = sheet.theme
    grid = honeycomb.fit_hive_grid(box.left, box.right, box.top)
    faces = {
        letter: face(percents(hive_notes, cell)[column])._replace(top=letter) for cell, letter in enumerate(LETTERS)
    }
    honeycomb.draw_hexes(sheet, grid, faces)
    sheet.write(DIGITS[column], VALUE, box.left + 8, box.bottom - 14, theme.gold_text, theme.background)


def face(share: str) -> Face:
    """Return the contents of a cell with a percentage: the higher it is, the brighter the honey.

    A cell without honey stands for no layout. A cell with a ring stands for 100 percent.
    """
    if share == NONE:
        return Face(honeycomb.CLEARED, middle=share)
    level = sum(int(share) >= least for least in LEVELS)
    return Face(mark=honeycomb.SCORED * (share == CERTAIN), level=level, middle=share)


def _layout_count(hive_notes: HiveNotes) -> str:
    return f"{hive_notes.layouts:,} {'layout fits' if hive_notes.layouts == 1 else 'layouts fit'}"


def certain_value(counts: Sequence[int]) -> str:
    """Return the only possible value of a hex, or an empty string if several are possible.

    `counts` are the numbers of layouts that have a 1, a 2 and a 3 on the hex.
    """
    possible = [str(value) for value, count in enumerate(counts, 1) if count]
    return possible[0] if len(possible) == 1 else ""


def percents(hive_notes: HiveNotes, cell: int) -> list[str]:
    """Return the percentages of layouts that have a 1, a 2 and a 3 on a hex.

    A dash stands for no layout, and 100 for all layouts. Other percentages are rounded to a number from 1 to 99.
    """
    shares: list[str] = []
    for count in hive_notes.counts[cell]:
        rounded = round(100 * count / hive_notes.layouts) if hive_notes.layouts else 0
        some = str(min(99, max(1, rounded)))
        shares.append(some if 0 < count < hive_notes.layouts else CERTAIN if count else NONE)
    return shares


def _alt_text(notes: Sequence[HiveNotes]) -> str:
    """Return the alt text: the percentages of 1, 2 and 3 on each hex of each hive."""
    hives = [
        f"{alt_text.hive_name(hive_notes.hive)}, {_layout_count(hive_notes)}: "
        + ", ".join(f"{letter} {hex_text(hive_notes, cell)}" for cell, letter in enumerate(LETTERS))
        for hive_notes in notes
    ]
    return text.truncate(f"{TITLE}, in percent from your hints. {'. '.join(hives)}.", ALT_LIMIT)


def hex_text(hive_notes: HiveNotes, cell: int) -> str:
    """Format the probabilities of a hex, such as "20/50/30", or "is 2" if its value is certain."""
    value = certain_value(hive_notes.counts[cell])
    return f"is {value}" if value else "/".join(percents(hive_notes, cell))
