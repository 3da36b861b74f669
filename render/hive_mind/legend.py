"""The legend of Hive Mind's pictures: kinds of shapes, types of cells, and signs."""

from engine.hive_mind.view import View
from render import legend, text
from render.hive_mind import alt_text, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face
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
    return lambda sheet, x, y: honeycomb.draw_hex(sheet, PITCH, shown, x, y)


def _signs(theme: HiveTheme) -> list[tuple[Face | Sprite, str, str]]:
    """Return the picture, name and meaning of each sign.

    Signs for the left column (mostly kinds) and for the right column (mostly cells) alternate.
    """
    ground = theme.background
    tri, arc, line = (kinds.badge(theme, kind, 116, ground) for kind in kinds.KINDS)
    looked = Face(mark=honeycomb.LOOKED, kind="tri", middle="B")
    return [
        (tri, "Tri", kinds.MEANINGS["tri"]),
        (Face(level=2, top="E", middle="2", foot="1"), "Full", "Large: shapes on it now. Small: in earlier rounds."),
        (arc, "Arc", kinds.MEANINGS["arc"]),
        (
            Face(honeycomb.CLEARED, top="F", middle="3", foot="2"),
            "Cleared",
            "An odd number of shapes was here: worth 0.",
        ),
        (line, "Line", kinds.MEANINGS["line"]),
        (Face(mark=honeycomb.COVERED, kind="tri", middle="A"), "Your shape", "In the colour of its kind."),
        (kinds.chip(theme, "arc", 3, ground), "Played", "Here: three Arcs in one round."),
        (looked, "Looked at", "Your hint includes its starting value."),
        (parts.double_chip(theme, "", ground), "Double", "Scores twice where a shape lies alone."),
        (Face(digit="3", middle="F"), "Guess", "Your guess of its value."),
        (parts.block_chip(theme, "", ground), "Block", "A point for each even hex that a doubler is on."),
        (Face(mark=honeycomb.SCORED, level=5, middle="3"), "Gold rim", "At the end: the hex scored."),
        (parts.ready_mark(theme, True, ground), "Ready", "May still be reopened."),
        (parts.ready_mark(theme, False, ground), "Thinking", "Not handed in yet."),
    ]
