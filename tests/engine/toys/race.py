"""A toy game: a race with a hidden hand and a die.

Each seat draws three cards from 1 to 9. In turn a seat plays one and rolls, and moves forward by card and roll. The
farthest seat wins when all cards are played.
"""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

import msgspec

from engine import core
from engine.core import (
    CHANCE,
    Close,
    Forfeit,
    GameAction,
    GameEnded,
    GameEvent,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    Outcome,
    Weighted,
    quote_input,
    rank_seats,
)
from tests.kits.suite import PUBLIC, Conformance

CARDS = tuple(range(1, 10))
HAND = 3


class State(msgspec.Struct, frozen=True, gc=False):
    hands: tuple[tuple[int, ...], ...]
    played: tuple[int, ...]
    places: tuple[int, ...]
    turn: int
    rolling: bool
    quit: int | None

    def __repr__(self) -> str:
        return "State(hidden)"


class View(msgspec.Struct, frozen=True, gc=False):
    viewer: int
    hand: tuple[int, ...] | None
    sizes: tuple[int, ...]
    played: tuple[int, ...]
    places: tuple[int, ...]
    turn: int
    rolling: bool
    quit: int | None


class Draw(GameAction, frozen=True):
    seat: int
    card: int


class Roll(GameAction, frozen=True):
    steps: int


class Play(GameAction, frozen=True):
    card: int


class Drawn(GameEvent, frozen=True):
    seat: int
    card: int | None


class Moved(GameEvent, frozen=True):
    seat: int
    steps: int
    card: int | None


class Quit(GameEvent, frozen=True):
    seat: int


Event = Drawn | Moved | Quit | GameEnded


class Rules(core.Rules[State, Draw | Roll | Play, Event, View]):
    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, seats: int):
        self.seats = seats
        self.max_game_length = seats * HAND * 3

    def initial_state(self):
        return State(((),) * self.seats, (), (0,) * self.seats, 0, False, None)

    def _drawing(self, state) -> Any:
        missing = HAND * self.seats - sum(map(len, state.hands)) - len(state.played)
        return None if not missing else min(range(self.seats), key=lambda seat: (len(state.hands[seat]), seat))

    def actors(self, state):
        if self.outcome(state) is not None:
            return ()
        return (CHANCE,) if state.rolling or self._drawing(state) is not None else (state.turn,)

    def turn_key(self, state):
        return len(state.played), int(state.quit is None)

    def legal_actions(self, state, player) -> Sequence[Any]:
        if player not in self.actors(state):
            return ()
        if player == CHANCE:
            outcomes = self.chance_outcomes(state)
            return outcomes.outcomes if state.rolling else outcomes
        return tuple(Play(card) for card in state.hands[player])

    def host_actions(self, state):
        if state.turn not in self.actors(state):
            return ()
        return (Close(), *(Forfeit(seat) for seat in range(self.seats)))

    def chance_outcomes(self, state) -> Any:
        if self.actors(state) != (CHANCE,):
            return ()
        if state.rolling:
            return Weighted(tuple(Roll(steps) for steps in (1, 2, 3)), (3, 1, 1))
        seat = self._drawing(state)
        gone = {*state.played, *(card for hand in state.hands for card in hand)}
        return tuple(Draw(seat, card) for card in CARDS if card not in gone)

    def play(self, state, player, action: Any, events):
        match action:
            case Draw():
                return self._drawn(state, action, events)
            case Roll(steps):
                return self._moved(state, steps, None, events)
            case Play(card):
                return self._moved(state, card, card, events)
            case Forfeit(seat):
                events.append(Quit(seat))
                return msgspec.structs.replace(state, quit=seat)
            case _:
                card = state.hands[state.turn][0]
                return self._moved(state, card, card, events)

    def seat_refusal(self, state, seat, action):
        if seat not in self.actors(state):
            return super().seat_refusal(state, seat, action)
        return IllegalAction("Your hand is " + ", ".join(map(str, state.hands[seat])) + ".")

    def _drawn(self, state, action, events):
        events.append(Drawn(action.seat, action.card))
        hand = tuple(sorted((*state.hands[action.seat], action.card)))
        hands = (*state.hands[: action.seat], hand, *state.hands[action.seat + 1 :])
        return msgspec.structs.replace(state, hands=hands)

    def _moved(self, state, steps, card, events):
        seat = state.turn
        events.append(Moved(seat, steps, card))
        hand = tuple(own for own in state.hands[seat] if own != card)
        rolling = card is not None
        return State(
            (*state.hands[:seat], hand, *state.hands[seat + 1 :]),
            state.played if card is None else (*state.played, card),
            tuple(place + steps * (other == seat) for other, place in enumerate(state.places)),
            seat if rolling else (seat + 1) % self.seats,
            rolling,
            None,
        )

    def outcome(self, state):
        if state.quit is not None:
            rest = tuple(seat for seat in range(self.seats) if seat != state.quit)
            return Outcome("quit", tuple(int(seat in rest) for seat in range(self.seats)), rest)
        if len(state.played) < HAND * self.seats or state.rolling:
            return None
        best = max(state.places)
        winners = tuple(seat for seat, place in enumerate(state.places) if place == best)
        return Outcome("farthest", tuple(int(seat in winners) for seat in range(self.seats)), winners)

    def result(self, state):
        outcome = self.outcome(state)
        return None if outcome is None else {"places": list(state.places), "winners": list(outcome.winners)}

    def standing(self, state):
        left = [] if state.quit is None else [state.quit]
        if left:
            return tuple(seat for seat in range(self.seats) if seat not in left), tuple(left)
        return rank_seats(range(self.seats), lambda seat: state.places[seat])

    def view(self, state, viewer):
        hand = state.hands[viewer] if viewer >= 0 else None
        sizes = tuple(map(len, state.hands))
        return View(viewer, hand, sizes, state.played, state.places, state.turn, state.rolling, state.quit)

    def visible(self, event, viewer):
        if isinstance(event, Drawn) and viewer != event.seat:
            return Drawn(event.seat, None)
        return event

    def determinize(self, view, rng: Random):
        unseen = [card for card in CARDS if card not in view.played and card not in (view.hand or ())]
        rng.shuffle(unseen)
        hands = []
        for seat, size in enumerate(view.sizes):
            if seat == view.viewer:
                hands.append(view.hand)
            else:
                hands.append(tuple(sorted(unseen[:size])))
                del unseen[:size]
        return State(tuple(hands), view.played, view.places, view.turn, view.rolling, view.quit)

    def evaluate(self, view, seat):
        return view.places[seat] - max(place for other, place in enumerate(view.places) if other != seat)

    def format_action(self, action):
        match action:
            case Draw(seat, card):
                return f"draw {seat} {card}"
            case Roll(steps):
                return f"roll {steps}"
            case Play(card):
                return f"play {card}"

    def parse_action(self, text):
        words = text.lower().split()
        numbers = [int(word) for word in words[1:] if len(word) == 1 and word in "0123456789"]
        match words[:1], numbers:
            case (["draw"], [seat, card]) if len(words) == 3:
                return Draw(seat, card)
            case (["roll"], [steps]) if len(words) == 2:
                return Roll(steps)
            case (["play"], [card]) if len(words) == 2:
                return Play(card)
        raise InvalidAction(f"Play a card of your hand, like play 4, not {quote_input(text)}.")


class Race:
    name = "toy_race"
    title = "Race"
    difficulty = 5
    rules_version = 1
    seats = (2, 3)

    def __init__(self, rules=Rules):
        self._rules = rules

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        if raw:
            raise InvalidOptions("There are no options.")
        return {}

    def rules(self, seats: int, options: dict[str, Any]) -> Any:
        return self._rules(seats)


FIELDS = {
    "State.hands": "the seat itself",
    "State.played": PUBLIC,
    "State.places": PUBLIC,
    "State.turn": PUBLIC,
    "State.rolling": PUBLIC,
    "State.quit": PUBLIC,
    "Drawn.seat": PUBLIC,
    "Drawn.card": "the seat itself",
    "Moved.seat": PUBLIC,
    "Moved.steps": PUBLIC,
    "Moved.card": PUBLIC,
    "Quit.seat": PUBLIC,
    "GameEnded.reason": PUBLIC,
    "GameEnded.winners": PUBLIC,
}


class RaceConformance(Conformance):
    configurations = ((2, {}), (3, {}))
    action_type = Draw | Roll | Play
    returns = (0, 1)
    fields = FIELDS

    def __init__(self, rules=Rules):
        self.game_type = Race(rules)

    def probes(self, rules):
        return [Play(card) for card in range(12)]

    def check_invariants(self, rules, state):
        cards = [*state.played, *(card for hand in state.hands for card in hand)]
        assert len(cards) == len(set(cards)), "no card is there twice"
        assert set(cards) <= set(CARDS), "every card is of the deck"

    def public_board(self, view):
        return view.sizes, view.played, view.places, view.quit

    def rebuild(self, rules, events):
        sizes, played, places, gone = [0] * rules.seats, [], [0] * rules.seats, None
        for event in events:
            match event:
                case Drawn(seat):
                    sizes[seat] += 1
                case Moved(seat, steps, card):
                    places[seat] += steps
                    if card is not None:
                        played.append(card)
                        sizes[seat] -= 1
                case Quit(seat):
                    gone = seat
        return tuple(sizes), tuple(played), tuple(places), gone

    def worlds(self, rules, state, seat):
        unseen, worlds = len(CARDS) - len(state.played) - len(state.hands[seat]), 1
        for other, hand in enumerate(state.hands):
            if other != seat:
                worlds *= comb(unseen, len(hand))
                unseen -= len(hand)
        return worlds

    def twins(self, rules, state, seat, rng):
        """Yield states in which the other hands are the highest or the lowest unseen cards."""
        unseen = [card for card in CARDS if card not in state.played and card not in state.hands[seat]]
        for cards in (unseen, unseen[::-1]):
            rest = list(cards)
            hands = [
                hand if s == seat else tuple(sorted(rest.pop() for _ in hand)) for s, hand in enumerate(state.hands)
            ]
            yield msgspec.structs.replace(state, hands=tuple(hands))

    def plant(self, rules, state, owner):
        if not state.hands[owner]:
            return None
        hands = (*state.hands[:owner], (987123,), *state.hands[owner + 1 :])
        return msgspec.structs.replace(state, hands=hands), ("987123",)


GAME_TYPE = Race()
CONFORMANCE = RaceConformance()
