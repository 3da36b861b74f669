"""The router: one listener that dispatches every button press, select and submitted form by its custom id.

The router is stateless, so old buttons and open forms work after a restart.
"""

import discord
import structlog
from discord.ext import commands

from cogs.at_table.move_pages import with_game_pages
from cogs.at_table.pings_page import tell_of_refused_message
from cogs.client import Hexcade
from cogs.positions.positions import Positions
from cogs.ui.kit.answers import (
    Answer,
    Interaction,
    acknowledge,
    close_page,
    is_private,
    respond,
    send_followup,
)
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.errors import Question, explain, is_expired, is_unanswerable, why_rows
from cogs.ui.kit.interactions import Route, collect, get_data
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.cards import move_row
from cogs.ui.requests import open_pages
from cogs.ui.requests.limits import MAX_PER_USER, TOO_FAST, PagesInOrder
from cogs.ui.texts import texts
from language.catalogues import find_spoken_language
from language.messages import N_, _, speaking
from render import painter
from tables.committing.changes import committed
from tables.positions import is_position
from tables.refusal import BoardMovedOn, Refusal

UNREADABLE = CustomId("", None, "")
"""Placeholder for a custom id that could not be parsed. No handler is registered for it."""

OLD_BUTTON = N_("This button is from an older version; open the table again.")


class Router(commands.Cog):
    """A cog that dispatches presses to the handlers of the loaded cogs and explains errors to the user.

    It must be loaded after the cogs with handlers. Its constructor raises ValueError if two handlers are registered for
    one action.
    """

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._pages = PagesInOrder()
        self._positions = bot.require_cog(Positions)
        self._routes = with_game_pages(collect(cog for cog in bot.cogs.values() if cog is not self._positions))

    def route(self, pressed: CustomId) -> Route | None:
        """Return the route of a press, or None if no handler is registered for it."""
        if is_position(pressed.table):
            return self._positions.route(pressed)
        return self._routes.get(pressed.action)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Route component presses and submitted forms. The command tree of discord.py dispatches slash commands."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if not self.bot.deliveries.is_first(interaction.id):
            return
        pressed = parse(get_data(interaction).get("custom_id", "")) or UNREADABLE
        committed.set(False)
        with (
            structlog.contextvars.bound_contextvars(table=pressed.table, version=pressed.version),
            speaking(find_spoken_language(interaction.locale.value)),
            self.bot.user_concurrency.enter(interaction.user.id) as in_progress,
        ):
            try:
                if in_progress > MAX_PER_USER:
                    await self._reject_over_limit(interaction, first=in_progress == MAX_PER_USER + 1)
                else:
                    await self.bot.follow_person(interaction)
                    await self._route(interaction, pressed)
            except Exception as error:
                await self._explain(interaction, pressed, error)
                await self._close_pages(interaction, pressed, open_pages.REFUSED)

    async def _reject_over_limit(self, interaction: Interaction, *, first: bool) -> None:
        """Explain to the user that they have too many presses in progress; further presses are only acknowledged.

        `first` is whether this press is the first one over the limit.
        """
        if first:
            raise Refusal(_(TOO_FAST))
        await acknowledge(interaction)

    async def _route(self, interaction: Interaction, pressed: CustomId) -> None:
        route = self.route(pressed)
        if route is None:
            raise Refusal(_(OLD_BUTTON))
        if route.opens_form:
            await route.handler(interaction, pressed)
            return
        action = pressed.action
        with self._pages.enter(interaction) as place:
            await acknowledge(interaction, new_page=not (is_private(interaction) or route.silent))
            await place.turn()
            try:
                await route.handler(interaction, pressed)
                await tell_of_refused_message(self.bot, interaction)
                await close_page(interaction)
            except Exception as error:
                action = open_pages.REFUSED
                await self._explain(interaction, pressed, error)
        await self._close_pages(interaction, pressed, action)

    async def _close_pages(self, interaction: Interaction, pressed: CustomId, action: str) -> None:
        """Close the private pages that the answer to a press replaces; one after the other, once it is shown."""
        await open_pages.close(self.bot.open_pages.update(interaction, pressed.table, action))

    async def _explain(self, interaction: Interaction, pressed: CustomId, error: Exception) -> None:
        if is_expired(error) or is_unanswerable(interaction, error):
            return
        try:
            if isinstance(error, BoardMovedOn) and not is_position(pressed.table):
                # the action was committed, but the page to be shown next is already stale
                text = _(texts.DONE_MOVED_ON) if committed.get() else error.text
                await self._show_current(interaction, pressed, text)
            else:
                rows = error.rows if isinstance(error, Question) else why_rows(error)
                await send_followup(interaction, Answer(explain(error, action=pressed.action), rows))
        except Exception as failed:
            if not (is_expired(failed) or is_unanswerable(interaction, failed)):
                explain(failed, action=pressed.action)

    async def _show_current(self, interaction: Interaction, pressed: CustomId, text: str) -> None:
        """Answer a stale press with the current board, and with the move button if it is the user's turn."""
        table = await self.bot.service.view(pressed.table, interaction.user.id)
        picture = None
        if table.view is not None:
            drawn = painter(table.row.game)
            picture = await draw(self.bot, interaction, lambda theme: drawn.board(table.view, table.names, theme))
        await respond(interaction, Answer(text, move_row(table), picture))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(Router(bot))
