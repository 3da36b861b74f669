"""Objective cards: below the board the public ones, and below the hand all those that the viewer can score.

The cards below the hand show the viewer's progress.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.monster_hex.objectives import Objective
from engine.monster_hex.view import View
from language.messages import _
from render import header, text
from render.monster_hex import fulfilments, objective_scenes
from render.monster_hex.contests import seat_order
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Theme

GAP: Final = 18
PUBLIC_HEIGHT: Final = 164
SCENE: Final = (170, 136)
PUBLIC_SCENE: Final = (132, 132)
"""The width and height of the small pictures on cards, in pixels: below the board, and (`SCENE`) below the hand."""
NAME = Style(35, 700)
WORTH = Style(28, 650)
COUNT = Style(30, 800)
BODY = Style(28, 500)
NOTE = Style(28, 650)
LINE: Final = 36
CHIP: Final = 38
ROW_HEIGHT: Final = 176


def public_height(view: View) -> int:
    """Return the height of the public Objectives below the board, in pixels; 0 if there are none."""
    rows = (len(view.public_objectives) + 1) // 2
    return rows * (PUBLIC_HEIGHT + GAP)


def draw_public(sheet: Sheet, view: View, top: int) -> None:
    """Draw the public Objectives, two in a row, each with one number per seat: how many times it fulfils it.

    For Objectives of the kind "most of", it is the count that is compared between the seats.
    """
    width = (WIDTH - 2 * MARGIN - GAP) // 2
    for index, objective in enumerate(fulfilments.public_cards(view)):
        x = MARGIN + index % 2 * (width + GAP)
        _draw_public_card(sheet, view, objective, header.Box(x, top, x + width, top + PUBLIC_HEIGHT))
        if index % 2:
            top += PUBLIC_HEIGHT + GAP


def _draw_public_card(sheet: Sheet, view: View, objective: Objective, box: header.Box) -> None:
    theme = sheet.theme
    _draw_panel(sheet, box)
    _draw_scene(sheet, objective, "none", box, PUBLIC_SCENE)
    x, room = box.left + PUBLIC_SCENE[0] + 32, box.right - box.left - PUBLIC_SCENE[0] - 40
    name, style = text.fit(_(objective.name), NAME, room)
    sheet.write(name, style, x, box.top + 50, theme.ink, theme.panel)
    sheet.write(fulfilments.worth_text(objective), WORTH, x, box.top + 90, theme.gold_text, theme.panel)
    step = room // max(3, len(view.seats))
    for seat in seat_order(view):
        now, faction = fulfilments.seat_fulfilment(view, objective, seat), view.seats[seat].faction
        chip = _chip(theme, faction or "none", (faction or str(seat + 1))[0].upper())
        sheet.paste(chip, x + chip.centre_x, box.top + 128)
        words = str(now.value) if objective.kind == "most" else f"×{now.times}"
        ink = theme.gold_text if now.times else theme.muted
        sheet.write(words, COUNT, x + CHIP + 6, box.top + 140, ink, theme.panel)
        x += step


@lru_cache(maxsize=16)
def _chip(theme: Theme, side: str, letter: str) -> Sprite:
    """Return a small hex in a side's colour with a seat's letter on it."""
    sketch = Sketch(theme, CHIP, CHIP * 1.16, theme.panel)
    sketch.polygon(hexagon(0, 0, CHIP - 2), theme.sides[side].main)
    return sketch.finish([Letter(letter, Style(24, 800, label=True), 0, 0, theme.print)])


def hand_height(view: View) -> int:
    """Return the height of the Objectives below the viewer's hand, in pixels; 0 if there are none."""
    return len(_hand_cards(view)) * (ROW_HEIGHT + GAP)


def draw_hand(sheet: Sheet, view: View, top: int) -> None:
    """Draw the viewer's private Objectives and the public ones, each with the viewer's progress."""
    for objective, is_private in _hand_cards(view):
        _draw_row(sheet, view, objective, is_private, header.Box(MARGIN, top, WIDTH - MARGIN, top + ROW_HEIGHT))
        top += ROW_HEIGHT + GAP


def _draw_row(sheet: Sheet, view: View, objective: Objective, is_private: bool, box: header.Box) -> None:
    theme, seat = sheet.theme, view.viewer
    _draw_panel(sheet, box)
    _draw_scene(sheet, objective, view.seats[seat].faction or "none", box, SCENE)
    x, right = box.left + SCENE[0] + 28, box.right - 22
    width = sheet.write(_(objective.name), NAME, x, box.top + 46, theme.ink, theme.panel)
    whose = _("only yours") if is_private else _("for all")
    sheet.write(whose, BODY, x + width + 16, box.top + 46, theme.muted, theme.panel)
    sheet.write(fulfilments.worth_text(objective), WORTH, right, box.top + 46, theme.gold_text, theme.panel, "r")
    words = _(objective.text)
    lines = text.wrap(f"{words[0].upper()}{words[1:]}", BODY, right - x)[:2]
    y = box.top + 46
    for line in lines:
        y += LINE
        sheet.write(line, BODY, x, y, theme.muted, theme.panel)
    told = fulfilments.progress_text(view, objective, seat)
    ink = theme.gold_text if fulfilments.seat_fulfilment(view, objective, seat).times else theme.ink
    words, style = text.fit(f"{told[0].upper()}{told[1:]}", NOTE, right - x)
    sheet.write(words, style, x, box.bottom - 20, ink, theme.panel)


def hand_lines(view: View) -> list[str]:
    """Return a line for each of the viewer's private Objectives and the public ones, with the viewer's progress."""
    return [_hand_line(view, objective, is_private) for objective, is_private in _hand_cards(view)]


def _hand_line(view: View, objective: Objective, is_private: bool) -> str:
    told = {
        "objective": _(objective.name),
        "worth": fulfilments.worth_text(objective),
        "text": _(objective.text),
        "progress": fulfilments.progress_text(view, objective, view.viewer),
    }
    if is_private:
        return _("Own objective {objective} ({worth}): {text}; {progress}", **told)
    return _("Public objective {objective} ({worth}): {text}; {progress}", **told)


def _hand_cards(view: View) -> Sequence[tuple[Objective, bool]]:
    own = [(objective, True) for objective in fulfilments.private_cards(view, view.viewer)]
    return [*own, *((objective, False) for objective in fulfilments.public_cards(view))]


def _draw_panel(sheet: Sheet, box: header.Box) -> None:
    theme = sheet.theme
    card = header.panel(theme, box.right - box.left, box.bottom - box.top, theme.panel, theme.raised, 2)
    sheet.paste(card, box.left + card.centre_x, box.top + card.centre_y)


def _draw_scene(sheet: Sheet, objective: Objective, side: str, box: header.Box, size: tuple[int, int]) -> None:
    theme = sheet.theme
    scene = objective_scenes.picture(theme, objective, side, theme.panel, *size)
    sheet.paste(scene, box.left + 14 + size[0] // 2, (box.top + box.bottom) // 2)
