"""Conversion of a seat's view back to a `Match` and a `State`, so that `legality` can work from a view alone."""

from msgspec.structs import replace

from engine.hive_mind.board import ALL_KINDS, KINDS, SHAPE_INDEX
from engine.hive_mind.editions import BLOCK, DOUBLE, ROUNDS, Match
from engine.hive_mind.state import NONE, OPEN, PHASES, State, Submission, initial_state
from engine.hive_mind.submitting import pending_sets
from engine.hive_mind.view import PrivateView, View


def match_of(view: View) -> Match:
    """Return the configuration of the match that a view shows."""
    return Match(view.edition, tuple([seat.garnets for seat in view.seats]), len(view.hives))


def count_resolved_rounds(match: Match, view: View) -> int:
    """Return the number of rounds of the match that are resolved."""
    return sum([len(hive.rounds) for hive in view.hives]) // match.edition.at_once


def known_state(match: Match, view: View) -> State:
    """Build a state from a view for checks of legality.

    Only the parts that legality depends on are filled in; all others are as at the start of a match.
    """
    state = replace(
        initial_state(match),
        phase=PHASES.index(view.phase),
        number=count_resolved_rounds(match, view),
        waiting=sum([1 << seat for seat in view.actors]),
        forfeited=sum([1 << seat for seat, seated in enumerate(view.seats) if seated.forfeited]),
        standing=view.standing,
        gift=OPEN if view.gift_open else NONE if view.gift is None else view.gift,
        candidate=NONE if view.candidate is None else view.candidate,
    )
    return state if view.own is None else _with_own(state, view, view.own)


def _with_own(state: State, view: View, own: PrivateView) -> State:
    """Add the used kinds, the abilities and the pending submission of the view's owner to a state."""
    seat, mine = view.viewer, own_submission(view, own)
    pending, used, blocks, doubles = (list(state.pending), list(state.used), list(state.blocks), list(state.doubles))
    pending[seat] = mine
    used[seat] = tuple([ALL_KINDS & ~sum([1 << KINDS.index(kind) for kind in hive.kinds]) for hive in own.hives])
    blocks[seat], doubles[seat] = (
        _find_ability_hives(own, ability) & ~pend for ability, pend in enumerate(pending_sets(mine))
    )
    return replace(state, pending=tuple(pending), used=tuple(used), blocks=tuple(blocks), doubles=tuple(doubles))


def own_submission(view: View, own: PrivateView) -> Submission:
    """Return the pending submission that the view of its owner shows."""
    in_round = [hive.round if hive.open else 0 for hive in view.hives]
    # Only these are pending: abilities while round 2 is open, guesses while round 3 is open.
    declared = sum([1 << hive for hive, number in enumerate(in_round) if number == ROUNDS - 1])
    guesses = [(hive.guess or "") if number == ROUNDS else "" for number, hive in zip(in_round, own.hives, strict=True)]
    totals = [NONE if total is None else total for total in own.totals]
    return Submission(
        shapes=tuple([NONE if hive.shape is None else SHAPE_INDEX[hive.shape.letters] for hive in own.hives]),
        doubles=_find_ability_hives(own, DOUBLE) & declared,
        blocks=_find_ability_hives(own, BLOCK) & declared,
        guesses=tuple(guesses),
        totals=tuple(totals) if any(total != NONE for total in totals) else (),
    )


def _find_ability_hives(own: PrivateView, ability: int) -> int:
    """Return the bit mask of hives on which a seat has an ability, resolved or still pending."""
    has = [hive.double if ability == DOUBLE else hive.block for hive in own.hives]
    return sum([1 << hive for hive, found in enumerate(has) if found])
