"""Points by source: placement, doubles, blocks, guesses, totals (HM-8, HM-9, HM-12, HM-14, HM-15, HM-17, HM-18, HM-24).

Points are hidden from everybody until the last scoring phase ends (HM-11), so they are computed only then.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from engine.hive_mind.actions import HIVES_AT_MOST
from engine.hive_mind.board import ALL_CELLS, COVERED, LETTERS, SHAPES, find_digit, values_of
from engine.hive_mind.editions import ROUNDS, VALUES, Match
from engine.hive_mind.resolving import hint
from engine.hive_mind.state import NONE, SEATS_IN, State, remaining_seats
from engine.hive_mind.view import Play, TotalsScore

Played: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""By hive and round: the shape of each seat, or `NONE`, as in `State.played`."""
Guesses: TypeAlias = tuple[tuple[str, ...], ...]
"""By seat and hive: a guess or an empty string, as in `State.guesses`."""
Gain: TypeAlias = tuple[int, int, int]
"""A seat's points in one round on a hive: from placement, from blocks, from its guess."""

_NOTHING: Gain = (0, 0, 0)


def _spread(hexes: int, hive: int) -> int:
    """Convert a bit mask of a hive's hexes to one over the hexes of all hives, with two bits per hex.

    A hex uses the lower of its two bits. The positions match those of `board.values_of`.
    """
    return sum(1 << 2 * (len(LETTERS) * hive + cell) for cell in range(len(LETTERS)) if hexes >> cell & 1)


_ON_HIVES: Final = tuple(
    sum(_spread(ALL_CELLS, hive) for hive in range(HIVES_AT_MOST) if hives >> hive & 1)
    for hives in range(1 << HIVES_AT_MOST)
)
"""By bit mask of hives: the bit mask of all their hexes, in the format of `_spread`."""
_COVERED: Final = tuple(tuple(_spread(hexes, hive) for hexes in COVERED) for hive in range(HIVES_AT_MOST))
"""By hive and shape (or `NONE`): the bit mask of the hexes that it covers, in the format of `_spread`."""


class SeatPoints(msgspec.Struct, frozen=True, gc=False):
    """A seat's points by source, without the guess of totals.

    `on_threes` and `on_twos` are the points from placement on hexes with these values, doubled ones included (HM-24).
    """

    placement: int = 0
    guesses: int = 0
    blocks: int = 0
    on_threes: int = 0
    on_twos: int = 0

    @property
    def points(self) -> int:
        """Points from placement, from blocks and from guesses of values; without the guess of totals."""
        return self.placement + self.guesses + self.blocks


Scored: TypeAlias = tuple[int, int, int, int]
"""Four bit masks of a seat's hexes on all hives, in the format of `_spread`.

They hold the hexes that it scores in round 2, scores in round 3, scores a second time in round 3 by a Double (HM-14),
and those on which it blocks others' Doubles (HM-15).
"""


def _scored(played: Played, doubles: tuple[int, ...], blocks: tuple[int, ...]) -> list[Scored]:
    """Return by seat the hexes on which it scores or blocks in the resolved rounds.

    Round 1 neither scores nor clears (HM-6, HM-8, HM-9).
    """
    second, last = _find_covered_hexes(played, 1, len(doubles)), _find_covered_hexes(played, 2, len(doubles))
    cleared, _, _ = crowds(second)
    odd, covered, several = crowds(last)
    scoring, alone, even = odd & ~cleared, covered & ~several & ~cleared, ~odd & ~cleared
    doubling = [hexes & _ON_HIVES[hives] for hexes, hives in zip(last, doubles, strict=True)]
    _, doubled, by_several = crowds(doubling)
    found: list[Scored] = []
    for before, hexes, own, hives in zip(second, last, doubling, blocks, strict=True):
        blocked = 0
        if hives:
            doubled_by_others = doubled & ~(own & ~by_several)
            blocked = hexes & _ON_HIVES[hives] & even & doubled_by_others
        found.append((before & cleared, hexes & scoring, own & alone, blocked))
    return found


def _find_covered_hexes(played: Played, turn: int, seats: int) -> list[int]:
    """Return by seat the bit mask of the hexes, on all hives, that it covers in round `turn` (0 to 2) of each hive.

    The masks have the format of `_spread`.
    """
    covered = [0] * seats
    for hive, rounds in enumerate(played):
        if turn < len(rounds):
            hexes = _COVERED[hive]
            for seat, shape in enumerate(rounds[turn]):
                covered[seat] |= hexes[shape]
    return covered


def crowds(covered: Sequence[int]) -> tuple[int, int, int]:
    """Return three bit masks: the hexes under an odd number of shapes, under at least one, and under at least two.

    `covered` holds the hexes of each shape.
    """
    odd = once = several = 0
    for hexes in covered:
        odd ^= hexes
        several |= once & hexes
        once |= hexes
    return odd, once, several


def tallies(state: State) -> tuple[SeatPoints, ...]:
    """Return each seat's points from the resolved rounds, by source."""
    return _tallies(state.hives, state.played, state.doubles, state.blocks, state.guesses)


@lru_cache(maxsize=64)
def _tallies(
    hives: tuple[str, ...], played: Played, doubles: tuple[int, ...], blocks: tuple[int, ...], guesses: Guesses
) -> tuple[SeatPoints, ...]:
    """Return each seat's points by source; cached, since the end of a match asks for them repeatedly."""
    twos, threes = _values(hives)
    seats: list[SeatPoints] = []
    # `again << 1` below uses the upper bit of each hex, so the values are repeated there.
    twos |= twos << 1
    threes |= threes << 1
    for (second, last, again, blocked), guessed in zip(_scored(played, doubles, blocks), guesses, strict=True):
        # No hex scores in two rounds, so the hexes of both rounds fit into one set.
        scored = second | last | again << 1
        on_twos, on_threes = (scored & twos).bit_count(), (scored & threes).bit_count()
        placement = scored.bit_count() + on_twos + 2 * on_threes
        by_guess = _sum_guess_points(guessed, hives) if any(guessed) else 0
        seats.append(SeatPoints(placement, by_guess, blocked.bit_count(), 3 * on_threes, 2 * on_twos))
    return tuple(seats)


def _values(hives: Sequence[str]) -> tuple[int, int]:
    """Return two bit masks over all hives, in the format of `_spread`: the hexes with a 2, and those with a 3."""
    values = values_of("".join(hives))
    odd, above_one = values & _ON_HIVES[-1], values >> 1 & _ON_HIVES[-1]
    return above_one & ~odd, above_one & odd


def _sum_guess_points(guesses: Sequence[str], hives: Sequence[str]) -> int:
    """Return the total points of a seat's guesses of the hives' values."""
    return sum([guess_points(guess, layout) for guess, layout in zip(guesses, hives, strict=False) if guess])


@lru_cache(maxsize=1024)
def guess_points(guess: str, layout: str) -> int:
    """Return the points of a guess: 1 for each value, 1 to 3, whose hexes are all guessed right (HM-12)."""
    return sum(find_digit(guess, digit) == find_digit(layout, digit) for digit in VALUES)


def compare_totals(match: Match, state: State) -> tuple[TotalsScore, ...]:
    """Return each seat's number of correct guesses of totals, and how often its own was guessed (HM-18)."""
    points = [tally.points for tally in tallies(state)]
    right, hit = [0] * match.seats, [0] * match.seats
    for seat in SEATS_IN[remaining_seats(match, state)]:
        for other, total in enumerate(state.pending[seat].totals):
            if total == points[other]:
                right[seat] += 1
                hit[other] += 1
    return tuple(TotalsScore(*scored) for scored in zip(right, hit, strict=True))


def points(state: State, seats: tuple[SeatPoints, ...]) -> tuple[int, ...]:
    """Return each seat's total points, including those gained or lost in the guess of totals (HM-18)."""
    if not state.totals:
        return tuple([tally.points for tally in seats])
    return tuple(
        tally.points + totals.right - 2 * totals.hit for tally, totals in zip(seats, state.totals, strict=True)
    )


def count_earned_garnets(match: Match, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of garnets that each seat earns by its points (HM-17).

    It is one per `points_per_garnet` points. In the edition without that number, each of the top three seats earns
    one, or with 3 or 4 seats only the top 1 or 2. In a first game nobody earns any (HM-16).
    """
    if match.edition.shapes_only:
        return (0,) * match.seats
    per_garnet = match.edition.points_per_garnet
    if per_garnet is not None:
        return tuple(max(0, total) // per_garnet for total in points)
    places = min(3, match.seats - 2)
    return tuple(int(sum(other > total for other in points) < places) for total in points)


def list_plays(state: State) -> tuple[tuple[tuple[Play, ...], ...], ...]:
    """Return the shape, hint and points of every seat as nested tuples: `[hive][round][seat]`."""
    found = _scored(state.played, state.doubles, state.blocks)
    return tuple(_plays(state, hive, found) for hive in range(len(state.played)))


def _plays(state: State, hive: int, found: Sequence[Scored]) -> tuple[tuple[Play, ...], ...]:
    gains = [(_NOTHING,) * len(found), *(_gains(state, hive, turn, found) for turn in range(1, ROUNDS))]
    return tuple(
        tuple(_play(state.hives[hive], *played) for played in zip(shapes, gained, strict=True))
        for shapes, gained in zip(state.played[hive], gains, strict=False)
    )


def _gains(state: State, hive: int, turn: int, found: Sequence[Scored]) -> tuple[Gain, ...]:
    """Return each seat's points in round 2 or 3 of a hive (`turn` 1 or 2)."""
    twos, threes = _values(state.hives)
    on_hive = _ON_HIVES[1 << hive]

    def worth(hexes: int) -> int:
        here = hexes & on_hive
        return here.bit_count() + (here & twos).bit_count() + 2 * (here & threes).bit_count()

    if turn == 1:
        return tuple((worth(second), 0, 0) for second, _, _, _ in found)
    return tuple(
        (worth(last) + worth(again), (blocked & on_hive).bit_count(), _score_guess(state, hive, seat))
        for seat, (_, last, again, blocked) in enumerate(found)
    )


def _score_guess(state: State, hive: int, seat: int) -> int:
    guess = state.guesses[seat][hive]
    return guess_points(guess, state.hives[hive]) if guess else 0


def _play(layout: str, shape: int, gain: Gain) -> Play:
    if shape == NONE:
        return Play(None, None, *gain)
    return Play(SHAPES[shape].letters, hint(values_of(layout), shape), *gain)
