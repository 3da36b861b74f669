"""The legend of Monster Hex's pictures: factions, pieces, hexes, marks."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.monster_hex.content import FACTIONS
from engine.monster_hex.view import View
from render import header, text
from render.monster_hex import board, emblems, preview, stones, targets, tiles
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import Theme

TITLE = "What the signs mean"
PITCH = 140
BADGE = 100
NAME = Style(32, 700)
MEANING = Style(28, 500)
LINE = 36
ROW_GAP = 28
GAP = 24
SIGNS = {
    "red": "mask, plain",
    "blue": "trident, bars",
    "yellow": "sun, dots",
    "green": "leaf, chevrons",
}
OVERWHELM = "With twice the other’s power the first takes both."


class Sign(NamedTuple):
    """An entry of the legend: sprites drawn on top of each other, their name and meaning."""

    sprites: Sequence[Sprite]
    name: str
    meaning: str


def draw(view: View | None, theme: Theme) -> tuple[Sheet, str]:
    """The legend and its alt text, for a view's factions and board, or for all of them."""
    known = [seat.faction for seat in view.seats if seat.faction] if view is not None else []
    factions = known or list(FACTIONS)
    signs = _signs(theme, factions, view is not None and view.board == 2)
    column = (WIDTH - 2 * MARGIN - GAP) // 2
    room = column - PITCH - GAP
    lines = [text.wrap(sign.meaning, MEANING, room) for sign in signs]
    rows = [max(_height(lines[left]), _height(lines[left + 1])) for left in range(0, len(signs), 2)]
    top = header.HEIGHT + 8
    sheet = Sheet(theme, top + BADGE + 40 + sum(rows) + ROW_GAP * len(rows) + MARGIN)
    header.draw_title(sheet, TITLE, "", "Monster Hex")
    _write_factions(sheet, factions, top)
    y = top + BADGE + 40 + ROW_GAP // 2
    for row, height in enumerate(rows):
        for side in (0, 1):
            index = 2 * row + side
            _write_sign(sheet, signs[index], lines[index], MARGIN + side * (column + GAP), y, height)
        y += height + ROW_GAP
    return sheet, _alt(factions, signs)


def _height(lines: Sequence[str]) -> int:
    return max(PITCH * 8 // 7, (len(lines) + 1) * LINE)


def _write_factions(sheet: Sheet, factions: Sequence[str], top: int) -> None:
    theme, width = sheet.theme, (WIDTH - 2 * MARGIN) // max(2, len(factions))
    for index, faction in enumerate(factions):
        x = MARGIN + index * width
        badge = emblems.badge(theme, faction, faction[0].upper(), theme.background, BADGE)
        sheet.paste(badge, x + BADGE // 2, top + BADGE // 2 + 8)
        x += BADGE + 14
        sheet.write(faction.capitalize(), NAME, x, top + 34, theme.ink, theme.background)
        for line, words in enumerate(SIGNS[faction].split(", ")):
            sheet.write(words, MEANING, x, top + 34 + LINE * (line + 1), theme.muted, theme.background)


def _write_sign(sheet: Sheet, sign: Sign, lines: Sequence[str], x: int, top: int, height: int) -> None:
    theme, middle = sheet.theme, top + height // 2
    for sprite in sign.sprites:
        sheet.paste(sprite, x + PITCH // 2, middle)
    y = middle - (len(lines) + 1) * LINE // 2 + 27
    sheet.write(sign.name, NAME, x + PITCH + GAP, y, theme.ink, theme.background)
    for line in lines:
        y += LINE
        sheet.write(line, MEANING, x + PITCH + GAP, y, theme.muted, theme.background)


def _signs(theme: Theme, factions: Sequence[str], two_players: bool) -> list[Sign]:
    one, other = factions[0], factions[-1]
    mine = tiles.monster(theme, PITCH, one, "A", False, (2, 3, 1, 5, 2, 4))
    newest = tiles.monster(theme, PITCH, other, "B", True, (3, 1, 4, 2, 2, 5))
    large, small = ((6, "blue"), (3, "yellow")), ((7, "red"), (4, "green"))
    picks = "Most power picks a value, the next gets the other; +2 in one’s own colour."
    taken = ((6, one), (4, other))
    return [
        Sign((mine,), "Monster", "A power for each edge. Colour, pattern and emblem say whose it is."),
        Sign((board.empty_cell(theme, PITCH, "C4", False),), "Free hex", "Named by row and number from the left."),
        Sign(
            (_ranks(theme),), "Rank", "S, A, B, C: the higher breaks ties at a Small Stone. Red is square, black round."
        ),
        Sign((board.empty_cell(theme, PITCH, "E6", True),), "Start hex", "For the first tile, and when no tile fits."),
        Sign(
            (stones.large_stone(theme, PITCH, "C5", large, False),),
            "Large Stone",
            f"{picks} {OVERWHELM}" if two_players else picks,
        ),
        Sign(
            (newest, tiles.ring(theme, PITCH, theme.ink)),
            "Bold outline",
            "The newest tile, and the stones it captured. Thin and grey: the others’ newest.",
        ),
        Sign(
            (stones.large_stone(theme, PITCH, "E4", small, True),),
            "Demon King Stone",
            "Being first here wins a tie at the end.",
        ),
        Sign(
            (targets.target_hex(theme, PITCH, "F4", False, one, 6),),
            "Coloured outline",
            "Where the chosen tile may go; +n: points it would take.",
        ),
        Sign((stones.small_stone(theme, PITCH, "A1", 1),), "Small Stone", "1 point for the most power around it."),
        Sign(
            (_facing(theme, one, other), preview.match_link(theme, PITCH, 0, 4)),
            "Match",
            "Equal powers that face each other. A new tile needs one.",
        ),
        Sign(
            (stones.captured_stone(theme, PITCH, "G5", taken, False, False),),
            "Captured stone",
            "Who took how much of it.",
        ),
        Sign(
            (header.gain_badge(theme, "+6?", theme.sides[one]),),
            "Points",
            "Taken just now, or in a preview to be taken; ? where somebody picks a value.",
        ),
    ]


def _ranks(theme: Theme) -> Sprite:
    size, away = 56, 36
    sketch = Sketch(theme, PITCH, PITCH, theme.background)
    sketch.box(0, 0, size * 2.5, size * 1.6, theme.sides["none"].deep, 10)
    sketch.box(-away, 0, size, size, theme.paper, 8)
    sketch.circle(away, 0, size * 0.54, theme.paper)
    style = Style(40, 800)
    return sketch.finish([Letter("S", style, -away, 0, theme.red_rank), Letter("A", style, away, 0, theme.print)])


def _facing(theme: Theme, *factions: str) -> Sprite:
    """The facing sides of two Monsters."""
    width, height, apart = 64, 96, 3
    sketch = Sketch(theme, PITCH, height, theme.background)
    for side, faction in zip((-1, 1), factions, strict=True):
        sketch.box(side * (width / 2 + apart), 0, width, height, theme.sides[faction].main, 8)
    return sketch.finish()


def _alt(factions: Sequence[str], signs: Sequence[Sign]) -> str:
    patterns = "; ".join(f"{faction} {SIGNS[faction]}" for faction in factions)
    meanings = " ".join(f"{sign.name}: {sign.meaning}" for sign in signs)
    return text.truncate(f"{TITLE}. Factions: {patterns}. {meanings}", ALT_LIMIT)
