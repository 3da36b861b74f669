"""Choices as selects, in as many as they need, or as buttons where they are few."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId, page_id
from cogs.ui.kit.layouts import GREY, Button, Row, button, rows_of_buttons
from tables.viewer import TableView

SELECT_LIMIT = 25
_PART = "+"
"""Begins the detail by which selects with the same purpose differ: Discord wants each custom id once in a message."""


def _value(option: discord.SelectOption) -> str:
    return option.value


def selects(
    custom_id: CustomId,
    title: str,
    options: Sequence[discord.SelectOption],
    *,
    kind: str = "",
    short: Callable[[discord.SelectOption], str] | None = _value,
) -> tuple[Row, ...]:
    """The options in as few selects as they fit; `kind` tells them from others with the same custom id.

    One of several says in its title its first and its last option, as `short` names them, or without it its number.
    """
    parts = [options[start : start + SELECT_LIMIT] for start in range(0, len(options), SELECT_LIMIT)]
    rows: list[Row] = []
    for number, part in enumerate(parts, 1):
        which = f": {short(part[0])} to {short(part[-1])}" if short is not None else f", {number} of {len(parts)}"
        made: ui.Select[Any] = ui.Select(
            custom_id=str(replace(custom_id, details=(*custom_id.details, f"{_PART}{kind}{number}"))),
            placeholder=title if len(parts) == 1 else f"{title}{which}",
            options=[*part],
        )
        rows.append(ui.ActionRow(made))
    return tuple(rows)


def without_part(details: Iterable[str]) -> tuple[str, ...]:
    """The details of a press without what tells selects apart."""
    return tuple(detail for detail in details if not detail.startswith(_PART))


# Buttons, or selects if there are many choices


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
