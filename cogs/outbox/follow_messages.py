"""Sender for followers of a table: a direct message edited each turn, or a single message at the end of the game."""

from collections.abc import Sequence

import discord
import msgspec

from cogs.outbox.delivery import Delivery, Post, custom_ids, is_gone
from cogs.outbox.sender import PrivateChannels, Sender, is_refused_message, note_refusal, sends
from cogs.ui.kit.answers import attachment
from cogs.ui.kit.drawing_pool import PublicPictures
from cogs.ui.messages.call_messages import follow_view, stop_id
from cogs.ui.messages.cards import PICTURE, build_mentions
from cogs.ui.messages.stories import format_events
from data.store import FollowRow, OutboxRow
from tables.committing.outbox_rows import CARD, FOLLOW, FollowPayload
from tables.service import TableService
from tables.viewer import TableView

SENTENCES = 6
"""The maximum number of sentences about events in a message."""


class FollowMessages(Sender):
    """The sender of messages to followers of a table; it marks the outbox rows as delivered.

    Raises HTTPException if Discord refuses a message.
    """

    def __init__(
        self, service: TableService, pictures: PublicPictures, delivery: Delivery, private: PrivateChannels
    ) -> None:
        super().__init__(service, delivery)
        self._pictures = pictures
        self._private = private

    @sends(FOLLOW)
    async def send_follow_messages(self, rows: Sequence[OutboxRow]) -> None:
        """Edit or send the follower's message with the current state; one message covers all rows.

        The message shows a spectator's view. After the end of the game, the follow is deleted.
        """
        table_id, user = str(rows[0].table_id), msgspec.json.decode(rows[0].payload, type=FollowPayload).user
        async with self._store.read() as reader:
            follow = next((found for found in await reader.people.follows(table_id) if found.user_id == user), None)
            # Includes rows that wait for a retry: the message of an earlier attempt may exist and must be found first.
            pending = await reader.outbox.pending_of_table(table_id, FOLLOW)
            rows = [row for row in pending if row.payload == rows[0].payload]
        if not rows:
            return
        table, events = await self._service.load_recent(table_id)
        has_seat = any(seat.user_id == user for seat in table.seats)
        if follow is None or (has_seat and table.row.phase == "playing"):
            await self._done(rows, table, user, delete=True)
            return
        try:
            sent = await self._send(rows, table, follow, "\n".join(format_events(table, events, SENTENCES)))
        except discord.HTTPException as error:
            if not is_refused_message(error):
                raise
            async with self._store.write() as writer:
                await note_refusal(writer, user)
                await writer.people.delete_follow(table_id, user)
                for row in rows:
                    await writer.outbox.mark_failed(row.id, f"{error.status}, code {error.code}")
            return
        await self._done(rows, table, user, sent=sent, delete=table.row.phase != "playing")

    async def _send(self, rows: Sequence[OutboxRow], table: TableView, follow: FollowRow, story: str) -> FollowRow:
        """Edit the follower's message, or send a new one; return the follow's row with the message's id and step."""
        picture = await self._pictures.draw_newest(table)
        card = await self._delivery.find_message(table.row.id, CARD)
        view = follow_view(table, story, picture.alt, card)

        def files() -> list[discord.File]:
            return [attachment(picture, PICTURE)]

        # An edit sends no notification, so a follower who only wants the end of the game gets a new message.
        if follow.each_turn and follow.channel_id is not None and follow.message_id is not None:
            try:
                await self._edit_message(follow.channel_id, follow.message_id, view, files)
            except discord.HTTPException as error:
                if not is_gone(error):
                    raise
                # The message was deleted, so a new one is sent.
            else:
                return msgspec.structs.replace(follow, step=table.row.step)
        channel = await self._private.open_channel(follow.user_id)
        stop = str(stop_id(table.row.id))
        post = Post(
            row=next((row for row in rows if row.attempted is not None), rows[-1]),
            table=table,
            channel_id=channel,
            view=view,
            mentions=build_mentions(()),
            files=files,
            recognised=lambda found: found.id != follow.message_id and stop in custom_ids(found),
            elsewhere=True,
        )
        message = await self._delivery.post(post)
        return msgspec.structs.replace(follow, channel_id=channel, message_id=message.id, step=table.row.step)

    async def _done(
        self, rows: Sequence[OutboxRow], table: TableView, user: int, *, sent: FollowRow | None = None, delete: bool
    ) -> None:
        async with self._store.write(table.row.id) as writer:
            follow = next((found for found in await writer.people.follows(table.row.id) if found.user_id == user), None)
            if delete:
                await writer.people.delete_follow(table.row.id, user)
            elif sent is not None and follow is not None:
                # The follower may have changed `each_turn` while the message was being sent.
                await writer.people.put_follow(msgspec.structs.replace(sent, each_turn=follow.each_turn))
            await writer.outbox.mark_done(row.id for row in rows)
