"""Where *What if* begins: the end card, the steps of a replay and of a record, the pages of lessons, and `/whatif`."""

from cogs.client import Hexcade
from cogs.positions.whatif import WhatIf
from cogs.ui.kit.answers import Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import Handler
from cogs.ui.messages.whatif_buttons import AT_LESSON, AT_RECORD, AT_TABLE
from tables.records import record_import
from tables.whatif import origins
from tables.whatif.origins import LAST


class WhatIfDoors:
    """The handlers of the buttons that begin a sandbox, which replaces the one that the person has."""

    def __init__(self, bot: Hexcade, kind: WhatIf) -> None:
        self._service, self._kind = bot.service, kind
        self.handlers: dict[str, Handler] = {
            AT_TABLE: self._at_table,
            AT_RECORD: self._at_record,
            AT_LESSON: self._at_lesson,
        }

    async def _at_table(self, interaction: Interaction, pressed: CustomId) -> None:
        start = await origins.of_table(self._service, pressed.table, interaction.user.id, _turn(pressed, 0))
        await respond(interaction, await self._kind.begin(interaction, start))

    async def _at_record(self, interaction: Interaction, pressed: CustomId) -> None:
        record = await record_import.brought(self._service, pressed.detail(0), interaction.user.id)
        start = await origins.of_record(self._service, record, _turn(pressed, 1))
        await respond(interaction, await self._kind.begin(interaction, start))

    async def _at_lesson(self, interaction: Interaction, pressed: CustomId) -> None:
        start = origins.of_lesson(pressed.detail(0), pressed.detail(1), _turn(pressed, 2))
        await respond(interaction, await self._kind.begin(interaction, start))


def _turn(pressed: CustomId, number: int) -> int:
    """The turn or page that a button names, else the last one."""
    turn = pressed.number(number)
    return LAST if turn is None else turn
