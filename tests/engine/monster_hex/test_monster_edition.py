"""The 2024 edition: MH-24."""

from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import fairness
from engine.core import CHANCE, SPECTATOR, IllegalAction, InvalidOptions
from engine.game import Game, begin
from engine.game import act as act_in_game
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.ability_preview import ability_forecast
from engine.monster_hex.actions import Petrify
from engine.monster_hex.content import layout, layout_of_2024
from engine.monster_hex.events import HexPetrified, PointsTaken, StoneCaptured, StrikeUsed, ValueAsked
from engine.monster_hex.game_type import LEVELS
from engine.monster_hex.options import EDITION
from engine.monster_hex.preview import forecast
from engine.monster_hex.view import Value
from engine.monster_hex.worth import lead
from engine.players import decide
from engine.record import Configuration
from tests.engine.monster_hex.variant_positions import act, after, dealt, legal, placing_state, placing_with, rules_with

BOTH = [None, EDITION]
"""The current edition, and that of 2024."""
AT_E2 = {"D1": (0, "A1", 0), "D2": (0, "A1", 1), "E1": (0, "A1", 0), "F1": (0, "A1", 5)}
"""Four Monsters around the Amber Lord (E2: yellow 6, red 2), each with a 5 that faces it."""


def captures(events: Any) -> list[tuple[str, tuple[int | None, ...], int | None, int | None]]:
    """Return the captured Stones with powers, first and second."""
    return [(one.stone, one.powers, one.first, one.second) for one in events if isinstance(one, StoneCaptured)]


def points(events: Any) -> list[PointsTaken]:
    return [event for event in events if isinstance(event, PointsTaken)]


# Options


def test_mh_24_an_edition_that_is_not_chosen_is_not_written() -> None:
    """MH-24: configurations without an edition keep their digests."""
    assert "edition" not in GAME_TYPE.options(2, {})
    assert GAME_TYPE.options(2, {"edition": None}) == GAME_TYPE.options(2, {})
    full = GAME_TYPE.options(2, {"edition": 2024})
    assert full == {**GAME_TYPE.options(2, {}), "edition": 2024}
    assert GAME_TYPE.options(2, full) == full


@pytest.mark.parametrize(
    ("seats", "raw", "refusal"),
    [
        (1, {}, "The 2024 edition has no solo game. Play with 2 to 4 players, or choose the current edition."),
        (
            2,
            {"objectives": True},
            "The 2024 edition has no objectives. Play without them, or choose the current edition.",
        ),
    ],
)
def test_mh_24_what_its_text_does_not_have_is_refused_with_the_rule(
    seats: int, raw: dict[str, Any], refusal: str
) -> None:
    """MH-24: no Objectives and no solo game. The shared faction exists in both editions."""
    with pytest.raises(InvalidOptions) as refused:
        GAME_TYPE.rules(seats, {**raw, "edition": 2024})
    assert (refused.value.text, refused.value.rule) == (refusal, "MH-24")
    assert GAME_TYPE.options(2, {"shared": True, "edition": 2024})["board"] == 3


@pytest.mark.parametrize("edition", [2025, "2024", True, 2024.0, [2024]])
def test_mh_24_there_is_one_edition_to_choose(edition: Any) -> None:
    """MH-24: any other value is refused with what is possible."""
    with pytest.raises(InvalidOptions, match=r"^The option edition must be 2024 or left out, not "):
        GAME_TYPE.options(3, {"edition": edition})


# Overwhelm


@pytest.mark.parametrize("edition", BOTH)
def test_mh_24_no_overwhelm(edition: int | None) -> None:
    """MH-12, MH-24: 20 + 3 against 3 takes both values (6 + 2) today. In 2024 the first picks one.

    The Wolf on E3 faces the 5 of D2 with a 3, which doesn't match, and the 2 of F2 with a 2, which does.
    """
    rules, state = placing_with(
        ("green", "red"), {**AT_E2, "F2": (1, "B2", 0)}, hands={0: "B2"}, options={"edition": edition}
    )
    foreseen = forecast(rules.view(state, 0), "B2", "E3", 3)
    done = act(rules, state, "place B2 E3 3")

    assert captures(done.events) == [("E2", (23, 3), 0, 1)]
    if edition is None:
        assert points(done.events) == [PointsTaken(0, "E2", 6, 0), PointsTaken(0, "E2", 2, 0)]
        assert foreseen[0].choice is None
        return
    assert done.events[-1] == ValueAsked(0, "E2")
    choice = rules.view(done.state, 0).take
    assert choice is not None
    assert choice.values == (Value(6, "yellow"), Value(2, "red"))
    assert foreseen[0].choice == choice
    assert legal(rules, done.state) == ["take 2", "take 6"]
    taken = act(rules, done.state, "take 6")
    assert points(taken.events) == [PointsTaken(0, "E2", 6, 0), PointsTaken(1, "E2", 2, 2)]


def test_mh_24_a_value_that_nobody_is_second_for_is_left() -> None:
    """MH-9, MH-24: the other seat has no tile there, so it is not second. The first takes the best value alone."""
    rules, state = placing_with(
        ("green", "red"), {**AT_E2, "F2": (0, "B2", 0)}, hands={0: "B2"}, options={"edition": EDITION}
    )
    done = act(rules, state, "place B2 E3 3")

    assert captures(done.events) == [("E2", (26, None), 0, None)]
    assert points(done.events) == [PointsTaken(0, "E2", 6, 0)]


def test_mh_24_computer_players_reckon_without_overwhelm() -> None:
    """MH-12, MH-24: red has 20 and green 3 at the Amber Lord.

    Overwhelm brings 6 + 2 and 2 for red's colour. In 2024 red takes 6 and green 2.
    """
    stone = layout(2).stone_index["E2"]
    found = [lead(board, stone, (20, 3), 0, 0, (0, 3)) for board in (layout(2), layout_of_2024(2))]

    assert found == [6 + 2 + 2, 6 - 2]


# Abilities


def choosing(*factions: str) -> tuple[Any, Any]:
    rules = rules_with(len(factions), factions, edition=EDITION)
    return rules, dealt(rules, rules.initial_state())


def test_mh_24_scheme_is_not_offered() -> None:
    """MH-18, MH-24: Yellow has only Confuse, and the refusal names the rule."""
    rules, state = choosing("yellow", "blue")

    assert [rules.format_action(action) for action in rules.legal_actions(state, 0)] == ["choose confuse"]
    assert len(rules.legal_actions(state, 1)) == 2
    for seat, instead in ((0, "Confuse"), (1, "Blitz or Scatter")):
        with pytest.raises(IllegalAction) as refused:
            rules.apply(state, seat, rules.parse_action("choose scheme"))
        assert refused.value.text == f"The 2024 edition has no Scheme. Choose {instead}."
        assert refused.value.rule == "MH-24"
    closed = after(rules, state, "host: close")
    assert [seat.ability for seat in rules.view(closed, SPECTATOR).seats] == ["confuse", "strike"]


def test_mh_24_names_are_shown_and_notation_stays() -> None:
    """MH-16, MH-17, MH-24: refusals say Boost and Blitz. Actions, events and views say enchant and strike."""
    rules, state = choosing("red", "blue")
    assert [rules.format_action(action) for action in rules.legal_actions(state, 0)] == [
        "choose enchant",
        "choose reward",
    ]
    with pytest.raises(IllegalAction, match=r"^Blitz isn't an ability of Red\. Choose Boost or Reward\.$"):
        rules.apply(state, 0, rules.parse_action("choose strike"))
    factions = ("red", "blue")
    lying = placing_state(rules, factions, {"D1": (1, "B2", 5)}, hands={0: "C1", 1: "C1 A1"})
    with pytest.raises(IllegalAction, match=r"^You use your ability, Boost, right after you place your "):
        after(rules, lying, "enchant D1")
    placed = after(rules, lying, legal(rules, lying, "place C1 E1")[0])
    assert legal(rules, placed) == ["enchant E1", "decline"]
    with pytest.raises(IllegalAction, match=r"^Blitz isn't your ability\. Use Boost on E1, or decline\.$"):
        after(rules, placed, "strike")
    boosted = act(rules, placed, "enchant E1")
    abilities = [getattr(event, "ability", None) for event in boosted.events]
    assert [ability for ability in abilities if ability is not None] == ["enchant"]
    blitz = after(rules, boosted.state, legal(rules, boosted.state, "place C1")[0])
    choice = rules.view(blitz, 1).ability
    assert choice is not None
    assert choice.ability == "strike"
    assert act(rules, blitz, "strike").events == (StrikeUsed(1),)


# Temporary Stones


@pytest.mark.parametrize("edition", BOTH)
def test_mh_24_each_temporary_stone_is_captured_by_itself(edition: int | None) -> None:
    """MH-8, MH-19, MH-24: B4 is the last empty hex beside C5, whose neighbour D4 is a temporary Stone too.

    D4 still has the empty D3 beside it, so today both wait together. The Hydra at rotation 2 faces C5 with a 3.
    """
    monsters = {"B3": (0, "A1", 0), "E5": (1, "B2", 0)}
    rules, state = placing_with(
        ("green", "red"), monsters, hands={0: "A1", 1: "B2"}, stones={"C5": 2, "D4": 1}, options={"edition": edition}
    )
    foreseen = forecast(rules.view(state, 0), "A1", "B4", 2)
    done = act(rules, state, "place A1 B4 2")

    if edition is None:
        assert captures(done.events) == []
        assert foreseen == ()
        return
    assert captures(done.events) == [("C5", (3, None), 0, None)]
    assert [(each.stone, each.temporary) for each in foreseen] == [("C5", 2)]
    assert points(done.events) == [PointsTaken(0, "C5", 2, 0)]
    assert [stone.label for stone in rules.view(done.state, 0).temporary] == ["D4"]
    assert legal(rules, done.state, "place B2 C5")


@pytest.mark.parametrize("edition", BOTH)
def test_mh_24_a_tile_that_surrounds_two_captures_both_in_label_order(edition: int | None) -> None:
    """MH-13, MH-24: E3 is the last empty hex of D2 and D3. D2 has 3 against 3 + 3, D3 has 2 + 2 against 3."""
    monsters = {"D1": (1, "B2", 0), "D4": (0, "A1", 0), "C3": (1, "B2", 0), "F3": (0, "B2", 0)}
    rules, state = placing_with(
        ("green", "red"), monsters, hands={0: "B2"}, stones={"D2": 1, "D3": 2}, options={"edition": edition}
    )
    done = act(rules, state, "place B2 E3 0")

    assert captures(done.events) == [("D2", (3, 6), 1, 0), ("D3", (4, 3), 0, 1)]
    assert points(done.events) == [PointsTaken(1, "D2", 1, 0), PointsTaken(0, "D3", 2, 0)]


@pytest.mark.parametrize("edition", BOTH)
def test_mh_24_one_surrounded_when_made_does_not_wait_for_its_neighbour(edition: int | None) -> None:
    """MH-19, MH-24: C5 lies between a Wolf, facing it with a 3, and the temporary Stone D4."""
    monsters = {"B4": (1, "B2", 0), "D1": (0, "A1", 0)}
    rules, state = placing_with(
        ("green", "red"),
        monsters,
        abilities=("petrify", "enchant"),
        hands={0: "S1"},
        stones={"D4": 1},
        options={"edition": edition},
    )
    placed = after(rules, state, "place S1 D2 1")
    petrify = rules.parse_action("petrify C5")
    assert isinstance(petrify, Petrify)
    foreseen = ability_forecast(rules.view(placed, 0), petrify)
    done = act(rules, placed, "petrify C5")

    assert done.events[0] == HexPetrified(0, "C5", 2)
    at_once = [] if edition is None else [("C5", (None, 3), 1, None)]
    assert captures(done.events) == at_once
    assert [each.stone for each in foreseen.captures] == [stone for stone, *_ in at_once]
    left = ["C5", "D4"] if edition is None else ["D4"]
    assert [stone.label for stone in rules.view(done.state, 0).temporary] == left


# Whole games


@given(st.sampled_from([(3, {}), (4, {"head_start": True}), (2, {"shared": True})]), st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_mh_24_the_texts_agree_without_overwhelm_and_abilities(table: tuple[int, dict[str, Any]], seed: int) -> None:
    """MH-24: without Overwhelm and abilities, both editions have the same legal actions and events."""
    seats, options = table
    now, then = (cast(Any, GAME_TYPE.rules(seats, {**options, **more})) for more in ({}, {"edition": EDITION}))
    rng, state, other = Random(seed), now.initial_state(), then.initial_state()
    while actors := now.actors(state):
        assert actors == then.actors(other)
        player = actors[0]
        legal_now = now.chance_outcomes(state) if player == CHANCE else now.legal_actions(state, player)
        action = rng.choice([*legal_now])
        assert then.is_legal(other, player, action)
        assert len(legal_now) == len(then.legal_actions(other, player))
        found = now.apply(state, player, action), then.apply(other, player, action)
        assert found[0].events == found[1].events
        state, other = (transition.state for transition in found)
    assert now.outcome(state) == then.outcome(other)


SECRET = fairness.derive_seed(3)


def asked(*factions: str) -> dict[str, Game]:
    """Return the last position of each phase in a game of random moves."""
    seats, options = len(factions), {"abilities": True, "factions": [*factions], "edition": EDITION}
    salts = tuple(str(seat) for seat in range(seats))
    configuration = Configuration("monster_hex", 1, options, seats, "t", fairness.commitment(SECRET), salts)
    game, found = begin(configuration, SECRET).game, dict[str, Game]()
    while game.outcome is None:
        seat = game.actors[0]
        found[game.view(seat).phase] = game
        game = act_in_game(game, seat, decide(game, seat, "random", SECRET), SECRET).game
    return found


@pytest.mark.parametrize("level", [*LEVELS])
def test_mh_24_every_level_answers_every_question(level: str) -> None:
    """MH-24: computer players choose, place, use abilities and take values in this edition."""
    found = asked("red", "yellow")
    assert {*found} >= {"choose", "place", "ability", "take"}
    for game in found.values():
        seat = game.actors[-1]
        assert decide(game, seat, level, SECRET) in game.legal(seat)
