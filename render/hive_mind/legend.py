"""The legend of Hive Mind's pictures: kinds of shapes, types of cells, and signs."""

from itertools import zip_longest

from engine.hive_mind.view import View
from language.messages import N_, _
from render import legend, text
from render.hive_mind import alt_text, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.legend import Icon, Layout, Sign
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sprite
from render.text import Style

TITLE = N_("Legend")
PITCH = 140
LAYOUT = Layout(PITCH, PITCH * 8 // 7, 26, Style(34, 700))


def draw(view: View | None, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the legend and return it with its alt text.

    The title names the edition of the view. A first game has fewer signs.
    """
    signs = [Sign((_icon(shown),), name, meaning) for shown, name, meaning in _signs(theme, view)]
    edition = "" if view is None else alt_text.edition_title(view)
    sheet = legend.draw(signs, LAYOUT, (_(TITLE), _(alt_text.TITLE), edition), theme)
    return sheet, text.truncate(f"{_(TITLE)}. {legend.describe(signs)}", ALT_LIMIT)


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


def _signs(theme: HiveTheme, view: View | None) -> list[tuple[Face | Sprite, str, str]]:
    """Return the picture, name and meaning of each sign; a first game has no Double, Block and guess (HM-16).

    Signs for the left column (mostly kinds) and for the right column (mostly hexes) alternate.
    """
    ground, has_more = theme.background, view is None or not view.parameters.shapes_only
    badges = (kinds.badge(theme, kind, 116, ground) for kind in kinds.KINDS)
    block = _("A point for a full hex with a rival's Double that pays nobody.")
    abilities: list[tuple[Face | Sprite, str, str]] = [
        (parts.double_chip(theme, "", ground), _("Double"), _("Pays twice where a shape lies alone.")),
        (parts.block_chip(theme, "", ground), _("Block"), block),
    ]
    left: list[tuple[Face | Sprite, str, str]] = [
        *(
            (shown, kinds.kind_name(kind), _(kinds.MEANINGS[kind]))
            for kind, shown in zip(kinds.KINDS, badges, strict=True)
        ),
        (kinds.chip(theme, "arc", 2, ground), _("Laid"), _("Here: two Arcs in one round.")),
        *(abilities if has_more else ()),
        (parts.ready_mark(theme, True, ground), _("Ready"), _("May still be reopened.")),
        (parts.ready_mark(theme, False, ground), _("Still to lay"), _("Not handed in yet.")),
    ]
    right: list[tuple[Face | Sprite, str, str]] = [
        (
            Face(letter="E", pips=2, earlier=(1,)),
            _("Full"),
            _("Bright dots: shapes in the last round. Small ones: before."),
        ),
        (Face(honeycomb.PAID, "F", 3, (2,)), _("Paid out"), _("An odd number of shapes was here: worth nothing now.")),
        (Face(honeycomb.COVERED, "A", kind="tri"), _("Your shape"), _("In the colour of its kind.")),
        (
            Face(letter="B", mark=honeycomb.CANDIDATE, kind="line"),
            _("Can be tapped"),
            _("With the kind that would result."),
        ),
        (Face(letter="B", eyes=("tri",)), _("Clue"), _("One of your clues adds up its number.")),
        (Face(letter="D", value="2", is_certain=True), _("Certain"), _("Your clues leave no other number.")),
        *([(Face(letter="F", value="3"), _("Guess"), _("Your guess of its number."))] if has_more else ()),
        (Face(mark=honeycomb.SCORED, digit="3"), _("Gold rim"), _("At the end: the hex scored.")),
    ]
    return [sign for pair in zip_longest(left, right) for sign in pair if sign is not None]
