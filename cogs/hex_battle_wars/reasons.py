"""The reason for a hint: the chances to hit and to be hit on the hex in question, computed from the view."""

from collections.abc import Sequence

from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import QuickPick, judge_hex
from engine.hex_battle_wars.view import View
from render.text import pluralize
from tables.viewer import TableView


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reason for a hint in a sentence; empty if nothing is known that the page doesn't show."""
    view: View = table.view
    match actions[0].split():
        case ["move", label, *_]:
            return _explain_place(judge_hex(view, view.viewer, label))
        case ["roll"]:
            return _explain_roll(view, judge_hex(view, view.viewer))
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
