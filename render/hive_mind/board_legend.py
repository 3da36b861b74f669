"""The legend of the public board: pips, paid out hexes, and the kinds of shapes."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from engine.hive_mind.view import View
from language.messages import _
from render import text
from render.header import Box
from render.hive_mind import honeycomb, kinds
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.picture import Sheet
from render.text import Style

WORDS = Style(32, 500, label=True)
SMALLEST = 24
PITCH = 56
GAP = 28
ROW = 62
TWO_ROUNDS = 2
KIND_NAME = Style(32, 650)
KIND_SIGN, KIND_GAP = 68, 16
"""Room for a kind's sign, and the gap between two kinds, in pixels."""
SETTING = Setting(letter=0.42, pips_y=0.1, pip=1.6)

Draw: TypeAlias = Callable[[Sheet[HiveTheme], int, int], int]
"""A function that draws a sign at (x, y), its left edge and its middle, and returns its width in pixels."""


class Entry(NamedTuple):
    """An entry of the legend: the function that draws its sign, the sign's width in pixels, and its meaning."""

    draw: Draw
    width: int
    words: str


def list_signs(view: View) -> list[Entry]:
    """Return the entries of the legend: pips of the rounds so far, paid out hexes, and the kinds of shapes."""
    rounds = max((len(hive.rounds) for hive in view.hives if hive.open), default=0)
    rounds = rounds or max(len(hive.rounds) for hive in view.hives)
    if not rounds:
        full, paid = _("full: hides 1, 2 or 3"), _("paid out, worth nothing")
        return [_hexes([Face()], full), _hexes([Face(honeycomb.PAID)], paid)]
    words = _("shapes in round {number}", number=rounds)
    if rounds > 1:
        earlier = _("small: before") if rounds > TWO_ROUNDS else _("small: round 1")
        words = f"{words} · {earlier}"
    return [
        _hexes([Face(pips=2, earlier=(2,) if rounds > 1 else ())], words),
        _hexes([Face(honeycomb.PAID)], _("paid out, worth nothing")),
        Entry(_draw_kind_signs, _kind_signs_width(), _("kinds laid")),
    ]


def _hexes(shown: Sequence[Face], words: str) -> Entry:
    def draw_sign(sheet: Sheet[HiveTheme], x: int, y: int) -> int:
        for index, face in enumerate(shown):
            centre = x + PITCH // 2 + index * (PITCH + 8)
            honeycomb.draw_hex(sheet, PITCH, face, centre, y, SETTING)
        return width

    width = len(shown) * (PITCH + 8) - 8
    return Entry(draw_sign, width, words)


def _kind_signs_width() -> int:
    return sum(KIND_SIGN + text.width(kinds.kind_name(kind), KIND_NAME) + KIND_GAP for kind in kinds.KINDS) - KIND_GAP


def _draw_kind_signs(sheet: Sheet[HiveTheme], x: int, y: int) -> int:
    theme = sheet.theme
    for kind in kinds.KINDS:
        sign = kinds.bare_sign(theme, kind, theme.background)
        sheet.paste_opaque(sign, x + KIND_SIGN // 2 - 2, y)
        ink = theme.ink if theme.is_light else theme.kinds[kind].main
        x += KIND_SIGN
        x += sheet.write(kinds.kind_name(kind), KIND_NAME, x, y + 11, ink, theme.background) + KIND_GAP
    return _kind_signs_width()


def arrange(signs: Sequence[Entry], room: int) -> list[list[Entry]]:
    """Arrange the entries of the legend in rows that are at most `room` pixels wide."""
    rows: list[list[Entry]] = []
    x = 0
    for sign in signs:
        wide = sign.width + 14 + text.width(sign.words, WORDS)
        if not rows or x + wide > room:
            rows.append([])
            x = 0
        rows[-1].append(sign)
        x += wide + GAP
    return rows


def draw(sheet: Sheet[HiveTheme], signs: Sequence[Entry], box: Box) -> None:
    """Draw the legend in rows, beginning at the top of a box."""
    theme, y = sheet.theme, box.top + ROW // 2
    for row in arrange(signs, box.right - box.left):
        x = box.left
        for sign in row:
            x += sign.draw(sheet, x, y) + 14
            words, style = text.fit(sign.words, WORDS, box.right - x, SMALLEST)
            if words != sign.words:
                # The names of the kinds may take the whole width; their signs are enough.
                continue
            x += sheet.write(words, style, x, y + 11, theme.muted, theme.background) + GAP
        y += ROW
