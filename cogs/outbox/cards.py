"""Sender for cards: posting a new one, editing it, and folding the old one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
import msgspec

from cogs.outbox.delivery import THREAD, Delivery, Post, find_shown_step, is_gone, may_be_edited_later
from cogs.outbox.sender import Sender, sends
from cogs.ui.kit.answers import attachment
from cogs.ui.kit.drawing_pool import PublicPictures
from cogs.ui.kit.interface import interface
from cogs.ui.messages.cards import PICTURE, card_view, folded_view, pings, waiting_users
from cogs.ui.messages.stories import story_text
from data.store import MessageRow, OutboxRow, Reader
from tables.calling.recipients import TURN, Recipients, call_apart
from tables.committing.outbox_rows import CARD, FOLD, REFRESH, CardPayload, FoldPayload, card_recipients, encode_json
from tables.committing.reposting import repost
from tables.newcomers import has_newcomer
from tables.service import TableService
from tables.viewer import TableView


@dataclass(frozen=True, slots=True)
class _NewCard:
    """The content of a new card, and the rows that ask for it; all read in one transaction."""

    table: TableView
    events: tuple[Any, ...]
    opening: tuple[Any, ...]
    """The events that only the table's first card tells, if that is the old card."""
    newest: int
    """The number of the newest entry that the card shows."""
    waiting: Sequence[OutboxRow]
    edits: Sequence[OutboxRow]
    """The pending edits of the old card."""
    previous: MessageRow | None
    thread: MessageRow | None
    called: Sequence[int]
    wished: Recipients
    """The users to call, by the kind of call that they prefer."""
    newcomers: bool


@dataclass(frozen=True, slots=True)
class _Posted:
    """A posted card: its row, and the edits that it makes unnecessary."""

    row: OutboxRow
    covered: Sequence[OutboxRow]
    message: discord.Message
    channel: int


class Cards(Sender):
    """The sender for cards."""

    def __init__(
        self, client: discord.Client, service: TableService, pictures: PublicPictures, delivery: Delivery
    ) -> None:
        super().__init__(service, delivery)
        self._client = client
        self._pictures = pictures

    @sends(CARD)
    async def post_card(self, rows: Sequence[OutboxRow]) -> None:
        """Post a new card with the current state, and queue the folding of the old one.

        One card covers all pending rows of the table.
        """
        table_id = str(rows[0].table_id)
        rows, card = await self._read(table_id)
        if card is None:
            await self._mark_delivered(rows)
            return
        await self._store_posted(rows, card, await self._draw_and_post(card))
        self._client.dispatch("card_posted", table_id)

    async def _read(self, table_id: str) -> tuple[Sequence[OutboxRow], _NewCard | None]:
        """Return the pending rows and the new card; None if the card that is posted shows all of them."""
        async with self._store.read() as reader:
            # Includes rows that wait for a retry: the message of an earlier attempt may exist and must be found first.
            rows = await reader.outbox.pending_of_table(table_id, CARD)
            previous = await reader.messages.newest(table_id, CARD)
            shown, since = (0, 0) if previous is None else (previous.step, previous.n)
            waiting = [row for row in rows if row.step > shown]
            if not waiting:
                return rows, None
            # Read in the same transaction as the rows, so that the card mentions the players of the turn it shows.
            table, events, newest = await self._service.read_news(reader, table_id, since, shown)
            opening = ()
            if previous is not None and await reader.messages.previous(previous) is None:
                _, every, _ = await self._service.read_news(reader, table_id, 0, 0)
                opening = every[: len(every) - len(events)]
            called = _list_called_users(table, waiting)
            return rows, _NewCard(
                table=table,
                events=events,
                opening=opening,
                newest=newest,
                waiting=waiting,
                edits=await reader.outbox.pending_of_table(table_id, REFRESH),
                previous=previous,
                thread=await reader.messages.newest(table_id, THREAD),
                called=called,
                wished=await card_recipients(reader, table.row, called, self._service.now()),
                newcomers=await _has_newcomer(reader, table),
            )

    async def _draw_and_post(self, card: _NewCard) -> _Posted:
        """Draw the picture, call users apart from the card, and post it."""
        table, called, covered = card.table, card.called, ()
        row = next((row for row in card.waiting if row.attempted is not None), card.waiting[-1])
        oldest = card.waiting[0].step
        # The block makes its database and Discord requests while a worker thread draws the picture.
        async with self._pictures.start_drawing(_add_news(table, card.events)) as drawing:
            thread = card.thread
            channel = await self._delivery.ensure_target_channel(table) if thread is None else thread.message_id
            row, found = await self._delivery.check_earlier_attempt(row, table, channel, oldest)
            if row.attempted is None:
                # A new card already shows what the queued edits would; the card of an earlier attempt may be older than
                # the edits.
                covered = card.edits
                await self._queue_other_calls(card)
                called = card.wished.mention
                row = await self._delivery.mark_attempted(row)
            picture = await drawing
        story = story_text(table, card.events, on_card=True)
        post = Post(
            row=row,
            table=table,
            channel_id=channel,
            view=card_view(table, story, picture.alt, newcomers=card.newcomers),
            mentions=pings(table, called),
            files=lambda: [attachment(picture, PICTURE)],
            oldest=oldest,
            found=found,
        )
        return _Posted(row, covered, await self._delivery.post(post), channel)

    async def _store_posted(self, rows: Sequence[OutboxRow], card: _NewCard, posted: _Posted) -> None:
        """Store the message, mark the rows that it covers as done, and queue the folding of the old card."""
        table_id, previous = card.table.row.id, card.previous
        step = find_shown_step(posted.message, table_id)
        current = step == card.table.row.step
        previous_n = 0 if previous is None else previous.n
        async with self._store.write(table_id) as writer:
            n = card.newest if current else previous_n
            await writer.messages.record(table_id, CARD, posted.channel, posted.message.id, n, step)
            # If the card is one of an earlier attempt, only rows up to its step are done; the next pass posts the rest.
            await writer.outbox.mark_done(one.id for one in rows if current or one.step <= step or one == posted.row)
            await writer.outbox.mark_done(one.id for one in posted.covered)
            if previous is not None:
                stories = story_text(card.table, card.opening), story_text(card.table, card.events)
                story = "\n".join(filter(None, stories))
                payload = encode_json(FoldPayload(previous.channel_id, previous.message_id, story))
                await writer.outbox.queue(FOLD, table_id, step, payload)

    async def _queue_other_calls(self, card: _NewCard) -> None:
        """Queue other calls, such as direct messages, for the users whom the card doesn't mention.

        The users whom the card mentions are stored in its rows, so that a retry calls nobody twice.
        """
        row, wished = card.table.row, card.wished
        if sorted(wished.mention) == sorted(card.called):
            return
        async with self._store.write(row.id) as writer:
            for waiting in card.waiting:
                await writer.outbox.change_queued(waiting.id, encode_json(CardPayload(wished.mention, row.turn)))
            await call_apart(writer, row, wished, TURN)
        self._service.notify()

    @sends(REFRESH)
    async def refresh(self, rows: Sequence[OutboxRow]) -> None:
        """Edit the live card to show the current state, without pings; one edit covers all pending rows."""
        table_id = str(rows[0].table_id)
        async with self._store.read() as reader:
            card = await reader.messages.newest(table_id, CARD)
            before = None if card is None else await reader.messages.previous(card)
            superseded = bool(await reader.outbox.pending_of_table(table_id, CARD))
            # Includes rows that are not due yet, since this edit covers them too.
            rows = await reader.outbox.pending_of_table(table_id, REFRESH)
        if card is None or superseded:
            await self._mark_delivered(rows)
            return
        since = (0, 0) if before is None else (before.n, before.step)
        async with self._store.read() as reader:
            table, events, _ = await self._service.read_news(reader, table_id, *since)
            newcomers = await _has_newcomer(reader, table)
        picture = await self._pictures.draw_newest(_add_news(table, events))
        # The buttons keep the step at which the card was posted, so that their custom ids don't change.
        shown = replace(table, row=msgspec.structs.replace(table.row, step=card.step))
        view = card_view(shown, story_text(table, events, on_card=True), picture.alt, newcomers=newcomers)
        try:
            await self._edit_message(card.channel_id, card.message_id, view, lambda: [attachment(picture, PICTURE)])
        except discord.HTTPException as error:
            if is_gone(error):
                await repost(self._service, card)
                await self._mark_delivered(rows)
                return
            # The events are committed and belong on the card, so the edit is retried later.
            if may_be_edited_later(error):
                raise
            if await self._delivery.move_out_of_thread(table, card.channel_id, error):
                await repost(self._service, card)
            await self._give_up(rows, error)
        else:
            await self._mark_delivered(rows)

    @sends(FOLD)
    async def fold_cards(self, rows: Sequence[OutboxRow]) -> None:
        """Fold old cards: edit each into a short text about the events that followed it.

        The table's first card also keeps the events before it.
        """
        for row in rows:
            await self._fold(row)

    async def _fold(self, row: OutboxRow) -> None:
        """Fold an old card; if Discord refuses the edit, give up the row.

        Discord refuses it if the card is too old or was deleted (errors 30046 and 10008).
        """
        old = msgspec.json.decode(row.payload, type=FoldPayload)
        refused = await self._edit_once(old.channel, old.message, folded_view(old.story), list)
        await (self._mark_delivered([row]) if refused is None else self._fail([row], refused))


def _add_news(table: TableView, events: Sequence[Any]) -> TableView:
    """Return the table as the picture of its card shows it, with the events that the card tells."""
    return replace(table, view=interface(table.row.game).card_view(table.view, events))


async def _has_newcomer(reader: Reader, table: TableView) -> bool:
    """Return whether somebody who must act has begun few tables of the game."""
    return await has_newcomer(reader, table.row.game, waiting_users(table))


def _list_called_users(table: TableView, rows: Sequence[OutboxRow]) -> list[int]:
    """Return the users whom the rows mention for the current turn and who must still act."""
    payloads = [msgspec.json.decode(row.payload, type=CardPayload) for row in rows]
    current = [payload for payload in payloads if payload.turn in (None, table.row.turn)]
    called = {user for payload in current for user in payload.users}
    all_called = any(payload.ping for payload in current)
    return [user for user in waiting_users(table) if all_called or user in called]
