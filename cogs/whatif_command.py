"""The slash command `/whatif`."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.positions.whatif import WhatIf
from cogs.ui.kit.answers import Interaction, answered
from cogs.ui.kit.files import record_content
from tables.records import record_import
from tables.whatif import origins


class WhatIfCog(commands.Cog):
    """`/whatif`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @app_commands.command(name="whatif", description="Try out other moves in a game that is over; only you see it")
    @app_commands.describe(
        file="A record to begin with; without one, what you tried last", turn="After which turn, else the last one"
    )
    async def whatif(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        turn: app_commands.Range[int, 0, origins.LAST] | None = None,
    ) -> None:
        """Begins with a turn of a record, or goes on with what the person tried last."""
        service, kind = self.bot.service, WhatIf(self.bot)
        async with answered(interaction, service, "whatif") as answer:
            if file is None:
                answer.content = await kind.opened(interaction)
                return
            data = await record_content(file)
            async with self.bot.drawing_pool.private(interaction.user.id):
                record = await record_import.checked(self.bot.record_checks, data)
            start = await origins.of_record(service, record, origins.LAST if turn is None else turn)
            answer.content = await kind.begin(interaction, start)


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(WhatIfCog(bot))
