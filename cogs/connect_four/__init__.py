"""Connect Four – HorrorClix Edition on Discord: texts, pages of set-up and turns, and slash commands."""

from cogs.client import Hexcade
from cogs.connect_four.commands import ClixCommands
from cogs.connect_four.interface import INTERFACE

__all__ = ["INTERFACE", "setup"]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(ClixCommands(bot))
