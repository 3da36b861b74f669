"""Sender for lobbies, shared results, and command replies."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import discord
import msgspec

from cogs.outbox.delivery import THREAD, Delivery, Files, Post, custom_ids, is_gone, may_be_edited_later
from cogs.outbox.sender import Sender, sends
from cogs.ui.kit.answers import attachment
from cogs.ui.kit.banners import banner_file
from cogs.ui.kit.drawing_pool import PublicPictures
from cogs.ui.kit.layouts import Row, layout, rows_of_buttons
from cogs.ui.messages.cards import PICTURE, REPLAY, build_mentions, move_row, share_view, shared_step
from cogs.ui.messages.lobby_message import full_view, is_host_call, lobby_view
from cogs.ui.messages.shared_buttons import take_back_button
from data.store import MessageRow, OutboxRow
from language.messages import N_, _
from tables.calling.questions import queue_end_of_call, queue_full, queue_lobby
from tables.committing.outbox_rows import FULL, LOBBY, REPLY, SHARE, LobbyPayload, ReplyPayload, SharePayload
from tables.newcomers import list_finished
from tables.service import TableService
from tables.viewer import TableView

INTERRUPTED = N_("I was restarted before I could finish that. Nothing is lost; please look at the table and try again.")

FIRST_ANSWER: Any = "@original"
"""Discord's id for the original response to an interaction.

Its type is Any, because discord.py annotates message ids as int.
"""


class Messages(Sender):
    """The sender for lobbies, shared results and command replies."""

    def __init__(
        self, client: discord.Client, service: TableService, pictures: PublicPictures, delivery: Delivery
    ) -> None:
        super().__init__(service, delivery)
        self._client = client
        self._pictures = pictures

    async def fail_unknown(self, rows: Sequence[OutboxRow]) -> None:
        """Give up rows of an unknown kind; a newer version of the program has queued them."""
        await self._fail(rows, f"unknown kind {rows[0].kind}")

    @sends(REPLY)
    async def finish_replies(self, rows: Sequence[OutboxRow]) -> None:
        """Finish the deferred replies to slash commands."""
        for row in rows:
            await self._reply(row)

    async def _reply(self, row: OutboxRow) -> None:
        """Send the text of a deferred reply to a slash command.

        A row without a text belongs to a command that a restart interrupted: it gets an apology, unless its reply was
        already sent.
        """
        payload = msgspec.json.decode(row.payload, type=ReplyPayload)
        text = payload.text
        if row.token is None or (row.expires is not None and row.expires <= self._service.now()):
            await self._fail([row], "expired")
            return
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, row.token, client=self._client)
        try:
            if text is None and await self._delivery.request(_is_answered(webhook), is_answer=True):
                await self._mark_delivered([row])
                return
            shown = discord.ui.TextDisplay(_(INTERRUPTED) if text is None else text)
            view = layout(shown, *await self._take_back_rows(payload))
            edit = webhook.edit_message(FIRST_ANSWER, view=view, allowed_mentions=build_mentions(()))
            await self._delivery.request(edit, is_answer=True)
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._mark_delivered([row])

    async def _take_back_rows(self, payload: ReplyPayload) -> tuple[Row, ...]:
        """Return the buttons below a command's reply: *Take back* if the move can be taken back.

        Otherwise, in a simultaneous turn, the move button, with which the player can change the choice while other
        seats still choose. Empty in all other cases.
        """
        if payload.table is None or payload.seat is None:
            return ()
        move = await self._service.find_offered_takeback(payload.table, payload.seat)
        if move is not None:
            return rows_of_buttons([take_back_button(payload.table, move)])
        user = (await self._service.view(payload.table)).seats[payload.seat].user_id
        seen = await self._service.view(payload.table, user)
        return move_row(seen) if seen.is_simultaneous and payload.seat not in seen.actors else ()

    @sends(LOBBY)
    async def send_lobby(self, rows: Sequence[OutboxRow]) -> None:
        """Post the lobby's message, or edit the existing one; one edit covers all pending rows."""
        table_id = str(rows[0].table_id)
        async with self._store.read() as reader:
            # Includes rows that wait for a retry: the message of an earlier attempt may exist and must be found first.
            rows = await reader.outbox.pending_of_table(table_id, LOBBY)
            thread = await reader.messages.newest(table_id, THREAD)
            known = await reader.messages.newest(table_id, LOBBY)
            row = await reader.tables.get(table_id)
            people = [seat.user_id for seat in await reader.tables.seats(table_id) if seat.user_id is not None]
            finished = [] if row is None else await list_finished(reader, row.game, people)
        if not rows:
            return
        # Loaded after the rows, so that the view contains every change for which they were queued.
        table = await self._service.view(table_id)
        if table.row.guild_id is None:
            # Direct messages have no lobby; a game there starts with its card.
            await self._mark_delivered(rows)
            return
        # Where a thread was refused or isn't wanted, its row has the channel's id; a later attempt needs the message.
        if table.settings.season is not None and thread is not None and thread.message_id != thread.channel_id:
            await self._remove_dealt(rows, known)
            return
        banner = await self._pictures.draw_banner(table.row.game) if table.row.phase == "lobby" else None
        view = lobby_view(table, None if thread is None else thread.message_id, banner, finished)

        def files() -> list[discord.File]:
            return [] if banner is None else [banner_file(table.row.game, banner)]

        if known is None:
            await self._post_lobby(rows, table, view, files)
            return
        try:
            await self._edit_message(known.channel_id, known.message_id, view, files)
        except discord.HTTPException as error:
            if is_gone(error) and table.row.phase == "lobby":
                await self._delivery.delete_message(LOBBY, known.message_id)
                raise
            if table.row.phase == "lobby" and may_be_edited_later(error):
                raise
            await self._give_up(rows, error)
        else:
            await self._mark_delivered(rows)

    async def _remove_dealt(self, rows: Sequence[OutboxRow], known: MessageRow | None) -> None:
        """Delete the message from which a dealt table's thread was made; the deal's message links to the thread."""
        if known is not None:
            await self._delete_message(known.channel_id, known.message_id)
        async with self._store.write() as writer:
            if known is not None:
                await writer.messages.delete(LOBBY, known.message_id)
            await writer.outbox.mark_done(row.id for row in rows)

    async def _post_lobby(
        self, rows: Sequence[OutboxRow], table: TableView, view: discord.ui.LayoutView, files: Files
    ) -> None:
        """Post the lobby's message, with mentions of the invited users."""
        row = next((row for row in rows if row.attempted is not None), rows[0])
        invited = [user for row in rows for user in msgspec.json.decode(row.payload, type=LobbyPayload).ping]
        channel, oldest = table.row.channel_id, rows[0].step
        row, found = await self._delivery.check_earlier_attempt(row, table, channel, oldest)
        if await self._is_too_early(row, invited):
            await self._requeue(rows, lambda writer: queue_lobby(writer, table.row, invited))
            return
        mentions = await self._allow_mentions(row, invited)
        post = Post(
            row=row,
            table=table,
            channel_id=channel,
            view=view,
            mentions=mentions,
            files=files,
            oldest=oldest,
            found=found,
        )
        message = await self._delivery.post(post)
        async with self._store.write(table.row.id) as writer:
            await writer.messages.record(table.row.id, LOBBY, channel, message.id, 0, table.row.step)
            # On a retry, the message may be one that an earlier attempt posted; the row stays, so that the next pass
            # edits it.
            if row.attempted is None:
                await writer.outbox.mark_done(row.id for row in rows)

    @sends(FULL)
    async def call_host(self, rows: Sequence[OutboxRow]) -> None:
        """Ping the host of a lobby whose seats are all taken."""
        row = rows[0]
        table = await self._service.view(str(row.table_id))
        if table.row.phase == "lobby" and len(table.seats) == table.settings.seats:
            channel = table.row.channel_id

            def recognised(message: discord.Message) -> bool:
                # Compared by row id, since the lobby's own message has buttons with the same step.
                return any(is_host_call(text, row.id) for text in custom_ids(message))

            row, found = await self._delivery.check_earlier_attempt(row, table, channel, row.step, recognised)
            if await self._is_too_early(row, [table.row.host]):
                await self._requeue(rows, lambda writer: queue_full(writer, table.row))
                return
            mentions = await self._allow_mentions(row, [table.row.host])
            view = full_view(table, row.id)
            post = Post(
                row=row,
                table=table,
                channel_id=channel,
                view=view,
                mentions=mentions,
                recognised=recognised,
                found=found,
            )
            message = await self._delivery.post(post)
            async with self._store.write(table.row.id) as writer:
                await writer.messages.record(table.row.id, FULL, channel, message.id, 0, row.step)
                now = await writer.tables.get(table.row.id)
                if now is not None and now.phase != "lobby":
                    # The lobby may have ended while the message was being posted.
                    await queue_end_of_call(writer, now)
        await self._mark_delivered(rows)

    @sends(SHARE)
    async def post_share(self, rows: Sequence[OutboxRow]) -> None:
        """Post the result and the replay of a game in the channel, once."""
        row = rows[0]
        table = await self._service.view(str(row.table_id))
        try:
            result, replay = await self._pictures.draw_result_and_replay(table)
        except ValueError as error:
            await self._fail(rows, repr(error))
            return
        step, view = shared_step(table), share_view(table, result.alt, replay.alt)

        def files() -> list[discord.File]:
            animation = discord.File(BytesIO(replay.gif), filename=REPLAY, description=replay.alt)
            return [attachment(result, PICTURE), animation]

        home = table.row.channel_id
        channel = msgspec.json.decode(row.payload, type=SharePayload).channel or home
        try:
            post = Post(
                row=row,
                table=table,
                channel_id=channel,
                view=view,
                mentions=build_mentions(()),
                files=files,
                oldest=step,
                elsewhere=channel != home,
            )
            message = await self._delivery.post(post)
        except discord.HTTPException as error:
            await self._give_up(rows, error)
            return
        async with self._store.write(table.row.id) as writer:
            await writer.messages.record(table.row.id, SHARE, channel, message.id, 0, step)
            await writer.outbox.mark_done(row.id for row in rows)


async def _is_answered(webhook: discord.Webhook) -> bool:
    """Return whether a deferred reply was already sent; until then, the message has the flag `loading`."""
    message = await webhook.fetch_message(FIRST_ANSWER)
    return not message.flags.loading
