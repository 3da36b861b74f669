"""The message that asks somebody to take a seat, and what it becomes once that is settled."""

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import interface, title_of
from cogs.ui.kit.layouts import button, layout, rows_of_buttons
from cogs.ui.messages.cards import escaped_names
from cogs.ui.texts import clock_texts, seat_texts, seating_texts, texts
from tables.calling.questions import ANYBODY, OfferPayload
from tables.viewer import TableView

BUTTON_TAKE = "Take the seat"
BUTTON_NO = "No, thanks"

TAKE, DECLINE, WITHDRAW = "take_seat", "no_seat", "keep_seat"


def offer_id(table: str, action: str, seat: int, number: int) -> CustomId:
    """The custom id of a button that answers an offer; the offer's number tells it from later ones."""
    return CustomId(table, None, action, (str(seat), str(number)))


def offer_view(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """The question with its two answers, or what became of it."""
    ours = interface(table.row.game)
    if offer.lobby:
        return _lobby_offer(table, offer)
    if offer.outcome:
        return layout(ui.TextDisplay(seat_texts.settled(offer.outcome, offer.to, offer.holder)))
    if offer.to == ANYBODY:
        return _open_view(table, offer)
    own = table.seats[offer.seat].user_id == offer.by
    headline = ours.words.headline(table.view, escaped_names(table))
    text = seat_texts.offer(offer.to, offer.by, offer.holder, title_of(table), headline, own=own)
    buttons = [
        button(
            BUTTON_TAKE,
            offer_id(table.row.id, TAKE, offer.seat, offer.number),
            discord.ButtonStyle.success,
        ),
        button(BUTTON_NO, offer_id(table.row.id, DECLINE, offer.seat, offer.number)),
        button(texts.BUTTON_RULES, CustomId(table.row.id, None, "rules")),
    ]
    return layout(ui.TextDisplay(text), *rows_of_buttons(buttons), colour=ours.colour)


def _lobby_offer(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """The question before the start whether somebody takes a seat or swaps places, or what became of it."""
    if offer.outcome:
        text = seating_texts.settled(offer.outcome, offer.to, offer.holder, swap=offer.swap)
        return layout(ui.TextDisplay(text))
    yes = "Yes, swap" if offer.swap else BUTTON_TAKE
    buttons = [
        button(yes, offer_id(table.row.id, TAKE, offer.seat, offer.number), discord.ButtonStyle.success),
        button(BUTTON_NO, offer_id(table.row.id, DECLINE, offer.seat, offer.number)),
    ]
    text = seating_texts.offer(offer.to, offer.by, title_of(table), swap=offer.swap)
    return layout(ui.TextDisplay(text), *rows_of_buttons(buttons), colour=interface(table.row.game).colour)


def _open_view(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """The message of a seat that anybody may take."""
    ours = interface(table.row.game)
    headline = ours.words.headline(table.view, escaped_names(table))
    take = offer_id(table.row.id, TAKE, offer.seat, offer.number)
    buttons = [
        button("Take this seat", take, discord.ButtonStyle.success),
        button(texts.BUTTON_RULES, CustomId(table.row.id, None, "rules")),
    ]
    text = ui.TextDisplay[ui.LayoutView](
        clock_texts.open_seat(
            offer.holder, title_of(table), headline, stood_in=table.seats[offer.seat].player is not None
        )
    )
    return layout(text, *rows_of_buttons(buttons), colour=ours.colour)


def is_open(table: TableView, offer: OfferPayload) -> bool:
    """Whether an offer still stands."""
    if offer.lobby and table.row.phase != "lobby":
        return False
    found = [(seat.seat, seat.offers, seat.offered_to) for seat in table.seats]
    return (offer.seat, offer.number, offer.to) in found


def answers_offer(custom_id: str, table: str, offer: OfferPayload) -> bool:
    """Whether a custom id is of a button of this offer's message."""
    return parse(custom_id) == offer_id(table, TAKE, offer.seat, offer.number)
