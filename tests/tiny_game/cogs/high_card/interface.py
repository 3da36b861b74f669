"""High Card's implementation of the game interface: texts, and the pages for laying a card."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import discord

from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.guide import GuidePage, goal
from cogs.ui.kit.interface import Composing, GameInterface, Page, Teaching, Words
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.texts import texts
from engine.core import SPECTATOR
from engine.high_card import events
from engine.high_card.view import View
from engine.scripted import ScriptedGame
from render.high_card import PAINTER
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, and_list
from tables.viewer import TableView

LABELS = ("Ann", "Ben", "Cam", "Dan")


@cache
def _game(seats: int) -> ScriptedGame:
    """A game to its end, for the guide."""
    game = ScriptedGame("high_card", seats, {}, 1, ())
    while game.view(-1, SPECTATOR).winners is None:
        seat = game.actor(-1)
        game = game.then(seat, f"lay {game.view(-1, seat).hand[0]}")
    return game


def _headline(view: View, names: Sequence[str]) -> str:
    return "final score" if view.winners is not None else f"round {view.round} of {view.rounds}"


def _scores(view: View, names: Sequence[str]) -> str:
    """The rounds that everybody took."""
    return " · ".join(f"{name} **{points}**" for name, points in zip(names, view.points, strict=True))


def _sentences(view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
    return [told for event in events if (told := _sentence(event, names))]


def _guide(options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
    return (
        goal(
            "Lay the highest card in most of the five rounds.",
            lambda theme: PAINTER.result(_game(seats).views(SPECTATOR), LABELS[:seats], theme),
            "The end of a game: the winner, and the rounds that everybody took.",
        ),
        GuidePage(
            "cards",
            "Your cards",
            "You are dealt five **cards** from 1 to 24. Nobody else sees them.",
            lambda theme: PAINTER.hand(_game(seats).view(0, 0), LABELS[:seats], theme),
            "A hand of five cards.",
        ),
        GuidePage(
            "rounds",
            "The highest takes the round",
            "In a **round** everybody lays a card face down. The highest takes it.",
            lambda theme: PAINTER.board(_game(seats).view(seats, SPECTATOR), LABELS[:seats], theme),
            "The table after the first round.",
        ),
    )


def _page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    """The page for choosing a card, or for confirming it. Raises BoardMovedOn for a stale page."""
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
    """An event as a sentence; empty for an event that the story leaves out."""
    match event:
        case events.CardLaid(seat):
            return f"{names[seat]} laid a card."
        case events.RoundTaken(seat, cards):
            shown = [f"{names[other]} the {card}" for other, card in enumerate(cards) if card is not None]
            return f"Turned over: {and_list(shown)}. {names[seat]} takes the round."
        case events.TimeRanOut(seat):
            return f"The time of {names[seat]} ran out, so the lowest card was laid (HC-5)."
        case events.SeatLeft(seat):
            return f"{names[seat]} has left the game."
        case _:
            return ""


INTERFACE = GameInterface(
    colour=0x4CCA92,
    summary="The highest card takes the round. About 5 minutes.",
    words=Words(
        headline=_headline,
        task=lambda view: "to lay a card",
        scores=_scores,
        sentences=_sentences,
        label=lambda action, view: f"the {action.removeprefix('lay ')}",
    ),
    composing=Composing(page=_page, pages=frozenset({"card"})),
    teaching=Teaching(guide=_guide),
)
