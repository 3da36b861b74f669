"""The legend of Hive Mind's pictures: kinds of shapes, cells, marks."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.hive_mind.view import View
from render import header, text
from render.hive_mind import alt_text, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style

TITLE = "Legend"
PITCH = 140
NAME = Style(34, 700)
MEANING = Style(28, 500)
LINE = 36
ROW_GAP = 26
GAP = 24


class Sign(NamedTuple):
    """An entry of the legend: an icon, its name and meaning."""

    icon: Face | Sprite
    name: str
    meaning: str


def draw(view: View | None, theme: HiveTheme) -> tuple[Sheet, str]:
    """The legend and its alt text, the same for every match."""
    signs = _signs(theme)
    column = (WIDTH - 2 * MARGIN - GAP) // 2
    lines = [text.wrap(sign.meaning, MEANING, column - PITCH - GAP) for sign in signs]
    rows = [max(_height(lines[left]), _height(lines[left + 1])) for left in range(0, len(signs), 2)]
    sheet = Sheet(theme, header.HEIGHT + sum(rows) + ROW_GAP * len(rows) + MARGIN)
    header.draw_title(sheet, TITLE, alt_text.TITLE, "" if view is None else alt_text.edition_title(view))
    y = header.HEIGHT
    for row, height in enumerate(rows):
        for side in (0, 1):
            index = 2 * row + side
            _write_sign(sheet, signs[index], lines[index], MARGIN + side * (column + GAP), y, height)
        y += height + ROW_GAP
    meanings = " ".join(f"{sign.name}: {sign.meaning}" for sign in signs)
    return sheet, text.truncate(f"{TITLE}. {meanings}", ALT_LIMIT)


def _height(lines: Sequence[str]) -> int:
    return max(PITCH * 8 // 7, (len(lines) + 1) * LINE)


def _write_sign(sheet: Sheet, sign: Sign, lines: Sequence[str], x: int, top: int, height: int) -> None:
    theme, middle = sheet.theme, top + height // 2
    if isinstance(sign.icon, Face):
        honeycomb.draw_hex(sheet, PITCH, sign.icon, x + PITCH // 2, middle)
    else:
        sheet.paste(sign.icon, x + PITCH // 2, middle)
    y = middle - (len(lines) + 1) * LINE // 2 + 27
    sheet.write(sign.name, NAME, x + PITCH + GAP, y, theme.ink, theme.background)
    for line in lines:
        y += LINE
        sheet.write(line, MEANING, x + PITCH + GAP, y, theme.muted, theme.background)


def _signs(theme: HiveTheme) -> list[Sign]:
    """The kinds at the left, the cells at the right."""
    ground = theme.background
    tri, arc, line = (kinds.badge(theme, kind, 116, ground) for kind in kinds.KINDS)
    looked = Face(mark=honeycomb.LOOKED, kind="tri", middle="B")
    return [
        Sign(tri, "Tri", kinds.MEANINGS["tri"]),
        Sign(Face(level=2, top="E", middle="2", foot="1"), "Full", "Large: shapes on it now. Small: in rounds before."),
        Sign(arc, "Arc", kinds.MEANINGS["arc"]),
        Sign(Face(honeycomb.CLEARED, top="F", middle="3", foot="2"), "Cleared", "An odd number lay there: worth 0."),
        Sign(line, "Line", kinds.MEANINGS["line"]),
        Sign(Face(mark=honeycomb.COVERED, kind="tri", middle="A"), "Your shape", "In the colour of its kind."),
        Sign(kinds.chip(theme, "arc", 3, ground), "Played", "Here three Arcs in a round."),
        Sign(looked, "Looked at", "Your hint adds up its value at the start."),
        Sign(parts.double_chip(theme, "", ground), "Double", "Scores twice where a shape lies alone."),
        Sign(Face(digit="3", middle="F"), "Guess", "The value that you guess."),
        Sign(parts.block_chip(theme, "", ground), "Block", "A point for each even hex that a doubler is on."),
        Sign(Face(mark=honeycomb.SCORED, level=5, middle="3"), "Gold rim", "At the end: the hex scored."),
        Sign(parts.ready_mark(theme, True, ground), "Ready", "May still be reopened."),
        Sign(parts.ready_mark(theme, False, ground), "Thinking", "Has not handed in yet."),
    ]
