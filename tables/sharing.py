"""Sharing the result of a game in its channel, once."""

from data.store import Reader
from tables import texts
from tables.outbox_rows import SHARE
from tables.refusal import Refusal
from tables.service import TableService


async def share(service: TableService, table_id: str, user_id: int) -> None:
    """Queues the message with result and replay. Raises Refusal before the end, for others, and the second time."""
    async with service.store.write(table_id) as writer:
        row = await writer.table(table_id)
        if row is None:
            raise Refusal(texts.NO_SUCH_TABLE)
        if row.phase != "finished":
            raise Refusal(texts.SHARE_AFTER_THE_END)
        if all(seat.user_id != user_id for seat in await writer.seats(table_id)):
            raise Refusal(texts.for_players("Share"))
        if await _is_shared(writer, table_id):
            raise Refusal(texts.SHARED_ALREADY)
        await writer.queue(SHARE, table_id, row.step, "{}")
    service.notify()


async def _is_shared(reader: Reader, table_id: str) -> bool:
    waiting = await reader.pending_of_table(table_id, SHARE)
    return bool(waiting) or await reader.message(table_id, SHARE) is not None
