"""Choosing one of many hexes: the best ones as buttons, others by column and hex; and what all pages share."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from string import digits
from typing import Any, TypeAlias

import discord
from discord import ui

from cogs.ui.custom_ids import CustomId
from cogs.ui.interface import Page
from cogs.ui.layouts import button, rows_of_buttons
from render import painter
from render.picture import Picture
from tables.viewer import TableView

GAME = "hex_battle_wars"
Row: TypeAlias = ui.ActionRow[Any]
Button: TypeAlias = ui.Button[ui.LayoutView]
GREY, BLUE, GREEN, RED = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)
SELECT_LIMIT = 25
_COLUMN, _SELECT = "=", "+"
"""Begin the details that name a column, and that tell two selects apart."""


def page_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is stale when the game has moved on."""
    return CustomId(table.row.id, table.version, action, details)


def own_picture(table: TableView) -> Callable[[str], Picture]:
    """Draws the viewer's own situation, with what only they may know."""
    return lambda theme: painter(GAME).hand(table.view, table.names, theme)


def preview(table: TableView, action: str, shown: str | None = None) -> Callable[[str], Picture]:
    """Draws an action, or the beginning of one with all that can follow, or what of that is in a column."""
    drawn = action if shown is None else f"{action} {shown}"
    return lambda theme: painter(GAME).preview(table.view, table.names, drawn, theme)


def plain(details: Iterable[str]) -> tuple[str, ...]:
    """The details of a press that are a choice."""
    return tuple(detail for detail in details if not detail.startswith((_COLUMN, _SELECT)))


def column_of(details: Iterable[str]) -> str | None:
    """The column that a press named."""
    return next((detail[1:] for detail in details if detail.startswith(_COLUMN)), None)


def column(label: str) -> str:
    """The column of a hex."""
    return label.rstrip(digits)


def hex_rows(
    table: TableView, labels: Sequence[str], page: str, target: str, details: tuple[str, ...], shown: str | None
) -> list[Row]:
    """Selects for a column, which opens `page`, and for a hex of the column shown, which opens `target`.

    A few hexes need no column.
    """
    if len(labels) <= SELECT_LIMIT:
        return _selects(table, [(label, label) for label in labels], "Hex", target, details)
    columns = {name: list(there) for name, there in groupby(labels, column)}
    shown = shown if shown in columns else next(iter(columns))
    options = [(_column_words(name, len(there)), f"{_COLUMN}{name}") for name, there in columns.items()]
    hexes = [(label, label) for label in columns[shown]]
    return [
        *_selects(table, options, "Column", page, details, f"{_COLUMN}{shown}"),
        *_selects(table, hexes, "Hex", target, details),
    ]


def _column_words(name: str, hexes: int) -> str:
    return f"Column {name} · {'1 hex' if hexes == 1 else f'{hexes} hexes'}"


def _selects(
    table: TableView,
    entries: Sequence[tuple[str, str]],
    title: str,
    opens: str,
    details: tuple[str, ...],
    chosen: str | None = None,
) -> list[Row]:
    """Entries, with their values, in as many selects as they need."""
    rows: list[Row] = []
    for start in range(0, len(entries), SELECT_LIMIT):
        part = entries[start : start + SELECT_LIMIT]
        name = title if len(part) == len(entries) else f"{title}: {part[0][0]} to {part[-1][0]}"
        made: ui.Select[Any] = ui.Select(
            custom_id=str(page_id(table, opens, *details, f"{_SELECT}{title[0]}{start}")),
            placeholder=name,
            options=[discord.SelectOption(label=label, value=value, default=value == chosen) for label, value in part],
        )
        rows.append(ui.ActionRow(made))
    return rows


def confirming(
    table: TableView,
    text: str,
    action: str,
    others: Sequence[Button],
    picture: Callable[[str], Picture],
    *,
    confirm: bool,
) -> Page:
    """A page that only needs Confirm, with the ways back."""
    final = [button("Confirm", page_id(table, "do", action), GREEN)] if confirm else []
    return Page(text, rows_of_buttons([*final, *others]), picture, final_action=action)
