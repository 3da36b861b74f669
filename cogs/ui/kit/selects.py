"""Many choices as selects: as many as they need, told apart by a detail that is no choice."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import Row

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
