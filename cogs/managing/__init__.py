"""Cogs for users who manage or moderate a server."""

from cogs.client import Hexcade
from cogs.managing.moderate import ModeratePage
from cogs.managing.server_page import ServerPage


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package to the bot."""
    for cog in (ModeratePage, ServerPage):
        await bot.add_cog(cog(bot))
