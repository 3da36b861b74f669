"""The conformance suite and the leak tests, for every registered game and the toys."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import bids, race

from engine.games import game_types
from tests.kits import conformance, leaks, records
from tests.kits.suite import Conformance, description
from tests.kits.walks import Walk, walks

pytestmark = pytest.mark.usefixtures("toys_throughout")

TOYS = {"toy_bids": bids, "toy_race": race}
WALKS = 6
MUTATIONS = 400

CHECKS = [
    conformance.c1_ends_in_time,
    conformance.c1_ends_in_time_from_anywhere,
    conformance.c2_actors_or_outcome,
    conformance.c3_legal_actions,
    conformance.c3_log_notation,
    conformance.c3_parsing,
    conformance.c4_apply_agrees_with_is_legal,
    conformance.c4_host,
    conformance.c5_json,
    records.c6_replay,
    records.c6_tampering,
    records.c6_game,
    conformance.c7_chance,
    conformance.c8_outcome,
    conformance.c9_order_of_commitments,
    conformance.c10_turns,
    conformance.c11_standing,
    conformance.c13_events_rebuild_the_board,
    conformance.c15_invariants,
    conformance.randomness_is_the_callers,
    leaks.l1_twin_states,
    leaks.l3_canary,
    leaks.l5_round_trip,
    leaks.l6_spectators_see_least,
    leaks.l7_changes_are_not_told,
    leaks.fields_are_classified,
    # Must be the last, to compare the states after all other checks.
    conformance.past_states_stay,
]


def conformance_of(name: str) -> Conformance:
    """Return the conformance description of a game; fails for a registered game without one."""
    return TOYS[name].CONFORMANCE if name in TOYS else description(name)


@cache
def walks_of(name: str) -> list[Walk]:
    return walks(conformance_of(name), WALKS)


def slow_for(name, check=leaks.l2_diversity):
    """Return the `slow` mark for leak tests of whole games, and for Hive Mind with its thousands of layouts."""
    is_long = name == "hive_mind" or (name in game_types() and check.__name__.startswith("l"))
    return [pytest.mark.slow] if is_long else []


@pytest.mark.parametrize(
    ("name", "check"),
    [
        pytest.param(name, check, id=f"{name}-{check.__name__}", marks=slow_for(name, check))
        for name in [*game_types(), *TOYS]
        for check in CHECKS
    ],
)
def test_every_game_keeps_the_contract(name, check):
    for walk in walks_of(name):
        check(walk)


@pytest.mark.parametrize("name", [*game_types(), *TOYS])
@settings(max_examples=MUTATIONS)
@given(data=st.data())
def test_an_action_with_any_other_integer_is_refused_or_is_the_one_that_is_logged(name, data):
    conformance.c16_any_integer(conformance.draw_attempt(data, walks_of(name)))


@pytest.mark.parametrize("name", [pytest.param(name, marks=slow_for(name)) for name in [*game_types(), *TOYS]])
def test_sampled_worlds_are_diverse(name):
    """L2 counts over all walks together."""
    leaks.l2_diversity(walks_of(name))


@pytest.mark.parametrize("name", [*game_types(), *TOYS])
def test_the_description_is_of_the_game_itself(name):
    suite = conformance_of(name)

    assert suite.game_type.name == name
    assert {seats for seats, _ in suite.configurations} >= {min(suite.game_type.seats), max(suite.game_type.seats)}
