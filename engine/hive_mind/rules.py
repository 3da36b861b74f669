"""The rules of Hive Mind in one configuration: `core.Rules` on top of the modules for the rule book's chapters."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from engine.core import (
    CHANCE,
    HOST,
    EngineError,
    Forfeit,
    HostAction,
    Outcome,
    Player,
    Rules,
    Standing,
)
from engine.hive_mind import (
    closing,
    evaluation,
    legality,
    notation,
    resolving,
    scoring,
    standing,
    submitting,
    viewing,
    worlds,
)
from engine.hive_mind.actions import Action, DrawCandidate, LayHive, Ready, Reopen
from engine.hive_mind.board import is_layout, layouts
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.events import (
    Event,
    HintTold,
    HiveLaid,
    SeatForfeited,
    SeatReady,
    SeatReopened,
    TimeRanOut,
    TotalsAsked,
    TotalsCompared,
)
from engine.hive_mind.refusals import refusal
from engine.hive_mind.state import (
    CHOICE,
    DRAW,
    HIVES,
    OVER,
    ROUND,
    SEATS_IN,
    TOTALS,
    State,
    blank,
    initial_state,
    staying,
)
from engine.hive_mind.view import View

_CHANCE: Final = (CHANCE,)


class HiveMindRules(Rules[State, Action, Event, View]):
    """The rules of Hive Mind in one edition, for seats with given garnets."""

    state_type = State
    view_type = View
    event_type = Event

    def __init__(self, match: Match) -> None:
        self.seats = match.seats
        self.max_game_length = _max_game_length(match)
        self._match: Final = match

    def initial_state(self) -> State:
        """Return the state before chance lays the hives (HM-2)."""
        return initial_state(self._match)

    def actors(self, state: State) -> tuple[Player, ...]:
        """Return chance, the seats that are not ready, or the seats that have a choice to make."""
        if state.waiting:
            return SEATS_IN[state.waiting]
        return () if state.phase == OVER else _CHANCE

    def is_simultaneous(self, state: State) -> bool:
        """Return whether this is a round or the guess of totals (HM-5, HM-18).

        Each choice at the end is one seat's (HM-25).
        """
        return state.phase in (ROUND, TOTALS)

    def turn_key(self, state: State) -> tuple[int, ...]:
        """Return the phase and the round of the match, and in the choices at the end the seats that must choose."""
        return state.phase, state.number, state.waiting if state.phase == CHOICE else 0

    def legal_actions(self, state: State, player: Player) -> Sequence[Action]:
        """Return additions to a submission, `ready` once it is complete, final choices, or chance's outcomes.

        A seat may also overwrite and clear what is pending, guess, and reopen; see `is_legal`.
        """
        if player >= 0:
            return legality.advancing(self._match, state, player) if state.waiting >> player & 1 else ()
        return self.chance_outcomes(state) if player == CHANCE else ()

    def is_legal(self, state: State, player: Player, action: Action | HostAction) -> bool:
        """Return whether the action is legal; for a seat this depends only on its own choices."""
        if 0 <= player < self.seats:
            return legality.objection(self._match, state, player, action) is None
        if player == CHANCE:
            return self._may_happen(state, action)
        return player == HOST and action in self.host_actions(state)

    def _may_happen(self, state: State, action: object) -> bool:
        if state.phase == HIVES and isinstance(action, LayHive):
            return action.hive == len(state.hives) and is_layout(action.values)
        if state.phase == DRAW and isinstance(action, DrawCandidate):
            return state.standing is not None and action.seat in state.standing.candidates
        return False

    def staying(self, state: State) -> Sequence[int]:
        """Return the seats that have not left (HM-28)."""
        return SEATS_IN[staying(self._match, state)]

    def chance_outcomes(self, state: State) -> Sequence[Action]:
        """Return the layouts of the next hive, or the tied candidates, all equally likely (HM-2, HM-23)."""
        if state.phase == HIVES:
            return _layouts(len(state.hives))
        if state.phase == DRAW and state.standing is not None:
            return tuple(DrawCandidate(seat) for seat in state.standing.candidates)
        return ()

    def play(self, state: State, player: Player, action: Any, events: list[Event]) -> State:
        """Return the state after an action; a round resolves as soon as all seats are ready (HM-5)."""
        if type(action) in submitting.CHANGES:
            return submitting.submitted(state, player, action)
        if player == CHANCE:
            return self._happen(state, action, events)
        return self._host(state, action, events) if player == HOST else self._act(state, player, action, events)

    def seat_refusal(self, state: State, seat: int, action: Action | HostAction) -> EngineError:
        """Build the error for a seat's illegal action, with the alternatives."""
        objection = legality.objection(self._match, state, seat, action)
        if objection is None:
            return super().seat_refusal(state, seat, action)
        return refusal(self.view(state, seat), action, objection)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners of Tokens of Life and the deciding criterion (HM-19 to HM-23), or None before the end."""
        return standing.outcome(self._match, state)

    def result(self, state: State) -> dict[str, Any] | None:
        """Return the result as in the Notation section of the rule book; None before the end."""
        return viewing.result(self._match, state) if state.phase == OVER else None

    def standing(self, state: State) -> Standing:
        """Rank seats by tokens, less one for the Elimination Candidate, then by the tie-breaks of HM-22 and HM-24.

        Seats that left come last.
        """
        return standing.ranking(self._match, state)

    def view(self, state: State, viewer: Player) -> View:
        """Return a viewer's public and private information, and at the end everything (HM-10, HM-11)."""
        return viewing.view(self._match, state, viewer)

    def visible(self, event: Event, viewer: Player) -> Event | None:
        """Hide other seats' hints (HM-4) and their results in the guess of totals (HM-18).

        The end reveals both (HM-29).
        """
        if isinstance(event, HintTold | TotalsCompared) and event.seat != viewer:
            return None
        return event

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state whose hidden parts fit the announcements and the viewer's hints."""
        return worlds.determinize(self._match, view, rng)

    def evaluate(self, view: View, seat: int) -> float:
        """Return the expected value of the seat's pending shapes; at the end, its tokens and points."""
        return evaluation.evaluate(view, seat)

    def format_action(self, action: Action) -> str:
        """Format an action in canonical notation."""
        return notation.write(self._match, action)

    def parse_action(self, text: str) -> Action:
        """Parse an action, ignoring case.

        Raises InvalidAction; its text says what is wrong.
        """
        return notation.read(self._match, text)

    def split_actions(self, text: str) -> Sequence[str]:
        """Split a line into actions, at spaces or commas."""
        return notation.tokens(text)

    def _act(self, state: State, seat: int, action: Any, events: list[Event]) -> State:
        """Apply an action that is more than a change of the seat's submission."""
        if type(action) is Ready:
            events.append(SeatReady(seat))
            return self._advanced(replace(state, waiting=state.waiting & ~(1 << seat)), events)
        if type(action) is Reopen:
            events.append(SeatReopened(seat))
            return replace(state, waiting=state.waiting | 1 << seat)
        return closing.choose(state, seat, action, events)

    def _happen(self, state: State, action: Any, events: list[Event]) -> State:
        if isinstance(action, DrawCandidate):
            return closing.name_candidate(state, action.seat, None, events)
        events.append(HiveLaid(self._match.edition.hives[len(state.hives)]))
        hives = (*state.hives, action.values)
        if len(hives) < len(self._match.edition.hives):
            return replace(state, hives=hives)
        everybody = staying(self._match, state)
        return self._advanced(replace(state, phase=ROUND, hives=hives, waiting=everybody), events)

    def _host(self, state: State, action: Any, events: list[Event]) -> State:
        if isinstance(action, Forfeit):
            return self._forfeit(state, action.seat, events)
        events.append(TimeRanOut(SEATS_IN[state.waiting]))
        if state.phase == CHOICE:
            return closing.close_choices(state, events)
        return self._advanced(replace(state, waiting=0), events)

    def _forfeit(self, state: State, seat: int, events: list[Event]) -> State:
        """Remove a seat that left: its pending submission is discarded, its past shapes stay (HM-28)."""
        events.append(SeatForfeited(seat))
        left = replace(
            state,
            pending=(*state.pending[:seat], blank(self._match), *state.pending[seat + 1 :]),
            waiting=state.waiting & ~(1 << seat),
            forfeited=state.forfeited | 1 << seat,
        )
        if state.phase in (CHOICE, DRAW):
            return closing.leave(self._match, left, events)
        return self._advanced(left, events)

    def _advanced(self, state: State, events: list[Event]) -> State:
        """Resolve every turn in which no seat must act, and open the next one (HM-5, HM-18)."""
        match = self._match
        while not state.waiting and state.phase in (ROUND, TOTALS):
            if state.phase == TOTALS:
                totals = scoring.compare_totals(match, state)
                events.extend(TotalsCompared(seat, part.right, part.hit) for seat, part in enumerate(totals))
                after = replace(state, pending=(blank(match),) * match.seats, totals=totals)
                return closing.conclude(match, after, events)
            state = resolving.resolve(match, state, events)
            if state.number < len(match.schedule):
                state = replace(state, waiting=staying(match, state))
            elif match.edition.guess_of_totals:
                events.append(TotalsAsked())
                state = replace(state, phase=TOTALS, waiting=staying(match, state))
            else:
                return closing.conclude(match, state, events)
        return state


@cache
def _layouts(hive: int) -> tuple[LayHive, ...]:
    return tuple([LayHive(hive, values) for values in layouts()])


def _max_game_length(match: Match) -> int:
    """Return the maximum number of entries from any state if no seat overwrites, clears or reopens."""
    hives, edition = len(match.edition.hives), match.edition
    # Each round resolves once. So per seat: a shape per hive and round, a Double and a Block per hive, ready in every
    # round and for the totals, and leaving, which may reopen one choice (HM-28).
    per_seat = hives * ROUNDS + 2 * hives + edition.rounds + 1 + 2
    # The layouts; a close for each round, the totals and the choices; two choices; the draw of a candidate.
    return match.seats * per_seat + hives + edition.rounds + 2 + 2 + 1
