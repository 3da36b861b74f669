"""Sender for messages about open seats: lines that mention users silently, and direct messages."""

from collections.abc import Sequence

import discord
import msgspec

from cogs.outbox.delivery import Delivery, Post, custom_ids
from cogs.outbox.sender import PrivateChannels, Sender, is_refused_message, sends
from cogs.ui.messages.cards import build_mentions
from cogs.ui.messages.open_seats import seats_direct_view, seats_id, seats_line_view
from data.store import OutboxRow, TableRow
from tables.calling.open_seats import SeatsPayload, filter_wanting
from tables.calling.recipients import SEATS_DIRECT, SEATS_LINE
from tables.committing.outbox_rows import LOBBY
from tables.preferences import read_preferences
from tables.service import TableService
from tables.viewer import TableView

NO_MEMBER = (10007, 10013)
"""Discord's errors for a user who is not on the server, and for an account that no longer exists."""


class SeatMessages(Sender):
    """The sender of messages about open seats. It marks the rows as delivered.

    Raises HTTPException if Discord refuses a message.
    """

    def __init__(
        self, client: discord.Client, service: TableService, delivery: Delivery, private: PrivateChannels
    ) -> None:
        super().__init__(service, delivery)
        self._client = client
        self._private = private

    @sends(SEATS_LINE)
    async def send_lines(self, rows: Sequence[OutboxRow]) -> None:
        """Post lines in the lobby's channel that mention users without notifying them."""
        for row in rows:
            table = await self._service.view(str(row.table_id))
            await self._send(row, table, _read(row), table.row.channel_id)

    @sends(SEATS_DIRECT)
    async def send_direct(self, rows: Sequence[OutboxRow]) -> None:
        """Send direct messages. If Discord refuses one, the user's wishes for them are deleted."""
        for row in rows:
            table, (user,) = await self._service.view(str(row.table_id)), _read(row)
            if not await self._can_see(table.row, user):
                await self._mark_delivered([row])
                continue
            try:
                await self._send(row, table, (user,), await self._private.open_channel(user))
            except discord.HTTPException as error:
                if not is_refused_message(error):
                    raise
                await self._switch_off(row, user, error)

    async def _filter_users(self, row: OutboxRow, users: Sequence[int]) -> Sequence[int]:
        """Return the users of a row who still want the message."""
        table = await self._service.load(str(row.table_id))
        async with self._store.read() as reader:
            return await filter_wanting(reader, table, users, row.kind, self._service.now())

    async def _can_see(self, lobby: TableRow, user: int) -> bool:
        """Return whether a user may see the lobby's channel. If they have left the server, delete their wish."""
        if lobby.guild_id is None:
            return False
        try:
            # From Discord and not from the cache, because another process may hold the server's shard.
            guild = await self._delivery.request(self._client.fetch_guild(lobby.guild_id, with_counts=False))
            member = await self._delivery.request(guild.fetch_member(user))
            channel = await self._delivery.request(guild.fetch_channel(lobby.channel_id))
            if isinstance(channel, discord.Thread):
                channel = await self._delivery.request(guild.fetch_channel(channel.parent_id))
        except discord.NotFound as error:
            if error.code not in NO_MEMBER:
                raise
            async with self._store.write() as writer:
                await writer.seekers.delete(lobby.guild_id, user)
            return False
        return channel.permissions_for(member).view_channel

    async def _send(self, row: OutboxRow, table: TableView, users: Sequence[int], channel_id: int) -> None:
        """Post the message to those of the users who still want it.

        A message that an earlier attempt may have posted is posted again in any case, with the same nonce.
        """
        own, is_direct = str(seats_id(table.row.id, row.id)), row.kind == SEATS_DIRECT

        def recognised(message: discord.Message) -> bool:
            return own in custom_ids(message)

        row, found = await self._delivery.check_earlier_attempt(row, table, channel_id, row.step, recognised, is_direct)
        if row.attempted is None:
            users = await self._filter_users(row, users)
        if not users:
            await self._mark_delivered([row])
            return
        message = await self._delivery.find_message(table.row.id, LOBBY)
        post = Post(
            row=row,
            table=table,
            channel_id=channel_id,
            view=(
                seats_direct_view(table, message, row.id)
                if is_direct
                else seats_line_view(table, users, message, row.id)
            ),
            mentions=build_mentions(() if is_direct else users),
            recognised=recognised,
            elsewhere=is_direct,
            silent=not is_direct,
            found=found,
        )
        await self._delivery.post(post)
        await self._mark_delivered([row])

    async def _switch_off(self, row: OutboxRow, user: int, error: discord.HTTPException) -> None:
        async with self._store.write() as writer:
            await writer.seekers.delete_direct(user)
            await writer.people.put_user(user, None)
            wanted = msgspec.structs.replace(await read_preferences(writer, user), seats_refused=True)
            await writer.people.put_user(user, None, msgspec.json.encode(wanted).decode())
            await writer.outbox.mark_failed(row.id, f"{error.status}, code {error.code}")


def _read(row: OutboxRow) -> tuple[int, ...]:
    """Return the users of a row."""
    return msgspec.json.decode(row.payload, type=SeatsPayload).users
