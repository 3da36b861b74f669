"""Sender for questions: offers of seats, invitations to lobbies, and inactivity questions."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import discord
import msgspec

from cogs.outbox.delivery import THREAD, Delivery, Post, Recognised, custom_ids
from cogs.outbox.sender import Sender, sends
from cogs.ui.kit.banners import banner_file
from cogs.ui.kit.drawing_pool import PublicPictures
from cogs.ui.messages.cards import build_mentions
from cogs.ui.messages.invitation import decline_id, ended_invitation_view, invitation_view, list_waiting
from cogs.ui.messages.lobby_message import format_table_title
from cogs.ui.messages.pause_block import find_open_sleep, is_sleep_question, sleep_view, sleepers
from cogs.ui.messages.seat_offer import is_offer_message, is_open, offer_view
from data.store import MessageRow, OutboxRow
from language.messages import _
from render.picture import Picture
from tables.calling.questions import (
    ANYBODY,
    InvitePayload,
    OfferPayload,
    invite_message,
    offer_message,
    queue_invitation,
    queue_offer,
    queue_update_of_invitations,
    read_invitation_row,
)
from tables.calling.recipients import REMINDER, call_apart, recipients
from tables.committing.outbox_rows import FOLD, IDLE, INVITE, LOBBY, OFFER, FoldPayload, encode_json
from tables.service import TableService
from tables.timing.idle import IdlePayload, idle_message
from tables.viewer import TableView


class Questions(Sender):
    """The sender that posts questions, and edits them once they are answered or no longer open."""

    def __init__(self, service: TableService, pictures: PublicPictures, delivery: Delivery) -> None:
        super().__init__(service, delivery)
        self._pictures = pictures

    @sends(OFFER)
    async def send_offers(self, rows: Sequence[OutboxRow]) -> None:
        """Post offers of seats, and edit those that have an outcome."""
        offers = [(row, msgspec.json.decode(row.payload, type=OfferPayload)) for row in rows]
        for row, offer in offers:
            if not offer.outcome:
                await self._post_offer(row, offer)
        for row, offer in offers:
            if offer.outcome:
                await self._settle_offer(row, offer)

    async def _post_offer(self, row: OutboxRow, offer: OfferPayload) -> None:
        table = await self._service.view(str(row.table_id))
        before = await self._delivery.find_message(table.row.id, offer_message(offer))
        # None here means the table's thread, which doesn't exist before the game starts.
        channel = table.row.channel_id if offer.lobby else None

        def recognised(message: discord.Message) -> bool:
            return _is_new(message, before) and _is_offer(message, table, offer)

        found = None
        if row.attempted is not None:
            # An earlier attempt may have posted the offer; its message must be found so that it can be edited.
            channel = channel or await self._delivery.ensure_target_channel(table)
            row, found = await self._delivery.check_earlier_attempt(row, table, channel, row.step, recognised)
        if row.attempted is None and not is_open(table, offer):
            await self._mark_delivered([row])
            return
        asked = () if offer.silent or offer.to == ANYBODY else (offer.to,)
        if await self._is_too_early(row, asked):
            await self._requeue([row], lambda writer: queue_offer(writer, table.row, offer))
            return
        channel = channel or await self._delivery.ensure_target_channel(table)
        wanted = await self._allow_mentions(row, asked)
        post = Post(
            row=row,
            table=table,
            channel_id=channel,
            view=offer_view(table, offer),
            mentions=wanted,
            recognised=recognised,
            found=found,
        )
        message = await self._delivery.post(post)
        async with self._store.write(table.row.id) as writer:
            await writer.messages.record(table.row.id, offer_message(offer), channel, message.id, 0, row.step)
            # Only a repeated question (`late`) replaces the earlier message. Otherwise that may be another offer: after
            # a swap, seat and number can repeat.
            if before is not None and offer.late:
                folded = FoldPayload(before.channel_id, before.message_id, _("This is asked again below."))
                await writer.outbox.queue(FOLD, table.row.id, row.step, encode_json(folded))
            await writer.outbox.mark_done([row.id])
        self._service.notify()

    async def _settle_offer(self, row: OutboxRow, offer: OfferPayload) -> None:
        table = await self._service.view(str(row.table_id))
        async with self._store.read() as reader:
            waiting = await reader.outbox.pending_of_table(table.row.id, OFFER)
        for asked in waiting:
            question = msgspec.json.decode(asked.payload, type=OfferPayload)
            is_same = not question.outcome and offer_message(question) == offer_message(offer)
            if is_same and asked.attempted is not None:
                # The question may have been posted by an earlier attempt, so posting is retried first: it finds the
                # message.
                await self._post_offer(asked, question)
        known = await self._delivery.find_message(table.row.id, offer_message(offer))
        if known is None:
            await self._mark_delivered([row])
        else:
            await self._edit(row, known, offer_view(table, offer))

    @sends(INVITE)
    async def send_invitations(self, rows: Sequence[OutboxRow]) -> None:
        """Ping the users invited to a lobby once; edit its invitations after answers, and when it is over."""
        for row in rows:
            invitation = msgspec.json.decode(row.payload, type=InvitePayload)
            table = await self._service.view(str(row.table_id))
            waiting = list_waiting(table, invitation)
            if invitation.over:
                await self._update_invitations(row, table)
                continue
            channel, recognised = table.row.channel_id, _build_recogniser(row)
            row, found = await self._delivery.check_earlier_attempt(row, table, channel, row.step, recognised)
            pinged = () if invitation.silent or table.row.phase != "lobby" else waiting
            if row.attempted is None and (table.row.phase != "lobby" or not waiting):
                await self._mark_delivered([row])
            elif await self._is_too_early(row, pinged):
                late = msgspec.structs.replace(invitation, users=tuple(waiting))
                await self._requeue([row], lambda writer, row=table.row, late=late: queue_invitation(writer, row, late))
            else:
                await self._invite(row, table, invitation, pinged, found)

    async def _invite(
        self,
        row: OutboxRow,
        table: TableView,
        invitation: InvitePayload,
        pinged: Sequence[int],
        found: discord.Message | None,
    ) -> None:
        table_id, channel = table.row.id, table.row.channel_id
        lobby = await self._delivery.find_message(table_id, LOBBY)
        banner = await self._pictures.draw_banner(table.row.game)
        post = Post(
            row=row,
            table=table,
            channel_id=channel,
            view=invitation_view(table, invitation, row.id, lobby, banner),
            mentions=await self._allow_mentions(row, pinged),
            files=partial(_list_files, table, invitation, banner),
            recognised=_build_recogniser(row),
            found=found,
        )
        message = await self._delivery.post(post)
        async with self._store.write(table_id) as writer:
            await writer.messages.record(table_id, invite_message(row.id), channel, message.id, 0, row.step)
            now = await writer.tables.get(table_id)
            if now is not None and now.step != table.row.step:
                # Somebody may have answered, or the game may have started, while the invitation was being posted.
                await queue_update_of_invitations(writer, now)
            await writer.outbox.mark_done([row.id])
        self._service.notify()

    async def _update_invitations(self, row: OutboxRow, table: TableView) -> None:
        """Edit the invitations to a lobby in which somebody has answered, or that is over."""
        async with self._store.read() as reader:
            messages = await reader.messages.list_of_kind(table.row.id, INVITE)
            thread = await reader.messages.newest(table.row.id, THREAD)
            rows = [await reader.outbox.get(read_invitation_row(message.kind)) for message in messages]
        place = table.row.channel_id if thread is None else thread.message_id
        lobby = await self._delivery.find_message(table.row.id, LOBBY)
        banner = await self._pictures.draw_banner(table.row.game)
        for message, queued in zip(messages, rows, strict=True):
            if table.row.phase != "lobby" or queued is None:
                view, files = ended_invitation_view(table, place), list[discord.File]
            else:
                invitation = msgspec.json.decode(queued.payload, type=InvitePayload)
                view = invitation_view(table, invitation, queued.id, lobby, banner)
                files = partial(_list_files, table, invitation, banner)
            # A message that was deleted or is too old must not keep the others from being edited.
            await self._edit_once(message.channel_id, message.message_id, view, files)
        await self._mark_delivered([row])

    @sends(IDLE)
    async def send_sleep_questions(self, rows: Sequence[OutboxRow]) -> None:
        """Post the inactivity question of a sleeping table, and edit it when it is answered."""
        for row in rows:
            asked = msgspec.json.decode(row.payload, type=IdlePayload)
            table = await self._service.view(str(row.table_id))
            known = await self._delivery.find_message(table.row.id, idle_message(asked.at))
            view = sleep_view(table, asked, format_table_title(table))
            if known is not None:
                await self._edit(row, known, view)
            elif row.attempted is None and find_open_sleep(table, asked) is None:
                await self._mark_delivered([row])
            else:
                await self._ask_sleepers(row, table, asked, view)

    async def _ask_sleepers(
        self, row: OutboxRow, table: TableView, asked: IdlePayload, view: discord.ui.LayoutView
    ) -> None:
        table_id, channel = table.row.id, await self._delivery.ensure_target_channel(table)

        def recognised(message: discord.Message) -> bool:
            return any(is_sleep_question(text, table_id, asked) for text in custom_ids(message))

        row, earlier = await self._delivery.check_earlier_attempt(row, table, channel, row.step, recognised)
        async with self._store.read() as reader:
            users = () if asked.silent else sleepers(table, asked)
            found = await recipients(reader, table_id, users, self._service.now())
        if row.attempted is not None:
            # The message of the earlier attempt may already have pinged the users whose quiet hours have begun since.
            mentioned = (*found.mention, *(user for user, _ in found.later))
            found = replace(found, mention=mentioned, later=())
        wanted = build_mentions(found.mention)
        post = Post(
            row=row,
            table=table,
            channel_id=channel,
            view=view,
            mentions=wanted,
            recognised=recognised,
            found=earlier,
        )
        message = await self._delivery.post(post)
        async with self._store.write(table_id) as writer:
            await writer.messages.record(table_id, idle_message(asked.at), channel, message.id, 0, row.step)
            await call_apart(writer, table.row, found, REMINDER)
            await writer.outbox.mark_done([row.id])


def _list_files(table: TableView, invitation: InvitePayload, banner: Picture) -> list[discord.File]:
    """Return the files of an invitation: the banner while somebody has not answered."""
    is_open = table.row.phase == "lobby" and list_waiting(table, invitation)
    return [banner_file(table.row.game, banner)] if is_open else []


def _build_recogniser(row: OutboxRow) -> Recognised:
    """Return a predicate that recognises the row's invitation by a button containing the row's id."""
    own = str(decline_id(str(row.table_id), row.id))
    return lambda found: own in custom_ids(found)


def _is_new(found: discord.Message, before: MessageRow | None) -> bool:
    return before is None or found.id != before.message_id


def _is_offer(found: discord.Message, table: TableView, offer: OfferPayload) -> bool:
    return any(is_offer_message(text, table.row.id, offer) for text in custom_ids(found))
