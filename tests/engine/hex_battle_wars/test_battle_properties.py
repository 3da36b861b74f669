"""Random play at all kinds of tables: invariants, replay, and independence of the real tile."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.core import CHANCE, HOST, SPECTATOR, sample_outcome
from engine.hex_battle_wars import odds
from engine.hex_battle_wars.actions import Move
from engine.hex_battle_wars.picks import MOST_PICKS, quick_picks
from engine.hex_battle_wars.preview import find_cut_off, reaches, sides
from engine.hex_battle_wars.shooting import enemies, modifiers
from engine.hex_battle_wars.state import with_entry
from tests.engine.hex_battle_wars.conformance import possible
from tests.engine.hex_battle_wars.positions import match_of, rules_for

TABLES = st.fixed_dictionaries(
    {
        "radius": st.integers(4, 7),
        "hp": st.integers(1, 20),
        "pieces": st.integers(1, 3),
        "hazards": st.booleans(),
        "obstacles": st.sampled_from(["program", "players"]),
        "max_rounds": st.integers(1, 6),
    }
)
SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)


def steps(seats: int, options: dict[str, Any], seed: int) -> Any:
    """Yield rules, state, player and action of each step of a random game, with occasional host actions.

    The last step has the final state without player and action.
    """
    rules, rng = rules_for(seats, **options), Random(seed)
    state = rules.initial_state()
    while actors := rules.actors(state):
        player = actors[0]
        if player == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), rng)
        elif rng.random() < 0.03:
            player, action = HOST, rng.choice(rules.host_actions(state))
        else:
            action = rng.choice(rules.legal_actions(state, player))
        yield rules, state, player, action
        state = rules.apply(state, player, action).state
    yield rules, state, None, None


@given(SEATS, TABLES, SEEDS)
@settings(max_examples=12, deadline=None)
def test_nothing_that_others_see_depends_on_the_real_tile(seats: int, options: dict[str, Any], seed: int) -> None:
    """HBW-9: with another real tile, all others see the same views, legal actions and previews."""
    for rules, state, _, _ in steps(seats, options, seed):
        if not rules.actors(state):
            continue
        for owner in range(seats):
            for real in possible(state, owner):
                twin = replace(state, real=with_entry(state.real, owner, real))
                for viewer in (SPECTATOR, *range(seats)):
                    if viewer != owner and twin != state:
                        assert rules.view(twin, viewer) == rules.view(state, viewer)
                        assert list(rules.legal_actions(twin, viewer)) == list(rules.legal_actions(state, viewer))


@given(SEATS, TABLES, SEEDS)
@settings(max_examples=10, deadline=None)
def test_previews_answer_at_any_time(seats: int, options: dict[str, Any], seed: int) -> None:
    """Previews work on any view: destinations are the legal ones, and the hexes beside a piece are described."""
    rules = rules_for(seats, **options)
    view = rules.view(rules.initial_state(), 0)
    for _, state, player, action in steps(seats, options, seed):
        view = rules.view(state, 0 if player is None or player < 0 else player)
        assert all(len(quick_picks(view, seat, with_hint=False)) <= MOST_PICKS for seat in range(seats))
        found = reaches(view)
        if isinstance(action, Move):
            assert found[0] is not None
            assert found[0].ends & match_of(rules).grid.one[action.cell]
        for seat in range(seats):
            sides(view, seat, 1)
    grid = match_of(rules).grid
    plain = view.ground.find(".")
    assert plain < 0 or grid.name[plain] not in find_cut_off(view, 1, grid.name[plain])


@given(SEATS, TABLES, SEEDS)
@settings(max_examples=6, deadline=None)
def test_a_hex_promises_what_its_targets_do_and_threatens_what_theirs_would(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    """HBW-20, HBW-21: `promise` is the best own attack, `danger` the sum of one attack by each enemy."""
    *_, (rules, state, _, _) = steps(seats, options, seed)
    view = rules.view(state, 0)
    scene, armour = odds.Lookups(view), 13
    foes = list(enemies(scene.match, scene.state, 0))
    for cell in range(0, len(view.ground), 5):
        seen = [foe for foe in foes if foe.cell != cell and scene.ground.can_see(foe.cell, cell)]
        added = [sum(part.number for part in modifiers(scene.ground, foe.cell, cell)) for foe in seen]
        share = [sum((foe.seat, foe.piece) == (other.seat, other.piece) for other in foes) for foe in seen]
        back = [
            odds.expected_damage(odds.hitting_faces(armour, more)) / number
            for more, number in zip(added, share, strict=True)
        ]
        found = scene.prospect(cell, 0, armour)

        assert found.promise == max((each.damage for each in scene.targets(cell, 0)), default=0.0)
        assert found.danger == pytest.approx(sum(back))
        assert found.nearest == min((scene.grid.distance(cell, foe.cell) for foe in foes), default=0)
