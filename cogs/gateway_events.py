"""Listeners for gateway events about channels, threads, permissions and servers.

They update the tables concerned and check whether their cards still exist. They are an optimisation: the sweep of
`cogs.card_keeper` covers missed events. There is no listener for deleted messages, because Discord sends these events
only with the message intents.
"""

import discord
import structlog
from discord.ext import commands

from cogs.card_keeper import CardKeeper
from cogs.client import Hexcade
from data.store import StoreUnavailable
from tables.moderating.gone_places import (
    cancel_tables_of_channel,
    record_server_joined,
    record_server_left,
    retry_threads,
    schedule_permission_retry,
)
from tables.moderating.server_settings import forget_channel

log = structlog.get_logger()

SETTLED_MS = 2_000
"""Delay between a change of permissions and the retry of refused messages, in milliseconds.

Saving several changes in Discord sends one event for each.
"""
RETRY_EVERY_MS = 60_000
"""Minimum interval between two retries of the messages that a server has refused, in milliseconds.

Discord bans clients after 10,000 refused requests in 10 minutes, and a server may have a hundred tables.
"""


class GatewayEvents(commands.Cog):
    """A cog with listeners for gateway events about channels, threads, roles and servers."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service
        self.seasons = bot.seasons
        self._retries: dict[int, int] = {}
        """Time of each server's latest retry of refused messages, past or scheduled, in milliseconds UTC."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Cancel the tables of a deleted channel, and check some other tables of the server.

        The check is needed because no events are sent for the threads of the channel. A league in the channel deals
        no tables until it is moved to another channel. The deleted channel is also removed from the server's list of
        channels for new games, unless it is the only one.
        """
        try:
            await cancel_tables_of_channel(self.service, channel.id)
            await forget_channel(self.service.store, channel.guild.id, channel.id)
            for season in await self.seasons.leagues_of(channel.guild.id):
                if season.row.channel_id == channel.id:
                    await self.seasons.lose_channel(season.row.id, channel.id)
            await self._check_server(channel.guild.id)
        except StoreUnavailable as error:
            _log_unavailable_store(error)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Cancel the tables that were opened in a deleted thread.

        A table that was opened elsewhere and only has its game thread there gets a new thread.
        """
        try:
            await cancel_tables_of_channel(self.service, thread.thread_id)
            if (keeper := self._find_card_keeper()) is not None:
                await keeper.check_channel(thread.thread_id)
        except StoreUnavailable as error:
            _log_unavailable_store(error)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retry messages refused for lack of a permission, because the change may have granted it in the channel."""
        await self._handle_server_change(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry messages refused for lack of a permission, because the change may have granted it to the role."""
        await self._handle_server_change(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the server has removed the bot."""
        try:
            await record_server_left(self.service, guild.id)
        except StoreUnavailable as error:
            _log_unavailable_store(error)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the server has added the bot, for the first time or again."""
        try:
            await record_server_joined(self.service, guild.id)
        except StoreUnavailable as error:
            _log_unavailable_store(error)

    def _find_card_keeper(self) -> CardKeeper | None:
        found = self.bot.get_cog("CardKeeper")
        return found if isinstance(found, CardKeeper) else None

    async def _check_server(self, guild_id: int) -> None:
        if (keeper := self._find_card_keeper()) is not None:
            await keeper.check_server(guild_id)

    async def _handle_server_change(self, guild_id: int) -> None:
        await self._retry_refused(guild_id)
        try:
            await retry_threads(self.service, guild_id)
            await self._check_server(guild_id)
        except StoreUnavailable as error:
            _log_unavailable_store(error)

    async def _retry_refused(self, guild_id: int) -> None:
        """Schedule a retry of the messages that the server has refused, unless one is already scheduled.

        One retry covers all events that arrive before it: sorting channels, for example, sends many.
        """
        now = self.service.now()
        self._retries = {guild: at for guild, at in self._retries.items() if abs(at - now) < RETRY_EVERY_MS}
        last = self._retries.get(guild_id)
        if last is not None and last > now:
            return
        at = self._retries[guild_id] = now + SETTLED_MS if last is None else last + RETRY_EVERY_MS
        try:
            await schedule_permission_retry(self.service, guild_id, at)
        except StoreUnavailable as error:
            _log_unavailable_store(error)


def _log_unavailable_store(error: StoreUnavailable) -> None:
    log.warning("the store is unavailable", error=str(error))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(GatewayEvents(bot))
