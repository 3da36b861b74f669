"""The end of a match after the last scoring phase (HM-21 to HM-25, HM-28, HM-29).

The winner may have to give a token away, and a tie for Elimination Candidate is decided by a seat or by chance.
"""

from msgspec.structs import replace

from engine.hive_mind import scoring
from engine.hive_mind.actions import Give, NameCandidate
from engine.hive_mind.editions import Match
from engine.hive_mind.events import CandidateFound, Event, PointsTold, StandingFound, TokenGiven
from engine.hive_mind.scoring import SeatPoints
from engine.hive_mind.standing import find_standing, is_tied
from engine.hive_mind.state import CHOICE, DRAW, NONE, OPEN, OVER, State, remaining_seats


def conclude(match: Match, state: State, events: list[Event]) -> State:
    """Announce points and standing after the last scoring phase, and open the final choices (HM-29)."""
    seats = scoring.tallies(state)
    points = scoring.points(state, seats)
    events.append(PointsTold(points))
    return _advance_closing(_update_standing(match, replace(state, phase=CHOICE, waiting=0), seats, points, events))


def _update_standing(
    match: Match, state: State, seats: tuple[SeatPoints, ...], points: tuple[int, ...], events: list[Event]
) -> State:
    """Recompute the standing, and reset choices that it makes invalid.

    The gift is reset if the winner changed or the recipient left. The Elimination Candidate is reset if it is no
    longer one of the tied seats.
    """
    before, standing = state.standing, find_standing(match, state, seats, points)
    events.append(StandingFound(standing))
    gift, candidate = state.gift, state.candidate
    stays = gift < 0 or bool(remaining_seats(match, state) >> gift & 1)
    if before is None or before.winner != standing.winner or not stays:
        is_open = match.edition.gift and standing.winner is not None and state.phase != DRAW
        gift = OPEN if is_open else NONE
    if candidate not in standing.candidates:
        candidate = NONE
    if candidate == NONE and len(standing.candidates) == 1:
        candidate = standing.candidates[0]
        events.append(CandidateFound(candidate, None))
    return replace(state, standing=standing, gift=gift, candidate=candidate)


def _advance_closing(state: State) -> State:
    """Return the state with its next phase: seats choose, chance draws a candidate, or the match is over (HM-25)."""
    standing = state.standing
    if standing is None:
        raise ValueError("the standing is not computed yet")
    tied = is_tied(state)
    if tied and (standing.decider is None or state.phase == DRAW):
        return replace(state, phase=DRAW, gift=NONE if state.gift == OPEN else state.gift, waiting=0)
    waiting = 0
    if state.gift == OPEN and standing.winner is not None:
        waiting |= 1 << standing.winner
    if tied and standing.decider is not None:
        waiting |= 1 << standing.decider
    return replace(state, phase=CHOICE if waiting else OVER, waiting=waiting)


def choose(state: State, seat: int, action: Give | NameCandidate, events: list[Event]) -> State:
    """Apply a seat's legal final choice: the gift of a token, or the Elimination Candidate."""
    if isinstance(action, Give):
        events.append(TokenGiven(seat, None if action.seat == NONE else action.seat))
        return _advance_closing(replace(state, gift=action.seat))
    return name_candidate(state, action.seat, seat, events)


def name_candidate(state: State, seat: int, by: int | None, events: list[Event]) -> State:
    """Set the Elimination Candidate; `by` is the seat that decided, or None if chance drew it."""
    events.append(CandidateFound(seat, by))
    return _advance_closing(replace(state, candidate=seat))


def close_choices(state: State, events: list[Event]) -> State:
    """End the open choices when time has run out: the token is kept, a tied candidate is left to chance (HM-25)."""
    if state.gift == OPEN and state.standing is not None and state.standing.winner is not None:
        events.append(TokenGiven(state.standing.winner, None))
        state = replace(state, gift=NONE)
    return _advance_closing(replace(state, phase=DRAW) if is_tied(state) else state)


def leave(match: Match, state: State, events: list[Event]) -> State:
    """Recompute the standing after a seat has left the match during the final choices.

    That seat gets no token and is no Elimination Candidate (HM-28).
    """
    seats = scoring.tallies(state)
    return _advance_closing(_update_standing(match, state, seats, scoring.points(state, seats), events))
