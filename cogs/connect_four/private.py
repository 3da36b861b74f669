"""The private pages that can be opened at any time: one's reserve, and every monster with its dial."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.connect_four.phrases import force_size, monster_title
from cogs.ui.kit.custom_ids import open_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.selects import SELECT_LIMIT
from cogs.ui.messages.cards import move_row
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import View
from render.connect_four import PAINTER
from render.connect_four.naming import class_words
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import BOARD_MOVED_ON, for_players
from tables.viewer import TableView

RESERVE, MONSTERS_PAGE = "reserve", "monsters"
BUTTON_RESERVE = "My reserve"
NO_RESERVE = "You have no force yet. Choose it first, then your reserve is here."


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """A private page; None for an unknown one. Raises Refusal for viewers who may not open it."""
    match name, tuple(details):
        case "reserve", ():
            return _reserve(table)
        case "monsters", ():
            return _monsters(table, _own_class(table.view))
        case "monsters", (class_name,) if class_name in CLASSES:
            return _monsters(table, class_name)
        case "monsters", (class_name, monster) if monster in MONSTERS:
            return _monsters(table, class_name, monster)
        case (("reserve" | "monsters"), _):
            raise BoardMovedOn(BOARD_MOVED_ON)
        case _:
            return None


def _reserve(table: TableView) -> Page:
    view: View = table.view
    if table.seat is None:
        raise Refusal(for_players(BUTTON_RESERVE))
    own = view.seats[view.viewer]
    if own.force is None or not view.turn:
        raise Refusal(NO_RESERVE)
    text = f"**Your reserve: {force_size(own.reserve)}.**" if own.reserve else "**Your reserve is empty.**"
    return Page(text, move_row(table), lambda theme: PAINTER.hand(view, table.names, theme))


def _own_class(view: View) -> str:
    """The class that is shown first: the viewer's own, else one at the table, else the first of the roster."""
    seats = view.seats if view.viewer != 1 else view.seats[::-1]
    return next((seat.class_name for seat in seats if seat.class_name), next(iter(CLASSES)))


def _monsters(table: TableView, class_name: str, monster: str | None = None) -> Page:
    found = monster if monster is not None and MONSTERS[monster].class_name == class_name else None
    shown = found or CLASSES[class_name][0].id
    classes = [
        discord.SelectOption(label=class_words(name), value=name, default=name == class_name)
        for name in list(CLASSES)[:SELECT_LIMIT]
    ]
    monsters = [
        discord.SelectOption(
            label=monster_title(each.id)[:100],
            value=each.id,
            description=f"{each.points} points",
            default=each.id == shown,
        )
        for each in CLASSES[class_name][:SELECT_LIMIT]
    ]
    rows = (_select(table, "Class", classes), _select(table, "Monster", monsters, class_name))
    return Page(monster_words(shown), rows, lambda theme: PAINTER.monster(shown, theme=theme))


def _select(
    table: TableView, title: str, options: list[discord.SelectOption], *details: str
) -> ui.ActionRow[ui.LayoutView]:
    custom_id = str(open_id(table, MONSTERS_PAGE, *details))
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder=title, options=options))


def monster_words(monster: str) -> str:
    """A monster with its class and points."""
    known = MONSTERS[monster]
    reach = f"range {known.range}" if known.range else "close attacks only"
    return f"**{monster_title(monster)}** · {class_words(known.class_name)} · {known.points} points · {reach}"
