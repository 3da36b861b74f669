"""The public history of a table, from the public events stored beside its log.

The cost depends on the events that are shown, not on the length of the game.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from data.store import Reader
from engine.core import HOST, SPECTATOR
from engine.history import decode_events, history, story
from engine.record import Entry, Takeback, active_entries, parse_host
from tables.open_table import OpenTable, entries_of

RECENT_ENTRIES = 500
"""The most entries covered by *What happened*."""


async def public_story(reader: Reader, table: OpenTable, since: int) -> tuple[Any, ...]:
    """The public events of the entries after number `since`, without those that were taken back.

    Entries without public events, as most of a simultaneous turn, are not even loaded. Raises Refusal before the start.
    """
    game = table.require_begun()
    rows = await reader.public_entries(table.row.id, since, str(HOST))
    if any(row.events is None for row in rows):
        # Entries from before events were stored.
        log = entries_of(await reader.entries(table.row.id))
        return await asyncio.to_thread(story, game.configuration, log, since, SPECTATOR)
    if any(isinstance(parse_host(row.action), Takeback) for row in rows if row.actor == str(HOST)):
        rows = await reader.entries(table.row.id, since)
        rows = tuple(rows[number - since - 1] for number in active_entries(entries_of(rows), since))
    return tuple(event for row in rows for event in decode_events(game.rules, (row.events or "[]").encode()))


def recent_since(table: OpenTable) -> int:
    """The number of the entry after which *What happened* begins."""
    return max(0, table.require_begun().n - RECENT_ENTRIES)


def past_views(table: OpenTable, log: Sequence[Entry]) -> tuple[Any, ...]:
    """A spectator's views after the start and each turn since."""
    return history(table.require_begun().configuration, log, SPECTATOR)
