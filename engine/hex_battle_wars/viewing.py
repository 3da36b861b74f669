"""Conversion of states to views, of views back to possible states, and of a final state to the result."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.core import Outcome, Standing, rank_seats
from engine.hex_battle_wars.board import OFF, field
from engine.hex_battle_wars.state import (
    BLOCKS,
    DEPLOY,
    NOBODY,
    OVER,
    PHASES,
    REAL,
    REASONS,
    STAGES,
    START,
    TURN,
    VANISH,
    Match,
    State,
    is_in,
)
from engine.hex_battle_wars.view import Piece, SeatView, Turn, View


def view(match: Match, state: State, viewer: int) -> View:
    """Return the view of a seat; for any other viewer, the public view."""
    end = outcome(match, state)
    return View(
        viewer=viewer,
        radius=match.radius,
        hp=match.hp,
        last_round=match.last_round,
        phase=PHASES[state.phase],
        ground=state.ground,
        round=state.round,
        actors=(state.seat,) if state.phase in (BLOCKS, DEPLOY, TURN) else (),
        seats=tuple(_seat(match, state, seat, viewer) for seat in range(match.seats)),
        turn=None
        if state.seat == NOBODY
        else Turn(state.seat, state.piece or None, STAGES[state.stage], state.roll, state.acted, state.closing),
        box=state.box,
        dice=state.dice,
        rolling=tuple(seat for seat in range(match.seats) if state.rolling >> seat & 1),
        leader=None if state.leader == NOBODY else state.leader,
        walk=state.walk,
        shot=state.shot,
        winners=None if end is None else end.winners,
        reason=None if end is None else end.reason,
    )


def _seat(match: Match, state: State, seat: int, viewer: int) -> SeatView:
    name, first = match.grid.name, seat * match.pieces
    knows = viewer == seat or state.phase == OVER
    return SeatView(
        passes=state.passes[seat],
        pieces=tuple(
            Piece(
                hp=state.hp[number],
                armour=state.armour[number],
                invisibility=state.scores[number],
                label=None if state.at[number] == OFF else name[state.at[number]],
                invisible=state.hidden[seat] == number - first + 1,
            )
            for number in range(first, first + match.pieces)
        ),
        tiles=tuple(None if cell == OFF else name[cell] for cell in state.tiles[seat]),
        real=state.real[seat] or None if knows else None,
        forfeited=bool(state.forfeited >> seat & 1),
        out_round=None if state.out_round[seat] < 0 else state.out_round[seat],
    )


def determinize(match: Match, seen: View, rng: Random) -> State:
    """Sample a state that fits a view; an unknown real tile is any of the remaining tiles."""
    phase = PHASES.index(seen.phase)
    return replace(public_state(seen), real=tuple(_real_tile(seen, phase, seat, rng) for seat in range(match.seats)))


def match_of(seen: View) -> Match:
    """Return the configuration of the game that a view shows.

    A view doesn't show who lays the blocks and how many hazards there are, so these have fixed values.
    """
    return _match(len(seen.seats), seen.radius, seen.hp, len(seen.seats[0].pieces), seen.last_round)


@lru_cache(maxsize=64)
def _match(seats: int, radius: int, hp: int, pieces: int, last_round: int) -> Match:
    return Match(seats, radius, hp, pieces, last_round, program=True, hazards=False)


def public_state(seen: View) -> State:
    """Return a state with all that a view shows, except the real tiles, which are 0."""
    index = field(seen.radius).index
    pieces = [piece for seat in seen.seats for piece in seat.pieces]
    state = State(
        phase=PHASES.index(seen.phase),
        ground=seen.ground,
        armour=tuple(piece.armour for piece in pieces),
        scores=tuple(piece.invisibility for piece in pieces),
        hp=tuple(piece.hp for piece in pieces),
        at=_cells(index, (piece.label for piece in pieces)),
        passes=tuple(seat.passes for seat in seen.seats),
        tiles=tuple(_cells(index, seat.tiles) for seat in seen.seats),
        hidden=tuple(_hidden(seat) for seat in seen.seats),
        real=(0,) * len(seen.seats),
        out_round=tuple(_number_of(seat.out_round, -1) for seat in seen.seats),
        forfeited=sum(seated.forfeited << seat for seat, seated in enumerate(seen.seats)),
        dice=seen.dice,
        rolling=sum(1 << seat for seat in seen.rolling),
        leader=_number_of(seen.leader, NOBODY),
        box=seen.box,
        round=seen.round,
        seat=NOBODY,
        piece=0,
        stage=START,
        roll=0,
        acted=False,
        closing=False,
        walk=seen.walk,
        shot=seen.shot,
        reason=0 if seen.reason is None else REASONS.index(seen.reason),
    )
    return state if seen.turn is None else _with_turn(state, seen.turn)


def _cells(index: Mapping[str, int], labels: Iterable[str | None]) -> tuple[int, ...]:
    return tuple(OFF if label is None else index[label] for label in labels)


def _number_of(value: int | None, nothing: int) -> int:
    """Return a number from a view in the form that states use, with `nothing` in place of None."""
    return nothing if value is None else value


def _with_turn(state: State, turn: Turn) -> State:
    return replace(
        state,
        seat=turn.seat,
        piece=turn.piece or 0,
        stage=STAGES.index(turn.stage),
        roll=turn.roll,
        acted=turn.acted,
        closing=turn.closing,
    )


def _hidden(seat: SeatView) -> int:
    return next((number for number, piece in enumerate(seat.pieces, 1) if piece.invisible), 0)


def _real_tile(seen: View, phase: int, seat: int, rng: Random) -> int:
    """Return the number of a seat's real tile: the one that the view shows, or a sampled one of the remaining tiles.

    It is 0 if no tile is chosen yet. While another seat rolls to vanish, it may have named any tile or none, so 0
    to 3 is sampled.
    """
    known = seen.seats[seat].real
    acts = seen.turn is not None and seen.turn.seat == seat
    if known is not None or phase == OVER or (phase == REAL and acts):
        return known or 0
    if phase == VANISH and acts:
        return 0 if seat == seen.viewer else rng.randrange(4)
    left = [tile for tile, label in enumerate(seen.seats[seat].tiles, 1) if label is not None]
    return rng.choice(left) if left else 0


def outcome(match: Match, state: State) -> Outcome | None:
    """Return the winners and the reason why the game ended (HBW-22, HBW-25, HBW-26); None before the end."""
    if state.phase != OVER:
        return None
    winners = standing(match, state)[0]
    returns = tuple(int(seat in winners) for seat in range(match.seats))
    return Outcome(REASONS[state.reason], returns, winners)


def standing(match: Match, state: State) -> Standing:
    """Rank the seats: those in the game by health, then those that are out, the last to drop out first.

    Seats that left come last.
    """

    def key(seat: int) -> tuple[bool, int]:
        if is_in(match, state, seat):
            return True, sum(state.hp[seat * match.pieces : (seat + 1) * match.pieces])
        return False, state.out_round[seat]

    staying = [seat for seat in range(match.seats) if not state.forfeited >> seat & 1]
    left = [seat for seat in range(match.seats) if state.forfeited >> seat & 1]
    return rank_seats(staying, key, left)


def result(match: Match, state: State) -> dict[str, Any] | None:
    """Return the result, as the Notation section of the rule book describes it; None before the end."""
    end = outcome(match, state)
    if end is None:
        return None
    return {
        "seats": [
            {
                "hp": list(state.hp[seat * match.pieces : (seat + 1) * match.pieces]),
                "passes": state.passes[seat],
                "out_round": None if state.out_round[seat] < 0 else state.out_round[seat],
            }
            for seat in range(match.seats)
        ],
        "winners": list(end.winners),
        "reason": end.reason,
    }
