"""Starting a game: `/play`, the lobby, and its settings."""

from cogs.client import Hexcade
from cogs.starting.lobby import Lobby
from cogs.starting.seating import Seating
from cogs.starting.start_page import StartPage
from cogs.starting.table_clock import TableClock


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package."""
    for cog in (Lobby, Seating, StartPage, TableClock):
        await bot.add_cog(cog(bot))
