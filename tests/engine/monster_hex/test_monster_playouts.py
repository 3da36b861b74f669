"""The values by which playouts choose."""

from random import Random
from typing import Any

import pytest

from engine.monster_hex import GAME_TYPE
from engine.monster_hex.abilities import acting_tile, strength
from engine.monster_hex.actions import Decline, Place, Reward, Scheme, Strike
from engine.monster_hex.capturing import powers_around
from engine.monster_hex.content import EMPTY, layout
from engine.monster_hex.playouts import Playouts
from engine.monster_hex.state import ABILITY, PLACE, State
from engine.monster_hex.worth import answer_gain, best_reply, gain_of, gains_on, lead, outlook
from engine.record import Configuration
from tests.engine.monster_hex.conformance import CONFORMANCE
from tests.engine.monster_hex.positions import ALL_IDS, position, rules_for, showing
from tests.kits.walks import wander


def test_a_surrounded_stone_that_an_ability_leaves_open_brings_nothing() -> None:
    """Every position has one gain for each free hex, also while a surrounded stone is not captured yet."""
    found = GAME_TYPE
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
                assert sorted(gains_on(rules.layout, state, 0, lead)) == [
                    cell for cell, piece in enumerate(state.board) if piece == EMPTY
                ]
    assert surrounded


def test_an_answer_gains_what_the_open_stones_are_worth_more_after_it() -> None:
    """Covers every answer that changes powers or takes a free hex, in all questions of some games (MH-16 to MH-19)."""
    found = GAME_TYPE
    options, kinds = found.options(2, {"abilities": True}), set[str]()
    rules = found.rules(2, options)
    for number in range(12):
        walk = wander(CONFORMANCE, rules, Configuration("monster_hex", found.rules_version, options, 2, "walk"), number)
        for state in walk.states:
            if state.phase != ABILITY:
                continue
            (seat,), (_, tile) = rules.actors(state), acting_tile(state)
            for answer in rules.legal_actions(state, seat):
                after = rules.apply(state, seat, answer).state
                if type(answer) not in (Decline, Reward, Scheme, Strike) and after.captures == state.captures:
                    gain = answer_gain(rules.layout, state, seat, answer, strength(tile))
                    assert gain == pytest.approx(worth(rules, after, seat) - worth(rules, state, seat))
                    kinds.add(type(answer).__name__)
    assert kinds == {"Enchant", "Curse", "Confuse", "Petrify"}


def worth(rules: Any, state: State, seat: int) -> float:
    assert state.variant is not None
    total = 0.0
    for stone, captured in enumerate(state.captures):
        if captured is None:
            facing = rules.layout.facing[stone]
            powers = powers_around(facing, state.board, state.variant.changes, 2)
            free = sum(state.board[cell] == EMPTY for cell, _ in facing)
            total += lead(rules.layout, stone, powers, free, seat, state.factions)
    return total


def test_the_outlook_shares_a_stone_by_power_and_is_surer_the_fewer_hexes_are_free() -> None:
    """A Small Stone is worth one point to its first; half of the others' average counts against it."""
    board, factions = layout(4), (0, 1, 2, 3)
    small = next(stone for stone, values in enumerate(board.values) if not values)
    large = board.demon_king
    shared = [outlook(board, small, (3, None, 2, None), 1, seat, factions) for seat in range(4)]
    surer = [outlook(board, large, (5, 3, 3, 3), free, 0, factions) for free in (4, 3, 2, 1)]

    assert shared[0] > shared[2] > shared[1] == shared[3]
    assert sum(shared) == pytest.approx(0.5)
    assert surer == sorted(surer)


def test_the_best_reply_is_the_next_seats_highest_gain_after_the_placement() -> None:
    """Compared with the rules' own placements in the position after it, where that seat places next."""
    found, compared = GAME_TYPE, 0
    for seats in (2, 4):
        rules = found.rules(seats, found.options(seats, {}))
        configuration = Configuration("monster_hex", found.rules_version, {}, seats, "walk")
        for state in wander(CONFORMANCE, rules, configuration, 0).states:
            if state.phase != PLACE:
                continue
            (seat,) = rules.actors(state)
            for place in rules.legal_actions(state, seat)[::7]:
                assert isinstance(place, Place)
                after = rules.apply(state, seat, place).state
                if after.phase == PLACE and after.hands[seat] != state.hands[seat] and rules.actors(after) != (seat,):
                    (following,) = rules.actors(after)
                    gains = gains_on(rules.layout, after, following, lead)
                    replies = rules.legal_actions(after, following)
                    expected = max(gain_of(gains, each) for each in replies if isinstance(each, Place))
                    assert best_reply(rules.layout, state, seat, place, following, lead) == pytest.approx(expected)
                    compared += 1
    assert compared > 20


def test_the_shortlist_prefers_a_placement_that_leaves_no_stone_to_the_next_seat() -> None:
    """The highest gain is a fifth tile at C2, the Demon King Stone, which the next seat could then take."""
    rules = rules_for(2)
    around = {"C1": (0, 3), "B1": (1, 5), "B2": (0, 2), "D2": (1, 3)}
    monsters = {label: showing(2, label, "C2", *each) for label, each in around.items()}
    state = position(2, monsters, 0, {1: ALL_IDS})
    legal = [each for each in rules.legal_actions(state, 0) if isinstance(each, Place)]
    gains = gains_on(rules.layout, state, 0, lead)
    last = {rules.layout.board.index[label] for label in ("C3", "D1")}

    chosen: Any
    (chosen,) = Playouts(rules, 0).shortlist(rules.view(state, 0), legal, 1, Random(1))

    assert max(legal, key=lambda place: gain_of(gains, place)).cell in last
    assert chosen.cell not in last
