"""The message that pings users invited to a lobby, and the form fields for inviting."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.banners import banner_item
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import radio_field
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import button, layout, rows_of_buttons
from cogs.ui.messages.call_messages import BUTTON_OPEN
from cogs.ui.texts import clock_texts, texts
from data.store import MessageRow
from language.messages import N_, _, capitalize, list_and, ngettext, translate_labels
from render.picture import Picture
from tables.calling.questions import InvitePayload
from tables.seat_changes import seating
from tables.texts import CANCELLED
from tables.timing.clock_settings import get_clock
from tables.viewer import TableView

DECLINE = "decline"
PEOPLE = "people"
WHO = "who"
MOST_INVITED = 7
"""The maximum number of users that one form can invite."""

ANYBODY, INVITED = "anybody", "invited"
WHO_MAY_JOIN = {ANYBODY: N_("Anybody"), INVITED: N_("Only invited players")}


def invitation_view(
    table: TableView, invitation: InvitePayload, row: int, lobby: MessageRow | None, banner: Picture
) -> ui.LayoutView:
    """Build an invitation with its buttons; `row` is the outbox row's id, `lobby` the lobby's message to link to.

    Once everybody whom it invites has answered, it says so, and no longer offers to join.
    """
    if table.row.phase != "lobby":
        return ended_invitation_view(table, table.row.channel_id)
    ours, game, table_id = interface(table.row.game), table.row.game, table.row.id
    waiting = list_waiting(table, invitation)
    link = [] if lobby is None else [_link(_("See the table"), table, lobby.channel_id, lobby.message_id)]
    if not waiting:
        answers = ui.TextDisplay[ui.LayoutView](f"-# {format_answers(table, invitation.users)}")
        return layout(answers, *rows_of_buttons(link), colour=ours.colour)
    buttons = [
        button(_("Join"), CustomId(table_id, None, "join"), discord.ButtonStyle.success),
        button(_(texts.BUTTON_HOW_TO_PLAY), CustomId(table_id, None, "rules")),
        button(_("Not this time"), decline_id(table_id, row)),
        *link,
    ]
    text = ui.TextDisplay[ui.LayoutView](invitation_text(waiting, invitation.by, format_table_title(table)))
    clock = clock_texts.summary(get_clock(table.settings))
    pace = ui.TextDisplay[ui.LayoutView](f"-# {capitalize(clock)}\n-# {ours.duration}")
    return layout(text, banner_item(game, banner), pace, *rows_of_buttons(buttons), colour=ours.colour)


def list_waiting(table: TableView, invitation: InvitePayload) -> list[int]:
    """Return the users of an invitation who have not answered it yet."""
    return [user for user in invitation.users if user in seating.list_awaited(table.settings, table.seats)]


def format_answers(table: TableView, users: Sequence[int]) -> str:
    """Format who of the invited users has taken a seat, and who has not."""
    seated = [user for user in users if any(seat.user_id == user for seat in table.seats)]
    names, others = (list_and([f"<@{user}>" for user in some]) for some in (seated, [*{*users} - {*seated}]))
    told = [ngettext("{names} is in.", "{names} are in.", len(seated), names=names)] if seated else []
    return " ".join([*told, *([_("Not this time: {names}.", names=others)] if others else [])])


def ended_invitation_view(table: TableView, place: int) -> ui.LayoutView:
    """Build an invitation after the end of the lobby; `place` is the id of the board's channel.

    If the game has started, the message links to that channel; otherwise it says that the table was closed.
    """
    if table.view is None:
        return layout(ui.TextDisplay(f"-# {_(CANCELLED)}"))
    text = ui.TextDisplay[ui.LayoutView](f"-# {has_begun(format_table_title(table))}")
    return layout(text, *rows_of_buttons([_link(_(BUTTON_OPEN), table, place)]))


def _link(label: str, table: TableView, *place: int) -> ui.Button[ui.LayoutView]:
    """Build a button that links to a channel, or to a message in it."""
    where = "/".join(str(part) for part in (table.row.guild_id or "@me", *place))
    return ui.Button(label=label, url=f"https://discord.com/channels/{where}")


def decline_id(table_id: str, row: int) -> CustomId:
    """Return the custom id of the decline button; it also identifies the invitation's message."""
    return CustomId(table_id, None, DECLINE, (str(row),))


def invitation_fields(most: int, *, open_seats: bool | None) -> list[ui.Item[Any]]:
    """Build the form fields for inviting: at most `most` users, and who may take the free seats.

    `open_seats` is whether anybody may take them now, or None if the user can't change it.
    """
    people: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=PEOPLE, min_values=1, max_values=min(MOST_INVITED, most), required=True
    )
    fields: list[ui.Item[Any]] = [
        ui.Label(
            text=_("Who do you want to invite?"),
            description=_("They get one ping, and can take a seat."),
            component=people,
        )
    ]
    if open_seats is not None:
        now = ANYBODY if open_seats else INVITED
        choices = translate_labels(WHO_MAY_JOIN)
        fields.append(radio_field(_("Who may take the free seats?"), WHO, choices, now))
    return fields


def invitation_text(users: Sequence[int], by: int, game: str) -> str:
    names = list_and([f"<@{user}>" for user in users])
    return _("### {names}, {by} invites you to {game}", names=names, by=f"<@{by}>", game=game)


def has_begun(game: str) -> str:
    return _("{game} has begun.", game=game)
