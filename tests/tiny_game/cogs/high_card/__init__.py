"""High Card on Discord: its words, its way of laying a card, its slash command."""

from cogs.client import Hexcade
from cogs.high_card.commands import HighCommands
from cogs.high_card.interface import INTERFACE

__all__ = ["INTERFACE", "setup"]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(HighCommands(bot))
