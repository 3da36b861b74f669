"""High Card's words, and how a card is laid: the card, then Confirm."""

from collections.abc import Sequence
from typing import Any

import discord

from cogs import _texts as texts
from cogs._cards import button, rows_of_buttons
from cogs._custom_ids import CustomId
from cogs._interfaces import Draft
from cogs._looks import Look
from cogs._refusal import BoardMovedOn
from engine.high_card import events
from engine.high_card.view import View


class HighCardInterface:
    """High Card's part of the interface; see `cogs._interfaces.Interface`."""

    colour = 0x4CCA92
    choice_title = ""
    how_to_play = (
        "### High Card in one minute\n"
        "- Everybody is dealt five cards from 1 to 24, which nobody else sees.\n"
        "- In turn, each player lays a card face down. Then all are turned over, and the **highest takes the round** "
        "and begins the next.\n"
        "- Whoever took the most of five rounds wins."
    )

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The round, or that the game is over."""
        return "final score" if view.winners is not None else f"round {view.round} of {view.rounds}"

    def task(self, view: View) -> str:
        """What whoever must act has to do."""
        return "to lay a card"

    def scores(self, view: View, names: Sequence[str]) -> str:
        """The rounds that everybody took."""
        return " · ".join(f"{name} **{points}**" for name, points in zip(names, view.points, strict=True))

    def sentences(self, view: View, happened: Sequence[Any], names: Sequence[str]) -> list[str]:
        """What happened, newest last."""
        return [told for event in happened if (told := _sentence(event, names))]

    def seat_choices(self, options: dict[str, Any]) -> Sequence[tuple[str, str]]:
        """There is nothing to choose."""
        return ()

    def with_choices(self, options: dict[str, Any], chosen: Sequence[str | None]) -> dict[str, Any]:
        """The options as they are."""
        return options

    def label(self, action: str) -> str:
        """An action in words."""
        return f"the {action.removeprefix('lay ')}"

    def draft(self, look: Look, what: str, details: Sequence[str], *, confirm: bool = True) -> Draft:
        """The card, then Confirm. Raises BoardMovedOn for a page that fits no longer."""
        match what, tuple(details):
            case "move", ():
                return _choose(look, confirm=confirm)
            case "card", (card,) if f"lay {card}" in look.legal:
                return _confirm(look, card)
            case _:
                raise BoardMovedOn(texts.BOARD_MOVED_ON)


def _choose(look: Look, *, confirm: bool) -> Draft:
    cards = [action.removeprefix("lay ") for action in look.legal]
    buttons = [button(card, _id(look, "card", card), discord.ButtonStyle.primary) for card in cards]
    how = "" if confirm else " The card that you press is laid at once."
    return Draft(
        f"**Which card do you lay?**{how}",
        rows_of_buttons(buttons),
        lambda painter: painter.hand(look.view, look.names),
    )


def _confirm(look: Look, card: str) -> Draft:
    action = f"lay {card}"
    buttons = (
        button(texts.BUTTON_CONFIRM, _id(look, "do", action), discord.ButtonStyle.success),
        button("Other card", _id(look, "move")),
    )
    return Draft(
        f"**The {card}, face down.** Nothing is laid before you press Confirm.",
        rows_of_buttons(buttons),
        lambda painter: painter.preview(look.view, look.names, action),
        settled=action,
    )


def _id(look: Look, what: str, *details: str) -> CustomId:
    return CustomId(look.row.id, look.row.step, what, details)


def _sentence(event: events.Event, names: Sequence[str]) -> str:
    """One thing that happened; empty for what is not worth telling."""
    match event:
        case events.CardLaid(seat):
            return f"{names[seat]} laid a card."
        case events.RoundTaken(seat, cards):
            shown = [f"{names[other]} the {card}" for other, card in enumerate(cards) if card is not None]
            return f"Turned over: {texts.and_list(shown)}. {names[seat]} takes the round."
        case events.TimeRanOut(seat):
            return f"The time of {names[seat]} ran out, so the lowest card was laid (HC-5)."
        case events.SeatLeft(seat):
            return f"{names[seat]} has left the game."
        case _:
            return ""


INTERFACE = HighCardInterface()
