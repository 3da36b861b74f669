"""Delivery to Discord: the target channel of a table, its thread, and idempotent posting.

A row is marked as attempted before the first request. A retry after a restart sends the same nonce (the idempotency
key), so that Discord creates no second message. If the nonce may have expired, the channel's recent messages are
searched first. A nonce whose message was deleted is spent; the row's next nonce is used instead.
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
from cogs.ui.kit.emojis import INVALID_FORM_BODY
from cogs.ui.kit.interface import format_table_title
from data.store import MessageRow, OutboxRow
from language.messages import ngettext
from language.punctuation import localize_marks
from leagues.texts import translate_label
from render.text import truncate
from tables.calling.questions import queue_update_of_invitations
from tables.committing.outbox_rows import LOBBY
from tables.dispatching.dispatcher import Slots
from tables.moderating.server_settings import server_settings
from tables.refusal import Refusal
from tables.service import TableService
from tables.viewer import TableView

Answered = TypeVar("Answered")
Files: TypeAlias = Callable[[], list[discord.File]]
"""A function that builds the files of a message. It is called for each request, since a request consumes its files."""

Recognised: TypeAlias = Callable[[discord.Message], bool]
"""A predicate of an existing message: whether an earlier attempt posted it as the message to be posted."""

THREAD = "thread"
NONCE_MS = 120_000
"""The time for which Discord is expected to remember a nonce, in milliseconds."""
NONCES = 5
"""The maximum number of nonces tried for a row in one pass."""
SEARCH_LIMIT = 200
"""The maximum number of messages of a channel that are searched for the message of an earlier attempt."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
THREAD_ALREADY_MADE = 160004
THREAD_ARCHIVED = 50083
TOO_OLD_TO_EDIT = 30046
"""Discord's error for too many edits of a message older than an hour; later edits may succeed."""
THREAD_LOCKED = 160005
THREAD_MINUTES = 10080
NO_WAIT_SECONDS = 0.001
CLOCK_SKEW = timedelta(minutes=2)
"""The assumed maximum difference between Discord's clock and this machine's."""
REQUESTS_PER_SECOND = 40
AT_ONCE = 8
"""The burst size: the number of requests that may start at the same time.

A burst plus `REQUESTS_PER_SECOND` stays below Discord's global limit of 50 requests a second for the bot. Answers to
interactions don't count towards that limit and are not delayed.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A message about a table, to be posted for an outbox row."""

    row: OutboxRow
    table: TableView
    channel_id: int
    view: discord.ui.LayoutView
    mentions: discord.AllowedMentions
    files: Files = list[discord.File]
    oldest: int = 0
    """The table step of the oldest outbox row that this message delivers.

    A message that shows a lower step can't come from an earlier attempt.
    """
    recognised: Recognised | None = None
    """A predicate that recognises the message of an earlier attempt.

    None for a message that is recognised by showing at least the step `oldest`.
    """
    elsewhere: bool = False
    """Whether the channel isn't the table's own, for instance a direct message.

    If Discord refuses to post there, the table is not changed.
    """
    silent: bool = False
    """Whether Discord notifies nobody of the message, not even those whom it mentions."""
    found: discord.Message | None = None
    """The message of an earlier attempt, if the caller has already found it."""


class LobbyNotPostedError(Exception):
    """Raised if the lobby's message, from which the table's thread is created, is not posted yet."""


class ThreadLeftError(Exception):
    """Raised if the table's thread rejects messages, so that the retry will post in the channel instead."""


class NoncesSpentError(Exception):
    """Raised if all nonces tried for a row are spent; Discord forgets them after some minutes."""


class Pace:
    """A rate limiter: requests start in the order of the calls, first in a burst, then at regular intervals."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        """Initialise the limiter; `processes` returns the number of processes that share the limit."""
        self._now, self._sleep, self._processes = now, sleep, processes
        self._due = 0.0

    async def wait_for_slot(self) -> None:
        """Wait until the next request may start."""
        now, pause = self._now(), self._processes() / REQUESTS_PER_SECOND
        # The limit on the burst is a time, so that fewer requests fit into it when several processes share the limit.
        self._due = max(self._due, now - AT_ONCE / REQUESTS_PER_SECOND) + pause
        if self._due > now:
            await self._sleep(self._due - now)


class Delivery:
    """The posting of messages to Discord, and the management of the tables' threads."""

    def __init__(
        self, client: discord.Client, service: TableService, slots: Slots, *, is_proxied: bool = False
    ) -> None:
        """Initialise the delivery; `is_proxied` is whether a proxy enforces Discord's rate limit for all processes."""
        self._client = client
        self._service = service
        self._slots = slots
        self._pace = Pace(processes=lambda: 1 if is_proxied else service.store.claims.living)

    async def request(self, call: Awaitable[Answered], *, is_answer: bool = False) -> Answered:
        """Send a request to Discord and return its result; no dispatcher slot is held during the wait.

        Requests wait for the bot's global rate limit. Answers to interactions don't count towards it, so they don't
        wait.
        """
        async with self._slots.yield_slot():
            if not is_answer:
                await self._turn(call)
            return await call

    async def send_in_open_thread(
        self, channel_id: int, call: Callable[[], Awaitable[Answered]], http: HTTPClient | None = None
    ) -> Answered:
        """Send a request about messages in a channel or thread; an archived thread is reopened first.

        Reopening uses `http`, by default the client's own HTTP client.
        """
        try:
            return await self.request(call())
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED or not await self._unarchive(channel_id, http or self._client.http):
                raise
        return await self.request(call())

    def impatient_http(self) -> HTTPClient:
        """Return a copy of the client's HTTP client that raises RateLimited instead of waiting for a rate limit.

        discord.py would wait inside the request for as long as Discord says, and retry up to five times.
        """
        http = copy(self._client.http)
        http.max_ratelimit_timeout = NO_WAIT_SECONDS
        # The copy shares the rate limits known from earlier responses, and still waits for those.
        http.get_ratelimit = self._client.http.get_ratelimit
        return http

    async def _turn(self, call: Awaitable[Any]) -> None:
        """Wait until a request may start; if the wait is cancelled, close the unsent request."""
        try:
            await self._pace.wait_for_slot()
        except BaseException:
            if isinstance(call, Coroutine):
                call.close()
            raise

    async def post(self, post: Post) -> discord.Message:
        """Post a message and return it; if an earlier attempt has posted it, return that message."""
        row, table, channel_id = post.row, post.table, post.channel_id
        found = post.found or await self._find_earlier_message(
            row, table, channel_id, post.oldest, post.recognised, elsewhere=post.elsewhere
        )
        if found is not None:
            return found
        try:
            return await self._create(
                row, table.row.id, channel_id, post.view, post.mentions, post.files, silent=post.silent
            )
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
        """Post a message that belongs to no table, and return it.

        Idempotent like `post`: `recognised` finds a message of an earlier attempt in the channel.
        """
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
        *,
        silent: bool = False,
    ) -> discord.Message:
        """Create a message with the row's first unspent nonce, and mark the row as attempted.

        A nonce is spent if its message was created and then deleted: Discord answers the next request with *Unknown
        Message*. Every attempt uses the nonces in the same order, so a retry after a restart gets the message it
        created before. Raises NoncesSpentError if all of them are spent.
        """
        channel = self.channel(channel_id)
        await self.mark_attempted(row)
        for nonce in _build_nonces(owner, row.id):

            def send(nonce: str = nonce) -> Coroutine[Any, Any, discord.Message]:
                return channel.send(view=view, files=files(), nonce=nonce, allowed_mentions=mentions, silent=silent)

            try:
                return await self.send_in_open_thread(channel_id, send)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
        raise NoncesSpentError

    async def mark_attempted(self, row: OutboxRow) -> OutboxRow:
        """Store the time of the row's first attempt, unless it has one, and return the row."""
        if row.attempted is not None:
            return row
        now = self._service.now()
        async with self._service.store.write() as writer:
            await writer.outbox.mark_attempted(row.id, now)
        return msgspec.structs.replace(row, attempted=now)

    async def check_earlier_attempt(
        self,
        row: OutboxRow,
        table: TableView,
        channel_id: int,
        oldest: int,
        recognised: Recognised | None = None,
        elsewhere: bool = False,
    ) -> tuple[OutboxRow, discord.Message | None]:
        """Return the row, and the message that an earlier attempt posted (None if none was found).

        If it is certain that no earlier attempt posted a message, the row is returned as never attempted, so that its
        content can be decided again. While Discord still remembers the row's nonce, nothing is searched. The other
        parameters are the fields of `Post`.
        """
        if row.attempted is None or self._is_remembered(row.attempted):
            return row, None
        found = await self._find_earlier_message(row, table, channel_id, oldest, recognised, elsewhere=elsewhere)
        return (msgspec.structs.replace(row, attempted=None) if found is None else row), found

    def _is_remembered(self, attempted: int) -> bool:
        """Return whether Discord still remembers the nonce of a row.

        `attempted` is the time of the row's first attempt (milliseconds UTC).
        """
        # a time in the future: the clock has been set back since, so the age of the nonce is unknown
        return 0 <= self._service.now() - attempted <= NONCE_MS

    async def _find_earlier_message(
        self,
        row: OutboxRow,
        table: TableView,
        channel_id: int,
        oldest: int,
        recognised: Recognised | None,
        *,
        elsewhere: bool,
    ) -> discord.Message | None:
        """Search for the message of an earlier attempt whose nonce Discord may have forgotten.

        Returns None if there is none.
        """
        if row.attempted is None or self._is_remembered(row.attempted):
            return None
        wanted = recognised or (lambda message: find_shown_step(message, table.row.id) >= oldest)
        try:
            return await self._search(self.channel(channel_id), wanted, row.attempted)
        except discord.NotFound as error:
            if not elsewhere:
                await self._recover(row, table, channel_id, error)
            raise

    async def _recover(self, row: OutboxRow, table: TableView, channel_id: int, error: discord.HTTPException) -> None:
        """Prepare the retry after Discord refused a post.

        A deleted thread is forgotten, so that a new one is created; if that fails or the thread can't be written to,
        the game moves to the channel. If the channel itself is gone, the table is abandoned. Raises ThreadLeftError if
        the retry will post in the channel.
        """
        in_thread = channel_id != table.row.channel_id
        if await self.move_out_of_thread(table, channel_id, error):
            raise ThreadLeftError from error
        is_unknown = error.code == UNKNOWN_CHANNEL
        if in_thread and is_unknown and row.attempts == 0:
            # The thread was deleted; the retry creates a new one.
            await self.delete_message(THREAD, channel_id)
            if table.settings.season is not None and await self.find_message(table.row.id, LOBBY) is None:
                # The message from which a dealt table's thread was made was deleted when it had done its work.
                async with self._service.store.write(table.row.id) as writer:
                    await writer.outbox.queue(LOBBY, table.row.id, table.row.step, "{}")
        elif in_thread and (is_unknown or isinstance(error, discord.Forbidden)):
            # No thread can be created or written to, so the game moves to the channel.
            await self._record_thread(table, table.row.channel_id)
            raise ThreadLeftError from error
        elif is_unknown:
            with suppress(Refusal):
                await self._service.abandon(table.row.id)

    async def move_out_of_thread(self, table: TableView, channel_id: int, error: discord.HTTPException) -> bool:
        """Move the game to the channel if its thread is archived or locked and can't be reopened.

        Returns whether the game was moved; False for any other error.
        """
        if channel_id == table.row.channel_id or error.code not in (THREAD_ARCHIVED, THREAD_LOCKED):
            return False
        await self._record_thread(table, table.row.channel_id)
        return True

    async def _unarchive(self, thread_id: int, http: HTTPClient) -> bool:
        """Reopen an archived thread; return False if Discord refuses, for instance because the thread is locked."""
        try:
            await self.request(http.edit_channel(thread_id, archived=False))
        except discord.Forbidden:
            return False
        return True

    async def _search(
        self, channel: discord.PartialMessageable, wanted: Recognised, since: int
    ) -> discord.Message | None:
        """Return a message of the bot that matches `wanted` and was posted after `since`, or None.

        `since` is in milliseconds UTC. If it is in the future, the newest messages are searched.
        """
        assert self._client.user is not None
        after = None if since > self._service.now() else datetime.fromtimestamp(since / 1000, UTC) - CLOCK_SKEW
        async with self._slots.yield_slot():
            await self._pace.wait_for_slot()
            messages = [message async for message in channel.history(limit=SEARCH_LIMIT, after=after)]
        for message in messages:
            if message.author.id == self._client.user.id and wanted(message):
                return message
        return None

    async def ensure_target_channel(self, table: TableView) -> int:
        """Return the id of the channel for cards: the table's thread, created if needed, or its channel.

        The thread is created from the lobby's message. Raises LobbyNotPostedError while that message is not posted yet.
        """
        table_id, channel = table.row.id, table.row.channel_id
        thread = await self.find_message(table_id, THREAD)
        if thread is not None:
            return thread.message_id
        lobby = await self.find_message(table_id, LOBBY)
        target = channel
        server = await server_settings(self._service.store, table.row.guild_id)
        has_thread = table.row.guild_id is not None and server.threads
        if lobby is None and has_thread and await self._is_pending(table_id, LOBBY):
            raise LobbyNotPostedError
        if lobby is not None and has_thread:
            people = [seat.name for seat in table.seats if seat.user_id is not None]
            if table.settings.season is not None and len(table.seats) == 2:
                people = ["–".join(people)]
            title = translate_label(table.settings.season_label) or format_table_title(table)
            computers = sum(seat.user_id is None for seat in table.seats)
            name = thread_name(title, people, computers)
            target = await self._make_thread(channel, lobby.message_id, name, format_table_title(table))
        await self._record_thread(table, target)
        return target

    async def _record_thread(self, table: TableView, target: int) -> None:
        row = table.row
        async with self._service.store.write(row.id) as writer:
            await writer.messages.record(row.id, THREAD, row.channel_id, target, 0, row.step)
            # The lobby's message and the invitations are edited, so that they link to the board.
            await writer.outbox.queue(LOBBY, row.id, row.step, "{}")
            await queue_update_of_invitations(writer, row)

    async def _make_thread(self, channel_id: int, message_id: int, *names: str) -> int:
        """Create a thread and return its id, which equals the message's; return the channel's id if Discord refuses.

        The next of the names is tried if Discord refuses one, for instance because of a word in it.
        """
        name, *others = names
        try:
            await self.request(
                self._client.http.start_thread_with_message(
                    channel_id, message_id, name=name, auto_archive_duration=THREAD_MINUTES
                )
            )
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            if error.code == INVALID_FORM_BODY and others:
                return await self._make_thread(channel_id, message_id, *others)
            return message_id if error.code == THREAD_ALREADY_MADE else channel_id
        return message_id

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """Return a channel or thread, without a request that checks whether it exists."""
        return self._client.get_partial_messageable(channel_id)

    async def find_message(self, table_id: str, kind: str) -> MessageRow | None:
        """Return the row of a table's newest message of a kind, or None; for `THREAD`, the row of its thread."""
        async with self._service.store.read() as reader:
            return await reader.messages.newest(table_id, kind)

    async def _is_pending(self, table_id: str, kind: str) -> bool:
        async with self._service.store.read() as reader:
            return bool(await reader.outbox.pending_of_table(table_id, kind))

    async def delete_message(self, kind: str, message_id: int) -> None:
        """Delete the row of a message or thread that no longer exists."""
        async with self._service.store.write() as writer:
            await writer.messages.delete(kind, message_id)


def is_transient(error: discord.HTTPException) -> bool:
    """Return whether an error is temporary, so that a retry may succeed.

    Temporary are server errors, rate limits, and the statuses 401 (bot token refused) and 404 (from a proxy) without an
    error code. Discord sends a code for an expired interaction token and for deleted objects.
    """
    return error.status >= 500 or error.status == 429 or (error.status in (401, 404) and error.code == 0)


def _build_nonces(owner: str, row_id: int) -> list[str]:
    """Return the nonces for a row, in the order in which they are tried, each at most 25 characters long."""
    first = f"{owner}-{row_id}"
    return [first, *(f"{first}.{number}" for number in range(1, NONCES))]


def is_gone(error: discord.HTTPException) -> bool:
    """Return whether the message to be edited or fetched, or its channel, was deleted.

    Don't use it for messages to be created: there *Unknown Message* means that the nonce is spent.
    """
    return error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL)


def may_be_edited_later(error: discord.HTTPException) -> bool:
    """Return whether a refused edit may succeed later, for instance once a missing permission is granted."""
    return isinstance(error, discord.Forbidden) or error.code == TOO_OLD_TO_EDIT


def find_shown_step(message: discord.Message, table_id: str) -> int:
    """Return the highest step of a table in the custom ids of one of the bot's messages, or 0 if there is none."""
    found = [pressed for text in custom_ids(message) if (pressed := parse(text)) is not None]
    return max((pressed.step or 0 for pressed in found if pressed.table == table_id), default=0)


def custom_ids(message: discord.Message) -> Iterator[str]:
    """Yield the custom ids of all components in a message."""
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop()
        waiting.extend(getattr(component, "children", ()))
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id


def thread_name(title: str, people: Sequence[str], computers: int = 0) -> str:
    """Format a thread's name: title, people and number of computer players, at most 100 characters long."""
    counted = [ngettext("{number} computer", "{number} computers", computers)] if computers else []
    return truncate(localize_marks(f"{title} · {', '.join([*people, *counted])}"), 100)
