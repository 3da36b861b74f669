"""Placing tiles: MH-5 to MH-7."""

import pytest

from engine.core import IllegalAction
from engine.monster_hex.actions import Place
from engine.monster_hex.content import POWERS, TILE_INDEX, TILES, layout
from engine.monster_hex.state import State
from tests.engine.monster_hex.positions import place, position, rules_for


def placements(state: State) -> dict[str, dict[str, list[int]]]:
    """Return the legal rotations of the seat to place, by tile and hex, on the 2-player board."""
    rules = rules_for(2)
    found: dict[str, dict[str, list[int]]] = {}
    for action in rules.legal_actions(state, rules.actors(state)[0]):
        assert isinstance(action, Place)
        labels = found.setdefault(TILES[action.tile].id, {})
        labels.setdefault(layout(2).board.name[action.cell], []).append(action.rotation)
    return found


def test_mh_5_first_tile_on_a_start_hex_in_any_rotation() -> None:
    """MH-5: the very first tile goes on a start hex, any rotation."""
    state = position(2, {}, hands={0: "S1 C4"})

    any_rotation = {"D1": [0, 1, 2, 3, 4, 5], "D4": [0, 1, 2, 3, 4, 5]}
    assert placements(state) == {"S1": any_rotation, "C4": any_rotation}


def test_mh_5_one_edge_must_face_the_same_power() -> None:
    """MH-5: S1 on D1 shows 5 to D2, 4 to C1 and 5 to E1. C3 has 4, 4, 1, 1, 1, 1, so it fits only on C1."""
    state = position(2, {"D1": (1, "S1", 0)}, hands={0: "C3"})

    assert placements(state) == {"C3": {"C1": [0, 1]}}


def test_mh_5_factions_do_not_matter() -> None:
    """MH-5: a neighbour of any faction will do."""
    own = position(2, {"D1": (0, "S1", 0)}, hands={0: "C3"})
    others = position(2, {"D1": (1, "S1", 0)}, hands={0: "C3"})

    assert placements(own) == placements(others)


def test_mh_5_other_edges_need_not_match() -> None:
    """MH-5: on C1 the tile C3 matches the 4 of D1. Its edge towards B1 need not match."""
    state = position(2, {"D1": (1, "S1", 0), "B1": (1, "A1", 0)}, hands={0: "C3"})
    # A1 on B1 shows 3 to C1. Tile C3 has no 3, but D1 still matches.
    assert placements(state)["C3"]["C1"] == [0, 1]


def test_mh_5_rotation_moves_powers_clockwise() -> None:
    """MH-5: a tile rotated by k shows powers[(edge - k) mod 6] on an edge."""
    s1 = TILE_INDEX["S1"] * 6

    assert [POWERS[s1 + turn] for turn in (0, 1, 5)] == [(5, 4, 5, 3, 4, 3), (3, 5, 4, 5, 3, 4), (4, 5, 3, 4, 3, 5)]


def test_mh_6_nothing_fits_so_any_tile_on_a_free_start_hex() -> None:
    """MH-6: B2 shows only 2s and 3s and C3 has neither, so C3 goes on the start hex left, in any rotation."""
    state = position(2, {"D1": (1, "B2", 0)}, hands={0: "C3"})

    assert placements(state) == {"C3": {"D4": [0, 1, 2, 3, 4, 5]}}


def test_mh_6_holds_only_if_no_tile_of_the_hand_fits() -> None:
    """MH-6: C4 in the hand fits somewhere, so C3 may be placed nowhere."""
    state = position(2, {"D1": (1, "B2", 0)}, hands={0: "C3 C4"})

    assert "C3" not in placements(state)


def test_mh_6_no_start_hex_left_so_anywhere() -> None:
    """MH-6: both start hexes are taken and nothing fits, so all 16 free hexes are allowed."""
    state = position(2, {"D1": (1, "B2", 0), "D4": (1, "B2", 0)}, hands={0: "C3"})

    found = placements(state)["C3"]
    assert len(found) == 16
    assert set(map(tuple, found.values())) == {(0, 1, 2, 3, 4, 5)}
    assert not {"D1", "D4"} & set(found)


def test_mh_7_matching_uses_the_powers_as_they_lie() -> None:
    """MH-7: S1 on D1 at rotation 3 shows other powers to D2 and E1 than at rotation 0."""
    # At rotation 3 it shows E 3, SE 4, SW 3, W 5, NW 4, NE 5: 4 to C1, 3 to E1 and 3 to D2.
    state = position(2, {"D1": (1, "S1", 3)}, hands={0: "C2"})

    # C2 is 3, 2, 1, 3, 1, 2: on D2 its W edge shows 3 at rotation 0 or 3, on E1 its NE edge at rotation 2 or 5.
    assert placements(state) == {"C2": {"D2": [0, 3], "E1": [2, 5]}}


@pytest.mark.parametrize(
    ("tile", "label", "rotation", "text"),
    [
        ("S1", "C1", 0, "The Dragon isn't in your hand. You have the Bat and the Scarab."),
        ("C3", "D1", 0, "D1 already holds Blue's Dragon. The Scarab fits on C1."),
        ("C3", "D4", 0, "D4 has no Monster beside it to match. The Scarab fits on C1."),
        ("C3", "C1", 2, "On C1 the Scarab fits with rotation 0 or 1, not 2. It needs a 4 on its lower right edge."),
        ("C3", "D2", 2, "The Scarab doesn't match on D2, where it needs a 5 on its left edge. The Scarab fits on C1."),
        ("C2", "D2", 2, "The Bat doesn't match on D2, where it needs a 5 on its left edge. The Bat fits nowhere"
         " now, but the Scarab does."),
    ],
)  # fmt: skip
def test_refusals_say_what_is_possible(tile: str, label: str, rotation: int, text: str) -> None:
    """MH-4, MH-5: a refusal names the obstacle and what is possible."""
    state = position(2, {"D1": (1, "S1", 0)}, hands={0: "C2 C3"})

    with pytest.raises(IllegalAction) as refused:
        rules_for(2).apply(state, 0, place(2, tile, label, rotation))

    assert refused.value.text == text


def test_refusal_of_the_first_tile() -> None:
    """MH-5: the refusal of the very first tile elsewhere names the start hexes."""
    with pytest.raises(IllegalAction) as refused:
        rules_for(2).apply(position(2, {}), 0, place(2, "S1", "C3", 0))

    assert refused.value.text == "The first tile goes on a start hex: D1 or D4."


def test_refusal_when_only_start_hexes_are_left() -> None:
    """MH-6: the refusal of a tile elsewhere names the free start hexes."""
    state = position(2, {"D1": (1, "B2", 0)}, hands={0: "C3"})

    with pytest.raises(IllegalAction) as refused:
        rules_for(2).apply(state, 0, place(2, "C3", "D2", 0))

    assert (
        refused.value.text == "No tile in your hand matches now, so you can place any of them on D4, in any rotation."
    )


@pytest.mark.parametrize("action", [Place(10, 0, 0), Place(-1, 0, 0), Place(0, 18, 0), Place(0, -1, 0), Place(0, 0, 6)])
def test_numbers_out_of_range_are_refused(action: Place) -> None:
    """Actions that notation can't express are illegal too."""
    rules, state = rules_for(2), position(2, {})

    assert not rules.is_legal(state, 0, action)
    with pytest.raises(IllegalAction):
        rules.apply(state, 0, action)
