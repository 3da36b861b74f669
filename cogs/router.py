"""The router: one listener that dispatches every button press, select and submitted form by its custom id.

It keeps no state in memory, so old buttons and open forms work after a restart.
"""

from collections.abc import Awaitable, Callable

import discord
import structlog
from discord.ext import commands

from cogs.after_the_end import AfterTheEnd
from cogs.client import Hexcade
from cogs.fairness_page import FairnessPage
from cogs.games_list import GamesPage
from cogs.guide_pages import GuidePages
from cogs.lobby import Lobby
from cogs.more import More
from cogs.moves import Moves
from cogs.preferences_page import PreferencesPage
from cogs.seats import Seats
from cogs.start_page import StartPage
from cogs.take_back import TakeBack
from cogs.ui import texts
from cogs.ui.answers import Answer, Interaction, acknowledge, explain, is_expired, respond, send_followup
from cogs.ui.cards import move_row
from cogs.ui.custom_ids import CustomId, parse
from cogs.ui.interactions import Handler, submitted
from cogs.ui.private_pages import draw
from cogs.ui.user_concurrency import MAX_PER_USER
from render import painter
from tables.refusal import BoardMovedOn, Refusal
from tables.service import committed


class Router(commands.Cog):
    """Dispatches interactions to their handlers and explains errors to the user."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        moves = Moves(bot)
        lobby = Lobby(bot)
        start_page = StartPage(bot)
        seats = Seats(bot)
        after_the_end = AfterTheEnd(bot)
        self._default: Callable[[Interaction, CustomId], Awaitable[None]] = moves.open_page
        # A form must be the first answer, so these presses only read.
        self._forms: dict[str, Handler] = {
            **lobby.forms,
            **moves.forms,
            **start_page.forms,
            **seats.forms,
            **after_the_end.forms,
        }
        self._handlers: dict[str, Handler] = {
            **lobby.handlers,
            **moves.handlers,
            **More(bot).handlers,
            **after_the_end.handlers,
            **seats.handlers,
            **TakeBack(bot).handlers,
            **GuidePages(bot).handlers,
            **FairnessPage(bot).handlers,
            **GamesPage(bot).handlers,
            **start_page.handlers,
            **PreferencesPage(bot).handlers,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Routes component presses and form submissions; discord.py's command tree dispatches slash commands."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        pressed = parse(submitted(interaction).get("custom_id", ""))
        if pressed is None:
            return
        committed.set(False)
        with (
            structlog.contextvars.bound_contextvars(table=pressed.table, version=pressed.version),
            self.bot.user_concurrency.entered(interaction.user.id) as in_progress,
        ):
            try:
                if in_progress > MAX_PER_USER:
                    await self._reject_over_limit(interaction, first=in_progress == MAX_PER_USER + 1)
                else:
                    await self._route(interaction, pressed)
            except Exception as error:
                await self._explain(interaction, pressed, error)

    async def _reject_over_limit(self, interaction: Interaction, *, first: bool) -> None:
        """Acknowledges a press without handling it; the explanation is sent only once, to save work."""
        await acknowledge(interaction)
        if first:
            raise Refusal(texts.TOO_FAST)

    async def _route(self, interaction: Interaction, pressed: CustomId) -> None:
        form = self._forms.get(pressed.action)
        if form is not None:
            await form(interaction, pressed)
            return
        await acknowledge(interaction)
        await self._handlers.get(pressed.action, self._default)(interaction, pressed)

    async def _explain(self, interaction: Interaction, pressed: CustomId, error: Exception) -> None:
        if is_expired(error):
            return
        try:
            if isinstance(error, BoardMovedOn) and not committed.get():
                await self._show_current(interaction, pressed, error.text)
            else:
                await send_followup(interaction, Answer(explain(error, action=pressed.action)))
        except Exception as failed:
            if not is_expired(failed):
                explain(failed, action=pressed.action)

    async def _show_current(self, interaction: Interaction, pressed: CustomId, text: str) -> None:
        """Answers a stale press with the current board, and with the Move button if it is the user's turn."""
        table = await self.bot.service.view(pressed.table, interaction.user.id)
        picture = None
        if table.view is not None:
            drawn = painter(table.row.game)
            picture = await draw(self.bot, interaction, lambda theme: drawn.board(table.view, table.names, theme))
        await respond(interaction, Answer(text, move_row(table), picture))


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(Router(bot))
