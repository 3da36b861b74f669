"""The note sheet: for each hex in how many of the possible layouts it is 1, 2 or 3. For its owner only.

Counted exactly from the owner's own hints (`engine.hive_mind.posterior`).
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import HiveNotes, posterior
from engine.hive_mind.view import View
from render import strip, text
from render.hexes import Grid
from render.hive_mind import board, draft, words
from render.hive_mind.comb import Face
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sketch, Sprite
from render.strip import Box
from render.text import Style
from render.theme import Theme

SHARE = Style(28, 650)
LINE = Style(28, 500)
BAND = 16
STEP = 38
HIGH = 34
"""The height of a bar that stands for all layouts, in pixels."""
WIDE = 26
COLUMN = 42
KEY = (
    "Bars and numbers: 1, 2, 3 from the left,",
    "percent of the layouts that fit your hints.",
    "A large digit is certain.",
    "Layouts have five 1s, four 2s, three 3s,",
    "the 3s never all connected.",
)


def drawn(view: View, theme: Theme) -> tuple[Sheet, str]:
    """The note sheet and its alt text. Raises ValueError for a spectator."""
    draft.owned(view)
    notes = posterior(view)
    places = board.arranged(view, BAND, board.TITLE_HEIGHT + STEP * (len(KEY) + len(notes) + 1))
    sheet = Sheet(theme, places.height)
    strip.header(sheet, "Your note sheet", words.state(view), words.edition(view))
    for number, found in enumerate(notes):
        box = places.hives[number]
        faces = {letter: _face(letter, found, cell) for cell, letter in enumerate(LETTERS)}
        grid = board.draw_hive(sheet, view, number, box, faces, places.pitch, _fit(found))
        _bars(sheet, view, grid, found)
    _key(sheet, places.panel)
    return sheet, _alt(notes)


def _fit(found: HiveNotes) -> str:
    return f"{found.layouts:,} {'layout fits' if found.layouts == 1 else 'layouts fit'}"


def certain(counts: Sequence[int]) -> str:
    """The value that all layouts have, empty if there are several."""
    possible = [str(value) for value, count in enumerate(counts, 1) if count]
    return possible[0] if len(possible) == 1 else ""


def percents(found: HiveNotes, cell: int) -> list[str]:
    """The share of layouts with 1, 2, 3 on a hex; a dash for none, and never 0 or 100 for some."""
    shares: list[str] = []
    for count in found.counts[cell]:
        rounded = round(100 * count / found.layouts) if found.layouts else 0
        shares.append(str(min(99, max(1, rounded))) if 0 < count < found.layouts else "100" if count else "–")
    return shares


def _face(letter: str, found: HiveNotes, cell: int) -> Face:
    sure = certain(found.counts[cell])
    return Face(top=letter, middle=sure, foot="sure") if sure else Face(top=letter)


def _bars(sheet: Sheet, view: View, grid: Grid, found: HiveNotes) -> None:
    theme = sheet.theme
    for cell, place in enumerate(view.cells):
        if certain(found.counts[cell]):
            continue
        x, y = grid.centre(place.q, place.r)
        most = max(found.counts[cell])
        for column, (count, share) in enumerate(zip(found.counts[cell], percents(found, cell), strict=True)):
            at = x + (column - 1) * COLUMN
            height = round(HIGH * count / found.layouts) if found.layouts else 0
            bar = _bar(theme, height, count == most)
            sheet.paste(bar, at, y + 6 - HIGH // 2)
            ink = theme.magic_light if count == most else theme.cell_ink
            sheet.write(share, SHARE, at, y + 35, ink, theme.stone, "m")


@lru_cache(maxsize=128)
def _bar(theme: Theme, height: int, most: bool) -> Sprite:
    """A bar on its ground line."""
    sketch = Sketch(theme, WIDE, HIGH, theme.stone)
    sketch.box(0, HIGH / 2 - 1, WIDE, 2, theme.magic_shade)
    if height:
        sketch.box(0, (HIGH - height) / 2, WIDE, height, theme.magic_light if most else theme.magic_shade, 2)
    return sketch.finish()


def _key(sheet: Sheet, box: Box) -> None:
    theme = sheet.theme
    sheet.write("How to read it", board.TITLE, box.left, box.top + 40, theme.ink, theme.background)
    for number, line in enumerate(KEY):
        line, style = text.fit(line, LINE, box.right - box.left)
        y = box.top + board.TITLE_HEIGHT + STEP * (number + 1) - 6
        sheet.write(line, style, box.left, y, theme.muted, theme.background)


def _alt(notes: Sequence[HiveNotes]) -> str:
    """All of it, shortest where it is longest: the percents of 1, 2, 3 for each hex."""
    told = [
        f"{words.hive_name(found.hive)}, {_fit(found)}: "
        + ", ".join(f"{letter} {_shortly(found, cell)}" for cell, letter in enumerate(LETTERS))
        for found in notes
    ]
    return text.cut(f"Your note sheet, percent of layouts with 1/2/3. {'. '.join(told)}.", ALT_LIMIT)


def _shortly(found: HiveNotes, cell: int) -> str:
    sure = certain(found.counts[cell])
    return f"is {sure}" if sure else "/".join(percents(found, cell))


def plain_text(view: View) -> str:
    """The note sheet for a font of fixed width. Raises ValueError for a spectator."""
    draft.owned(view)
    notes = posterior(view)
    lines = ["Your note sheet: percent of the layouts that fit your hints"]
    for found in notes:
        lines += ["", f"{words.hive_name(found.hive)}: {_fit(found)}", "     1   2   3"]
        for cell, letter in enumerate(LETTERS):
            lines.append(f"{letter} " + "".join(share.rjust(4) for share in percents(found, cell)))
    return "\n".join(lines)
