"""The checks of a seat's actions; legal actions, refusals and previews all use them.

Every check depends only on facts that the seat may know. So a state built from its view (`knowledge.known_state`) gives
the same answers as the true state.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final, TypeAlias

from engine.hive_mind.actions import (
    GIVES,
    NAMES,
    READY,
    SUBMITS_OF,
    USES,
    Ability,
    Action,
    Clear,
    DrawCandidate,
    Give,
    Guess,
    LayHive,
    NameCandidate,
    Ready,
    Reopen,
    Submit,
    Totals,
)
from engine.hive_mind.board import ALL_KINDS, KINDS, SHAPE_KIND_BIT, SHAPES, USED_KIND
from engine.hive_mind.editions import ABILITIES, DOUBLE, EDITIONS, ROUNDS, Match, Sets
from engine.hive_mind.standing import is_tied
from engine.hive_mind.state import CHOICE, DRAW, HIVES, NONE, OPEN, OVER, ROUND, TOTALS, State, remaining_seats
from engine.hive_mind.submitting import HIGHEST_TOTAL, find_declared_abilities, has_pending, is_guess, with_hive


class Objection(Enum):
    """The reason why a seat may not take an action now; `refusals` has the text for each."""

    OVER = auto()
    LEFT = auto()
    CHANCE_DRAWS = auto()
    OTHERS_CHOOSE = auto()
    IS_READY = auto()
    NOT_READY = auto()
    FOR_CHANCE = auto()
    NOT_IN_A_ROUND = auto()
    TOTALS_LATER = auto()
    CHOICES_LATER = auto()
    SHAPES_MISSING = auto()
    NO_HIVE = auto()
    HIVE_CLOSED = auto()
    NO_SHAPE = auto()
    KIND_USED = auto()
    KIND_ELSEWHERE = auto()
    NO_ABILITY = auto()
    ABILITY_NOT_IN_ROUND = auto()
    HAS_ABILITY = auto()
    NO_USE_LEFT = auto()
    TOO_EXPENSIVE = auto()
    GUESS_NOT_IN_ROUND = auto()
    SHAPES_ONLY = auto()
    NO_GUESS = auto()
    NOTHING_PENDING = auto()
    ONLY_TOTALS = auto()
    OWN_TOTAL = auto()
    NO_SEAT = auto()
    TOTAL_TOO_LOW = auto()
    TOTAL_TOO_HIGH = auto()
    TOTALS_NOT_IN_ORDER = auto()
    ONLY_CHOICES = auto()
    NO_GIFT = auto()
    GIFT_TO_SELF = auto()
    GIFT_TO_LEFT = auto()
    CANDIDATE_FOUND = auto()
    NO_CANDIDATE = auto()
    NOT_TIED = auto()


Check: TypeAlias = Callable[[Match, State, int, Any], Objection | None]


def objection(match: Match, state: State, seat: int, action: object) -> Objection | None:
    """Return the reason why a seat may not take an action now, or None if the action is legal."""
    if not state.waiting >> seat & 1:
        return _check_idle_seat(state, seat, action)
    check = _CHECKS[state.phase].get(type(action))
    return _find_phase_objection(state.phase, action) if check is None else check(match, state, seat, action)


def _check_idle_seat(state: State, seat: int, action: object) -> Objection | None:
    """Return the objection to an action of a seat that need not act now, or None for a legal `Reopen` (HM-5)."""
    if state.phase == OVER:
        return Objection.OVER
    if state.forfeited >> seat & 1:
        return Objection.LEFT
    if state.phase in (HIVES, DRAW):
        return Objection.CHANCE_DRAWS
    if state.phase == CHOICE:
        return Objection.OTHERS_CHOOSE
    return None if type(action) is Reopen else Objection.IS_READY


def _find_phase_objection(phase: int, action: object) -> Objection:
    """Return the objection to a type of action that the phase does not allow."""
    if type(action) is Reopen:
        return Objection.NOT_READY
    if type(action) in (LayHive, DrawCandidate):
        return Objection.FOR_CHANCE
    if phase == TOTALS:
        return Objection.ONLY_TOTALS
    if phase == CHOICE:
        return Objection.ONLY_CHOICES
    return _LATER.get(type(action), Objection.NOT_IN_A_ROUND)


_LATER: Final[dict[type, Objection]] = {
    Totals: Objection.TOTALS_LATER,
    Give: Objection.CHOICES_LATER,
    NameCandidate: Objection.CHOICES_LATER,
}


def _check_hive_open(match: Match, state: State, hive: int) -> Objection | None:
    """Return an objection if no shapes are played on this hive now, else None."""
    if hive in match.schedule[state.number]:
        return None
    return Objection.HIVE_CLOSED if 0 <= hive < len(match.edition.hives) else Objection.NO_HIVE


def _shape(match: Match, state: State, seat: int, action: Submit) -> Objection | None:
    """Return an objection if the hive is not open, or the shape does not exist or is of a barred kind (HM-3, HM-7)."""
    hive, shape = action.hive, action.shape
    if hive not in match.schedule[state.number]:
        return _check_hive_open(match, state, hive)
    if not 0 <= shape < len(SHAPES):
        return Objection.NO_SHAPE
    kind = SHAPE_KIND_BIT[shape]
    if state.used[seat][hive] & kind:
        return Objection.KIND_USED
    if state.number or not barred_kinds(match, state, seat, hive) & kind:
        return None
    return Objection.KIND_ELSEWHERE


def barred_kinds(match: Match, state: State, seat: int, hive: int) -> int:
    """Return the bit mask of kinds that a seat may not play on an open hive (HM-7).

    These are the kinds that it has played there and, in round 1 of some editions, those pending on other hives.
    """
    used = state.used[seat][hive]
    if state.number:
        return used
    shapes = state.pending[seat].shapes
    # The kind pending on this hive itself is not barred; no other hive can have the same kind pending.
    return used | _pending_kinds(match, shapes) & ~USED_KIND[shapes[hive]]


def _pending_kinds(match: Match, shapes: tuple[int, ...]) -> int:
    """Return the bit mask of kinds that a seat has pending in round 1 and may not play on another hive (HM-7).

    It is 0 in editions without this rule.
    """
    kinds = 0
    if match.edition.three_kinds_first:
        for shape in shapes:
            kinds |= USED_KIND[shape]
    return kinds


def _ready(match: Match, state: State, seat: int, action: Ready) -> Objection | None:
    """Return an objection if an open hive has no shape yet (HM-5)."""
    shapes = state.pending[seat].shapes
    return Objection.SHAPES_MISSING if NONE in [shapes[hive] for hive in match.schedule[state.number]] else None


def _ability(match: Match, state: State, seat: int, action: Ability) -> Objection | None:
    """Return an objection if a seat may not declare an ability on a hive now (HM-13, HM-16, HM-17)."""
    if not 0 <= action.ability < len(ABILITIES):
        return Objection.NO_ABILITY
    closed = _check_hive_open(match, state, action.hive)
    if closed is not None:
        return closed
    if match.edition.shapes_only:
        return Objection.SHAPES_ONLY
    if state.number % ROUNDS != 1:
        return Objection.ABILITY_NOT_IN_ROUND
    return _check_purchase(match.name, match.garnets[seat], find_declared_abilities(state, seat), action)


def may_double(match: Match, state: State, seat: int, hive: int) -> bool:
    """Return whether a seat has a Double on a hive, or has one left and can pay for it (HM-16)."""
    have = find_declared_abilities(state, seat)
    objection = _check_purchase(match.name, match.garnets[seat], have, USES[DOUBLE][hive])
    return objection in (None, Objection.HAS_ABILITY)


@lru_cache(maxsize=1024)
def _check_purchase(edition: str, garnets: int, have: Sets, more: Ability) -> Objection | None:
    """Return an objection if a seat already has the ability on a hive, has no use of it left, or cannot pay for it.

    The rules are HM-16 and HM-17. `have` are the abilities that the seat has, `more` is the one to add.
    """
    if have[more.ability] >> more.hive & 1:
        return Objection.HAS_ABILITY
    cost = EDITIONS[edition].cost(with_hive(have, more))
    if cost is None:
        return Objection.NO_USE_LEFT
    return Objection.TOO_EXPENSIVE if cost > garnets else None


def _guess(match: Match, state: State, seat: int, action: Guess) -> Objection | None:
    """Return an objection if a guess is malformed or the hive is not in round 3 (HM-12)."""
    closed = _check_hive_open(match, state, action.hive)
    if closed is not None:
        return closed
    if match.edition.shapes_only:
        return Objection.SHAPES_ONLY
    if state.number % ROUNDS != ROUNDS - 1:
        return Objection.GUESS_NOT_IN_ROUND
    return None if is_guess(action.values) else Objection.NO_GUESS


def _clear(match: Match, state: State, seat: int, action: Clear) -> Objection | None:
    """Return an objection if the seat has nothing of that type pending on the hive (HM-5)."""
    closed = _check_hive_open(match, state, action.hive)
    if closed is not None:
        return closed
    return None if has_pending(state.pending[seat], action) else Objection.NOTHING_PENDING


def _totals(match: Match, state: State, seat: int, action: Totals) -> Objection | None:
    """Return an objection if the guessed totals are out of range or not in seat order (HM-18)."""
    for other, total in action.guesses:
        if other == seat:
            return Objection.OWN_TOTAL
        if not 0 <= other < match.seats:
            return Objection.NO_SEAT
        if total < 0:
            return Objection.TOTAL_TOO_LOW
        if total > HIGHEST_TOTAL:
            return Objection.TOTAL_TOO_HIGH
    seats = [other for other, _ in action.guesses]
    return None if seats and seats == sorted(set(seats)) else Objection.TOTALS_NOT_IN_ORDER


def _check_ready_with_totals(match: Match, state: State, seat: int, action: Ready) -> Objection | None:
    """Return None: a seat may be ready without guesses, because guessing totals is optional (HM-18)."""
    return None


def _give(match: Match, state: State, seat: int, action: Give) -> Objection | None:
    """Return an objection if the seat has no token to give, or the recipient may not receive it (HM-22, HM-28)."""
    if state.gift != OPEN or state.standing is None or seat != state.standing.winner:
        return Objection.NO_GIFT
    if action.seat == NONE:
        return None
    if action.seat == seat:
        return Objection.GIFT_TO_SELF
    if not 0 <= action.seat < match.seats:
        return Objection.NO_SEAT
    return None if remaining_seats(match, state) >> action.seat & 1 else Objection.GIFT_TO_LEFT


def _check_candidate(match: Match, state: State, seat: int, action: NameCandidate) -> Objection | None:
    """Return an objection if the seat does not decide the tie, or names a seat that is not tied (HM-23)."""
    if state.candidate != NONE:
        return Objection.CANDIDATE_FOUND
    if state.standing is None or not is_tied(state) or seat != state.standing.decider:
        return Objection.NO_CANDIDATE
    return None if action.seat in state.standing.candidates else Objection.NOT_TIED


_CHECKS: Final[tuple[dict[type, Check], ...]] = (
    {},
    {Submit: _shape, Ready: _ready, Ability: _ability, Guess: _guess, Clear: _clear},
    {Totals: _totals, Ready: _check_ready_with_totals},
    {Give: _give, NameCandidate: _check_candidate},
    {},
    {},
)
"""By index of the phase: the check for each type of action that the phase allows."""


def list_advancing_actions(match: Match, state: State, seat: int) -> Sequence[Action]:
    """Return, in a fixed order, the legal actions of a seat that bring the match forward.

    These are the shapes and abilities that its submission lacks, `ready` once every open hive has a shape, and final
    choices. Replacing or withdrawing a pending part is legal too, but not listed; see `objection`.
    """
    if state.phase == ROUND:
        number, shapes, used = state.number, state.pending[seat].shapes, state.used[seat]
        hives = match.schedule[number]
        elsewhere = 0 if number else _pending_kinds(match, shapes)
        barred = 0
        for hive in hives:
            barred = barred << len(KINDS) | (used[hive] | elsewhere if shapes[hive] == NONE else ALL_KINDS)
        if number % ROUNDS != 1 or match.edition.shapes_only:
            return _shapes(hives, barred)
        return _with_abilities(match.name, match.garnets[seat], find_declared_abilities(state, seat), hives, barred)
    if state.phase == TOTALS:
        return (READY,)
    return [choice for choice in (*GIVES, *NAMES) if objection(match, state, seat, choice) is None]


@lru_cache(maxsize=1024)
def _shapes(hives: tuple[int, ...], barred: int) -> tuple[Action, ...]:
    """Return `Submit` actions for the given hives, without barred kinds; only `ready` if there are none.

    `barred` packs a bit mask of kinds for each hive into one int, the last hive in the lowest bits.
    """
    shapes: tuple[Action, ...] = ()
    for hive in reversed(hives):
        shapes = (*SUBMITS_OF[hive][ALL_KINDS & ~barred], *shapes)
        barred >>= len(KINDS)
    return shapes or (READY,)


@lru_cache(maxsize=2048)
def _with_abilities(edition: str, garnets: int, have: Sets, hives: tuple[int, ...], barred: int) -> tuple[Action, ...]:
    """Return the abilities that a seat can still declare, followed by the actions of `_shapes`."""
    more = [uses[hive] for uses in USES for hive in hives]
    return (*(use for use in more if _check_purchase(edition, garnets, have, use) is None), *_shapes(hives, barred))
