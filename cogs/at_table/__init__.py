"""Cogs for a table whose game is in progress or over: its buttons, forms and slash commands."""

from cogs.at_table.after_the_end import AfterTheEnd
from cogs.at_table.fairness_page import FairnessPage
from cogs.at_table.hint import HintPage
from cogs.at_table.more import More
from cogs.at_table.moves import Moves
from cogs.at_table.note_form import NoteForm
from cogs.at_table.pings_page import PingsPage
from cogs.at_table.review import Review
from cogs.at_table.seats import Seats
from cogs.at_table.stand_in import StandIn
from cogs.at_table.take_back import TakeBack
from cogs.at_table.time_page import TimePage
from cogs.client import Hexcade

PAGES = (
    AfterTheEnd,
    FairnessPage,
    HintPage,
    More,
    Moves,
    NoteForm,
    PingsPage,
    Review,
    Seats,
    StandIn,
    TakeBack,
    TimePage,
)


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package to the bot."""
    for page in PAGES:
        await bot.add_cog(page(bot))
