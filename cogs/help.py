"""The slash command `/help`."""

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.help_pages import help_answer
from cogs.ui.kit.answers import Interaction, answered


class HelpCog(commands.Cog):
    """`/help`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="help", description="What this is and how to start")
    async def help(self, interaction: Interaction) -> None:
        """Shows what this is and the games, privately."""
        async with answered(interaction, self.service, "help") as answer:
            answer.content = help_answer(interaction)


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(HelpCog(bot))
