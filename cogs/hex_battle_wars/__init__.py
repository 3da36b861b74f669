"""Hex Battle Wars on Discord: texts, pages of set-up and turns, and slash commands."""

from cogs.client import Hexcade
from cogs.hex_battle_wars.commands import BattleCommands
from cogs.hex_battle_wars.interface import INTERFACE

__all__ = ["INTERFACE", "setup"]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(BattleCommands(bot))
