"""Sends outbox rows as messages: lobbies, cards, refreshed and folded cards, and command replies."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import discord
import msgspec

from cogs.outbox.delivery import THREAD, Delivery, custom_ids, is_transient, step_shown
from cogs.outbox.pictures import PublicPictures
from cogs.ui import texts
from cogs.ui.cards import PICTURE, card_view, folded_view, mentions_of, pings, story_text
from cogs.ui.drawing_pool import DrawingPool, attachment
from cogs.ui.layouts import layout, rows_of_buttons
from cogs.ui.lobby_message import full_view, lobby_view
from cogs.ui.seat_offer import answers_offer, is_open, message_kind, offer_view
from cogs.ui.share_message import REPLAY, share_view, shared_step
from cogs.ui.takeback_buttons import take_back_button
from data.store import OutboxRow, Store
from tables.outbox_rows import (
    CARD,
    FOLD,
    LOBBY,
    REFRESH,
    SHARE,
    CardPayload,
    FoldPayload,
    LobbyPayload,
    OfferPayload,
    ReplyPayload,
    SharePayload,
    encoded,
)
from tables.reposting import repost
from tables.service import TableService

FIRST_ANSWER: Any = "@original"
"""Discord's id for the original response to an interaction; discord.py types message ids as numbers."""


class Messages:
    """Sends the rows of one table and kind and marks them as delivered. Raises HTTPException when Discord refuses."""

    def __init__(
        self, client: discord.Client, service: TableService, drawing_pool: DrawingPool, delivery: Delivery
    ) -> None:
        self._client = client
        self._service = service
        self._pictures = PublicPictures(service, drawing_pool)
        self._delivery = delivery

    @property
    def _store(self) -> Store:
        return self._service.store

    async def unknown(self, rows: Sequence[OutboxRow]) -> None:
        """Gives up rows of an unknown kind, queued by a newer version of the program."""
        await self._fail(rows, f"unknown kind {rows[0].kind}")

    async def replies(self, rows: Sequence[OutboxRow]) -> None:
        """Sends replies to slash commands."""
        for row in rows:
            await self._reply(row)

    async def folds(self, rows: Sequence[OutboxRow]) -> None:
        """Folds old cards."""
        for row in rows:
            await self._fold(row)

    async def _reply(self, row: OutboxRow) -> None:
        """Finishes the deferred reply to a slash command; one without a text was interrupted by a restart.

        An interrupted reply that was given just before its row would have been marked stays as it is.
        """
        payload = msgspec.json.decode(row.payload, type=ReplyPayload)
        text = payload.text
        if row.token is None or (row.expires is not None and row.expires <= self._service.now()):
            await self._fail([row], "expired")
            return
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, row.token, client=self._client)
        try:
            if text is None and await self._delivery.request(_is_answered(webhook)):
                await self._delivered([row])
                return
            rows = ()
            if payload.table is not None and payload.move is not None:
                rows = rows_of_buttons([take_back_button(payload.table, payload.move)])
            view = layout(discord.ui.TextDisplay(texts.INTERRUPTED if text is None else text), *rows)
            await self._delivery.request(webhook.edit_message(FIRST_ANSWER, view=view))
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._delivered([row])

    async def lobby(self, rows: Sequence[OutboxRow]) -> None:
        """Posts the lobby's message once and edits it from then on; one edit covers all pending rows."""
        table_id = str(rows[0].table_id)
        async with self._store.read() as reader:
            # Also those that wait for a retry: one that was attempted may be in the channel, and must be found first.
            rows = await reader.pending_of_table(table_id, LOBBY)
            thread = await reader.message(table_id, THREAD)
            known = await reader.message(table_id, LOBBY)
        if not rows:
            return
        # After the rows, so that it shows whatever they were queued for.
        table = await self._service.view(table_id)
        view = lobby_view(table, None if thread is None else thread.message_id)
        if known is None:
            row = next((row for row in rows if row.attempted is not None), rows[0])
            invited = [user for row in rows for user in msgspec.json.decode(row.payload, type=LobbyPayload).ping]
            message = await self._delivery.post(
                row, table, table.row.channel_id, rows[0].step, view, mentions_of(invited)
            )
            async with self._store.write(table.row.id) as writer:
                await writer.record_message(table.row.id, LOBBY, table.row.channel_id, message.id, 0, table.row.step)
                # A retry may have found an older message: then the next pass brings it up to date.
                if row.attempted is None:
                    await writer.outbox_done(row.id for row in rows)
            return
        message = self._delivery.channel(known.channel_id).get_partial_message(known.message_id)
        try:
            await self._delivery.request(message.edit(view=view, allowed_mentions=mentions_of(())))
        except discord.HTTPException as error:
            if isinstance(error, discord.NotFound) and table.row.phase == "lobby":
                await self._delivery.delete_message(LOBBY, known.message_id)
                raise
            await self._give_up(rows, error)
        else:
            await self._delivered(rows)

    async def full(self, rows: Sequence[OutboxRow]) -> None:
        """Pings the host of a lobby whose seats are all taken."""
        row = rows[0]
        table = await self._service.view(str(row.table_id))
        if table.row.phase == "lobby" and len(table.seats) == table.settings.seats:
            mentions = mentions_of([table.row.host])
            await self._delivery.post(row, table, table.row.channel_id, row.step, full_view(table), mentions)
        await self._delivered(rows)

    async def card(self, rows: Sequence[OutboxRow]) -> None:
        """Posts the current state as a new card and queues folding the old one; one card covers all pending rows."""
        table_id = str(rows[0].table_id)
        async with self._store.read() as reader:
            # Also those that wait for a retry: one that was attempted may be in the channel, and must be found first.
            rows = await reader.pending_of_table(table_id, CARD)
            previous = await reader.message(table_id, CARD)
        shown = 0 if previous is None else previous.step
        waiting = [row for row in rows if row.step > shown]
        if not waiting:
            await self._delivered(rows)
            return
        row = next((row for row in waiting if row.attempted is not None), waiting[-1])
        previous_n = 0 if previous is None else previous.n
        table, events, newest = await self._service.news(table_id, previous_n, shown)
        story = story_text(table, events)
        picture = await self._pictures.newest(table)
        channel = await self._delivery.target_channel(table)
        view = card_view(table, story_text(table, events, on_card=True), picture.alt)
        mentions = pings(table) if any(_is_pinging(row) for row in waiting) else discord.AllowedMentions.none()
        message = await self._delivery.post(
            row, table, channel, waiting[0].step, view, mentions, [attachment(picture, PICTURE)]
        )
        step = step_shown(message, table_id)
        current = step == table.row.step
        async with self._store.write(table_id) as writer:
            await writer.record_message(table_id, CARD, channel, message.id, newest if current else previous_n, step)
            await writer.outbox_done(row.id for row in (rows if current else [row]))
            if previous is not None:
                payload = encoded(FoldPayload(previous.channel_id, previous.message_id, story))
                await writer.queue(FOLD, table_id, step, payload)

    async def refresh(self, rows: Sequence[OutboxRow]) -> None:
        """Edits the live card to show the current state, without pings; one edit covers all pending rows."""
        table_id = str(rows[0].table_id)
        async with self._store.read() as reader:
            card = await reader.message(table_id, CARD)
            before = None if card is None else await reader.message_before(card)
            superseded = bool(await reader.pending_of_table(table_id, CARD))
            # Also those that are not due yet: this edit covers them.
            rows = await reader.pending_of_table(table_id, REFRESH)
        if card is None or superseded:
            await self._delivered(rows)
            return
        since = (0, 0) if before is None else (before.n, before.step)
        table, events, _ = await self._service.news(table_id, *since)
        picture = await self._pictures.newest(table)
        # The step that it was posted with stays, so that its buttons keep their custom ids.
        shown = replace(table, row=msgspec.structs.replace(table.row, step=card.step))
        view = card_view(shown, story_text(table, events, on_card=True), picture.alt)
        message = self._delivery.channel(card.channel_id).get_partial_message(card.message_id)
        nobody = discord.AllowedMentions.none()
        try:
            await self._delivery.request(
                message.edit(view=view, attachments=[attachment(picture, PICTURE)], allowed_mentions=nobody)
            )
        except discord.NotFound:
            await repost(self._service, card)
            await self._delivered(rows)
        except discord.HTTPException as error:
            await self._give_up(rows, error)
        else:
            await self._delivered(rows)

    async def share(self, rows: Sequence[OutboxRow]) -> None:
        """Posts the result of a game and its replay in the channel, once."""
        row = rows[0]
        table = await self._service.view(str(row.table_id))
        try:
            result, replay = await self._pictures.result_and_replay(table)
        except ValueError as error:
            await self._fail(rows, repr(error))
            return
        step, view = shared_step(table), share_view(table, result.alt, replay.alt)
        files = [
            attachment(result, PICTURE),
            discord.File(BytesIO(replay.gif), filename=REPLAY, description=replay.alt),
        ]
        home = table.row.channel_id
        channel = msgspec.json.decode(row.payload, type=SharePayload).channel or home
        try:
            message = await self._delivery.post(
                row, table, channel, step, view, mentions_of(()), files, elsewhere=channel != home
            )
        except discord.HTTPException as error:
            await self._give_up(rows, error)
            return
        async with self._store.write(table.row.id) as writer:
            await writer.record_message(table.row.id, SHARE, channel, message.id, 0, step)
            await writer.outbox_done(row.id for row in rows)

    async def offers(self, rows: Sequence[OutboxRow]) -> None:
        """Posts the messages that ask somebody to take a seat, and edits those that are settled."""
        for row in rows:
            offer = msgspec.json.decode(row.payload, type=OfferPayload)
            if offer.outcome:
                await self._settle_offer(row, offer)
            else:
                await self._post_offer(row, offer)

    async def _post_offer(self, row: OutboxRow, offer: OfferPayload) -> None:
        table = await self._service.view(str(row.table_id))
        table_id = table.row.id
        # One that was attempted may be in the channel, and must be found to be edited.
        if row.attempted is None and not is_open(table, offer):
            await self._delivered([row])
            return
        channel = await self._delivery.target_channel(table)
        message = await self._delivery.post(
            row,
            table,
            channel,
            row.step,
            offer_view(table, offer),
            mentions_of([offer.to]),
            recognised=lambda found: any(answers_offer(text, table_id, offer) for text in custom_ids(found)),
        )
        async with self._store.write(table_id) as writer:
            await writer.record_message(table_id, message_kind(offer), channel, message.id, 0, row.step)
            await writer.outbox_done([row.id])

    async def _settle_offer(self, row: OutboxRow, offer: OfferPayload) -> None:
        table = await self._service.view(str(row.table_id))
        known = await self._delivery.message(table.row.id, message_kind(offer))
        if known is None:
            await self._delivered([row])
            return
        message = self._delivery.channel(known.channel_id).get_partial_message(known.message_id)
        nobody = discord.AllowedMentions.none()
        try:
            await self._delivery.request(message.edit(view=offer_view(table, offer), allowed_mentions=nobody))
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._delivered([row])

    async def _fold(self, row: OutboxRow) -> None:
        """Folds an old card; best effort, since it may be too old to edit or deleted (errors 30046, 10008)."""
        old = msgspec.json.decode(row.payload, type=FoldPayload)
        message = self._delivery.channel(old.channel).get_partial_message(old.message)
        try:
            await self._delivery.request(message.edit(view=folded_view(old.story), attachments=[]))
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._delivered([row])

    async def _delivered(self, rows: Sequence[OutboxRow]) -> None:
        async with self._store.write() as writer:
            await writer.outbox_done(row.id for row in rows)

    async def _give_up(self, rows: Sequence[OutboxRow], error: discord.HTTPException) -> None:
        """Gives up rows that Discord refuses for good; re-raises a transient error, to be retried."""
        if is_transient(error):
            raise error
        await self._fail(rows, f"{error.status}, code {error.code}")

    async def _fail(self, rows: Sequence[OutboxRow], error: str) -> None:
        async with self._store.write() as writer:
            for row in rows:
                await writer.outbox_failed(row.id, error)


async def _is_answered(webhook: discord.Webhook) -> bool:
    """Whether a deferred reply was given already; one that was not has the flag `loading`."""
    message = await webhook.fetch_message(FIRST_ANSWER)
    return not message.flags.loading


def _is_pinging(row: OutboxRow) -> bool:
    return msgspec.json.decode(row.payload, type=CardPayload).ping
