"""Legal actions, refusals and previews agree and depend only on what the seat itself knows."""

from random import Random

import pytest

from engine.core import EngineError
from engine.hive_mind.actions import Totals
from engine.hive_mind.knowledge import known_state, match_of
from engine.hive_mind.legality import Objection, list_advancing_actions, objection
from engine.hive_mind.refusals import TEXTS
from engine.hive_mind.state import CHOICE, ROUND, TOTALS
from engine.hive_mind.submitting import HIGHEST_TOTAL
from tests.engine.hive_mind.conformance import CONFORMANCE
from tests.engine.hive_mind.positions import after, refused, rules_for
from tests.engine.hive_mind.test_hive_end import TEMPO, choosing
from tests.engine.hive_mind.test_hive_properties import matches


@pytest.mark.parametrize(("edition", "last"), [("gauntlet", TOTALS), ("tempo", CHOICE), ("recharged", ROUND)])
def test_a_seats_view_says_the_same_as_the_state(edition: str, last: int) -> None:
    """Objections and legal actions are the same from the seat's view as from the full state."""
    rules, rng = rules_for(edition, 4, 7), Random(3)
    probes = CONFORMANCE.probes(rules)
    asked: set[int] = set()
    for state, player, _ in matches(rules, rng, closing=0.02, leaving=0.01):
        for seat in {player, rng.randrange(rules.seats)} & set(range(rules.seats)):
            view = rules.view(state, seat)
            match, known = match_of(view), known_state(match_of(view), view)
            for action in probes:
                found = objection(match, state, seat, action)
                assert objection(match, known, seat, action) == found, action
                assert rules.is_legal(state, seat, action) == (found is None), action
            if state.waiting >> seat & 1:
                listed = list(list_advancing_actions(match, state, seat))
                assert listed == list(list_advancing_actions(match, known, seat))
                assert [action for action in listed if objection(match, state, seat, action) is not None] == []
                asked.add(state.phase)

    assert {ROUND, last} <= asked


def test_every_objection_has_a_text() -> None:
    assert TEXTS.keys() == set(Objection)


def test_hm_23_nobody_can_be_named_when_nobody_is_left_to_be_candidate() -> None:
    """HM-23, HM-28: the winner may still give a token, but all possible candidates have left."""
    state = after(TEMPO, choosing(), "host forfeit 1", "host forfeit 2")

    assert TEMPO.view(state, 0).gift_open
    assert refused(TEMPO, state, "0 candidate:1") == (
        "illegal_action",
        "You have nobody to choose now.",
    )


def test_hm_18_a_total_beyond_what_a_record_holds_is_refused_as_that() -> None:
    rules = rules_for("gauntlet", 3)
    state = next(state for state, _, _ in matches(rules, Random(8), 0, 0) if state.phase == TOTALS)
    seat = rules.actors(state)[0]
    guess = Totals((((seat + 1) % 3, HIGHEST_TOTAL + 1),))

    with pytest.raises(EngineError, match="A total is at most 999999"):
        rules.apply(state, seat, guess)
