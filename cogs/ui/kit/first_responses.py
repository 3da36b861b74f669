"""The first response to an interaction, of which Discord takes one: a deferral, a message, a form, or suggestions."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord

from cogs.ui.kit.persistence import persistently

Interaction: TypeAlias = discord.Interaction[Any]

ALREADY_ACKNOWLEDGED = 40060
DEFERRING, RESPONDED, PAGE = "deferring", "responded", "page"
"""Keys of `Interaction.extras`: a deferral was tried, and a response is known to have arrived.

PAGE is there once a new private page was deferred; its value says whether it is shown.
"""


async def respond_first(interaction: Interaction, send: Callable[[], Awaitable[object]]) -> bool:
    """Gives the first response, which `send` makes; idempotent.

    Gives False if Discord says that it has one already. That is one of ours: an interaction which is delivered twice is
    handled once (`cogs.ui.requests.deliveries`), and discord.py itself repeats what Discord answers with a server
    error though it took it. Raises HTTPException when Discord refuses.
    """
    try:
        await persistently(send)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        interaction.extras[RESPONDED] = True
        return False
    return True


async def acknowledge(interaction: Interaction, **how: bool) -> None:
    """Acknowledges (defers) an interaction. Raises HTTPException when Discord refuses."""
    interaction.extras[DEFERRING] = True
    await respond_first(interaction, lambda: interaction.response.defer(**how))


async def open_page(interaction: Interaction) -> None:
    """Defers the answer as a new private page, which is the original response. Raises HTTPException."""
    interaction.extras[PAGE] = False
    await acknowledge(interaction, ephemeral=True, thinking=True)


def is_page_open(interaction: Interaction) -> bool:
    """Whether a new private page was deferred that shows nothing yet."""
    return interaction.extras.get(PAGE) is False


async def send_first(interaction: Interaction, send: Callable[[], Awaitable[object]]) -> bool:
    """Gives a message as the first response; gives False if it can't be, or may not have been, the first.

    Raises HTTPException when Discord refuses.
    """
    if is_responded(interaction):
        return False
    # A deferral that seemed to fail may have arrived instead of the message.
    return await respond_first(interaction, send) or DEFERRING not in interaction.extras


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Opens a form as the first response. Raises HTTPException when Discord refuses."""
    await respond_first(interaction, lambda: interaction.response.send_modal(form))


def is_responded(interaction: Interaction) -> bool:
    """Whether the interaction has its first response."""
    return interaction.response.is_done() or RESPONDED in interaction.extras
