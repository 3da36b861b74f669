"""Typed actions: what autocomplete offers, the best first, and the page that confirms one."""

from collections.abc import Callable

from cogs.hex_battle_wars import tiles
from cogs.hex_battle_wars.words import aimed_at, percent, suggested
from cogs.ui.kit.interface import PageName
from engine.core import InvalidAction
from engine.hex_battle_wars import notation
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.preview import suggestions
from engine.hex_battle_wars.view import View
from tables.viewer import TableView


def choices(table: TableView, label_of: Callable[[str], str]) -> list[tuple[str, str]]:
    """Labels and values: the best hexes, the targets with their chances, and then everything that is legal."""
    if not table.must_act:
        return []
    view: View = table.view
    best = [(f"Walk to {suggested(each)}", f"move {each.label}") for each in suggestions(view)]
    shots = [
        (f"Attack {aimed_at(table.names, view, odds)} · {percent(odds.hits)}", odds.action) for odds in targets(view)
    ]
    first = {value: label for label, value in (*best, *shots) if value in table.legal}
    rest = [(label_of(action), action) for action in table.legal if action not in first]
    return [*((label, value) for value, label in first.items()), *rest]


def page_name(table: TableView, action: str) -> PageName | None:
    """The page of a typed action; None for one that is made at once, and for one that is refused, which says why."""
    if not table.must_act:
        return None
    written = canonical(table.view, action)
    match written.split():
        case ["move", label] if written in table.legal:
            return "go", (label,)
        case ["attack", *words] if written in table.legal:
            return "strike", tuple(words)
        case ["block", level, label] if written in table.legal:
            return "lay", (level, label)
        case ["deploy", label] if written in table.legal:
            return "enter", (label,)
        case ["tiles", *labels] if "stay" in table.legal and tiles.possible(table.view, tuple(labels)):
            return "tile", tuple(labels)
        case _:
            return None


def canonical(view: View, action: str) -> str:
    """The action as notation writes it; empty for what is no action."""
    grid = field(view.radius)
    try:
        return notation.write(grid, notation.read(grid, action))
    except InvalidAction:
        return ""
