"""The pages of the *More* menu: the front page with buttons in three groups, and two subpages."""

from typing import Any

import discord
from discord import ui

from cogs.at_table.seats import replace_buttons
from cogs.at_table.time_page import time_buttons
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.messages.call_messages import BUTTON_PINGS, PINGS
from cogs.ui.messages.shared_buttons import BUTTON_FAIRNESS, FAIRNESS, take_back_button
from cogs.ui.texts import texts
from tables.viewer import TableView

MORE, VIEWS, THIS_TABLE = "more", "views", "this_table"

Items = tuple[ui.Item[Any], ...]


def build_front_page(table: TableView, user_id: int) -> Items:
    """Build the front page: for each group a heading, and below it the rows of its buttons."""
    groups = {
        "-# Look": _view_buttons(table),
        "-# The table": _table_buttons(table, user_id),
        "-# You": _own_buttons(table),
    }
    items: list[ui.Item[Any]] = []
    for heading, buttons in groups.items():
        if buttons:
            items += [ui.TextDisplay(heading), *rows_of_buttons(buttons)]
    return tuple(items)


def views(table: TableView) -> Items:
    """Build the subpage *More views*, with buttons for the replay and the legend."""
    return rows_of_buttons(
        [
            _action_button(table, texts.BUTTON_REPLAY, "replay"),
            _action_button(table, "Legend", "legend"),
            more_button(table),
        ]
    )


def build_this_table_page(table: TableView, user_id: int, moderating: list[Button]) -> Items:
    """Build the subpage *This table* with rarely used actions. `moderating` holds the moderators' buttons."""
    buttons = [
        _action_button(table, texts.BUTTON_HOW_TO_PLAY, "rules"),
        _action_button(table, BUTTON_FAIRNESS, FAIRNESS),
        *replace_buttons(table, user_id),
        *moderating,
    ]
    if table.row.phase == "playing" and table.row.host == user_id:
        buttons.append(_action_button(table, texts.BUTTON_CANCEL, "cancel"))
    return rows_of_buttons([*buttons, more_button(table)])


def more_button(table: TableView) -> Button:
    """Return the button *More*, which opens the menu's front page."""
    return _action_button(table, texts.BUTTON_MORE, MORE)


def _view_buttons(table: TableView) -> list[Button]:
    return [
        _action_button(table, texts.BUTTON_ZOOM, "zoom"),
        _action_button(table, "What happened", "history"),
        _action_button(table, texts.BUTTON_TEXT_BOARD, "text"),
        _action_button(table, "More views", VIEWS),
    ]


def _table_buttons(table: TableView, user_id: int) -> list[Button]:
    """Return the buttons of the group *The table*: *Time*, *Record* or *Close round*, and *This table*.

    *Time* is shown during the game, *Record* after it, and *Close round* only to the host while a round is open.
    """
    buttons = time_buttons(table)
    if table.row.phase != "playing":
        buttons.append(button("Record", CustomId(table.row.id, str(table.row.step), "record")))
    elif table.row.host == user_id and table.is_simultaneous:
        buttons.append(_action_button(table, "Close round", "end"))
    return [*buttons, _action_button(table, "This table", THIS_TABLE)]


def _own_buttons(table: TableView) -> list[Button]:
    """Return the buttons of the group *You*: take back and resign for players, and the pings for everybody.

    The list is empty when the game is over.
    """
    if table.row.phase != "playing":
        return []
    pings = _action_button(table, BUTTON_PINGS, PINGS)
    if not table.may_resign():
        return [pings]
    resign = button("Resign", CustomId(table.row.id, None, "resign"), discord.ButtonStyle.danger)
    return [take_back_button(table.row.id, None), pings, resign]


def _action_button(table: TableView, label: str, action: str) -> Button:
    return button(label, CustomId(table.row.id, None, action))
