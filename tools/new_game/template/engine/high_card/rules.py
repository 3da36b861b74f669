"""The rules of High Card: the highest of the cards that all lay face down takes the round."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core import (
    CHANCE,
    Close,
    EngineError,
    Forfeit,
    HostAction,
    IllegalAction,
    Outcome,
    Player,
    Rules,
    Standing,
    rank_seats,
)
from engine.high_card import actions
from engine.high_card.actions import Action, Deal, Lay
from engine.high_card.content import DECK, ROUNDS
from engine.high_card.events import CardDealt, CardLaid, Event, RoundTaken, SeatLeft, TimeRanOut
from engine.high_card.state import State, active_seats, reason, seat_to_deal, seat_to_lay, winners
from engine.high_card.view import View

Value = TypeVar("Value")


class HighCardRules(Rules[State, Action, Event, View]):
    """High Card's rules for a number of seats; see `engine.core.Rules`."""

    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, seats: int) -> None:
        self.seats = seats
        # Every card is dealt and laid, and all seats but one may leave.
        self.max_game_length = 2 * seats * ROUNDS + seats

    def initial_state(self) -> State:
        """Return the state before any card is dealt."""
        nothing, nobody = ((),) * self.seats, (None,) * self.seats
        return State(0, nothing, nobody, (), nobody, None, (0,) * self.seats, (False,) * self.seats)

    def actors(self, state: State) -> tuple[Player, ...]:
        """Return CHANCE while cards are dealt, then one seat after another."""
        if seat_to_deal(state) is not None:
            return (CHANCE,)
        seat = seat_to_lay(state)
        return () if seat is None else (seat,)

    def turn_key(self, state: State) -> tuple[int, ...]:
        """Return the round and the seat that must lay a card, or -1."""
        seat = seat_to_lay(state)
        return sum(state.points), -1 if seat is None else seat

    def legal_actions(self, state: State, player: Player) -> Sequence[Action]:
        """Return a lay action for every card of the hand, lowest first (HC-2)."""
        if player not in self.actors(state):
            return ()
        if player == CHANCE:
            return self.chance_outcomes(state)
        return tuple(Lay(card) for card in state.hands[player])

    def remaining_seats(self, state: State) -> Sequence[int]:
        """Return all active seats (HC-6)."""
        return active_seats(state)

    def host_actions(self, state: State) -> Sequence[HostAction]:
        """Return host actions only while a seat must act: nobody can leave during the deal (HC-5, HC-6)."""
        return () if seat_to_lay(state) is None else super().host_actions(state)

    def chance_outcomes(self, state: State) -> Sequence[Action]:
        """Return a deal action for each card left in the deck (HC-1)."""
        seat = seat_to_deal(state)
        if seat is None:
            return ()
        gone = {card for hand in state.hands for card in hand}
        return tuple(Deal(seat, card) for card in DECK if card not in gone)

    def play(self, state: State, player: Player, action: Action | HostAction, events: list[Event]) -> State:
        """Return the state after an action; the default is the lowest card (HC-5)."""
        match action:
            case Deal():
                after = _deal(state, action, events)
            case Lay():
                after = _lay(state, player, action.card, events)
            case Forfeit(seat):
                after = _leave(state, seat, events)
            case Close():
                late = self.actors(state)[0]
                events.append(TimeRanOut(late))
                after = _lay(state, late, state.hands[late][0], events)
        return _end_round(after, events)

    def seat_refusal(self, state: State, seat: int, action: Action | HostAction) -> EngineError:
        """Return the refusal of an action, with the cards of the hand (HC-2)."""
        if seat not in self.actors(state):
            return super().seat_refusal(state, seat, action)
        return IllegalAction(f"You lay a card of your hand: {', '.join(map(str, state.hands[seat]))} (HC-2).")

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome; the winners are all seats with the most rounds (HC-4)."""
        won = winners(state)
        if won is None:
            return None
        return Outcome(reason(state), tuple(int(seat in won) for seat in range(self.seats)), won)

    def result(self, state: State) -> dict[str, Any] | None:
        """Return the rounds taken by each seat, and the winners; None before the end."""
        won = winners(state)
        return None if won is None else {"rounds": list(state.points), "winners": list(won)}

    def standing(self, state: State) -> Standing:
        """Return the ranking by rounds taken; seats that left come last (HC-4, HC-6)."""
        left = [seat for seat, gone in enumerate(state.left) if gone]
        return rank_seats(active_seats(state), lambda seat: state.points[seat], left)

    def view(self, state: State, viewer: Player) -> View:
        """Return everything except the others' hands and their face-down cards (HC-2)."""
        won = winners(state)
        return View(
            viewer=viewer,
            round=min(sum(state.points) + 1, ROUNDS),
            rounds=ROUNDS,
            turn=seat_to_lay(state),
            hand=state.hands[viewer] if viewer >= 0 else None,
            own=state.laid[viewer] if viewer >= 0 else None,
            sizes=tuple(map(len, state.hands)),
            laid=tuple(card is not None for card in state.laid),
            shown=state.shown,
            last=state.last,
            leader=state.leader,
            points=state.points,
            left=state.left,
            winners=won,
            reason=None if won is None else reason(state),
        )

    def visible(self, event: Event, viewer: Player) -> Event | None:
        """Return the event, without the card if another seat was dealt or laid it (HC-1, HC-2)."""
        if isinstance(event, CardDealt | CardLaid) and event.seat != viewer:
            return replace(event, card=None)
        return event

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random state in which the others hold and have laid cards unseen by the viewer."""
        seen = {*view.shown, *(view.hand or ()), view.own}
        unseen = [card for card in DECK if card not in seen]
        rng.shuffle(unseen)
        hands: list[tuple[int, ...]] = []
        laid: list[int | None] = []
        for seat, size in enumerate(view.sizes):
            if seat == view.viewer:
                hands.append(view.hand or ())
                laid.append(view.own)
            else:
                hands.append(tuple(sorted(unseen.pop() for _ in range(size))))
                laid.append(unseen.pop() if view.laid[seat] else None)
        dealing = view.turn is None and view.winners is None
        dealt = sum(view.sizes) if dealing else self.seats * ROUNDS
        return State(dealt, tuple(hands), tuple(laid), view.shown, view.last, view.leader, view.points, view.left)

    def evaluate(self, view: View, seat: int) -> float:
        """Return the lead in rounds, plus up to 1 for the viewer's face-down card."""
        best = max(points for other, points in enumerate(view.points) if other != seat)
        return view.points[seat] - best + (view.own or 0) / DECK[-1]

    def format_action(self, action: Action) -> str:
        """Return the action in notation."""
        return actions.format_action(action)

    def parse_action(self, text: str) -> Action:
        """Parse an action.

        Raises InvalidAction.
        """
        return actions.parse_action(self.seats, text)


def _deal(state: State, deal: Deal, events: list[Event]) -> State:
    events.append(CardDealt(deal.seat, deal.card))
    hand = tuple(sorted((*state.hands[deal.seat], deal.card)))
    return replace(state, dealt=state.dealt + 1, hands=_replace_item(state.hands, deal.seat, hand))


def _lay(state: State, seat: int, card: int, events: list[Event]) -> State:
    """Move a card from the hand to the table, face down (HC-2)."""
    events.append(CardLaid(seat, card))
    hand = tuple(held for held in state.hands[seat] if held != card)
    return replace(state, hands=_replace_item(state.hands, seat, hand), laid=_replace_item(state.laid, seat, card))


def _leave(state: State, seat: int, events: list[Event]) -> State:
    """Remove a seat and its cards, unseen (HC-6)."""
    events.append(SeatLeft(seat))
    gone = _replace_item(state.left, seat, True)
    return replace(
        state, hands=_replace_item(state.hands, seat, ()), laid=_replace_item(state.laid, seat, None), left=gone
    )


def _end_round(state: State, events: list[Event]) -> State:
    """End the round once all active seats have laid a card: the highest takes it (HC-3)."""
    cards = {card: seat for seat, card in enumerate(state.laid) if card is not None}
    if len(active_seats(state)) < 2 or len(cards) < len(active_seats(state)):
        return state
    taker = cards[max(cards)]
    events.append(RoundTaken(taker, state.laid))
    return replace(
        state,
        laid=(None,) * len(state.laid),
        shown=tuple(sorted((*state.shown, *cards))),
        last=state.laid,
        leader=taker,
        points=_replace_item(state.points, taker, state.points[taker] + 1),
    )


def _replace_item(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    return (*values[:place], value, *values[place + 1 :])
