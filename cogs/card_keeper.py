"""The card keeper: reposts cards, lobby messages and open questions of tables after somebody deleted them.

A table's messages are requested from Discord when somebody interacts with the table, its channel or its server. An
interaction less than `CHECK_EVERY_MS` after a check causes another check when that interval is over. A slow sweep
checks all open tables, and also detects deleted channels and servers that removed the bot. Discord announces deleted
messages only to bots with the message intents, and this bot does not need to read messages.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import discord
import structlog
from discord.ext import commands
from discord.http import HTTPClient

from cogs.client import Hexcade
from cogs.outbox.delivery import UNKNOWN_CHANNEL, is_gone
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import parse
from cogs.ui.kit.errors import UNREACHABLE
from cogs.ui.kit.interactions import get_data
from data.store import MessageRow, Reader, Shards, StoreUnavailable, TableRow
from tables.committing.reposting import live_messages, repost
from tables.dispatching.dispatcher import Dispatcher, Due
from tables.moderating.gone_places import (
    cancel_tables_of_channel,
    cancel_tables_of_server,
    is_forgotten,
    record_server_joined,
    record_server_left,
)
from tables.service import TableService

log = structlog.get_logger()

CHECK_EVERY_MS = 10_000
"""Minimum interval between two checks of a table that are triggered by interactions, in milliseconds."""
TABLES_PER_USER = 5
"""Maximum number of a user's tables, and of a channel's tables, that are checked when a command is used."""
TABLES_PER_SERVER = 5
"""Maximum number of a server's open tables that are checked within `CHECK_EVERY_MS`; all of them take turns.

The tables to which an interaction itself refers are checked in addition.
"""
LISTED = 25
UNKNOWN_SERVER = 10004
SWEEP_EVERY_MS = 30_000
TABLES_PER_SWEEP = 10
"""Number of tables that each run of the sweep checks."""
SWEEP = "sweep"


class CardKeeper(commands.Cog):
    """A cog that checks whether the messages of open tables still exist, and reposts deleted ones.

    It is also a source of due rows (`tables.dispatching.dispatcher.DueRows`): the sweep, and second checks of tables.
    """

    name = "card check"

    def __init__(self, service: TableService, http: HTTPClient, shards: Callable[[], Shards]) -> None:
        """Store the services. `shards` returns the shards of this process; it sweeps only the tables on these."""
        self._service = service
        self._http = http
        self._shards = shards
        self._checked: dict[str, int] = {}
        # ids of tables with interactions since their last check, which need another one
        self._again: set[str] = set()
        self._servers_checked: dict[int, int] = {}
        self._next_of_server: dict[int, int] = {}
        self._swept: int | None = None
        self._last_table = ""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Check the pressed table, or for a command the tables of its user and its channel.

        Also checks some of the server's other tables.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            return
        pressed = parse(get_data(interaction).get("custom_id", ""))
        if pressed is not None and self._is_recently_checked(pressed.table, interaction.guild_id):
            self._again.add(pressed.table)
            return
        seen = None if interaction.message is None else interaction.message.id
        try:
            async with self._service.store.read() as reader:
                if pressed is None:
                    wanted = [
                        *await reader.tables.of_user(interaction.user.id, limit=TABLES_PER_USER),
                        *await reader.tables.in_channel(interaction.channel_id or 0, limit=TABLES_PER_USER),
                    ]
                else:
                    row = await reader.tables.get(pressed.table)
                    wanted = [] if row is None else [row]
                due = self._select_unchecked(wanted)
                self._again |= {row.id for row in wanted} - {row.id for row in due}
                due += await self._select_server_tables(reader, interaction.guild_id)
                messages = await self._live_messages(reader, due)
            for message in messages:
                if message.message_id != seen:
                    await self._check(message)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))

    def _is_recently_checked(self, table_id: str, guild_id: int | None) -> bool:
        """Return whether a table and its server were checked within `CHECK_EVERY_MS`.

        A press can then skip the query for tables to check.
        """
        now = self._service.now()
        checked = (self._checked.get(table_id), now if guild_id is None else self._servers_checked.get(guild_id))
        return all(at is not None and 0 <= now - at < CHECK_EVERY_MS for at in checked)

    async def check_channel(self, channel_id: int) -> None:
        """Check the messages of a channel's or thread's tables now, at most `LISTED` of them."""
        async with self._service.store.read() as reader:
            messages = await self._live_messages(reader, await reader.tables.in_channel(channel_id, LISTED))
        for message in messages:
            await self._check(message)

    async def check_server(self, guild_id: int) -> None:
        """Check some of a server's open tables, continuing after those checked last.

        Does nothing if the server's previous check of this kind was within `CHECK_EVERY_MS`.
        """
        async with self._service.store.read() as reader:
            messages = await self._live_messages(reader, await self._select_server_tables(reader, guild_id))
        for message in messages:
            await self._check(message)

    async def _select_server_tables(self, reader: Reader, guild_id: int | None) -> list[TableRow]:
        """Return the server's next open tables to check, continuing after those returned last.

        Tables checked within `CHECK_EVERY_MS` are left out. The list is empty outside of servers, and if the server's
        previous list was requested within that time.
        """
        now = self._service.now()
        self._servers_checked = {
            guild: at for guild, at in self._servers_checked.items() if 0 <= now - at < CHECK_EVERY_MS
        }
        if guild_id is None or guild_id in self._servers_checked:
            return []
        self._servers_checked[guild_id] = now
        start = self._next_of_server.pop(guild_id, 0)
        rows = await reader.tables.list_open_of_server(guild_id, TABLES_PER_SERVER, start)
        if not rows and start:
            start = 0
            rows = await reader.tables.list_open_of_server(guild_id, TABLES_PER_SERVER)
        if len(rows) == TABLES_PER_SERVER:
            self._next_of_server[guild_id] = start + TABLES_PER_SERVER
        return self._select_unchecked(rows)

    def _select_unchecked(self, rows: Sequence[TableRow]) -> list[TableRow]:
        now = self._service.now()
        self._checked = {table: at for table, at in self._checked.items() if 0 <= now - at < CHECK_EVERY_MS}
        wanted = {row.id: row for row in rows if row.id not in self._checked}
        self._checked |= dict.fromkeys(wanted, now)
        return [*wanted.values()]

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the sweep and the repeated checks that are due, and the time of the next one.

        Keys are `SWEEP` and the ids of tables.
        """
        wanted = (SWEEP, *self._again) if self._shards().numbers else ()
        times = {key: self._next_check(key, now) for key in wanted if key not in busy}
        groups = {key: () for key, time in times.items() if time <= now}
        # poll at this interval, because an interaction that commits nothing does not wake the dispatcher
        return Due(groups, min((now + CHECK_EVERY_MS, *times.values())))

    def _next_check(self, key: str, now: int) -> int:
        """Return when a table or the sweep is to be checked next, in milliseconds UTC.

        That is `now` if it was never checked or the clock was set back.
        """
        last, every = (self._swept, SWEEP_EVERY_MS) if key == SWEEP else (self._checked.get(key), CHECK_EVERY_MS)
        return now if last is None or not 0 <= now - last < every else last + every

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Run the sweep, or check the messages of the table `key` again. `rows` is not used."""
        if key == SWEEP:
            await self._sweep()
            return
        try:
            async with self._service.store.read() as reader:
                row = await reader.tables.get(key)
                messages = [] if row is None else await live_messages(reader, row)
            for message in messages:
                await self._check(message)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))
        finally:
            self._again.discard(key)
            self._checked[key] = self._service.now()

    async def _sweep(self) -> None:
        """Check the next `TABLES_PER_SWEEP` open tables in the order of their ids.

        Also cancels the tables of servers whose grace period after removing the bot is over.
        """
        try:
            async with self._service.store.read() as reader:
                tables = await reader.tables.list_open(self._last_table, TABLES_PER_SWEEP, self._shards())
                messages = await self._live_messages(reader, tables)
            self._last_table = tables[-1].id if len(tables) == TABLES_PER_SWEEP else ""
            for guild_id in {table.guild_id for table in tables if table.guild_id is not None}:
                if await is_forgotten(self._service, guild_id):
                    await cancel_tables_of_server(self._service, guild_id)
            for message in messages:
                await self._check(message)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))
        finally:
            self._swept = self._service.now()

    async def _live_messages(self, reader: Reader, tables: Sequence[TableRow]) -> list[MessageRow]:
        return [message for table in tables for message in await live_messages(reader, table)]

    async def _check(self, message: MessageRow) -> None:
        """Request a message from Discord, and repost it if it no longer exists.

        If the request fails for another reason, a later sweep checks the message again.
        """
        try:
            await self._http.get_message(message.channel_id, message.message_id)
        except (*UNREACHABLE, discord.RateLimited) as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                await self._replace(message, error)
                return
            _log_failed_check(message, error)
            if isinstance(error, discord.Forbidden):
                await self._is_on_server(message.table_id)
        else:
            await self._record_server_present(message.table_id)

    async def _replace(self, message: MessageRow, error: discord.HTTPException) -> None:
        if error.code == UNKNOWN_CHANNEL:
            # If the table's own channel was deleted, `cancel_tables_of_channel` cancels it; after a deleted thread
            # `repost` opens another
            if not await self._is_on_server(message.table_id):
                return
            await cancel_tables_of_channel(self._service, message.channel_id)
        await repost(self._service, message)

    async def _is_on_server(self, table_id: str) -> bool:
        """Ask Discord whether the bot is still on the table's server, and store the answer.

        The bot's permissions there don't matter. Returns True for a table in direct messages, and False if Discord
        can't be asked.
        """
        guild_id = await self._find_server_id(table_id)
        if guild_id is None:
            return True
        try:
            await self._http.get_guild(guild_id)
        except (*UNREACHABLE, discord.RateLimited) as error:
            if isinstance(error, discord.Forbidden) or getattr(error, "code", None) == UNKNOWN_SERVER:
                await record_server_left(self._service, guild_id)
                return False
            log.info("server check failed", server=guild_id, error=repr(error))
        else:
            await record_server_joined(self._service, guild_id)
            return True
        return False

    async def _record_server_present(self, table_id: str) -> None:
        guild_id = await self._find_server_id(table_id)
        if guild_id is not None:
            await record_server_joined(self._service, guild_id)

    async def _find_server_id(self, table_id: str) -> int | None:
        async with self._service.store.read() as reader:
            row = await reader.tables.get(table_id)
        return None if row is None else row.guild_id


def _log_failed_check(message: MessageRow, error: Exception) -> None:
    log.info(
        "message check failed",
        table=message.table_id,
        kind=message.kind,
        step=message.step,
        error=repr(error),
    )


async def setup(bot: Hexcade) -> None:
    keeper = CardKeeper(bot.service, bot.http, bot.gateway.shards)
    await bot.add_cog(keeper)
    bot.dispatchers.append(Dispatcher(bot.service, keeper))
