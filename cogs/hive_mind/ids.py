"""Custom ids and styles that Hive Mind's pages share."""

from typing import Any, TypeAlias

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button
from tables.viewer import TableView

Row: TypeAlias = ui.ActionRow[Any]
GREY, BLUE, GREEN = discord.ButtonStyle.secondary, discord.ButtonStyle.primary, discord.ButtonStyle.success


def page_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is stale after this turn."""
    return CustomId(table.row.id, table.version, action, details)


def open_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is never stale."""
    return CustomId(table.row.id, None, action, details)


def private_buttons(table: TableView) -> list[ui.Button[Any]]:
    """The buttons for one's hints and notes."""
    buttons = [button("My hints", open_id(table, "hints"))]
    if notes_allowed(table):
        buttons.append(button("Notes", open_id(table, "notes")))
    return buttons


def notes_allowed(table: TableView) -> bool:
    """Whether the table's settings allow notes."""
    return table.settings.own.get("notes") != "off"
