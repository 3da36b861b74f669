"""The note sheet: the probability of 1, 2 and 3 on each hex. Private to its owner.

Counted exactly over the layouts that fit the owner's hints (`engine.hive_mind.posterior`).
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.hive_mind.board import CELLS, LETTERS
from engine.hive_mind.posterior import HiveNotes, posterior
from engine.hive_mind.view import View
from render import header, text
from render.header import Box
from render.hexes import Grid
from render.hive_mind import alt_text, board, draft
from render.hive_mind.honeycomb import Face
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sketch, Sprite
from render.text import Style
from render.theme import Theme

SHARE = Style(28, 650)
LINE = Style(28, 500)
BAND = 16
STEP = 38
BAR_HEIGHT = 34
"""The height of a bar for 100 percent, in pixels."""
BAR_WIDTH = 26
COLUMN = 42
KEY = (
    "Bars and numbers: 1, 2, 3 from the left,",
    "percent of the layouts that fit your hints.",
    "A large digit is certain.",
    "Layouts have five 1s, four 2s, three 3s,",
    "the 3s never all connected.",
)


def draw(view: View, theme: Theme) -> tuple[Sheet, str]:
    """The note sheet and its alt text. Raises ValueError for a spectator."""
    draft.own_part(view)
    notes = posterior(view)
    places = board.layout_of(view, BAND, board.TITLE_HEIGHT + STEP * (len(KEY) + len(notes) + 1))
    sheet = Sheet(theme, places.height)
    header.draw_title(sheet, "Your note sheet", alt_text.status(view), alt_text.edition_title(view))
    for number, hive_notes in enumerate(notes):
        box = places.hives[number]
        faces = {letter: _face(letter, hive_notes, cell) for cell, letter in enumerate(LETTERS)}
        grid = board.draw_hive(sheet, view, number, box, faces, _layout_count(hive_notes))
        _draw_bars(sheet, grid, hive_notes)
    _draw_key(sheet, places.panel)
    return sheet, _alt(notes)


def _layout_count(hive_notes: HiveNotes) -> str:
    return f"{hive_notes.layouts:,} {'layout fits' if hive_notes.layouts == 1 else 'layouts fit'}"


def certain(counts: Sequence[int]) -> str:
    """The value that a hex has in all layouts, empty if there are several."""
    possible = [str(value) for value, count in enumerate(counts, 1) if count]
    return possible[0] if len(possible) == 1 else ""


def percents(hive_notes: HiveNotes, cell: int) -> list[str]:
    """The percentages of layouts with 1, 2, 3 on a hex: a dash for none, 1 to 99 for some."""
    shares: list[str] = []
    for count in hive_notes.counts[cell]:
        rounded = round(100 * count / hive_notes.layouts) if hive_notes.layouts else 0
        shares.append(str(min(99, max(1, rounded))) if 0 < count < hive_notes.layouts else "100" if count else "–")
    return shares


def _face(letter: str, hive_notes: HiveNotes, cell: int) -> Face:
    value = certain(hive_notes.counts[cell])
    return Face(top=letter, middle=value, foot="sure") if value else Face(top=letter)


def _draw_bars(sheet: Sheet, grid: Grid, hive_notes: HiveNotes) -> None:
    theme = sheet.theme
    for cell, place in enumerate(CELLS):
        if certain(hive_notes.counts[cell]):
            continue
        x, y = grid.centre(place.q, place.r)
        most = max(hive_notes.counts[cell])
        for column, (count, share) in enumerate(zip(hive_notes.counts[cell], percents(hive_notes, cell), strict=True)):
            at = x + (column - 1) * COLUMN
            height = round(BAR_HEIGHT * count / hive_notes.layouts) if hive_notes.layouts else 0
            bar = _bar(theme, height, count == most)
            sheet.paste(bar, at, y + 6 - BAR_HEIGHT // 2)
            ink = theme.magic_light if count == most else theme.cell_ink
            sheet.write(share, SHARE, at, y + 35, ink, theme.stone, "m")


@lru_cache(maxsize=128)
def _bar(theme: Theme, height: int, most: bool) -> Sprite:
    """A bar on its baseline."""
    sketch = Sketch(theme, BAR_WIDTH, BAR_HEIGHT, theme.stone)
    sketch.box(0, BAR_HEIGHT / 2 - 1, BAR_WIDTH, 2, theme.magic_shade)
    if height:
        sketch.box(0, (BAR_HEIGHT - height) / 2, BAR_WIDTH, height, theme.magic_light if most else theme.magic_shade, 2)
    return sketch.finish()


def _draw_key(sheet: Sheet, box: Box) -> None:
    theme = sheet.theme
    sheet.write("How to read it", board.TITLE, box.left, box.top + 40, theme.ink, theme.background)
    for number, line in enumerate(KEY):
        line, style = text.fit(line, LINE, box.right - box.left)
        y = box.top + board.TITLE_HEIGHT + STEP * (number + 1) - 6
        sheet.write(line, style, box.left, y, theme.muted, theme.background)


def _alt(notes: Sequence[HiveNotes]) -> str:
    """The alt text: the percentages of 1, 2, 3 for each hex."""
    hives = [
        f"{alt_text.hive_name(hive_notes.hive)}, {_layout_count(hive_notes)}: "
        + ", ".join(f"{letter} {_hex_text(hive_notes, cell)}" for cell, letter in enumerate(LETTERS))
        for hive_notes in notes
    ]
    return text.truncate(f"Your note sheet, percent of layouts with 1/2/3. {'. '.join(hives)}.", ALT_LIMIT)


def _hex_text(hive_notes: HiveNotes, cell: int) -> str:
    value = certain(hive_notes.counts[cell])
    return f"is {value}" if value else "/".join(percents(hive_notes, cell))


def plain_text(view: View) -> str:
    """The note sheet for a monospaced font. Raises ValueError for a spectator."""
    draft.own_part(view)
    notes = posterior(view)
    lines = ["Your note sheet: percent of the layouts that fit your hints"]
    for hive_notes in notes:
        lines += ["", f"{alt_text.hive_name(hive_notes.hive)}: {_layout_count(hive_notes)}", "     1   2   3"]
        for cell, letter in enumerate(LETTERS):
            lines.append(f"{letter} " + "".join(share.rjust(4) for share in percents(hive_notes, cell)))
    return "\n".join(lines)
