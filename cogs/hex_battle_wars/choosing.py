"""Choosing one of many hexes: the best ones as buttons, others by column. Also helpers of all pages."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from string import digits

import discord

from cogs.hex_battle_wars import phrases
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import CustomId, page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BLUE, GREEN, Button, Row, button, rows_of_buttons
from cogs.ui.kit.selects import SELECT_LIMIT, selects, without_part
from render import painter
from render.picture import Picture
from tables.viewer import TableView

GAME = "hex_battle_wars"
_COLUMN = "="
"""Prefix of a detail that names a column."""


def own_picture(table: TableView) -> Callable[[str], Picture]:
    """Return a function that draws the viewer's own situation, including private information."""
    return lambda theme: painter(GAME).hand(table.view, table.names, theme)


def preview(table: TableView, action: str, shown: str | None = None) -> Callable[[str], Picture]:
    """Return a function that draws an action, or all continuations of a partial one.

    `shown` limits the continuations to one column.
    """
    drawn = action if shown is None else f"{action} {shown}"
    return lambda theme: painter(GAME).preview(table.view, table.names, drawn, theme)


def plain(details: Iterable[str]) -> tuple[str, ...]:
    """Return the details of a press that are choices, without the column."""
    return tuple(detail for detail in without_part(details) if not detail.startswith(_COLUMN))


def column_of(details: Iterable[str]) -> str | None:
    """Return the column that a press named, or None."""
    return next((detail[1:] for detail in details if detail.startswith(_COLUMN)), None)


def column(label: str) -> str:
    """Return the column of a hex."""
    return label.rstrip(digits)


def hex_rows(
    table: TableView, labels: Sequence[str], page: str, target: str, details: tuple[str, ...], shown: str | None
) -> list[Row]:
    """Return selects for a column, which opens `page`, and for a hex of the column shown, which opens `target`.

    Up to `SELECT_LIMIT` hexes need no column.
    """
    if len(labels) <= SELECT_LIMIT:
        return _hexes(table, labels, target, details)
    columns = {name: list(there) for name, there in groupby(labels, column)}
    shown = shown if shown in columns else next(iter(columns))
    options = [
        discord.SelectOption(label=_column_words(name, len(there)), value=f"{_COLUMN}{name}", default=name == shown)
        for name, there in columns.items()
    ]
    by_column = selects(page_id(table, page, *details), "Column", options, kind="C", short=_column_name)
    return [*by_column, *_hexes(table, columns[shown], target, details)]


def _hexes(table: TableView, labels: Sequence[str], target: str, details: tuple[str, ...]) -> list[Row]:
    options = [discord.SelectOption(label=label, value=label) for label in labels]
    return [*selects(page_id(table, target, *details), "Hex", options, kind="H")]


def _column_name(option: discord.SelectOption) -> str:
    return option.value.removeprefix(_COLUMN)


def _column_words(name: str, hexes: int) -> str:
    return f"Column {name} · {'1 hex' if hexes == 1 else f'{hexes} hexes'}"


def hex_button(label: str, level: int, custom_id: CustomId) -> Button:
    """Return the button of a suggested hex, with the emoji of its level. `best_line` gives the reasons."""
    return button(label, custom_id, BLUE, emojis.emoji(phrases.level_name(level)) if level else None)


def best_line(best: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Format the reasons for the suggested hexes: on a phone they don't fit on the buttons."""
    told = [f"**{label}** {', '.join(words)}" for label, words in best]
    return f"Best: {' · '.join(told)}." if told else ""


def confirming(
    table: TableView,
    text: str,
    action: str,
    others: Sequence[Button],
    picture: Callable[[str], Picture],
    *,
    confirm: bool,
) -> Page:
    """Build a page with Confirm and navigation buttons. Without `confirm` its action is final."""
    final = [button("Confirm", page_id(table, "do", action), GREEN)] if confirm else []
    return Page(text, rows_of_buttons([*final, *others]), picture, final_action=action)
