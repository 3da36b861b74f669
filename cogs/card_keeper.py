"""Reposts a table's card or lobby message after somebody deleted it.

Messages are checked when a player interacts, and by a slow sweep over all open tables. Discord announces deletions
only to bots with the message intents, which this one does not request.
"""

from collections.abc import Collection, Sequence
from typing import Any

import discord
import structlog
from discord.ext import commands
from discord.http import HTTPClient

from cogs.client import Hexcade
from cogs.ui.answers import UNREACHABLE, Interaction
from cogs.ui.custom_ids import parse
from cogs.ui.interactions import submitted
from data.store import MessageRow, Reader, StoreUnavailable, TableRow
from tables.dispatcher import Dispatcher, Due
from tables.outbox_rows import CARD, LOBBY
from tables.reposting import repost
from tables.service import TableService

log = structlog.get_logger()

CHECK_EVERY_MS = 10_000
"""The minimum interval between checks of one table that are caused by interactions."""
TABLES_PER_USER = 5
"""The most tables of a user that are checked per command."""
SWEEP_EVERY_MS = 30_000
TABLES_PER_SWEEP = 10
"""The batch size of the sweep."""
SWEEP = "sweep"


class CardKeeper(commands.Cog):
    """Checks that live messages still exist; its sweep is a due row (`tables.dispatcher.DueRows`)."""

    def __init__(self, service: TableService, http: HTTPClient) -> None:
        self._service = service
        self._http = http
        self._checked: dict[str, int] = {}
        self._swept: int | None = None
        self._last_table = ""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Checks the tables of the user who pressed a button or sent a command."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        pressed = parse(submitted(interaction).get("custom_id", ""))
        seen = None if interaction.message is None else interaction.message.id
        try:
            async with self._service.store.read() as reader:
                rows = await reader.tables_of_user(interaction.user.id, limit=TABLES_PER_USER)
                wanted = [row for row in rows if pressed is None or row.id == pressed.table]
                messages = await self._live_messages(reader, self._not_checked_lately(wanted))
            for message in messages:
                if message.message_id != seen:
                    await self._check(message)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))

    def _not_checked_lately(self, rows: Sequence[TableRow]) -> list[TableRow]:
        now = self._service.now()
        self._checked = {table: at for table, at in self._checked.items() if 0 <= now - at < CHECK_EVERY_MS}
        wanted = [row for row in rows if row.id not in self._checked]
        self._checked |= {row.id: now for row in wanted}
        return wanted

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The sweep, twice a minute."""
        if SWEEP in busy:
            return Due({}, None)
        if self._swept is None or not 0 <= now - self._swept < SWEEP_EVERY_MS:
            return Due({SWEEP: ()}, None)
        return Due({}, self._swept + SWEEP_EVERY_MS)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Checks the next few open tables in the order of their ids."""
        try:
            async with self._service.store.read() as reader:
                tables = await reader.open_tables(self._last_table, TABLES_PER_SWEEP)
                messages = await self._live_messages(reader, tables)
            self._last_table = tables[-1].id if len(tables) == TABLES_PER_SWEEP else ""
            for message in messages:
                await self._check(message)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))
        finally:
            self._swept = self._service.now()

    async def _live_messages(self, reader: Reader, tables: Sequence[TableRow]) -> list[MessageRow]:
        kinds = {"lobby": LOBBY, "playing": CARD}
        found = [await reader.message(table.id, kinds[table.phase]) for table in tables if table.phase in kinds]
        return [message for message in found if message is not None]

    async def _check(self, message: MessageRow) -> None:
        """Reposts a message that no longer exists; a failed check is repeated by the next sweep."""
        try:
            await self._http.get_message(message.channel_id, message.message_id)
        except discord.NotFound:
            await repost(self._service, message)
        except (*UNREACHABLE, discord.RateLimited) as error:
            log.info(
                "a message could not be checked",
                table=message.table_id,
                kind=message.kind,
                step=message.step,
                error=repr(error),
            )


async def setup(bot: Hexcade) -> None:
    keeper = CardKeeper(bot.service, bot.http)
    await bot.add_cog(keeper)
    bot.dispatchers.append(Dispatcher(bot.service, keeper))
