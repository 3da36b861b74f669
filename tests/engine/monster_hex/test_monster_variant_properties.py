"""Random play in every combination of variants: legal previews, right forecasts, and better play than random."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE, HOST, SPECTATOR
from engine.monster_hex import GAME_TYPE, preview
from engine.monster_hex.ability_preview import ability_forecast
from engine.monster_hex.actions import Ability, Confuse, Curse, Enchant, Petrify, Place, Scatter
from engine.monster_hex.content import TILES, layout
from engine.monster_hex.events import StoneCaptured
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import ABILITY, PLACE, State
from engine.players.greedy import Greedy

COMBINATIONS = [
    (seats, {"abilities": abilities, "objectives": objectives, "shared": shared})
    for seats, abilities, objectives, shared in product((1, 2, 3, 4), (False, True), (False, True), (False, True))
    if (abilities or objectives or shared or seats == 1) and (shared <= (seats == 2))
]
COMBINATIONS += [
    (seats, {"abilities": abilities, "shared": shared, "edition": 2024})
    for seats, abilities, shared in product((2, 3, 4), (False, True), (False, True))
    if shared <= (seats == 2)
]
SEEDS = st.integers(0, 2**32)


def rules_of(seats: int, options: dict[str, Any]) -> MonsterHexRules:
    return GAME_TYPE.rules(seats, options)


def moves(rules: MonsterHexRules, rng: Random, host: float = 0.0) -> Iterator[tuple[State, int, Any, Any]]:
    """Yield state, player, action and transition of each step of a random game.

    `host` is the probability of a host action.
    """
    state = rules.initial_state()
    while actors := rules.actors(state):
        player = rng.choice(actors)
        action: Any = rng.choice(rules.legal_actions(state, player))
        if player != CHANCE and rng.random() < host:
            player, action = HOST, rng.choice(rules.host_actions(state))
        transition = rules.apply(state, player, action)
        yield state, player, action, transition
        state = transition.state


@given(st.sampled_from([one for one in COMBINATIONS if one[1]["abilities"]]), SEEDS)
@settings(max_examples=8, deadline=None)
def test_what_previews_tell_comes_true(combination: Any, seed: int) -> None:
    """The captures right after a placement or an ability are those of the forecast, with the same powers."""
    rules = rules_of(*combination)
    for before, player, action, transition in moves(rules, Random(seed)):
        captured = [event for event in transition.events if isinstance(event, StoneCaptured)]
        view = rules.view(before, player)
        if before.phase == PLACE and player >= 0 and isinstance(action, (Place, Scatter)):
            label = layout(view.board).board.name[action.cell]
            found = preview.forecast(view, TILES[action.tile].id, label, action.rotation)
        elif before.phase == ABILITY and player >= 0:
            told = ability_forecast(view, action)
            found = told.captures
            _check_changes(rules, action, told, transition.state)
        else:
            continue
        if captured:
            shown = [(each.stone, each.capture.powers, each.capture.first, each.temporary) for each in found]
            assert shown[: len(captured)] == [
                (event.stone, event.powers, event.first, event.temporary) for event in captured
            ]


def _check_changes(rules: MonsterHexRules, action: Ability, told: Any, state: State) -> None:
    view = rules.view(state, SPECTATOR)
    if isinstance(action, (Enchant, Curse, Confuse)):
        assert told.monster in view.monsters
    else:
        assert told.monster is None
    assert (told.stone is not None) == isinstance(action, Petrify)


@given(st.sampled_from([one for one in COMBINATIONS if one[1]["abilities"]]), SEEDS)
@settings(max_examples=8, deadline=None)
def test_what_previews_offer_is_what_is_legal(combination: Any, seed: int) -> None:
    """MH-5 to MH-7, MH-17: the previewed hexes and rotations are exactly the legal ones."""
    rules = rules_of(*combination)
    for state, player, _, _ in moves(rules, Random(seed)):
        if state.phase != PLACE or player < 0:
            continue
        view = rules.view(state, player)
        names = layout(view.board).board.name
        plain: set[tuple[int, str, int]] = set()
        scattered: set[tuple[int, str, int]] = set()
        for number, tile in enumerate(TILES):
            if tile.id in (view.hand or ()):
                plain |= {
                    (number, name, turn)
                    for name, turns in preview.find_placements(view, tile.id).items()
                    for turn in turns
                }
                hexes = preview.scattering_hexes(view, tile.id)
                scattered |= {(number, name, turn) for name, turns in hexes.items() for turn in turns}
        legal = rules.legal_actions(state, player)
        assert plain == {(a.tile, names[a.cell], a.rotation) for a in legal if isinstance(a, Place)}
        assert scattered == {(a.tile, names[a.cell], a.rotation) for a in legal if isinstance(a, Scatter)}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_greedy_players_play_variants_better_than_chance_does(seats: int, seed: int) -> None:
    """The greedy player has more points than random play."""
    rules = rules_of(seats, {"abilities": True, "objectives": True})
    greedy, rng = Greedy(rules, 0), Random(seed)
    points = [played(rules, rng, greedy), played(rules, rng, None)]

    assert points[0] > points[1]


def played(rules: MonsterHexRules, rng: Random, greedy: Greedy | None) -> int:
    """Return seat 0's points in two games, by the greedy player or at random."""
    total = 0
    for _ in range(2):
        state = rules.initial_state()
        while actors := rules.actors(state):
            player = actors[0]
            legal = rules.legal_actions(state, player)
            if player == 0 and greedy is not None:
                action = greedy.choose(rules.view(state, 0), legal, rng)
            else:
                action = rng.choice(legal)
            state = rules.apply(state, player, action).state
        total += rules.view(state, 0).seats[0].score.points
    return total
