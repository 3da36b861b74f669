"""High Card's own slash command."""

from discord import app_commands

from cogs.at_table.typed_moves import Choices, GameCommands
from cogs.ui.kit.answers import Interaction
from cogs.ui.requests.table_lookup import choices


class HighCardCommands(GameCommands, group_name="high_card", group_description="High Card"):
    """The command `/high_card lay`."""

    game = "high_card"

    @app_commands.command(name="lay", description="Lay a card of your hand face down")
    @app_commands.describe(card="A card of your hand")
    async def lay(self, interaction: Interaction, card: str) -> None:
        """Lay a card, typed or chosen from the hand (HC-2)."""
        await self.make(interaction, "lay", lambda _: f"lay {card}")

    @lay.autocomplete("card")
    async def _cards(self, interaction: Interaction, typed: str) -> Choices:
        return choices([(card, card) for (card,) in await self.legal(interaction, "lay")], typed)
