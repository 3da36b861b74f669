"""Habits of Hive Mind's computer players: Doubles and Blocks, garnets, and guesses of values.

Two habits measure the best response of somebody who knows with what probabilities the program doubles and blocks each
hive, but not the draw (HM-14, HM-15): shapes that keep others from points by Blocks, and a Block where most of their
Doubles are expected. Either responder also knows the others' shapes, so its gain is an upper bound.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from msgspec.structs import replace

from engine.hive_mind.abilities import block_chances, double_chances
from engine.hive_mind.actions import USES, Ability
from engine.hive_mind.board import ALL_CELLS, ALL_KINDS, SHAPES_OF, USED_KIND, find_digit
from engine.hive_mind.editions import BLOCK, DOUBLE, ROUNDS
from engine.hive_mind.posterior import DIGITS, Hints, find_consistent_layouts, members
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.scoring import SeatPoints, tallies
from engine.hive_mind.state import NONE, State
from engine.players.arena import Step
from engine.players.habits import Count, Counts

SAME_HIVE: Final = "Blocks on a hive of the own Double"
GARNETS: Final = "garnets spent, a seat"
GUESSES: Final = "points by guesses, a seat"
GUESS_SHARE: Final = "expected points of guesses, of the most that the clues allow"
ANSWER: Final = "points from answering the chances of others' Blocks, a seat"
BEST_BLOCK: Final = "points from the Block that answers others' Doubles, a seat"

Chances: TypeAlias = Mapping[int, Sequence[float]]
"""By seat: the expected number of its Blocks or Doubles on each hive."""


def count_habits(rules: HiveMindRules, steps: Sequence[Step], seats: Sequence[int]) -> Counts:
    """Return the counts of a finished game for the given seats."""
    end: State = steps[-1].transition.state
    hives = range(len(end.played))
    views = [rules.view(end, seat) for seat in seats]
    scores = [view.scores.seats[view.viewer] for view in views if view.scores is not None]
    blocks, doubles = (_list_chances(rules, steps, ability) for ability in (BLOCK, DOUBLE))
    guesses = [_judge_guess(rules, end, seat, hive) for seat in seats for hive in hives if end.guesses[seat][hive]]
    blocked = [(seat, hive) for seat in seats for hive in hives if end.doubles[seat] and end.blocks[seat] >> hive & 1]
    return {
        SAME_HIVE: Count(sum(end.doubles[seat] >> hive & 1 for seat, hive in blocked), len(blocked)),
        GARNETS: Count(sum(score.garnets.spent for score in scores), len(seats)),
        GUESSES: Count(sum(score.guesses for score in scores), len(seats)),
        GUESS_SHARE: Count(sum(made for made, _ in guesses), sum(most for _, most in guesses)),
        ANSWER: Count(sum(measure_answer(end, seat, blocks) for seat in seats), len(seats)),
        BEST_BLOCK: Count(sum(measure_best_block(end, seat, doubles) for seat in seats), len(seats)),
    }


def _judge_guess(rules: HiveMindRules, end: State, seat: int, hive: int) -> tuple[float, float]:
    """Return the expected points of a guess by the clues before it, and those of the best guess."""
    own = rules.view(end, seat).own
    assert own is not None
    shapes = [rounds[seat] for rounds in end.played[hive]]
    hints = tuple([(shapes[hint.round - 1], hint.value) for hint in own.hives[hive].hints if hint.round < ROUNDS])
    return judge_guess(hints, end.guesses[seat][hive])


def judge_guess(hints: Hints, guess: str) -> tuple[float, float]:
    """Return the expected points of a guess by some hints, and those of the best guess.

    The 1s, 2s and 3s of the best guess are likely one by one; all together they need not fit the hints.
    """
    fitting = members(find_consistent_layouts(hints))
    numbers = [Counter(find_digit(layout, digit) for layout in fitting) for digit in DIGITS]
    made = sum([found[find_digit(guess, digit)] for found, digit in zip(numbers, DIGITS, strict=True)])
    # any two of the sets leave the hexes of the third
    most = max(
        ones + others + third[ALL_CELLS & ~(one | other)]
        for third, first, second in (numbers, numbers[1:] + numbers[:1], numbers[2:] + numbers[:2])
        for one, ones in first.items()
        for other, others in second.items()
        if not one & other
    )
    return made / len(fitting), most / len(fitting)


def _list_chances(rules: HiveMindRules, steps: Sequence[Step], ability: int) -> Chances:
    """Return the expected Doubles or Blocks of each seat that has declared some, by the probabilities at the time."""
    expected: dict[int, list[float]] = {}
    for number, step in enumerate(steps):
        if isinstance(step.action, Ability) and step.action.ability == ability:
            view = rules.view(step.before, step.actor)
            legal = [use for use in USES[ability] if use in rules.legal_actions(step.before, step.actor)]
            found = double_chances(view) if ability == DOUBLE else block_chances(rules, view, Random(number))
            of_seat = expected.setdefault(step.actor, [0.0] * len(view.hives))
            for use in legal:
                of_seat[use.hive] += found[use.hive] / sum([found[other.hive] for other in legal])
    return expected


def measure_answer(end: State, seat: int, blocks: Chances) -> float:
    """Return the points that a seat gains in the last rounds of all hives by knowing the chances of others' Blocks.

    It counts the seat's own points less those that others get by Blocks. The seat lays its best shapes by the chances,
    and by equal chances for all hives; the gain is the difference between both with the true Blocks.
    """
    others = {other: of_hives for other, of_hives in blocks.items() if other != seat}
    gain = 0.0
    for hive in range(len(end.played)):
        everywhere = tuple([own if other == seat else 1 << hive for other, own in enumerate(end.blocks)])
        results = [
            [
                points[seat].placement + points[seat].blocks - _sum_blocks(points, numbers)
                for numbers in (
                    {other: of_hives[hive] for other, of_hives in others.items()},
                    {other: sum(of_hives) / len(of_hives) for other, of_hives in others.items()},
                    {other: float(end.blocks[other] >> hive & 1) for other in others},
                )
            ]
            for points in _list_other_shapes(replace(end, blocks=everywhere), seat, hive)
        ]
        if results:
            gain += max(results, key=lambda result: result[0])[2] - max(results, key=lambda result: result[1])[2]
    return gain


def _sum_blocks(points: Sequence[SeatPoints], numbers: Mapping[int, float]) -> float:
    return sum([number * points[other].blocks for other, number in numbers.items()])


def measure_best_block(end: State, seat: int, doubles: Chances) -> float:
    """Return the points that a seat gains if its Block is where most Doubles of others were expected.

    With either Block, the seat lays the shapes that are best against the others' shapes.
    """
    if not end.blocks[seat]:
        return 0.0
    hives = range(len(end.played))
    expected = [sum([of_hives[hive] for other, of_hives in doubles.items() if other != seat]) for hive in hives]
    best = max(hives, key=lambda hive: expected[hive])
    answered = replace(end, blocks=(*end.blocks[:seat], 1 << best, *end.blocks[seat + 1 :]))
    return _find_best_points(answered, seat) - _find_best_points(end, seat)


def _find_best_points(end: State, seat: int) -> int:
    """Return a seat's points if it had laid its best shapes in the last rounds of all hives."""
    laid = tallies(end)[seat].points
    better = [
        max([points[seat].points - laid for points in _list_other_shapes(end, seat, hive)], default=0)
        for hive in range(len(end.played))
    ]
    return laid + sum(better)


def _list_other_shapes(end: State, seat: int, hive: int) -> list[tuple[SeatPoints, ...]]:
    """Return everybody's points for each shape that a seat could have laid in the last round of a hive."""
    rounds = end.played[hive]
    if len(rounds) < ROUNDS or rounds[-1][seat] == NONE:
        return []
    used = sum([USED_KIND[laid[seat]] for laid in rounds[:-1]])
    found: list[tuple[SeatPoints, ...]] = []
    for shape in SHAPES_OF[ALL_KINDS & ~used]:
        laid = (*rounds[-1][:seat], shape, *rounds[-1][seat + 1 :])
        played = (*end.played[:hive], (*rounds[:-1], laid), *end.played[hive + 1 :])
        found.append(tallies(replace(end, played=played)))
    return found
