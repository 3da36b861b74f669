"""Set-up: HBW-1 to HBW-6, sizes and options."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.core import CHANCE, InvalidOptions, Weighted, sample_outcome
from engine.hex_battle_wars import GAME_TYPE
from engine.hex_battle_wars.board import OFF, field
from engine.hex_battle_wars.events import BlocksReturned, OrderTied, OrderWon
from engine.hex_battle_wars.preview import block_labels, deploy_labels, find_cut_off, find_too_near
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import BLOCKS, DEPLOY, LAYING, State
from engine.hex_battle_wars.terrain import Terrain
from tests.engine.hex_battle_wars.conformance import connected
from tests.engine.hex_battle_wars.positions import (
    ground_with,
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


def drawn(rules: HexBattleWarsRules, state: State, seed: int = 1) -> State:
    """Play all due chance actions and return the state in which a seat must act."""
    rng = Random(seed)
    while rules.actors(state) == (CHANCE,):
        action = sample_outcome(rules.chance_outcomes(state), rng)
        state = rules.apply(state, CHANCE, action).state
    return state


def laying(seats: int = 2, marks: dict[str, str] | None = None, **changes: object) -> tuple[HexBattleWarsRules, State]:
    """Return rules and a state in which seat 0 lays blocks on a board of radius 6."""
    rules = rules_for(seats, obstacles="players")
    places = [[None]] * seats
    state = position(rules, places, marks, phase=BLOCKS, piece=0, round=0, box=match_of(rules).block_counts(0, 0))
    return rules, replace(state, **changes)


def deploying(*places: str | None, seats: int = 3, radius: int = 10) -> tuple[HexBattleWarsRules, State]:
    """Return rules and a state in which seat 0 deploys and the other seats' pieces stand on `places`."""
    rules = rules_for(seats, radius=radius)
    others = [[place] for place in places] + [[None]] * (seats - 1 - len(places))
    return rules, position(rules, [[None], *others], phase=DEPLOY, round=0, leader=1)


def test_hbw_1_scores_are_rolled_per_piece() -> None:
    """HBW-1: AC is 10 + d6 and INV a d6, in join order. Health is an option. All of it is public."""
    rules = rules_for(2, hp=31, pieces=2)
    state = played(rules, rules.initial_state(), "d6 3", "d6 5", "d6 1", "d6 6", "d6 2", "d6 2", "d6 4", "d6 1")
    pieces = [piece for seat in rules.view(state, 1).seats for piece in seat.pieces]

    assert [(piece.armour, piece.invisibility) for piece in pieces] == [(13, 5), (11, 6), (12, 2), (14, 1)]
    assert {piece.hp for piece in pieces} == {31}


def test_hbw_2_blocks_lie_on_plain_hexes_only() -> None:
    """HBW-2: never on another block or a hazard. Levels may be laid in any order."""
    rules, state = laying(marks={CENTRE: "1", label(6, 1, 0): "w"})

    assert f"block 1 {CENTRE}" not in legal(rules, state)
    assert (
        refused(rules, state, f"block 2 {CENTRE}")
        == f"{CENTRE} already has a block. Choose a hex without a block or hazard."
    )
    assert "already has water" in refused(rules, state, f"block 1 {label(6, 1, 0)}")
    assert f"block 2 {label(6, 0, 1)}" in legal(rules, state)
    assert played(rules, state, f"block 2 {label(6, 0, 1)}").box == (7, 3, 2)


def test_hbw_3_the_board_stays_connected() -> None:
    """HBW-3: higher blocks need a step, and no ground is walled in. The refusal names the hexes cut off."""
    rules, state = laying()
    assert "Nobody could climb" in refused(rules, state, f"block 2 {CENTRE}")
    assert not [text for text in legal(rules, state) if text.startswith(("block 2", "block 3"))]

    # The corner a1 has three neighbours. Blocks of level 2 on two of them can be climbed from outside, and the third is
    # the only way to the corner.
    corner = field(6).name[0]
    around = [field(6).name[cell] for cell in field(6).neighbours[0]]
    outside = [label(6, -4, 0), label(6, -5, 2), label(6, -4, -2), label(6, -4, -1), label(6, -5, 1)]
    marks = dict.fromkeys(outside, "1") | dict.fromkeys(around[:2], "2")
    rules, state = laying(marks=marks)
    last = around[2]
    view = rules.view(state, 0)

    assert last not in block_labels(view, 2)
    assert corner in find_cut_off(view, 2, last)
    assert f"would cut off {corner}" in refused(rules, state, f"block 2 {last}")
    assert last in block_labels(view, 1)


@pytest.mark.parametrize("seed", range(4))
def test_hbw_3_exactly_the_blocks_that_keep_the_board_whole_are_legal(seed: int) -> None:
    """HBW-3: on randomly laid hills, each hex and level is compared with a search of the whole board."""
    rules, state = laying()
    state = replace(state, phase=LAYING, seat=-1, box=(10, 8, 5))
    rng = Random(seed)
    for _ in range(19):
        state = rules.apply(state, CHANCE, sample_outcome(rules.chance_outcomes(state), rng)).state
    grid = match_of(rules).grid
    before = Terrain(6, state.ground)
    for level in (1, 2, 3):
        for cell, mark in enumerate(state.ground):
            if mark == ".":
                after = Terrain(6, state.ground[:cell] + str(level) + state.ground[cell + 1 :])
                whole = connected(after.expand_step, grid.one[0]) == grid.all
                assert bool(before.block_cells(level) & grid.one[cell]) == whole, (level, grid.name[cell])
                assert bool(before.find_cut_off(cell, level)) != whole


def test_hbw_4_left_over_blocks_go_to_the_high_roller_who_lays_first() -> None:
    """HBW-4: each seat rolls a d20, and ties roll again. The winner also lays the left-over blocks; then clockwise."""
    rules = rules_for(3, obstacles="players")
    state, events = told(rules, rules.initial_state(), *["d6 1"] * 6, "d20 7", "d20 19", "d20 19", "d20 3", "d20 8")

    assert OrderTied((1, 2)) in events
    assert OrderWon(2, 20) in events
    assert rules.actors(state) == (2,)
    assert rules.view(state, 0).box == (6, 4, 2), "4, 2 and 1 of its own, and 2, 2 and 1 left over"
    key = rules.turn_key(state)
    state = played(rules, state, f"block 1 {CENTRE}")
    assert (rules.actors(state), rules.turn_key(state)) == ((2,), key), "one turn"
    state = drawn(rules, played(rules, state, "auto"))
    assert rules.actors(state) == (0,)
    assert rules.view(state, 0).box == (4, 2, 1)
    for _ in range(2):
        state = drawn(rules, played(rules, state, "auto"))
    assert rules.view(state, 0).phase == "deploy"
    assert [state.ground.count(level) for level in "123"] == list(match_of(rules).box)


def test_hbw_4_every_block_is_laid_while_a_legal_hex_exists() -> None:
    """HBW-4: blocks without a legal hex go back to the box, and the next seat lays."""
    rules, state = laying(box=(1, 1, 0))
    flooded = state.ground.replace(".", "w")
    cell = match_of(rules).grid.index[CENTRE]
    state = replace(state, ground=flooded[:cell] + "." + flooded[cell + 1 :])
    after, events = told(rules, state, f"block 1 {CENTRE}")

    assert BlocksReturned(0, (0, 1, 0)) in events
    assert rules.view(after, 0).phase == "first", "seat 1 has no hex either"


def test_hbw_4_the_program_lays_the_whole_box_spread_and_different_every_time() -> None:
    """HBW-4: the lowest level is laid first, on any legal hex. Different seeds give different boards."""
    rules = rules_for(2, radius=10)
    state = played(rules, rules.initial_state(), *["d6 1"] * 4)
    outcomes = rules.chance_outcomes(state)
    assert isinstance(outcomes, Weighted)
    assert len(outcomes.outcomes) == len(state.ground)
    grounds = {drawn(rules, state, seed).ground for seed in range(5)}

    assert len(grounds) == 5
    for ground in grounds:
        assert [ground.count(level) for level in "123"] == [14, 8, 4]
        thirds = [cell for cell in range(len(ground)) if ground[cell] != "."]
        sixths = {(field(10).hexes[cell].q > 0, field(10).hexes[cell].r > 0) for cell in thirds}
        assert len(sixths) >= 3, "hills on several sides of the board"


def test_hbw_5_the_high_roller_deploys_anywhere_the_others_ten_away() -> None:
    """HBW-5: each seat rolls a d6, and ties roll again. Others deploy ten hexes from every piece of other seats."""
    rules = rules_for(3, radius=10)
    start = drawn(rules, played(rules, rules.initial_state(), *["d6 1"] * 6))
    assert rules.actors(start) == (0,) or rules.view(start, 0).phase == "deploy"

    rules, state = deploying(label(10, 0, 0))
    labels = deploy_labels(rules.view(state, 0))
    assert labels == tuple(text.split()[1] for text in legal(rules, state))
    assert {field(10).distance(field(10).index[name], field(10).index[label(10, 0, 0)]) for name in labels} == {10}
    near = label(10, 3, 0)
    assert find_too_near(rules.view(state, 0), near, 0)[0].distance == 3
    told = f"{near} is 3 hexes from the character on {label(10, 0, 0)}; characters start at least ten hexes apart"
    assert told in refused(rules, state, f"deploy {near}")
    rules, state = deploying()
    assert len(legal(rules, state)) == len(field(10)), "anywhere while nobody is there"


def test_hbw_5_without_a_hex_ten_away_the_farthest_will_do() -> None:
    """HBW-5: the greatest minimum distance to others' pieces. Own pieces don't count, but occupy their hexes."""
    rules = rules_for(2, radius=4, pieces=2)
    state = position(rules, [[label(4, 4, 0), None], [label(4, 0, 0), None]], phase=DEPLOY, round=0, piece=2, leader=1)
    labels = deploy_labels(rules.view(state, 0))
    grid = field(4)

    assert {grid.distance(grid.index[name], grid.index[label(4, 0, 0)]) for name in labels} == {4}
    assert label(4, 4, 0) not in labels
    assert "Another piece of yours" in refused(rules, state, f"deploy {label(4, 4, 0)}")


def test_hbw_5_tops_and_hazards_are_allowed() -> None:
    """HBW-5: tops of blocks and hazards may be deployed on."""
    rules, state = deploying()
    state = replace(state, ground=ground_with(10, {"a1": "w", "a2": "1"}))

    assert {"deploy a1", "deploy a2"} <= set(legal(rules, state))


def test_hbw_6_the_placement_high_roller_has_the_first_turn() -> None:
    """HBW-6: then clockwise, in join order."""
    rules = rules_for(3, radius=10)
    state = played(rules, rules.initial_state(), *["d6 1"] * 6)
    while rules.view(state, 0).phase == "laying":
        action = sample_outcome(rules.chance_outcomes(state), Random(1))
        state = rules.apply(state, CHANCE, action).state
    state = played(rules, state, "d6 2", "d6 6", "d6 6", "d6 4", "d6 5")
    seats = []
    while rules.view(state, 0).phase == "deploy":
        seats.append(state.seat)
        state = played(rules, state, legal(rules, state)[0])

    assert seats == [2, 0, 1]
    assert (state.seat, state.round) == (2, 1)
    state = played(rules, state, "pass")
    assert (state.seat, state.round) == (0, 1)
    state = played(rules, state, "pass", "pass")
    assert (state.seat, state.round) == (2, 2), "a round is once around from the first seat"


@pytest.mark.parametrize(
    ("seats", "standard", "compact", "small", "box"),
    [
        (2, 10, 10, 6, (14, 8, 4)),
        (3, 10, 10, 7, (14, 8, 4)),
        (4, 13, 12, 8, (18, 10, 5)),
        (5, 15, 13, 9, (22, 12, 6)),
        (6, 16, 14, 10, (26, 14, 7)),
    ],
)
def test_sizes_and_boxes_are_those_of_the_table(
    seats: int, standard: int, compact: int, small: int, box: tuple[int, ...]
) -> None:
    """The rule book's table, by number of seats."""
    assert GAME_TYPE.options(seats, {"preset": "skirmish"})["radius"] == small
    assert GAME_TYPE.options(seats, {})["radius"] == compact
    assert GAME_TYPE.options(seats, {"preset": "extended"})["radius"] == standard
    assert match_of(rules_for(seats)).box == box


def test_options_fill_in_their_preset_and_overrule_it() -> None:
    """Without a preset, a record means quick. Any given option overrules the preset."""
    quick = {"preset": "quick", "hp": 25, "radius": 10, "obstacles": "program", "hazards": False, "pieces": 1}
    assert GAME_TYPE.options(2, {}) == {**quick, "max_rounds": 60}
    small = {**quick, "preset": "skirmish", "radius": 6, "hazards": True, "max_rounds": 30}
    assert GAME_TYPE.options(2, {"preset": "skirmish"}) == small
    assert GAME_TYPE.options(2, {"preset": "skirmish", "hazards": False})["hazards"] is False
    assert GAME_TYPE.options(2, {"preset": "extended"})["max_rounds"] == 120
    standard = GAME_TYPE.options(2, {"preset": "standard", "hp": 7, "max_rounds": 3})
    assert (standard["hp"], standard["obstacles"], standard["max_rounds"]) == (7, "players", 3)
    assert GAME_TYPE.options(2, standard) == standard


def test_games_agreed_on_without_a_last_round_keep_none() -> None:
    """HBW-26: older records and tables have null for `max_rounds`."""
    options = {**GAME_TYPE.options(2, {}), "max_rounds": None}

    assert GAME_TYPE.options(2, options) == options
    assert match_of(GAME_TYPE.rules(2, options)).last_round == 500


@pytest.mark.parametrize(
    ("seats", "raw", "told"),
    [
        (1, {}, "2 to 6 players"),
        (2, {"hpp": 3}, "no option “hpp”"),
        (2, {"preset": "slow"}, "one of quick, skirmish, standard, extended"),
        (2, {"hp": 0}, "from 1 to 999"),
        (2, {"radius": 17}, "from 4 to 16"),
        (2, {"pieces": True}, "from 1 to 3"),
        (2, {"hazards": 1}, "true or false"),
        (2, {"max_rounds": 1000}, "from 1 to 999"),
    ],
)
def test_options_that_are_not_there_are_refused(seats: int, raw: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidOptions, match=told):
        GAME_TYPE.options(seats, raw)


def test_hazards_lie_in_patches_before_any_block() -> None:
    """Hazards cover 8 and 4 percent of the hexes, all water first. Every hex without a hazard is a possible outcome."""
    rules = rules_for(2, radius=10, hazards=True)
    state = rules.initial_state()
    first = rules.chance_outcomes(state)
    assert isinstance(first, Weighted)
    assert len(first.outcomes) == 331
    assert legal(rules, state)[0] == "hazard water a1"
    state = drawn(rules, state)

    assert (state.ground.count("w"), state.ground.count("q")) == (26, 13)
    neighbours = field(10).neighbours
    wet = [cell for cell, mark in enumerate(state.ground) if mark == "w"]
    beside = sum(any(state.ground[other] == "w" for other in neighbours[cell]) for cell in wet)
    assert beside > len(wet) / 2
    assert OFF not in wet
