"""High Card's own slash command."""

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Interaction, answered
from cogs.ui.requests.table_lookup import choices, find_table
from tables.refusal import Refusal

GAME = "high_card"


class HighCommands(commands.GroupCog, group_name="high", group_description="High Card"):
    """`/high lay`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="lay", description="Lay a card of your hand face down")
    @app_commands.describe(card="A card of your hand")
    async def lay(self, interaction: Interaction, card: str) -> None:
        """Lays a card, typed or chosen from the hand (HC-2)."""
        async with answered(interaction, self.service, "high lay") as answer:
            table = await find_table(self.service, interaction, GAME)
            await self.service.act(table.row.id, interaction.user.id, f"lay {card}", reply=answer.reply)

    @lay.autocomplete("card")
    async def _cards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            table = await find_table(self.service, interaction, GAME)
        except Refusal:
            return []
        return choices([(card, card) for card in (action.removeprefix("lay ") for action in table.legal)], typed)
