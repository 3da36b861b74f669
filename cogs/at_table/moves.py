"""Making moves at a table: `/move`, the composing pages with their forms, and `/hand` to see one's hand."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from cogs.at_table.move_pages import Made, MovePages, with_buttons
from cogs.at_table.plan_page import add_suggestion, plan_answer
from cogs.client import Hexcade
from cogs.outbox.delivery import THREAD
from cogs.ui.kit.answers import Answer, Interaction, dismiss, is_private, respond
from cogs.ui.kit.command_answers import CommandAnswer, give_answer
from cogs.ui.kit.composing import BEGIN, FIRST_PAGE, hint_buttons
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import GameInterface, Page, Press, interface
from cogs.ui.kit.layouts import Button, rows_of_buttons
from cogs.ui.kit.private_pages import Program, build_page, format_note_line, hand_answer, own_preferences, page_answer
from cogs.ui.messages.shared_buttons import take_back_button
from cogs.ui.requests.interaction_user import format_cannot_post, lacks_permission, may_post_in_threads
from cogs.ui.requests.open_pages import mark_made
from cogs.ui.requests.table_lookup import TABLE_OPTION, choices, find_table, table_choices
from data.store import TableRow
from engine.core import InvalidAction
from engine.messages import Message
from language.messages import N_, _
from tables.open_table import explain_seat_out
from tables.planning import view_ahead
from tables.refusal import BoardMovedOn, Refusal
from tables.service import TableService
from tables.surprises import leave_to_chance
from tables.texts import format_players_only, format_stale_press, not_your_turn
from tables.viewer import TableView

DONE = N_("Done, your move is made.")


class Moves(MovePages, commands.Cog):
    """A cog for `/move` and `/hand`, and for composing moves at a table."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="move", description=N_("Make a move by typing it"))
    @app_commands.describe(action=N_("Pick your move from the list, or type it"), table=TABLE_OPTION)
    async def move(
        self, interaction: Interaction, action: app_commands.Range[str, 1, 500], table: str | None = None
    ) -> None:
        """Make a move, given in notation or as a label from autocomplete.

        `table` is not used here, because `find_table` reads the option from the interaction.
        """
        async with give_answer(interaction, self.service, "move") as answer:
            found = await find_table(self.service, interaction)
            labels = {label.casefold(): value for label, value in interface(found.row.game).typed_choices(found)}
            try:
                await make_typed_move(self.bot, interaction, found, labels.get(action.casefold(), action), answer)
            except InvalidAction as error:
                raise InvalidAction(_add_example(found, error.message), rule=error.rule) from error

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            table = await find_table(self.service, interaction)
        except Refusal:
            return []
        return choices(interface(table.row.game).typed_choices(table), typed)

    @app_commands.command(name="hand", description=N_("See your tiles; nobody else can"))
    @app_commands.describe(table=TABLE_OPTION)
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the player's hand in a private answer. `find_table` reads `table` from the interaction."""
        async with give_answer(interaction, self.service, "hand") as answer:
            found = await find_table(self.service, interaction, action="hand")
            answer.content = await hand_answer(self.bot, interaction, found)

    @move.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await table_choices(self.service, interaction, typed)

    # Composing and making a move

    async def view(self, interaction: Interaction, pressed: CustomId) -> TableView:
        """Return the table of a press, as the user may see it. Raise Refusal if it doesn't exist.

        For the move button, it is the user's next turn if they may plan a move.
        """
        table = await self.service.view(pressed.table, interaction.user.id)
        if pressed.action == FIRST_PAGE and table.may_plan:
            return await view_ahead(self.service, pressed.table, interaction.user.id)
        return table

    def require_composing(self, table: TableView, ours: GameInterface, pressed: CustomId) -> None:
        """Raise Refusal if the user may not compose a move, or BoardMovedOn if the page is stale."""
        table.require_playing()
        if table.seat is None:
            raise Refusal(format_players_only(ours.words.compose_label(table.view)))
        is_stale = pressed.version != table.version
        if ours.composing.may_compose(table):
            # a card's own buttons are never stale, because they always open the page for the current question
            if is_stale and pressed.action not in (FIRST_PAGE, BEGIN):
                raise BoardMovedOn(format_stale_press(table.row.phase, simultaneous=table.is_simultaneous))
        elif not table.may_resign():
            raise Refusal(explain_seat_out(table.seats[table.seat]))
        elif is_stale and not table.is_simultaneous:
            raise BoardMovedOn(format_stale_press(table.row.phase, simultaneous=False))
        else:
            raise Refusal(not_your_turn(table.waiting_names()))

    async def answer(self, interaction: Interaction, table: TableView, page: Page, name: str) -> Answer:
        """Convert a page into a private answer; the game's hint pages also get the hint button, if available.

        The first page of a planned move shows the plan if there is one. The first page and those that only show
        something have the user's own note.
        """
        ours = interface(table.row.game)
        has_note = name == FIRST_PAGE or name in ours.composing.open_pages
        answer = await self._answer_page(interaction, table, page, name)
        return replace(answer, note=format_note_line(table)) if has_note else answer

    async def _answer_page(self, interaction: Interaction, table: TableView, page: Page, name: str) -> Answer:
        if table.is_planned:
            return await plan_answer(self.bot, interaction, table)
        ours = interface(table.row.game)
        hints = hint_buttons(table) if page.has_hint and name in ours.composing.hint_pages else ()
        answer = with_buttons(await page_answer(self.bot, interaction, table, page), hints)
        return await add_suggestion(self.bot, table, answer) if name == FIRST_PAGE else answer

    async def make(self, interaction: Interaction, table: TableView, press: Press) -> Made:
        """Make the actions of a press, leave its set-up to chance, and store its draft.

        Returns the table afterwards, and the button *Take back* if the move can be taken back.
        """
        table_id, user_id = table.row.id, interaction.user.id
        move, happened = None, ()
        if press.actions:
            made = await self.service.make_move(table_id, user_id, " ".join(press.actions), version=table.version)
            move, happened = made.take_back, made.happened
            mark_made(interaction, move)
        if press.surprise:
            hooks = self.service.hooks(table.row.game)
            await self.service.change(table_id, leave_to_chance(user_id, table.version, hooks))
        if press.draft is not None and table.seat is not None:
            name, content = press.draft
            await self.service.keep_draft(table_id, table.seat, name, table.row.turn, content)
        if press.actions or press.surprise or press.draft is not None:
            table = replace(await self.service.view(table_id, user_id), happened=happened)
        return table, _take_back_buttons(table_id, move)

    async def act(self, interaction: Interaction, pressed: CustomId, action: str) -> None:
        """Make the move, and update the private page on which the user pressed.

        If the user's turn goes on, or the game asks them at once, the page shows the next step. Otherwise it shows a
        warning if the board can't be posted, and *Take back* if the move can be taken back. With neither, the page is
        dismissed. A press on the public card gets no answer.
        """
        table_id, user_id = pressed.table, interaction.user.id
        made = await self.service.make_move(table_id, user_id, action, version=pressed.version)
        mark_made(interaction, made.take_back)
        if not is_private(interaction):
            return
        after, further = made.table, _take_back_buttons(table_id, made.take_back)
        now = None
        if after.require_seat(user_id).seat in after.actors:
            now = replace(await self.service.view(table_id, user_id), happened=made.happened)
        if now is not None and (made.turn_goes_on or interface(after.row.game).composing.asks_at_once(now.view)):
            page = await build_page(now, FIRST_PAGE, ())
            await respond(interaction, with_buttons(await self.answer(interaction, now, page, FIRST_PAGE), further))
        elif made.undeliverable or await self._is_unpostable(interaction, after.row):
            text = f"{_(DONE)}\n{format_cannot_post(interaction, after.row)}"
            await respond(interaction, Answer(text, rows_of_buttons(further)))
        elif further:
            await respond(interaction, Answer(_(DONE), rows_of_buttons(further)))
        else:
            # no reply needed: the new public card shows the result
            await dismiss(interaction)

    async def _is_unpostable(self, interaction: Interaction, row: TableRow) -> bool:
        """Return whether missing permissions keep the bot from posting the board in its thread or channel."""
        if not lacks_permission(interaction, row):
            return False
        async with self.service.store.read() as reader:
            place = await reader.messages.newest(row.id, THREAD)
        is_in_thread = place is not None and place.message_id != row.channel_id
        return not (is_in_thread and may_post_in_threads(interaction))


def _add_example(table: TableView, error: str | Message) -> str | Message:
    """Add the label of the first move that `/move` offers to an error; unchanged if the viewer has no move."""
    offered = interface(table.row.game).typed_choices(table) if table.must_act else []
    return Message("{error} For example: “{move}”.", error=error, move=offered[0][0]) if offered else error


def _take_back_buttons(table_id: str, move: int | None) -> list[Button]:
    return [] if move is None else [take_back_button(table_id, move)]


async def make_typed_move(
    bot: Program, interaction: Interaction, table: TableView, action: str, answer: CommandAnswer
) -> None:
    """Make a move that was typed as a command, or answer with the page that completes or confirms it."""
    ours = interface(table.row.game)
    found = ours.composing.typed_page(table, action)
    if found is not None:
        confirm = (await own_preferences(bot, interaction)).confirm
        page = ours.composing.page(table, *found, confirm=confirm)
        if confirm or page.final_action is None:
            answer.content = await page_answer(bot, interaction, table, page)
            return
        action = page.final_action
    await act_typed(bot.service, interaction, table, action, answer)


async def act_typed(
    service: TableService, interaction: Interaction, table: TableView, action: str, answer: CommandAnswer
) -> None:
    """Make a typed move without asking for confirmation.

    If the board can't be posted, the reply warns about it and names the missing permissions.
    """
    reply = replace(answer.reply, cant_post=format_cannot_post(interaction, table.row))
    await service.act(table.row.id, interaction.user.id, action, reply=reply)
