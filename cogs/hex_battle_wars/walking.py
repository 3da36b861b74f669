"""Walking: the quick picks as pins, and the page of one hex with the enemies in sight from it.

A walk and the attack after it are confirmed together. In lessons and in *What if* they are two steps.
"""

from collections.abc import Sequence
from dataclasses import replace

from cogs.hex_battle_wars import attacking, phrases
from cogs.hex_battle_wars.choosing import build_confirmation, preview
from cogs.hex_battle_wars.phrases import describe_ground
from cogs.hex_battle_wars.pins import other_hex_button, pin_buttons, pins_picture, quick_picks_of
from cogs.hex_battle_wars.sight import summarize_sight
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
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
        return go(table, labels[0], confirm=True)
    picks = quick_picks_of(table)
    text = f"**You rolled {turn.roll}. Where to?** Walk exactly {turn.roll}."
    buttons = [*pin_buttons(table, picks, "go"), other_hex_button(table, "walk")]
    return Page(text, rows_of_buttons(buttons), pins_picture(table, picks))


def go(table: TableView, label: str, *, confirm: bool) -> Page:
    """Build the page of a destination: whom to attack from there, or, with nobody in sight, the walk to confirm."""
    there = replace(table, view=after_walk(table.view, label))
    if not targets(there.view) or DOT in table.row.id:
        return _confirm_walk(table, label, confirm=confirm)
    text = f"**Walk to {label}, and attack whom?** {_describe_path(table.view, label)}\nThen your turn ends."
    further = [button("Don't attack", page_id(table, "do", f"move {label} end")), *_back(table)]
    return attacking.whom(there, text, "shoot", (label,), further)


def _confirm_walk(table: TableView, label: str, *, confirm: bool) -> Page:
    text = f"**Walk to {label}?** {_describe_path(table.view, label)}\n{summarize_sight(table, label)}"
    return build_confirmation(
        table, text, f"move {label}", _back(table), preview(table, f"move {label}"), confirm=confirm
    )


def _back(table: TableView) -> list[Button]:
    """Return the button back to the quick picks; none if there is only one destination."""
    return [button("Other hex", page_id(table, "move"))] if len(destination_labels(table.view)) > 1 else []


def _describe_path(view: View, label: str) -> str:
    """Describe the hexes of a walk, with the ground and the cost of each that costs more than 1."""
    found, index = destination(view, label), match_of(view).grid.index
    assert found is not None
    steps = [
        name if cost == 1 else f"{name} ({phrases.ground(describe_ground(view, index[name]))}, {cost})"
        for name, cost in zip(found.path[1:], found.costs, strict=True)
    ]
    return f"{found.path[0]} › {' › '.join(steps)}" if steps else f"You stay on {label}."


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
    there = replace(table, view=after_walk(table.view, label))
    title = f"**Walk to {label} and attack {attacking.format_who(table, odds)}?**"
    back = [button("Back", page_id(table, "go", label))]
    return build_confirmation(
        table,
        attacking.describe_attack(title, odds),
        f"move {label} {odds.action}",
        back,
        preview(there, odds.action),
        confirm=confirm,
    )
