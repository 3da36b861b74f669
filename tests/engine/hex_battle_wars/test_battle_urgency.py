"""The cost of distance, from the health, the rounds played, and the last walk."""

from msgspec.structs import replace

from engine.hex_battle_wars.state import State
from engine.hex_battle_wars.urgency import weigh_step
from engine.hex_battle_wars.view import Walk
from tests.engine.hex_battle_wars.positions import label, position, rules_for

CENTRE, OTHER, NEARER = label(6, 0, 0), label(6, 0, -6), label(6, 0, -4)
RULES = rules_for(max_rounds=30)
START = position(RULES, [[CENTRE], [OTHER]])


def cost(state: State) -> float:
    return weigh_step(RULES.view(state, 0), 0)


def test_distance_costs_more_the_longer_nothing_happens() -> None:
    quiet = [cost(replace(START, round=number)) for number in (1, 4, 7)]

    assert quiet[0] == 0 < quiet[1] < quiet[2]
    assert cost(replace(START, round=4, hp=(15, 15))) == 0, "the health lost shows that they fight"


def test_distance_costs_more_for_a_seat_that_is_behind_and_most_at_the_limit() -> None:
    early, late = replace(START, round=8), replace(START, round=28)

    assert cost(replace(early, hp=(15, 25))) > cost(replace(early, hp=(20, 20)))
    assert cost(replace(early, hp=(20, 20))) > cost(replace(early, hp=(25, 15)))
    assert cost(replace(late, hp=(5, 25))) > cost(replace(early, hp=(5, 25))) > 0


def test_a_seat_waits_a_while_for_an_enemy_that_comes_closer() -> None:
    comes = replace(START, walk=Walk(1, 1, ((OTHER, NEARER),)))
    leaves = replace(START, walk=Walk(1, 1, ((NEARER, OTHER),)))

    assert cost(replace(comes, round=2)) == 0 < cost(replace(leaves, round=2))
    assert cost(replace(comes, round=10)) == cost(replace(leaves, round=10))
