"""The legend of Hive Mind's pictures: kinds of shapes, types of cells, and signs."""

from engine.hive_mind.view import View
from render import legend, text
from render.hive_mind import alt_text, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.legend import Icon, Layout, Sign
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sprite
from render.text import Style

TITLE = "Legend"
PITCH = 140
LAYOUT = Layout(PITCH, PITCH * 8 // 7, 26, Style(34, 700))


def draw(view: View | None, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the legend and return it with its alt text.

    It is the same for every match, except that the title names the edition of the view.
    """
    signs = [Sign((_icon(shown),), name, meaning) for shown, name, meaning in _signs(theme)]
    edition = "" if view is None else alt_text.edition_title(view)
    sheet = legend.draw(signs, LAYOUT, (TITLE, alt_text.TITLE, edition), theme)
    return sheet, text.truncate(f"{TITLE}. {legend.describe(signs)}", ALT_LIMIT)


def _icon(shown: Face | Sprite) -> Icon:
    if isinstance(shown, Sprite):
        return shown
    return lambda sheet, x, y: honeycomb.draw_hex(sheet, PITCH, shown, x, y, _setting(shown))


def _setting(shown: Face) -> Setting:
    """Return the arrangement of a hex's contents: as on the own page if it has a value, else as on the board."""
    if shown.value:
        return honeycomb.GUESS
    if shown.eyes or shown.mark == honeycomb.CANDIDATE:
        return honeycomb.OWN
    return honeycomb.BOARD if shown.pips else honeycomb.PLAIN


def _signs(theme: HiveTheme) -> list[tuple[Face | Sprite, str, str]]:
    """Return the picture, name and meaning of each sign.

    Signs for the left column (mostly kinds) and for the right column (mostly hexes) alternate.
    """
    ground = theme.background
    tri, arc, line = (kinds.badge(theme, kind, 116, ground) for kind in kinds.KINDS)
    return [
        (tri, "Tri", kinds.MEANINGS["tri"]),
        (
            Face(letter="E", pips=2, earlier=(1,)),
            "Full",
            "Bright dots: shapes in the last round. Small ones: before.",
        ),
        (arc, "Arc", kinds.MEANINGS["arc"]),
        (
            Face(honeycomb.PAID, "F", 3, (2,)),
            "Paid out",
            "An odd number of shapes was here: worth nothing now.",
        ),
        (line, "Line", kinds.MEANINGS["line"]),
        (Face(honeycomb.COVERED, "A", kind="tri"), "Your shape", "In the colour of its kind."),
        (kinds.chip(theme, "arc", 2, ground), "Laid", "Here: two Arcs in one round."),
        (Face(letter="B", mark=honeycomb.CANDIDATE, kind="line"), "Can be tapped", "With the kind that would result."),
        (parts.double_chip(theme, "", ground), "Double", "Pays twice where a shape lies alone."),
        (Face(letter="B", eyes=("tri",)), "Clue", "One of your clues adds up its number."),
        (
            parts.block_chip(theme, "", ground),
            "Block",
            "A point for a full hex with a rival's Double that pays nobody.",
        ),
        (Face(letter="D", value="2", is_certain=True), "Certain", "Your clues leave no other number."),
        (parts.ready_mark(theme, True, ground), "Ready", "May still be reopened."),
        (Face(letter="F", value="3"), "Guess", "Your guess of its number."),
        (parts.ready_mark(theme, False, ground), "Still to lay", "Not handed in yet."),
        (Face(mark=honeycomb.SCORED, digit="3"), "Gold rim", "At the end: the hex scored."),
    ]
