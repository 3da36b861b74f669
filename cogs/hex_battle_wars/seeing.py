"""What is seen from a hex: who could be attacked from there, and what hides the others."""

from cogs.hex_battle_wars.choosing import preview
from cogs.hex_battle_wars.words import aimed_at, odds_words, percent, whose
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN, button, rows_of_buttons
from engine.hex_battle_wars.odds import Hidden, sight_from, visible_hexes
from engine.hex_battle_wars.view import View
from tables.texts import and_list, escape
from tables.viewer import TableView


def page(table: TableView, label: str, action: str, go: str, others: str) -> Page:
    """Who would be in sight from a hex, with what an attack would promise, before anything is done."""
    buttons = [
        button(go, page_id(table, "do", action), GREEN),
        button("Other hex", page_id(table, others)),
    ]
    return Page("\n".join(lines(table, label)), rows_of_buttons(buttons), preview(table, f"see {label}"))


def lines(table: TableView, label: str) -> list[str]:
    """What a seat would see from a hex."""
    view: View = table.view
    names = [escape(name) for name in table.names]
    sight = sight_from(view, label, view.viewer)
    told = [f"**From {label} you see {len(visible_hexes(view, label))} hexes.** Nothing is moved yet."]
    told += [f"{_capital(aimed_at(names, view, odds))}: {odds_words(odds)}" for odds in sight.targets]
    told += [_hidden(names, view, hidden) for hidden in sight.hidden]
    if not sight.targets:
        told.append("Nobody is in sight from there.")
    return told


def in_brief(
    table: TableView,
    label: str,
    somebody: str = "In sight from there",
    nobody: str = "Nobody is in sight from there",
) -> str:
    """Who would be in sight from a hex, with the chances to hit, in a line."""
    view: View = table.view
    names = [escape(name) for name in table.names]
    found = [
        f"{aimed_at(names, view, odds)} ({percent(odds.hits)})" for odds in sight_from(view, label, view.viewer).targets
    ]
    return f"{somebody}: {and_list(found)}." if found else f"{nobody}."


def _hidden(names: list[str], view: View, hidden: Hidden) -> str:
    who = whose(names, view, hidden.seat, hidden.piece)
    what = f"tile {hidden.tile} of {who}" if hidden.tile else who
    blocks = "the block" if len(hidden.behind) == 1 else "the blocks"
    return f"{_capital(what)} on {hidden.label} is hidden by {blocks} on {and_list(list(hidden.behind))}."


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
