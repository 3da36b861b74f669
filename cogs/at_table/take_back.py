"""Taking a move back: the request, and the other players' answers on the card."""

from collections.abc import Sequence

from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, dismiss, is_private, respond
from cogs.ui.kit.custom_ids import MOST_ID, CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import Row, button, rows_of_buttons
from cogs.ui.messages.cards import move_row
from cogs.ui.messages.shared_buttons import ALLOW, BUTTON_TAKE_BACK, KEEP, answer_id, menu_button, take_back_button
from cogs.ui.requests.open_pages import close
from language.messages import N_, _, list_and, ngettext
from tables.refusal import Refusal
from tables.takebacks import StillChoosing, TakebackTerms, request_of
from tables.texts import TAKE_BACK_ENDED, escape
from tables.viewer import TableView

TAKEN_BACK = N_("Your move is taken back.")
STOPPED = N_("You've withdrawn your request. The move stays.")

BY_COMPUTERS = N_("Take back your last move? The computer players agree.")
BY_COMPUTERS_SINCE = N_("Take back your last move and everything after it? The computer players agree.")


class TakeBack(commands.Cog):
    """A cog for *Take back* and for the other players' answers to a request.

    *Take back* is offered in the answer to a move and behind *More*. Requests are answered on the card.
    """

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @on("takeback")
    async def _take_back(self, interaction: Interaction, pressed: CustomId) -> None:
        """Take back the move that the button names, or ask the other players to allow it.

        If the button names no move, describe first what is taken back and who is asked.
        """
        try:
            answer = await self._taken_back(pressed.table, interaction.user.id, pressed.number(0, MOST_ID))
        except StillChoosing as refusal:
            table = await self.service.view(pressed.table, interaction.user.id)
            answer = Answer(refusal.text, move_row(table))
        if answer is None:
            await dismiss(interaction)
        else:
            await respond(interaction, answer)

    async def _taken_back(self, table_id: str, user_id: int, move: int | None) -> Answer | None:
        """Return the answer to a press; None if the new card says that the move is taken back."""
        if move is None:
            found = await self.service.take_back_outlook(table_id, user_id)
            return _outlook_answer(await self.service.view(table_id, user_id), found)
        plan = await self.service.take_back(table_id, user_id, move)
        table = await self.service.view(table_id, user_id)
        if plan.result == "done":
            return Answer(_(TAKEN_BACK), move_row(table)) if table.is_simultaneous else None
        return _pending_answer(table, [seat.name for seat in plan.asked])

    @commands.Cog.listener()
    async def on_card_posted(self, table_id: str) -> None:
        """Close the pages whose *Take back* is over: the game has ended, or another person has moved."""
        for user_id, move in self.bot.open_pages.list_offers(table_id):
            try:
                found = await self.service.take_back_outlook(table_id, user_id)
                is_over = found.move != move or (found.others and bool(found.asked))
            except Refusal:
                is_over = True
            if is_over:
                await close(self.bot.open_pages.pop_offers(table_id, user_id))

    @on(ALLOW, silent=True)
    async def _allow(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._answer(interaction, pressed, allow=True)

    @on(KEEP, silent=True)
    async def _keep(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._answer(interaction, pressed, allow=False)

    async def _answer(self, interaction: Interaction, pressed: CustomId, *, allow: bool) -> None:
        """Allow or decline a request, or withdraw it if the user made it.

        The result appears on the card. If the press came from a private page, that page is updated as well.
        """
        asker, step = pressed.number(0, MOST_ID), pressed.number(1, MOST_ID)
        if asker is None or step is None:
            raise Refusal(_(TAKE_BACK_ENDED))
        try:
            await self.service.answer_take_back(pressed.table, interaction.user.id, asker, step, allow=allow)
        except Refusal as refusal:
            if not is_private(interaction):
                raise
            # replace the page, because it would go on offering to withdraw a request that is over
            await respond(interaction, Answer(refusal.text))
            return
        if is_private(interaction):
            await respond(interaction, Answer(_(STOPPED)))


def _outlook_answer(table: TableView, found: TakebackTerms) -> Answer:
    names = [seat.name for seat in found.asked]
    if found.is_asked:
        return _pending_answer(table, names)
    label = ask_button(names) if names else _(BUTTON_TAKE_BACK)
    rows = rows_of_buttons([take_back_button(table.row.id, found.move, label), menu_button(table.row.id)])
    if names:
        return Answer(format_take_back_question(names, others=found.others), rows)
    if found.is_unseen:
        return Answer(_("Take back what you have chosen? Nobody has seen it."), rows)
    return Answer(_(BY_COMPUTERS_SINCE if found.others else BY_COMPUTERS), rows)


def _pending_answer(table: TableView, names: list[str]) -> Answer:
    request = request_of(table.row)
    rows: tuple[Row, ...] = ()
    if request is not None and request.seat == table.seat:
        stop = button(_("Stop asking"), answer_id(table, request, KEEP))
        rows = rows_of_buttons([stop])
    return Answer(format_waiting(names), rows)


def ask_button(names: Sequence[str]) -> str:
    """Format the label of the button that asks the players who have seen the move, at most 80 characters long."""
    return _("Ask {name}", name=names[0])[:80] if len(names) == 1 else _("Ask the others")


def format_take_back_question(names: Sequence[str], *, others: bool) -> str:
    shown = list_and([escape(name) for name in names])
    if others:
        return ngettext(
            "Take back your last move and everything after it? Everybody has seen it, so {names} has to agree first.",
            "Take back your last move and everything after it? Everybody has seen it, so {names} have to agree first.",
            len(names),
            names=shown,
        )
    return ngettext(
        "Take back your last move? Everybody has seen it, so {names} has to agree first.",
        "Take back your last move? Everybody has seen it, so {names} have to agree first.",
        len(names),
        names=shown,
    )


def format_waiting(names: Sequence[str]) -> str:
    """Format the reply that names the players who were asked to allow a take-back.

    The text stays true after they have answered.
    """
    return ngettext(
        "I've asked {names} on the card, where they can agree with one tap. The card also shows the answer.",
        "I've asked {names} on the card, where they can agree with one tap each. The card also shows the answer.",
        len(names),
        names=list_and([escape(name) for name in names]),
    )
