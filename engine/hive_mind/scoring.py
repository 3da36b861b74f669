"""Points by source (HM-8, HM-9, HM-12, HM-14, HM-15, HM-17, HM-18, HM-24).

Nothing of this is known to anybody before the last scoring phase ends (HM-11), so it is added up only then.
"""

from typing import NamedTuple, TypeAlias

from engine.hive_mind.board import SHAPE_MASK, SHAPES
from engine.hive_mind.editions import ROUNDS, VALUES, Match
from engine.hive_mind.layouts import where
from engine.hive_mind.resolving import hint
from engine.hive_mind.state import NONE, SEATS_IN, State, staying
from engine.hive_mind.view import Play, TotalsScore

Gain: TypeAlias = tuple[int, int, int]
"""What a seat gained in a round on a hive: by placement, by blocks, by its guess."""
Gains: TypeAlias = tuple[tuple[tuple[Gain, ...], ...], ...]
"""By hive, round and seat."""

_NOTHING: Gain = (0, 0, 0)


class Tally:
    """What a seat has gained, by source; placement on 3s and 2s counts doubling (HM-24)."""

    __slots__ = ("blocks", "guesses", "on_threes", "on_twos", "placement")

    def __init__(self) -> None:
        self.placement = 0
        self.guesses = 0
        self.blocks = 0
        self.on_threes = 0
        self.on_twos = 0

    @property
    def points(self) -> int:
        """The total before the guess of totals."""
        return self.placement + self.guesses + self.blocks


class _Hexes(NamedTuple):
    """Sets of hexes in a round on a hive: by starting value; and of those not cleared before, the ones under an odd
    number of shapes, under exactly one, and under an even number."""

    twos: int
    threes: int
    scoring: int
    alone: int
    kept: int


def tallies(match: Match, state: State) -> tuple[tuple[Tally, ...], Gains]:
    """What each seat has gained in the rounds that have resolved, in all and in each round."""
    seats = tuple([Tally() for _ in range(match.seats)])
    gains: list[tuple[tuple[Gain, ...], ...]] = []
    for hive, rounds in enumerate(state.played):
        # Round 1 neither scores nor clears (HM-8).
        of_hive: list[tuple[Gain, ...]] = [(_NOTHING,) * match.seats] if rounds else []
        twos, threes = (where(state.hives[hive], digit) for digit in "23") if rounds else (0, 0)
        cleared = 0
        for turn in range(1, len(rounds)):
            hexes = _hexes(twos, threes, rounds[turn], cleared)
            of_hive.append(_round(state, seats, hive, turn, hexes))
            cleared |= hexes.scoring
        gains.append(tuple(of_hive))
    return seats, tuple(gains)


def _hexes(twos: int, threes: int, shapes: tuple[int, ...], cleared: int) -> _Hexes:
    odd = once = again = 0
    for shape in shapes:
        if shape != NONE:
            mask = SHAPE_MASK[shape]
            odd ^= mask
            again |= once & mask
            once |= mask
    return _Hexes(twos, threes, odd & ~cleared, once & ~again & ~cleared, ~odd & ~cleared)


def _round(state: State, seats: tuple[Tally, ...], hive: int, turn: int, hexes: _Hexes) -> tuple[Gain, ...]:
    """Scores a round on a hive (HM-6, HM-9)."""
    shapes, last = state.played[hive][turn], turn == ROUNDS - 1
    gains: list[Gain] = []
    for seat, (tally, shape) in enumerate(zip(seats, shapes, strict=True)):
        points = blocks = guess = 0
        if shape != NONE:
            covered = SHAPE_MASK[shape]
            points = _placement(tally, covered & hexes.scoring, hexes)
            if last and state.doubles[seat] >> hive & 1:
                points += _placement(tally, covered & hexes.alone, hexes)
            if last and state.blocks[seat] >> hive & 1:
                blocks = (covered & hexes.kept & _under_doublers(state, hive, shapes, seat)).bit_count()
        if last and state.guesses[seat][hive]:
            guess = guess_points(state.guesses[seat][hive], state.hives[hive])
        tally.placement += points
        tally.blocks += blocks
        tally.guesses += guess
        gains.append((points, blocks, guess))
    return tuple(gains)


def _placement(tally: Tally, scored: int, hexes: _Hexes) -> int:
    """What a seat gains by scoring a set of hexes once (HM-9, HM-14)."""
    on_twos, on_threes = 2 * (scored & hexes.twos).bit_count(), 3 * (scored & hexes.threes).bit_count()
    tally.on_twos += on_twos
    tally.on_threes += on_threes
    return on_twos + on_threes + (scored & ~hexes.twos & ~hexes.threes).bit_count()


def _under_doublers(state: State, hive: int, shapes: tuple[int, ...], seat: int) -> int:
    """The hexes under shapes of others who double on the hive: kept from scoring, each is a block (HM-15)."""
    doubled = 0
    for other, shape in enumerate(shapes):
        if other != seat and shape != NONE and state.doubles[other] >> hive & 1:
            doubled |= SHAPE_MASK[shape]
    return doubled


def guess_points(guess: str, layout: str) -> int:
    """One point for each value whose set of hexes is exactly right (HM-12)."""
    return sum(where(guess, digit) == where(layout, digit) for digit in VALUES)


def compare_totals(match: Match, state: State) -> tuple[TotalsScore, ...]:
    """How many each seat guessed right of the totals before the guess, and how many guessed its own (HM-18)."""
    points = [tally.points for tally in tallies(match, state)[0]]
    right, hit = [0] * match.seats, [0] * match.seats
    for seat in SEATS_IN[staying(match, state)]:
        for other, total in enumerate(state.pending[seat].totals):
            if total == points[other]:
                right[seat] += 1
                hit[other] += 1
    return tuple(TotalsScore(*scored) for scored in zip(right, hit, strict=True))


def points(state: State, seats: tuple[Tally, ...]) -> tuple[int, ...]:
    """Each seat's points, those of the guess of totals included (HM-18)."""
    if not state.totals:
        return tuple([tally.points for tally in seats])
    return tuple(
        tally.points + totals.right - 2 * totals.hit for tally, totals in zip(seats, state.totals, strict=True)
    )


def earned(match: Match, points: tuple[int, ...]) -> tuple[int, ...]:
    """The garnets earned: one per so many full points, or one each for the top three (HM-17)."""
    per_garnet = match.edition.points_per_garnet
    if per_garnet is not None:
        return tuple(max(0, total) // per_garnet for total in points)
    places = min(3, match.seats - 2)
    return tuple(int(sum(other > total for other in points) < places) for total in points)


def plays(state: State, gains: Gains) -> tuple[tuple[tuple[Play, ...], ...], ...]:
    """What each seat did and gained, by hive, round and seat."""
    return tuple(
        tuple(
            tuple(_play(state.hives[hive], *played) for played in zip(shapes, gains[hive][turn], strict=True))
            for turn, shapes in enumerate(rounds)
        )
        for hive, rounds in enumerate(state.played)
    )


def _play(layout: str, shape: int, gain: Gain) -> Play:
    if shape == NONE:
        return Play(None, None, *gain)
    return Play(SHAPES[shape].letters, hint(layout, shape), *gain)
