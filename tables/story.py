"""What happened at a table, from the public events stored beside its log; the cost depends on what is told only."""

import asyncio
from collections.abc import Sequence
from typing import Any

from data.store import Reader
from engine.core import HOST, SPECTATOR
from engine.history import decode_events, history, story
from engine.record import Entry, Takeback, active_entries, parse_host
from tables.open_table import OpenTable, entries_of

RECENT_ENTRIES = 500
"""The most entries that *What happened* looks back."""


async def public_story(reader: Reader, table: OpenTable, since: int) -> tuple[Any, ...]:
    """What everybody may know of the entries after number `since`, without what was taken back.

    Most entries of a simultaneous turn tell nobody anything, so they are not even loaded. Raises Refusal where no game
    was begun.
    """
    game = table.require_begun()
    told = await reader.told_entries(table.row.id, since, str(HOST))
    if any(row.events is None for row in told):
        # Written before events were kept.
        log = entries_of(await reader.entries(table.row.id))
        return await asyncio.to_thread(story, game.configuration, log, since, SPECTATOR)
    if any(isinstance(parse_host(row.action), Takeback) for row in told if row.actor == str(HOST)):
        rows = await reader.entries(table.row.id, since)
        told = tuple(rows[number - since - 1] for number in active_entries(entries_of(rows), since))
    return tuple(event for row in told for event in decode_events(game.rules, (row.events or "[]").encode()))


def recent_since(table: OpenTable) -> int:
    """The entry after which *What happened* begins."""
    return max(0, table.require_begun().n - RECENT_ENTRIES)


def past_views(table: OpenTable, log: Sequence[Entry]) -> tuple[Any, ...]:
    """A spectator's views after the start and each turn since."""
    return history(table.require_begun().configuration, log, SPECTATOR)
