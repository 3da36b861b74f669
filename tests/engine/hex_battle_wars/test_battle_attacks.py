"""Attacks and the end of the game: HBW-20 to HBW-22, HBW-25, the last round, and the result."""

import pytest
from msgspec.structs import replace

from engine.core import HOST, Close, Forfeit, Outcome
from engine.hex_battle_wars.events import GameEnded, PieceDied, SeatOut, TimeRanOut
from engine.hex_battle_wars.odds import Odds, expected_damage, hitting_faces, targets
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import BLOCKS, DEPLOY, MOVED, State
from engine.hex_battle_wars.view import Modifier
from tests.engine.hex_battle_wars.positions import (
    cells,
    label,
    legal,
    match_of,
    played,
    position,
    refused,
    rules_for,
    told,
)

CENTRE = label(6, 0, 0)
FAR = label(6, 0, -6)


def duel(seats: int = 2, distance: int = 3, **options: object) -> tuple[HexBattleWarsRules, State]:
    """Return rules and a position with seat 0 in the centre and the other seats in a column above it."""
    rules = rules_for(seats, **options)
    return rules, position(rules, [[CENTRE], *([label(6, 0, -distance - seat)] for seat in range(seats - 1))])


def let_time_run_out(rules: HexBattleWarsRules, state: State) -> State:
    """Return the state after the clock has run out."""
    transition = rules.apply(state, HOST, Close())
    assert TimeRanOut(state.seat) in transition.events
    return transition.state


def test_hbw_20_distance_and_height_are_added_and_armour_must_be_reached() -> None:
    """HBW-20: minus the distance from two hexes, plus one for each level that the attacker is higher."""
    rules, state = duel()
    state = replace(state, ground=position(rules, [[CENTRE], [FAR]], {CENTRE: "2"}).ground)
    found = targets(rules.view(state, 0))[0]
    assert found.modifiers == (Modifier("distance", -3), Modifier("height", 2))
    assert (found.needed, found.hits, found.action) == (13, 8, f"attack {label(6, 0, -3)}")
    missed = played(rules, state, found.action, "d20 12")
    assert missed.shot is not None
    assert (missed.shot.total, missed.shot.hit, missed.seat) == (11, False, 1)
    hit = played(rules, state, found.action, "d20 13")
    assert legal(rules, hit)[-1] == "d16 16"
    assert played(rules, hit, "d16 6").hp == (25, 19)


def test_hbw_20_adjacent_there_is_no_modifier() -> None:
    """HBW-20: one hex apart on the same level."""
    rules, state = duel(distance=1)

    assert targets(rules.view(state, 0))[0].modifiers == ()


def test_hbw_21_a_natural_20_always_hits_and_counts_twice() -> None:
    """HBW-21: one d16 counts twice. A natural 1 is nothing special."""
    rules, state = duel()
    state = replace(state, armour=(12, 40))
    after = played(rules, state, f"attack {label(6, 0, -3)}", "d20 20", "d16 7")
    assert after.hp == (25, 11)
    low = replace(state, armour=(12, -5))
    assert played(rules, low, f"attack {label(6, 0, -3)}", "d20 1", "d16 7").hp == (25, 18)


@pytest.mark.parametrize(("armour", "modifier"), [(11, 0), (16, -9), (12, 3), (30, 0), (3, 2)])
def test_chances_are_counted_face_by_face(armour: int, modifier: int) -> None:
    """HBW-20, HBW-21: compared with a count over all twenty faces and sixteen damages."""
    hits = [die for die in range(1, 21) if die == 20 or die + modifier >= armour]
    damage = sum((2 if die == 20 else 1) * hurt for die in hits for hurt in range(1, 17)) / (20 * 16)

    assert hitting_faces(armour, modifier) == len(hits)
    assert expected_damage(len(hits)) == pytest.approx(damage)


def test_a_tile_promises_less_than_a_character() -> None:
    """HBW-13: the expected damage is shared among the tiles left; armour class and health are the character's."""
    rules, state = duel()
    open_odds = targets(rules.view(state, 0))[0]
    spot = label(6, 0, -3)
    tiles = ((), cells(rules, spot, None, label(6, 3, -3)))
    state = replace(state, at=(*state.at[:1], -1), tiles=tiles, hidden=(0, 1), real=(0, 1))
    found = {odds.label: odds for odds in targets(rules.view(state, 0))}

    assert isinstance(found[spot], Odds)
    assert (found[spot].tile, found[spot].tiles, found[spot].hits) == (1, 2, open_odds.hits)
    assert found[spot].damage == pytest.approx(open_odds.damage / 2)


def test_hbw_22_who_has_no_health_is_out_and_the_last_one_wins() -> None:
    """HBW-22: at 0 health or less. The result gives the round in which each seat went out."""
    rules, state = duel(3)
    state = replace(state, hp=(25, 5, 5))
    state, events = told(rules, state, f"attack {label(6, 0, -3)}", "d20 19", "d16 5")
    assert [PieceDied(1, 1), SeatOut(1)] == events[2:4]
    assert state.seat == 2, "the dead have no turn"
    state, events = told(rules, state, "pass", f"attack {label(6, 0, -4)}", "d20 19", "d16 9")

    assert GameEnded("last", (0,)) in events
    assert rules.result(state) == {
        "seats": [
            {"hp": [25], "passes": 3, "out_round": None},
            {"hp": [0], "passes": 3, "out_round": 1},
            {"hp": [0], "passes": 2, "out_round": 2},
        ],
        "winners": [0],
        "reason": "last",
    }
    assert rules.standing(state) == ((0,), (2,), (1,))


def test_hbw_26_the_last_round_gives_it_to_who_has_most_health_and_ties_are_shared() -> None:
    rules, state = duel(3, max_rounds=2)
    state = replace(state, hp=(20, 20, 9), round=2)
    state, events = told(rules, state, "pass", "pass", "pass")

    assert GameEnded("max_rounds", (0, 1)) in events
    assert rules.outcome(state) == Outcome("max_rounds", (1, 1, 0), (0, 1))
    assert match_of(rules_for()).last_round == 60


def test_hbw_25_the_clock_passes_before_any_action() -> None:
    """HBW-25: with no pass left it rolls and moves to the first hex in label order."""
    rules, state = duel()
    assert let_time_run_out(rules, state).passes == (2, 3)
    spent = let_time_run_out(rules, replace(state, passes=(0, 3)))
    assert legal(rules, spent)[0] == "d10 1"
    after = played(rules, spent, "d10 2")
    assert after.at[:1] == cells(rules, label(6, -2, 0)), "e1 comes before f1"
    assert (after.seat, after.closing) == (1, False)


def test_hbw_25_the_clock_plays_what_is_open() -> None:
    """HBW-25: a movement roll leads to its first hex. An action already made ends the turn."""
    rules, state = duel()
    rolled = played(rules, state, "roll", "d10 1")
    assert let_time_run_out(rules, rolled).at[:1] == cells(rules, label(6, -1, 0))
    assert let_time_run_out(rules, rolled).seat == 1
    failed = played(rules, state, "vanish", "d10 1")
    assert let_time_run_out(rules, failed).seat == 1


def test_hbw_25_the_clock_holds_an_invisible_character_and_then_does_nothing() -> None:
    """HBW-25: the turn ends whatever the roll. Tiles whose roll is made stay."""
    rules, state = duel()
    tiles = cells(rules, CENTRE, CENTRE, CENTRE)
    state = replace(state, at=(-1, *state.at[1:]), tiles=(tiles, ()), hidden=(1, 0), real=(1, 0))
    held = let_time_run_out(rules, state)
    assert legal(rules, held)[-1] == "d10 10"
    assert played(rules, held, "d10 1").seat == 1
    assert played(rules, held, "d10 9").seat == 1
    rolled = played(rules, state, "hold", "d10 9", "roll", "d6 5")
    assert let_time_run_out(rules, rolled).tiles == state.tiles


def test_hbw_25_the_clock_uses_the_living_piece_of_lowest_number() -> None:
    """HBW-25: with several pieces and no pass left."""
    rules = rules_for(2, pieces=3)
    places = [[None, CENTRE, label(6, 3, 0)], [FAR, None, None]]
    state = position(rules, places, hp=(0, 25, 25, 25, 0, 0), passes=(0, 3))
    after = played(rules, let_time_run_out(rules, state), "d10 1")

    assert after.at[1:3] == cells(rules, label(6, -1, 0), label(6, 3, 0))


def test_hbw_25_the_clock_at_set_up() -> None:
    """HBW-25: the program lays the blocks, and one piece is deployed on the first legal hex."""
    rules = rules_for(2, obstacles="players", pieces=2)
    empty = [[None, None], [None, None]]
    laying = position(rules, empty, phase=BLOCKS, round=0, box=(1, 0, 0))
    assert let_time_run_out(rules, laying).phase != BLOCKS
    deploying = position(rules, empty, phase=DEPLOY, round=0, piece=1)
    after = let_time_run_out(rules, deploying)
    assert (after.at[0], after.at[1], after.seat) == (0, -1, 0)


def test_hbw_25_a_seat_that_leaves_loses_its_pieces_and_of_two_the_game() -> None:
    """HBW-25: the health of a forfeited seat stays in the result."""
    rules, state = duel()
    transition = rules.apply(replace(state, hp=(25, 13)), HOST, Forfeit(1))
    assert GameEnded("forfeit", (0,)) in transition.events
    result = rules.result(transition.state)
    assert result is not None
    assert (result["seats"][1], result["reason"]) == ({"hp": [13], "passes": 3, "out_round": 1}, "forfeit")

    rules, state = duel(3)
    after = rules.apply(played(rules, state, "roll"), HOST, Forfeit(0)).state
    assert (after.seat, after.at[0], rules.actors(after)) == (1, -1, (1,)), "the die that was due falls away"
    assert Forfeit(0) not in rules.host_actions(after)
    assert rules.apply(after, HOST, Forfeit(2)).state.reason == 3


def test_hbw_8_and_25_a_turn_ends_when_the_only_target_leaves() -> None:
    """HBW-8, HBW-25: a seat that has moved has nothing but `end` left."""
    rules = rules_for(3)
    places = [[CENTRE], [label(6, 0, -3)], [label(6, 6, -6)]]
    state = position(rules, places, {label(6, 3, -3): "1"}, stage=MOVED, acted=True)
    assert legal(rules, state) == [f"attack {label(6, 0, -3)}", "end"]
    after = rules.apply(state, HOST, Forfeit(1)).state

    assert after.seat == 2


def test_hbw_25_a_seat_that_leaves_at_set_up_rolls_but_lays_and_deploys_nothing() -> None:
    """HBW-25: the seat's scores and order are still rolled."""
    rules = rules_for(3, obstacles="players")
    state = rules.apply(rules.initial_state(), HOST, Forfeit(1)).state
    assert rules.result(state) is None
    state = played(rules, state, *["d6 2"] * 6, "d20 1", "d20 20", "d20 5")
    assert rules.actors(state) == (2,), "seat 1 won and is gone"
    assert rules.view(state, 2).box == (4, 2, 1), "what was left over is not laid"
    state = rules.apply(state, HOST, Forfeit(0)).state
    assert rules.outcome(state) == Outcome("forfeit", (0, 0, 1), (2,))


def test_refusals_of_attacks_say_what_hides_the_target() -> None:
    """HBW-19: the refusal names the hex that hides the target, and the targets in sight."""
    rules = rules_for(3)
    state = position(rules, [[CENTRE], [label(6, 0, 3)], [label(6, 0, -2)]], {label(6, 0, 1): "1"})

    assert refused(rules, state, f"attack {label(6, 0, 3)}") == (
        f"You can't see {label(6, 0, 3)} from {CENTRE}: the block on {label(6, 0, 1)} hides it."
        f" In sight: {label(6, 0, -2)}."
    )
    assert refused(rules, state, f"attack {CENTRE}").startswith(f"There is nobody to attack on {CENTRE}.")
