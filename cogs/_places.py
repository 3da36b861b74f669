"""Where a table is told of: its channel, or a thread there; and how a message is posted once.

A row is marked as attempted before Discord is first asked. A repeat after a kill carries the same nonce, so that
Discord makes no second message; when the nonce may have been forgotten, the channel's recent messages are searched
first.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import discord

from cogs import _texts as texts
from cogs._custom_ids import parse
from cogs._looks import Look
from cogs._refusal import Refusal
from cogs._tables import LOBBY, TableService, now_ms
from data.store import MessageRow, OutboxRow, Store
from engine.games import game

THREAD = "thread"
NONCE_MS = 120_000
SEARCHED = 200
UNKNOWN_CHANNEL = 10003
THREAD_ALREADY_MADE = 160004
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
THREAD_MINUTES = 10080
CLOCKS_APART = timedelta(minutes=2)
"""How much Discord's clock and ours may differ."""


class Places:
    """Channels, threads, and the messages in them."""

    def __init__(self, client: discord.Client, service: TableService) -> None:
        self._client = client
        self._service = service

    @property
    def _store(self) -> Store:
        return self._service.store

    async def post(
        self,
        row: OutboxRow,
        look: Look,
        channel_id: int,
        oldest: int,
        view: discord.ui.LayoutView,
        mentions: discord.AllowedMentions,
        file: discord.File | None = None,
    ) -> discord.Message:
        """Posts once: the message that an earlier attempt made is found again rather than made anew.

        Such a message shows the table at step `oldest` or later.
        """
        channel = self.channel(channel_id)
        # A first attempt that lies ahead was made before the clock was set back: nobody knows how long ago.
        if row.attempted is not None and not 0 <= now_ms() - row.attempted <= NONCE_MS:
            found = await self._search(channel, look.row.id, oldest, row.attempted)
            if found is not None:
                return found
        if row.attempted is None:
            async with self._store.write() as writer:
                await writer.outbox_attempted(row.id, now_ms())
        files = [] if file is None else [file]
        nonce = f"{look.row.id}-{row.id}"
        try:
            return await channel.send(view=view, files=files, nonce=nonce, allowed_mentions=mentions)
        except discord.HTTPException as error:
            await self._make_way(row, look, channel_id, error)
            raise

    async def _make_way(self, row: OutboxRow, look: Look, channel_id: int, error: discord.HTTPException) -> None:
        """What can be done about a refused post before it is tried again."""
        in_thread = channel_id != look.row.channel_id
        if error.code == THREAD_ARCHIVED and await self._reopened(channel_id):
            return
        if in_thread and error.code in (THREAD_ARCHIVED, THREAD_LOCKED):
            await self._remember(look, look.row.channel_id)
        elif in_thread and isinstance(error, discord.NotFound) and row.attempts == 0:
            # It was deleted; the next attempt makes it anew.
            await self.forget(THREAD, channel_id)
        elif in_thread and isinstance(error, discord.NotFound | discord.Forbidden):
            # A thread that can't be had, or may not be written in: the game goes on in the channel.
            await self._remember(look, look.row.channel_id)
        elif error.code == UNKNOWN_CHANNEL:
            with suppress(Refusal):
                await self._service.abandon(look.row.id)

    async def _reopened(self, thread_id: int) -> bool:
        """Whether an archived thread could be opened; a locked one is the moderators'."""
        try:
            await self._client.http.edit_channel(thread_id, archived=False)
        except discord.Forbidden:
            return False
        return True

    async def _search(
        self, channel: discord.PartialMessageable, table: str, oldest: int, since: int
    ) -> discord.Message | None:
        """Our message about the table at step `oldest` or later, among those since a time (milliseconds UTC).

        A time ahead of the clock tells nothing: then the newest messages are searched.
        """
        assert self._client.user is not None
        after = None if since > now_ms() else datetime.fromtimestamp(since / 1000, UTC) - CLOCKS_APART
        async for message in channel.history(limit=SEARCHED, after=after):
            if message.author.id == self._client.user.id and step_shown(message, table) >= oldest:
                return message
        return None

    async def place(self, look: Look) -> int:
        """The id of where the cards go: the table's thread, made from its lobby message, or the channel itself."""
        table, channel = look.row.id, look.row.channel_id
        thread = await self.message(table, THREAD)
        if thread is not None:
            return thread.message_id
        lobby = await self.message(table, LOBBY)
        place = channel
        if lobby is not None and look.row.guild_id is not None:
            place = await self._make_thread(
                channel, lobby.message_id, texts.thread_name(game(look.row.game).title, look.names)
            )
        await self._remember(look, place)
        return place

    async def _remember(self, look: Look, place: int) -> None:
        table = look.row.id
        async with self._store.write(table) as writer:
            await writer.record_message(table, THREAD, look.row.channel_id, place, 0, look.row.step)
            # The lobby now points to where the board is.
            await writer.queue(LOBBY, table, look.row.step, "{}")

    async def _make_thread(self, channel_id: int, message_id: int, name: str) -> int:
        """The thread's id, which is its message's; the channel's where threads can't be made."""
        http = self._client.http
        try:
            await http.start_thread_with_message(
                channel_id, message_id, name=name, auto_archive_duration=THREAD_MINUTES
            )
        except discord.HTTPException as error:
            if may_go_through(error):
                raise
            return message_id if error.code == THREAD_ALREADY_MADE else channel_id
        return message_id

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """A channel or thread, without asking whether there is one."""
        return self._client.get_partial_messageable(channel_id)

    async def message(self, table: str, kind: str) -> MessageRow | None:
        """The newest message of a kind about a table, or its thread."""
        async with self._store.read() as reader:
            return await reader.message(table, kind)

    async def forget(self, kind: str, message_id: int) -> None:
        """For what is no longer there."""
        async with self._store.write() as writer:
            await writer.forget_message(kind, message_id)


def may_go_through(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed later as it is: Discord is in trouble, or wants it slower."""
    return error.status >= 500 or error.status == 429


def step_shown(message: discord.Message, table: str) -> int:
    """The step that a message of ours shows of the table, read off its buttons; 0 when it shows none."""
    steps = [0]
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop()
        waiting.extend(getattr(component, "children", ()))
        pressed = parse(getattr(component, "custom_id", None) or "")
        if pressed is not None and pressed.table == table and pressed.step is not None:
            steps.append(pressed.step)
    return max(steps)
