"""Walking: the quick picks as pins, and the page of one hex with the enemies in sight from it.

A walk and the attack after it are confirmed together. In lessons and in *What if* they are two steps.
"""

from collections.abc import Sequence
from dataclasses import replace

from cogs.hex_battle_wars import attacking
from cogs.hex_battle_wars.choosing import build_confirmation, preview
from cogs.hex_battle_wars.phrases import describe_ground
from cogs.hex_battle_wars.pins import BUTTON_OTHER_HEX, build_pins_page, other_hex_button, pin_buttons, quick_picks_of
from cogs.hex_battle_wars.sight import summarize_sight
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BUTTON_BACK, Button, button
from engine.hex_battle_wars.odds import Odds, targets
from engine.hex_battle_wars.preview import after_walk, destination, destination_labels
from engine.hex_battle_wars.view import Turn, View
from engine.hex_battle_wars.viewing import match_of
from language.messages import N_, _, list_and
from tables.positions import DOT
from tables.viewer import TableView


def where_to(table: TableView, turn: Turn) -> Page:
    """Build the page for choosing a destination: a button for each quick pick, and a form for any other hex.

    A single destination is not asked for.
    """
    labels = destination_labels(table.view)
    if len(labels) == 1:
        return replace(go(table, labels[0], confirm=True), has_hint=False)
    picks = quick_picks_of(table)
    buttons = [*pin_buttons(table, picks, "go"), *other_hex_button(table, picks, "walk")]
    return build_pins_page(table, _("**You rolled {roll}. Where to?**", roll=turn.roll), picks, buttons)


def go(table: TableView, label: str, *, confirm: bool) -> Page:
    """Build the page of a destination: whom to attack from there, or, with nobody in sight, the walk to confirm.

    A single target is not asked for.
    """
    there = replace(table, view=after_walk(table.view, label))
    found = targets(there.view)
    if not found or DOT in table.row.id:
        return _confirm_walk(table, label, confirm=confirm)
    further = [button(_("Don't attack"), page_id(table, "do", f"move {label} end")), *_back(table)]
    if len(found) == 1:
        # walking alone is possible too, so that *Confirm* is asked for even of users who have turned it off
        return replace(_confirm_shot(table, label, found[0], further, confirm=True), final_action=None)
    title = N_("**Walk to {hex}, and attack whom?**")
    text = f"{_describe_walk(table, label, title, _ONLY_WALK_AND_WHOM)}\n{_(attacking.ENDS_TURN)}"
    return attacking.whom(there, text, "shoot", (label,), further)


def _confirm_walk(table: TableView, label: str, *, confirm: bool) -> Page:
    title = N_("**Walk to {hex}?**")
    text = f"{_describe_walk(table, label, title, _ONLY_WALK)}\n{summarize_sight(table, label)}"
    return build_confirmation(
        table, text, f"move {label}", _back(table), preview(table, f"move {label}"), confirm=confirm
    )


_ONLY_WALK = N_("**You rolled {roll}: only {hex} is possible. Walk to {hex}?**")
_ONLY_WALK_AND_WHOM = N_("**You rolled {roll}: only {hex} is possible. Walk to {hex}, and attack whom?**")
_ONLY_WALK_AND_ATTACK = N_("**You rolled {roll}: only {hex} is possible. Walk to {hex} and attack {target}?**")


def _describe_walk(table: TableView, label: str, question: str, if_only: str, target: str = "") -> str:
    """Return the question whether to walk to a hex, and what its way costs.

    `if_only` is the question about a single possible hex, and `target` the target of the attack in it, if any.
    """
    is_only = len(destination_labels(table.view)) == 1
    asked = _(if_only if is_only else question, roll=table.view.turn.roll, hex=label, target=target)
    return f"{asked} {_describe_costs(table.view, label)}".rstrip()


def _back(table: TableView) -> list[Button]:
    """Return the button back to the quick picks; none if there is only one destination."""
    return [button(_(BUTTON_OTHER_HEX), page_id(table, "move"))] if len(destination_labels(table.view)) > 1 else []


def _describe_costs(view: View, label: str) -> str:
    """Describe the hexes of a walk that cost more than 1 of the roll; empty if there are none."""
    found, index = destination(view, label), match_of(view).grid.index
    assert found is not None
    steps = [
        _("{hex} ({ground}) takes {cost}", hex=name, ground=describe_ground(view, index[name]), cost=cost)
        for name, cost in zip(found.path[1:], found.costs, strict=True)
        if cost > 1
    ]
    return _("{costs} of your roll.", costs=list_and(steps)) if steps else ""


def find_shot(table: TableView, label: str, words: Sequence[str]) -> Odds | None:
    """Return the attack on a target after a walk; `words` are its hex and, if needed, its tile.

    None if it isn't possible.
    """
    if f"move {label}" not in table.legal:
        return None
    action = " ".join(("attack", *words))
    return next((odds for odds in targets(after_walk(table.view, label)) if odds.action == action), None)


def shoot(table: TableView, label: str, odds: Odds, *, confirm: bool) -> Page:
    """Build the page that confirms a walk and the attack after it."""
    back = [button(_(BUTTON_BACK), page_id(table, "go", label))]
    return _confirm_shot(table, label, odds, back, confirm=confirm)


def _confirm_shot(table: TableView, label: str, odds: Odds, others: Sequence[Button], *, confirm: bool) -> Page:
    there = replace(table, view=after_walk(table.view, label))
    question, who = N_("**Walk to {hex} and attack {target}?**"), attacking.format_who(table, odds)
    title = _describe_walk(table, label, question, _ONLY_WALK_AND_ATTACK, who)
    return build_confirmation(
        table,
        attacking.describe_attack(title, odds),
        f"move {label} {odds.action}",
        others,
        preview(there, odds.action),
        confirm=confirm,
    )
