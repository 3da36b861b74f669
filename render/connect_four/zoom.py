"""An enlarged part of the public board: around a square, around the last action, or a quarter of the grid."""

from collections.abc import Sequence
from typing import Final

from engine.connect_four.view import View
from language.messages import N_, _
from render import header
from render.connect_four import alt_text, board, ground, naming, reckoning
from render.connect_four.themes import GridTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import truncate_to_text_board

LAST: Final = "last"
QUARTERS: Final = {
    "nw": (N_("Top left"), 0, 1),
    "ne": (N_("Top right"), 1, 1),
    "sw": (N_("Bottom left"), 0, 0),
    "se": (N_("Bottom right"), 1, 0),
}
"""The quarters of the grid by name: title, 1 for the right half (0 for the left), 1 for the upper half (0 for the
lower)."""
NEAR_COLUMNS, NEAR_ROWS = 4, 4
LARGEST_PITCH: Final = 262


def draw(view: View, labels: Sequence[str], around: str, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw an enlarged part of the board; return it with its alt text.

    `around` is a square, "last" or a quarter. Raises ValueError for anything else.
    """
    names = naming.display_names(labels)
    letters = naming.letters(names)
    title, part = _part(view, around.strip().lower())
    left, low, columns, rows = part
    room = WIDTH - 2 * (board.SIDE + ground.BORDER)
    pitch = min(room // columns, LARGEST_PITCH) // 2 * 2
    found = reckoning.rows(view, names) if around.strip().lower() == LAST else []
    panel = reckoning.height(found)
    height = header.HEIGHT + rows * pitch + 2 * ground.BORDER + 10 + board.LABELS + (panel and panel + MARGIN)
    sheet = Sheet(theme, height)
    header.draw_title(sheet, title, naming.state(view), naming.title(view, names))
    y = board.paste_window(sheet, view, letters, part, pitch, header.HEIGHT)
    reckoning.draw(sheet, found, letters, y)
    first, last = ground.square_name(left, low), ground.square_name(left + columns - 1, low + rows - 1)
    alt = alt_text.describe_board(view, labels)
    told = _("{title}, {first} to {last}.", title=title, first=first, last=last)
    return sheet, truncate_to_text_board(f"{told} {alt}", ALT_LIMIT)


def _part(view: View, around: str) -> tuple[str, tuple[int, int, int, int]]:
    if around in QUARTERS:
        title, right, upper = QUARTERS[around]
        columns, rows = -(-view.columns // 2), -(-view.rows // 2)
        return _(title), ((view.columns - columns) * right, (view.rows - rows) * upper, columns, rows)
    if around == LAST:
        return _("The last move"), board.window(view, NEAR_COLUMNS, NEAR_ROWS, board.last_place(view))
    squares = {ground.square_name(column, row) for column in range(view.columns) for row in range(view.rows)}
    if around in squares:
        return _("Around {square}", square=around), board.window(view, NEAR_COLUMNS, NEAR_ROWS, ground.place(around))
    corner = ground.square_name(view.columns - 1, view.rows - 1)
    raise ValueError(
        f"no square {around[:40]!r} on this grid; zoom to a square from a1 to {corner}, "
        f"“last” or a quarter: {', '.join(quarter.upper() for quarter in QUARTERS)}"
    )
