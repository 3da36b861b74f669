"""A toy game of sealed bids, all at the same time.

Each round a die sets a prize, and every seat bids a token that it still has. The highest bid that nobody else made
takes the prize. Bids are hidden until all are in and may be changed until then.
"""

from collections import Counter
from math import prod
from random import Random
from typing import Any

import msgspec

from engine import core
from engine.core import (
    CHANCE,
    HOST,
    Close,
    Forfeit,
    GameAction,
    GameEnded,
    GameEvent,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    Outcome,
    quote_input,
    rank_seats,
)
from tests.kits.suite import PUBLIC, Conformance

TOKENS = (1, 2, 3, 4, 5)


class State(msgspec.Struct, frozen=True, gc=False):
    prize: int
    tokens: tuple[tuple[int, ...], ...]
    pending: tuple[int | None, ...]
    points: tuple[int, ...]
    left: tuple[bool, ...]

    def __repr__(self) -> str:
        return "State(hidden)"


class View(msgspec.Struct, frozen=True, gc=False):
    viewer: int
    prize: int
    tokens: tuple[tuple[int, ...], ...]
    committed: tuple[bool, ...]
    own: int | None
    points: tuple[int, ...]
    left: tuple[bool, ...]


class Roll(GameAction, frozen=True):
    prize: int


class Bid(GameAction, frozen=True):
    token: int


class Rolled(GameEvent, frozen=True):
    prize: int


class Committed(GameEvent, frozen=True):
    seat: int
    token: int | None


class Resolved(GameEvent, frozen=True):
    bids: tuple[int | None, ...]
    winner: int | None


class Left(GameEvent, frozen=True):
    seat: int


Event = Rolled | Committed | Resolved | Left | GameEnded


class Rules(core.Rules[State, Roll | Bid, Event, View]):
    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, seats: int, rounds: int):
        self.seats = seats
        self.rounds = rounds
        # One bid per seat, one die and one close per round, and every seat leaving.
        self.max_game_length = rounds * (seats + 2) + seats

    def initial_state(self):
        nobody = (None,) * self.seats
        return State(0, (TOKENS,) * self.seats, nobody, (0,) * self.seats, (False,) * self.seats)

    def round(self, state):
        return len(TOKENS) - max(map(len, state.tokens))

    def actors(self, state):
        if self.outcome(state) is not None:
            return ()
        if state.prize == 0:
            return (CHANCE,)
        return tuple(seat for seat in range(self.seats) if state.pending[seat] is None and not state.left[seat])

    def is_simultaneous(self, state):
        return state.prize > 0 and self.outcome(state) is None

    def turn_key(self, state):
        return self.round(state), state.prize

    def legal_actions(self, state, player):
        if player not in self.actors(state):
            return ()
        if player == CHANCE:
            return tuple(Roll(prize) for prize in range(1, 7))
        return tuple(Bid(token) for token in state.tokens[player])

    def is_legal(self, state, player, action):
        if self.outcome(state) is not None:
            return False
        if player == HOST:
            return action in self.host_actions(state)
        if state.prize == 0 or player == CHANCE:
            return player == CHANCE and action in self.legal_actions(state, player)
        if not 0 <= player < self.seats or state.left[player]:
            return False
        return isinstance(action, Bid) and action.token in state.tokens[player]

    def host_actions(self, state):
        if self.outcome(state) is not None or state.prize == 0:
            return ()
        return (Close(), *(Forfeit(seat) for seat in range(self.seats) if not state.left[seat]))

    def chance_outcomes(self, state):
        return self.legal_actions(state, CHANCE)

    def play(self, state, player, action: Any, events):
        match action:
            case Roll(prize):
                events.append(Rolled(prize))
                return msgspec.structs.replace(state, prize=prize)
            case Bid(token):
                if state.pending[player] is None:
                    events.append(Committed(player, token))
                pending = tuple(token if s == player else bid for s, bid in enumerate(state.pending))
                return self._resolve_round(msgspec.structs.replace(state, pending=pending), events)
            case Forfeit(leaver):
                events.append(Left(leaver))
                left = tuple(gone or seat == leaver for seat, gone in enumerate(state.left))
                return self._resolve_round(msgspec.structs.replace(state, left=left), events)
            case _:
                missing = self.actors(state)
                pending = tuple(min(state.tokens[s]) if s in missing else bid for s, bid in enumerate(state.pending))
                return self._resolve_round(msgspec.structs.replace(state, pending=pending), events)

    def seat_refusal(self, state, seat, action):
        if self.outcome(state) is not None or state.prize == 0 or state.left[seat]:
            return super().seat_refusal(state, seat, action)
        have = ", ".join(map(str, state.tokens[seat]))
        return IllegalAction(f"You have the tokens {have}.")

    def _resolve_round(self, state, events):
        """Resolve the round if no seat must bid any more."""
        if self.actors(state):
            return state
        bids = tuple(None if state.left[seat] else bid for seat, bid in enumerate(state.pending))
        count = Counter(bid for bid in bids if bid is not None)
        single = [(bid, seat) for seat, bid in enumerate(bids) if bid is not None and count[bid] == 1]
        winner = max(single)[1] if single else None
        tokens = tuple(
            tuple(token for token in own if token != bid)[: len(TOKENS)]
            for own, bid in zip(state.tokens, state.pending, strict=True)
        )
        # A seat that left before it bid loses its lowest token, so that all have spent the same number.
        rest = max(map(len, state.tokens)) - 1
        tokens = tuple(own[-rest:] if rest else () for own in tokens)
        points = tuple(value + state.prize * (seat == winner) for seat, value in enumerate(state.points))
        events.append(Resolved(bids, winner))
        return State(0, tokens, (None,) * self.seats, points, state.left)

    def outcome(self, state):
        if self.round(state) < self.rounds and not all(state.left):
            return None
        returns = tuple(0 if gone else points for points, gone in zip(state.points, state.left, strict=True))
        staying = [seat for seat in range(self.seats) if not state.left[seat]]
        return Outcome("most_points", returns, tuple(seat for seat in staying if returns[seat] == max(returns)))

    def result(self, state):
        outcome = self.outcome(state)
        return None if outcome is None else {"points": list(state.points), "winners": list(outcome.winners)}

    def standing(self, state):
        left = [seat for seat in range(self.seats) if state.left[seat]]
        return rank_seats(
            (seat for seat in range(self.seats) if seat not in left), lambda seat: state.points[seat], left
        )

    def view(self, state, viewer):
        committed = tuple(bid is not None for bid in state.pending)
        own = state.pending[viewer] if viewer >= 0 else None
        return View(viewer, state.prize, state.tokens, committed, own, state.points, state.left)

    def visible(self, event, viewer):
        if isinstance(event, Committed) and viewer != event.seat:
            return Committed(event.seat, None)
        return event

    def determinize(self, view, rng: Random):
        pending = tuple(
            None if not committed else view.own if seat == view.viewer else rng.choice(view.tokens[seat])
            for seat, committed in enumerate(view.committed)
        )
        return State(view.prize, view.tokens, pending, view.points, view.left)

    def evaluate(self, view, seat):
        others = [points for other, points in enumerate(view.points) if other != seat]
        return view.points[seat] - max(others) + 0.01 * sum(view.tokens[seat])

    def format_action(self, action):
        return f"roll {action.prize}" if isinstance(action, Roll) else f"bid {action.token}"

    def parse_action(self, text):
        match text.lower().split():
            case ["roll", prize] if prize in "123456" and len(prize) == 1:
                return Roll(int(prize))
            case ["bid", token] if token in "123456789" and len(token) == 1:
                return Bid(int(token))
        raise InvalidAction(f"Bid one of your tokens, like bid 3, not {quote_input(text)}.")


class Bids:
    name = "toy_bids"
    title = "Sealed Bids"
    difficulty = 5
    rules_version = 1
    seats = (2, 3, 4)

    def __init__(self, rules=Rules):
        self._rules = rules

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        rounds = raw.get("rounds", 3)
        if set(raw) - {"rounds"} or not isinstance(rounds, int) or not 1 <= rounds <= 5:
            raise InvalidOptions("The only option is rounds, from 1 to 5.")
        return {"rounds": rounds}

    def rules(self, seats: int, options: dict[str, Any]) -> Any:
        return self._rules(seats, options["rounds"])


FIELDS = {
    "State.prize": PUBLIC,
    "State.tokens": PUBLIC,
    "State.pending": "the seat itself, until the round ends",
    "State.points": PUBLIC,
    "State.left": PUBLIC,
    "Rolled.prize": PUBLIC,
    "Committed.seat": PUBLIC,
    "Committed.token": "the seat itself",
    "Resolved.bids": PUBLIC,
    "Resolved.winner": PUBLIC,
    "Left.seat": PUBLIC,
    "GameEnded.reason": PUBLIC,
    "GameEnded.winners": PUBLIC,
}


class BidsConformance(Conformance):
    configurations = ((2, {}), (3, {"rounds": 5}), (4, {"rounds": 2}))
    action_type = Roll | Bid
    returns = (0, 30)
    fields = FIELDS

    def __init__(self, rules=Rules):
        self.game_type = Bids(rules)

    def probes(self, rules):
        return [Bid(token) for token in range(8)]

    def check_invariants(self, rules: Any, state):
        assert len({len(own) for own in state.tokens}) == 1, "all seats have spent as many tokens"
        assert 0 <= sum(state.points) <= 6 * rules.round(state)

    def public_board(self, view):
        return view.prize, view.points, view.left

    def rebuild(self, rules, events):
        prize, points, left = 0, [0] * rules.seats, [False] * rules.seats
        for event in events:
            match event:
                case Rolled(value):
                    prize = value
                case Resolved(_, winner):
                    if winner is not None:
                        points[winner] += prize
                    prize = 0
                case Left(seat):
                    left[seat] = True
                case _:
                    pass
        return prize, tuple(points), tuple(left)

    def _secret(self, state, seat):
        return [s for s, bid in enumerate(state.pending) if s != seat and bid is not None]

    def worlds(self, rules, state, seat):
        return prod(len(state.tokens[other]) for other in self._secret(state, seat))

    def twins(self, rules, state, seat, rng):
        for other in self._secret(state, seat):
            for token in state.tokens[other]:
                pending = (*state.pending[:other], token, *state.pending[other + 1 :])
                yield msgspec.structs.replace(state, pending=pending)

    def plant(self, rules, state, owner):
        if state.pending[owner] is None:
            return None
        pending = (*state.pending[:owner], 987123, *state.pending[owner + 1 :])
        return msgspec.structs.replace(state, pending=pending), ("987123",)


GAME_TYPE = Bids()
CONFORMANCE = BidsConformance()
