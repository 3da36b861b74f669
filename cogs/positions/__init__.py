"""Positions that belong to no table: those of lessons and *What if*; and those of plans."""

from cogs.client import Hexcade
from cogs.learning.questions import LessonQuestions
from cogs.positions.plans import Plans
from cogs.positions.positions import Positions
from cogs.positions.whatif import WhatIf
from cogs.positions.whatif_doors import WhatIfDoors
from cogs.ui.kit.custom_ids import LEARN
from tables import planning
from tables.whatif.sandboxes import KIND


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package."""
    what_if = WhatIf(bot)
    await bot.add_cog(Positions(bot, {LEARN: LessonQuestions(bot), KIND: what_if, planning.KIND: Plans(bot)}))
    await bot.add_cog(WhatIfDoors(bot, what_if))
