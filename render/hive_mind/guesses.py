"""The picture of a player's guess of a hive's values, with or without probabilities.

It is private: only the viewer sees it.
"""

from functools import lru_cache

from engine.hive_mind import preview
from engine.hive_mind.board import CELLS, LETTERS
from engine.hive_mind.posterior import HiveNotes, posterior
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import View
from render import header, text
from render.hive_mind import alt_text, draft, honeycomb, notes, parts
from render.hive_mind.end_card import LEVEL
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import Colour

LETTER = Style(44, 700)
VALUE = Style(84, 850)
VALUE_NAME = Style(28, 650)
CHANCE = Style(32, 750)
BOX = (66, 76)
BOX_STEP = 70
FOOT = 40


def draw(view: View, hive: str, values: str, odds: bool, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw a guess of a hive's values, with `odds` also the probabilities; return it with its alt text.

    Raises ValueError for a spectator, an unknown hive, or values that are not a guess.
    """
    draft.own_part(view)
    names = [each.name for each in view.hives]
    if hive not in names or not is_guess(values):
        raise ValueError("nothing to guess: name a hive of the match and twelve of 1, 2, 3 and “.”")
    number = names.index(hive)
    known = posterior(view)[number]
    top = header.HEIGHT + parts.NOTICE_HEIGHT + 12
    grid = honeycomb.fit_hive_grid(MARGIN, WIDTH - MARGIN, top)
    sheet = Sheet(theme, top + honeycomb.height(grid.pitch) + MARGIN)
    name = alt_text.hive_name(hive)
    header.draw_title(sheet, f"Guess the values on {name}", draft.round_status(view, number), progress(values))
    parts.draw_notice(sheet, NOTICE_WITH_CHANCES if odds else NOTICE, header.HEIGHT + 2)
    honeycomb.draw_hexes(sheet, grid, {letter: _face(value) for letter, value in zip(LETTERS, values, strict=True)})
    for cell, place in enumerate(CELLS):
        _write_cell(sheet, cell, values[cell], known if odds else None, grid.centre(place.q, place.r))
    return sheet, _alt_text(name, values, known if odds else None)


NOTICE = "A hive has five 1s, four 2s and three 3s; the 3s never all touch"
NOTICE_WITH_CHANCES = "Five 1s, four 2s, three 3s. Boxes: percent for 1, 2, 3 from your hints"


def progress(values: str) -> str:
    """Return how many 1s, 2s and 3s a guess has, such as "3 of 5, 0 of 4, 1 of 3"."""
    check = preview.check_guess(values)
    if check is None or check.blanks == len(LETTERS):
        return "nothing yet"
    return f"{check.ones} of 5, {check.twos} of 4, {check.threes} of 3"


def _face(value: str) -> Face:
    return Face(honeycomb.CLOSED) if value == "." else Face(level=LEVEL[value])


def _write_cell(sheet: Sheet, cell: int, value: str, known: HiveNotes | None, centre: tuple[int, int]) -> None:
    """Write in a cell its letter, the guessed value and, if `known` is given, the probability of each value."""
    ground, ink, _ = honeycomb.text_colours(sheet.theme, _face(value))
    x, y = centre
    up = known is not None
    sheet.write(LETTERS[cell], LETTER, x, y - (92 if up else 56), ink, ground, "m")
    sheet.write("?" if value == "." else value, VALUE, x, y - 14 if up else y + 54, ink, ground, "m")
    if known is None:
        return
    for column, share in enumerate(notes.percents(known, cell)):
        box = chance_box(sheet.theme, column + 1, share, str(column + 1) == value, ground)
        sheet.paste_opaque(box, x + (column - 1) * BOX_STEP, y + FOOT)


@lru_cache(maxsize=512)
def chance_box(theme: HiveTheme, value: int, share: str, is_guessed: bool, ground: Colour) -> Sprite:
    """Return the sprite of a small box with a value and its probability in percent.

    It is filled like the cell of that percentage on the note sheet; the guessed value has a ring.
    """
    sketch = Sketch(theme, *BOX, ground)
    face = notes.face(share)
    fill, ink, _ = honeycomb.text_colours(theme, face)
    sketch.box(0, 0, *BOX, theme.ring if is_guessed else theme.print, 12)
    inset = 8 if is_guessed else 4
    sketch.box(0, 0, BOX[0] - inset, BOX[1] - inset, fill, 9)
    return sketch.finish([Letter(str(value), VALUE_NAME, 0, -17, ink), Letter(share, CHANCE, 0, 15, ink)])


def _alt_text(name: str, values: str, known: HiveNotes | None) -> str:
    written = " ".join(f"{letter} {value}" for letter, value in zip(LETTERS, values, strict=True) if value != ".")
    told = f"Your guess on {name}: {written or 'nothing yet'}."
    if known is not None:
        shares = ", ".join(f"{letter} {notes.hex_text(known, cell)}" for cell, letter in enumerate(LETTERS))
        told += f" Chances of 1/2/3 in percent: {shares}."
    return text.truncate(told, ALT_LIMIT)
