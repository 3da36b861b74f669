"""The public history of a table, from the public events stored beside its log.

The cost depends on the events that are shown, not on the length of the game.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from data.store import EntryRow, HandoverRow, Reader
from engine.core import HOST, SPECTATOR, AnyRules
from engine.history import decode_events, history, story
from engine.record import Entry, Takeback, active_entries, parse_host
from tables.open_table import OpenTable, entries_of

RECENT_ENTRIES = 500
"""The most entries covered by *What happened*."""


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """Among the events of a game: a seat was `before`'s until here, and is `after`'s from here on."""

    seat: int
    before: str
    after: str


async def public_story(reader: Reader, table: OpenTable, since: int, step: int = 0) -> tuple[Any, ...]:
    """The public events of the entries after number `since`, without those that were taken back.

    Among them, in their places, are the seats that changed hands; right after entry `since` only where the table's step
    was past `step` then. Entries without public events, as most of a simultaneous turn, are not even loaded. Raises
    Refusal before the start.
    """
    game = table.require_begun()
    found = await reader.handovers(table.row.id, since)
    handed_over = _handed_over(table, [one for one in found if one.n > since or one.step > step])
    rows = await reader.public_entries(table.row.id, since, str(HOST))
    if any(row.events is None for row in rows):
        # Entries from before events were stored.
        log = entries_of(await reader.entries(table.row.id))
        told = await asyncio.to_thread(story, game.configuration, log, since, SPECTATOR)
        return (*told, *(event for _, event in handed_over))
    if any(isinstance(parse_host(row.action), Takeback) for row in rows if row.actor == str(HOST)):
        rows = await reader.entries(table.row.id, since)
        rows = tuple(rows[number - since - 1] for number in active_entries(entries_of(rows), since))
    return tuple(_interleaved(game.rules, rows, handed_over))


def _handed_over(table: OpenTable, rows: Sequence[HandoverRow]) -> list[tuple[int, SeatHandedOver]]:
    """The seats that changed hands, each with the number of the entry after which it did."""
    found: list[tuple[int, SeatHandedOver]] = []
    names = {seat.seat: seat.name for seat in table.seats}
    for row in reversed(rows):
        found.append((row.n, SeatHandedOver(row.seat, row.name, names[row.seat])))
        names[row.seat] = row.name
    return found[::-1]


def _interleaved(
    rules: AnyRules, rows: Sequence[EntryRow], handed_over: Sequence[tuple[int, SeatHandedOver]]
) -> Iterator[Any]:
    waiting = list(handed_over)
    for row in rows:
        while waiting and waiting[0][0] < row.n:
            yield waiting.pop(0)[1]
        yield from decode_events(rules, (row.events or "[]").encode())
    yield from (event for _, event in waiting)


def recent_since(table: OpenTable) -> int:
    """The number of the entry after which *What happened* begins."""
    return max(0, table.require_begun().n - RECENT_ENTRIES)


def past_views(table: OpenTable, log: Sequence[Entry]) -> tuple[Any, ...]:
    """A spectator's views after the start and each turn since."""
    return history(table.require_begun().configuration, log, SPECTATOR)
