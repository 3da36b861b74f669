"""Walking: the quick picks as pins, and the page of one hex with the enemies in sight from it.

A walk and the attack after it are confirmed together. In lessons and in *What if* they are two steps.
"""

from collections.abc import Sequence
from dataclasses import replace

from cogs.hex_battle_wars import attacking, phrases
from cogs.hex_battle_wars.choosing import build_confirmation, preview
from cogs.hex_battle_wars.phrases import describe_ground
from cogs.hex_battle_wars.pins import build_pins_page, other_hex_button, pin_buttons, quick_picks_of
from cogs.hex_battle_wars.sight import summarize_sight
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import Button, button
from engine.core import join_and
from engine.hex_battle_wars.odds import Odds, targets
from engine.hex_battle_wars.preview import after_walk, destination, destination_labels
from engine.hex_battle_wars.view import Turn, View
from engine.hex_battle_wars.viewing import match_of
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
    return build_pins_page(table, f"**You rolled {turn.roll}. Where to?**", picks, buttons)


def go(table: TableView, label: str, *, confirm: bool) -> Page:
    """Build the page of a destination: whom to attack from there, or, with nobody in sight, the walk to confirm.

    A single target is not asked for.
    """
    there = replace(table, view=after_walk(table.view, label))
    found = targets(there.view)
    if not found or DOT in table.row.id:
        return _confirm_walk(table, label, confirm=confirm)
    further = [button("Don't attack", page_id(table, "do", f"move {label} end")), *_back(table)]
    if len(found) == 1:
        # walking alone is possible too, so that *Confirm* is asked for even of users who have turned it off
        return replace(_confirm_shot(table, label, found[0], further, confirm=True), final_action=None)
    text = f"{_title(table, label, ', and attack whom')}\nThen your turn ends."
    return attacking.whom(there, text, "shoot", (label,), further)


def _confirm_walk(table: TableView, label: str, *, confirm: bool) -> Page:
    text = f"{_title(table, label)}\n{summarize_sight(table, label)}"
    return build_confirmation(
        table, text, f"move {label}", _back(table), preview(table, f"move {label}"), confirm=confirm
    )


def _title(table: TableView, label: str, attack: str = "") -> str:
    """Return the question whether to walk to a hex, and to `attack`. A single possible hex is announced."""
    is_only = len(destination_labels(table.view)) == 1
    rolled = f"You rolled {table.view.turn.roll}: only {label} is possible. " if is_only else ""
    return f"**{rolled}Walk to {label}{attack}?** {_describe_costs(table.view, label)}".rstrip()


def _back(table: TableView) -> list[Button]:
    """Return the button back to the quick picks; none if there is only one destination."""
    return [button("Other hex", page_id(table, "move"))] if len(destination_labels(table.view)) > 1 else []


def _describe_costs(view: View, label: str) -> str:
    """Describe the hexes of a walk that cost more than 1 of the roll; empty if there are none."""
    found, index = destination(view, label), match_of(view).grid.index
    assert found is not None
    steps = [
        f"{name} ({phrases.ground(describe_ground(view, index[name]))}) takes {cost}"
        for name, cost in zip(found.path[1:], found.costs, strict=True)
        if cost > 1
    ]
    return f"{join_and(steps)} of your roll." if steps else ""


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
    back = [button("Back", page_id(table, "go", label))]
    return _confirm_shot(table, label, odds, back, confirm=confirm)


def _confirm_shot(table: TableView, label: str, odds: Odds, others: Sequence[Button], *, confirm: bool) -> Page:
    there = replace(table, view=after_walk(table.view, label))
    title = _title(table, label, f" and attack {attacking.format_who(table, odds)}")
    return build_confirmation(
        table,
        attacking.describe_attack(title, odds),
        f"move {label} {odds.action}",
        others,
        preview(there, odds.action),
        confirm=confirm,
    )
