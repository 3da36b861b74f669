"""The end of the game: MH-14, the default moves and forfeits of MH-23, and the result."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from engine.core import CHANCE, HOST, Close, Forfeit, GameOver, IllegalAction, NotYourTurn, Outcome
from engine.monster_hex.actions import AssignFaction, Take
from engine.monster_hex.content import layout
from engine.monster_hex.events import (
    GameEnded,
    PointsTaken,
    SeatForfeited,
    TilePlaced,
    TimeRanOut,
)
from engine.monster_hex.state import OVER, State
from engine.monster_hex.view import Capture, Taken
from tests.engine.monster_hex.positions import place, position, rules_for, surround
from tests.engine.monster_hex.variant_positions import continue_play

DEMON_KING_FIRST = Capture((9, 5, 3), 0, 1, (Taken(0, 7, 0), Taken(1, 4, 0)))
AT_C2 = {"C1": (0, 5), "B1": (0, 4), "B2": (1, 5), "D2": (1, 1), "D1": (1, 2), "C3": (0, 3)}


def finished(seats: int, captures: Mapping[str, Capture], forfeited: int = 0) -> State:
    """Return the state of a finished game with these captures by stone."""
    stones = layout(seats).stones
    return replace(
        position(seats, {}),
        phase=OVER,
        captures=tuple(captures.get(stone.label) for stone in stones),
        forfeited=forfeited,
    )


def test_mh_14_points_of_a_head_start_count() -> None:
    """MH-3, MH-14: 4 and the head start of 2 are more than 5. The result has the head start as a part."""
    state = replace(
        finished(2, {"C4": Capture((7, 5), 0, 1, (Taken(0, 5, 0), Taken(1, 4, 0)))}), order=(0, 1), head_start=(0, 2)
    )
    rules = rules_for(2)

    assert rules.outcome(state) == Outcome("most_points", (0, 1), (1,))
    assert rules.standing(state) == ((1,), (0,))
    assert [(seat["points"], seat["head_start"]) for seat in (rules.result(state) or {})["seats"]] == [(5, 0), (6, 2)]


@pytest.mark.parametrize(
    ("captures", "forfeited", "expected"),
    [
        # 7 + 2 are more than 4 + 3.
        ({"E4": DEMON_KING_FIRST, "C5": Capture((5, 9, 0), 1, 0, (Taken(1, 3, 0), Taken(0, 2, 0)))}, 0,
         Outcome("most_points", (1, 0, 0), (0,))),
        # 4 + 2 for the colour + 2 are more than 7.
        ({"E4": Capture((9, 5, None), 0, 1, (Taken(0, 7, 0), Taken(1, 4, 2))),
          "E2": Capture((1, 9, None), 1, None, (Taken(1, 2, 0),))}, 0,
         Outcome("most_points", (0, 1, 0), (1,))),
        # 7 against 4 + 3: the first at the Demon King Stone wins.
        ({"E4": DEMON_KING_FIRST, "C5": Capture((None, 9, 3), 1, None, (Taken(1, 3, 0),))}, 0,
         Outcome("demon_king", (1, 0, 0), (0,))),
        # Seat 2 was first there but is not among the tied, so seats 0 and 1 share the victory.
        ({"E4": Capture((5, 3, 9), 2, 0, (Taken(2, 4, 0), Taken(0, 7, 0))),
          "C5": Capture((None, 9, 3), 1, None, (Taken(1, 7, 0),))}, 0,
         Outcome("shared", (1, 1, 0), (0, 1))),
        # A tie at the Demon King Stone too: the victory is shared.
        ({"E4": Capture((9, 9, 9), None, None, ())}, 0, Outcome("shared", (1, 1, 1), (0, 1, 2))),
        # MH-23: a seat that has left can't win, even with the most points.
        ({"E4": DEMON_KING_FIRST}, 0b001, Outcome("most_points", (0, 1, 0), (1,))),
        # MH-23: a seat that has left breaks no tie, even as first at the Demon King Stone.
        ({"E4": Capture((9, None, None), 0, None, (Taken(0, 7, 0),))}, 0b001,
         Outcome("shared", (0, 1, 1), (1, 2))),
    ],
    ids=["most points", "bonuses", "a tie", "another first", "nobody first", "gone with most", "gone but first"],
)  # fmt: skip
def test_mh_14_who_wins(captures: dict[str, Capture], forfeited: int, expected: Outcome) -> None:
    """MH-14: most points, bonuses included. Ties go to the first at the Demon King Stone, else they are shared."""
    assert rules_for(3).outcome(finished(3, captures, forfeited)) == expected


def test_mh_23_close_places_the_lowest_tile_hex_and_rotation() -> None:
    """MH-23: lowest tile id in the data file's order, first legal hex in label order, lowest rotation."""
    rules = rules_for(2)
    # Beside S1 on D1, tile C3 fits on C1 at rotation 0 or 1. Tile B2 (3, 3, 3, 2, 3, 2) fits nowhere.
    state = position(2, {"D1": (1, "S1", 0)}, hands={0: "C3 B2"})

    assert rules.apply(state, HOST, Close()).events[:2] == (TimeRanOut(0), TilePlaced(0, "C3", "C1", 0))
    first = position(2, {}, hands={0: "C3 A2 B1"})
    assert rules.apply(first, HOST, Close()).events == (TimeRanOut(0), TilePlaced(0, "A2", "D1", 0))


@pytest.mark.parametrize(
    ("faction", "taken"), [("red", PointsTaken(0, "C2", 7, 2)), ("green", PointsTaken(0, "C2", 7, 0))]
)
def test_mh_23_close_takes_the_automatic_value(faction: str, taken: PointsTaken) -> None:
    """MH-23: `take` is MH-10's automatic choice."""
    factions = [faction, "blue"]
    rules, state = rules_for(2, factions), surround(2, "C2", AT_C2, factions).state

    assert rules.apply(state, HOST, Close()).events[:2] == (TimeRanOut(0), taken)


def test_mh_23_close_only_while_a_seat_must_act() -> None:
    """MH-23: no clock runs while tiles are drawn or after the end."""
    rules = rules_for(2)

    assert list(rules.host_actions(rules.initial_state())) == [Forfeit(0), Forfeit(1)]
    with pytest.raises(IllegalAction, match="No clock is running"):
        rules.apply(rules.initial_state(), HOST, Close())
    with pytest.raises(GameOver):
        rules.apply(finished(2, {}), HOST, Close())
    assert list(rules.host_actions(finished(2, {}))) == []


def test_mh_23_forfeit_of_two_seats_lets_the_other_win() -> None:
    """MH-23: of two seats the other one wins at once, whatever the points."""
    rules = rules_for(2)
    state = replace(
        position(2, {}), captures=(None, Capture((9, None), 0, None, (Taken(0, 7, 0),)), None, None, None, None)
    )

    after = rules.apply(state, HOST, Forfeit(0))

    assert after.events == (SeatForfeited(0), GameEnded("forfeit", (1,)))
    assert rules.outcome(after.state) == Outcome("forfeit", (0, 1), (1,))
    assert rules.actors(after.state) == ()


def test_mh_23_forfeit_of_two_seats_while_a_value_is_asked() -> None:
    """MH-23: the game ends at once even during a capture."""
    rules, state = rules_for(2), surround(2, "C2", AT_C2).state

    after = rules.apply(state, HOST, Forfeit(0)).state

    assert rules.outcome(after) == Outcome("forfeit", (0, 1), (1,))
    assert rules.view(after, 1).take is None


def test_mh_23_a_forfeited_seat_is_played_on_by_close_moves() -> None:
    """MH-23: with more seats its default moves follow at once, in this turn and all later ones."""
    rules = rules_for(3)
    state = position(3, {}, mover=0, hands={1: "C3 C4", 2: "A1 A2"})

    after = rules.apply(state, HOST, Forfeit(0))
    default = rules.apply(state, HOST, Close()).events[1:]
    assert after.events == (SeatForfeited(0), *default)
    assert rules.actors(after.state) == (1,)

    later = rules.apply(after.state, HOST, Forfeit(2))
    assert later.events == (SeatForfeited(2),)
    moved = rules.apply(later.state, 1, rules.legal_actions(later.state, 1)[0])
    assert [event.seat for event in moved.events if isinstance(event, TilePlaced)] == [1, 2]


def test_mh_23_a_forfeited_seat_takes_the_automatic_value() -> None:
    """MH-23: a forfeited seat that is first at a stone is not asked."""
    table = layout(3)
    ring = [table.board.name[cell] for cell, _ in table.facing[table.stone_index["E4"]]]
    powers = dict(zip(ring, [(0, 5), (0, 4), (1, 2), (2, 1), (1, 3), (0, 1)], strict=True))
    rules, state = rules_for(3), surround(3, "E4", powers).state

    after = rules.apply(state, HOST, Forfeit(0))

    assert after.events[:3] == (SeatForfeited(0), PointsTaken(0, "E4", 7, 2), PointsTaken(1, "E4", 4, 0))


@pytest.mark.parametrize("seed", range(5))
def test_mh_23_the_game_goes_on_to_a_full_board(seed: int) -> None:
    """MH-23: after a forfeit the others play the game to its end, with one entry for each move."""
    rules = rules_for(4)
    state = rules.apply(rules.initial_state(), HOST, Forfeit(2)).state

    end = continue_play(rules, state, seed)

    assert end.placed == 32
    outcome = rules.outcome(end)
    assert outcome is not None
    assert 2 not in outcome.winners


def test_mh_23_all_seats_left() -> None:
    """MH-23: when everybody has left, default moves end the game and nobody wins."""
    rules = rules_for(3)
    state = rules.initial_state()
    for seat in range(3):
        state = rules.apply(state, HOST, Forfeit(seat)).state

    assert rules.outcome(continue_play(rules, state, 1)) == Outcome("forfeit", (0, 0, 0), ())


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_mh_23_only_seats_at_the_table_forfeit_and_only_once(seat: int) -> None:
    """MH-23: seat 0 has already left, and seats -1 and 3 don't exist."""
    rules = rules_for(3)
    state = rules.apply(rules.initial_state(), HOST, Forfeit(0)).state

    with pytest.raises(IllegalAction):
        rules.apply(state, HOST, Forfeit(seat))


def test_nobody_acts_out_of_turn_or_after_the_end() -> None:
    """MH-4: another seat's turn, a seat during a draw, chance without a draw, and the end."""
    rules = rules_for(3)
    state = position(3, {}, mover=2)

    with pytest.raises(NotYourTurn, match="It's Yellow's turn"):
        rules.apply(state, 0, place(3, "S1", "C3", 0))
    with pytest.raises(NotYourTurn, match="No draw is due now"):
        rules.apply(state, CHANCE, AssignFaction(0, 0))
    with pytest.raises(NotYourTurn, match="being drawn"):
        rules.apply(rules.initial_state(), 0, Take(7))
    with pytest.raises(GameOver, match="The game is over"):
        rules.apply(finished(3, {}), 0, Take(7))
