"""The habits of computer players: Large Stones given away.

On the 2-player board C1, B1, B2, C3, D2 and D1 lie around C2, the Demon King Stone (7 red, 4 green).
"""

from collections.abc import Sequence

import pytest

from engine.monster_hex import GAME_TYPE
from engine.monster_hex.actions import Take
from engine.monster_hex.content import POWERS
from engine.monster_hex.habits import AVOIDABLE, GIVEN, LEFT, POINTS
from engine.players.arena import Step
from engine.players.habits import Count
from tests.engine.monster_hex.positions import ALL_IDS, edge_to, moves_to, position, rules_for, showing


def fill_demon_king(before: int, fifth: int, sixth: int, hand: str = ALL_IDS) -> list[Step]:
    """Return the last two placements at the Demon King Stone, by seats 0 and 1 with these powers, and the capture.

    Seat 0 has 8 power there before, and seat 1 has 5 and `before`. `hand` is that of seat 0.
    """
    around = {"C1": (0, 5), "B1": (1, 5), "B2": (0, 3), "D2": (1, before)}
    rules = rules_for(2)
    state = position(
        2, {label: showing(2, label, "C2", *each) for label, each in around.items()}, 0, {0: hand, 1: ALL_IDS}
    )
    found: list[Step] = []
    for seat, (label, power) in enumerate((("C3", fifth), ("D1", sixth))):
        edge = edge_to(2, label, "C2")
        moves = moves_to(rules, state, label)
        move = next(each for each in moves if POWERS[each.tile * 6 + each.rotation][edge] == power)
        found.append(Step(state, seat, move, rules.apply(state, seat, move)))
        state = found[-1].transition.state
    (first,) = rules.actors(state)
    return [*found, Step(state, first, Take(7), rules.apply(state, first, Take(7)))]


@pytest.mark.parametrize(
    ("before", "last", "seats", "left", "given", "points"),
    [
        # Seat 1 gets ahead by 12 to 11 and takes 7. Seat 0 gets 4.
        (2, (3, 5), (0, 1), 1, 1, 3),
        (2, (3, 5), (1,), 0, 0, 0),
        # Seat 0 stays ahead by 13 to 9.
        (2, (5, 2), (0, 1), 0, 0, 0),
        # Seat 1 is ahead before, too, by 10 to 9.
        (5, (1, 5), (0, 1), 1, 0, 0),
    ],
)
def test_a_large_stone_is_given_away_if_the_next_player_takes_it_by_filling_the_last_hex(
    before: int, last: tuple[int, int], seats: Sequence[int], left: int, given: int, points: int
) -> None:
    assert GAME_TYPE.count_habits(rules_for(2), fill_demon_king(before, *last), seats) == {
        LEFT: Count(left, len(seats)),
        AVOIDABLE: Count(left, len(seats)),
        GIVEN: Count(given, len(seats)),
        POINTS: Count(points, given),
    }


def test_a_stone_is_left_avoidably_only_if_the_hand_had_a_placement_elsewhere() -> None:
    """Kraken fits on C3 and D1 alone, the last two hexes of the stone."""
    counts = GAME_TYPE.count_habits(rules_for(2), fill_demon_king(2, 2, 5, hand="B3"), (0, 1))

    assert counts[LEFT] == Count(1, 2)
    assert counts[AVOIDABLE] == Count(0, 2)
