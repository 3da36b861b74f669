"""High Card's own slash command."""

from discord import app_commands
from discord.ext import commands

from cogs._answers import Answer, Interaction, explain, keep, promise, tell
from cogs._client import Hexcade
from cogs._here import choices, look_here
from cogs._refusal import Refusal

GAME = "high_card"


@app_commands.guild_only()
class HighCommands(commands.GroupCog, group_name="high", group_description="High Card"):
    """`/high lay`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="lay", description="Lay a card of your hand face down")
    @app_commands.describe(card="A card of your hand")
    async def lay(self, interaction: Interaction, card: str) -> None:
        """Lays a card, typed or chosen from the hand (HC-2)."""
        reply = await promise(interaction, self.service.store)
        try:
            look = await look_here(self.service, interaction, GAME)
            await self.service.act(look.row.id, interaction.user.id, f"lay {card}", reply=reply)
        except Exception as error:
            await tell(interaction, Answer(explain(error, command="high lay")))
            await keep(self.service.store, reply)

    @lay.autocomplete("card")
    async def _cards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            look = await look_here(self.service, interaction, GAME)
        except Refusal:
            return []
        return choices([(card, card) for card in (action.removeprefix("lay ") for action in look.legal)], typed)
