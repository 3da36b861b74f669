"""The *Hint* page: the move that the strongest computer player would make, with a button to confirm it."""

from dataclasses import replace

from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, is_private, respond
from cogs.ui.kit.composing import HINT, hint_page
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import BUTTON_HINT, interface
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.kit.private_pages import page_answer
from cogs.ui.messages.cards import move_row
from language.messages import N_, _
from tables.hints import Hint, HintRequest, Hints
from tables.refusal import BoardMovedOn
from tables.texts import format_stale_press

THINKING = N_("The strongest computer player is looking at your position. This takes a few seconds.")
NOT_FOUND = N_("I couldn't find a hint.")
NOTE = N_("-# The strongest computer player would do this. If you play it, the end card counts it as a hint.")


class HintPage(commands.Cog):
    """A cog for *Hint*. Its page is private, and other interactions are handled while a hint is computed."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service
        # shared by all presses, so that simultaneous presses in one position wait for the same computation
        self._hints = Hints(bot.service, lambda question: bot.thinking.think(question))

    @on(HINT)
    async def _show_hint(self, interaction: Interaction, pressed: CustomId) -> None:
        asked = await self._hints.ask(pressed.table, interaction.user.id, pressed.version)
        found = await self._answer(interaction, pressed, asked)
        table = await self.service.view(pressed.table, interaction.user.id)
        if table.version != asked.table.version:
            raise BoardMovedOn(format_stale_press(table.row.phase, simultaneous=table.is_simultaneous))
        ours = interface(table.row.game)
        page = hint_page(ours, table, found.actions, found.after)
        reason = ours.composing.hint_reason(table, found.actions)
        shown = replace(
            page,
            text="\n".join(filter(None, (_(NOTE), page.text))),
            below="\n".join(filter(None, (reason, page.below))),
        )
        await respond(interaction, await page_answer(self.bot, interaction, table, shown))

    async def _answer(self, interaction: Interaction, pressed: CustomId, asked: HintRequest) -> Hint:
        """Return the stored hint, or show a placeholder page and compute the hint.

        The placeholder has a button to ask again, in case a restart interrupts the computation.
        """
        if asked.known or not is_private(interaction):
            return await self._hints.answer(asked)
        again = button(_(BUTTON_HINT), pressed)
        await respond(interaction, Answer(_(THINKING), rows_of_buttons([again])))
        try:
            return await self._hints.answer(asked)
        except BoardMovedOn:
            raise
        except Exception:
            # the computation failed: replace the placeholder, which would otherwise stay on the page
            table = await self.service.view(asked.table.row.id, interaction.user.id)
            await respond(interaction, Answer(_(NOT_FOUND), move_row(table)))
            raise
