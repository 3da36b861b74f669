"""Composing and making a move, and a player's own hand: `/move`, `/hand`, buttons and forms."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.outbox.delivery import THREAD
from cogs.ui.kit.answers import Answer, Interaction, dismiss, is_private, open_form, respond
from cogs.ui.kit.command_answers import CommandAnswer, answered
from cogs.ui.kit.composing import hint_buttons
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import read_form
from cogs.ui.kit.interactions import Route, on, on_form, selected, submitted
from cogs.ui.kit.interface import GameInterface, Page, Press, interface, playable
from cogs.ui.kit.layouts import rows_of_buttons, with_button
from cogs.ui.kit.private_pages import Program, hand_answer, own_preferences, page_answer
from cogs.ui.messages.card_buttons import take_back_button
from cogs.ui.requests.interaction_user import cant_post, lacks_permission, may_post_in_threads
from cogs.ui.requests.table_lookup import TABLE_OPTION, choices, find_table, table_choices
from data.store import TableRow
from tables.open_table import why_out
from tables.refusal import BoardMovedOn, Refusal
from tables.service import TableService
from tables.texts import for_players, moved_on, not_your_turn
from tables.viewer import TableView

FIRST_PAGE = "move"

DONE = "Done, your move is made."


class Moves(commands.Cog):
    """`/move`, `/hand`, and composing a move on pages that the game's interface provides."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="move", description="Make a move by typing it")
    @app_commands.describe(action="Pick your move from the list, or type it", table=TABLE_OPTION)
    async def move(
        self, interaction: Interaction, action: app_commands.Range[str, 1, 500], table: str | None = None
    ) -> None:
        """Makes a move, given in notation or as a label from autocomplete; `table` is read where the table is found."""
        async with answered(interaction, self.service, "move") as answer:
            found = await find_table(self.service, interaction)
            labels = dict(interface(found.row.game).typed_choices(found))
            await make_typed_move(self.bot, interaction, found, labels.get(action, action), answer)

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            table = await find_table(self.service, interaction)
        except Refusal:
            return []
        return choices(interface(table.row.game).typed_choices(table), typed)

    @app_commands.command(name="hand", description="See your tiles; only you can")
    @app_commands.describe(table=TABLE_OPTION)
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Shows the player's hand, privately."""
        async with answered(interaction, self.service, "hand") as answer:
            found = await find_table(self.service, interaction, action="hand")
            answer.content = await hand_answer(self.bot, interaction, found)

    @move.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await table_choices(self.service, interaction, typed)

    @on(FIRST_PAGE)
    async def open_page(self, interaction: Interaction, pressed: CustomId) -> None:
        """Shows a page of a move or another private page, after storing what the press chose."""
        table = await self.service.view(pressed.table, interaction.user.id)
        ours = interface(table.row.game)
        details = (*pressed.details, *selected(interaction))
        if pressed.action in ours.composing.open_pages:
            table.require_begun()
        else:
            _require_composing(table, ours, pressed)
        press = ours.composing.press(table, pressed.action, details)
        if press is not None:
            await self._perform(interaction, table, press)
            return
        # The card's own button makes no move: its page is the private answer on which a move can be taken back.
        confirm = (await own_preferences(self.bot, interaction)).confirm or not is_private(interaction)
        page = ours.composing.page(table, pressed.action, details, confirm=confirm)
        if page.final_action is not None and not confirm:
            await self._act(interaction, table.row.id, page.final_action, pressed.version)
            return
        await respond(interaction, await self._answer(interaction, table, page, pressed.action))

    async def _answer(self, interaction: Interaction, table: TableView, page: Page, name: str) -> Answer:
        """A page as a private message; the first page of a move may have a hint."""
        answer = await page_answer(self.bot, interaction, table, page)
        for hint in hint_buttons(interface(table.row.game), table) if name == FIRST_PAGE else ():
            answer = replace(answer, rows=with_button(answer.rows, hint))
        return answer

    async def _perform(self, interaction: Interaction, table: TableView, press: Press) -> None:
        table_id, user_id = table.row.id, interaction.user.id
        move = None
        if press.actions:
            made = await self.service.make_move(table_id, user_id, " ".join(press.actions), version=table.version)
            move = made.take_back
        if press.draft is not None and table.seat is not None:
            name, content = press.draft
            await self.service.keep_draft(table_id, table.seat, name, table.row.turn, content)
        if press.actions or press.draft is not None:
            table = await self.service.view(table_id, user_id)
        page = interface(table.row.game).composing.page(table, press.page, press.details)
        answer = await self._answer(interaction, table, page, press.page)
        await respond(interaction, answer if move is None else _with_take_back(answer, table, move))

    @on_form("form")
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        ours = interface(table.row.game)
        _require_composing(table, ours, pressed)
        await open_form(interaction, ours.composing.form(table, pressed.details))

    @on("form_submitted")
    async def _form_submitted(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(submitted(interaction).get("components", []))
        table = await self.service.view(pressed.table, interaction.user.id)
        ours = interface(table.row.game)
        _require_composing(table, ours, pressed)
        await self._perform(interaction, table, ours.composing.form_submitted(table, pressed.details, values))

    @on("do")
    async def _confirm(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._act(interaction, pressed.table, ":".join(pressed.details), pressed.version)

    async def _act(self, interaction: Interaction, table_id: str, action: str, version: str | None) -> None:
        """Makes the move, then shows the next page of the same turn or dismisses the private page."""
        user_id = interaction.user.id
        made = await self.service.make_move(table_id, user_id, action, version=version)
        if not is_private(interaction):
            return
        after = made.table
        if made.turn_goes_on and after.require_seat(user_id).seat in after.actors:
            now = await self.service.view(table_id, user_id)
            page = interface(now.row.game).composing.page(now, FIRST_PAGE, ())
            answer = await self._answer(interaction, now, page, FIRST_PAGE)
            if made.take_back is not None:
                answer = _with_take_back(answer, now, made.take_back)
            await respond(interaction, answer)
            return
        rows = () if made.take_back is None else rows_of_buttons([take_back_button(table_id, made.take_back)])
        if made.undeliverable or await self._is_unpostable(interaction, after.row):
            await respond(interaction, Answer(f"{DONE}\n{cant_post(interaction, after.row)}", rows))
        elif rows:
            await respond(interaction, Answer(DONE, rows))
        else:
            # The new card tells the rest.
            await dismiss(interaction)

    async def _is_unpostable(self, interaction: Interaction, row: TableRow) -> bool:
        """Whether the bot lacks a permission to post the board, in its thread or else in its channel."""
        if not lacks_permission(interaction, row):
            return False
        async with self.service.store.read() as reader:
            place = await reader.message(row.id, THREAD)
        is_in_thread = place is not None and place.message_id != row.channel_id
        return not (is_in_thread and may_post_in_threads(interaction))

    @on("hand")
    async def _hand(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        await respond(interaction, await hand_answer(self.bot, interaction, table))


def with_game_pages(routes: dict[str, Route]) -> dict[str, Route]:
    """Add the pages of all games, which are opened like the first page. Raises ValueError for duplicates."""
    pages = frozenset[str]().union(*(interface(game).composing.pages for game in playable()))
    if taken := pages & routes.keys():
        raise ValueError(f"two handlers for {', '.join(sorted(taken))}")
    return routes | dict.fromkeys(pages, routes[FIRST_PAGE])


def _with_take_back(answer: Answer, table: TableView, move: int) -> Answer:
    return replace(answer, rows=with_button(answer.rows, take_back_button(table.row.id, move)))


async def make_typed_move(
    bot: Program, interaction: Interaction, table: TableView, action: str, answer: CommandAnswer
) -> None:
    """Makes a typed move, or answers with the page that completes it or asks for Confirm."""
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
    """Makes a typed move; its reply names the permissions that keep the board from being posted."""
    reply = replace(answer.reply, cant_post=cant_post(interaction, table.row))
    await service.act(table.row.id, interaction.user.id, action, reply=reply)


def _require_composing(table: TableView, ours: GameInterface, pressed: CustomId) -> None:
    """Raises Refusal for a user who has no move to compose or to look ahead to, BoardMovedOn for a stale page."""
    table.require_playing()
    if table.seat is None:
        raise Refusal(for_players(ours.words.compose_label(table.view)))
    is_stale = pressed.version != table.version
    if ours.composing.may_compose(table):
        # The card's own button opens whatever is asked now.
        if is_stale and pressed.action != FIRST_PAGE:
            raise BoardMovedOn(moved_on(table.row.phase, simultaneous=table.is_simultaneous))
    elif not table.may_resign():
        raise Refusal(why_out(table.seats[table.seat]))
    elif is_stale and not table.is_simultaneous:
        raise BoardMovedOn(moved_on(table.row.phase, simultaneous=False))
    elif not ours.composing.looks_ahead:
        raise Refusal(not_your_turn(table.waiting_names()))
