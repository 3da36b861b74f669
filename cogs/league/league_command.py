"""The slash command `/league`."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.league.league_pages import LeaguePages
from cogs.league.organisers import require_opener
from cogs.starting.new_table import require_startable
from cogs.ui.kit.answers import Answer, Interaction, answered
from cogs.ui.kit.files import season_content
from cogs.ui.requests.interaction_user import home_of
from cogs.ui.texts import organise_texts


class LeagueCog(commands.Cog):
    """`/league`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @app_commands.command(name="league", description="Leagues and cups of this server: join, your tables, standings")
    @app_commands.guild_only()
    @app_commands.describe(file="For organisers: the JSON file of a season that is over, to bring it in here")
    async def league(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        """Shows the server's leagues, privately; with a file, brings a season in."""
        async with answered(interaction, self.bot.service, "league") as answer:
            if file is None:
                answer.content = await LeaguePages(self.bot).answer(interaction)
                return
            guild = await require_opener(self.bot, interaction)
            await require_startable(self.bot, interaction)
            channel, data = home_of(interaction), await season_content(file)
            season = await self.bot.seasons.import_season(guild, channel, interaction.user.id, data)
            answer.content = Answer(organise_texts.imported(season.name, channel))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(LeagueCog(bot))
