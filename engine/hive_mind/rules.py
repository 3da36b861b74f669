"""The rules of Hive Mind for one configuration, as an implementation of `core.Rules`.

The other modules of this package implement the chapters of the rule book.
"""

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
    empty_submission,
    initial_state,
    remaining_seats,
)
from engine.hive_mind.view import View

_CHANCE: Final = (CHANCE,)


class HiveMindRules(Rules[State, Action, Event, View]):
    """The rules of Hive Mind for one configuration: an edition and the seats' garnets at the start."""

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
        """Return the players that must act: seats that are not ready or must choose, or chance; empty at the end."""
        if state.waiting:
            return SEATS_IN[state.waiting]
        return () if state.phase == OVER else _CHANCE

    def is_simultaneous(self, state: State) -> bool:
        """Return whether several seats act at the same time: in rounds and in the guess of totals (HM-5, HM-18).

        In the final choices each decision belongs to one seat (HM-25).
        """
        return state.phase in (ROUND, TOTALS)

    def turn_key(self, state: State) -> tuple[int, ...]:
        """Return the key of the current turn: phase, number of resolved rounds, and who must choose.

        The last part is a bit mask of seats in the final choices, else 0.
        """
        return state.phase, state.number, state.waiting if state.phase == CHOICE else 0

    def legal_actions(self, state: State, player: Player) -> Sequence[Action]:
        """Return the actions that bring the match forward.

        For a seat they are shapes and abilities, `ready` once every open hive has a shape, and final choices; for
        chance, its outcomes. Guesses, replacing or withdrawing a pending part, and `reopen` are legal too but not
        listed; see `is_legal`.
        """
        if player >= 0:
            return legality.list_advancing_actions(self._match, state, player) if state.waiting >> player & 1 else ()
        return self.chance_outcomes(state) if player == CHANCE else ()

    def is_legal(self, state: State, player: Player, action: Action | HostAction) -> bool:
        """Return whether the action is legal; for a seat, the answer reveals no hidden information."""
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

    def remaining_seats(self, state: State) -> Sequence[int]:
        """Return the seats that have not left (HM-28)."""
        return SEATS_IN[remaining_seats(self._match, state)]

    def chance_outcomes(self, state: State) -> Sequence[Action]:
        """Return the possible layouts of the next hive, or the tied seats to draw from (HM-2, HM-23).

        All of them are equally likely.
        """
        if state.phase == HIVES:
            return _list_layouts(len(state.hives))
        if state.phase == DRAW and state.standing is not None:
            return tuple(DrawCandidate(seat) for seat in state.standing.candidates)
        return ()

    def play(self, state: State, player: Player, action: Any, events: list[Event]) -> State:
        """Return the state after an action, and add its events; a round is resolved once all seats are ready (HM-5)."""
        if type(action) in submitting.CHANGES:
            return submitting.change_submission(state, player, action)
        if player == CHANCE:
            return self._apply_chance(state, action, events)
        return (
            self._apply_host_action(state, action, events)
            if player == HOST
            else self._act(state, player, action, events)
        )

    def seat_refusal(self, state: State, seat: int, action: Action | HostAction) -> EngineError:
        """Return the error for a seat's illegal action, with the reason and the alternatives."""
        objection = legality.objection(self._match, state, seat, action)
        if objection is None:
            return super().seat_refusal(state, seat, action)
        return refusal(self.view(state, seat), action, objection)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners of Tokens of Life and the deciding criterion (HM-19 to HM-23); None before the end."""
        return standing.outcome(self._match, state) if state.phase == OVER else None

    def result(self, state: State) -> dict[str, Any] | None:
        """Return the result, as the Notation section of the rule book describes it; None before the end."""
        return viewing.result(self._match, state) if state.phase == OVER else None

    def standing(self, state: State) -> Standing:
        """Rank the seats by Tokens of Life, less one for the Elimination Candidate, then by the tie-breaks for victory.

        The tie-breaks are those of HM-22 and HM-24. Seats that left come last.
        """
        return standing.ranking(self._match, state)

    def view(self, state: State, viewer: Player) -> View:
        """Return the view of a seat or spectator (HM-10, HM-11).

        After the last scoring phase it also shows what was hidden before.
        """
        return viewing.view(self._match, state, viewer)

    def visible(self, event: Event, viewer: Player) -> Event | None:
        """Return None for other seats' hints (HM-4) and their results in the guess of totals (HM-18), else the event.

        Such events stay hidden at the end too; the final view shows their contents (HM-29).
        """
        if isinstance(event, HintTold | TotalsCompared) and event.seat != viewer:
            return None
        return event

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state that fits a view: its hidden parts agree with the announcements and the viewer's hints."""
        return worlds.determinize(self._match, view, rng)

    def evaluate(self, view: View, seat: int) -> float:
        """Return an estimate of a seat's position, in points (see `evaluation.evaluate`)."""
        return evaluation.evaluate(view, seat)

    def format_action(self, action: Action) -> str:
        """Format an action in canonical notation."""
        return notation.write(self._match, action)

    def parse_action(self, text: str) -> Action:
        """Parse the text of one action, ignoring case.

        Raises InvalidAction, which explains the mistake, if the text is not valid notation.
        """
        return notation.read(self._match, text)

    def split_actions(self, text: str) -> Sequence[str]:
        """Split a line into the texts of single actions, which are separated by spaces, with or without commas."""
        return notation.tokens(text)

    def _act(self, state: State, seat: int, action: Any, events: list[Event]) -> State:
        """Apply `ready`, `reopen` or a final choice of a seat."""
        if type(action) is Ready:
            events.append(SeatReady(seat))
            return self._advance(replace(state, waiting=state.waiting & ~(1 << seat)), events)
        if type(action) is Reopen:
            events.append(SeatReopened(seat))
            return replace(state, waiting=state.waiting | 1 << seat)
        return closing.choose(state, seat, action, events)

    def _apply_chance(self, state: State, action: Any, events: list[Event]) -> State:
        if isinstance(action, DrawCandidate):
            return closing.name_candidate(state, action.seat, None, events)
        events.append(HiveLaid(self._match.edition.hives[len(state.hives)]))
        hives = (*state.hives, action.values)
        if len(hives) < len(self._match.edition.hives):
            return replace(state, hives=hives)
        everybody = remaining_seats(self._match, state)
        return self._advance(replace(state, phase=ROUND, hives=hives, waiting=everybody), events)

    def _apply_host_action(self, state: State, action: Any, events: list[Event]) -> State:
        if isinstance(action, Forfeit):
            return self._forfeit(state, action.seat, events)
        events.append(TimeRanOut(SEATS_IN[state.waiting]))
        if state.phase == CHOICE:
            return closing.close_choices(state, events)
        return self._advance(replace(state, waiting=0), events)

    def _forfeit(self, state: State, seat: int, events: list[Event]) -> State:
        """Remove a seat that left the match: its pending submission is discarded, its resolved shapes stay (HM-28)."""
        events.append(SeatForfeited(seat))
        left = replace(
            state,
            pending=(*state.pending[:seat], empty_submission(self._match), *state.pending[seat + 1 :]),
            waiting=state.waiting & ~(1 << seat),
            forfeited=state.forfeited | 1 << seat,
        )
        if state.phase in (CHOICE, DRAW):
            return closing.leave(self._match, left, events)
        return self._advance(left, events)

    def _advance(self, state: State, events: list[Event]) -> State:
        """Resolve the round or the guess of totals if no seat must act, and open the next phase (HM-5, HM-18).

        It repeats as long as the next round also has no seat that must act.
        """
        match = self._match
        while not state.waiting and state.phase in (ROUND, TOTALS):
            if state.phase == TOTALS:
                totals = scoring.compare_totals(match, state)
                events.extend(TotalsCompared(seat, part.right, part.hit) for seat, part in enumerate(totals))
                after = replace(state, pending=(empty_submission(match),) * match.seats, totals=totals)
                return closing.conclude(match, after, events)
            state = resolving.resolve(match, state, events)
            if state.number < len(match.schedule):
                state = replace(state, waiting=remaining_seats(match, state))
            elif match.edition.guess_of_totals:
                events.append(TotalsAsked())
                state = replace(state, phase=TOTALS, waiting=remaining_seats(match, state))
            else:
                return closing.conclude(match, state, events)
        return state


@cache
def _list_layouts(hive: int) -> tuple[LayHive, ...]:
    return tuple([LayHive(hive, values) for values in layouts()])


def _max_game_length(match: Match) -> int:
    """Return the maximum number of log entries of a match in which no seat replaces, withdraws or reopens anything."""
    hives, edition = len(match.edition.hives), match.edition
    # The most entries of a seat: a shape per hive and round, a Double and a Block per hive, `ready` in every round and
    # for the totals, and two for leaving the match, which may open a choice again (HM-28).
    per_seat = hives * ROUNDS + 2 * hives + edition.rounds + 1 + 2
    # The entries of all seats; the layouts; a `close` for each round, for the totals and for the choices; two choices;
    # the draw of a candidate.
    return match.seats * per_seat + hives + edition.rounds + 2 + 2 + 1
