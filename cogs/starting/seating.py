"""*Invite* and *Seats* in a lobby: the form, and the private page for giving away, swapping and ordering seats."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.set_up_page import CLOSED, INVITE, RANDOM_ORDER, SEATS, respond_with_set_up
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import MOST_ID, CustomId, read_number
from cogs.ui.kit.forms import list_chosen_people, modal, read_form, read_ids
from cogs.ui.kit.interactions import get_data, get_selected_values, on, on_form
from cogs.ui.kit.interface import format_table_title
from cogs.ui.kit.layouts import BUTTON_BACK, Button, Row, button, rows_of_buttons
from cogs.ui.messages.invitation import ANYBODY, DECLINE, PEOPLE, WHO, WHO_MAY_JOIN, invitation_fields
from cogs.ui.messages.lobby_message import SET_UP
from cogs.ui.messages.seat_offer import BUTTON_WITHDRAW, CHOOSE_SOMEBODY, WITHDRAW, offer_id
from cogs.ui.texts import texts
from data.store import SeatRow
from language.messages import N_, _, list_and, ngettext
from render.text import truncate
from tables import lobby
from tables.after_the_end import rematch
from tables.committing.changes import Decision
from tables.refusal import Refusal
from tables.seat_changes import seating
from tables.seat_changes.seating import ONLY_HOST_INVITES, PERSON_OR_SEAT
from tables.texts import escape
from tables.viewer import TableView

INVITE_FROM_A_SEAT = N_("Only players at the table can invite others. Take a seat, or ask the host to invite somebody.")

INVITED = "invited_here"
GIVE, SWAP, FREE, ORDER, WHO_MAY, INVITERS = "give_seat", "swap_seat", "free_seat", "order", "who_may", "inviters"
YES, NO = "1", "0"

GIVE_TITLE = N_("Give my seat to …")
SWAP_TITLE = N_("Swap places with …")
FREE_TITLE = N_("Free a seat …")
ORDER_JOINING, ORDER_RANDOM = "joining", "random"
ORDERS = {ORDER_JOINING: N_("As people joined"), ORDER_RANDOM: N_("Drawn at the start")}
DECLINED = N_("Thanks for letting me know. If you change your mind, just join.")

INVITE_TITLE = N_("Invite to a game")
INVITE_NOBODY = N_("Choose at least one other person. Computer players have their own button.")


class Seating(commands.Cog):
    """A cog that handles *Invite* and the page behind *Seats*."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on_form(INVITE)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._require_lobby(interaction, pressed)
        user_id = interaction.user.id
        if not seating.may_invite(table, user_id):
            if table.seat is None:
                raise Refusal(_(INVITE_FROM_A_SEAT))
            raise Refusal(_(ONLY_HOST_INVITES))
        decides = table.settings.open_seats if table.row.host == user_id else None
        free = max(1, table.settings.seats - len(table.seats))
        fields = invitation_fields(free, open_seats=decides)
        await open_form(interaction, modal(_(INVITE_TITLE), CustomId(pressed.table, None, INVITED), fields))

    @on(INVITED)
    async def _invite(self, interaction: Interaction, pressed: CustomId) -> None:
        people = list_chosen_people(interaction, PEOPLE)
        if not people:
            raise Refusal(_(INVITE_NOBODY))
        who = read_form(get_data(interaction).get("components", [])).get(WHO)
        open_seats = None if who not in WHO_MAY_JOIN else who == ANYBODY
        decision = seating.invite(interaction.user.id, people, open_seats)
        after = await self.service.change(pressed.table, decision)
        asked = [user for user in people if user in after.settings.invited]
        await respond_with_set_up(self.service, interaction, pressed.table, format_invited_users(asked))

    @on(DECLINE)
    async def _decline(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, lobby.leave(interaction.user.id))
        await respond(interaction, Answer(_(DECLINED)))

    async def _require_lobby(self, interaction: Interaction, pressed: CustomId) -> TableView:
        """Return the view of a pressed button's table. Raise Refusal if the table has left its lobby."""
        table = await self.service.view(pressed.table, interaction.user.id)
        table.require_lobby()
        return table

    @on(SEATS)
    async def _page(self, interaction: Interaction, pressed: CustomId, done: str = "") -> None:
        table = await self._require_lobby(interaction, pressed)
        await respond(interaction, seats_page(table, interaction.user.id, done))

    async def _do(self, interaction: Interaction, pressed: CustomId, decision: Decision, done: str = "") -> None:
        await self.service.change(pressed.table, decision)
        await self._page(interaction, pressed, done)

    @on(GIVE)
    async def _give(self, interaction: Interaction, pressed: CustomId) -> None:
        data = get_data(interaction)
        users: dict[str, Any] = (data.get("resolved") or {}).get("users") or {}
        found = read_ids(text for text in get_selected_values(interaction) if not (users.get(text) or {}).get("bot"))
        if len(found) != 1:
            raise Refusal(_(CHOOSE_SOMEBODY))
        await self._do(interaction, pressed, seating.offer(interaction.user.id, found[0]))

    @on(SWAP)
    async def _swap(self, interaction: Interaction, pressed: CustomId) -> None:
        seat, holder = _chosen_seat(interaction)
        if holder is None:
            decision = seating.swap_with_computer(interaction.user.id, seat)
            await self._do(interaction, pressed, decision, _("You have swapped places."))
            return
        table = await self._require_lobby(interaction, pressed)
        if holder not in [each.user_id for each in table.seats]:
            raise Refusal(_(PERSON_OR_SEAT))
        await self._do(interaction, pressed, seating.offer(interaction.user.id, holder))

    @on(FREE)
    async def _free(self, interaction: Interaction, pressed: CustomId) -> None:
        decision = seating.free_seat(interaction.user.id, *_chosen_seat(interaction))
        await self._do(interaction, pressed, decision, _("That seat is free."))

    @on(ORDER)
    async def _order(self, interaction: Interaction, pressed: CustomId) -> None:
        wanted = next(iter(get_selected_values(interaction)), "")
        if wanted not in ORDERS:
            raise Refusal(_(PERSON_OR_SEAT))
        await self._do(interaction, pressed, seating.set_seat_order(interaction.user.id, random=wanted == ORDER_RANDOM))

    @on(WHO_MAY)
    async def _choose_inviters(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._do(interaction, pressed, seating.arrange(interaction.user.id, open_seats=_is_yes(pressed)))

    @on(INVITERS)
    async def _set_inviters(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._do(interaction, pressed, seating.arrange(interaction.user.id, all_invite=_is_yes(pressed)))


def seats_page(table: TableView, user_id: int, done: str = "") -> Answer:
    """Build the page with the seats and the user's controls for them; `done` is a confirmation."""
    lines = [seats_title(format_table_title(table)), texts.lobby_state(len(table.seats), table.settings.seats)]
    lines += [_line(seat, user_id) for seat in table.seats]
    settings, own = table.settings, next((seat for seat in table.seats if seat.user_id == user_id), None)
    if settings.random_order:
        lines.append(_(RANDOM_ORDER))
    if not settings.open_seats:
        lines.append(_(CLOSED))
    if own is None:
        lines.append(_("Players can pass their seat on or swap places."))
    if own is not None and own.offered_to is not None:
        swap = own.offered_to in [seat.user_id for seat in table.seats]
        lines.append(place_asked(own.offered_to, swap=swap))
    if done:
        lines.append(f"**{done}**")
    rows: list[ui.Item[Any]] = []
    if own is not None:
        rows += _own_rows(table, own)
    buttons: list[Button] = []
    if table.row.host == user_id:
        rows += _host_rows(table)
        buttons = _host_buttons(table)
    rows += rows_of_buttons([*buttons, button(_(BUTTON_BACK), CustomId(table.row.id, None, SET_UP))])
    return Answer("\n".join(lines), tuple(rows))


def _own_rows(table: TableView, own: SeatRow) -> list[Row]:
    """Build the controls with which a user gives away or swaps their own seat, or stops offering it."""
    table_id, is_host = table.row.id, own.user_id == table.row.host
    if own.offered_to is not None:
        withdraw = offer_id(table_id, WITHDRAW, own.seat, own.offers)
        return list(rows_of_buttons([button(_(BUTTON_WITHDRAW), withdraw)]))
    give: ui.UserSelect[Any] = ui.UserSelect(custom_id=str(CustomId(table_id, None, GIVE)), placeholder=_(GIVE_TITLE))
    rows: list[Row] = [ui.ActionRow(give)]
    others = [seat for seat in table.seats if seat != own and (seat.user_id is not None or is_host)]
    if others and not table.settings.random_order:
        rows.append(_seat_select(table_id, SWAP, _(SWAP_TITLE), others))
    return rows


def _host_rows(table: TableView) -> list[ui.Item[Any]]:
    """Build the selects with which the host manages all seats."""
    table_id, settings = table.row.id, table.settings
    rows: list[ui.Item[Any]] = []
    others = [seat for seat in table.seats if seat.user_id != table.row.host]
    awaited = [
        SeatRow(seat=number, user_id=place.user, name=place.name, salt="")
        for number, place in enumerate(rematch.pending(settings, table.seats), len(table.seats))
    ]
    if others or awaited:
        rows.append(_seat_select(table_id, FREE, _(FREE_TITLE), others, awaited))
    orders = [
        discord.SelectOption(label=_(label), value=value, default=settings.random_order and value == ORDER_RANDOM)
        for value, label in ORDERS.items()
    ]
    order: ui.Select[Any] = ui.Select(
        custom_id=str(CustomId(table_id, None, ORDER)), placeholder=_("As listed above"), options=orders
    )
    return [*rows, ui.TextDisplay(_("**Seat order**")), ui.ActionRow(order)]


def _host_buttons(table: TableView) -> list[Button]:
    """Build the host's buttons: a computer player for a free seat, who may join, and who may invite."""
    table_id, settings = table.row.id, table.settings
    is_free = len(table.seats) < settings.seats
    add = [button(_("Add computer player"), CustomId(table_id, table.version, "computer"))] if is_free else []
    who = _("Only invited may join") if settings.open_seats else _("Anybody may join")
    inviters = _("Only I invite") if settings.all_invite else _("Everybody may invite")
    return [
        *add,
        button(who, CustomId(table_id, None, WHO_MAY, (NO if settings.open_seats else YES,))),
        button(inviters, CustomId(table_id, None, INVITERS, (NO if settings.all_invite else YES,))),
    ]


def _seat_select(
    table_id: str, action: str, title: str, seats: Sequence[SeatRow], awaited: Sequence[SeatRow] = ()
) -> Row:
    """Build a select of taken seats and of places reserved for invited users (`awaited`).

    Each value contains the seat and its current player, so that a later change of the player is noticed.
    """
    described = [(seat, _("A computer player") if seat.user_id is None else None) for seat in seats]
    described += [(seat, _("Has not answered yet")) for seat in awaited]
    options = [
        discord.SelectOption(
            label=truncate(f"{seat.seat + 1}. {seat.name}", 100),
            value=f"{seat.seat} {seat.user_id or 0}",
            description=description,
        )
        for seat, description in described
    ]
    return ui.ActionRow(ui.Select(custom_id=str(CustomId(table_id, None, action)), placeholder=title, options=options))


def _chosen_seat(interaction: Interaction) -> tuple[int, int | None]:
    """Return the selected seat, and the id of the player who had it when the page was built (None: a computer player).

    Raises Refusal for an invalid value.
    """
    words = next(iter(get_selected_values(interaction)), "").split()
    match [read_number(word, MOST_ID) for word in words]:
        case [int(seat), int(holder)]:
            return seat, holder or None
        case _:
            raise Refusal(_(PERSON_OR_SEAT))


def _is_yes(pressed: CustomId) -> bool:
    return pressed.details[:1] == (YES,)


def _line(seat: SeatRow, user_id: int) -> str:
    line = f"{seat.seat + 1}. **{escape(seat.name)}**"
    return _("{name} · you", name=line) if seat.user_id == user_id else line


def seats_title(title: str) -> str:
    return _("### Seats of {title}", title=title)


def place_asked(user: int, *, swap: bool) -> str:
    if swap:
        return _("You have asked {name} to swap places. You swap when they accept.", name=f"<@{user}>")
    return _("You have asked {name} to take your seat. Until they do, it stays yours.", name=f"<@{user}>")


def format_invited_users(users: Sequence[int]) -> str:
    names = list_and([f"<@{user}>" for user in users])
    return ngettext(
        "{names} is invited, and pinged once.", "{names} are invited, and pinged once.", len(users), names=names
    )
