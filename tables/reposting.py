"""Reposting a table's card or lobby message after somebody deleted it."""

import structlog

from data.store import MessageRow
from tables.outbox_rows import CARD, LOBBY, CardPayload, encoded
from tables.service import TableService

log = structlog.get_logger()


async def repost(service: TableService, gone: MessageRow) -> None:
    """Queues a replacement for a deleted card or lobby message, without pinging the actors again.

    The row of the deleted message is removed, so that the replacement tells the events since the message before it.
    Idempotent: does nothing if another message is the newest by now.
    """
    async with service.store.write(gone.table_id) as writer:
        row, newest = await writer.table(gone.table_id), await writer.message(gone.table_id, gone.kind)
        wanted = {"playing": CARD, "lobby": LOBBY}.get("" if row is None else row.phase)
        if row is None or gone.kind != wanted or newest != gone:
            return
        await writer.delete_message(gone.kind, gone.message_id)
        if not await writer.pending_of_table(row.id, gone.kind):
            payload = encoded(CardPayload(ping=False)) if gone.kind == CARD else "{}"
            await writer.queue(gone.kind, row.id, row.step, payload)
    log.info("a deleted message is posted again", table=gone.table_id, kind=gone.kind, step=gone.step)
    service.notify()
