"""Leagues and cups: `/league`, and the pages of players and organisers."""

from cogs.client import Hexcade
from cogs.league.league_pages import LeaguePages
from cogs.league.new_league import NewLeague
from cogs.league.organise import Organise


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package to the bot."""
    for cog in (LeaguePages, NewLeague, Organise):
        await bot.add_cog(cog(bot))
