"""A user's own pages: games, settings, statistics, records, vacations and stored data."""

from cogs.client import Hexcade
from cogs.personal.absence import Absence
from cogs.personal.games_list import GamesPage
from cogs.personal.imports_page import ImportsPage
from cogs.personal.open_seats_page import OpenSeatsPage
from cogs.personal.preferences_page import PreferencesPage
from cogs.personal.privacy import PrivacyPage
from cogs.personal.quiet_hours import QuietHoursPage
from cogs.personal.records import RecordsCog
from cogs.personal.stats import StatsCog


async def setup(bot: Hexcade) -> None:
    """Add the cogs of this package."""
    for cog in (
        Absence,
        GamesPage,
        ImportsPage,
        OpenSeatsPage,
        PreferencesPage,
        PrivacyPage,
        QuietHoursPage,
        RecordsCog,
        StatsCog,
    ):
        await bot.add_cog(cog(bot))
