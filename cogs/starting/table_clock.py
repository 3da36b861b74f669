"""*Time* and *Free weekends* behind *Set up*: a table's clock, and whether it runs at weekends."""

import msgspec
from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.clock_form import clock_form, read_clock_form
from cogs.starting.set_up_page import COUNT, WEEKENDS, respond_with_set_up
from cogs.ui.kit.answers import Interaction, open_form
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import modal, read_form
from cogs.ui.kit.interactions import get_data, on, on_form
from data.store import TableChanges
from language.messages import N_, _
from tables import lobby
from tables.committing.changes import Change, Decision
from tables.open_table import OpenTable
from tables.preferences import preferences
from tables.refusal import Refusal
from tables.texts import ALREADY_STARTED, ONLY_HOST
from tables.timing.standstill import should_pause_for_absence
from tables.timing.time_zones import find_zone

WEEKENDS_NEED_DAYS = N_("Free weekends need at least 12 hours per move. Choose such a clock first.")
WEEKENDS_NEED_ZONE = N_(
    "Free weekends follow your time zone. Set it in `/settings` with *{quiet}*, then press *{free}* again."
)


class TableClock(commands.Cog):
    """A cog that handles setting a table's clock."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on_form("clock")
    async def _open(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        table.require_lobby()
        if table.row.host != interaction.user.id:
            raise Refusal(_(ONLY_HOST))
        custom_id = CustomId(table.row.id, table.version, "clock_submitted")
        await open_form(interaction, modal(_("Time at this table"), custom_id, clock_form(table.settings)))

    @on("clock_submitted")
    async def _set(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(get_data(interaction).get("components", []))
        table = await self.service.view(pressed.table, interaction.user.id)
        clock, expiry = read_clock_form(values, table.settings)
        await self.service.change(pressed.table, lobby.set_clock(interaction.user.id, clock, expiry))
        await respond_with_set_up(self.service, interaction, pressed.table)

    @on(WEEKENDS)
    async def _set_weekends(self, interaction: Interaction, pressed: CustomId) -> None:
        """Stop the clock at weekends in the host's time zone, or let it run."""
        zone = (await preferences(self.service.store, interaction.user.id)).time_zone
        wanted = None if pressed.details[:1] == (COUNT,) else zone
        await self.service.change(pressed.table, set_weekends(interaction.user.id, wanted))
        await respond_with_set_up(self.service, interaction, pressed.table)


def set_weekends(host: int, zone: str | None) -> Decision:
    """Return the host's decision to stop the clock at weekends in the time zone `zone`; None lets it run.

    The decision raises Refusal if the user isn't the host, if the game has started, if the time per move is too short,
    or if the time zone is unknown.
    """

    def decide(table: OpenTable) -> Change:
        if table.row.host != host:
            raise Refusal(_(ONLY_HOST))
        if table.row.phase != "lobby":
            raise Refusal(_(ALREADY_STARTED))
        if zone is not None and not should_pause_for_absence(table.settings):
            raise Refusal(_(WEEKENDS_NEED_DAYS))
        if zone is not None and find_zone(zone) is None:
            quiet, free = _("Quiet hours and time zone"), _("Free weekends")
            raise Refusal(_(WEEKENDS_NEED_ZONE, quiet=quiet, free=free))
        kept = msgspec.structs.replace(table.settings, weekend_zone=zone)
        return Change(columns=TableChanges(settings=msgspec.json.encode(kept).decode()))

    return decide
