"""Forgetting a person who asks for it: they leave their open games, and their name and id leave everything stored.

The wish is stored first. One table after the other is done in a transaction of its own, and doing one twice changes
nothing, so a kill at any moment delays it until the upkeep takes it up again. Games stay whole for the others: moves
are logged by seat, and no digest or draw depends on who sat there.
"""

import structlog

from data.store import OPEN_PHASES, StoreUnavailable, TableChanges
from engine.core import EngineError
from tables import lobby, moves
from tables.committing.changes import Change, Decision
from tables.committing.outbox_rows import LOBBY, REFRESH
from tables.dispatching.dispatcher import Backoff
from tables.open_table import ACTIVE, OpenTable
from tables.opening import counted_in
from tables.refusal import Refusal
from tables.seat_changes.seats import without_offer
from tables.service import TableService
from tables.timing.running_time import DAY_MS, HOUR_MS

log = structlog.get_logger()

RETRY_MS = (60_000, 600_000, HOUR_MS, DAY_MS)
"""The backoff of a person who can't be forgotten, because of an error of ours."""


async def request(service: TableService, user_id: int) -> None:
    """Stores the wish of a person to be forgotten; idempotent."""
    async with service.store.write() as writer:
        await writer.request_deletion(user_id)
    service.notify()


async def forget(service: TableService, user_id: int) -> None:
    """Forgets a person; idempotent."""
    async with service.store.read() as reader:
        table_ids = await reader.tables_naming(user_id)
    for table_id in table_ids:
        await _leave(service, table_id, user_id)
        async with service.store.write(table_id) as writer:
            names = {seat.seat: forgotten_name(seat.seat) for seat in await writer.seats(table_id)}
            await writer.forget_at_table(table_id, user_id, names)
            row = await writer.table(table_id)
            if row is None:
                continue
            if row.guild_id is None:
                # It is in direct messages that nobody else has.
                await writer.clear_fact(counted_in(row))
                await writer.forget_place(table_id)
            elif row.phase in OPEN_PHASES:
                # Card and lobby have the name.
                await writer.queue(REFRESH if row.phase == "playing" else LOBBY, table_id, row.step, "{}")
    async with service.store.write(long=True) as writer:
        await writer.forget_person(user_id)
    service.notify()


async def forget_waiting(service: TableService, backoff: Backoff) -> None:
    """Forgets all who have asked for it and were not forgotten yet, as after a kill."""
    async with service.store.read() as reader:
        waiting = await reader.deletions()
    for user_id in waiting:
        if backoff.is_waiting(user_id, service.now()):
            continue
        try:
            await forget(service, user_id)
        except StoreUnavailable:
            raise
        except Exception:
            # One whose data is in an unforeseen form keeps nobody else waiting, nor the rest of the upkeep.
            log.exception("a person could not be forgotten yet")
            backoff.failed(user_id, service.now())
        else:
            backoff.succeeded(user_id)


async def _leave(service: TableService, table_id: str, user_id: int) -> None:
    """Takes a person out of an open table, as they could themselves."""
    async with service.store.read() as reader:
        row = await reader.table(table_id)
    if row is None or row.phase not in OPEN_PHASES:
        return
    try:
        table = await service.load(table_id)
        for decide in _ways_out(table, user_id):
            await service.change(table_id, decide)
    except Refusal:
        # The table has ended meanwhile.
        return
    except EngineError as error:
        log.warning("a person could not leave a table", table=table_id, step=row.step, error=error.text)


def _ways_out(table: OpenTable, user_id: int) -> tuple[Decision, ...]:
    """What a person does to be gone from an open table: the host's table goes to somebody who plays on, or ends."""
    seat, is_host = table.seat_of(user_id), table.row.host == user_id
    if table.row.phase == "lobby":
        if is_host:
            return (lobby.cancel(user_id),)
        leaving = () if seat is None and user_id not in table.settings.invited else (lobby.leave(user_id),)
        return (ending_offers(user_id), *leaving)
    return (ending_offers(user_id), *_ways_out_of_game(table, user_id))


def _ways_out_of_game(table: OpenTable, user_id: int) -> tuple[Decision, ...]:
    seat, is_host = table.seat_of(user_id), table.row.host == user_id
    others = _playing_on(table, user_id)
    if is_host and not others:
        return (lobby.cancel(user_id),)
    resigning = (moves.resign(user_id),) if seat is not None and seat.state == ACTIVE else ()
    return (passing_host_on(user_id), *resigning) if is_host else resigning


def ending_offers(user_id: int) -> Decision:
    """Ends the offers of seats that somebody has made or was made."""

    def decide(table: OpenTable) -> Change:
        seats = tuple(
            without_offer(seat) if user_id in (seat.offered_to, seat.offered_by) else seat for seat in table.seats
        )
        return Change(seats=seats, only_card=True)

    return decide


def passing_host_on(host: int) -> Decision:
    """Makes another person who plays the host of a table."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        others = _playing_on(table, host)
        if table.row.host != host or not others:
            return Change(only_card=True)
        return Change(columns=TableChanges(host=others[0]), only_card=True)

    return decide


def _playing_on(table: OpenTable, user_id: int) -> list[int]:
    """The other people who have not resigned, in the order of their seats."""
    found = [seat.user_id for seat in table.seats if seat.state == ACTIVE and seat.user_id != user_id]
    return [other for other in found if other is not None]


def forgotten_name(seat: int) -> str:
    """The name of somebody who wanted to be forgotten, by their seat."""
    return f"Player {seat + 1}"
