"""Hive Mind on Discord: texts, the pages for composing a submission, *Clue review*, and slash commands."""

from cogs.client import Hexcade
from cogs.hive_mind.clue_review import ClueReview
from cogs.hive_mind.commands import HiveCommands
from cogs.hive_mind.interface import INTERFACE

__all__ = ["INTERFACE", "setup"]


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(HiveCommands(bot))
    await bot.add_cog(ClueReview(bot))
