"""The page of a hint, and its reason: the chances to hit and to be hit on the hex in question."""

from collections.abc import Sequence
from dataclasses import replace

from cogs.hex_battle_wars import turns
from cogs.hex_battle_wars.commands import typed_page
from cogs.hex_battle_wars.phrases import describe_action
from cogs.ui.kit.composing import BUTTON_OTHER_MOVE, FIRST_PAGE
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN, button, rows_of_buttons
from cogs.ui.texts.texts import BUTTON_CONFIRM
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import QuickPick, judge_hex
from engine.hex_battle_wars.view import View
from render.text import pluralize
from tables.viewer import TableView


def propose(table: TableView, actions: Sequence[str]) -> Page | None:
    """Build the page of a hint of one action in a turn: *Confirm* names it, and the words stand below the picture.

    None for any other hint.
    """
    if len(actions) != 1 or table.view.phase != "turn":
        return None
    (action,) = actions
    words = describe_action(action)
    if action == turns.ROLL:
        words = f"Roll {turns.name_roll(table.view)}"
    found = typed_page(table, action)
    page = turns.page(table, *(found or (FIRST_PAGE, ())), confirm=True)
    buttons = [
        button(f"{BUTTON_CONFIRM}: {words[0].lower()}{words[1:]}", page_id(table, "do", action), GREEN),
        button(BUTTON_OTHER_MOVE, page_id(table, FIRST_PAGE)),
    ]
    above, below = (page.text, f"**{words}.**") if found is None else ("", page.text)
    return replace(page, text=above, below=below, rows=rows_of_buttons(buttons), final_action=None)


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reason for a hint in a sentence; empty if nothing is known that the page doesn't show."""
    view: View = table.view
    match actions[0].split():
        case ["move", label, *_]:
            return _explain_place(judge_hex(view, view.viewer, label))
        case ["roll"]:
            return _explain_roll(view, judge_hex(view, view.viewer))
        case ["appear"]:
            return "Invisible, you can't attack."
        case ["vanish", *_]:
            here = judge_hex(view, view.viewer)
            return "" if here is None or here.exposed is None else f"Here they hit you with {here.exposed} %."
        case ["attack", *_]:
            found = sorted((odds.damage, odds.action) for odds in targets(view))
            is_best = len(found) > 1 and found[-1][0] > found[-2][0] and found[-1][1] == actions[0]
            return f"Of {len(found)} targets, it loses most on average: {found[-1][0]:.1f} HP." if is_best else ""
        case _:
            return ""


def _explain_place(there: QuickPick | None) -> str:
    if there is None:
        return ""
    if there.exposed is None:
        far = f", and the nearest is {pluralize(there.distance, 'hex')} away" if there.distance else ""
        return f"Nobody sees you there{far}."
    shot = "" if there.hits is None else f"you hit with {there.hits} %, and "
    return f"There {shot}they hit you with {there.exposed} %."


def _explain_roll(view: View, here: QuickPick | None) -> str:
    if here is None or view.seats[view.viewer].tiles:
        return ""
    return "Nobody is in sight from here." if here.hits is None else f"From here you hit with {here.hits} % at best."
