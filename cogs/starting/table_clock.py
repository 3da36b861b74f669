"""The button *Time* of a lobby: the form for the table's clock."""

from cogs.at_table.time_page import time_answer
from cogs.client import Hexcade
from cogs.starting.clock_form import clock_form, read_clock_form
from cogs.ui.kit.answers import Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.first_responses import open_form
from cogs.ui.kit.forms import modal, read_form
from cogs.ui.kit.interactions import Handler, submitted
from cogs.ui.texts import clock_texts
from tables import lobby
from tables.refusal import Refusal
from tables.texts import ONLY_HOST
from tables.timing.standstill import counts_days


class TableClock:
    """The handlers for setting a table's clock."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service
        self.forms: dict[str, Handler] = {"clock": self._open}
        self.handlers: dict[str, Handler] = {"clock_submitted": self._set}

    async def _open(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        table.require_lobby()
        if table.row.host != interaction.user.id:
            raise Refusal(ONLY_HOST)
        custom_id = CustomId(table.row.id, table.version, "clock_submitted")
        await open_form(interaction, modal(clock_texts.FORM_TITLE, custom_id, clock_form(table.settings)))

    async def _set(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(submitted(interaction).get("components", []))
        table = await self.service.view(pressed.table, interaction.user.id)
        clock, expiry = read_clock_form(values, table.settings)
        after = await self.service.change(pressed.table, lobby.set_clock(interaction.user.id, clock, expiry))
        if counts_days(after.settings):
            # Whoever has just chosen a slow clock can make weekends free there.
            await respond(interaction, await time_answer(self.service, pressed.table, interaction.user.id))
