"""The entry points of *What if*: end cards, turns of replays and records, lesson pages, and `/whatif`."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.progress import load_progress, read_answers
from cogs.positions.whatif import WhatIf
from cogs.ui.kit.answers import Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import download_record, on
from cogs.ui.messages.shared_buttons import AT_LESSON, AT_RECORD, AT_TABLE
from engine.lessons import NO_ANSWERS, lessons_of
from language.messages import N_
from tables.records import record_import
from tables.whatif import origins
from tables.whatif.origins import LAST


class WhatIfDoors(commands.Cog):
    """The command `/whatif` and the buttons that start a sandbox, which replaces the user's previous one."""

    def __init__(self, bot: Hexcade, kind: WhatIf) -> None:
        self.bot = bot
        self._service, self._kind = bot.service, kind

    @app_commands.command(name="whatif", description=N_("Try out other moves in a game that is over; only you see it"))
    @app_commands.describe(
        file=N_("A record to start from; without one, you continue where you left off"),
        step=N_("After which step; by default, the last one"),
    )
    async def whatif(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        step: app_commands.Range[int, 0, origins.LAST] | None = None,
    ) -> None:
        """Start a sandbox from a step of a record file; without a file, continue the user's last sandbox."""
        service, kind = self._service, self._kind
        async with give_answer(interaction, service, "whatif") as answer:
            if file is None:
                answer.content = await kind.opened(interaction)
                return
            data = await download_record(file)
            async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
                record = await record_import.check_file(self.bot.record_checks, data)
            start = await origins.find_record_start(service, record, origins.LAST if step is None else step)
            answer.content = await kind.begin(interaction, start)

    @on(AT_TABLE)
    async def _start_from_table(self, interaction: Interaction, pressed: CustomId) -> None:
        start = await origins.find_table_start(self._service, pressed.table, interaction.user.id, _turn(pressed, 0))
        await respond(interaction, await self._kind.begin(interaction, start))

    @on(AT_RECORD)
    async def _start_from_record(self, interaction: Interaction, pressed: CustomId) -> None:
        record = await record_import.find_import(self._service, pressed.detail(0), interaction.user.id)
        start = await origins.find_record_start(self._service, record, _turn(pressed, 1))
        await respond(interaction, await self._kind.begin(interaction, start))

    @on(AT_LESSON)
    async def _start_from_lesson(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, page = lessons_of(pressed.detail(0)).get(pressed.detail(1)), _turn(pressed, 2)
        row = None if lesson is None else await load_progress(self._service.store, interaction.user.id, lesson)
        answers = NO_ANSWERS if lesson is None else read_answers(row, lesson, page)
        start = origins.find_lesson_start(lesson, page, answers)
        await respond(interaction, await self._kind.begin(interaction, start))


def _turn(pressed: CustomId, number: int) -> int:
    """Return the turn or page in a button's detail at the index `number`; without one, the last turn or page."""
    turn = pressed.number(number)
    return LAST if turn is None else turn
