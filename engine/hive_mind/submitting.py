"""Submissions: checks of their contents, and the changes that actions make to them (HM-5, HM-12, HM-13, HM-18)."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from engine.hive_mind.actions import Ability, Clear, Guess, Submit, Totals
from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ABILITIES, BLOCK, DOUBLE, Sets
from engine.hive_mind.state import NONE, State, Submission

Value = TypeVar("Value")
Change: TypeAlias = Callable[[Submission, Any, int], Submission]

GUESS_CHARACTERS: Final = "123."
HIGHEST_TOTAL: Final = 999_999
"""The highest total that may be guessed; records hold no higher number."""


def is_guess(values: str) -> bool:
    """Return whether a text is a guess: for each of the twelve hexes a digit 1 to 3, or "." for a blank (HM-12)."""
    return len(values) == len(LETTERS) and all(value in GUESS_CHARACTERS for value in values)


def pending_sets(submission: Submission) -> Sets:
    """Return the abilities declared in a submission: a bit mask of hives for Block, and one for Double."""
    return submission.blocks, submission.doubles


def find_declared_abilities(state: State, seat: int) -> Sets:
    """Return all abilities that a seat has declared, including those in its pending submission."""
    blocks, doubles = pending_sets(state.pending[seat])
    return state.blocks[seat] | blocks, state.doubles[seat] | doubles


def with_hive(have: Sets, more: Ability) -> Sets:
    """Return the abilities of a seat with one more declaration added."""
    return _with_entry(have, more.ability, have[more.ability] | 1 << more.hive)


def has_pending(submission: Submission, clear: Clear) -> bool:
    """Return whether a submission contains the part that a `Clear` action withdraws."""
    if clear.what == "shape":
        return submission.shapes[clear.hive] != NONE
    if clear.what == "guess":
        return bool(submission.guesses[clear.hive])
    return bool(pending_sets(submission)[ABILITIES.index(clear.what)] >> clear.hive & 1)


def change_submission(state: State, seat: int, action: Any) -> State:
    """Return the state with a seat's pending submission changed by a legal action of a type in `CHANGES`."""
    pending = list(state.pending)
    pending[seat] = CHANGES[type(action)](pending[seat], action, len(pending))
    return replace(state, pending=tuple(pending))


def _shape(submission: Submission, action: Submit, seats: int) -> Submission:
    shapes = list(submission.shapes)
    shapes[action.hive] = action.shape
    return replace(submission, shapes=tuple(shapes))


def _ability(submission: Submission, action: Ability, seats: int) -> Submission:
    return _with_sets(submission, with_hive(pending_sets(submission), action))


def _guess(submission: Submission, action: Guess, seats: int) -> Submission:
    return replace(submission, guesses=_with_entry(submission.guesses, action.hive, action.values))


def _totals(submission: Submission, action: Totals, seats: int) -> Submission:
    totals = dict(action.guesses)
    return replace(submission, totals=tuple(totals.get(other, NONE) for other in range(seats)))


def _clear(submission: Submission, action: Clear, seats: int) -> Submission:
    if action.what == "shape":
        return replace(submission, shapes=_with_entry(submission.shapes, action.hive, NONE))
    if action.what == "guess":
        return replace(submission, guesses=_with_entry(submission.guesses, action.hive, ""))
    ability, have = ABILITIES.index(action.what), pending_sets(submission)
    return _with_sets(submission, _with_entry(have, ability, have[ability] & ~(1 << action.hive)))


CHANGES: Final[dict[type, Change]] = {
    Submit: _shape,
    Ability: _ability,
    Guess: _guess,
    Totals: _totals,
    Clear: _clear,
}
"""By type of action: the function that returns the changed submission."""


def _with_sets(submission: Submission, have: Sets) -> Submission:
    return replace(submission, blocks=have[BLOCK], doubles=have[DOUBLE])


def _with_entry(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    changed = list(values)
    changed[place] = value
    return tuple(changed)
