"""The legend of Hex Battle Wars, which explains the signs in its pictures."""

from typing import Final

from engine.hex_battle_wars.view import View
from language.messages import N_, _
from render import legend, text
from render.hex_battle_wars import ground, naming, signs, tokens
from render.hex_battle_wars.themes import BattleTheme
from render.legend import Layout, Sign
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sprite
from render.text import Style

TITLE: Final = N_("Legend")
PIECE: Final = 84
COLUMN: Final = 74
PATCH: Final = 96
"""Distance between columns that belongs to the meadow under pieces and signs, in pixels."""
LAYOUT: Final = Layout(132, 132, 24, Style(34, 700), line_margin=16)


def draw(view: View | None, theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw the legend and return it with its alt text.

    The signs are the same for every game; only the heading shows the view's round.
    """
    signs_of_game = _signs(theme)
    heading = _(TITLE), _(naming.TITLE), "" if view is None else naming.format_round(view)
    sheet = legend.draw(signs_of_game, LAYOUT, heading, theme)
    return sheet, text.truncate(f"{heading[0]}. {legend.describe(signs_of_game)}", ALT_LIMIT)


def _signs(theme: BattleTheme) -> list[Sign]:
    red, blue = naming.find_side(0), naming.find_side(1)
    back, ink = theme.background, theme.muted

    def icon(name: str) -> Sprite:
        return signs.icon(theme, name, 76, ink, back)

    def token(sprite: Sprite, plate: Sprite, tab: Sprite | None = None) -> list[legend.Icon]:
        icons: list[legend.Icon] = [meadow, sprite, _move(plate, 0, round(PIECE * 0.36))]
        return icons if tab is None else [*icons, _move(tab, -round(PIECE * 0.3), -round(PIECE * 0.42))]

    meadow = ground.meadow(theme, PATCH, theme.grounds[1])
    plates = [tokens.name_plate(theme, PIECE, side, letter, 72) for side, letter in (("red", "A"), ("blue", "B"))]
    tiles = [tokens.tile_plate(theme, PIECE, "blue", "B", number, number == "2") for number in "12"]
    tab = tokens.tab(theme, PIECE, 2)
    return [
        Sign(
            token(tokens.character(theme, PIECE, red), plates[0], tab),
            _("Character"),
            _("Letter, health, and the height it stands on."),
        ),
        Sign(
            token(tokens.character(theme, PIECE, blue, True), plates[1]), _("White ring"), _("This character acts now.")
        ),
        Sign(
            token(tokens.tile(theme, PIECE, blue), tiles[0]),
            _("Hidden"),
            _("One of three tiles: one is real, two are ghosts."),
        ),
        Sign(
            token(tokens.tile(theme, PIECE, blue, real=True), tiles[1]),
            _("Your real tile"),
            _("Only you see which one it is."),
        ),
        Sign([ground.block(theme, COLUMN, 1)], _("A block"), _("One level up or down a step. It blocks sight.")),
        Sign(
            [ground.block(theme, COLUMN, 3)], _("High ground"), _("+1 to hit for each level you are higher, −1 lower.")
        ),
        Sign([ground.hazard(theme, COLUMN, "w")], _("Water"), _("Costs 2 to enter. Roll at least 2 to leave.")),
        Sign([ground.hazard(theme, COLUMN, "q")], _("Quicksand"), _("Costs 3 to enter. Roll at least 3 to leave.")),
        Sign([icon(tokens.HEART)], _("Health"), _("At 0 a character is out.")),
        Sign([icon(tokens.SHIELD)], _("Armour"), _("A d20 plus modifiers must reach it to hit.")),
        Sign([icon(tokens.HOOD)], _("Invisibility"), _("A d10 must reach it to vanish, and to stay invisible.")),
        Sign(
            [signs.die(theme, 20, "17", 84, theme.bone, back)],
            _("Attack"),
            _("d20 − distance + height vs armour."),
        ),
        Sign([meadow, signs.burst(theme, "−11", 46)], _("Damage"), _("A d16. A 20 always hits, for double.")),
        Sign(
            [meadow, _move(signs.pin(theme, "1", 30, theme.sides["red"].tint), 0, 34)],
            _("Quick pick"),
            _("A hex worth a look, listed below the board."),
        ),
        Sign(
            [signs.cross(theme, 34, theme.grounds[1])], _("Out of sight"), _("A block there hides somebody from you.")
        ),
        Sign(
            [meadow, signs.dot(theme, 22, theme.sides["red"].main, theme.sides["red"].main)],
            _("Ring and line"),
            _("The last move began at the ring."),
        ),
    ]


def _move(sprite: Sprite, across: int, down: int) -> Sprite:
    """Return a sprite that is pasted at an offset in pixels from where it would be."""
    moved = tuple(each.shift_by(across, down) for each in sprite.written)
    return sprite._replace(centre_x=sprite.centre_x - across, centre_y=sprite.centre_y - down, written=moved)
