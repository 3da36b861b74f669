"""Answers that link the board of a game that has just been started, whose thread opens a moment later."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from cogs.client import Hexcade
from cogs.outbox.delivery import THREAD
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.errors import UNREACHABLE
from data.store import StoreUnavailable, TableRow

ATTEMPTS = 15
"""How often the thread is looked for, a second apart; after that the answer keeps the link to the channel."""


async def respond_with_board(bot: Hexcade, interaction: Interaction, row: TableRow, text: Callable[[int], str]) -> None:
    """Answers with a text that links where the board is: the channel at first, and the thread once there is one."""
    place = await _thread_of(bot, row.id)
    if place is not None:
        await respond(interaction, Answer(text(place)))
        return
    await respond(interaction, Answer(text(row.channel_id)))
    bot.in_background(_follow(bot, interaction, row.id, text))


async def _follow(bot: Hexcade, interaction: Interaction, table_id: str, text: Callable[[int], str]) -> None:
    for _ in range(ATTEMPTS):
        await asyncio.sleep(1)
        with suppress(StoreUnavailable, *UNREACHABLE):
            place = await _thread_of(bot, table_id)
            if place is not None:
                await interaction.edit_original_response(view=Answer(text(place)).view())
                return


async def _thread_of(bot: Hexcade, table_id: str) -> int | None:
    """The thread or channel where the board of a table is posted, None before that is known."""
    async with bot.service.store.read() as reader:
        found = await reader.message(table_id, THREAD)
    return None if found is None else found.message_id
