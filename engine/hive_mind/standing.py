"""Winners, Tokens of Life and the Elimination Candidate (HM-19 to HM-25, HM-28)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from engine.core import Outcome
from engine.hive_mind.editions import Match
from engine.hive_mind.feats import feats
from engine.hive_mind.scoring import Tally
from engine.hive_mind.state import NONE, OVER, SEATS_IN, State, staying
from engine.hive_mind.view import Feats, Standing

NOTHING: Final = "nothing"
"""Nothing decided: all criteria left a tie, or nobody was left to compare."""
FORFEIT: Final = "forfeit"
"""Every seat left."""

Criterion: TypeAlias = tuple[str, Callable[[int], int]]
"""Its name, and what the best of the seats have most of."""


def find_standing(match: Match, state: State, seats: Sequence[Tally], points: Sequence[int]) -> Standing:
    """Who has won among those who stay, and the candidates."""
    present = SEATS_IN[staying(match, state)]
    winner, winner_by = _single(_victory(match, seats, points), present)
    second, second_by = None, NOTHING
    if match.edition.guess_of_totals:
        second, second_by = _single(_most_feats(seats, feats(match, state)), present)
    rest = [seat for seat in present if seat not in (winner, second)]
    candidates, candidate_by = _filtered(_fewest(seats, points), rest)
    decider = None
    if len(candidates) > 1:
        decider = second if winner is None else winner
    return Standing(winner, winner_by, second, second_by, candidates, candidate_by, decider)


def _victory(match: Match, seats: Sequence[Tally], points: Sequence[int]) -> list[Criterion]:
    """Most points, then more on 3s, then on 2s; with hives at once then more from guesses (HM-19, HM-22, HM-24)."""
    criteria: list[Criterion] = [
        ("points", lambda seat: points[seat]),
        ("threes", lambda seat: seats[seat].on_threes),
        ("twos", lambda seat: seats[seat].on_twos),
    ]
    if not match.edition.guess_of_totals:
        criteria.append(("guesses", lambda seat: seats[seat].guesses))
    return criteria


def _most_feats(seats: Sequence[Tally], done: Sequence[Feats]) -> list[Criterion]:
    """Most feats, then fewer points on 3s, then on 2s (HM-20)."""
    counts = [found.disjoint + found.alone + found.twos + found.avoided for found in done]
    return [("feats", lambda seat: counts[seat]), *_fewer(seats)]


def _fewest(seats: Sequence[Tally], points: Sequence[int]) -> list[Criterion]:
    """Fewest points, then fewer on 3s, then on 2s (HM-21, HM-23)."""
    return [("points", lambda seat: -points[seat]), *_fewer(seats)]


def _fewer(seats: Sequence[Tally]) -> list[Criterion]:
    return [("threes", lambda seat: -seats[seat].on_threes), ("twos", lambda seat: -seats[seat].on_twos)]


def _filtered(criteria: Iterable[Criterion], seats: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Those who are best by each criterion in turn, and by which only one was left (HM-24)."""
    tied = tuple(seats)
    for name, key in criteria:
        best = max(map(key, tied), default=0)
        tied = tuple(seat for seat in tied if key(seat) == best)
        if len(tied) == 1:
            return tied, name
    return tied, NOTHING


def _single(criteria: Iterable[Criterion], seats: Sequence[int]) -> tuple[int | None, str]:
    tied, by = _filtered(criteria, seats)
    return (tied[0], by) if len(tied) == 1 else (None, NOTHING)


def tokens(match: Match, state: State) -> tuple[int, ...]:
    """Each seat's Tokens of Life, after the gift (HM-19, HM-20, HM-22)."""
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
    """The end. A seat's return is its tokens, less one for the Elimination Candidate; who won tokens has won."""
    standing = state.standing
    if state.phase != OVER or standing is None:
        return None
    returns = tuple(held - (seat == state.candidate) for seat, held in enumerate(tokens(match, state)))
    winners = {standing.winner, standing.second_winner} - {None}
    reason = standing.winner_by if staying(match, state) else FORFEIT
    return Outcome(reason, returns, tuple(seat for seat in range(match.seats) if seat in winners))


def is_tied(state: State) -> bool:
    """Whether the Elimination Candidate is still to be chosen or drawn."""
    return state.standing is not None and len(state.standing.candidates) > 1 and state.candidate == NONE
