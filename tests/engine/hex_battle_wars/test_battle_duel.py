"""The four-ply search for two characters: the assumed reply of the opponent and the resulting values."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.hex_battle_wars.actions import APPEAR, VANISH, Deploy, Move
from engine.hex_battle_wars.duel import Duel, Prospects
from engine.hex_battle_wars.levels import Strong
from engine.hex_battle_wars.odds import Lookups, hitting_faces
from engine.hex_battle_wars.outlook import worth
from engine.hex_battle_wars.players import sample_cells
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import DEPLOY, State
from tests.engine.hex_battle_wars.positions import cells, label, played, position, rules_for

CENTRE = label(6, 0, 0)
HILL = {label(6, 1, -2): "1", label(6, 1, -3): "2", label(6, -2, 0): "1", label(6, 0, -4): "1"}


def duel_of(rules: HexBattleWarsRules, state: State) -> Duel:
    scene = Lookups(rules.view(state, 0))
    return Duel(scene, 0, 1, scene.foes_of(0)[0])


@pytest.mark.parametrize(("place", "roll"), [*enumerate((1, 3, 5, 8, 10))])
def test_the_best_destination_is_where_normal_goes_if_it_overlooks_nothing(place: int, roll: int) -> None:
    rules = rules_for()
    state = played(rules, position(rules, [[CENTRE], [label(6, 0, -5)]], HILL), "roll", f"d10 {roll}")
    ends = [action.cell for action in rules.legal_actions(state, 0) if isinstance(action, Move)]
    start, foe = state.at

    best = Lookups(rules.view(state, 0)).best(ends, 0, 12)
    assert Prospects(6, state.ground, 12, 12).best(start, foe, 1)[place] == [best]


def test_the_other_may_overlook_the_best_hexes() -> None:
    """Of 36 or more destinations the best, the 4th and the 10th count. Of fewer, proportionally better ones."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -5)]], HILL)
    lookups, (start, foe) = Prospects(6, state.ground, 12, 12), state.at
    ranked = lookups.best(start, foe, 10)
    likely = lookups.list_likely_ends(start, foe)

    assert likely[:3] == [ranked[0][0], ranked[0][0], ranked[0][1]], "six hexes by a roll of 1"
    assert likely[-3:] == [ranked[-1][0], ranked[-1][3], ranked[-1][9]]
    assert list(lookups.list_likely_hits(start, foe)) == [lookups.hits(foe)[end] for end in likely]


def test_it_knows_how_many_faces_hit_from_where() -> None:
    """HBW-20, HBW-23: adjacent, all faces from the armour class up; a level higher, one more; out of sight, none."""
    rules = rules_for()
    marks = {label(6, 0, -1): "1", label(6, -1, 1): "1", label(6, -2, 2): "2"}
    ground = position(rules, [[CENTRE], [None]], marks).ground
    centre, beside, up, behind = cells(rules, CENTRE, label(6, 1, 0), label(6, 0, -1), label(6, -3, 3))
    hits = Prospects(6, ground, 12, 14).hits(centre)

    assert hits[beside] == hitting_faces(14, 0)
    assert hits[up] == hitting_faces(14, 1)
    assert hits[behind] == 0


def test_an_answer_is_the_attack_that_normal_makes_from_where_it_stands() -> None:
    """Adjacent characters both attack: the value is the own attack minus the reply of an opponent that survived it."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -1)]], hp=(25, 25))
    attack = worth(hitting_faces(12, 0), 25, 1)

    expected = attack.points - (1 - attack.kill) * attack.points
    assert duel_of(rules, state).evaluate_quickly(state.at[0]) == pytest.approx(expected)


def test_the_own_next_turn_counts() -> None:
    """The reply costs nothing here, so the following turn adds to the value."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -1)]], hp=(25, 25))
    duel, here = duel_of(rules, state), state.at[0]

    assert duel.value(here) > duel.evaluate_quickly(here)
    assert duel.value(here) > duel.rest(here)


def test_strong_is_in_no_duel_with_three_or_with_an_invisible_opponent() -> None:
    three, rules = rules_for(3), rules_for()
    with_three = position(three, [[CENTRE], [label(6, 0, -6)], [label(6, 0, 6)]])
    tiles = cells(rules, label(6, 0, -6), None, None)
    invisible = position(rules, [[CENTRE], [None]], tiles=((), tiles), hidden=(0, 1), real=(0, 1))

    assert Strong(three, 0)._opponent(Lookups(three.view(with_three, 0))) is None
    assert Strong(rules, 0)._opponent(Lookups(rules.view(invisible, 0))) is None


@pytest.mark.parametrize(("armour", "hides"), [((11, 16), True), ((12, 12), False)])
def test_strong_vanishes_in_a_duel_if_it_fears_more_than_it_gives_up(armour: tuple[int, int], hides: bool) -> None:
    """HBW-9: beside an enemy that hits it more easily than it is hit, it vanishes. Beside an equal one it attacks."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -1)]], hp=(12, 25), armour=armour)
    chosen = Strong(rules, 0).choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))

    assert (chosen == VANISH) is hides


def test_strong_appears_in_a_duel_from_its_real_tile() -> None:
    """HBW-10: beside an enemy that a hit can kill, it appears. Its other tiles don't matter."""
    rules = rules_for()
    tiles = cells(rules, label(6, 0, 6), label(6, 0, -1), label(6, 6, 0))
    hidden = position(
        rules, [[None], [CENTRE]], tiles=(tiles, ()), hidden=(1, 0), real=(2, 0), scores=(1, 1), hp=(10, 4)
    )
    strong = Strong(rules, 0)

    assert strong._cell(Lookups(rules.view(hidden, 0))) == tiles[1]
    assert strong.choose(rules.view(hidden, 0), rules.legal_actions(hidden, 0), Random(1)) == APPEAR


def test_an_invisible_character_is_struck_less() -> None:
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -1)]])
    duel, here = duel_of(rules, state), state.at[0]

    assert duel.rest(here, 3) > duel.rest(here, 2) > duel.rest(here)


def test_strong_comes_closer_when_it_is_behind_and_out_of_reach() -> None:
    """Ahead it may stay out of reach. Behind it walks towards the enemy, whatever it rolls."""
    rules = rules_for()
    far = position(rules, [[label(6, 0, 6)], [label(6, 0, -6)]], round=10, hp=(15, 25))
    strong, (_, foe) = Strong(rules, 0), far.at
    for roll in range(2, 8):
        state = played(rules, far, "roll", f"d10 {roll}")
        chosen = strong.choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))

        assert isinstance(chosen, Move)
        assert Lookups(rules.view(state, 0)).grid.distance(chosen.cell, foe) < 12


def test_a_poor_shot_is_worth_nothing_to_the_shooter() -> None:
    """With 10 % or less it doesn't make a hex better than one out of sight."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -6)]], armour=(12, 13))
    duel, here = duel_of(rules, state), state.at[0]

    assert duel.value(here) == duel.rest(here)
    assert duel_of(rules, replace(state, armour=(12, 12))).value(here) > duel.rest(here)


def test_strong_starts_where_the_others_first_turn_does_least() -> None:
    """HBW-5: among the hexes it samples, the second seat to deploy chooses the one with the best expected result."""
    rules = rules_for(radius=8)
    begun = position(rules, [[label(8, 0, -8)], [None]], {label(8, 0, 4): "1", label(8, 1, 4): "2"})
    state = replace(begun, phase=DEPLOY, seat=1)
    legal = rules.legal_actions(state, 1)
    chosen = Strong(rules, 1).choose(rules.view(state, 1), legal, Random(3))
    scene = Lookups(rules.view(state, 1))
    duel = Duel(scene, 1, 1, scene.foes_of(1)[0])
    looked_at = sample_cells(scene, [start.cell for start in legal if isinstance(start, Deploy)], 24)

    assert isinstance(chosen, Deploy)
    assert duel.rest(chosen.cell) == max(map(duel.rest, looked_at))
