"""The outbox: what is durable and not yet said, said once (design.md, the path of one turn, step 4).

A row is marked as attempted before Discord is first asked. A repeat after a kill carries the same nonce, so that
Discord makes no second message; when the nonce may have been forgotten, the channel's recent messages are searched
first.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import msgspec
import structlog

from cogs import _texts as texts
from cogs._cards import PICTURE, card_view, folded_view, lobby_view, pings, story_text
from cogs._custom_ids import parse
from cogs._looks import Look
from cogs._pictures import Studio, attachment
from cogs._refusal import Refusal
from cogs._tables import CARD, FOLD, LOBBY, REFRESH, REPLY, TableService, now_ms
from data.store import MessageRow, OutboxRow, Store, StoreUnavailable
from engine.games import game
from render import painter
from render.picture import Picture

log = structlog.get_logger()

THREAD = "thread"
AT_ONCE = 8
NONCE_MS = 120_000
RETRY_MS = (1_000, 5_000, 30_000, 120_000, 600_000)
REFUSED_RETRY_MS = (*RETRY_MS, 3_600_000)
"""The pauses where Discord says no: a permission may come back, but nobody is waiting by the minute."""
ABANDON_MS = 14 * 24 * 3_600_000
"""A table that Discord has let nothing be said of for this long is given up."""
STORE_AWAY_MS = 1_000
POLL_MS = 5_000
"""How long something that hangs may keep what is put off from its time."""
SEARCHED = 200
UNKNOWN_CHANNEL = 10003
THREAD_ALREADY_MADE = 160004
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
THREAD_MINUTES = 10080
CLOCKS_APART = timedelta(minutes=2)
"""How much Discord's clock and ours may differ."""


class Outbox:
    """Posts what tables have to say, the oldest first within a table, several tables at once."""

    def __init__(self, client: discord.Client, service: TableService, studio: Studio) -> None:
        self._client = client
        self._service = service
        self._studio = studio
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: dict[str, asyncio.Task[None]] = {}
        service.on_commit(self._wake.set)

    @property
    def _store(self) -> Store:
        return self._service.store

    def stop(self) -> None:
        """Lets end what has begun, and begins no more."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Posts until stopped; a row that fails is tried again later, and never stops the others."""
        async with asyncio.TaskGroup() as tasks:
            while not self._stopping:
                self._wake.clear()
                try:
                    async with self._store.read() as reader:
                        rows = await reader.pending_outbox(now_ms())
                        due = await reader.next_outbox_due()
                except StoreUnavailable as error:
                    log.warning("the store is away", error=str(error))
                    rows, due = (), now_ms() + STORE_AWAY_MS
                self._begin(tasks, rows)
                await self._sleep(due)

    def _begin(self, tasks: asyncio.TaskGroup, rows: Iterable[OutboxRow]) -> None:
        groups: dict[str, list[OutboxRow]] = defaultdict(list)
        for row in rows:
            groups[f"reply {row.id}" if row.kind == REPLY else str(row.table_id)].append(row)
        for key, group in groups.items():
            if key not in self._busy and len(self._busy) < AT_ONCE:
                self._busy[key] = tasks.create_task(self._work(key, group))

    async def _sleep(self, due: int | None) -> None:
        """Until something is committed, a task ends, or a row that waits for its time is due."""
        wait = None if due is None else due - now_ms()
        if wait is not None and wait <= 0:
            wait = POLL_MS
        try:
            async with asyncio.timeout(None if wait is None else wait / 1000):
                await self._wake.wait()
        except TimeoutError:
            pass

    async def _work(self, key: str, rows: Sequence[OutboxRow]) -> None:
        try:
            await self._say(rows)
        finally:
            del self._busy[key]
            self._wake.set()

    async def _postpone(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        attempts = max(row.attempts for row in rows)
        refused = isinstance(error, discord.HTTPException) and not _may_go_through(error)
        pauses = REFUSED_RETRY_MS if refused else RETRY_MS
        wait = pauses[min(attempts, len(pauses) - 1)]
        log.warning("could not post", table=rows[0].table_id, kind=rows[0].kind, step=rows[0].step, error=repr(error))
        first = min((row.attempted for row in rows if row.attempted is not None), default=now_ms())
        try:
            if refused and now_ms() - first >= ABANDON_MS:
                log.warning("a table is given up", table=rows[0].table_id, step=rows[0].step)
                with suppress(Refusal):
                    await self._service.abandon(str(rows[0].table_id))
                    return
            async with self._store.write() as writer:
                for row in rows:
                    await writer.outbox_retry(row.id, now_ms() + wait, type(error).__name__)
        except StoreUnavailable as unavailable:
            log.warning("the store is away", error=str(unavailable))
            # The rows are still due: a store that can be read but not written would be asked without a pause.
            await asyncio.sleep(STORE_AWAY_MS / 1000)

    async def _say(self, rows: Sequence[OutboxRow]) -> None:
        """Each kind by itself, so that a lobby that can't be edited keeps no card waiting."""
        by_kind: dict[str, list[OutboxRow]] = defaultdict(list)
        for row in rows:
            by_kind[row.kind].append(row)
        unposted = LOBBY in by_kind and await self._message(str(rows[0].table_id), LOBBY) is None
        # The thread hangs on the lobby's message, so that must stand before the first card.
        if unposted and not await self._try(self._lobby, by_kind.pop(LOBBY)):
            return
        work = {CARD: self._card, REFRESH: self._refresh, FOLD: self._folds, LOBBY: self._lobby, REPLY: self._replies}
        for kind in sorted(by_kind, key=[*work, *by_kind].index):
            await self._try(work.get(kind, self._unknown), by_kind[kind])

    async def _try(self, work: Callable[[Sequence[OutboxRow]], Awaitable[None]], rows: Sequence[OutboxRow]) -> bool:
        """Whether it went through; otherwise it is put off."""
        try:
            await work(rows)
        except Exception as error:
            await self._postpone(rows, error)
            return False
        return True

    async def _unknown(self, rows: Sequence[OutboxRow]) -> None:
        """Queued by a newer version of the program."""
        await self._failed(rows, f"unknown kind {rows[0].kind}")

    async def _replies(self, rows: Sequence[OutboxRow]) -> None:
        for row in rows:
            await self._reply(row)

    async def _folds(self, rows: Sequence[OutboxRow]) -> None:
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

    async def _lobby(self, rows: Sequence[OutboxRow]) -> None:
        """One message shows the lobby for good: posted once, edited ever after; one edit covers all that waits."""
        look = await self._service.look(str(rows[0].table_id))
        thread = await self._message(look.row.id, THREAD)
        view = lobby_view(look, None if thread is None else thread.message_id)
        known = await self._message(look.row.id, LOBBY)
        if known is None:
            message = await self._post(
                rows[0], look, look.row.channel_id, rows[0].step, view, discord.AllowedMentions.none()
            )
            async with self._store.write(look.row.id) as writer:
                await writer.record_message(look.row.id, LOBBY, look.row.channel_id, message.id, 0, look.row.step)
                # A repeat may have found an older message: then the next pass brings it up to date.
                if rows[0].attempted is None:
                    await writer.outbox_done(row.id for row in rows)
            return
        try:
            await self._channel(known.channel_id).get_partial_message(known.message_id).edit(view=view)
        except discord.HTTPException as error:
            if isinstance(error, discord.NotFound) and look.row.phase == "lobby":
                await self._forget(LOBBY, known.message_id)
                raise
            await self._give_up(rows, error)
        else:
            await self._done(rows)

    async def _card(self, rows: Sequence[OutboxRow]) -> None:
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
        place = await self._place(look)
        view = card_view(look, story, picture.alt)
        mentions = pings(look) if any(_pings(row) for row in waiting) else discord.AllowedMentions.none()
        message = await self._post(row, look, place, waiting[0].step, view, mentions, attachment(picture, PICTURE))
        step = _step_shown(message, table)
        current = step == look.row.step
        async with self._store.write(table) as writer:
            await writer.record_message(table, CARD, place, message.id, newest if current else told, step)
            await writer.outbox_done(row.id for row in (rows if current else [row]))
            if previous is not None:
                payload = {"channel": previous.channel_id, "message": previous.message_id, "story": story}
                await writer.queue(FOLD, table, step, msgspec.json.encode(payload).decode())

    async def _refresh(self, rows: Sequence[OutboxRow]) -> None:
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
        message = self._channel(card.channel_id).get_partial_message(card.message_id)
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
        message = self._channel(old["channel"]).get_partial_message(old["message"])
        try:
            await message.edit(view=folded_view(old["story"]), attachments=[])
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._done([row])

    async def _post(
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
        channel = self._channel(channel_id)
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
            await self._remember_place(look, look.row.channel_id)
        elif in_thread and isinstance(error, discord.NotFound) and row.attempts == 0:
            # It was deleted; the next attempt makes it anew.
            await self._forget(THREAD, channel_id)
        elif in_thread and isinstance(error, discord.NotFound | discord.Forbidden):
            # A thread that can't be had, or may not be written in: the game goes on in the channel.
            await self._remember_place(look, look.row.channel_id)
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
            if message.author.id == self._client.user.id and _step_shown(message, table) >= oldest:
                return message
        return None

    async def _place(self, look: Look) -> int:
        """Where the cards go: the table's thread, made from its lobby message, or else the channel itself."""
        table, channel = look.row.id, look.row.channel_id
        thread = await self._message(table, THREAD)
        if thread is not None:
            return thread.message_id
        lobby = await self._message(table, LOBBY)
        place = channel
        if lobby is not None and look.row.guild_id is not None:
            place = await self._make_thread(
                channel, lobby.message_id, texts.thread_name(game(look.row.game).title, look.names)
            )
        await self._remember_place(look, place)
        return place

    async def _remember_place(self, look: Look, place: int) -> None:
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
            if _may_go_through(error):
                raise
            return message_id if error.code == THREAD_ALREADY_MADE else channel_id
        return message_id

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    async def _message(self, table: str, kind: str) -> MessageRow | None:
        async with self._store.read() as reader:
            return await reader.message(table, kind)

    async def _forget(self, kind: str, message_id: int) -> None:
        async with self._store.write() as writer:
            await writer.forget_message(kind, message_id)

    async def _done(self, rows: Sequence[OutboxRow]) -> None:
        async with self._store.write() as writer:
            await writer.outbox_done(row.id for row in rows)

    async def _give_up(self, rows: Sequence[OutboxRow], error: discord.HTTPException) -> None:
        """For what Discord refuses and will refuse again; raises the error where it may yet go through."""
        if _may_go_through(error):
            raise error
        await self._failed(rows, f"{error.status}, code {error.code}")

    async def _failed(self, rows: Sequence[OutboxRow], error: str) -> None:
        async with self._store.write() as writer:
            for row in rows:
                await writer.outbox_failed(row.id, error)


def _may_go_through(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed later as it is: Discord is in trouble, or wants it slower."""
    return error.status >= 500 or error.status == 429


def _pings(row: OutboxRow) -> bool:
    return msgspec.json.decode(row.payload, type=dict[str, bool]).get("ping", True)


def _step_shown(message: discord.Message, table: str) -> int:
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
