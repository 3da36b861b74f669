"""The public history of a table, built from the public events stored with its log.

Building it takes time proportional to the number of events shown, unless moves were taken back: then the whole log is
read.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from data.store import EntryRow, HandoverRow, Reader
from engine.core import HOST, SPECTATOR
from engine.game import Game
from engine.history import clear_actors, decode_events, history_with_events, turn_end_entries, visible
from engine.record import Entry, Takeback, active_entries, parse_host, seat_of
from engine.replay import play_log
from engine.takeback import takebacks
from tables.open_table import OpenTable, to_engine_entries
from tables.seat_changes.handovers import HANDED_OVER, REMOVED
from tables.timing.pauses import list_pause_events

RECENT_ENTRIES = 500
"""Maximum number of log entries that *What happened* reports."""


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """A pseudo-event in the story: the seat passed from `before` to `after`.

    `removed`: a moderator removed `before`, and `after` is a computer player.
    """

    seat: int
    before: str
    after: str
    removed: bool = False


@dataclass(frozen=True, slots=True)
class SeatNoted:
    """A pseudo-event in the story: a note about a seat. `kind` is one of `tables.seat_changes.handovers`.

    `name` is the name that the seat's user had then.
    """

    seat: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """A pseudo-event in the story: a seat took its move back.

    `events` are the public events of that move. `others`: moves of other seats were undone with it. `count` is the
    1-based number of this take-back among those of the seat, not counting take-backs of moves without a public effect.
    """

    seat: int
    events: tuple[Any, ...]
    others: bool
    count: int


async def public_story(reader: Reader, table: OpenTable, since: int, step: int = 0) -> tuple[Any, ...]:
    """Return the public events of all entries after number `since`. Take-backs are included as `MoveTakenBack`.

    Seat changes and notes about seats are included at the points where they happened. Those right after entry `since`
    are included only if they happened after `step`. Entries without public events, such as most of a simultaneous turn,
    are not loaded. Raises Refusal before the start.
    """
    return tuple(event for _, event in await numbered_story(reader, table, since, step))


async def numbered_story(reader: Reader, table: OpenTable, since: int, step: int = 0) -> list[tuple[int, Any]]:
    """Return the events of `public_story`, each with the number of its entry."""
    game = table.require_begun()
    found = await reader.tables.handovers(table.row.id, since)
    handed_over = _list_handover_events(table, [one for one in found if one.n > since or one.step > step])
    handed_over = sorted([*handed_over, *list_pause_events(table.row, since, step)], key=lambda told: told[0])
    rows = await reader.logs.public_entries(table.row.id, since, str(HOST))
    if any(row.events is None for row in rows):
        rows = (await asyncio.to_thread(_load_events, game, await reader.logs.entries(table.row.id)))[since:]
    if any(isinstance(parse_host(row.action), Takeback) for row in rows if row.actor == str(HOST)):
        whole = await reader.logs.entries(table.row.id)
        told = await asyncio.to_thread(lambda: _list_events_with_takebacks(game, _load_events(game, whole), since))
    else:
        told = [(row.n, _events(game, row)) for row in rows]
    return [*_interleave(told, handed_over)]


def _load_events(game: Game, rows: Sequence[EntryRow]) -> tuple[EntryRow, ...]:
    """Return all entries of a log with their public events.

    Events that are not stored, because they are too old or were pruned, are recomputed by replaying the game.
    """
    if all(row.events is not None for row in rows):
        return tuple(rows)
    replayed = play_log(game.rules, to_engine_entries(rows))
    return tuple(
        msgspec.structs.replace(row, events=msgspec.json.encode(visible(game.rules, played.events, SPECTATOR)).decode())
        for row, played in zip(rows, replayed, strict=True)
    )


def _list_handover_events(
    table: OpenTable, rows: Sequence[HandoverRow]
) -> list[tuple[int, SeatHandedOver | SeatNoted]]:
    """Return the pseudo-events about seats, each with the number of the entry after which it happened."""
    found: list[tuple[int, SeatHandedOver | SeatNoted]] = []
    names = {seat.seat: seat.name for seat in table.seats}
    for row in reversed(rows):
        if row.kind not in HANDED_OVER:
            found.append((row.n, SeatNoted(row.seat, row.kind, row.name)))
            continue
        found.append((row.n, SeatHandedOver(row.seat, row.name, names[row.seat], row.kind == REMOVED)))
        names[row.seat] = row.name
    return found[::-1]


def _interleave(
    told: Iterable[tuple[int, tuple[Any, ...]]], handed_over: Sequence[tuple[int, Any]]
) -> Iterator[tuple[int, Any]]:
    """Yield the events of entries in order. Insert the pseudo-events about seats by their entry numbers."""
    waiting = list(handed_over)
    for number, events in told:
        while waiting and waiting[0][0] < number:
            yield waiting.pop(0)
        yield from ((number, event) for event in events)
    yield from waiting


def _events(game: Game, row: EntryRow) -> tuple[Any, ...]:
    return decode_events(game.rules, (row.events or "[]").encode())


def _list_events_with_takebacks(game: Game, rows: Sequence[EntryRow], since: int) -> list[tuple[int, tuple[Any, ...]]]:
    """Return the public events for each entry after `since`, from a log that contains take-backs.

    Moves that were taken back are left out. A take-back becomes a `MoveTakenBack` event, unless its move had no public
    effect: then the take-back is secret too.
    """
    log = to_engine_entries(rows)
    active, counts, backs = set(active_entries(log)), dict[int, int](), takebacks(log)
    untold = {back.own for back in backs if not _events(game, rows[back.own - 1])}
    public = _find_public_entries(game, log, untold)
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


def _find_public_entries(game: Game, log: Sequence[Entry], numbers: Collection[int]) -> set[int]:
    """Return those of the entries `numbers` that changed a spectator's view although they have no public events."""
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


def find_recent_start(table: OpenTable) -> int:
    """Return the number of the entry after which the story of *What happened* starts."""
    return max(0, table.require_begun().n - RECENT_ENTRIES)


def past_turns(table: OpenTable, log: Sequence[Entry]) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Return a spectator's views after the start and after each turn, each with the events of that turn."""
    turns = history_with_events(table.require_begun().configuration, log, SPECTATOR)
    view, events = turns[-1]
    return (*turns[:-1], (clear_actors(view), events)) if table.row.phase == "cancelled" else turns


def turn_views(table: OpenTable, log: Sequence[Entry]) -> tuple[tuple[int, Any], ...]:
    """Return the views of `past_turns`, each after the number of the log entry after which it first held."""
    configuration = table.require_begun().configuration
    views = [view for view, _ in past_turns(table, log)]
    return tuple(zip(turn_end_entries(configuration, log, SPECTATOR), views, strict=True))


def drop_repeated_events(happened: Sequence[Any], late: type) -> list[Any]:
    """Drop repeated events of type `late` (a missed deadline) of a seat, unless another seat has acted in between.

    A turn may consist of several questions with the same deadline, and each of them produces such an event.
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
