"""The legend of Hive Mind's pictures: kinds of shapes, hexes, marks."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.hive_mind.view import View
from render import header, text
from render.hive_mind import alt_text, board, honeycomb, kinds
from render.hive_mind.honeycomb import Face
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Theme

TITLE = "What the signs mean"
PITCH = 140
NAME = Style(32, 700)
MEANING = Style(28, 500)
LINE = 36
ROW_GAP = 24
GAP = 24


class Sign(NamedTuple):
    """An entry of the legend: an icon, its name and meaning."""

    icon: Face | Sprite
    name: str
    meaning: str


def draw(view: View | None, theme: Theme) -> tuple[Sheet, str]:
    """The legend and its alt text, the same for every match."""
    signs = _signs(theme)
    column = (WIDTH - 2 * MARGIN - GAP) // 2
    lines = [text.wrap(sign.meaning, MEANING, column - PITCH - GAP) for sign in signs]
    rows = [max(_height(lines[left]), _height(lines[left + 1])) for left in range(0, len(signs), 2)]
    sheet = Sheet(theme, header.HEIGHT + sum(rows) + ROW_GAP * len(rows) + MARGIN)
    header.draw_title(sheet, TITLE, "", alt_text.TITLE if view is None else alt_text.edition_title(view))
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


def _signs(theme: Theme) -> list[Sign]:
    badges = [kinds.badge(theme, kind, 110, theme.background) for kind in kinds.KINDS]
    tri, arc, line = badges
    return [
        Sign(tri, "Tri", "Three that all touch. Looks at every hex around it."),
        Sign(Face(top="E", middle="2", foot="1"), "Hex", "Large: shapes there in the newest round; small: before."),
        Sign(arc, "Arc", "Three bent by 60°. Looks from its middle through its inner hex to the edge."),
        Sign(
            Face(honeycomb.CLEARED, top="E", middle="3", foot="2", fresh=True),
            "Cleared",
            "An odd number lay there and scored; now worth 0. Gold edge: just now.",
        ),
        Sign(line, "Line", "Three in a row. Each end on the border looks at the border hexes beside it."),
        Sign(
            Face(mark=honeycomb.COVERED, kind="tri", middle="A"),
            "Your shape",
            "Patterned rim, in the colour of its kind.",
        ),
        Sign(kinds.pill(theme, "arc", 3, theme.background), "Played", "Letter and number: here three Arcs in a round."),
        Sign(
            Face(mark=honeycomb.LOOKED, kind="tri", middle="B"),
            "Looked at",
            "Your hint adds up the starting values there.",
        ),
        Sign(board.tick(theme, theme.background), "Ready", "Has submitted; may still be reopened."),
        Sign(Face(digit="3", middle="F"), "Coin", "A value that you guess."),
    ]
