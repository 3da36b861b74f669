"""The page of a hint, and its reason: the chances to hit and to be hit on the hex in question."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from cogs.hex_battle_wars import turns
from cogs.hex_battle_wars.commands import typed_page
from cogs.hex_battle_wars.marks import explain_target
from cogs.hex_battle_wars.phrases import describe_action
from cogs.ui.kit.composing import BUTTON_OTHER_MOVE, FIRST_PAGE
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN, Row, button, rows_of_buttons
from cogs.ui.texts.texts import BUTTON_CONFIRM
from engine.hex_battle_wars.picks import QuickPick, judge_hex
from engine.hex_battle_wars.view import View
from language.messages import _, ngettext
from tables.viewer import TableView


def propose(table: TableView, actions: Sequence[str]) -> Page | None:
    """Build the page of a hint of one action in a turn: *Confirm* names it, and the words stand below the picture.

    Before the roll and after the walk, the user stays on the turn's page with all its other buttons. None for any other
    hint.
    """
    if len(actions) != 1 or table.view.phase != "turn":
        return None
    (action,) = actions
    words = describe_action(action)
    if action == turns.ROLL:
        words = turns.name_roll(table.view)
    named = _("{button}: {action}", button=_(BUTTON_CONFIRM), action=f"{words[0].lower()}{words[1:]}")
    confirm = button(named, page_id(table, "do", action), GREEN)
    is_rolled = turns.turn_of(table.view).stage == "rolled"
    found = typed_page(table, action) if is_rolled else None
    page = turns.page(table, *(found or (FIRST_PAGE, ())), confirm=True)
    above, below = (page.text, f"**{words}.**") if found is None else ("", page.text)
    if is_rolled:
        rows = rows_of_buttons([confirm, button(_(BUTTON_OTHER_MOVE), page_id(table, FIRST_PAGE))])
    else:
        rows = (*rows_of_buttons([confirm]), *_remove_button(table, page, action))
    return replace(page, text=above, below=below, rows=rows, final_action=None)


def _remove_button(table: TableView, page: Page, action: str) -> list[Row]:
    """Return the rows of a turn's page without the button that makes the action or leads to it."""
    target = action.removeprefix("attack ").split()
    same = {page_id(table, action), page_id(table, "do", action), page_id(table, "strike", *target)}
    same |= {page_id(table, "spell")} if action == "vanish" else set()
    named = {str(each) for each in same}
    rows: list[Row] = []
    for row in page.rows:
        left = [each for each in row.children if not (isinstance(each, ui.Button) and each.custom_id in named)]
        rows += [ui.ActionRow(*left)] if left else []
    return rows


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reason for a hint in a sentence; empty if nothing is known that the page doesn't show."""
    view: View = table.view
    match actions[0].split():
        case ["move", label, *_]:
            return _explain_place(judge_hex(view, view.viewer, label))
        case ["roll"]:
            return _explain_roll(view, judge_hex(view, view.viewer))
        case ["appear"]:
            return _("Invisible, you can't attack.")
        case ["vanish", *_]:
            here = judge_hex(view, view.viewer)
            if here is None or here.exposed is None:
                return _("Of three tiles, only you know which one is you.")
            return _("Here they hit you with {percent} %.", percent=here.exposed)
        case ["attack", *_]:
            return explain_target(view, actions[0])
        case _:
            return ""


def _explain_place(there: QuickPick | None) -> str:
    if there is None:
        return ""
    if there.exposed is None:
        if not there.distance:
            return _("Nobody sees you there.")
        return ngettext(
            "Nobody sees you there, and the nearest is {number} hex away.",
            "Nobody sees you there, and the nearest is {number} hexes away.",
            there.distance,
        )
    if there.hits is None:
        return _("There they hit you with {percent} %.", percent=there.exposed)
    return _("There you hit with {hits} %, and they hit you with {percent} %.", hits=there.hits, percent=there.exposed)


def _explain_roll(view: View, here: QuickPick | None) -> str:
    if here is None or view.seats[view.viewer].tiles:
        return ""
    if here.hits is None:
        return _("Nobody is in sight from here.")
    return _("From here you hit with {percent} % at best.", percent=here.hits)
