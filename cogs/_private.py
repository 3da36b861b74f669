"""Private pictures: what only its own player may see, drawn and answered in one place."""

from collections.abc import Callable

import discord

from cogs import _texts as texts
from cogs._answers import Answer, Interaction
from cogs._cards import move_button, rows_of_buttons
from cogs._client import Hexcade
from cogs._interfaces import interface, together
from cogs._looks import Look
from cogs._pictures import Themed
from cogs._preferences import preferences
from cogs._refusal import Refusal
from render import painter
from render.picture import Picture


async def theme_of(bot: Hexcade, interaction: Interaction) -> str:
    """The theme that a person has chosen for their private pictures."""
    return (await preferences(bot.service.store, interaction.user.id)).theme


async def draw(bot: Hexcade, interaction: Interaction, look: Look, job: Callable[[Themed], Picture]) -> Picture:
    """A picture for one person in their own theme, in a worker; one at a time per person."""
    themed = Themed(painter(look.row.game), await theme_of(bot, interaction))
    async with bot.studio.private(interaction.user.id):
        return await bot.studio.draw(lambda: job(themed))


async def hand_of(bot: Hexcade, interaction: Interaction, look: Look) -> Answer:
    """A player's own hand, with the way to a move when it is their turn. Raises Refusal for somebody without one."""
    if look.seat is None:
        raise Refusal(texts.NOT_AT_THIS_TABLE)
    look.require_begun()
    try:
        picture = await draw(bot, interaction, look, lambda drawn: drawn.hand(look.view, look.names))
    except ValueError:
        raise Refusal(texts.NOTHING_HIDDEN) from None
    return Answer(texts.YOUR_HAND, move_row(look), picture, interface(look.row.game).colour)


def move_row(look: Look) -> tuple[discord.ui.ActionRow[discord.ui.LayoutView], ...]:
    """The *Move* button, for whoever must act, or may still change what they have done."""
    several = together(look.row.game)
    if not look.must_act and (several is None or not several.may_compose(look)):
        return ()
    return rows_of_buttons([move_button(look)])
