"""What the rows of the outbox say: the lobby, cards, their folding, answers that were put off."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import msgspec

from cogs import _texts as texts
from cogs._cards import PICTURE, card_view, folded_view, lobby_view, pings, story_text
from cogs._looks import Look
from cogs._pictures import Studio, attachment
from cogs._places import THREAD, Places, may_go_through, step_shown
from cogs._tables import CARD, FOLD, LOBBY, REFRESH, TableService, now_ms
from data.store import OutboxRow, Store
from render import painter
from render.picture import Picture


class Announcer:
    """Says what rows of one table and kind have to say, and marks them as done. Raises what Discord answers."""

    def __init__(self, client: discord.Client, service: TableService, studio: Studio, places: Places) -> None:
        self._client = client
        self._service = service
        self._studio = studio
        self._places = places

    @property
    def _store(self) -> Store:
        return self._service.store

    async def unknown(self, rows: Sequence[OutboxRow]) -> None:
        """Queued by a newer version of the program."""
        await self._failed(rows, f"unknown kind {rows[0].kind}")

    async def replies(self, rows: Sequence[OutboxRow]) -> None:
        """Answers to slash commands."""
        for row in rows:
            await self._reply(row)

    async def folds(self, rows: Sequence[OutboxRow]) -> None:
        """Old cards, folded to their story."""
        for row in rows:
            await self._fold(row)

    async def _reply(self, row: OutboxRow) -> None:
        """Finishes the deferred answer to a slash command; one without a text was interrupted by a restart."""
        answer = msgspec.json.decode(row.payload, type=dict[str, str]).get("text", texts.INTERRUPTED)
        if row.token is None or (row.expires is not None and row.expires <= now_ms()):
            await self._failed([row], "expired")
            return
        webhook = discord.Webhook.partial(self._application_id, row.token, client=self._client)
        try:
            await webhook.edit_message("@original", content=answer)  # pyright: ignore[reportArgumentType] - a fixed name
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._done([row])

    @property
    def _application_id(self) -> int:
        assert self._client.application_id is not None
        return self._client.application_id

    async def lobby(self, rows: Sequence[OutboxRow]) -> None:
        """One message shows the lobby for good: posted once, edited ever after; one edit covers all that waits."""
        look = await self._service.look(str(rows[0].table_id))
        thread = await self._places.message(look.row.id, THREAD)
        view = lobby_view(look, None if thread is None else thread.message_id)
        known = await self._places.message(look.row.id, LOBBY)
        if known is None:
            message = await self._places.post(
                rows[0], look, look.row.channel_id, rows[0].step, view, discord.AllowedMentions.none()
            )
            async with self._store.write(look.row.id) as writer:
                await writer.record_message(look.row.id, LOBBY, look.row.channel_id, message.id, 0, look.row.step)
                # A repeat may have found an older message: then the next pass brings it up to date.
                if rows[0].attempted is None:
                    await writer.outbox_done(row.id for row in rows)
            return
        try:
            await self._places.channel(known.channel_id).get_partial_message(known.message_id).edit(view=view)
        except discord.HTTPException as error:
            if isinstance(error, discord.NotFound) and look.row.phase == "lobby":
                await self._places.forget(LOBBY, known.message_id)
                raise
            await self._give_up(rows, error)
        else:
            await self._done(rows)

    async def card(self, rows: Sequence[OutboxRow]) -> None:
        """The newest state as a new card; the old one is folded, and one card covers all that waits."""
        table = str(rows[0].table_id)
        async with self._store.read() as reader:
            # Also those that are put off: one that was attempted may stand in the channel, and must be found first.
            rows = await reader.pending_of_table(table, CARD)
            previous = await reader.message(table, CARD)
        shown = 0 if previous is None else previous.step
        waiting = [row for row in rows if row.step > shown]
        if not waiting:
            await self._done(rows)
            return
        row = next((row for row in waiting if row.attempted is not None), waiting[-1])
        told = 0 if previous is None else previous.n
        look, events, newest = await self._service.news(table, told)
        story = story_text(look, events)
        picture = await self._board(look)
        place = await self._places.place(look)
        view = card_view(look, story, picture.alt)
        mentions = pings(look) if any(_pings(row) for row in waiting) else discord.AllowedMentions.none()
        message = await self._places.post(
            row, look, place, waiting[0].step, view, mentions, attachment(picture, PICTURE)
        )
        step = step_shown(message, table)
        current = step == look.row.step
        async with self._store.write(table) as writer:
            await writer.record_message(table, CARD, place, message.id, newest if current else told, step)
            await writer.outbox_done(row.id for row in (rows if current else [row]))
            if previous is not None:
                payload = {"channel": previous.channel_id, "message": previous.message_id, "story": story}
                await writer.queue(FOLD, table, step, msgspec.json.encode(payload).decode())

    async def refresh(self, rows: Sequence[OutboxRow]) -> None:
        """The live card as it stands now, edited where it is; pings nobody. One edit covers all that waits."""
        table = str(rows[0].table_id)
        async with self._store.read() as reader:
            card = await reader.message(table, CARD)
            before = None if card is None else await reader.message_before(card)
            overtaken = bool(await reader.pending_of_table(table, CARD))
            # Also those whose time has not come: they are covered, unless something changes yet again.
            rows = await reader.pending_of_table(table, REFRESH)
        if card is None or overtaken:
            await self._done(rows)
            return
        look, events, _ = await self._service.news(table, 0 if before is None else before.n)
        picture = await self._board(look)
        # With the step that it was posted with, so that nobody presses a button while it becomes another one.
        shown = replace(look, row=msgspec.structs.replace(look.row, step=card.step))
        view = card_view(shown, story_text(look, events), picture.alt)
        message = self._places.channel(card.channel_id).get_partial_message(card.message_id)
        try:
            nobody = discord.AllowedMentions.none()
            await message.edit(view=view, attachments=[attachment(picture, PICTURE)], allowed_mentions=nobody)
        except discord.HTTPException as error:
            await self._give_up(rows, error)
        else:
            await self._done(rows)

    async def _board(self, look: Look) -> Picture:
        return await self._studio.draw(lambda: painter(look.row.game).board(look.view, look.names, look.settings.theme))

    async def _fold(self, row: OutboxRow) -> None:
        """Best effort: Discord limits edits of old messages, and a card may be gone (error 30046, 10008)."""
        old = msgspec.json.decode(row.payload)
        message = self._places.channel(old["channel"]).get_partial_message(old["message"])
        try:
            await message.edit(view=folded_view(old["story"]), attachments=[])
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._done([row])

    async def _done(self, rows: Sequence[OutboxRow]) -> None:
        async with self._store.write() as writer:
            await writer.outbox_done(row.id for row in rows)

    async def _give_up(self, rows: Sequence[OutboxRow], error: discord.HTTPException) -> None:
        """For what Discord refuses and will refuse again; raises the error where it may yet go through."""
        if may_go_through(error):
            raise error
        await self._failed(rows, f"{error.status}, code {error.code}")

    async def _failed(self, rows: Sequence[OutboxRow], error: str) -> None:
        async with self._store.write() as writer:
            for row in rows:
                await writer.outbox_failed(row.id, error)


def _pings(row: OutboxRow) -> bool:
    return msgspec.json.decode(row.payload, type=dict[str, bool]).get("ping", True)
