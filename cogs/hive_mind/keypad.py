"""The keypad of a hive: its hexes as buttons, tapped one by one until they form a shape.

Each button carries the taps after its press, so that a repeated press changes nothing. One or two taps are stored as a
draft; the third lays the shape, which is logged as pending and may be replaced until the round closes (HM-5).
"""

from typing import Any

from discord import ui

from cogs.hive_mind import phrases
from cogs.hive_mind.private import odds_button
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, BUTTON_BACK, GREEN, GREY, Row, button
from cogs.ui.messages.pause_block import due_lines
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import View
from language.messages import N_, _, list_and, list_or
from render.hive_mind import PAINTER
from tables.viewer import TableView

ROWS = ("ABC", "DEFG", "HIJ", "KL")
"""The rows of a hive (HM-1), and of its keypad."""
NO_TAPS = "-"
"""The detail of a custom id that stands for no taps."""
HEXES = 3
"""Number of hexes of every shape (HM-3)."""
TICK = "✓"
WIDE, NARROW = "\u2003", "\u2002"
"""An em space and an en space, which pad the labels of keys so that a tap moves no key."""
SHAPE_TELLS = N_("-# Round 1 brings no points, only your clue.")
PAGES = frozenset({"hive", "restart", "taps"})
"""Names of the pages and presses of a keypad."""
FORMER_PAGES = frozenset({"kinds", "lay", "over", "shape", "unshape"})
"""Names on buttons and selects of earlier versions, which open the first page."""


def press(table: TableView, name: str, details: tuple[str, ...]) -> Press | None:
    """Return the effect of a press on a keypad, or None if the press only opens a page."""
    match name, details:
        case "taps", (hive, taps) if hive in preview.open_hives(table.view) and _is_possible(table, hive, taps):
            return _press_hex(table, hive, "" if taps == NO_TAPS else taps)
        case "restart", (hive,) if hive in preview.open_hives(table.view):
            return _press_hex(table, hive, "")
        case _:
            return None


def _is_possible(table: TableView, hive: str, taps: str) -> bool:
    """Return whether taps are none, or hexes that are a shape or can become one that the viewer may play."""
    letters = "" if taps == NO_TAPS else taps
    if set(letters) - set(LETTERS) or len(set(letters)) < len(letters):
        return False
    return preview.parse_shape(letters) is not None or bool(_tappable(table, hive, letters))


def _press_hex(table: TableView, hive: str, letters: str) -> Press:
    """Return the effect of a press that leaves these taps: three lay the shape and open the next hive without one."""
    if len(letters) == HEXES:
        return Press((f"{hive}:{''.join(sorted(letters))}",), "move", draft=(_draft_name(hive), ""))
    cleared = () if preview.own_hive(table.view, hive).shape is None else (f"clear:{hive}",)
    return Press(cleared, "hive", (hive,), draft=(_draft_name(hive), letters))


def page(table: TableView, name: str, details: tuple[str, ...]) -> Page | None:
    """Return the page of an open hive's keypad, or None if the name is that of another page."""
    match name, details:
        case "hive" | "taps" | "restart", (hive, *_) if hive in preview.open_hives(table.view):
            return build_page(table, hive)
        case _:
            return None


def _draft_name(hive: str) -> str:
    return f"taps {hive}"


def find_taps(table: TableView, hive: str) -> str:
    """Return the letters tapped on an open hive: those of the pending shape, else those of the stored draft."""
    shape = preview.own_hive(table.view, hive).shape
    if shape is not None:
        return shape.letters
    drafted = table.drafts.get(_draft_name(hive), "")
    # another hive's shape may since have barred every shape over these hexes
    return drafted if len(drafted) < HEXES and _is_possible(table, hive, drafted) else ""


def _tappable(table: TableView, hive: str, taps: str) -> dict[str, tuple[str, ...]]:
    return preview.find_tappable_hexes(table.view, hive, taps)


def build_page(table: TableView, hive: str) -> Page:
    """Build the page of an open hive: the hive, its keys, and at most three other buttons and *Hint*.

    The question stands between the picture and the keys, since a phone shows only these together.
    """
    view: View = table.view
    taps, values = find_taps(table, hive), preview.own_hive(view, hive).guess or ""
    deduced = table.settings.own.get("notes") != "off"
    return Page(
        "\n".join([_explain_hive(view, hive), *due_lines(table, _("The round is {until}."))]),
        (*_key_rows(table, hive, taps), ui.ActionRow(*_controls(table, hive, taps))),
        lambda theme: PAINTER.taps(view, table.names, hive, taps, values, deduced, theme),
        below="\n".join([_ask(table, hive, taps), _explain_round(view)]),
    )


def _explain_round(view: View) -> str:
    """Return what the round brings: clues alone, or which hexes pay (HM-8, HM-9)."""
    if view.round % 3 == 1:
        return _(SHAPE_TELLS)
    odd = list_or([str(count) for count in range(1, len(view.seats) + 1, 2)])
    return _("-# A hex pays under {numbers} shapes, yours included.", numbers=odd)


def _ask(table: TableView, hive: str, taps: str) -> str:
    """Return the question above the keys, with the hive's name: the hexes tapped so far, or the shape that they are.

    With several hives, it counts them, and says which one is done.
    """
    name = phrases.hive_name(hive)
    if len(taps) == HEXES:
        name = name if len(table.view.hives) > 1 else _("Your shape")
        return _("**{hive}:** {hexes}. Tap a letter to take it back.", hive=name, hexes=list_and([*taps]))
    hives = preview.open_hives(table.view)
    missing = preview.find_missing(table.view)
    done = [each for each in hives if each not in missing]
    place = (
        _("{hive} ({number} of {hives})", hive=name, number=len(done) + 1, hives=len(hives))
        if len(hives) > 1
        else _("Lay a shape")
    )
    if taps:
        return _("**{hive}:** {hexes} and …", hive=place, hexes=", ".join(taps))
    if done:
        return _("**{done} done. Now {hive}:** tap three letters.", done=phrases.hive_name(done[-1]), hive=place)
    return _("**{hive}:** tap three letters below.", hive=place)


def _explain_hive(view: View, hive: str) -> str:
    """Return the hexes that paid the viewer on a hive, or the kinds that they may play there now (HM-7).

    The picture shows the clues.
    """
    hints = preview.own_hive(view, hive).hints
    if hints and (paid := phrases.find_paid_hexes(view, hive, hints[-1])):
        return _("**Round {number}** paid you for {hexes} here.", number=hints[-1].round, hexes=list_and([*paid]))
    if preview.needs_three_kinds(view):
        return phrases.explain_three_kinds(view)
    kinds = [_(phrases.KIND_NAMES[kind]) for kind in preview.possible_kinds(view, hive)]
    return _("Still to play here: {kinds}.", kinds=list_or(kinds))


def _key_rows(table: TableView, hive: str, taps: str) -> list[Row]:
    possible = _tappable(table, hive, taps)
    return [ui.ActionRow(*[_key(table, hive, taps, letter, possible) for letter in row]) for row in ROWS]


def _key(
    table: TableView, hive: str, taps: str, letter: str, possible: dict[str, tuple[str, ...]]
) -> ui.Button[ui.LayoutView]:
    """Build the key of a hex: it adds the hex to the taps, takes it back, or is disabled."""
    if letter in taps:
        left = taps.replace(letter, "") or NO_TAPS
        return button(f"{NARROW}{letter} {TICK}{NARROW}", page_id(table, "taps", hive, left), GREEN)
    style = BLUE if letter in possible else GREY
    key = button(f"{WIDE}{letter}{WIDE}", page_id(table, "taps", hive, taps + letter), style)
    key.disabled = letter not in possible
    return key


def _controls(table: TableView, hive: str, taps: str) -> list[ui.Button[Any]]:
    restart = button(_("Start again"), page_id(table, "restart", hive))
    restart.disabled = not taps
    if len(table.view.hives) > 1:
        others = [button(_(phrases.BUTTON_HIVES), page_id(table, "hives"))]
    else:
        # a complete shape was opened again from the page with Ready
        others = [button(_(BUTTON_BACK), page_id(table, "hives"))] if len(taps) == HEXES else []
    return [restart, *odds_button(table, hive), *others]


def describe_taps(table: TableView, hive: str) -> str:
    """Describe one or two taps on a hive without a shape, such as "E and I tapped"; empty if there are none."""
    taps = find_taps(table, hive)
    return _("{hexes} tapped", hexes=list_and([*taps])) if taps and len(taps) < HEXES else ""
