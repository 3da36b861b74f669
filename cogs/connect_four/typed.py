"""Typed moves: the page that confirms one."""

from cogs.ui.kit.interface import PageName
from engine.connect_four import notation
from engine.connect_four.grid import grid
from engine.connect_four.view import View
from engine.core import InvalidAction
from tables.viewer import TableView


def page_name(table: TableView, action: str) -> PageName | None:
    """The page of a typed move; None for one that is made at once, and for one that is refused, which says why."""
    match canonical(table.view, action).split():
        case ["drop", *parts] if _is_legal(table, "drop", *parts):
            return "column", tuple(parts)
        case ["attack", *parts] if _is_legal(table, "attack", *parts):
            return "strike", (" ".join(parts),)
        case ["click", *squares] if table.must_act and table.view.phase == "click" and squares != ["none"]:
            return ("clicks", tuple(squares)) if set(squares) <= set(table.view.choices) else None
        case ["concede"] if table.must_act and table.view.turn:
            return "concede", ()
        case _:
            return None


def _is_legal(table: TableView, *words: str) -> bool:
    return " ".join(words) in table.legal


def canonical(view: View, action: str) -> str:
    """The action as notation writes it; empty for what is no action."""
    table = grid(view.columns, view.rows)
    try:
        return notation.write(table, notation.read(table, action))
    except InvalidAction:
        return ""
