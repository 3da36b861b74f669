"""One hive, large, as everybody may see it; at the end what lay under it and who played what."""

from collections.abc import Sequence

from engine.hive_mind.view import View
from render import strip
from render.hive_mind import board, focus, reveal, words
from render.picture import MARGIN, WIDTH, Sheet
from render.strip import Box
from render.theme import Theme

LAST = "last"
POINTS = "points"
QUARTERS = ("NW", "NE", "SW", "SE")
"""Where the hives stand on the board, in their order, and after them the players."""


def drawn(view: View, labels: Sequence[str], around: str, theme: Theme) -> tuple[Sheet, str]:
    """The part and its alt text. Raises ValueError, saying what there is."""
    number = _hive(view, around.strip())
    if view.scores is not None:
        return reveal.points(view, labels, theme) if number is None else reveal.hive(view, labels, number, theme)
    if number is None:
        return _players(view, labels, theme), words.alt(view, labels, "The players.")
    hive = view.hives[number]
    name = words.hive_name(hive.name)
    sheet = focus.large(view, board.faces(view, number), theme, board.BAND)
    strip.header(sheet, name, board.going(view, hive), words.edition(view))
    bottom = sheet.plane.height - MARGIN // 2
    board.band(sheet, hive, Box(MARGIN, bottom - board.BAND, WIDTH - MARGIN, bottom))
    return sheet, words.alt(view, labels, f"{name}, large.")


def pages(view: View) -> tuple[str, ...]:
    """What can be zoomed to, one by one."""
    return (*([POINTS] if view.scores is not None else []), *(hive.name for hive in view.hives))


def _hive(view: View, around: str) -> int | None:
    """The hive that is meant, None for the players."""
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
    if wanted == POINTS and view.scores is not None:
        return None
    raise ValueError(
        f"there is no hive {around[:80]!r} in this match; zoom to {', '.join(pages(view))}, "
        f"“{LAST}” or a quarter: {', '.join(QUARTERS)}"
    )


def _players(view: View, labels: Sequence[str], theme: Theme) -> Sheet:
    height = board.panel_height(view)
    sheet = Sheet(theme, strip.HEADER + height + MARGIN)
    strip.header(sheet, words.TITLE, words.state(view), words.edition(view))
    box = Box(MARGIN, strip.HEADER, WIDTH - MARGIN, strip.HEADER + height)
    board.seats(sheet, view, words.names(view, labels), box)
    return sheet
