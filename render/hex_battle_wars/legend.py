"""The legend of Hex Battle Wars, which explains the signs in its pictures."""

from typing import Final

from engine.hex_battle_wars.view import View
from render import legend, text
from render.hex_battle_wars import figures, ground, naming
from render.hex_battle_wars.themes import BattleTheme, reach_fill
from render.legend import Layout, Sign
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sprite
from render.text import Style

TITLE: Final = "Legend"
PIECE: Final = 92
COLUMN: Final = 74
LAYOUT: Final = Layout(132, 132, 24, Style(34, 700), line_margin=16)


def draw(view: View | None, theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw the legend and return it with its alt text.

    The signs are the same for every game; only the heading shows the view's round.
    """
    signs = [Sign((icon,), name, meaning) for icon, name, meaning in _signs(theme)]
    sheet = legend.draw(signs, LAYOUT, (TITLE, naming.TITLE, "" if view is None else naming.format_round(view)), theme)
    return sheet, text.truncate(f"{TITLE}. {legend.describe(signs)}", ALT_LIMIT)


def _signs(theme: BattleTheme) -> list[tuple[Sprite, str, str]]:
    """Return the picture, name and meaning of each sign."""
    red, blue = naming.find_side(0), naming.find_side(1)
    back, ink = theme.background, theme.muted

    def icon(name: str) -> Sprite:
        return figures.draw_icon_sprite(theme, name, 76, ink, back)

    return [
        (figures.character(theme, PIECE, red, "A", 2), "Character", "With its seat’s letter and the level of its hex."),
        (figures.character(theme, PIECE, blue, "T", 0, True), "White ring", "This character acts now."),
        (figures.draw_tile(theme, PIECE, blue, "1", "T"), "Hidden", "One of three tiles: one is real, two are ghosts."),
        (figures.draw_tile(theme, PIECE, blue, "2", "T", True), "Your real tile", "Only you see which one it is."),
        (ground.cell(theme, COLUMN, "1"), "Block", "One level up or down a step. It blocks sight."),
        (ground.cell(theme, COLUMN, "3"), "High ground", "+1 to hit for each level you are higher, −1 lower."),
        (ground.cell(theme, COLUMN, "w"), "Water", "Costs 2 to enter. Roll at least 2 to leave."),
        (ground.cell(theme, COLUMN, "q"), "Quicksand", "Costs 3 to enter. Roll at least 3 to leave."),
        (icon(figures.HEART), "Health", "At 0 a character is out."),
        (icon(figures.SHIELD), "Armour", "A d20 plus modifiers must reach it to hit."),
        (icon(figures.HOOD), "Hiding", "A d10 must reach it to hide, and to stay hidden."),
        (figures.pips(theme, "red", 2, 3, back), "Passes", "Turns you can still skip."),
        (figures.die(theme, 20, "17", 84, theme.bone, back), "Attack", "d20 − distance + height, against the armour."),
        (figures.burst(theme, "−11", 52), "Damage", "A d16; doubled on a natural 20."),
        (ground.cell(theme, COLUMN, ".", reach_fill(theme, theme.sides["blue"])), "Lit hex", "You can choose it now."),
        (
            figures.dot(theme, 22, theme.sides["red"].main, theme.sides["red"].deep),
            "Ring and line",
            "The last move began at the ring.",
        ),
    ]
