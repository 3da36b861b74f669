"""The *Time* page behind *More*: the clock, each player's time, pauses, free weekends and quiet hours."""

import discord
from discord import ui
from discord.ext import commands

from cogs.at_table.stand_in import time_buttons as stand_in_buttons
from cogs.at_table.stand_in import time_lines
from cogs.client import Hexcade
from cogs.personal.quiet_hours import quiet_button, quiet_state
from cogs.ui.kit.answers import Answer, Interaction, is_private, respond
from cogs.ui.kit.custom_ids import MOST_ID, CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.messages.pause_block import AGREE, END, HERE, PLAY_ON, RESUME, pause_buttons, pause_text
from cogs.ui.messages.shared_buttons import TIME, menu_button
from cogs.ui.texts.clock_texts import WEEKENDS_FREE
from language.messages import N_, _
from tables.open_table import is_played_by_person
from tables.preferences import preferences
from tables.service import TableService
from tables.timing import idle, pauses
from tables.timing.pauses import decode_pauses
from tables.timing.standstill import has_free_weekends
from tables.viewer import TableView

ASKED = N_("I've asked on the card. The pause begins when everybody has agreed there. Until then, the game goes on.")

TIME_TITLE = N_("### Time")
PAUSED = N_("The game is paused.")
EMERGENCY_QUESTION = N_(
    "Has something come up? This pauses the game for 72 hours, at once and without asking anybody. "
    "You get one such pause per game, and you can end it early."
)
ENDING = N_("Noted. The game ends when all players have pressed *{end}*. It then counts for nobody.")

CLOSE_ROUND = "end"
"""The action that asks the host whether to close a round (`cogs.at_table.more`)."""
ASK, EMERGENCY, EMERGENCY_NOW = "pause_ask", "pause_sos", "pause_sos_now"


class TimePage(commands.Cog):
    """A cog for the *Time* page, and for answers to pause requests and to the inactivity question."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on(TIME)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._respond(interaction, pressed.table)

    async def _respond(self, interaction: Interaction, table_id: str, told: str = "") -> None:
        await respond(interaction, await time_answer(self.service, table_id, interaction.user.id, told))

    @on(ASK)
    async def _ask(self, interaction: Interaction, pressed: CustomId) -> None:
        after = await self.service.change(pressed.table, pauses.ask(interaction.user.id, self.service.now()))
        is_paused = decode_pauses(after.row).standing is not None
        await self._respond(interaction, pressed.table, _(PAUSED if is_paused else ASKED))

    @on(AGREE, silent=True)
    async def _agree(self, interaction: Interaction, pressed: CustomId) -> None:
        seat, at = _request(pressed)
        await self.service.change(pressed.table, pauses.agree(interaction.user.id, seat, at, self.service.now()))
        await self._told(interaction, pressed.table, _(PAUSED))

    @on(PLAY_ON, silent=True)
    async def _play_on(self, interaction: Interaction, pressed: CustomId) -> None:
        seat, at = _request(pressed)
        after = await self.service.change(pressed.table, pauses.decline(interaction.user.id, seat, at))
        asked = interaction.user.id == next((each.user_id for each in after.seats if each.seat == seat), None)
        await self._told(
            interaction,
            pressed.table,
            _("You've withdrawn your request. The game goes on.")
            if asked
            else _("You've declined the pause. The game goes on."),
        )

    @on(RESUME, silent=True)
    async def _resume(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, pauses.resume(interaction.user.id, self.service.now()))
        await self._told(interaction, pressed.table, _("The game goes on. Everybody has the same time left as before."))

    async def _told(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Show the *Time* page again with the result of the press, if the press came from a private page.

        A press on the public card needs no answer, because the card itself shows the result.
        """
        if is_private(interaction):
            is_paused = decode_pauses((await self.service.load(table_id)).row).standing is not None
            await self._respond(interaction, table_id, "" if is_paused else text)

    @on(EMERGENCY)
    async def _ask_emergency(self, interaction: Interaction, pressed: CustomId) -> None:
        yes = CustomId(pressed.table, None, EMERGENCY_NOW)
        buttons = [
            button(_("Yes, pause for 72 hours"), yes, discord.ButtonStyle.primary),
            button(_("Not now"), CustomId(pressed.table, None, TIME)),
        ]
        await respond(interaction, Answer(_(EMERGENCY_QUESTION), rows_of_buttons(buttons)))

    @on(EMERGENCY_NOW)
    async def _pause_for_emergency(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, pauses.emergency_pause(interaction.user.id, self.service.now()))
        await self._respond(interaction, pressed.table)

    @on(HERE)
    async def _confirm_presence(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, idle.confirm_presence(interaction.user.id, _number(pressed, 0)))
        await respond(interaction, Answer(_("Thanks, good to know. I won't ask again for a week.")))

    @on(END)
    async def _end(self, interaction: Interaction, pressed: CustomId) -> None:
        after = await self.service.change(pressed.table, idle.end(interaction.user.id, _number(pressed, 0)))
        await respond(
            interaction,
            Answer(
                _(ENDING, end=_("End the game"))
                if after.row.phase == "playing"
                else _("You all agreed, so the game has ended. It counts for nobody.")
            ),
        )


async def time_answer(service: TableService, table_id: str, user_id: int, told: str = "") -> Answer:
    """Build the *Time* page for a user. `told` is the result of their last press, shown at the top."""
    table, now = await service.view(table_id, user_id), await preferences(service.store, user_id)
    weekends = _(WEEKENDS_FREE) if has_free_weekends(table.settings) else ""
    state = "\n".join(line for line in (*time_lines(table), pause_text(table), weekends) if line)
    parts = (told, state, quiet_state(now, service.now()))
    text = f"{_(TIME_TITLE)}\n" + "\n\n".join(part for part in parts if part)
    return Answer(text, rows_of_buttons(_buttons(table, user_id)))


def _buttons(table: TableView, user_id: int) -> list[ui.Button[ui.LayoutView]]:
    """Return the page's buttons: stand-ins, pauses, *Close round* for the host, quiet hours and *Back*.

    After the game there are only the quiet hours.
    """
    if table.row.phase != "playing":
        return [quiet_button()]
    closes = table.row.host == user_id and table.is_simultaneous
    close = [button(_("Close round"), CustomId(table.row.id, None, CLOSE_ROUND))] if closes else []
    return [
        *stand_in_buttons(table),
        *_own_pause_buttons(table),
        *close,
        quiet_button(),
        menu_button(table.row.id),
    ]


def _own_pause_buttons(table: TableView) -> list[ui.Button[ui.LayoutView]]:
    if table.is_solo or not table.may_resign() or all(seat.seat != table.seat for seat in table.staying):
        return []
    known = decode_pauses(table.row)
    if known.standing is not None:
        caller = known.standing.seat
        is_others = known.standing.kind == "emergency" and caller != table.seat
        still_plays = any(seat.seat == caller and is_played_by_person(seat) for seat in table.staying)
        return [] if is_others and still_plays else pause_buttons(table)
    sos = [button(_("Emergency pause"), CustomId(table.row.id, None, EMERGENCY))]
    own = next(seat for seat in table.seats if seat.seat == table.seat)
    ask = [button(_("Ask for a pause"), CustomId(table.row.id, None, ASK))]
    if known.request is not None:
        ask = _withdraw(table, known.request) if known.request.seat == table.seat else pause_buttons(table)
    return [*ask, *([] if own.user_id in known.emergencies else sos)]


def _withdraw(table: TableView, request: pauses.PauseRequest) -> list[ui.Button[ui.LayoutView]]:
    """Return the button *Stop asking*, with which the player who asked for a pause withdraws the request."""
    details = (str(request.seat), str(request.at))
    return [button(_("Stop asking"), CustomId(table.row.id, None, PLAY_ON, details))]


def _request(pressed: CustomId) -> tuple[int, int]:
    """Return the seat that asked for a pause and the time of the request in milliseconds UTC, from a button.

    A value that isn't a number is returned as -1.
    """
    return _number(pressed, 0), _number(pressed, 1)


def _number(pressed: CustomId, place: int) -> int:
    """Return the number at index `place` of a button's details.

    Returns -1, which matches no seat or time, if it isn't a number.
    """
    number = pressed.number(place, MOST_ID)
    return -1 if number is None else number
