"""High Card on Discord: texts, the pages for laying a card, and a slash command."""

from cogs.client import Hexcade
from cogs.high_card.commands import HighCardCommands
from cogs.high_card.interface import INTERFACE

__all__ = ["INTERFACE", "setup"]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(HighCardCommands(bot))
