"""Cogs for learning the games: `/help`, `/learn`, `/demo`, `/rules` and *How to play*."""

from cogs.client import Hexcade
from cogs.learning.demo import Demos
from cogs.learning.guide_pages import GuidePages
from cogs.learning.help_page import HelpPage
from cogs.learning.learning import Learning
from cogs.learning.rule_pages import RulePages


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package to the bot."""
    for cog in (Demos, GuidePages, HelpPage, Learning, RulePages):
        await bot.add_cog(cog(bot))
