"""The router: one listener that dispatches every button press, select and submitted form by its custom id.

It keeps no state in memory, so old buttons and open forms work after a restart.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Protocol

import discord
import structlog
from discord.ext import commands

from cogs.at_table.after_the_end import AfterTheEnd
from cogs.at_table.fairness_page import FairnessPage
from cogs.at_table.hint import HintPage
from cogs.at_table.more import More
from cogs.at_table.moves import Moves
from cogs.at_table.pings_page import PingsPage, tell_of_refused_message
from cogs.at_table.review import Review
from cogs.at_table.seats import Seats
from cogs.at_table.stand_in import StandIn
from cogs.at_table.take_back import TakeBack
from cogs.at_table.time_page import TimePage
from cogs.client import Hexcade
from cogs.guide_pages import GuidePages
from cogs.help_pages import HelpPage
from cogs.league.league_pages import LeaguePages
from cogs.league.new_league import NewLeague
from cogs.league.organise import Organise
from cogs.learning.demo import Demos
from cogs.learning.learning import Learning
from cogs.learning.questions import LessonQuestions
from cogs.managing.moderate import ModeratePage
from cogs.managing.server_page import ServerPage
from cogs.personal.absence import AwayPage
from cogs.personal.games_list import GamesPage
from cogs.personal.imports_page import ImportsPage
from cogs.personal.preferences_page import PreferencesPage
from cogs.personal.privacy import PrivacyPage
from cogs.personal.quiet_hours import QuietHoursPage
from cogs.positions.positions import Positions
from cogs.positions.whatif import WhatIf
from cogs.positions.whatif_doors import WhatIfDoors
from cogs.rule_pages import RulePages
from cogs.starting.lobby import Lobby
from cogs.starting.seating import Seating
from cogs.starting.start_page import StartPage
from cogs.starting.table_clock import TableClock
from cogs.ui.kit.answers import (
    Answer,
    Interaction,
    Question,
    cannot_be_answered,
    close_page,
    explain,
    is_expired,
    is_private,
    respond,
    send_followup,
)
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.first_responses import acknowledge, open_page
from cogs.ui.kit.interactions import Handler, submitted
from cogs.ui.kit.lesson_ids import LEARN
from cogs.ui.kit.private_pages import draw
from cogs.ui.kit.why import why_rows
from cogs.ui.messages.cards import move_row
from cogs.ui.requests.pages_in_order import PagesInOrder
from cogs.ui.requests.user_concurrency import MAX_PER_USER
from cogs.ui.texts import texts
from render import painter
from tables.committing.changes import committed
from tables.positions import is_position
from tables.refusal import BoardMovedOn, Refusal
from tables.whatif.sandboxes import KIND


class Page(Protocol):
    """Handlers by the action in the custom ids.

    Those in `forms` give the first response themselves, as a form must be one. `silent` are the actions that open no
    private page when a public message is pressed: what they do is shown there.
    """

    handlers: dict[str, Handler]


def together(parts: Iterable[Mapping[str, Handler]], *, taken: Collection[str] = ()) -> dict[str, Handler]:
    """All handlers in one mapping. Raises ValueError if two have the same action, or one is `taken`."""
    found: dict[str, Handler] = {}
    for part in parts:
        for action, handler in part.items():
            if action in found or action in taken:
                raise ValueError(f"two handlers for {action}")
            found[action] = handler
    return found


class Router(commands.Cog):
    """Dispatches interactions to their handlers and explains errors to the user."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self._pages = PagesInOrder()
        moves, what_if = Moves(bot), WhatIf(bot)
        self._positions = Positions(bot, {LEARN: LessonQuestions(bot), KIND: what_if})
        pages: tuple[Page, ...] = (
            moves,
            Lobby(bot),
            More(bot),
            AfterTheEnd(bot),
            Seats(bot),
            ModeratePage(bot),
            Seating(bot),
            TakeBack(bot),
            HintPage(bot),
            TableClock(bot),
            StandIn(bot),
            GuidePages(bot),
            RulePages(bot),
            Demos(bot),
            Learning(bot),
            HelpPage(bot),
            FairnessPage(bot),
            GamesPage(bot),
            StartPage(bot),
            PreferencesPage(bot),
            ServerPage(bot),
            ImportsPage(bot),
            PrivacyPage(bot),
            PingsPage(bot),
            TimePage(bot),
            QuietHoursPage(bot),
            AwayPage(bot),
            LeaguePages(bot),
            NewLeague(bot),
            Organise(bot),
            WhatIfDoors(bot, what_if),
            Review(bot),
        )
        self._default: Callable[[Interaction, CustomId], Awaitable[None]] = moves.open_page
        self._silent = frozenset[str]().union(*(getattr(page, "silent", ()) for page in pages))
        # Their first response comes last, so these presses only read.
        self._forms = together(getattr(page, "forms", {}) for page in pages)
        self._handlers = together((page.handlers for page in pages), taken=self._forms)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Routes component presses and form submissions; discord.py's command tree dispatches slash commands."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        pressed = parse(submitted(interaction).get("custom_id", ""))
        if pressed is None or not self.bot.deliveries.is_first(interaction.id):
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
        """Explains the first press over the limit, and only acknowledges further ones, to save work."""
        if first:
            raise Refusal(texts.TOO_FAST)
        await acknowledge(interaction)

    async def _route(self, interaction: Interaction, pressed: CustomId) -> None:
        at_table = not is_position(pressed.table)
        form = (self._forms if at_table else self._positions.forms).get(pressed.action)
        if form is not None:
            await form(interaction, pressed)
            return
        with self._pages.entered(interaction) as place:
            if is_private(interaction) or (at_table and pressed.action in self._silent):
                await acknowledge(interaction)
            else:
                # Its edits are idempotent; a message that follows has no key by which Discord takes it once.
                await open_page(interaction)
            await place.turn()
            try:
                handler = self._handlers.get(pressed.action, self._default) if at_table else self._positions.handle
                await handler(interaction, pressed)
                await tell_of_refused_message(self.bot, interaction)
                await close_page(interaction)
            except Exception as error:
                await self._explain(interaction, pressed, error)

    async def _explain(self, interaction: Interaction, pressed: CustomId, error: Exception) -> None:
        if is_expired(error) or cannot_be_answered(interaction, error):
            return
        try:
            if isinstance(error, BoardMovedOn) and not is_position(pressed.table):
                # What was done is done; the page that would have come next is gone.
                text = texts.DONE_MOVED_ON if committed.get() else error.text
                await self._show_current(interaction, pressed, text)
            else:
                rows = error.rows if isinstance(error, Question) else why_rows(error)
                await send_followup(interaction, Answer(explain(error, action=pressed.action), rows))
        except Exception as failed:
            if not (is_expired(failed) or cannot_be_answered(interaction, failed)):
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
