"""The base class of senders of outbox rows: marking rows, mentions, edits, and direct messages."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

import discord
import msgspec
from discord.http import handle_message_parameters

from cogs.outbox.delivery import TOO_OLD_TO_EDIT, Delivery, Files, is_gone, is_transient
from cogs.ui.kit.emojis import INVALID_FORM_BODY
from cogs.ui.messages.cards import build_mentions
from data.store import MessageRow, OutboxRow, Store, Writer
from tables.calling.recipients import recipients
from tables.preferences import DIRECT_MESSAGE, LINE, MENTION, read_preferences
from tables.service import TableService

KNOWN = 10_000
"""The maximum number of users whose channels for direct messages are cached; a full cache is cleared."""
OPENED_TOO_FAST = 40003
"""Discord's error for opening channels too fast: a 403 that doesn't mean that the user refuses messages."""


Send: TypeAlias = Callable[[Sequence[OutboxRow]], Awaitable[None]]
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
_KIND = "__kind__"


def sends(kind: str) -> Callable[[Method], Method]:
    """Return a decorator that marks a method of a sender as the one for outbox rows of a kind."""

    def register(method: Method) -> Method:
        setattr(method, _KIND, kind)
        return method

    return register


def collect(senders: Iterable["Sender"]) -> dict[str, Send]:
    """Return the registered methods of all senders by kind. Raise ValueError for duplicates."""
    found: dict[str, Send] = {}
    for sender in senders:
        for name in dir(type(sender)):
            kind = getattr(getattr(type(sender), name), _KIND, None)
            if kind is None:
                continue
            if kind in found:
                raise ValueError(f"two senders of {kind}")
            found[kind] = getattr(sender, name)
    return found


class Sender:
    """The base class of senders: each method marked with `sends` delivers the outbox rows of one kind.

    The method also marks the rows as delivered. Raises HTTPException if Discord refuses a message.
    """

    def __init__(self, service: TableService, delivery: Delivery) -> None:
        self._service = service
        self._delivery = delivery

    @property
    def _store(self) -> Store:
        return self._service.store

    async def _allow_mentions(self, row: OutboxRow, users: Sequence[int]) -> discord.AllowedMentions:
        """Return the mentions that Discord allows in a question, which is always a public message.

        Users who prefer direct messages are mentioned too. Users who want no pings or have muted the table are named
        but not mentioned. On a retry, users whose quiet hours have begun are still mentioned, so that no ping is
        lost.
        """
        async with self._store.read() as reader:
            found = await recipients(reader, str(row.table_id), users, self._service.now())
        late = [] if row.attempted is None else [user for user, _ in found.later]
        return build_mentions([*found.mention, *found.direct, *late])

    async def _is_too_early(self, row: OutboxRow, users: Sequence[int]) -> bool:
        """Return whether a row not yet attempted would ping a user whose quiet hours have begun since it was queued."""
        if row.attempted is not None:
            return False
        async with self._store.read() as reader:
            return bool((await recipients(reader, str(row.table_id), users, self._service.now())).later)

    async def _requeue(self, rows: Sequence[OutboxRow], queue: Callable[[Writer], Awaitable[None]]) -> None:
        """Queue new rows by calling `queue`, and mark the given rows of the same table as done."""
        async with self._store.write(rows[0].table_id) as writer:
            await queue(writer)
            await writer.outbox.mark_done(row.id for row in rows)
        self._service.notify()

    async def _edit(self, row: OutboxRow, known: MessageRow, view: discord.ui.LayoutView) -> None:
        """Edit a message without pings; if Discord refuses permanently, give up the row."""
        try:
            await self._edit_message(known.channel_id, known.message_id, view)
        except discord.HTTPException as error:
            await self._give_up([row], error)
        else:
            await self._mark_delivered([row])

    async def _edit_message(
        self,
        channel_id: int,
        message_id: int,
        view: discord.ui.LayoutView,
        attachments: Files | None = None,
    ) -> None:
        """Edit a message without pings; its attachments are kept unless new ones are given.

        Raises RateLimited immediately if a rate limit is hit.
        """
        http, nobody = self._delivery.impatient_http(), discord.AllowedMentions.none()

        async def edit() -> None:
            files = discord.utils.MISSING if attachments is None else attachments()
            with handle_message_parameters(view=view, attachments=files, allowed_mentions=nobody) as params:
                await http.edit_message(channel_id, message_id, params=params)

        await self._delivery.send_in_open_thread(channel_id, edit, http)

    async def _delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message; no-op if it is gone. Raises RateLimited immediately if a rate limit is hit."""
        try:
            await self._delivery.impatient_http().delete_message(channel_id, message_id)
        except discord.HTTPException as error:
            if not is_gone(error):
                raise

    async def _edit_once(
        self,
        channel_id: int,
        message_id: int,
        view: discord.ui.LayoutView,
        attachments: Files | None = None,
    ) -> str | None:
        """Try to edit a message once; return the reason if Discord refuses or a rate limit is hit, else None.

        Other transient errors are raised.
        """
        try:
            await self._edit_message(channel_id, message_id, view, attachments)
        except discord.RateLimited as error:
            return f"rate limited for {error.retry_after:.0f} s"
        except discord.HTTPException as error:
            if is_transient(error) and error.status != 429:
                raise
            return f"{error.status}, code {error.code}"
        return None

    async def _mark_delivered(self, rows: Sequence[OutboxRow]) -> None:
        async with self._store.write() as writer:
            await writer.outbox.mark_done(row.id for row in rows)

    async def _give_up(self, rows: Sequence[OutboxRow], error: discord.HTTPException) -> None:
        """Give up rows if the error is permanent; raise a transient error again, so that the rows are retried."""
        if is_transient(error):
            raise error
        await self._fail(rows, f"{error.status}, code {error.code}")

    async def _fail(self, rows: Sequence[OutboxRow], error: str) -> None:
        async with self._store.write() as writer:
            for row in rows:
                await writer.outbox.mark_failed(row.id, error)


class PrivateChannels:
    """A cache of the channel ids for direct messages, by user; Discord always returns the same channel for a user."""

    def __init__(self, client: discord.Client, delivery: Delivery) -> None:
        self._client = client
        self._delivery = delivery
        self._known: dict[int, int] = {}

    async def open_channel(self, user_id: int) -> int:
        """Return the id of a user's direct message channel, opening it if needed.

        Raises HTTPException if Discord refuses.
        """
        if user_id not in self._known:
            opened = await self._delivery.request(self._client.http.start_private_message(user_id))
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[user_id] = int(opened["id"])
        return self._known[user_id]


def is_refused_message(error: discord.HTTPException) -> bool:
    """Return whether the error means that the user can't receive direct messages from the bot.

    Discord answers with 403 to a message, 400 to opening a channel, and 404 for a deleted user.
    """
    return not is_transient(error) and error.code not in (INVALID_FORM_BODY, OPENED_TOO_FAST, TOO_OLD_TO_EDIT)


async def note_refusal(writer: Writer, user_id: int) -> None:
    """Record that Discord refused a direct message to a user; preferences for these are changed to mentions.

    The user is informed of it on the page of a later press.
    """
    # The write also locks the row, so that a concurrent change of preferences isn't lost.
    await writer.people.put_user(user_id, None)
    now = await read_preferences(writer, user_id)
    pings = MENTION if now.pings == DIRECT_MESSAGE else now.pings
    next_up = LINE if now.next_up == DIRECT_MESSAGE else now.next_up
    wanted = msgspec.structs.replace(now, pings=pings, next_up=next_up, direct_refused=True)
    await writer.people.put_user(user_id, None, msgspec.json.encode(wanted).decode())
