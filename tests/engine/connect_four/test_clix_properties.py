"""Properties that hold in every random game."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import fairness
from engine.connect_four import GAME_TYPE, combat, forces
from engine.connect_four.actions import Attack, ChooseForce
from engine.connect_four.grid import grid
from engine.connect_four.roster import CLASSES
from engine.connect_four.state import ACT
from engine.core import CHANCE, SPECTATOR, sample_outcome

FEW = settings(max_examples=25, deadline=None)


def random_game(rules, rng):
    """Return the states and moves of a random game."""
    state, states, moves = rules.initial_state(), [], []
    while actors := rules.actors(state):
        player = rng.choice(actors)
        actions = rules.chance_outcomes(state) if player == CHANCE else rules.legal_actions(state, player)
        action = sample_outcome(actions, rng)
        states.append(state)
        moves.append((player, rules.format_action(action)))
        state = rules.apply(state, player, action).state
    return [*states, state], moves


@FEW
@given(st.integers(0, 2**32), st.integers(0, 10**6))
def test_attacks_are_those_that_are_legal_one_by_one(seed, number):
    """The optimised list of attacks equals the attacks that are legal one by one."""
    rules = GAME_TYPE.rules(2, {"size": "brawl"})
    states, _ = random_game(rules, Random(seed))
    acting = [state for state in states if state.phase == ACT]
    state = acting[number % len(acting)]
    table, seat = grid(6, 5), state.active
    every = [
        Attack(start, end, ranged, shackle)
        for start in range(30)
        for end in range(30)
        for ranged in (False, True)
        for shackle in (False, True)
    ]
    legal = [attack for attack in every if combat.is_legal(table, state.position, seat, attack)]
    assert combat.attacks(table, state.position, seat) == legal


@given(st.sampled_from([*CLASSES]), st.sampled_from([*CLASSES]), st.sampled_from([*CLASSES]))
@settings(max_examples=20, deadline=None)
def test_a_view_does_not_depend_on_a_class_or_force_that_is_not_shown(own, one, other):
    rules = GAME_TYPE.rules(2, {"same_class": True})

    def chosen(seat, text, state):
        return rules.apply(state, seat, rules.parse_action(text)).state

    states = [chosen(1, f"class {name}", rules.initial_state()) for name in (one, other)]
    for viewer in (0, SPECTATOR):
        assert rules.view(states[0], viewer) == rules.view(states[1], viewer)
    both = chosen(0, f"class {own}", states[0])
    ready = [ChooseForce(force) for force in forces.ready_made_forces(one, 1200).values()]
    views = {fairness.encode_canonical(rules.view(rules.apply(both, 1, force).state, 0)) for force in ready}
    assert len(views) == 1
