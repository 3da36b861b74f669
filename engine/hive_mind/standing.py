"""The winners, their Tokens of Life, and the Elimination Candidate (HM-19 to HM-25, HM-28)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from engine.core import Outcome, rank_seats
from engine.core import Standing as Ranking
from engine.hive_mind import scoring
from engine.hive_mind.editions import Match
from engine.hive_mind.feats import count_feats
from engine.hive_mind.scoring import SeatPoints
from engine.hive_mind.state import NONE, OVER, SEATS_IN, State, remaining_seats
from engine.hive_mind.view import Feats, Standing

NOTHING: Final = "nothing"
"""The value in place of a criterion's name if none decided: seats stayed tied, or there were none to compare."""
FORFEIT: Final = "forfeit"
"""The reason of the outcome if every seat has left the match."""

Criterion: TypeAlias = tuple[str, Sequence[int]]
"""A criterion for comparing seats: its name and a value for each seat. The highest value is best."""


def find_standing(match: Match, state: State, seats: Sequence[SeatPoints], points: Sequence[int]) -> Standing:
    """Return the winners among the seats that have not left, and the possible Elimination Candidates."""
    present = SEATS_IN[remaining_seats(match, state)]
    winner, winner_by = _find_single(_victory(match, seats, points), present)
    second, second_by = None, NOTHING
    if match.edition.guess_of_totals:
        second, second_by = _find_single(_feats_criteria(seats, count_feats(match, state)), present)
    rest = [seat for seat in present if seat not in (winner, second)]
    candidates, candidate_by = (), NOTHING
    if not match.edition.shapes_only:
        candidates, candidate_by = _filter_by_criteria(_elimination_criteria(seats, points), rest)
    decider = None
    if len(candidates) > 1:
        decider = second if winner is None else winner
    return Standing(winner, winner_by, second, second_by, candidates, candidate_by, decider)


def _victory(match: Match, seats: Sequence[SeatPoints], points: Sequence[int]) -> Iterator[Criterion]:
    """Yield the criteria for victory, most important first: points, points on 3s, points on 2s, points from guesses.

    The last one is only used in matches with several hives at once (HM-19, HM-22, HM-24).
    """
    yield "points", points
    yield "threes", [seat.on_threes for seat in seats]
    yield "twos", [seat.on_twos for seat in seats]
    if not match.edition.guess_of_totals and not match.edition.shapes_only:
        yield "guesses", [seat.guesses for seat in seats]


def _feats_criteria(seats: Sequence[SeatPoints], done: Sequence[Feats]) -> Iterator[Criterion]:
    """Yield the criteria for the token for feats: most feats, then fewer points on 3s, then fewer on 2s (HM-20)."""
    yield "feats", [found.disjoint + found.alone + found.twos + found.avoided for found in done]
    yield from _tie_break_criteria(seats)


def _elimination_criteria(seats: Sequence[SeatPoints], points: Sequence[int]) -> Iterator[Criterion]:
    """Yield the criteria for elimination: fewest points, then fewer on 3s, then fewer on 2s (HM-21, HM-23)."""
    yield "points", [-number for number in points]
    yield from _tie_break_criteria(seats)


def _tie_break_criteria(seats: Sequence[SeatPoints]) -> Iterator[Criterion]:
    yield "threes", [-seat.on_threes for seat in seats]
    yield "twos", [-seat.on_twos for seat in seats]


def _filter_by_criteria(criteria: Iterable[Criterion], seats: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Return the seats that are best by each criterion in turn, and the name of the criterion that left only one.

    The name is `NOTHING` if several seats stay tied (HM-24).
    """
    tied = tuple(seats)
    if not tied:
        return (), NOTHING
    for name, values in criteria:
        best = max([values[seat] for seat in tied])
        tied = tuple([seat for seat in tied if values[seat] == best])
        if len(tied) == 1:
            return tied, name
    return tied, NOTHING


def _find_single(criteria: Iterable[Criterion], seats: Sequence[int]) -> tuple[int | None, str]:
    tied, by = _filter_by_criteria(criteria, seats)
    return (tied[0], by) if len(tied) == 1 else (None, NOTHING)


def tokens(match: Match, state: State) -> tuple[int, ...]:
    """Return each seat's number of Tokens of Life, after the winner's gift (HM-19, HM-20, HM-22)."""
    held = [0] * match.seats
    standing = state.standing
    if standing is not None and standing.winner is not None:
        held[standing.winner] += match.edition.tokens
        if state.gift >= 0:
            held[standing.winner] -= 1
            held[state.gift] += 1
    if standing is not None and standing.second_winner is not None:
        held[standing.second_winner] += 1
    return tuple(held)


def outcome(match: Match, state: State) -> Outcome | None:
    """Return the outcome of the match, or None before the end.

    `Outcome.returns` is each seat's number of tokens, less one for the Elimination Candidate; in a first game, which
    has neither, it is 1 for the winner (HM-16). The winners are the seats that earned tokens by points or by feats.
    """
    standing = state.standing
    if state.phase != OVER or standing is None:
        return None
    winners = {standing.winner, standing.second_winner} - {None}
    returns = tuple(held - (seat == state.candidate) for seat, held in enumerate(tokens(match, state)))
    if match.edition.shapes_only:
        returns = tuple(int(seat in winners) for seat in range(match.seats))
    reason = standing.winner_by if remaining_seats(match, state) else FORFEIT
    return Outcome(reason, returns, tuple(seat for seat in range(match.seats) if seat in winners))


def ranking(match: Match, state: State) -> Ranking:
    """Rank the seats as if the match ended now.

    They are sorted by tokens, less one for the Elimination Candidate, then by the criteria for victory. Seats that left
    come last (HM-28).
    """
    seats = scoring.tallies(state)
    points = scoring.points(state, seats)
    standing = state.standing or find_standing(match, state, seats, points)
    held = tokens(match, replace(state, standing=standing))
    candidate = standing.candidates[0] if len(standing.candidates) == 1 else state.candidate
    criteria = [values for _, values in _victory(match, seats, points)]
    return rank_seats(
        SEATS_IN[remaining_seats(match, state)],
        lambda seat: (held[seat] - (seat == candidate), *(values[seat] for values in criteria)),
        SEATS_IN[state.forfeited],
    )


def is_tied(state: State) -> bool:
    """Return whether several seats are tied for Elimination Candidate and none has been chosen or drawn yet."""
    return state.standing is not None and len(state.standing.candidates) > 1 and state.candidate == NONE
