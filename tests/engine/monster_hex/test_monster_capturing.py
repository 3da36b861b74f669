"""Capturing stones: MH-8 to MH-13.

On the 2-player board C1, B1, B2, C3, D2 and D1 lie around C2, the Demon King Stone (7 red, 4 green); B2 and B3 touch
the Small Stone on A1; C3 lies between C2 and C4, the Azure Lord Stone (6 blue, 3 yellow).
"""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from engine.core import IllegalAction, NotYourTurn
from engine.monster_hex.actions import Take
from engine.monster_hex.capturing import capture, is_overwhelm, places
from engine.monster_hex.content import layout
from engine.monster_hex.events import PointsTaken, StoneCaptured, TilePlaced, ValueAsked
from engine.monster_hex.state import TAKE, State
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, Taken
from tests.engine.monster_hex.positions import Lying, moves_to, place, position, rules_for, showing, surround

RING_2 = ("B1", "B2", "C1", "C3", "D1", "D2")
RING_3 = ("D3", "D4", "E3", "E5", "F3", "F4")
"""Hexes around E4, the Demon King Stone of the 3-player board."""
RING_4 = ("B3", "B4", "C3", "C5", "D4", "D5")
"""Hexes around C4, the Demon King Stone of the 4-player board."""


def captured(seats: int, powers: Sequence[tuple[int, int]], factions: Sequence[str] | None = None) -> Capture:
    """Return the capture of the Demon King Stone with these (seat, power) pairs around it."""
    stone, ring = {2: ("C2", RING_2), 3: ("E4", RING_3), 4: ("C4", RING_4)}[seats]
    after = surround(seats, stone, dict(zip(ring, powers, strict=True)), factions).state
    found = after.captures[layout(seats).stone_index[stone]]
    assert found is not None
    return found


def test_mh_8_rings() -> None:
    """MH-8: the hexes around the stones used here."""
    for seats, stone, ring in ((2, "C2", RING_2), (3, "E4", RING_3), (4, "C4", RING_4)):
        table = layout(seats)
        assert sorted(table.board.name[cell] for cell, _ in table.facing[table.stone_index[stone]]) == sorted(ring)


def test_mh_8_captured_right_after_it_is_surrounded() -> None:
    """MH-8: a tile on the last empty hex captures the stone. Each player adds the powers that face it."""
    powers = {"C1": (0, 5), "B1": (0, 4), "B2": (1, 5), "D2": (1, 1), "D1": (1, 2), "C3": (0, 3)}
    transition = surround(2, "C2", powers)

    placed, found, asked = transition.events
    assert isinstance(placed, TilePlaced)
    assert found == StoneCaptured("C2", (12, 8), 0, 1, overwhelm=False)
    assert asked == ValueAsked(0, "C2")


def test_mh_8_not_before() -> None:
    """MH-8: a stone with one empty hex around it is not captured."""
    monsters = {label: showing(2, label, "C2", 0, 3) for label in RING_2[:4]}
    rules, state = rules_for(2), position(2, monsters, mover=1)

    events = rules.apply(state, 1, moves_to(rules, state, "D1")[0]).events
    assert not any(isinstance(event, StoneCaptured) for event in events)


def test_mh_8_a_small_stone_has_two_hexes() -> None:
    """MH-8: sides off the board don't count, so two tiles surround the Small Stone on A1."""
    transition = surround(2, "A1", {"B2": (0, 4), "B3": (1, 2)})

    assert transition.events[1:3] == (
        StoneCaptured("A1", (4, 2), 0, None, overwhelm=False),
        PointsTaken(0, "A1", 1, 0),
    )


@pytest.mark.parametrize(
    ("powers", "expected"),
    [
        ((9, 5, 3), (0, 1)),
        ((5, 9, 9), (None, 0)),
        ((5, 9, 3), (1, 0)),
        ((9, 5, 5), (0, None)),
        ((9, 5, 5, 4), (0, None)),
        ((9, 9, 5, 5), (None, None)),
        ((9, 9, 9, 2), (None, 3)),
        ((9, 9), (None, None)),
        ((9, None), (0, None)),
        ((9, 9, None), (None, None)),
        ((None, None, 4), (2, None)),
    ],
)
def test_mh_9_places(powers: tuple[int | None, ...], expected: tuple[int | None, int | None]) -> None:
    """MH-9: the most power is first and the next second, unless tied. After a tie for first the next is second."""
    assert places(powers) == expected


def test_mh_9_a_player_without_a_tile_is_neither() -> None:
    """MH-9: two of four players have tiles at the stone. The others' power there is None, not 0."""
    found = captured(4, [(2, 5), (2, 4), (3, 5), (3, 2), (2, 1), (2, 2)])

    assert (found.powers, found.first, found.second) == ((None, None, 12, 7), 2, 3)


def test_mh_10_the_first_picks_and_the_second_gets_the_rest() -> None:
    """MH-10: the first takes any printed value, the second the one left. The own colour brings 2 more."""
    powers = {"C1": (0, 5), "B1": (0, 4), "B2": (1, 5), "D2": (1, 1), "D1": (1, 2), "C3": (0, 3)}
    rules, state = rules_for(2, ["red", "green"]), surround(2, "C2", powers, ["red", "green"]).state

    assert rules.actors(state) == (0,)
    assert rules.legal_actions(state, 0) == [Take(4), Take(7)]
    assert rules.apply(state, 0, Take(7)).events[:2] == (PointsTaken(0, "C2", 7, 2), PointsTaken(1, "C2", 4, 2))
    assert rules.apply(state, 0, Take(4)).events[:2] == (PointsTaken(0, "C2", 4, 0), PointsTaken(1, "C2", 7, 0))


def test_mh_10_only_the_first_is_asked_and_only_for_a_printed_value() -> None:
    """MH-10: nobody else may pick, and the first must pick before anything else."""
    powers = {"C1": (0, 5), "B1": (0, 4), "B2": (1, 5), "D2": (1, 1), "D1": (1, 2), "C3": (0, 3)}
    rules, state = rules_for(2), surround(2, "C2", powers).state

    assert state.phase == TAKE
    with pytest.raises(NotYourTurn, match=r"It's Red's turn to choose a value of the Demon King \(C2\)"):
        rules.apply(state, 1, Take(7))
    with pytest.raises(IllegalAction, match=r"The Demon King \(C2\) has no value 5. Choose 7 or 4"):
        rules.apply(state, 0, Take(5))
    with pytest.raises(IllegalAction, match=r"First choose a value of the Demon King \(C2\): 7 or 4"):
        rules.apply(state, 0, place(2, "S1", "B3", 0))


@pytest.mark.parametrize(
    ("faction", "taken"),
    [("red", Taken(0, 7, 2)), ("green", Taken(0, 7, 0)), ("blue", Taken(0, 7, 0))],
)
def test_mh_10_no_second_takes_the_value_highest_after_bonus(faction: str, taken: Taken) -> None:
    """MH-10: without a second nobody is asked, and 7 is more than 4 + 2."""
    others = ["yellow", "red" if faction != "red" else "blue"]
    found = captured(3, [(0, 5), (0, 4), (0, 3), (1, 2), (2, 2), (0, 1)], [faction, *others])

    assert (found.first, found.second) == (0, None)
    assert found.taken == (taken,)


@pytest.mark.parametrize(
    ("stone", "faction", "value", "bonus"),
    [
        ("E4", "blue", 5, 0),
        ("E4", "green", 5, 2),
        ("C4", "yellow", 6, 0),
        ("E2", "red", 6, 0),
    ],
)
def test_mh_10_second_after_a_tie_for_first(stone: str, faction: str, value: int, bonus: int) -> None:
    """MH-10: after a tie the second gets the better value. For blue 5 equals 3 + 2, so the larger printed one."""
    name = {"E4": "Jade Lord Stone", "C4": "Azure Lord Stone", "E2": "Amber Lord Stone"}[stone]
    table = layout(3)
    label = next(found.label for found in table.stones if found.name == name)
    ring = [table.board.name[cell] for cell, _ in table.facing[table.stone_index[label]]]
    factions = [faction, *[other for other in ("red", "blue", "yellow", "green") if other != faction][:2]]
    powers = [(0, 1), (0, 2), (1, 4), (1, 2), (2, 5), (2, 1)]
    after = surround(3, label, dict(zip(ring, powers, strict=True)), factions).state

    assert after.captures[table.stone_index[label]] == Capture((3, 6, 6), None, 0, (Taken(0, value, bonus),))


def test_mh_10_all_tied_takes_nothing() -> None:
    """MH-9, MH-10: nobody is first or second, so nobody is asked or gets points."""
    found = captured(2, [(0, 3), (1, 3), (0, 2), (1, 2), (0, 4), (1, 4)])

    assert found == Capture((9, 9), None, None, ())


def test_mh_11_most_power_takes_the_small_stone() -> None:
    """MH-11: one point for the first, whatever the ranks. There is no second."""
    found = surround(2, "A1", {"B2": (0, 1), "B3": (1, 2)}).state.captures[0]

    assert found == Capture((1, 2), 1, None, (Taken(1, 1, 0),))


@pytest.mark.parametrize(
    ("left", "right", "power", "first"),
    [
        # B2 faces A1 with its NE edge, B3 with its NW edge. S1 shows 3 on NE at rotation 0, C2 shows 3 on NW at
        # rotation 1.
        ((0, "S1", 0), (1, "C2", 1), 3, 0),
        ((1, "C2", 2), (0, "S1", 1), 3, 0),
        # A2 shows 4 on NW, B3 shows 4 on NE, both at rotation 0.
        ((0, "B3", 0), (1, "A2", 0), 4, 1),
        # Tile B2 shows 3 on NE at rotation 1 and on NW at rotation 0: the same rank.
        ((0, "B2", 1), (1, "B2", 0), 3, None),
        # B1 and B3 show 4 on NW and NE: different tiles of the same rank.
        ((0, "B3", 0), (1, "B1", 0), 4, None),
    ],
)
def test_mh_11_ties_are_broken_by_rank(left: Lying, right: Lying, power: int, first: int | None) -> None:
    """MH-11: at equal power S beats C and A beats B. At equal rank nobody gets the point."""
    board = position(2, {"B2": left, "B3": right}).board

    found = capture(Variants(2, 2), board, (), (0, 1), layout(2).stone_index["A1"])

    assert found == Capture((power, power), first, None, () if first is None else (Taken(first, 1, 0),))


@pytest.mark.parametrize(
    ("powers", "factions", "expected"),
    [
        # Exactly twice the power takes both values. Each is checked for the colour bonus.
        ([(0, 4), (0, 5), (1, 3), (1, 1), (1, 1), (0, 1)], ["green", "red"],
         Capture((10, 5), 0, 1, (Taken(0, 7, 0), Taken(0, 4, 2)))),
        # 9 against 5 is less than twice, so the first is asked.
        ([(0, 4), (0, 4), (1, 3), (1, 1), (1, 1), (0, 1)], None, Capture((9, 5), 0, 1, ())),
        # An opponent without a tile counts as 0, so a player alone at the stone takes both values.
        ([(1, 1)] * 6, None, Capture((None, 6), 1, None, (Taken(1, 7, 0), Taken(1, 4, 0)))),
        # On the 3-player board twice the power takes one value.
        ([(0, 5), (0, 4), (0, 3), (0, 2), (1, 1), (0, 1)], ["red", "blue", "yellow"],
         Capture((15, 1, None), 0, 1, ())),
    ],
    ids=["exactly twice", "just below", "alone", "three players"],
)  # fmt: skip
def test_mh_12_overwhelm(powers: list[tuple[int, int]], factions: list[str] | None, expected: Capture) -> None:
    """MH-12: on the 2-player board at least twice the opponent's power takes both values."""
    assert captured(len(expected.powers), powers, factions) == expected


@pytest.mark.parametrize(
    ("powers", "expected"), [((1, 0), True), ((1, -3), True), ((0, None), False), ((-1, -4), False), ((3, 2), False)]
)
def test_mh_12_powers_of_0_and_below(powers: tuple[int | None, ...], expected: bool) -> None:
    """MH-12: a negative power counts as 0, and the winner's own must be above 0. Only variants have such powers."""
    assert is_overwhelm(layout(2), powers, 0) is expected


def test_mh_12_not_at_small_stones() -> None:
    """MH-12: a Small Stone gives one point, however great the power."""
    assert surround(2, "A1", {"B2": (0, 5), "B3": (1, 1)}).state.captures[0] == Capture(
        (5, 1), 0, None, (Taken(0, 1, 0),)
    )


def both_stones() -> dict[str, Lying]:
    """Return Monsters on all hexes around C2 and C4 except C3, which lies between them.

    Seat 1 leads at C2 and seat 0 at C4, neither with twice the other's power.
    """
    at_c2 = {"B1": (1, 4), "C1": (1, 4), "B2": (0, 4), "D1": (0, 4), "D2": (1, 2)}
    at_c4 = {"B3": (0, 5), "B4": (0, 5), "C5": (1, 3), "D3": (1, 3), "D4": (0, 3)}
    return {label: showing(2, label, "C2", *shown) for label, shown in at_c2.items()} | {
        label: showing(2, label, "C4", *shown) for label, shown in at_c4.items()
    }


def before_both() -> State:
    """Return a state in which seat 1 must place and the Small Stone between B2 and B3 is captured."""
    state = position(2, both_stones(), mover=1)
    return replace(state, captures=(Capture((7, None), 0, None, (Taken(0, 1, 0),)), *state.captures[1:]))


def test_mh_13_several_stones_in_label_order() -> None:
    """MH-13: C3 surrounds C2 and C4. C2 is captured first, and C4 only after C2's values are taken."""
    rules, state = rules_for(2), before_both()
    transition = rules.apply(state, 1, moves_to(rules, state, "C3")[0])

    assert [type(event) for event in transition.events] == [TilePlaced, StoneCaptured, ValueAsked]
    assert transition.events[-1] == ValueAsked(1, "C2")
    view = rules.view(transition.state, 0)
    known = zip(layout(2).stones, view.captures, strict=True)
    assert [stone.label for stone, found in known if found is not None] == ["A1"]
    assert view.take is not None
    assert view.take.stone == "C2"

    # Seat 0's hand is empty, so seat 1 knows the whole state, including the stones that wait.
    assert rules.determinize(rules.view(transition.state, 1), Random(1)) == transition.state

    after = rules.apply(transition.state, 1, Take(4))
    assert [type(event) for event in after.events] == [PointsTaken, PointsTaken, StoneCaptured, ValueAsked]
    assert after.events[-1] == ValueAsked(0, "C4")


def test_mh_13_captures_do_not_affect_one_another() -> None:
    """MH-13: C4 keeps its powers whatever is taken at C2, and no turn comes between."""
    rules, state = rules_for(2), before_both()
    asked = rules.apply(state, 1, moves_to(rules, state, "C3")[0]).state

    found: set[Capture | None] = set()
    for value in (4, 7):
        after = rules.apply(asked, 1, Take(value)).state
        assert (after.placed, rules.actors(after)) == (state.placed + 1, (0,))
        found.add(after.captures[layout(2).stone_index["C4"]])
    assert len(found) == 1
