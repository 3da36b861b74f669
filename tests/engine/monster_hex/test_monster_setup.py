"""Set-up, hands and rounds: MH-1 to MH-4."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.core import CHANCE, SPECTATOR
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.actions import AssignFaction, Draw, Place, SeatOrder
from engine.monster_hex.content import TILES, layout
from engine.monster_hex.events import FactionAssigned, HeadStartGiven, OrderDrawn, RoundEnded, TileDrawn, TilePlaced
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import DRAW, OVER, PLACE, State
from tests.engine.monster_hex.positions import rules_for

HEAD_STARTS = [
    (2, (1, 0), (2, 0), {}),
    (2, (1, 0), (0, 1), {"shared": True}),
    (4, (3, 0, 2, 1), (0, 2, 0, 3), {}),
    (4, (3, 0, 2, 1), (0, 2, 0, 3), {"abilities": True}),
]
"""Seats, order, points of the head start by seat, and variants."""


def dealt(rules: MonsterHexRules, state: State, rng: Random) -> State:
    """Play all due chance actions and return the new state."""
    while rules.actors(state) == (CHANCE,):
        state = rules.apply(state, CHANCE, rng.choice(rules.chance_outcomes(state))).state
    return state


@pytest.mark.parametrize(("seats", "hexes", "rounds"), [(2, 18, 9), (3, 30, 10), (4, 32, 8)])
def test_mh_1_boards_and_rounds(seats: int, hexes: int, rounds: int) -> None:
    """MH-1: 2 players have 18 hexes and 9 rounds, 3 have 30 and 10, 4 have 32 and 8. The tiles fill the board."""
    view = rules_for(seats).view(rules_for(seats).initial_state(), SPECTATOR)

    board = layout(view.board)
    assert (len(board.cells), board.rounds, view.board) == (hexes, rounds, seats)
    assert seats * rounds == hexes


def test_mh_1_every_faction_has_the_same_ten_tiles() -> None:
    """MH-1: every seat starts with the same ten unplayed tiles and one faction."""
    rules = rules_for(4)
    view = rules.view(rules.initial_state(), SPECTATOR)

    assert len(TILES) == 10
    assert {seat.unplayed for seat in view.seats} == {tuple(tile.id for tile in TILES)}
    assert sorted(seat.faction or "" for seat in view.seats) == ["blue", "green", "red", "yellow"]


@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 3), (4, 4)])
def test_mh_2_hand_size(seats: int, size: int) -> None:
    """MH-2: four tiles in a 4-player game, else three."""
    rules = rules_for(seats)
    state = dealt(rules, rules.initial_state(), Random(1))

    assert state.phase == PLACE
    assert [seat.hand_size for seat in rules.view(state, SPECTATOR).seats] == [size] * seats


def test_mh_2_draws_are_uniform_from_ones_own_stack() -> None:
    """MH-2: each tile left in the own stack is equally likely."""
    rules = rules_for(2)
    state = rules.apply(rules.initial_state(), CHANCE, SeatOrder((1, 0))).state

    assert list(rules.chance_outcomes(state)) == [Draw(1, tile) for tile in range(10)]

    state = rules.apply(state, CHANCE, Draw(1, 4)).state
    assert list(rules.chance_outcomes(state)) == [Draw(1, tile) for tile in range(10) if tile != 4]
    assert not rules.is_legal(state, CHANCE, Draw(1, 4))
    assert not rules.is_legal(state, CHANCE, Draw(0, 5))


def test_mh_2_hands_are_private_and_unplayed_tiles_public() -> None:
    """MH-2: others see the size of a hand and the unplayed tiles, but not the tiles in the hand."""
    rules = rules_for(2)
    state = dealt(rules, rules.initial_state(), Random(3))
    own, other, spectator = (rules.view(state, viewer) for viewer in (0, 1, SPECTATOR))

    assert own.hand is not None
    assert len(own.hand) == 3
    assert own.hand != other.hand
    assert spectator.hand is None
    assert own.seats == other.seats == spectator.seats
    assert len(own.seats[1].unplayed) == 10
    assert rules.visible(TileDrawn(0, "S1"), 0) == TileDrawn(0, "S1")
    assert rules.visible(TileDrawn(0, "S1"), 1) == TileDrawn(0, None)
    assert rules.visible(TileDrawn(0, "S1"), SPECTATOR) == TileDrawn(0, None)


def test_mh_3_seat_order_is_random() -> None:
    """MH-3: every order of the seats is equally likely."""
    rules = rules_for(3)

    outcomes = list(rules.chance_outcomes(rules.initial_state()))

    assert outcomes == [SeatOrder(order) for order in permutations(range(3))]


@pytest.mark.parametrize(("seats", "order", "begun", "variants"), HEAD_STARTS)
def test_mh_3_head_start(seats: int, order: tuple[int, ...], begun: tuple[int, ...], variants: dict[str, bool]) -> None:
    """MH-3: after the order is drawn, the worse places publicly get points. Without the option nobody does."""
    factions = {"factions": ["red", "blue", "yellow", "green"][: seats + ("shared" in variants)], **variants}
    for head_start, points in ((True, begun), (False, (0,) * seats)):
        rules: Any = GAME_TYPE.rules(seats, {**factions, "head_start": head_start})
        after = rules.apply(rules.initial_state(), CHANCE, SeatOrder(order))
        view = rules.view(after.state, SPECTATOR)

        assert after.events == (OrderDrawn(order), *([HeadStartGiven(begun)] if head_start else []))
        assert tuple(seat.score.points for seat in view.seats) == points
        assert tuple(seat.score.head_start for seat in view.seats) == points


def test_mh_3_factions_not_chosen_are_random() -> None:
    """MH-3: each seat without a chosen faction draws one in seat order, among those that nobody has."""
    rules = rules_for(3, [None, "blue", None])
    state = rules.initial_state()

    assert list(rules.chance_outcomes(state)) == [AssignFaction(0, faction) for faction in (0, 2, 3)]

    state, events = rules.apply(state, CHANCE, AssignFaction(0, 3)).state, ()
    assert list(rules.chance_outcomes(state)) == [AssignFaction(2, faction) for faction in (0, 2)]
    state, events = (after := rules.apply(state, CHANCE, AssignFaction(2, 0))).state, after.events
    assert events == (FactionAssigned(2, "red"),)
    assert [seat.faction for seat in rules.view(state, 0).seats] == ["green", "blue", "red"]


def test_mh_3_last_faction_is_drawn_too() -> None:
    """MH-3: a draw with one possible outcome is logged too."""
    rules = rules_for(4, ["red", "blue", None, "green"])

    assert list(rules.chance_outcomes(rules.initial_state())) == [AssignFaction(2, 2)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mh_4_rounds(seats: int) -> None:
    """MH-4: in a round each seat places one tile in the same order, then all refill. A full board ends the game."""
    rules, rng = rules_for(seats), Random(5)
    state = dealt(rules, rules.initial_state(), rng)
    placed: list[int] = []
    rounds: list[int] = []
    while state.phase != OVER:
        player = rules.actors(state)[0]
        action = rng.choice(rules.legal_actions(state, player))
        after = rules.apply(state, player, action)
        placed += [event.seat for event in after.events if isinstance(event, TilePlaced)]
        rounds += [event.round for event in after.events if isinstance(event, RoundEnded)]
        if isinstance(action, Place) and len(placed) % seats:
            assert after.state.phase != DRAW, "hands are refilled after the round, not within it"
        state = dealt(rules, after.state, rng)

    board = layout(seats)
    assert placed == list(state.order) * board.rounds
    assert rounds == list(range(1, board.rounds + 1))
    assert len(rules.view(state, 0).monsters) == len(board.board)


def test_mh_4_refill_order() -> None:
    """MH-4: seats draw in turn order, each hand filled before the next."""
    rules = rules_for(3)
    state = rules.apply(rules.initial_state(), CHANCE, SeatOrder((2, 0, 1))).state
    drawn: list[int] = []
    while rules.actors(state) == (CHANCE,):
        action = rules.legal_actions(state, CHANCE)[0]
        assert isinstance(action, Draw)
        drawn.append(action.seat)
        state = rules.apply(state, CHANCE, action).state

    assert drawn == [2, 2, 2, 0, 0, 0, 1, 1, 1]


def test_mh_4_hands_shrink_when_the_stack_is_empty() -> None:
    """MH-4: with ten tiles and hands of three, nobody draws after round 7 of a 2-player game."""
    rules, rng = rules_for(2), Random(11)
    state = dealt(rules, rules.initial_state(), rng)
    sizes: dict[int, int] = {}
    while state.phase != OVER:
        sizes.setdefault(rules.view(state, SPECTATOR).round, rules.view(state, SPECTATOR).seats[0].hand_size)
        player = rules.actors(state)[0]
        state = dealt(rules, rules.apply(state, player, rng.choice(rules.legal_actions(state, player))).state, rng)

    hands = [sizes[number] for number in range(1, 10)]
    assert hands[:8] == [3] * 8
    assert hands[8] == 2
    assert len(rules.view(state, SPECTATOR).seats[0].unplayed) == 1
