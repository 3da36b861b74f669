"""Sender for *You are next*: silent lines in the channel, and direct messages."""

from collections.abc import Awaitable, Callable, Sequence

import discord
import msgspec

from cogs.outbox.calls import build_recogniser
from cogs.outbox.delivery import Delivery, Post
from cogs.outbox.sender import PrivateChannels, Sender, is_refused_message, note_refusal, sends
from cogs.ui.messages.call_messages import next_direct_view, next_line_view
from cogs.ui.messages.cards import build_mentions
from data.store import OutboxRow
from tables.calling.next_up import NextPayload, find_kind, find_next, queue_next
from tables.calling.recipients import NEXT_DIRECT, NEXT_LINE
from tables.committing.outbox_rows import CARD
from tables.service import TableService
from tables.viewer import TableView


class NextMessages(Sender):
    """The sender of messages to people who are next. It marks the rows as delivered.

    Raises HTTPException if Discord refuses a message.
    """

    def __init__(self, service: TableService, delivery: Delivery, private: PrivateChannels) -> None:
        super().__init__(service, delivery)
        self._private = private

    @sends(NEXT_LINE)
    async def send_lines(self, rows: Sequence[OutboxRow]) -> None:
        """Post lines that mention users without notifying them."""
        for row in rows:
            payload = _read(row)

            async def channel(table: TableView) -> int:
                return await self._delivery.ensure_target_channel(table)

            await self._send(row, payload, channel)

    @sends(NEXT_DIRECT)
    async def send_direct(self, rows: Sequence[OutboxRow]) -> None:
        """Send direct messages; a user whose message Discord refuses gets a line instead."""
        for row in rows:
            payload = _read(row)

            async def channel(_: TableView, user: int = payload.user) -> int:
                return await self._private.open_channel(user)

            try:
                await self._send(row, payload, channel)
            except discord.HTTPException as error:
                if not is_refused_message(error):
                    raise
                await self._post_line_instead(row, payload, error)

    async def _send(self, row: OutboxRow, payload: NextPayload, channel: Callable[[TableView], Awaitable[int]]) -> None:
        """Post the message, unless the user is no longer next or doesn't want it any more.

        A message that an earlier attempt may have posted is posted again in any case, with the same nonce.
        """
        table, is_direct = await self._service.view(str(row.table_id)), row.kind == NEXT_DIRECT
        recognised, found = build_recogniser(row, table), None
        if row.attempted is not None:
            row, found = await self._delivery.check_earlier_attempt(
                row, table, await channel(table), row.step, recognised, is_direct
            )
        if row.attempted is None and not await self._is_wanted(row, payload):
            await self._mark_delivered([row])
            return
        card = await self._delivery.find_message(table.row.id, CARD)
        post = Post(
            row=row,
            table=table,
            channel_id=await channel(table),
            view=(next_direct_view(table, card, row.id) if is_direct else next_line_view(table, payload.user, row.id)),
            mentions=build_mentions(() if is_direct else (payload.user,)),
            recognised=recognised,
            elsewhere=is_direct,
            silent=not is_direct,
            found=found,
        )
        await self._delivery.post(post)
        await self._mark_delivered([row])

    async def _is_wanted(self, row: OutboxRow, payload: NextPayload) -> bool:
        table = await self._service.load(str(row.table_id))
        seat = find_next(table)
        if seat is None or (seat.user_id, table.row.turn) != (payload.user, payload.turn):
            return False
        async with self._store.read() as reader:
            return await find_kind(reader, table.row.id, payload.user, self._service.now()) == row.kind

    async def _post_line_instead(self, row: OutboxRow, payload: NextPayload, error: discord.HTTPException) -> None:
        table = await self._service.load(str(row.table_id))
        async with self._store.write(table.row.id) as writer:
            await note_refusal(writer, payload.user)
            await queue_next(writer, table, NEXT_LINE, payload)
            await writer.outbox.mark_failed(row.id, f"{error.status}, code {error.code}")
        self._service.notify()


def _read(row: OutboxRow) -> NextPayload:
    return msgspec.json.decode(row.payload, type=NextPayload)
