"""The message that asks somebody to take a seat, and what it becomes once that is settled."""

import discord
from discord import ui

from cogs.ui import seat_texts, texts
from cogs.ui.cards import escaped_names
from cogs.ui.custom_ids import CustomId, parse
from cogs.ui.interface import interface
from cogs.ui.layouts import button, layout, rows_of_buttons
from cogs.ui.lobby_message import title_of
from tables.outbox_rows import OFFER, OfferPayload
from tables.viewer import TableView

TAKE, DECLINE, WITHDRAW = "take_seat", "no_seat", "keep_seat"


def offer_id(table: str, action: str, seat: int, number: int) -> CustomId:
    """The custom id of a button that answers an offer; the offer's number tells it from later ones."""
    return CustomId(table, None, action, (str(seat), str(number)))


def offer_view(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """The question with its two answers, or what became of it."""
    ours = interface(table.row.game)
    if offer.outcome:
        return layout(ui.TextDisplay(seat_texts.settled(offer.outcome, offer.to, offer.holder)))
    own = table.seats[offer.seat].user_id == offer.by
    headline = ours.headline(table.view, escaped_names(table))
    text = seat_texts.offer(offer.to, offer.by, offer.holder, title_of(table), headline, own=own)
    buttons = [
        button(
            seat_texts.BUTTON_TAKE,
            offer_id(table.row.id, TAKE, offer.seat, offer.number),
            discord.ButtonStyle.success,
        ),
        button(seat_texts.BUTTON_NO, offer_id(table.row.id, DECLINE, offer.seat, offer.number)),
        button(texts.BUTTON_RULES, CustomId(table.row.id, None, "rules")),
    ]
    return layout(ui.TextDisplay(text), *rows_of_buttons(buttons), colour=ours.colour)


def message_kind(offer: OfferPayload) -> str:
    """The kind of the message of an offer: one for each seat and number."""
    return f"{OFFER} {offer.seat} {offer.number}"


def is_open(table: TableView, offer: OfferPayload) -> bool:
    """Whether an offer still stands."""
    seat = table.seats[offer.seat]
    return (seat.offers, seat.offered_to) == (offer.number, offer.to)


def answers_offer(custom_id: str, table: str, offer: OfferPayload) -> bool:
    """Whether a custom id is of a button of this offer's message."""
    return parse(custom_id) == offer_id(table, TAKE, offer.seat, offer.number)
