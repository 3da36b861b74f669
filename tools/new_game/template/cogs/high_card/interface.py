"""High Card's implementation of the game interface: texts, and the pages for laying a card."""

from collections.abc import Sequence
from typing import Any

import discord

from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Composing, GameInterface, Page, Words
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.texts import texts
from engine.high_card import events
from engine.high_card.view import View
from language.messages import list_and
from render.high_card import PAINTER
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView


def _headline(view: View, names: Sequence[str]) -> str:
    return "final score" if view.winners is not None else f"round {view.round} of {view.rounds}"


def _scores(view: View, names: Sequence[str]) -> str:
    """Return the rounds taken by each seat."""
    return " · ".join(f"{name} **{points}**" for name, points in zip(names, view.points, strict=True))


def _sentences(view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
    return [told for event in events if (told := _sentence(event, names))]


def _page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    """Return the page for choosing or confirming a card.

    Raises BoardMovedOn for a stale page.
    """
    match name, tuple(details):
        case "move", ():
            return _choose(table, confirm=confirm)
        case "card", (card,) if f"lay {card}" in table.legal:
            return _confirm(table, card)
        case _:
            raise BoardMovedOn(BOARD_MOVED_ON)


def _choose(table: TableView, *, confirm: bool) -> Page:
    cards = [action.removeprefix("lay ") for action in table.legal]
    buttons = [button(card, page_id(table, "card", card), discord.ButtonStyle.primary) for card in cards]
    how = "" if confirm else " The card that you press is laid at once."
    return Page(
        f"**Which card do you lay?**{how}",
        rows_of_buttons(buttons),
        lambda theme: PAINTER.hand(table.view, table.names, theme),
    )


def _confirm(table: TableView, card: str) -> Page:
    action = f"lay {card}"
    buttons = (
        button(texts.BUTTON_CONFIRM, page_id(table, "do", action), discord.ButtonStyle.success),
        button("Other card", page_id(table, "move")),
    )
    return Page(
        f"**The {card}, face down.** Nothing is laid before you press Confirm.",
        rows_of_buttons(buttons),
        lambda theme: PAINTER.preview(table.view, table.names, action, theme),
        final_action=action,
    )


def _sentence(event: events.Event, names: Sequence[str]) -> str:
    """Return an event as a sentence, or an empty text if the story omits it."""
    match event:
        case events.CardLaid(seat):
            return f"{names[seat]} laid a card."
        case events.RoundTaken(seat, cards):
            shown = [f"{names[other]} the {card}" for other, card in enumerate(cards) if card is not None]
            return f"Turned over: {list_and(shown)}. {names[seat]} takes the round."
        case events.TimeRanOut(seat):
            return f"The time of {names[seat]} ran out, so the lowest card was laid."
        case events.SeatLeft(seat):
            return f"{names[seat]} has left the game."
        case _:
            return ""


INTERFACE = GameInterface(
    colour=0x4CCA92,
    sentence="The highest card takes the round.",
    minutes=5,
    words=Words(
        headline=_headline,
        task=lambda view: "to lay a card",
        scores=_scores,
        sentences=_sentences,
        label=lambda action, view: f"the {action.removeprefix('lay ')}",
    ),
    composing=Composing(page=_page, pages=frozenset({"card"})),
)
