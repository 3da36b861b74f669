"""What playouts go by."""

from engine.monster_hex.content import EMPTY
from engine.monster_hex.playouts import gains_on
from engine.record import Configuration
from tests.engine.monster_hex.conformance import CONFORMANCE
from tests.kits.walks import wander


def test_a_surrounded_stone_that_an_ability_leaves_open_brings_nothing() -> None:
    """Every position of some games has gains, one for each free hex."""
    found = CONFORMANCE.game_type
    options, surrounded = found.options(4, {"abilities": True}), 0
    rules = found.rules(4, options)
    for number in range(4):
        walk = wander(CONFORMANCE, rules, Configuration("monster_hex", found.rules_version, options, 4, "walk"), number)
        for state in walk.states:
            rings = [
                rules.layout.ring[stone](state.board) for stone, found in enumerate(state.captures) if found is None
            ]
            surrounded += any(EMPTY not in ring for ring in rings)
            if state.factions:
                assert sorted(gains_on(rules.layout, state, 0)) == [
                    cell for cell, piece in enumerate(state.board) if piece == EMPTY
                ]
    assert surrounded
