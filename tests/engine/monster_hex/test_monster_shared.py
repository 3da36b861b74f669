"""The shared faction (MH-21) and solo (MH-22)."""

import pytest
from msgspec.structs import replace

from engine.core import CHANCE, HOST, SPECTATOR, Forfeit, IllegalAction, NotYourTurn, Outcome
from engine.monster_hex.content import layout
from engine.monster_hex.events import (
    FactionAssigned,
    PointsTaken,
    SharedDrawn,
    StoneCaptured,
    TilePlaced,
    TurnSkipped,
    ValueAsked,
)
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import SHARED, State
from tests.engine.monster_hex.variant_positions import (
    act,
    after,
    continue_play,
    dealt,
    legal,
    placing,
    placing_state,
    rules_with,
)

FACTIONS = ("red", "blue", "green")
"""Factions of two seats and of the shared faction."""
SOLO = ("red", "green")


def shared_rules(**options: object) -> MonsterHexRules:
    return rules_with(2, FACTIONS, **{"abilities": False, "shared": True, **options})


def solo_rules(**options: object) -> MonsterHexRules:
    return rules_with(1, SOLO, **{"abilities": False, **options})


def first_moves(rules: MonsterHexRules, state: State, count: int) -> State:
    """Play a number of first legal moves with the chance actions after each, and return the new state."""
    for _ in range(count):
        state = dealt(rules, after(rules, state, legal(rules, state)[0]))
    return state


def test_mh_21_two_seats_on_the_board_for_three() -> None:
    """MH-21: 30 hexes, three factions of ten tiles, ten rounds."""
    rules = shared_rules()
    view = rules.view(dealt(rules, rules.initial_state()), SPECTATOR)

    assert (view.board, len(view.seats), view.variants) == (3, 2, ("shared",))
    assert view.shared is not None
    assert (view.shared.faction, len(view.shared.unplayed), view.faction_of(2)) == ("green", 10, "green")
    assert view.seats[0].hand_size == 3


def test_mh_21_a_faction_that_is_not_chosen_is_drawn_for_the_shared_one_last() -> None:
    """`faction shared NAME` is drawn after the seats' factions."""
    rules = rules_with(2, ["red", None, None], abilities=False, shared=True)
    state = rules.initial_state()
    outcomes = [rules.format_action(action) for action in rules.chance_outcomes(state)]
    assert outcomes == ["faction 1 blue", "faction 1 yellow", "faction 1 green"]
    state = after(rules, state, "faction 1 yellow")
    assert [rules.format_action(action) for action in rules.chance_outcomes(state)] == [
        "faction shared blue",
        "faction shared green",
    ]
    assert act(rules, state, "faction shared green").events == (FactionAssigned(2, "green"),)


def test_mh_21_the_holder_gets_a_tile_at_each_rounds_start() -> None:
    """MH-21: holders alternate, the start player first. The tile is the last chance entry of a round's start."""
    rules = shared_rules()
    state = after(rules, rules.initial_state(), "order 1 0")
    for seat in (1, 1, 1, 0, 0, 0):
        state = rules.apply(state, CHANCE, rules.chance_outcomes(state)[0]).state
        assert rules.view(state, seat).hand
    assert rules.view(state, 0).phase == "shared_draw"
    drawn = act(rules, state, "shared B2")
    assert drawn.events == (SharedDrawn(1, "B2"),)
    assert rules.visible(drawn.events[0], 0) == SharedDrawn(1, None)
    shared = [rules.view(drawn.state, viewer).shared for viewer in (0, 1, SPECTATOR)]
    assert [each.tile for each in shared if each] == [None, "B2", None]
    assert [each.holder for each in shared if each] == [1, 1, 1]
    second = first_moves(rules, drawn.state, 3)
    view = rules.view(second, SPECTATOR)
    assert view.round == 2
    assert view.shared is not None
    assert (view.shared.holder, view.shared.is_drawn) == (0, True)
    assert rules.actors(second) == (1,)


def test_mh_21_the_holder_places_it_at_the_end_of_the_round() -> None:
    """MH-21: after both have placed, the holder places it by the usual rules as `shared HEX ROTATION`."""
    rules = shared_rules()
    state = after(rules, dealt(rules, after(rules, rules.initial_state(), "order 0 1")))
    before = first_moves(rules, state, 1)
    with pytest.raises(IllegalAction, match=r"^You can't place the shared tile now\."):
        after(rules, before, f"shared {layout(3).board.name[0]} 0")
    state = first_moves(rules, before, 1)
    assert rules.view(state, 0).phase == "shared"
    assert rules.actors(state) == (0,)
    texts = legal(rules, state)
    assert all(text.startswith("shared ") for text in texts)
    with pytest.raises(IllegalAction, match=r"^First place the shared tile, the "):
        after(rules, state, "place S1 E5 0")
    with pytest.raises(NotYourTurn):
        rules.apply(state, 1, rules.parse_action(texts[0]))
    done = act(rules, state, texts[0])
    assert isinstance(done.events[0], TilePlaced)
    assert done.events[0].seat == 2
    newest = next(monster for monster in rules.view(done.state, 0).monsters if monster.label == texts[0].split()[1])
    assert newest.seat == 2


def shared_to_place(
    monsters: dict[str, tuple[int, str, int]], tile: str, changes: dict[str, int] | None = None
) -> tuple[MonsterHexRules, State]:
    """Return rules and a state in which the holder, seat 0, must place the shared tile."""
    rules = shared_rules()
    state = placing_state(
        rules, FACTIONS, monsters, ("enchant", "strike"), hands={0: "", 2: tile}, changes=changes, turn=2
    )
    return rules, replace(state, phase=SHARED)


def test_mh_21_where_it_fits_nowhere_mh_6_holds() -> None:
    """MH-6, MH-21: beside powers that no tile has, it goes on a free start hex in any rotation."""
    rules, state = shared_to_place({"F1": (0, "C3", 0)}, "S1", {"F1": 9})
    starts = [cell.label for cell in layout(3).cells if cell.start]

    assert legal(rules, state) == [f"shared {label} {turn}" for label in starts for turn in range(6)]
    with pytest.raises(IllegalAction, match="you can place any of them on "):
        after(rules, state, "shared E1 0" if "E1" not in starts else "shared I1 0")


def test_mh_21_the_shared_faction_takes_places_unasked() -> None:
    """MH-10, MH-21: as first it takes the value highest after bonus, and the second takes the other one.

    `demon_king` stays None.
    """
    table = layout(3)
    ring = [table.board.name[cell] for cell, _ in table.facing[table.demon_king]]
    monsters = {label: (number % 2, "C4", 4) for number, label in enumerate(ring[:5])}
    rules, state = shared_to_place(monsters, "S1", {**dict.fromkeys(ring[:4], -9), ring[3]: -20})
    label = table.stones[table.demon_king].label
    firsts = 0
    for text in legal(rules, state, f"shared {ring[5]} "):
        done = act(rules, state, text)
        captured = next(event for event in done.events if isinstance(event, StoneCaptured) and event.stone == label)
        if captured.first != 2:
            continue
        firsts += 1
        taken = [event for event in done.events if isinstance(event, PointsTaken)]
        assert not any(isinstance(event, ValueAsked) for event in done.events)
        assert [(event.seat, event.value, event.bonus) for event in taken] == [(2, 7, 0), (captured.second, 4, 0)]
        view = rules.view(done.state, 0)
        assert view.demon_king is None
        assert view.shared is not None
        assert view.shared.score.points == 7
        assert sum(seat.score.points for seat in view.seats) == 4
    assert firsts


def test_mh_22_solo_has_no_order_and_draws_the_shared_tile_after_the_own() -> None:
    """MH-22: each round has the own tile, its captures, then a random shared tile, on the 2-player board."""
    rules = solo_rules()
    state = dealt(rules, rules.initial_state())
    view = rules.view(state, 0)
    assert (view.board, view.order, view.variants, view.seats[0].hand_size) == (2, (0,), ("shared",), 3)
    assert view.shared is not None
    assert not view.shared.is_drawn
    own = act(rules, state, legal(rules, state)[0])
    assert rules.actors(own.state) == (CHANCE,)
    assert len(rules.chance_outcomes(own.state)) == 10
    drawn = act(rules, own.state, "shared C4")
    assert rules.visible(drawn.events[0], 0) == SharedDrawn(0, "C4")
    assert rules.visible(drawn.events[0], SPECTATOR) == SharedDrawn(0, None)
    assert rules.actors(drawn.state) == (0,)
    assert next(text.split()[0] for text in legal(rules, drawn.state)) == "shared"
    for position, wrong in ((state, "shared D1 0"), (drawn.state, legal(rules, state)[0])):
        with pytest.raises(IllegalAction, match="shared tile") as refusal:
            after(rules, position, wrong)
        assert refusal.value.rule == "MH-22"
    done = after(rules, drawn.state, legal(rules, drawn.state)[0])
    assert rules.view(done, 0).round == 2
    assert rules.view(done, 0).phase == "draw"


def test_mh_22_overwhelm_applies_in_solo() -> None:
    """MH-12, MH-22: with at least twice the shared faction's power the seat takes both values."""
    rules = solo_rules()
    monsters = dict.fromkeys(("C1", "B1", "B2", "D2"), (0, "A1", 0)) | {"D1": (1, "C4", 0)}
    state = placing_state(rules, SOLO, monsters, abilities=("enchant",), hands={0: "B2"})
    done = act(rules, state, placing(rules, state, "B2", "C3"))
    captured = next(event for event in done.events if isinstance(event, StoneCaptured))

    assert captured.overwhelm
    assert [event.seat for event in done.events if isinstance(event, PointsTaken)] == [0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_mh_22_the_end_of_solo(seed: int) -> None:
    """MH-22: nobody wins. The score is the seat's points."""
    rules = solo_rules(abilities=True, objectives=True)
    state = continue_play(rules, rules.initial_state(), seed)
    result = rules.result(state)

    assert rules.outcome(state) == Outcome("solo", (0,), ())
    assert result is not None
    assert result["winners"] == []
    assert result["seats"][0]["points"] == rules.view(state, 0).seats[0].score.points
    assert len(result["seats"][0]["cards"]) >= 3


def test_mh_22_a_forfeit_ends_solo() -> None:
    """MH-22, MH-23: there is no high score, and the reason is a forfeit."""
    rules = solo_rules()
    state = dealt(rules, rules.initial_state())

    ended = rules.apply(state, HOST, Forfeit(0)).state
    assert rules.outcome(ended) == Outcome("forfeit", (0,), ())


def test_mh_17_in_solo_the_shared_tile_comes_although_the_own_turn_is_skipped() -> None:
    """MH-17, MH-22: after nine own tiles the seat places only shared tiles."""
    factions = ("blue", "green")
    rules = rules_with(1, factions)
    skipped = 0
    for seed in range(8):
        state = after(rules, dealt(rules, rules.initial_state(), seed), "choose strike")
        while rules.actors(state):
            if rules.actors(state) == (CHANCE,):
                state = dealt(rules, state, seed)
                continue
            texts = legal(rules, state)
            done = act(rules, state, "strike" if "strike" in texts else texts[seed % len(texts)])
            skipped += any(isinstance(event, TurnSkipped) for event in done.events)
            state = done.state
        owners = [monster.seat for monster in rules.view(state, 0).monsters]
        assert (owners.count(0), owners.count(1)) == (9, 9)
    assert skipped
