"""The Monster Hex interface for Discord: texts, pages for composing a placement, and slash commands."""

from cogs.client import Hexcade
from cogs.monster_hex.commands import MonsterCommands
from cogs.monster_hex.interface import INTERFACE

__all__ = ["INTERFACE", "setup"]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(MonsterCommands(bot))
