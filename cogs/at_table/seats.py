"""*Replace* and *Pass my seat on* behind *More*: the form that offers a seat, and the answers to the offer."""

from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.new_table import leave_first_game
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.errors import UNREACHABLE
from cogs.ui.kit.forms import list_chosen_people, modal, radio_field, read_choices
from cogs.ui.kit.interactions import get_data, on, on_form
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import Row, button, rows_of_buttons
from cogs.ui.messages.cards import move_buttons
from cogs.ui.messages.seat_offer import BUTTON_WITHDRAW, CHOOSE_SOMEBODY, DECLINE, TAKE, WITHDRAW, offer_id
from cogs.ui.requests.interaction_user import get_person
from data.store import OPEN_PHASES, SeatRow
from language.messages import N_, _
from tables.open_table import ACTIVE
from tables.refusal import Refusal
from tables.seat_changes import seating, seats
from tables.texts import NOT_AT_THIS_TABLE, OFFER_LAPSED, escape
from tables.viewer import TableView

BUTTON_PASS_ON = N_("Pass my seat on")
PEOPLE_HINT = N_("I ask them here and ping them once. Nothing changes until they accept.")

REPLACE, REPLACED = "replace", "replaced"
SEAT, PEOPLE = "seat", "people"
NO_MEMBER = (10007, 10013)
"""Discord's error codes for a user who isn't a member of the server, and for an account that no longer exists."""


class Seats(commands.Cog):
    """A cog for offering a seat to another user, and for taking, declining or withdrawing an offer."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @on_form(REPLACE)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        table.require_playing()
        wanted = [_number(text) for text in pressed.details[:1]]
        offered = [
            seat for seat in list_replaceable_seats(table, interaction.user.id) if seat.seat in wanted or not wanted
        ]
        if not offered:
            raise Refusal(
                _(NOT_AT_THIS_TABLE)
                if table.seat is None
                else _("You can pass on only your own seat, and only while you play.")
            )
        fields: list[ui.Item[Any]] = []
        details: tuple[str, ...] = ()
        if len(offered) == 1:
            details = (str(offered[0].seat),)
        else:
            names = {str(seat.seat): seat.name for seat in offered}
            lines = {str(seat.seat): _line(seat, interaction.user.id) for seat in offered}
            fields.append(
                radio_field(
                    _("Which seat?"),
                    SEAT,
                    names,
                    "",
                    _("The new player continues from here, with everything the seat has."),
                    lines,
                )
            )
        people: ui.UserSelect[Any] = ui.UserSelect(custom_id=PEOPLE, required=True)
        fields.append(ui.Label(text=_("Who should play on?"), description=_(PEOPLE_HINT), component=people))
        custom_id = CustomId(pressed.table, None, REPLACED, details)
        await open_form(interaction, modal(_("Give a seat to somebody else"), custom_id, fields))

    @on(REPLACED)
    async def _offer(self, interaction: Interaction, pressed: CustomId) -> None:
        """Offer the seat chosen in the form to the user chosen there."""
        values = read_choices(get_data(interaction).get("components", []))
        number = _number((*pressed.details, *values.get(SEAT, ("",)))[0])
        people = list_chosen_people(interaction, PEOPLE)
        if len(people) != 1:
            raise Refusal(_(CHOOSE_SOMEBODY))
        table = await self.service.view(pressed.table, interaction.user.id)
        has_left = await self._has_left(interaction, table, number)
        decision = seats.offer(interaction.user.id, number, people[0], has_left=has_left)
        offered = (await self.service.change(pressed.table, decision)).seats[number]
        withdraw = button(_(BUTTON_WITHDRAW), offer_id(pressed.table, WITHDRAW, number, offered.offers))
        text = format_seat_asked(people[0], offered.name, own=offered.user_id == interaction.user.id)
        await respond(interaction, Answer(text, rows_of_buttons([withdraw])))

    async def _has_left(self, interaction: Interaction, table: TableView, number: int) -> bool:
        """Return whether the seat's player has left the server, according to Discord.

        Discord is asked only if the host offers another player's seat. Otherwise, and if Discord can't be reached, the
        result is False.
        """
        user = next((seat.user_id for seat in table.seats if seat.seat == number), None)
        guild = table.row.guild_id
        if user is None or guild is None or interaction.user.id != table.row.host or user == interaction.user.id:
            return False
        try:
            await self.bot.http.get_member(guild, user)
        except UNREACHABLE as error:
            return isinstance(error, discord.NotFound) and error.code in NO_MEMBER
        return False

    @on(TAKE)
    async def _take(self, interaction: Interaction, pressed: CustomId) -> None:
        """Give an offered seat to the user to whom it was offered. Idempotent."""
        number, offer = _answered(pressed)
        table = await self.service.view(pressed.table, interaction.user.id)
        before_start, person = table.row.phase == "lobby", get_person(interaction)
        taking = (
            seating.take(person, str(interaction.id), number, offer)
            if before_start
            else seats.take(person, number, offer)
        )
        if before_start:
            taking = await leave_first_game(self.service, table, interaction.user.id, taking)
        try:
            await self.service.change(pressed.table, taking)
        except Refusal:
            # after a double tap the second one is refused, and is answered like the first if the user has the seat now
            table = await self.service.view(pressed.table, interaction.user.id)
            # an offer that is still open means that the user had the seat before, and has not just taken it
            is_taken = table.seat == number and table.seats[number].offered_to is None
            if not is_taken or table.row.phase not in OPEN_PHASES:
                raise
        table = await self.service.view(pressed.table, interaction.user.id)
        if before_start:
            await respond(interaction, Answer(format_lobby_seat_taken(format_table_title(table), number + 1)))
            return
        text = format_seat_taken_over(format_table_title(table), must_act=table.must_act)
        await respond(interaction, Answer(text, _first_steps(table)))

    async def _is_lobby(self, pressed: CustomId) -> bool:
        return (await self.service.view(pressed.table)).row.phase == "lobby"

    @on(DECLINE)
    async def _decline(self, interaction: Interaction, pressed: CustomId) -> None:
        decline = seating.decline if await self._is_lobby(pressed) else seats.decline
        await self.service.change(pressed.table, decline(interaction.user.id, *_answered(pressed)))
        await respond(interaction, Answer(_("Thanks for letting me know. Nothing has changed.")))

    @on(WITHDRAW)
    async def _withdraw(self, interaction: Interaction, pressed: CustomId) -> None:
        withdraw = seating.decline if await self._is_lobby(pressed) else seats.withdraw
        await self.service.change(pressed.table, withdraw(interaction.user.id, *_answered(pressed)))
        await respond(interaction, Answer(_("You've withdrawn the offer. Nothing has changed.")))


def replace_buttons(table: TableView, user_id: int) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that opens the form; empty if the user may not offer any seat.

    The label is *Pass my seat on* if the user may only offer their own seat, else *Replace*.
    """
    offered = list_replaceable_seats(table, user_id)
    if not offered:
        return []
    only_own = [seat.user_id for seat in offered] == [user_id]
    label = _(BUTTON_PASS_ON) if only_own else _("Replace")
    return [button(label, CustomId(table.row.id, None, REPLACE))]


def pass_on_button(table: TableView) -> ui.Button[ui.LayoutView]:
    """Return the button *Pass my seat on*, which opens the form with the viewer's own seat chosen."""
    return button(_(BUTTON_PASS_ON), CustomId(table.row.id, None, REPLACE, (str(table.seat),)))


def list_replaceable_seats(table: TableView, user_id: int) -> list[SeatRow]:
    """Return the active seats that the form lists: all for the host, else only the user's own.

    The host may give away another player's seat only if that player is away or has left the server. That is checked
    when the form is submitted.
    """
    if table.row.phase != "playing" or table.row.guild_id is None:
        return []
    active = [seat for seat in table.seats if seat.state == ACTIVE]
    return active if table.row.host == user_id else [seat for seat in active if seat.user_id == user_id]


def _line(seat: SeatRow, user_id: int) -> str:
    """Format the line below a seat's name in the form: its kind of player, or when it may be given away."""
    if seat.user_id is None:
        return _("A computer player")
    if seat.user_id == user_id:
        return _("Yours")
    if seat.missed >= seats.AWAY_AFTER:
        return _("Away: missed two or more turns")
    return _("Only if they have left the server")


def _first_steps(table: TableView) -> tuple[Row, ...]:
    """Return the buttons for a user who has just taken over a seat: the move, and the game's private pages."""
    pages = interface(table.row.game).composing.private_buttons(table)
    private = [button(label, CustomId(table.row.id, None, page)) for label, page in pages]
    return rows_of_buttons([*move_buttons(table), *private])


def _answered(pressed: CustomId) -> tuple[int, int]:
    """Return the seat number and the offer number from the button that answers an offer.

    Raises Refusal if the button does not contain both.
    """
    if len(pressed.details) != 2:
        raise Refusal(_(OFFER_LAPSED))
    return _number(pressed.details[0]), _number(pressed.details[1])


def _number(text: str) -> int:
    number = read_number(text, 99_999)
    if number is None:
        raise Refusal(_(OFFER_LAPSED))
    return number


def format_seat_asked(user: int, holder: str, *, own: bool) -> str:
    asked = _("{name} has been asked, and can take the seat with one tap.", name=f"<@{user}>")
    until = _("Until then you play on.") if own else _("Until then {name} stays in the game.", name=escape(holder))
    return f"{asked} {until}"


def format_seat_taken_over(game: str, *, must_act: bool) -> str:
    taken = _("You're in: this seat in {game} is yours now.", game=game)
    turn = _("It's your turn.") if must_act else _("I'll ping you when it's your turn.")
    return f"{taken} {turn}"


def format_lobby_seat_taken(game: str, seat: int) -> str:
    return _("Seat {seat} of {game} is yours now.", seat=seat, game=game)
