"""Enlarged parts of the public board: a hive or the players.

At the end they are a hive with its values and all shapes played, or the points.
"""

from collections.abc import Sequence

from engine.hive_mind.view import View
from language.messages import _
from render import header
from render.header import Box
from render.hive_mind import alt_text, board, final_pages, grids, honeycomb
from render.hive_mind.themes import HiveTheme
from render.picture import MARGIN, WIDTH, Sheet

LAST = "last"
POINTS, PLAYERS = "points", "players"
QUARTERS = ("NW", "NE", "SW", "SE")
"""Names of quarters of the board; they stand for the first, second, third hive and the players."""


def draw(view: View, labels: Sequence[str], around: str, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the part of the public board named by `around`, enlarged; return it with its alt text.

    Raises ValueError for an unknown name; its text lists the valid ones.
    """
    number = _hive_number(view, around.strip())
    if view.scores is not None:
        return (
            final_pages.draw_points_page(view, labels, theme)
            if number is None
            else final_pages.draw_hive_page(view, labels, number, theme)
        )
    if number is None:
        return _draw_players(view, labels, theme), alt_text.describe_board(view, labels, _("The players."))
    hive = view.hives[number]
    name = alt_text.hive_name(hive.name)
    band = board.band_height(view)
    grid = grids.fit_hive_grid(MARGIN, WIDTH - MARGIN, header.HEIGHT)
    sheet = Sheet(theme, header.HEIGHT + grids.height(grid.pitch) + band + MARGIN // 2)
    honeycomb.draw_hexes(sheet, grid, board.faces(view, number), honeycomb.BOARD if hive.rounds else honeycomb.PLAIN)
    header.draw_title(sheet, name, alt_text.status(view), board.hive_status(hive))
    bottom = sheet.plane.height - MARGIN // 2
    board.draw_announcements(sheet, view, number, Box(MARGIN, bottom - band, WIDTH - MARGIN, bottom))
    return sheet, alt_text.describe_board(view, labels, _("{hive}, large.", hive=name))


def pages(view: View) -> tuple[str, ...]:
    """Return the names of all pages.

    They are the hives, open ones first, and "players"; at the end the hives and "points".
    """
    if view.scores is not None:
        return (*(hive.name for hive in view.hives), POINTS)
    return (*(hive.name for hive in sorted(view.hives, key=lambda hive: not hive.open)), PLAYERS)


def _hive_number(view: View, around: str) -> int | None:
    """Return the index of the hive that a name stands for, or None for the players or the points.

    Raises ValueError for an unknown name.
    """
    names = [hive.name for hive in view.hives]
    wanted = around.lower()
    if wanted in names:
        return names.index(wanted)
    if wanted == LAST:
        played = [number for number, hive in enumerate(view.hives) if hive.open]
        return played[0] if played else None if view.scores is not None else 0
    if around.upper() in QUARTERS:
        quarter = QUARTERS.index(around.upper())
        return quarter if quarter < len(names) else None
    if wanted in pages(view):
        return None
    raise ValueError(
        f"no hive {around[:80]!r} in this match; zoom to {', '.join(pages(view))}, "
        f"“{LAST}” or a quarter: {', '.join(QUARTERS)}"
    )


def _draw_players(view: View, labels: Sequence[str], theme: HiveTheme) -> Sheet:
    height, names = board.panel_height(view), alt_text.display_names(view, labels)
    sheet = Sheet(theme, header.HEIGHT + height + MARGIN)
    title = header.fit_title(names, lambda short: alt_text.headline(view, short))
    header.draw_title(sheet, title, alt_text.status(view), _(alt_text.TITLE))
    box = Box(MARGIN, header.HEIGHT, WIDTH - MARGIN, header.HEIGHT + height)
    board.draw_players(sheet, view, names, box, board.ROW)
    return sheet
