"""Random matches: agreement with the independent implementation, invariants, and worlds that fit their views."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE, HOST, SPECTATOR, Close, Forfeit
from engine.hive_mind.actions import Clear, Guess, Ready, Reopen, Submit, Totals
from engine.hive_mind.board import layouts
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.scoring import tallies
from engine.hive_mind.state import State
from engine.record import format_host
from tests.engine.hive_mind.conformance import CONFORMANCE
from tests.engine.hive_mind.oracle import Oracle
from tests.engine.hive_mind.positions import ACTORS, rules_for

EDITIONS = st.sampled_from(["gauntlet", "tempo", "recharged"])
SEATS = st.integers(3, 7)
SEEDS = st.integers(0, 2**32)
NAMES = {player: name for name, player in ACTORS.items()}


def matches(
    rules: HiveMindRules, rng: Random, closing: float = 0.03, leaving: float = 0.01
) -> Iterator[tuple[State, int, Any]]:
    """Yield state, player and action of each step of a random match; the last step has no action.

    Closing and leaving happen with the given probabilities.
    """
    state = rules.initial_state()
    while actors := rules.actors(state):
        player, action = chosen(rules, state, rng.choice(actors), rng, closing, leaving)
        yield state, player, action
        state = rules.apply(state, player, action).state
    yield state, SPECTATOR, None


def chosen(
    rules: HiveMindRules, state: State, player: int, rng: Random, closing: float, leaving: float
) -> tuple[int, Any]:
    if player == CHANCE:
        return player, rng.choice(rules.chance_outcomes(state))
    host = rules.host_actions(state)
    if rng.random() < closing:
        return HOST, Close()
    if rng.random() < leaving:
        return HOST, rng.choice([action for action in host if isinstance(action, Forfeit)])
    if rng.random() < 0.3:
        seat = rng.randrange(rules.seats)
        action = changing(rules, state, rng)
        if rules.is_legal(state, seat, action):
            return seat, action
    return player, rng.choice(rules.legal_actions(state, player))


def changing(rules: HiveMindRules, state: State, rng: Random) -> Any:
    """Return a random action that overwrites, clears, reopens or guesses; it may be illegal."""
    hive = rng.randrange(3)
    layout = list(rng.choice(layouts() if rng.random() < 0.5 else (*state.hives, "1" * 12)))
    for _ in range(rng.randrange(3)):
        layout[rng.randrange(12)] = rng.choice("123.")
    points = [tally.points for tally in tallies(state)]
    totals = {seat: rng.choice([points[seat], rng.randrange(25)]) for seat in rng.sample(range(rules.seats), 2)}
    return rng.choice(
        [
            Submit(hive, rng.randrange(55)),
            Clear(rng.choice(["shape", "double", "block", "guess"]), hive),
            Guess(hive, "".join(layout)),
            Guess(hive, rng.choice(state.hives)),
            Totals(tuple(sorted(totals.items()))),
            Reopen(),
            Ready(),
        ]
    )


def written(rules: HiveMindRules, state: State, player: int, action: Any) -> tuple[str, str]:
    if player == HOST:
        return "host", format_host(action)
    return NAMES.get(player, str(player)), rules.format_action(action)


@given(EDITIONS, SEATS, SEEDS)
@settings(max_examples=60)
def test_results_agree_with_the_oracle(edition: str, seats: int, seed: int) -> None:
    """HM-1 to HM-29: points by source, hints, counts, feats, garnets, tokens and candidates of any match."""
    rng = Random(seed)
    garnets = [rng.randrange(12) for _ in range(seats)]
    rules, oracle = rules_for(edition, seats, garnets), Oracle(edition, seats, garnets)
    state = rules.initial_state()
    for state, player, action in matches(rules, rng, leaving=rng.choice([0, 0.02])):
        if action is not None:
            oracle.entry(*written(rules, state, player, action))

    assert rules.result(state) == oracle.result()


@given(EDITIONS, SEATS, SEEDS)
@settings(max_examples=25)
def test_random_matches_keep_the_invariants(edition: str, seats: int, seed: int) -> None:
    """HM-2, HM-7, HM-9, HM-10, HM-17: the invariants hold in every state."""
    rules = rules_for(edition, seats)

    for state, _, _ in matches(rules, Random(seed)):
        CONFORMANCE.check_invariants(rules, state)


@given(EDITIONS, SEATS, SEEDS)
@settings(max_examples=40)
def test_worlds_look_the_same_however_rounds_ended(edition: str, seats: int, seed: int) -> None:
    """HM-10, HM-27, HM-28: closed rounds and seats that left don't prevent a sampled world with the same view."""
    rules, rng = rules_for(edition, seats), Random(seed)

    for state, _, _ in matches(rules, rng, closing=0.15, leaving=rng.choice([0, 0.05])):
        if rng.random() < 0.2:
            viewer = rng.choice([SPECTATOR, *range(seats)])
            view = rules.view(state, viewer)
            assert rules.view(rules.determinize(view, rng), viewer) == view


@given(EDITIONS, SEATS, SEEDS)
@settings(max_examples=25)
def test_nothing_hidden_is_in_any_view_before_the_end(edition: str, seats: int, seed: int) -> None:
    """HM-10, HM-11: a view holds only announcements and the viewer's own submissions and hints."""
    rules, rng = rules_for(edition, seats), Random(seed)

    for state, _, _ in matches(rules, rng):
        for viewer in (SPECTATOR, rng.randrange(seats)):
            view = rules.view(state, viewer)
            assert (view.scores is None) == (view.standing is None) == (state.standing is None)
            if view.scores is None:
                twin = next(iter(CONFORMANCE.twins(rules, state, viewer, rng)), state) if viewer >= 0 else state
                assert rules.view(twin, viewer) == view
                assert "points" not in str(view.own)
