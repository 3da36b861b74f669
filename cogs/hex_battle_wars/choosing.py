"""Helpers that all pages of the game use, and the choice of one among many hexes in selects by column."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from string import digits

import discord

from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN, Button, Row, button, rows_of_buttons
from cogs.ui.kit.selects import SELECT_LIMIT, build_selects, remove_select_part
from cogs.ui.texts.texts import BUTTON_CONFIRM
from language.messages import _, ngettext
from render import painter
from render.picture import Picture
from tables.viewer import TableView

GAME = "hex_battle_wars"
_COLUMN = "="
"""Prefix that marks the selected column among the details of a custom id."""


def own_picture(table: TableView) -> Callable[[str], Picture]:
    """Return a function that draws the board as the viewer sees it, including the viewer's private information."""
    return lambda theme: painter(GAME).hand(table.view, table.names, theme)


def board_picture(table: TableView) -> Callable[[str], Picture]:
    """Return a function that draws the public board."""
    return lambda theme: painter(GAME).board(table.view, table.names, theme)


def preview(table: TableView, action: str, shown: str | None = None) -> Callable[[str], Picture]:
    """Return a function that draws a preview of an action, or of all ways to complete a partial action.

    `shown` limits the completions to one column.
    """
    drawn = action if shown is None else f"{action} {shown}"
    return lambda theme: painter(GAME).preview(table.view, table.names, drawn, theme)


def plain(details: Iterable[str]) -> tuple[str, ...]:
    """Return the details of a press without the selected column, so that only the choices made remain."""
    return tuple(detail for detail in remove_select_part(details) if not detail.startswith(_COLUMN))


def selected_column(details: Iterable[str]) -> str | None:
    """Return the column selected in a press, or None if none was selected."""
    return next((detail[1:] for detail in details if detail.startswith(_COLUMN)), None)


def column(label: str) -> str:
    """Return the column in the label of a hex, such as "n" for "n8"."""
    return label.rstrip(digits)


def hex_rows(
    table: TableView, labels: Sequence[str], page: str, target: str, details: tuple[str, ...], shown: str | None
) -> list[Row]:
    """Return the selects for choosing a column and one of its hexes. `shown` is the selected column.

    Choosing a column opens the page `page`, and choosing a hex opens the page `target`. Up to `SELECT_LIMIT` hexes are
    listed without a select of columns.
    """
    if len(labels) <= SELECT_LIMIT:
        return _hexes(table, labels, target, details)
    columns = {name: list(there) for name, there in groupby(labels, column)}
    shown = shown if shown in columns else next(iter(columns))
    options = [
        discord.SelectOption(label=_format_column(name, len(there)), value=f"{_COLUMN}{name}", default=name == shown)
        for name, there in columns.items()
    ]
    by_column = build_selects(page_id(table, page, *details), _("Column"), options, kind="C", short=_column_name)
    return [*by_column, *_hexes(table, columns[shown], target, details)]


def _hexes(table: TableView, labels: Sequence[str], target: str, details: tuple[str, ...]) -> list[Row]:
    options = [discord.SelectOption(label=label, value=label) for label in labels]
    return [*build_selects(page_id(table, target, *details), _("Hex"), options, kind="H")]


def _column_name(option: discord.SelectOption) -> str:
    return option.value.removeprefix(_COLUMN)


def _format_column(name: str, hexes: int) -> str:
    return ngettext("Column {name} · {number} hex", "Column {name} · {number} hexes", hexes, name=name)


def build_confirmation(
    table: TableView,
    text: str,
    action: str,
    others: Sequence[Button],
    picture: Callable[[str], Picture],
    *,
    confirm: bool,
) -> Page:
    """Build the page that confirms an action, with the buttons `others`.

    Without `confirm` it has no *Confirm* button, because the caller makes the action at once.
    """
    final = [button(_(BUTTON_CONFIRM), page_id(table, "do", action), GREEN)] if confirm else []
    return Page(text, rows_of_buttons([*final, *others]), picture, final_action=action)
