"""Sender for outbox rows that call players: short public messages with mentions, and direct messages."""

from collections.abc import Awaitable, Callable, Sequence

import discord
import msgspec

from cogs.outbox.delivery import Delivery, Post, Recognised, custom_ids
from cogs.outbox.sender import PrivateChannels, Sender, is_refused_message, note_refusal, sends
from cogs.ui.messages.call_messages import call_view, direct_view, pings_id
from cogs.ui.messages.cards import build_mentions, waiting_users
from data.store import OutboxRow, Reader
from tables.calling.recipients import CALL, DIRECT, LAST, CallPayload, call, recipients
from tables.committing.outbox_rows import CARD
from tables.service import TableService
from tables.viewer import TableView


class Calls(Sender):
    """The sender of calls: public and direct messages to players who must still act. It marks the rows as delivered.

    Raises HTTPException if Discord refuses a message.
    """

    def __init__(self, service: TableService, delivery: Delivery, private: PrivateChannels) -> None:
        super().__init__(service, delivery)
        self._private = private

    @sends(CALL)
    async def send_calls(self, rows: Sequence[OutboxRow]) -> None:
        """Post public messages that mention players.

        If a user has several due rows, for instance at the end of quiet hours, only the newest row calls them.
        """
        called: set[int] = set()
        for row in reversed(rows):
            table, payload = await self._read(row)
            newer, waited = frozenset(called), _list_awaited_users(table, payload)
            called.update(waited)

            async def channel(table: TableView = table) -> int:
                return await self._delivery.ensure_target_channel(table)

            row, found = await self._check_earlier_attempt(row, table, waited, channel)
            if row.attempted is None:
                waited = [user for user in waited if user not in newer]
            users = await self._select_users_to_call(row, table, payload, waited)
            if users:
                card = await self._delivery.find_message(table.row.id, CARD)
                view = call_view(table, payload, users, card, row.id)
                await self._post(row, table, await channel(), view, users, found)

    @sends(DIRECT)
    async def send_direct_calls(self, rows: Sequence[OutboxRow]) -> None:
        """Send direct messages that call players.

        A player whose direct message Discord refuses is mentioned in the channel instead.
        """
        for row in rows:
            table, payload = await self._read(row)
            try:
                await self._send_direct(row, table, payload)
            except discord.HTTPException as error:
                if not is_refused_message(error):
                    raise
                await self._mention_instead(row, table, payload, error)

    async def _send_direct(self, row: OutboxRow, table: TableView, payload: CallPayload) -> None:
        async def channel() -> int:
            return await self._private.open_channel(payload.users[0])

        waited = _list_awaited_users(table, payload)
        row, found = await self._check_earlier_attempt(row, table, waited, channel)
        if await self._select_users_to_call(row, table, payload, waited):
            card = await self._delivery.find_message(table.row.id, CARD)
            await self._post(row, table, await channel(), direct_view(table, payload, card, row.id), (), found)

    async def _read(self, row: OutboxRow) -> tuple[TableView, CallPayload]:
        return await self._service.view(str(row.table_id)), msgspec.json.decode(row.payload, type=CallPayload)

    async def _check_earlier_attempt(
        self, row: OutboxRow, table: TableView, users: Sequence[int], channel: Callable[[], Awaitable[int]]
    ) -> tuple[OutboxRow, discord.Message | None]:
        if not users or row.attempted is None:
            return row, None
        recognised, is_private = build_recogniser(row, table), row.kind == DIRECT
        return await self._delivery.check_earlier_attempt(row, table, await channel(), row.step, recognised, is_private)

    async def _select_users_to_call(
        self, row: OutboxRow, table: TableView, payload: CallPayload, users: Sequence[int]
    ) -> Sequence[int]:
        """Return the users whom this row calls now; if there are none, mark the row as done.

        The users' preferences are read again, since they may have changed after the row was queued. They are not read
        again for a row whose message may have been posted by an earlier attempt.
        """
        if users and row.attempted is not None:
            return users
        async with self._store.write(table.row.id) as writer:
            found = await recipients(writer, table.row.id, users, writer.now)
            wished = found.direct if row.kind == DIRECT else found.mention
            if users and sorted(wished) == sorted(users):
                return users
            if payload.reason == LAST and not await _is_current(writer, table):
                # The table has just changed, and one of the users may be the last one to act; the next pass decides.
                return ()
            await call(writer, table.row, users, payload.reason, by=payload.by)
            if payload.reason == LAST and len(table.actors) > 1 and row.attempted is None:
                # Without its ping row, a user can be called again later as the last one to act.
                for user in payload.users:
                    await writer.messages.delete_ping(table.row.id, payload.turn, user, LAST)
            await writer.outbox.mark_done([row.id])
        self._service.notify()
        return ()

    async def _post(
        self,
        row: OutboxRow,
        table: TableView,
        channel: int,
        view: discord.ui.LayoutView,
        users: Sequence[int],
        found: discord.Message | None,
    ) -> None:
        post = Post(
            row=row,
            table=table,
            channel_id=channel,
            view=view,
            mentions=build_mentions(users),
            recognised=build_recogniser(row, table),
            elsewhere=row.kind == DIRECT,
            found=found,
        )
        await self._delivery.post(post)
        await self._mark_delivered([row])

    async def _mention_instead(
        self, row: OutboxRow, table: TableView, payload: CallPayload, error: discord.HTTPException
    ) -> None:
        async with self._store.write(table.row.id) as writer:
            for user in payload.users:
                await note_refusal(writer, user)
            await call(writer, table.row, payload.users, payload.reason, by=payload.by)
            await writer.outbox.mark_failed(row.id, f"{error.status}, code {error.code}")
        self._service.notify()


def _list_awaited_users(table: TableView, payload: CallPayload) -> list[int]:
    """Return the users named in the row who must still act; empty if the row's turn is not the current one.

    A row with the reason `LAST` calls a user only if theirs is the only seat that must act.
    """
    is_current = table.row.phase == "playing" and table.row.turn == payload.turn
    is_true = payload.reason != LAST or len(table.actors) == 1
    return [user for user in waiting_users(table) if user in payload.users] if is_current and is_true else []


async def _is_current(reader: Reader, table: TableView) -> bool:
    """Return whether the step in the store is still the one of the loaded view `table`."""
    now = await reader.tables.get(table.row.id)
    return now is not None and now.step == table.row.step


def build_recogniser(row: OutboxRow, table: TableView) -> Recognised:
    """Return a predicate that recognises the row's message by a button containing the row's id."""
    own = str(pings_id(table.row.id, row.id))
    return lambda found: own in custom_ids(found)
