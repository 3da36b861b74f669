"""What Discord tells of channels, threads and servers: tables follow at once, and deleted cards are looked for.

It only makes faster what the sweep of `cogs.card_keeper` finds anyway, so it does no harm if an event is missed.
Deleted messages are not told of: Discord announces them only together with every message that anybody writes.
"""

import discord
import structlog
from discord.ext import commands

from cogs.card_keeper import CardKeeper
from cogs.client import Hexcade
from data.store import StoreUnavailable
from tables.moderating.gone_places import channel_gone, permissions_changed, server_joined, server_left, threads_again
from tables.moderating.server_settings import forget_channel

log = structlog.get_logger()

SETTLED_MS = 2_000
"""How long after a change of permissions what was refused is tried again: several are saved as one event each."""
RETRY_EVERY_MS = 60_000
"""The minimum interval between two retries of what one server had refused.

Discord bans whoever is refused 10,000 times in 10 minutes, and a server may have a hundred tables.
"""


class GatewayEvents(commands.Cog):
    """The listeners."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service
        self.seasons = bot.seasons
        self._retries: dict[int, int] = {}
        """When each server's newest retry was, or is to be."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Cancels the tables of a deleted channel, and looks for those in its threads, of which nothing is told.

        Its leagues hold their deals until they are moved. Games are no longer said to start there, unless they may
        start nowhere else.
        """
        try:
            await channel_gone(self.service, channel.id)
            await forget_channel(self.service.store, channel.guild.id, channel.id)
            for season in await self.seasons.leagues_of(channel.guild.id):
                if season.row.channel_id == channel.id:
                    await self.seasons.lose_channel(season.row.id, channel.id)
            await self._check_server(channel.guild.id)
        except StoreUnavailable as error:
            _left_to_sweep(error)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Cancels the tables that were opened in a deleted thread; others get another thread."""
        try:
            await channel_gone(self.service, thread.thread_id)
            if (keeper := self._keeper()) is not None:
                await keeper.check_channel(thread.thread_id)
        except StoreUnavailable as error:
            _left_to_sweep(error)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Permissions of the channel may have been granted."""
        await self._server_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Permissions of the role may have been granted."""
        await self._server_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The server has removed the program."""
        try:
            await server_left(self.service, guild.id)
        except StoreUnavailable as error:
            _left_to_sweep(error)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The server has added the program, maybe again."""
        try:
            await server_joined(self.service, guild.id)
        except StoreUnavailable as error:
            _left_to_sweep(error)

    def _keeper(self) -> CardKeeper | None:
        found = self.bot.get_cog("CardKeeper")
        return found if isinstance(found, CardKeeper) else None

    async def _check_server(self, guild_id: int) -> None:
        if (keeper := self._keeper()) is not None:
            await keeper.check_server(guild_id)

    async def _server_changed(self, guild_id: int) -> None:
        await self._retry_refused(guild_id)
        try:
            await threads_again(self.service, guild_id)
            await self._check_server(guild_id)
        except StoreUnavailable as error:
            _left_to_sweep(error)

    async def _retry_refused(self, guild_id: int) -> None:
        """Tries again what was refused, once for all events that come before that; who sorts channels causes many."""
        now = self.service.now()
        self._retries = {guild: at for guild, at in self._retries.items() if abs(at - now) < RETRY_EVERY_MS}
        last = self._retries.get(guild_id)
        if last is not None and last > now:
            return
        at = self._retries[guild_id] = now + SETTLED_MS if last is None else last + RETRY_EVERY_MS
        try:
            await permissions_changed(self.service, guild_id, at)
        except StoreUnavailable as error:
            _left_to_sweep(error)


def _left_to_sweep(error: StoreUnavailable) -> None:
    log.warning("the store is unavailable", error=str(error))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(GatewayEvents(bot))
