"""The message that offers a seat to somebody, and its outcome."""

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import button, layout, rows_of_buttons
from cogs.ui.messages.stories import escaped_names
from cogs.ui.texts import texts
from language.messages import N_, _
from tables.calling.questions import ANYBODY, KEPT, TAKEN, OfferPayload
from tables.texts import escape
from tables.viewer import TableView

BUTTON_TAKE = N_("Take the seat")
BUTTON_NO = N_("No, thanks")

TAKE, DECLINE, WITHDRAW = "take_seat", "no_seat", "keep_seat"

BUTTON_WITHDRAW = N_("Stop asking")
CHOOSE_SOMEBODY = N_("Choose one other person. A computer player can't be asked.")


def offer_id(table: str, action: str, seat: int, number: int) -> CustomId:
    """Return the custom id of an answer to the offer of a seat; `number` distinguishes the seat's offers."""
    return CustomId(table, None, action, (str(seat), str(number)))


def offer_view(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """Build the message of an offer: its text and buttons, or its outcome."""
    ours = interface(table.row.game)
    if offer.lobby:
        return _lobby_offer(table, offer)
    if offer.outcome:
        return layout(ui.TextDisplay(settle_play_on(offer.outcome, offer.to, offer.holder)))
    if offer.to == ANYBODY:
        return _open_view(table, offer)
    own = table.seats[offer.seat].user_id == offer.by
    headline = ours.words.headline(table.view, escaped_names(table))
    text = ask_to_play_on(offer.to, offer.by, offer.holder, format_table_title(table), headline, own=own)
    buttons = [
        button(
            _(BUTTON_TAKE),
            offer_id(table.row.id, TAKE, offer.seat, offer.number),
            discord.ButtonStyle.success,
        ),
        button(_(BUTTON_NO), offer_id(table.row.id, DECLINE, offer.seat, offer.number)),
        button(_(texts.BUTTON_HOW_TO_PLAY), CustomId(table.row.id, None, "rules")),
    ]
    return layout(ui.TextDisplay(text), *rows_of_buttons(buttons), colour=ours.colour)


def _lobby_offer(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """Build the offer of a seat or a swap before the start, or its outcome."""
    if offer.outcome:
        text = settle_before_start(offer.outcome, offer.to, offer.holder, swap=offer.swap)
        return layout(ui.TextDisplay(text))
    yes = _("Yes, swap") if offer.swap else _(BUTTON_TAKE)
    buttons = [
        button(yes, offer_id(table.row.id, TAKE, offer.seat, offer.number), discord.ButtonStyle.success),
        button(_(BUTTON_NO), offer_id(table.row.id, DECLINE, offer.seat, offer.number)),
    ]
    text = ask_before_start(offer.to, offer.by, format_table_title(table), swap=offer.swap)
    return layout(ui.TextDisplay(text), *rows_of_buttons(buttons), colour=interface(table.row.game).colour)


def _open_view(table: TableView, offer: OfferPayload) -> ui.LayoutView:
    """Build the message about a seat that anybody may take."""
    ours = interface(table.row.game)
    headline = ours.words.headline(table.view, escaped_names(table))
    take = offer_id(table.row.id, TAKE, offer.seat, offer.number)
    buttons = [
        button(_("Take this seat"), take, discord.ButtonStyle.success),
        button(_(texts.BUTTON_HOW_TO_PLAY), CustomId(table.row.id, None, "rules")),
    ]
    text = ui.TextDisplay[ui.LayoutView](
        open_seat(
            offer.holder, format_table_title(table), headline, stood_in=table.seats[offer.seat].player is not None
        )
    )
    return layout(text, *rows_of_buttons(buttons), colour=ours.colour)


def is_open(table: TableView, offer: OfferPayload) -> bool:
    """Return whether an offer of a seat can still be answered."""
    if offer.lobby and table.row.phase != "lobby":
        return False
    found = [(seat.seat, seat.offers, seat.offered_to) for seat in table.seats]
    return (offer.seat, offer.number, offer.to) in found


def is_offer_message(custom_id: str, table: str, offer: OfferPayload) -> bool:
    """Return whether a custom id belongs to this offer's message."""
    return parse(custom_id) == offer_id(table, TAKE, offer.seat, offer.number)


def open_seat(holder: str, game: str, headline: str, *, stood_in: bool) -> str:
    """Format the public offer of a seat; with `stood_in`, a computer player plays until it is taken."""
    lines = [
        _(
            "### A seat is free\n{name} has been away for two turns. Take the seat and play on from the current "
            "position.",
            name=f"**{escape(holder)}**",
        )
    ]
    if stood_in:
        lines.append(_("Until then the computer plays."))
    return f"{' '.join(lines)}\n{game} · {headline}"


def ask_to_play_on(to: int, by: int, holder: str, game: str, headline: str, *, own: bool) -> str:
    """Format the offer of a seat to the user `to` by the user `by`; `own` is whether `by` is the seat's own player."""
    asked, asking = f"<@{to}>", f"<@{by}>"
    if own:
        question = _("### A seat for you\n{asked}, will you play on for {asking}?", asked=asked, asking=asking)
    else:
        question = _(
            "### A seat for you\n{asked}, {asking} asks: will you play on for {name}?",
            asked=asked,
            asking=asking,
            name=f"**{escape(holder)}**",
        )
    return f"{question}\n{game} · {headline}"


def settle_play_on(outcome: str, to: int, holder: str) -> str:
    """Format the outcome of an offer of a seat during a game."""
    if outcome == TAKEN:
        return _("-# {name} plays on for {before}.", name=f"<@{to}>", before=f"**{escape(holder)}**")
    if outcome == KEPT:
        return _("-# {name} plays on, so the seat is no longer on offer.", name=f"**{escape(holder)}**")
    return _("-# The game is over, so the seat is no longer on offer.")


def ask_before_start(to: int, by: int, game: str, *, swap: bool) -> str:
    """Format the offer to a user, before the start, to take another player's seat or, with `swap`, to swap places."""
    if swap:
        return _(
            "### Swap places?\n{asked}, {asking} would like to swap places with you in {game}.",
            asked=f"<@{to}>",
            asking=f"<@{by}>",
            game=game,
        )
    return _(
        "### A seat for you\n{asked}, {asking} offers you their seat in {game}. Will you play?",
        asked=f"<@{to}>",
        asking=f"<@{by}>",
        game=game,
    )


def settle_before_start(outcome: str, to: int, holder: str, *, swap: bool) -> str:
    """Format the outcome of an offer of a seat or a swap before the start."""
    if outcome == TAKEN:
        done = (
            _("{name} and {other} have swapped places.", name=f"<@{to}>", other=f"**{escape(holder)}**")
            if swap
            else _("{name} has taken the seat.", name=f"<@{to}>")
        )
        return f"-# {done}"
    return _("-# The seats stay as they are.")
