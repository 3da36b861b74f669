"""Forgetting a user on request: they leave their open games, and their name and id are removed from all stored data.

The request is stored first. Each table is handled in a transaction of its own, and each step is idempotent, so after a
kill the upkeep can continue. Games stay complete for the others: moves are logged by seat, and no digest or random draw
depends on the user who had the seat.
"""

import structlog

from data.store import OPEN_PHASES, StoreUnavailable, TableChanges
from engine.core import EngineError
from tables import lobby, moves
from tables.committing.changes import Change, Decision
from tables.committing.outbox_rows import LOBBY, REFRESH
from tables.dispatching.dispatcher import Backoff
from tables.open_table import ACTIVE, OpenTable
from tables.opening import table_counter_name
from tables.refusal import Refusal
from tables.seat_changes.seats import without_offer
from tables.service import TableService
from tables.timing.running_time import DAY_MS, HOUR_MS

log = structlog.get_logger()

RETRY_MS = (60_000, 600_000, HOUR_MS, DAY_MS)
"""The retry pauses in milliseconds if a user can't be forgotten because of a bug."""


async def request(service: TableService, user_id: int) -> None:
    """Store a user's request to be forgotten. Idempotent."""
    async with service.store.write() as writer:
        await writer.people.request_deletion(user_id)
    service.notify()


async def forget(service: TableService, user_id: int) -> None:
    """Forget a user: make them leave their open tables, and remove their name and id from all data. Idempotent."""
    async with service.store.read() as reader:
        table_ids = await reader.people.tables_of_person(user_id)
    for table_id in table_ids:
        await _leave(service, table_id, user_id)
        async with service.store.write(table_id) as writer:
            names = {seat.seat: forgotten_name(seat.seat) for seat in await writer.tables.seats(table_id)}
            await writer.people.forget_at_table(table_id, user_id, names)
            row = await writer.tables.get(table_id)
            if row is None:
                continue
            if row.guild_id is None:
                # The counter's name contains the channel's id, and a direct-message channel with the bot belongs to one
                # user.
                await writer.facts.clear(table_counter_name(row))
                await writer.people.forget_place(table_id)
            elif row.phase in OPEN_PHASES:
                # The card or the lobby's message shows the user's name, so it is edited.
                await writer.outbox.queue(REFRESH if row.phase == "playing" else LOBBY, table_id, row.step, "{}")
    async with service.store.write(long=True) as writer:
        await writer.people.forget_person(user_id)
    service.notify()


async def forget_waiting(service: TableService, backoff: Backoff) -> None:
    """Forget all users whose request is still pending, for example after a kill. Failures are retried with backoff."""
    async with service.store.read() as reader:
        waiting = await reader.people.pending_deletions()
    for user_id in waiting:
        if backoff.is_waiting(user_id, service.now()):
            continue
        try:
            await forget(service, user_id)
        except StoreUnavailable:
            raise
        except Exception:
            # A bug in one user's data must not block other users or the rest of the upkeep.
            log.exception("user deletion failed")
            backoff.record_failure(user_id, service.now())
        else:
            backoff.record_success(user_id)


async def _leave(service: TableService, table_id: str, user_id: int) -> None:
    """Remove a user from an open table, with the same decisions that the user could make themselves."""
    async with service.store.read() as reader:
        row = await reader.tables.get(table_id)
    if row is None or row.phase not in OPEN_PHASES:
        return
    try:
        table = await service.load(table_id)
        for decide in _plan_leaving(table, user_id):
            await service.change(table_id, decide)
    except Refusal:
        # The table has ended meanwhile.
        return
    except EngineError as error:
        log.warning("deleted user could not leave table", table=table_id, step=row.step, error=error.text)


def _plan_leaving(table: OpenTable, user_id: int) -> tuple[Decision, ...]:
    """Return the decisions by which a user leaves an open table, to be applied in order.

    If the user is the host, another person who still plays becomes the host, or the table is cancelled.
    """
    seat, is_host = table.seat_of(user_id), table.row.host == user_id
    if table.row.phase == "lobby":
        if is_host:
            return (lobby.cancel(user_id),)
        leaving = () if seat is None and user_id not in table.settings.invited else (lobby.leave(user_id),)
        return (end_offers(user_id), *leaving)
    return (end_offers(user_id), *_plan_leaving_game(table, user_id))


def _plan_leaving_game(table: OpenTable, user_id: int) -> tuple[Decision, ...]:
    seat, is_host = table.seat_of(user_id), table.row.host == user_id
    others = _list_remaining_people(table, user_id)
    if is_host and not others:
        return (lobby.cancel(user_id),)
    resigning = (moves.resign(user_id),) if seat is not None and seat.state == ACTIVE else ()
    return (pass_host_on(user_id), *resigning) if is_host else resigning


def end_offers(user_id: int) -> Decision:
    """End all offers of seats at a table that a user has made or received."""

    def decide(table: OpenTable) -> Change:
        seats = tuple(
            without_offer(seat) if user_id in (seat.offered_to, seat.offered_by) else seat for seat in table.seats
        )
        return Change(seats=seats, only_card=True)

    return decide


def pass_host_on(host: int) -> Decision:
    """Make another person who still plays the table's host."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        others = _list_remaining_people(table, host)
        if table.row.host != host or not others:
            return Change(only_card=True)
        return Change(columns=TableChanges(host=others[0]), only_card=True)

    return decide


def _list_remaining_people(table: OpenTable, user_id: int) -> list[int]:
    """Return the ids of the other people who are still in the game, in the order of their seats."""
    found = [seat.user_id for seat in table.seats if seat.state == ACTIVE and seat.user_id != user_id]
    return [other for other in found if other is not None]


def forgotten_name(seat: int) -> str:
    """Return the placeholder that replaces a forgotten user's name. It contains the seat's number."""
    return f"Player {seat + 1}"
