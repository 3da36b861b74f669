"""The handlers of the buttons and forms of a lobby."""

from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.new_table import leave_first_game
from cogs.starting.seating import DECLINED, seats_page
from cogs.starting.set_up_page import STARTING, respond_with_set_up, set_up_page
from cogs.ui.kit.answers import Answer, Interaction, is_private, open_form, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.errors import Question
from cogs.ui.kit.forms import modal, options_form, read_form, read_options
from cogs.ui.kit.interactions import get_data, get_selected_values, on, on_form
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.messages.lobby_message import CHANCE_VALUE, FIRST_GAME, SET_UP, START, set_up_button
from cogs.ui.requests.interaction_user import get_person
from engine.games import game_type
from language.messages import N_, _
from tables import lobby, surprises
from tables.committing.changes import Change, Decision
from tables.newcomers import list_finished
from tables.open_table import OpenTable
from tables.refusal import BoardMovedOn, Refusal
from tables.surprises import SURPRISE
from tables.texts import ALREADY_IN, ONLY_HOST
from tables.viewer import TableView

SEATS_CHANGED = N_("The seats have changed in the meantime. This is the current list.")
OPTIONS_TITLE = N_("Players and start")
NOT_FIRST = N_(
    "Somebody at this table has finished this game before. The first game is for people who are all new to it."
)


LEFT = N_("Your seat is free again. If you change your mind, just join again.")


def _own_button(table: TableView, user_id: int) -> Button:
    """Build the button for a user with a seat who has pressed *Join*: the host has *Set up*, others can leave."""
    if table.row.host == user_id:
        return set_up_button(table.row.id)
    return button(_("Leave"), CustomId(table.row.id, None, "leave"))


class Lobby(commands.Cog):
    """A cog that handles joining, leaving, seat choices, options, start and close."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    async def _view(self, interaction: Interaction, pressed: CustomId) -> TableView:
        return await self.service.view(pressed.table, interaction.user.id)

    @on(SET_UP)
    async def _set_up(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._require_lobby(interaction, pressed)
        await respond(interaction, set_up_page(table, interaction.user.id))

    @on("join", silent=True)
    async def _join(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        if table.row.phase == "lobby" and table.seat is not None:
            raise Question(_(ALREADY_IN), rows_of_buttons([_own_button(table, interaction.user.id)]))
        await self._take_seat(interaction, pressed, lobby.join(get_person(interaction), str(interaction.id)))

    async def _take_seat(
        self, interaction: Interaction, pressed: CustomId, decision: Decision, version: str | None = None
    ) -> None:
        """Commit a decision that may take a seat; start the game if the last seat is taken and the settings say so."""
        table = await self._view(interaction, pressed)
        starting = lobby.start_if_full(decision, game_type(table.row.game), interface(table.row.game))
        taking = await leave_first_game(self.service, table, interaction.user.id, starting)
        await self.service.change(pressed.table, taking, version=version)

    @on("leave")
    async def _leave(self, interaction: Interaction, pressed: CustomId) -> None:
        """Free the user's seat, or decline their invitation if they have none."""
        seat = (await self._view(interaction, pressed)).seat
        await self.service.change(pressed.table, lobby.leave(interaction.user.id))
        if seat is None or is_private(interaction):
            await respond(interaction, Answer(_(DECLINED if seat is None else LEFT)))

    @on("choose", silent=True)
    async def _choose(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        hooks = interface(table.row.game)
        # Lobbies posted by an early version have custom ids without the choice's name; games had only one choice then.
        known = hooks.seat_choices(table.options)
        name = pressed.details[0] if pressed.details else known[0].name if known else ""
        value = next(iter(get_selected_values(interaction)), CHANCE_VALUE)
        wanted = "" if value == CHANCE_VALUE else value
        decision = lobby.join_choosing(get_person(interaction), str(interaction.id), name, wanted, hooks)
        await self._take_seat(interaction, pressed, decision)

    @on("computer")
    async def _add_computer(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._require_lobby(interaction, pressed)
        decision, told = lobby.add_computer(interaction.user.id, str(interaction.id)), ""
        try:
            await self._take_seat(interaction, pressed, decision, pressed.version)
        except BoardMovedOn:
            told = _(SEATS_CHANGED)
        table = await self._view(interaction, pressed)
        if table.row.phase == "lobby":
            await respond(interaction, seats_page(table, interaction.user.id, told))
        else:
            await respond(interaction, Answer(_(STARTING)))

    @on(SURPRISE, silent=True)
    async def _surprise(self, interaction: Interaction, pressed: CustomId) -> None:
        """Leave the user's set-up to chance, or let them choose after all; a user without a seat joins."""
        await self._take_seat(interaction, pressed, surprises.toggle(get_person(interaction), str(interaction.id)))

    @on(FIRST_GAME, silent=True)
    async def _choose_first_game(self, interaction: Interaction, pressed: CustomId) -> None:
        """Choose the options of a first game, or leave them; other options get their defaults."""
        table = await self._require_host_in_lobby(interaction, pressed)
        ours, game = interface(table.row.game).lobby, game_type(table.row.game)
        options = dict(ours.new_options)
        if not ours.is_first_game(table.options):
            async with self.service.store.read() as reader:
                people = [seat.user_id for seat in table.seats if seat.user_id is not None]
                if await list_finished(reader, game.name, people):
                    raise Refusal(_(NOT_FIRST))
            options |= ours.first_options
        decision = lobby.set_game_options(interaction.user.id, game, options, table.settings)
        await self.service.change(pressed.table, decision)

    @on("fill_seats")
    async def _fill(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._require_lobby(interaction, pressed)
        decision = lobby.fill_with_computers(interaction.user.id, str(interaction.id))
        await self._take_seat(interaction, pressed, decision, pressed.version)

    @on_form("options")
    async def _open_options(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._require_host_in_lobby(interaction, pressed)
        ours = interface(table.row.game)
        fields = options_form(table, game_type(table.row.game), ours.computers, ours.level_lines)
        custom_id = CustomId(table.row.id, table.version, "options_submitted")
        await open_form(interaction, modal(_(OPTIONS_TITLE), custom_id, fields))

    # Lobbies posted by version 0.1 have the action "own" in the custom id of this button.
    @on_form("game_options", "own")
    async def _open_game_options(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._require_host_in_lobby(interaction, pressed)
        fields = interface(table.row.game).lobby.options_form(table)
        if not fields:
            raise Refusal(_("This game has no options of its own."))
        custom_id = CustomId(table.row.id, table.version, "game_options_submitted")
        await open_form(interaction, modal(_("Options of this game"), custom_id, fields))

    async def _require_host_in_lobby(self, interaction: Interaction, pressed: CustomId) -> TableView:
        table = await self._require_lobby(interaction, pressed)
        if table.row.host != interaction.user.id:
            raise Refusal(_(ONLY_HOST))
        return table

    async def _require_lobby(self, interaction: Interaction, pressed: CustomId) -> TableView:
        """Return the table if it is still in its lobby, else raise Refusal, since this page can't show a board."""
        table = await self._view(interaction, pressed)
        table.require_lobby()
        return table

    @on("options_submitted")
    async def _set_options(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(get_data(interaction).get("components", []))
        seen = await self._view(interaction, pressed)
        game, levels = game_type(seen.row.game), interface(seen.row.game).computers

        def decide(table: OpenTable) -> Change:
            # Settings that are not in the form keep their current values, since another form may have changed the
            # clock.
            settings = read_options(values, levels, table.settings)
            return lobby.set_options(interaction.user.id, settings, game)(table)

        await self.service.change(pressed.table, decide)
        await respond_with_set_up(self.service, interaction, pressed.table)

    @on("game_options_submitted")
    async def _set_game_options(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(get_data(interaction).get("components", []))
        seen = await self._view(interaction, pressed)
        game, ours = game_type(seen.row.game), interface(seen.row.game)

        def decide(table: OpenTable) -> Change:
            # The form is applied to the current options, so that options missing from it keep their values.
            options, settings = ours.lobby.parse_options_form(table.options, table.settings, values)
            return lobby.set_game_options(interaction.user.id, game, options, settings)(table)

        await self.service.change(pressed.table, decide)
        await respond_with_set_up(self.service, interaction, pressed.table)

    @on(START)
    async def _start(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._require_lobby(interaction, pressed)
        game, hooks = game_type(table.row.game), interface(table.row.game)
        decision = lobby.start(interaction.user.id, game, hooks, self.service.now())
        await self.service.change(pressed.table, decision, version=pressed.version)

    @on("close")
    async def _close(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._require_lobby(interaction, pressed)
        await self.service.change(pressed.table, lobby.cancel(interaction.user.id), version=pressed.version)
        if is_private(interaction):
            await respond(interaction, Answer(_("The table is closed.")))
