"""The feats that earn the second Token of Life in `gauntlet` (HM-20)."""

from collections.abc import Sequence

from engine.hive_mind.board import LETTERS, SHAPE_CELLS, SHAPE_MASK
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.state import NONE, State
from engine.hive_mind.view import Announcement, Feats


def feats(match: Match, state: State) -> tuple[Feats, ...]:
    """What each seat has done so far."""
    disjoint, alone, twos, avoided = ([0] * match.seats for _ in range(4))
    for hive, rounds in enumerate(state.played):
        values = state.hives[hive] if rounds else ""
        for shapes, told in zip(rounds, state.announced[hive], strict=True):
            for seat, shape in enumerate(shapes):
                if shape != NONE:
                    alone[seat] += all(told.counts[cell] == 1 for cell in SHAPE_CELLS[shape])
                    twos[seat] += all(values[cell] == "2" for cell in SHAPE_CELLS[shape])
                    avoided[seat] += bool(_common(shapes, seat, told) & ~SHAPE_MASK[shape])
            values = "".join(
                "0" if letter in told.cleared else value for letter, value in zip(LETTERS, values, strict=True)
            )
        for seat in range(match.seats) if len(rounds) == ROUNDS else ():
            disjoint[seat] += are_disjoint([shapes[seat] for shapes in rounds])
    return tuple(Feats(*found) for found in zip(disjoint, alone, twos, avoided, strict=True))


def are_disjoint(shapes: Sequence[int]) -> bool:
    """Whether three shapes on a hive share no hex; not so where one was missed (HM-20 a)."""
    covered = 0
    for shape in shapes:
        covered |= 0 if shape == NONE else SHAPE_MASK[shape]
    return covered.bit_count() == 3 * ROUNDS


def _common(shapes: Sequence[int], seat: int, told: Announcement) -> int:
    """The hexes on which every other seat in the match has its shape; none if one has no shape (HM-20 d)."""
    others = [shape for other, shape in enumerate(shapes) if other != seat and other not in told.left]
    if not others or NONE in others:
        return 0
    common = SHAPE_MASK[others[0]]
    for shape in others:
        common &= SHAPE_MASK[shape]
    return common
