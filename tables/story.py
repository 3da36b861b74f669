"""The public history of a table, from the public events stored beside its log.

The cost depends on the events that are shown, not on the length of the game, unless a move was taken back among them.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from data.store import EntryRow, HandoverRow, Reader
from engine.core import HOST, SPECTATOR
from engine.game import Game
from engine.history import decode_events, history, stopped, visible
from engine.record import Entry, Takeback, active_entries, parse_host, seat_of
from engine.replay import play_log
from engine.takeback import takebacks
from tables.open_table import OpenTable, entries_of
from tables.seat_changes.handovers import HANDED_OVER, REMOVED
from tables.timing.pauses import pauses_since

RECENT_ENTRIES = 500
"""The most entries covered by *What happened*."""


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """Among the events of a game: a seat was `before`'s until here, and is `after`'s from here on.

    `removed` if a moderator has removed `before`, and `after` is a computer player.
    """

    seat: int
    before: str
    after: str
    removed: bool = False


@dataclass(frozen=True, slots=True)
class SeatNoted:
    """Among the events of a game: what happened to a seat beside moves, a kind of `tables.seat_changes.handovers`.

    `name` is that of its person then.
    """

    seat: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """A seat took its move back, the how manieth that all had seen; `events` told of it, `others` if more was undone.

    It stands among the public events of the game.
    """

    seat: int
    events: tuple[Any, ...]
    others: bool
    count: int


async def public_story(reader: Reader, table: OpenTable, since: int, step: int = 0) -> tuple[Any, ...]:
    """The public events of the entries after number `since`; what was taken back is told as such (`MoveTakenBack`).

    Among them, in their places, are the seats that changed hands and what else happened to them; right after entry
    `since` only where the table's step was past `step` then. Entries without public events, as most of a simultaneous
    turn, are not even loaded. Raises Refusal before the start.
    """
    game = table.require_begun()
    found = await reader.handovers(table.row.id, since)
    handed_over = _handed_over(table, [one for one in found if one.n > since or one.step > step])
    handed_over = sorted([*handed_over, *pauses_since(table.row, since, step)], key=lambda told: told[0])
    rows = await reader.public_entries(table.row.id, since, str(HOST))
    if any(row.events is None for row in rows):
        rows = (await asyncio.to_thread(_with_events, game, await reader.entries(table.row.id)))[since:]
    if any(isinstance(parse_host(row.action), Takeback) for row in rows if row.actor == str(HOST)):
        whole = await reader.entries(table.row.id)
        told = await asyncio.to_thread(lambda: _with_takebacks(game, _with_events(game, whole), since))
    else:
        told = [(row.n, _events(game, row)) for row in rows]
    return tuple(_interleaved(told, handed_over))


def _with_events(game: Game, rows: Sequence[EntryRow]) -> tuple[EntryRow, ...]:
    """A whole log with its public events, replayed where they are not stored: pruned, or from before they were."""
    if all(row.events is not None for row in rows):
        return tuple(rows)
    replayed = play_log(game.rules, entries_of(rows))
    return tuple(
        msgspec.structs.replace(row, events=msgspec.json.encode(visible(game.rules, played.events, SPECTATOR)).decode())
        for row, played in zip(rows, replayed, strict=True)
    )


def _handed_over(table: OpenTable, rows: Sequence[HandoverRow]) -> list[tuple[int, SeatHandedOver | SeatNoted]]:
    """What happened to seats, each with the number of the entry after which it did."""
    found: list[tuple[int, SeatHandedOver | SeatNoted]] = []
    names = {seat.seat: seat.name for seat in table.seats}
    for row in reversed(rows):
        if row.kind not in HANDED_OVER:
            found.append((row.n, SeatNoted(row.seat, row.kind, row.name)))
            continue
        found.append((row.n, SeatHandedOver(row.seat, row.name, names[row.seat], row.kind == REMOVED)))
        names[row.seat] = row.name
    return found[::-1]


def _interleaved(told: Iterable[tuple[int, tuple[Any, ...]]], handed_over: Sequence[tuple[int, Any]]) -> Iterator[Any]:
    """The events of entries by their numbers, with the seats that changed hands between them."""
    waiting = list(handed_over)
    for number, events in told:
        while waiting and waiting[0][0] < number:
            yield waiting.pop(0)[1]
        yield from events
    yield from (event for _, event in waiting)


def _events(game: Game, row: EntryRow) -> tuple[Any, ...]:
    return decode_events(game.rules, (row.events or "[]").encode())


def _with_takebacks(game: Game, rows: Sequence[EntryRow], since: int) -> list[tuple[int, tuple[Any, ...]]]:
    """The story of a log with take-backs by entry, without those of moves that nobody saw: they stay a secret."""
    log = entries_of(rows)
    active, counts, backs = set(active_entries(log)), dict[int, int](), takebacks(log)
    untold = {back.own for back in backs if not _events(game, rows[back.own - 1])}
    public = _public_among(game, log, untold)
    seen: dict[int, MoveTakenBack] = {}
    for back in backs:
        events = _events(game, rows[back.own - 1])
        if events or back.own in public:
            counts[back.seat] = counts.get(back.seat, 0) + 1
            others = any(
                seat_of(log[number - 1]) not in (None, back.seat) and _events(game, rows[number - 1])
                for number in back.undone
            )
            seen[back.number] = MoveTakenBack(back.seat, events, others, counts[back.seat])
    told: list[tuple[int, tuple[Any, ...]]] = []
    for number in range(since + 1, len(rows) + 1):
        if number in seen:
            told.append((number, (seen[number],)))
        elif number in active:
            told.append((number, _events(game, rows[number - 1])))
    return told


def _public_among(game: Game, log: Sequence[Entry], numbers: Collection[int]) -> set[int]:
    """Those of the entries that a spectator has seen the effect of, although no event told of them."""
    if not numbers:
        return set()
    rules = game.rules
    return {
        played.number
        for played in play_log(rules, log)
        if played.number in numbers
        and (rules.actors(played.before), rules.view(played.before, SPECTATOR))
        != (rules.actors(played.state), rules.view(played.state, SPECTATOR))
    }


def recent_since(table: OpenTable) -> int:
    """The number of the entry after which *What happened* begins."""
    return max(0, table.require_begun().n - RECENT_ENTRIES)


def past_views(table: OpenTable, log: Sequence[Entry]) -> tuple[Any, ...]:
    """A spectator's views after the start and each turn since."""
    views = history(table.require_begun().configuration, log, SPECTATOR)
    return (*views[:-1], stopped(views[-1])) if table.row.phase == "cancelled" else views


def told_once(happened: Sequence[Any], late: type) -> list[Any]:
    """The events without those of the type `late` that say again that a seat's time ran out, before others have played.

    A turn may ask one thing after another, which all had one deadline.
    """
    found: list[Any] = []
    last: Any = None
    for event in happened:
        is_late = isinstance(event, late)
        if is_late and event == last:
            continue
        if is_late:
            last = event
        elif last is not None and getattr(event, "seat", last.seat) != last.seat:
            last = None
        found.append(event)
    return found
