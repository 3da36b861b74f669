"""A picture of all Objective cards of a board: name, points, text and scene of each."""

import re
from typing import Final

from engine.monster_hex.objectives import Objective, objectives_for
from language.messages import N_, _
from render import header, text
from render.monster_hex import fulfilments, objective_scenes
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

TITLE: Final = N_("Objectives")
ROW: Final = 210
GAP: Final = 16
SCENE: Final = (150, 130)
NAME = Style(34, 750)
WORTH = Style(28, 650)
BODY = Style(28, 500)
LINE: Final = 34
MAX_LINES: Final = 3


def draw(size: int, theme: Theme) -> tuple[Sheet, str]:
    """Draw the Objective cards of the board for `size` players (2, 3 or 4); return the sheet with its alt text."""
    cards = objectives_for(size)
    sheet = Sheet(theme, header.HEIGHT + (len(cards) + 1) // 2 * (ROW + GAP) + MARGIN)
    header.draw_title(sheet, _(TITLE), _("Board for {number}", number=size), "")
    width = (WIDTH - 2 * MARGIN - GAP) // 2
    for index, card in enumerate(cards):
        left, top = MARGIN + index % 2 * (width + GAP), header.HEIGHT + index // 2 * (ROW + GAP)
        _draw_card(sheet, card, header.Box(left, top, left + width, top + ROW))
    told = [f"{_(card.name)} +{card.points}: {_strip_brackets(card)}." for card in cards]
    return sheet, text.truncate(" ".join((f"{_(TITLE)}.", *told)), ALT_LIMIT)


def _draw_card(sheet: Sheet, card: Objective, box: header.Box) -> None:
    theme = sheet.theme
    panel = header.panel(theme, box.right - box.left, box.bottom - box.top, theme.panel, theme.raised, 2)
    sheet.paste(panel, box.left + panel.centre_x, box.top + panel.centre_y)
    scene = objective_scenes.picture(theme, card, "none", theme.panel, *SCENE)
    sheet.paste(scene, box.left + 14 + SCENE[0] // 2, (box.top + box.bottom) // 2)
    x, right = box.left + SCENE[0] + 26, box.right - 18
    name, style = text.fit(_(card.name), NAME, right - x)
    sheet.write(name, style, x, box.top + 44, theme.ink, theme.panel)
    sheet.write(fulfilments.worth_text(card), WORTH, x, box.top + 82, theme.gold_text, theme.panel)
    y = box.top + 86
    for line in _lines(card, right - x):
        y += LINE
        sheet.write(line, BODY, x, y, theme.muted, theme.panel)


def _strip_brackets(card: Objective) -> str:
    return re.split(" [(]|（", _(card.text))[0]


def _lines(card: Objective, room: int) -> list[str]:
    """Return the text of a card in at most `MAX_LINES` lines, without its part in brackets, which the scene shows."""
    words = _strip_brackets(card)
    lines = text.wrap(f"{words[0].upper()}{words[1:]}", BODY, room)
    return [
        *lines[: MAX_LINES - 1],
        *([text.fit(" ".join(lines[MAX_LINES - 1 :]), BODY, room)[0]] if lines[2:] else []),
    ]
