"""What may be submitted (HM-5, HM-7, HM-12, HM-13, HM-16 to HM-18). All of it depends on one's own choices alone."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, TypeVar

from msgspec.structs import replace

from engine.hive_mind.actions import (
    BLOCKS,
    DOUBLES,
    READY,
    SUBMITS_OF,
    Action,
    Block,
    Clear,
    Double,
    Guess,
    Ready,
    Submit,
    Totals,
)
from engine.hive_mind.board import ALL_KINDS, LETTERS, SHAPE_KIND, SHAPES
from engine.hive_mind.editions import EDITIONS, ROUNDS, Match
from engine.hive_mind.state import NONE, State, Submission

Value = TypeVar("Value")

GUESS_CHARACTERS: Final = "123."
HIGHEST_TOTAL: Final = 999_999
"""What a record's numbers allow (design.md, Trust)."""


def free_kinds(match: Match, state: State, seat: int, hive: int) -> int:
    """The kinds that a seat may submit on an open hive: not used up on it, nor pending elsewhere in round 1 (HM-7)."""
    kinds = ALL_KINDS & ~state.used[seat][hive]
    if state.number:
        return kinds
    shapes = state.pending[seat].shapes
    return kinds & ~_kinds_at_first(match, shapes[:hive] + shapes[hive + 1 :])


def may_submit(match: Match, state: State, seat: int, action: object) -> bool:
    """Whether a seat that must act in a round may do this."""
    hives, submission = match.schedule[state.number], state.pending[seat]
    if isinstance(action, Submit):
        if action.hive not in hives or not 0 <= action.shape < len(SHAPES):
            return False
        return bool(free_kinds(match, state, seat, action.hive) >> SHAPE_KIND[action.shape] & 1)
    if isinstance(action, Ready):
        return all(submission.shapes[hive] != NONE for hive in hives)
    if isinstance(action, Double | Block):
        return action in abilities(match, state, seat)
    if isinstance(action, Guess):
        return action.hive in hives and state.number % ROUNDS == ROUNDS - 1 and is_guess(action.values)
    return isinstance(action, Clear) and action.hive in hives and _is_pending(submission, action)


def abilities(match: Match, state: State, seat: int) -> tuple[Block | Double, ...]:
    """What a seat may declare now: in round 2, once per hive, within its uses and garnets (HM-13, HM-16, HM-17)."""
    if state.number % ROUNDS != 1:
        return ()
    return _affordable(match.name, match.schedule[state.number], match.garnets[seat], *bought(state, seat))


@lru_cache(maxsize=4096)
def _affordable(
    name: str, hives: tuple[int, ...], garnets: int, doubles: int, blocks: int
) -> tuple[Block | Double, ...]:
    edition = EDITIONS[name]
    found: list[Block | Double] = []
    for action in (*BLOCKS, *DOUBLES):
        more = 1 << action.hive
        is_double = isinstance(action, Double)
        if action.hive in hives and not more & (doubles if is_double else blocks):
            cost = edition.cost(doubles | more, blocks) if is_double else edition.cost(doubles, blocks | more)
            if cost is not None and cost <= garnets:
                found.append(action)
    return tuple(found)


def bought(state: State, seat: int) -> tuple[int, int]:
    """A seat's Doubles and Blocks as sets of hives, the pending ones too."""
    submission = state.pending[seat]
    return state.doubles[seat] | submission.doubles, state.blocks[seat] | submission.blocks


def is_guess(values: str) -> bool:
    """Whether a text is a guess: twelve values or blanks (HM-12)."""
    return len(values) == len(LETTERS) and all(value in GUESS_CHARACTERS for value in values)


def _is_pending(submission: Submission, action: Clear) -> bool:
    match action.what:
        case "shape":
            return submission.shapes[action.hive] != NONE
        case "double":
            return bool(submission.doubles >> action.hive & 1)
        case "block":
            return bool(submission.blocks >> action.hive & 1)
        case "guess":
            return bool(submission.guesses[action.hive])


def may_guess_totals(match: Match, seat: int, action: object) -> bool:
    """Whether a seat that must act in the guess of totals may do this: guess any others, or be ready (HM-18)."""
    if not isinstance(action, Totals):
        return isinstance(action, Ready)
    seats = [other for other, _ in action.guesses]
    others = [other for other in range(match.seats) if other != seat]
    return (
        bool(seats)
        and seats == sorted(set(seats) & set(others))
        and all(0 <= total <= HIGHEST_TOTAL for _, total in action.guesses)
    )


def advancing(match: Match, state: State, seat: int) -> Sequence[Action]:
    """What a seat may add to its submission, without what would only change it, and `ready` once it is whole."""
    shapes, used = state.pending[seat].shapes, state.used[seat]
    hives = match.schedule[state.number]
    free = ALL_KINDS if state.number else ALL_KINDS & ~_kinds_at_first(match, shapes)
    found = _shapes(hives, tuple([0 if shapes[hive] >= 0 else free & ~used[hive] for hive in hives]))
    return found if state.number % ROUNDS != 1 else abilities(match, state, seat) + found


def _kinds_at_first(match: Match, shapes: Sequence[int]) -> int:
    """The kinds that shapes pending in round 1 keep from the other hives (HM-7)."""
    kinds = 0
    if match.edition.three_kinds_first:
        for shape in shapes:
            kinds |= 0 if shape == NONE else 1 << SHAPE_KIND[shape]
    return kinds


@cache
def _shapes(hives: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[Action, ...]:
    """Every shape of these kinds on these hives; `ready` where none is missing."""
    found: list[Action] = []
    for hive, free in zip(hives, kinds, strict=True):
        found += SUBMITS_OF[hive][free]
    return tuple(found) or (READY,)


def changed(match: Match, submission: Submission, action: Action) -> Submission:
    """The submission with an action that is legal."""
    if isinstance(action, Submit):
        return replace(submission, shapes=_with(submission.shapes, action.hive, action.shape))
    if isinstance(action, Double):
        return replace(submission, doubles=submission.doubles | 1 << action.hive)
    if isinstance(action, Block):
        return replace(submission, blocks=submission.blocks | 1 << action.hive)
    if isinstance(action, Guess):
        return replace(submission, guesses=_with(submission.guesses, action.hive, action.values))
    if isinstance(action, Totals):
        totals = dict(action.guesses)
        return replace(submission, totals=tuple(totals.get(other, NONE) for other in range(match.seats)))
    return _cleared(submission, action) if isinstance(action, Clear) else submission


def _cleared(submission: Submission, action: Clear) -> Submission:
    match action.what:
        case "shape":
            return replace(submission, shapes=_with(submission.shapes, action.hive, NONE))
        case "double":
            return replace(submission, doubles=submission.doubles & ~(1 << action.hive))
        case "block":
            return replace(submission, blocks=submission.blocks & ~(1 << action.hive))
        case "guess":
            return replace(submission, guesses=_with(submission.guesses, action.hive, ""))


def _with(values: tuple[Value, ...], hive: int, value: Value) -> tuple[Value, ...]:
    return (*values[:hive], value, *values[hive + 1 :])
