"""Counts of the feats, which earn the second Token of Life in the edition `gauntlet` (HM-20)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.hive_mind.board import ALL_CELLS, COVERED, digit_masks
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.scoring import crowds
from engine.hive_mind.state import NONE, State
from engine.hive_mind.view import Feats

_HEXES: Final = 3
"""Number of hexes in a shape."""


def count_feats(match: Match, state: State) -> tuple[Feats, ...]:
    """Return each seat's number of feats of each type so far."""
    found = [[0] * match.seats for _ in range(4)]
    for layout, rounds, announced in zip(state.hives, state.played, state.announced, strict=False):
        in_match = tuple([match.seats - len(told.left) for told in announced])
        for feat, seats in enumerate(_list_feats_on_hive(layout, rounds, in_match)):
            for seat in seats:
                found[feat][seat] += 1
    return tuple(Feats(*counts) for counts in zip(*found, strict=True))


@lru_cache(maxsize=64)
def _list_feats_on_hive(
    layout: str, rounds: tuple[tuple[int, ...], ...], in_match: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return for each type of feat, (a) to (d), the seats that achieved it on a hive.

    A seat appears once for each time. `in_match` holds the number of seats that had not left, by round.
    """
    twos, _ = digit_masks(layout)
    alone: list[int] = []
    on_twos: list[int] = []
    avoided: list[int] = []
    for turn, (shapes, playing) in enumerate(zip(rounds, in_match, strict=True)):
        covered = [COVERED[shape] for shape in shapes]
        odd, _, several = crowds(covered)
        avoidable = _find_missed_once(shapes, playing)
        for seat, hexes in enumerate(covered):
            if hexes:
                alone += [seat] * (not hexes & several)
                on_twos += [seat] * (not hexes & ~twos)
                avoided += [seat] * bool(avoidable & ~hexes)
        # Round 1 does not clear hexes (HM-8).
        if turn:
            twos &= ~odd
    disjoint = [seat for seat, shapes in enumerate(zip(*rounds, strict=True)) if are_disjoint(shapes)]
    return tuple(disjoint), tuple(alone), tuple(on_twos), tuple(avoided)


def are_disjoint(shapes: Sequence[int]) -> bool:
    """Return whether a seat's three shapes on a hive share no hex (feat (a) of HM-20); False if a shape is missing."""
    covered = 0
    for shape in shapes:
        covered |= COVERED[shape]
    return covered.bit_count() == _HEXES * ROUNDS


def _find_missed_once(shapes: Sequence[int], playing: int) -> int:
    """Return a bit mask of the hexes that exactly one shape of a round leaves uncovered (feat (d) of HM-20).

    It is 0 if one of the `playing` seats has no shape in this round, or if there are fewer than two shapes.
    """
    missed = [ALL_CELLS & ~COVERED[shape] for shape in shapes if shape != NONE]
    if len(missed) < max(playing, 2):
        return 0
    _, once, several = crowds(missed)
    return once & ~several
