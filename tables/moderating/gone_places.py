"""Deleted channels, and servers that removed the bot: their tables are cancelled without waiting for a player.

A table of a deleted channel is cancelled at once. A server that removed the bot may add it again: for `GRACE_MS` its
tables are kept and their deadlines stand still. After that they are cancelled too.
"""

from collections.abc import Awaitable, Callable, Sequence

import structlog

from data.store import Reader, TableRow
from engine.core import EngineError
from tables.committing.outbox_rows import REFUSED
from tables.moderating.server_settings import server_settings
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing.clocks import DEADLINE, REMINDER
from tables.timing.running_time import DAY_MS

log = structlog.get_logger()

GRACE_MS = 7 * DAY_MS
"""Time in milliseconds for which a server's tables are kept after it has removed the bot."""
STANDING_STILL = (DEADLINE, REMINDER)
"""The kinds of timers that are suspended while the bot is not on the server."""
TABLES_AT_ONCE = 50


async def cancel_tables_of_channel(service: TableService, channel_id: int) -> None:
    """Cancel the open tables of a deleted channel, or of a deleted thread in which they were opened. Idempotent.

    A table that has only lost the thread made for its game goes on: its card is posted again elsewhere.
    """

    async def there(reader: Reader) -> Sequence[TableRow]:
        rows = await reader.tables.in_channel(channel_id, TABLES_AT_ONCE)
        return [row for row in rows if row.channel_id == channel_id]

    await _abandon_all(service, there, "channel deleted")


async def record_server_left(service: TableService, guild_id: int) -> None:
    """Record that a server has removed the bot, and suspend the deadlines of its tables. Idempotent."""
    async with service.store.write(long=True) as writer:
        if await writer.facts.get(_left(guild_id)) is not None:
            return
        await writer.facts.set(_left(guild_id), str(writer.now))
        await writer.timers.shift_of_server(guild_id, STANDING_STILL, GRACE_MS)
    log.info("bot removed from server", server=guild_id)


async def record_server_joined(service: TableService, guild_id: int) -> None:
    """Record that the bot is on a server again, resume the clocks there, and retry refused messages. Idempotent."""
    async with service.store.read() as reader:
        if await reader.facts.get(_left(guild_id)) is None:
            return
    async with service.store.write(long=True) as writer:
        left = await writer.facts.get(_left(guild_id))
        if left is None:
            return
        await writer.facts.clear(_left(guild_id))
        away = min(max(0, writer.now - int(left)), GRACE_MS)
        # A timer may now be too early for a seat that was asked after the bot was removed. When it is due, it is
        # postponed to the seat's own deadline.
        await writer.timers.shift_of_server(guild_id, STANDING_STILL, away - GRACE_MS, asked_after=int(left))
        await writer.outbox.retry_refused(guild_id, REFUSED, writer.now)
        await writer.leagues.retry_seasons_of_server(guild_id)
    log.info("bot back on server", server=guild_id)
    service.notify()


async def is_forgotten(service: TableService, guild_id: int) -> bool:
    """Return whether a server removed the bot so long ago that the grace period is over."""
    async with service.store.read() as reader:
        left = await reader.facts.get(_left(guild_id))
    return left is not None and service.now() - int(left) >= GRACE_MS


async def is_standing_still(service: TableService, table_id: str) -> bool:
    """Return whether a table's deadlines are suspended, because its server has removed the bot."""
    async with service.store.read() as reader:
        row = await reader.tables.get(table_id)
        return row is not None and row.guild_id is not None and await has_left(reader, row.guild_id)


async def has_left(reader: Reader, guild_id: int) -> bool:
    """Return whether a server has removed the bot."""
    return await reader.facts.get(_left(guild_id)) is not None


async def cancel_tables_of_server(service: TableService, guild_id: int) -> None:
    """Cancel the open tables of a server after its grace period, and forget who looks for a game there. Idempotent."""
    async with service.store.write() as writer:
        await writer.seekers.delete_server(guild_id)
    await _abandon_all(
        service,
        lambda reader: reader.tables.list_open_of_server(guild_id, TABLES_AT_ONCE),
        "bot removed from server",
    )


async def schedule_permission_retry(service: TableService, guild_id: int, at: int) -> None:
    """Schedule a retry at `at` (milliseconds UTC) of a server's messages that Discord refused.

    Only those refused for lack of a permission are retried. It is called when permissions change, because the missing
    one may have been granted.
    """
    async with service.store.write(long=True) as writer:
        refused = await writer.outbox.retry_refused(guild_id, REFUSED, at)
    if refused:
        service.notify()


async def retry_threads(service: TableService, guild_id: int) -> None:
    """Let each table of a server try again to open its thread, together with its next card.

    An earlier attempt has failed for lack of a permission.
    """
    if (await server_settings(service.store, guild_id)).threads:
        async with service.store.write() as writer:
            await writer.messages.forget_refused_threads(guild_id)


async def _abandon_all(
    service: TableService, read: Callable[[Reader], Awaitable[Sequence[TableRow]]], why: str
) -> None:
    """Cancel all open tables that `read` returns. `read` is called repeatedly, until it returns no further tables."""
    seen: set[str] = set()
    while True:
        async with service.store.read() as reader:
            found = [row for row in await read(reader) if row.id not in seen]
        if not found:
            return
        seen.update(row.id for row in found)
        await _abandon(service, found, why)


async def _abandon(service: TableService, rows: Sequence[TableRow], why: str) -> None:
    for row in rows:
        try:
            await service.abandon(row.id)
        except Refusal:
            continue
        except EngineError as error:
            log.error("table could not be cancelled", table=row.id, step=row.step, error=repr(error))
            continue
        log.info("table cancelled", table=row.id, step=row.step, reason=why)


def _left(guild_id: int) -> str:
    return f"left server {guild_id}"
