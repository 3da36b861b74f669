"""Choices in one or more selects, or as buttons if there are few."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId, page_id
from cogs.ui.kit.layouts import GREY, OPTION_LENGTH, Button, Row, button, rows_of_buttons
from language.messages import _
from tables.viewer import TableView

SELECT_LIMIT = 25
_PART = "+"
"""The prefix of a detail that makes the custom ids of selects unique within a message, as Discord requires."""


def _value(option: discord.SelectOption) -> str:
    return option.value


def build_selects(
    custom_id: CustomId,
    title: str,
    options: Sequence[discord.SelectOption],
    *,
    kind: str = "",
    short: Callable[[discord.SelectOption], str] | None = _value,
) -> tuple[Row, ...]:
    """Build as few selects as the options need; `kind` distinguishes their custom ids from those of other selects.

    If there are several, each placeholder names the first and last option, as formatted by `short`. If `short` is None,
    it has a number instead.
    """
    parts = [options[start : start + SELECT_LIMIT] for start in range(0, len(options), SELECT_LIMIT)]
    rows: list[Row] = []
    for number, part in enumerate(parts, 1):
        made: ui.Select[Any] = ui.Select(
            custom_id=str(replace(custom_id, details=(*custom_id.details, f"{_PART}{kind}{number}"))),
            placeholder=title if len(parts) == 1 else _format_part(title, part, number, len(parts), short),
            options=[*part],
        )
        rows.append(ui.ActionRow(made))
    return tuple(rows)


def _format_part(
    title: str,
    part: Sequence[discord.SelectOption],
    number: int,
    parts: int,
    short: Callable[[discord.SelectOption], str] | None,
) -> str:
    """Format the placeholder of one of several selects."""
    if short is None:
        return _("{title}, {number} of {parts}", title=title, number=number, parts=parts)
    return _("{title}: {first} to {last}", title=title, first=short(part[0]), last=short(part[-1]))


def remove_select_part(details: Iterable[str]) -> tuple[str, ...]:
    """Return a press's details without the detail that makes the custom ids of selects unique."""
    return tuple(detail for detail in details if not detail.startswith(_PART))


# Buttons, or selects if there are many choices


MOST_BUTTONS = 10
"""The maximum number of choices shown as buttons; more are shown in selects."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A choice in a menu: the label, value and style of its button, and a line of description."""

    label: str
    value: str
    line: str = ""
    style: discord.ButtonStyle = GREY
    disabled: bool = False


def menu(
    table: TableView,
    title: str,
    entries: Sequence[Entry],
    action: str,
    *details: str,
    further: Sequence[Button] = (),
    most: int = MOST_BUTTONS,
) -> tuple[Row, ...]:
    """Build a menu of entries as buttons, or as selects if there are more than `most`.

    The buttons `further` follow. Each entry opens the page `action`, with the entry's value added to the details.
    """
    if len(entries) <= most:
        return rows_of_buttons([*(_button(table, entry, action, details) for entry in entries), *further])
    options = [
        discord.SelectOption(label=cut(entry.label), value=entry.value, description=cut(entry.line) or None)
        for entry in entries
        if not entry.disabled
    ]
    return (*build_selects(page_id(table, action, *details), title, options, short=None), *rows_of_buttons(further))


def cut(text: str) -> str:
    """Shorten a text between words to the length that Discord allows in an option of a select."""
    return shorten(text, OPTION_LENGTH, placeholder="…")


def _button(table: TableView, entry: Entry, action: str, details: Sequence[str]) -> Button:
    made = button(entry.label, page_id(table, action, *details, entry.value), entry.style)
    made.disabled = entry.disabled
    return made


def lines(entries: Sequence[Entry], most: int = MOST_BUTTONS) -> list[str]:
    """Format the descriptions of choices that are shown as buttons; empty if they are shown as selects.

    The options of a select show their descriptions themselves.
    """
    if len(entries) > most:
        return []
    return [f"**{entry.label}**: {entry.line}" for entry in entries if entry.line]


def titled_select(
    custom_id: CustomId, title: str, choices: Mapping[str, str], now: str
) -> tuple[ui.Item[ui.LayoutView], ...]:
    """Build a select with a title above it, since the chosen value hides its placeholder.

    Title and labels are translated here.
    """
    title = _(title)
    options = [
        discord.SelectOption(label=_(label), value=value, default=value == now) for value, label in choices.items()
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=str(custom_id), placeholder=title, options=options)
    return ui.TextDisplay(f"**{title}**"), ui.ActionRow(select)
