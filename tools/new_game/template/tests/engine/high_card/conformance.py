"""High Card's input to the conformance suite."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.high_card import GAME_TYPE
from engine.high_card.actions import Action, Lay
from engine.high_card.content import DECK, ROUNDS
from engine.high_card.events import CardDealt, CardLaid, Event, GameEnded, RoundTaken, SeatLeft
from engine.high_card.rules import HighCardRules
from engine.high_card.state import State
from engine.high_card.view import View
from tests.kits.suite import PUBLIC, Conformance

FORMS: Mapping[str, str] = {
    "State": "dealt shown last leader points left",
    "CardDealt": "seat",
    "CardLaid": "seat",
    "RoundTaken": "seat cards",
    "TimeRanOut": "seat",
    "SeatLeft": "seat",
    "GameEnded": "reason winners",
}
"""The public fields by type."""
PLANTED = 987_123


class HighCardConformance(Conformance):
    """The conformance of High Card for every number of seats; there are no options."""

    game_type = GAME_TYPE
    configurations: Sequence[tuple[int, dict[str, Any]]] = ((2, {}), (3, {}), (4, {}))
    action_type = Action
    returns = (0, 1)
    fields: Mapping[str, str] = {
        **{f"{form}.{name}": PUBLIC for form, names in FORMS.items() for name in names.split()},
        "State.hands": "each seat its own (HC-1)",
        "State.laid": "each seat its own, until the round ends (HC-2)",
        "CardDealt.card": "the seat itself (HC-1)",
        "CardLaid.card": "the seat itself (HC-2)",
    }

    def probes(self, rules: HighCardRules) -> Sequence[Action]:
        """Return a lay action for every card, and for two that do not exist."""
        return [Lay(card) for card in (*DECK, 0, DECK[-1] + 1)]

    def check_invariants(self, rules: HighCardRules, state: State) -> None:
        """Check that no card occurs twice or is unknown, and that there are no more points than rounds."""
        cards = [*state.shown, *(card for hand in state.hands for card in hand)]
        cards += [card for card in state.laid if card is not None]
        assert len(cards) == len(set(cards)), "a card is there twice"
        assert set(cards) <= set(DECK), "a card that is not of the deck"
        assert sum(state.points) <= ROUNDS, "more points than rounds"

    def public_board(self, view: View) -> Any:
        """Return the sizes of hands, laid and shown cards, points, seats that left, and the end."""
        end = None if view.winners is None else (view.reason, view.winners)
        return view.sizes, view.laid, view.shown, view.last, view.points, view.left, end

    def rebuild(self, rules: HighCardRules, events: Sequence[Event]) -> Any:
        """Return the public board rebuilt from events."""
        sizes, points = [0] * rules.seats, [0] * rules.seats
        laid, left = [False] * rules.seats, [False] * rules.seats
        shown: list[int] = []
        last: tuple[int | None, ...] = (None,) * rules.seats
        end = None
        for event in events:
            match event:
                case CardDealt(seat):
                    sizes[seat] += 1
                case CardLaid(seat):
                    sizes[seat] -= 1
                    laid[seat] = True
                case RoundTaken(seat, cards):
                    laid, last = [False] * rules.seats, cards
                    shown += [card for card in cards if card is not None]
                    points[seat] += 1
                case SeatLeft(seat):
                    sizes[seat], laid[seat], left[seat] = 0, False, True
                case GameEnded(reason, winners):
                    end = (reason, winners)
                case _:
                    pass
        return tuple(sizes), tuple(laid), tuple(sorted(shown)), last, tuple(points), tuple(left), end

    def worlds(self, rules: HighCardRules, state: State, seat: int) -> int:
        """Count the ways in which the others can hold and have laid the cards unseen by the seat."""
        unseen, worlds = len(self._unseen(state, seat)), 1
        for other in _others(rules, seat):
            held, laid = len(state.hands[other]), int(state.laid[other] is not None)
            worlds *= comb(unseen, held + laid) * (held + 1 if laid else 1)
            unseen -= held + laid
        return worlds

    def twins(self, rules: HighCardRules, state: State, seat: int, rng: Random) -> Iterable[State]:
        """Yield states in which the others have the lowest or the highest cards unseen by the seat."""
        unseen = self._unseen(state, seat)
        for cards in (unseen, unseen[::-1]):
            rest, hands, laid = list(cards), list(state.hands), list(state.laid)
            for other in _others(rules, seat):
                hands[other] = tuple(sorted(rest.pop() for _ in state.hands[other]))
                laid[other] = None if state.laid[other] is None else rest.pop()
            yield replace(state, hands=tuple(hands), laid=tuple(laid))

    def plant(self, rules: HighCardRules, state: State, owner: int) -> tuple[State, tuple[str, ...]] | None:
        """Put a card that does not exist into the hand."""
        if not state.hands[owner]:
            return None
        hands = (*state.hands[:owner], (PLANTED,), *state.hands[owner + 1 :])
        return replace(state, hands=hands), (str(PLANTED),)

    def _unseen(self, state: State, seat: int) -> list[int]:
        seen = {*state.shown, *state.hands[seat], state.laid[seat]}
        return [card for card in DECK if card not in seen]


def _others(rules: HighCardRules, seat: int) -> list[int]:
    return [other for other in range(rules.seats) if other != seat]


CONFORMANCE = HighCardConformance()
