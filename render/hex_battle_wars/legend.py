"""The legend of the signs in the pictures of Hex Battle Wars."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.hex_battle_wars.view import View
from render import header, text
from render.hex_battle_wars import figures, ground, naming
from render.hex_battle_wars.themes import BattleTheme, reach_fill
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style

TITLE: Final = "Legend"
ICON: Final = 132
PIECE: Final = 92
COLUMN: Final = 74
NAME: Final = Style(34, 700)
MEANING: Final = Style(28, 500)
LINE: Final = 36
GAP: Final = 24


class Sign(NamedTuple):
    """An entry of the legend: a sprite, its name and meaning."""

    icon: Sprite
    name: str
    meaning: str


def draw(view: View | None, theme: BattleTheme) -> tuple[Sheet, str]:
    """The legend and its alt text, the same for every table."""
    signs = _signs(theme)
    room = (WIDTH - 2 * MARGIN - GAP) // 2
    lines = [text.wrap(sign.meaning, MEANING, room - ICON - GAP) for sign in signs]
    heights = [max(ICON, (len(each) + 1) * LINE + 16) for each in lines]
    rows = [max(heights[at : at + 2]) for at in range(0, len(signs), 2)]
    sheet = Sheet(theme, header.HEIGHT + sum(rows) + GAP * len(rows) + MARGIN)
    header.draw_title(sheet, TITLE, naming.TITLE, "" if view is None else naming.round_words(view))
    y = header.HEIGHT
    for row, height in enumerate(rows):
        for aside in (0, 1):
            index = 2 * row + aside
            if index < len(signs):
                _write(sheet, signs[index], lines[index], MARGIN + aside * (room + GAP), y + height // 2)
        y += height + GAP
    meanings = " ".join(f"{sign.name}: {sign.meaning}" for sign in signs)
    return sheet, text.truncate(f"{TITLE}. {meanings}", ALT_LIMIT)


def _write(sheet: Sheet, sign: Sign, lines: Sequence[str], x: int, middle: int) -> None:
    theme = sheet.theme
    sheet.paste(sign.icon, x + ICON // 2, middle)
    y = middle - (len(lines) + 1) * LINE // 2 + 27
    sheet.write(sign.name, NAME, x + ICON + GAP, y, theme.ink, theme.background)
    for line in lines:
        y += LINE
        sheet.write(line, MEANING, x + ICON + GAP, y, theme.muted, theme.background)


def _signs(theme: BattleTheme) -> list[Sign]:
    red, blue = naming.side_of(0), naming.side_of(1)
    back, ink = theme.background, theme.muted

    def icon(name: str) -> Sprite:
        return figures.icon_on(theme, name, 76, ink, back)

    return [
        Sign(
            figures.character(theme, PIECE, red, "A", 2), "Character", "Its seat’s letter, and the level it stands on."
        ),
        Sign(figures.character(theme, PIECE, blue, "T", 0, True), "White ring", "This one acts now."),
        Sign(figures.tile(theme, PIECE, blue, "1", "T"), "Hidden", "One of three tiles. One is real, two are ghosts."),
        Sign(figures.tile(theme, PIECE, blue, "2", "T", True), "Your real tile", "Only you see which one it is."),
        Sign(ground.cell(theme, COLUMN, "1"), "Block", "One level up or down a step. It blocks sight."),
        Sign(ground.cell(theme, COLUMN, "3"), "High ground", "+1 to hit for each level you are higher, −1 lower."),
        Sign(ground.cell(theme, COLUMN, "w"), "Water", "Entering costs 2. To leave it, roll at least 2."),
        Sign(ground.cell(theme, COLUMN, "q"), "Quicksand", "Entering costs 3. To leave it, roll at least 3."),
        Sign(icon(figures.HEART), "Health", "At 0 a character is out."),
        Sign(icon(figures.SHIELD), "Armour", "A d20 with its modifiers must reach it to hit."),
        Sign(icon(figures.HOOD), "Hiding", "A d10 must reach it to hide, and to stay hidden."),
        Sign(figures.pips(theme, "red", 2, 3, back), "Passes", "Turns you may still skip."),
        Sign(
            figures.die(theme, 20, "17", 84, theme.bone, back), "Attack", "d20 − distance + height, against the armour."
        ),
        Sign(figures.burst(theme, "−11", 52), "Damage", "A d16; doubled on a natural 20."),
        Sign(
            ground.cell(theme, COLUMN, ".", reach_fill(theme, theme.sides["blue"])), "Lit hex", "You can choose it now."
        ),
        Sign(
            figures.dot(theme, 22, theme.sides["red"].main, theme.sides["red"].deep),
            "Ring and line",
            "The last move began at the ring.",
        ),
    ]
