"""Choosing one of many hexes: the best ones as buttons, others by column and hex; and what all pages share."""

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
"""Begins the detail that names a column."""


def own_picture(table: TableView) -> Callable[[str], Picture]:
    """Draws the viewer's own situation, with what only they may know."""
    return lambda theme: painter(GAME).hand(table.view, table.names, theme)


def preview(table: TableView, action: str, shown: str | None = None) -> Callable[[str], Picture]:
    """Draws an action, or the beginning of one with all that can follow, or what of that is in a column."""
    drawn = action if shown is None else f"{action} {shown}"
    return lambda theme: painter(GAME).preview(table.view, table.names, drawn, theme)


def plain(details: Iterable[str]) -> tuple[str, ...]:
    """The details of a press that are a choice."""
    return tuple(detail for detail in without_part(details) if not detail.startswith(_COLUMN))


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
    """The button of a suggested hex, with the sign of its level; `best_line` says what it brings."""
    return button(label, custom_id, BLUE, emojis.emoji(phrases.level_name(level)) if level else None)


def best_line(best: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What each of the suggested hexes brings: a phone has no room for that on the buttons."""
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
    """A page that only needs Confirm, with the ways back."""
    final = [button("Confirm", page_id(table, "do", action), GREEN)] if confirm else []
    return Page(text, rows_of_buttons([*final, *others]), picture, final_action=action)
