"""Delivery to Discord: the target channel of a table, its thread, and idempotent posting.

A row is marked as attempted before the first request. A retry after a kill carries the same nonce (the idempotency
key), so that Discord makes no second message; when the nonce may have expired, the channel's recent messages are
searched first. A nonce whose message was deleted is spent, and the next one of the row is tried.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias, TypeVar

import discord
import msgspec
from discord.http import HTTPClient

from cogs.ui.kit.custom_ids import parse
from cogs.ui.kit.interface import title_of
from data.store import MessageRow, OutboxRow
from tables.calling.questions import queue_end_of_invitations
from tables.committing.outbox_rows import LOBBY
from tables.dispatching.dispatcher import Slots
from tables.moderating.server_settings import server_settings
from tables.refusal import Refusal
from tables.service import TableService
from tables.viewer import TableView

Answered = TypeVar("Answered")
Files: TypeAlias = Callable[[], list[discord.File]]
"""Makes the files of a message, anew for each request, which uses them up."""

Recognised: TypeAlias = Callable[[discord.Message], bool]
"""Whether a message is the one that was to be posted."""

THREAD = "thread"
NONCE_MS = 120_000
"""How long Discord is relied on to remember a nonce."""
NONCES = 5
"""The most nonces of a row that are tried in one pass."""
SEARCH_LIMIT = 200
"""The most messages that are searched for one posted earlier."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
THREAD_ALREADY_MADE = 160004
THREAD_ARCHIVED = 50083
TOO_OLD_TO_EDIT = 30046
"""A message older than an hour takes only so many edits; later it takes some again."""
THREAD_LOCKED = 160005
THREAD_MINUTES = 10080
NO_WAIT_SECONDS = 0.001
CLOCK_SKEW = timedelta(minutes=2)
"""How much Discord's clock and this machine's may differ."""
REQUESTS_PER_SECOND = 40
AT_ONCE = 8
"""Requests that begin at once; together with those of a second they stay below Discord's 50 a second for the whole bot.

Answers to interactions are not counted by Discord, so they don't wait.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A message of a table to post for a row of the outbox."""

    row: OutboxRow
    table: TableView
    channel_id: int
    view: discord.ui.LayoutView
    mentions: discord.AllowedMentions
    files: Files = list[discord.File]
    oldest: int = 0
    """A message of an earlier attempt shows the table at this step or later."""
    recognised: Recognised | None = None
    """Recognises a message of an earlier attempt, instead of by `oldest`."""
    elsewhere: bool = False
    """Whether the table isn't at home in the channel, so that a refusal changes nothing about the table."""
    found: discord.Message | None = None
    """The message of an earlier attempt, if it is found already."""


class LobbyNotPostedError(Exception):
    """A table's board is to be posted before the lobby's message, from which its thread is made."""


class ThreadLeftError(Exception):
    """The table's thread takes no messages; the retry posts in its channel."""


class NoncesSpentError(Exception):
    """All nonces of a row that were tried are spent; Discord forgets them after some minutes."""


class Pace:
    """Rate limiter: requests begin in the order of their calls, some at once, the others at an even pace."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        """`processes` returns the number of processes that share the limit."""
        self._now, self._sleep, self._processes = now, sleep, processes
        self._due = 0.0

    async def turn(self) -> None:
        """Wait until the next request may begin."""
        now, pause = self._now(), self._processes() / REQUESTS_PER_SECOND
        # As many at once as take this long otherwise, so that it is fewer for each of several.
        self._due = max(self._due, now - AT_ONCE / REQUESTS_PER_SECOND) + pause
        if self._due > now:
            await self._sleep(self._due - now)


class Delivery:
    """Posts messages and manages the threads of tables."""

    def __init__(
        self, client: discord.Client, service: TableService, slots: Slots, *, is_proxied: bool = False
    ) -> None:
        """`is_proxied` says that something between this program and Discord keeps the limit for all processes."""
        self._client = client
        self._service = service
        self._slots = slots
        self._pace = Pace(processes=lambda: 1 if is_proxied else service.store.claims.living)

    async def request(self, call: Awaitable[Answered], *, is_answer: bool = False) -> Answered:
        """Makes a request to Discord; while it waits, for instance for a rate limit, it holds no slot.

        Answers to interactions don't count for the limit of the whole bot.
        """
        async with self._slots.yielded():
            if not is_answer:
                await self._turn(call)
            return await call

    async def in_open_thread(
        self, channel_id: int, call: Callable[[], Awaitable[Answered]], http: HTTPClient | None = None
    ) -> Answered:
        """Makes a request about messages in a channel; if it is a thread that is archived, it is reopened first.

        `http` reopens it, the client's own by default.
        """
        try:
            return await self.request(call())
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED or not await self._unarchive(channel_id, http or self._client.http):
                raise
        return await self.request(call())

    def impatient_http(self) -> HTTPClient:
        """The client's HTTP, except that a refusal for a rate limit raises RateLimited.

        The library would wait inside the request for as long as Discord says, and ask up to five times.
        """
        http = copy(self._client.http)
        http.max_ratelimit_timeout = NO_WAIT_SECONDS
        # Limits that Discord announces beforehand are shared with the client, and waited for as by the client.
        http.get_ratelimit = self._client.http.get_ratelimit
        return http

    async def _turn(self, call: Awaitable[Any]) -> None:
        """Waits until a request may begin; one that is given up meanwhile is closed unsent."""
        try:
            await self._pace.turn()
        except BaseException:
            if isinstance(call, Coroutine):
                call.close()
            raise

    async def post(self, post: Post) -> discord.Message:
        """Post a message; idempotent: return the message of an earlier attempt, if there is one."""
        row, table, channel_id = post.row, post.table, post.channel_id
        found = post.found or await self._earlier(
            row, table, channel_id, post.oldest, post.recognised, elsewhere=post.elsewhere
        )
        if found is not None:
            return found
        try:
            return await self._create(row, table.row.id, channel_id, post.view, post.mentions, post.files)
        except discord.HTTPException as error:
            if not post.elsewhere:
                await self._recover(row, table, channel_id, error)
            raise

    async def post_apart(
        self,
        row: OutboxRow,
        channel_id: int,
        view: discord.ui.LayoutView,
        mentions: discord.AllowedMentions,
        recognised: Recognised,
        files: Files = list[discord.File],
    ) -> discord.Message:
        """Posts a message that isn't one of a table's own; idempotent like `post`, and `recognised` in the channel."""
        channel = self.channel(channel_id)
        if row.attempted is not None and not self._is_remembered(row.attempted):
            found = await self._search(channel, recognised, row.attempted)
            if found is not None:
                return found
        return await self._create(row, "apart", channel_id, view, mentions, files)

    async def _create(
        self,
        row: OutboxRow,
        owner: str,
        channel_id: int,
        view: discord.ui.LayoutView,
        mentions: discord.AllowedMentions,
        files: Files,
    ) -> discord.Message:
        """Creates a message under the first nonce of a row that isn't spent; marks the row as attempted.

        A nonce is spent when its message was made and deleted: Discord answers the next create with *Unknown Message*.
        Every attempt tries the nonces in the same order, so that a retry after a kill finds the message it has made.
        Raises NoncesSpentError if all of them are spent.
        """
        channel = self.channel(channel_id)
        await self.attempted(row)
        for nonce in _nonces(owner, row.id):

            def send(nonce: str = nonce) -> Coroutine[Any, Any, discord.Message]:
                return channel.send(view=view, files=files(), nonce=nonce, allowed_mentions=mentions)

            try:
                return await self.in_open_thread(channel_id, send)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
        raise NoncesSpentError

    async def attempted(self, row: OutboxRow) -> OutboxRow:
        """The row, marked as attempted."""
        if row.attempted is not None:
            return row
        now = self._service.now()
        async with self._service.store.write() as writer:
            await writer.outbox_attempted(row.id, now)
        return msgspec.structs.replace(row, attempted=now)

    async def fresh_unless_posted(
        self,
        row: OutboxRow,
        table: TableView,
        channel_id: int,
        oldest: int,
        recognised: Recognised | None = None,
        elsewhere: bool = False,
    ) -> tuple[OutboxRow, discord.Message | None]:
        """Return the row, and the message of an earlier attempt if that is found.

        A row whose attempts have made no message is returned as never attempted, so that everything about it may be
        decided again. The parameters are the fields of `Post`.
        """
        if row.attempted is None or self._is_remembered(row.attempted):
            return row, None
        found = await self._earlier(row, table, channel_id, oldest, recognised, elsewhere=elsewhere)
        return (msgspec.structs.replace(row, attempted=None) if found is None else row), found

    def _is_remembered(self, attempted: int) -> bool:
        """Whether Discord still knows the nonce of a row that was first attempted at a time."""
        # One in the future was made before the clock was set back, an unknown time ago.
        return 0 <= self._service.now() - attempted <= NONCE_MS

    async def _earlier(
        self,
        row: OutboxRow,
        table: TableView,
        channel_id: int,
        oldest: int,
        recognised: Recognised | None,
        *,
        elsewhere: bool,
    ) -> discord.Message | None:
        """The message of an earlier attempt whose nonce Discord may have forgotten, None if there is none."""
        if row.attempted is None or self._is_remembered(row.attempted):
            return None
        wanted = recognised or (lambda message: step_shown(message, table.row.id) >= oldest)
        try:
            return await self._search(self.channel(channel_id), wanted, row.attempted)
        except discord.NotFound as error:
            if not elsewhere:
                await self._recover(row, table, channel_id, error)
            raise

    async def _recover(self, row: OutboxRow, table: TableView, channel_id: int, error: discord.HTTPException) -> None:
        """Prepares the retry of a refused post: replaces or abandons its thread or channel.

        Raises ThreadLeftError if the retry posts in the channel.
        """
        in_thread = channel_id != table.row.channel_id
        if await self.left_thread(table, channel_id, error):
            raise ThreadLeftError from error
        is_unknown = error.code == UNKNOWN_CHANNEL
        if in_thread and is_unknown and row.attempts == 0:
            # It was deleted; the retry makes a new one.
            await self.delete_message(THREAD, channel_id)
        elif in_thread and (is_unknown or isinstance(error, discord.Forbidden)):
            # The thread can't be made or written to: the game goes on in the channel.
            await self._record_thread(table, table.row.channel_id)
            raise ThreadLeftError from error
        elif is_unknown:
            with suppress(Refusal):
                await self._service.abandon(table.row.id)

    async def left_thread(self, table: TableView, channel_id: int, error: discord.HTTPException) -> bool:
        """Lets the game go on in the channel after a refusal by a thread of its own that can't be reopened.

        Gives False for any other refusal.
        """
        if channel_id == table.row.channel_id or error.code not in (THREAD_ARCHIVED, THREAD_LOCKED):
            return False
        await self._record_thread(table, table.row.channel_id)
        return True

    async def _unarchive(self, thread_id: int, http: HTTPClient) -> bool:
        """Reopens an archived thread; gives False if Discord refuses, as for a locked one."""
        try:
            await self.request(http.edit_channel(thread_id, archived=False))
        except discord.Forbidden:
            return False
        return True

    async def _search(
        self, channel: discord.PartialMessageable, wanted: Recognised, since: int
    ) -> discord.Message | None:
        """The bot's message that is wanted, posted since a time (milliseconds UTC).

        For a time in the future, the newest messages are searched.
        """
        assert self._client.user is not None
        after = None if since > self._service.now() else datetime.fromtimestamp(since / 1000, UTC) - CLOCK_SKEW
        async with self._slots.yielded():
            await self._pace.turn()
            messages = [message async for message in channel.history(limit=SEARCH_LIMIT, after=after)]
        for message in messages:
            if message.author.id == self._client.user.id and wanted(message):
                return message
        return None

    async def target_channel(self, table: TableView) -> int:
        """The id of the channel for cards: the table's thread, made from its lobby message, or the channel itself.

        Raises LobbyNotPostedError while the lobby's message waits to be posted.
        """
        table_id, channel = table.row.id, table.row.channel_id
        thread = await self.message(table_id, THREAD)
        if thread is not None:
            return thread.message_id
        lobby = await self.message(table_id, LOBBY)
        target = channel
        server = await server_settings(self._service.store, table.row.guild_id)
        has_thread = table.row.guild_id is not None and server.threads
        if lobby is None and has_thread and await self._is_pending(table_id, LOBBY):
            raise LobbyNotPostedError
        if lobby is not None and has_thread:
            people = [seat.name for seat in table.seats if seat.user_id is not None]
            title = table.settings.season_label or title_of(table)
            name = thread_name(title, people, len(table.seats) - len(people))
            target = await self._make_thread(channel, lobby.message_id, name)
        await self._record_thread(table, target)
        return target

    async def _record_thread(self, table: TableView, target: int) -> None:
        row = table.row
        async with self._service.store.write(row.id) as writer:
            await writer.record_message(row.id, THREAD, row.channel_id, target, 0, row.step)
            # The lobby and the invitations now point to where the board is.
            await writer.queue(LOBBY, row.id, row.step, "{}")
            await queue_end_of_invitations(writer, row)

    async def _make_thread(self, channel_id: int, message_id: int, name: str) -> int:
        """Makes a thread; gives its id, which is its message's, or the channel's if threads can't be made."""
        http = self._client.http
        try:
            await self.request(
                http.start_thread_with_message(channel_id, message_id, name=name, auto_archive_duration=THREAD_MINUTES)
            )
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            return message_id if error.code == THREAD_ALREADY_MADE else channel_id
        return message_id

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """A channel or thread, without a request that checks whether it exists."""
        return self._client.get_partial_messageable(channel_id)

    async def message(self, table_id: str, kind: str) -> MessageRow | None:
        """The newest message of a kind about a table, or its thread."""
        async with self._service.store.read() as reader:
            return await reader.message(table_id, kind)

    async def _is_pending(self, table_id: str, kind: str) -> bool:
        async with self._service.store.read() as reader:
            return bool(await reader.pending_of_table(table_id, kind))

    async def delete_message(self, kind: str, message_id: int) -> None:
        """Deletes the row of a message or thread that no longer exists."""
        async with self._service.store.write() as writer:
            await writer.delete_message(kind, message_id)


def is_transient(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed on a retry: a server error, a rate limit, or a token that was changed.

    Discord has a code for an interaction's token that has expired, and for what was deleted; a 404 without one is
    that of a proxy on the way.
    """
    return error.status >= 500 or error.status == 429 or (error.status in (401, 404) and error.code == 0)


def _nonces(owner: str, row_id: int) -> list[str]:
    """The nonces of a row in the order in which they are tried, each of at most 25 characters."""
    first = f"{owner}-{row_id}"
    return [first, *(f"{first}.{number}" for number in range(1, NONCES))]


def is_gone(error: discord.HTTPException) -> bool:
    """Whether a message that was to be edited or fetched was deleted, or its channel was.

    Not for a message that was to be created: there *Unknown Message* says that its nonce is spent.
    """
    return error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL)


def may_be_edited_later(error: discord.HTTPException) -> bool:
    """Whether Discord may take an edit later that it refuses now: a permission may be granted again."""
    return isinstance(error, discord.Forbidden) or error.code == TOO_OLD_TO_EDIT


def step_shown(message: discord.Message, table_id: str) -> int:
    """The step of the table that one of the bot's messages shows, taken from its buttons; 0 if it shows none."""
    found = [pressed for text in custom_ids(message) if (pressed := parse(text)) is not None]
    return max((pressed.step or 0 for pressed in found if pressed.table == table_id), default=0)


def custom_ids(message: discord.Message) -> Iterator[str]:
    """The custom ids of all that can be pressed in a message."""
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop()
        waiting.extend(getattr(component, "children", ()))
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id


def thread_name(title: str, people: Sequence[str], computers: int = 0) -> str:
    """The people, and how many computer players: at most 100 characters, as Discord allows."""
    counted = ["1 computer" if computers == 1 else f"{computers} computers"] if computers else []
    return f"{title} · {', '.join([*people, *counted])}"[:100]
