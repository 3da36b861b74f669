"""A toy game: a climb by dice.

In its turn a seat makes three moves, each `climb`, for which a die is rolled, or `rest`. The first at the top wins. The
default move is to climb. When the clock runs out during a turn, the rest of the turn is climbed, roll by roll. A seat
that left climbs on by default and cannot win.
"""

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
    InvalidAction,
    InvalidOptions,
    Outcome,
    play_defaults,
    quote_input,
    rank_seats,
)

MOVES = 3
TOP = 8
ROUNDS = 6


class State(msgspec.Struct, frozen=True, gc=False):
    """A position of the climb. While `closing` is set, the rest of the turn is played by default."""

    heights: tuple[int, ...]
    turn: int
    moves: int
    rolling: bool
    closing: bool
    left: tuple[bool, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    viewer: int
    state: State


class Climb(GameAction, frozen=True):
    pass


class Rest(GameAction, frozen=True):
    pass


class Roll(GameAction, frozen=True):
    metres: int


class Climbed(GameEvent, frozen=True):
    seat: int
    metres: int


class Left(GameEvent, frozen=True):
    seat: int


Action = Climb | Rest | Roll
Event = Climbed | Left | GameEnded
ACTIONS = {"climb": Climb(), "rest": Rest()}


class Rules(core.Rules[State, Action, Event, View]):
    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, seats: int):
        self.seats = seats
        # Each move with its die, and every seat leaving. A closed turn has one die for each move.
        self.max_game_length = 2 * MOVES * ROUNDS * seats + seats

    def initial_state(self):
        return State((0,) * self.seats, 0, 0, False, False, (False,) * self.seats)

    def actors(self, state):
        if self.outcome(state) is not None:
            return ()
        return (CHANCE,) if state.rolling else (state.turn % self.seats,)

    def turn_key(self, state):
        return state.turn, int(self.outcome(state) is not None)

    def legal_actions(self, state, player):
        if player not in self.actors(state):
            return ()
        return tuple(map(Roll, (1, 2, 3))) if state.rolling else (Climb(), Rest())

    def host_actions(self, state):
        if self.actors(state) in ((), (CHANCE,)):
            return ()
        return (Close(), *(Forfeit(seat) for seat in range(self.seats) if not state.left[seat]))

    def chance_outcomes(self, state):
        return self.legal_actions(state, CHANCE)

    def play(self, state, player, action, events):
        match action:
            case Close():
                after = msgspec.structs.replace(state, closing=True)
            case Forfeit(seat):
                left = tuple(gone or other == seat for other, gone in enumerate(state.left))
                after = msgspec.structs.replace(state, left=left)
                events.append(Left(seat))
            case _:
                after = self._play(state, action, events)
        return play_defaults(after, self._default, lambda now, move: self._play(now, move, events))

    def _default(self, state):
        actors = self.actors(state)
        is_due = actors and actors != (CHANCE,) and (state.closing or state.left[actors[0]])
        return Climb() if is_due else None

    def _play(self, state, action, events):
        if isinstance(action, Climb):
            return msgspec.structs.replace(state, rolling=True)
        seat = state.turn % self.seats
        metres = action.metres if isinstance(action, Roll) else 0
        if metres:
            events.append(Climbed(seat, metres))
        heights = tuple(height + metres * (other == seat) for other, height in enumerate(state.heights))
        is_last = state.moves == MOVES - 1
        moves, closing = (0, False) if is_last else (state.moves + 1, state.closing)
        return State(heights, state.turn + is_last, moves, False, closing, state.left)

    def outcome(self, state):
        if state.turn < ROUNDS * self.seats and max(state.heights) < TOP and not all(state.left):
            return None
        best = self.standing(state)[0]
        winners = tuple(seat for seat in best if not state.left[seat])
        return Outcome("top", tuple(int(seat in winners) for seat in range(self.seats)), winners)

    def result(self, state):
        outcome = self.outcome(state)
        return None if outcome is None else {"heights": list(state.heights), "winners": list(outcome.winners)}

    def standing(self, state):
        left = [seat for seat in range(self.seats) if state.left[seat]]
        return rank_seats(
            (seat for seat in range(self.seats) if seat not in left), lambda seat: state.heights[seat], left
        )

    def view(self, state, viewer):
        return View(viewer, state)

    def visible(self, event, viewer):
        return event

    def determinize(self, view, rng: Random):
        return view.state

    def evaluate(self, view, seat):
        return view.state.heights[seat]

    def format_action(self, action):
        return f"roll {action.metres}" if isinstance(action, Roll) else type(action).__name__.lower()

    def parse_action(self, text):
        match text.lower().split():
            case [("climb" | "rest") as verb]:
                return ACTIONS[verb]
            case ["roll", metres] if metres in ("1", "2", "3"):
                return Roll(int(metres))
        raise InvalidAction(f"Climb or rest, not {quote_input(text)}.")


class ClimbGame:
    name = "toy_climb"
    title = "Climb"
    difficulty = 5
    rules_version = 1
    seats = (2, 3)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        if raw:
            raise InvalidOptions("There are no options.")
        return {}

    def rules(self, seats: int, options: dict[str, Any]) -> Any:
        return Rules(seats)


GAME_TYPE = ClimbGame()
