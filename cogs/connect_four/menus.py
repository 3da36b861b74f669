"""Choices as buttons, or as selects where there are many."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.layouts import GREY, Button, Row, button, rows_of_buttons
from cogs.ui.kit.selects import selects
from tables.viewer import TableView

MOST_BUTTONS = 10
"""More choices than these stand in selects."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to choose: its button, and a line about it."""

    label: str
    value: str
    line: str = ""
    style: discord.ButtonStyle = GREY
    disabled: bool = False


def menu(
    table: TableView, title: str, entries: Sequence[Entry], action: str, *details: str, further: Sequence[Button] = ()
) -> tuple[Row, ...]:
    """The choices, each of which opens a page with its value as last detail, and further buttons after them."""
    if len(entries) <= MOST_BUTTONS:
        return rows_of_buttons([*(_button(table, entry, action, details) for entry in entries), *further])
    options = [
        discord.SelectOption(label=entry.label[:100], value=entry.value, description=entry.line[:100] or None)
        for entry in entries
        if not entry.disabled
    ]
    return (*selects(page_id(table, action, *details), title, options, short=None), *rows_of_buttons(further))


def _button(table: TableView, entry: Entry, action: str, details: Sequence[str]) -> Button:
    made = button(entry.label, page_id(table, action, *details, entry.value), entry.style)
    made.disabled = entry.disabled
    return made


def lines(entries: Sequence[Entry]) -> list[str]:
    """The lines about choices that are buttons; selects show them themselves."""
    if len(entries) > MOST_BUTTONS:
        return []
    return [f"**{entry.label}**: {entry.line}" for entry in entries if entry.line]
