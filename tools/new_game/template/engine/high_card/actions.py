"""The actions of High Card and their notation: `lay CARD`, `deal SEAT CARD`."""

from typing import TypeAlias

from engine.core import GameAction, InvalidAction, quote_input
from engine.high_card.content import DECK


class Deal(GameAction, frozen=True):
    """The action by which CHANCE deals a seat its next card (HC-1)."""

    seat: int
    card: int


class Lay(GameAction, frozen=True):
    """The action by which a seat lays a card of its hand face down (HC-2)."""

    card: int

    def __repr__(self) -> str:
        return "Lay(card=<hidden>)"


Action: TypeAlias = Deal | Lay


def format_action(action: Action) -> str:
    """Return the action in notation."""
    return f"deal {action.seat} {action.card}" if isinstance(action, Deal) else f"lay {action.card}"


def parse_action(seats: int, text: str) -> Action:
    """Parse an action, ignoring case and spacing.

    Raises InvalidAction.
    """
    match text.lower().split():
        case ["lay", card] if _is_card(card):
            return Lay(int(card))
        case ["deal", seat, card] if seat in map(str, range(seats)) and _is_card(card):
            return Deal(int(seat), int(card))
        case _:
            raise InvalidAction(f"Write “lay CARD”, with a card from {DECK[0]} to {DECK[-1]}, not {quote_input(text)}.")


def _is_card(word: str) -> bool:
    return word in map(str, DECK)
