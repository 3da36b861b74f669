"""The abilities in both strengths: MH-15 to MH-19."""

from typing import Any

import pytest

from engine.core import CHANCE, SPECTATOR, EngineError, IllegalAction, InvalidAction, NotYourTurn
from engine.monster_hex import preview
from engine.monster_hex.content import TILES, layout
from engine.monster_hex.events import (
    AbilitiesShown,
    AbilityAsked,
    AbilityChosen,
    AbilityDeclined,
    HexPetrified,
    ObjectiveDealt,
    PointsTaken,
    PowersChanged,
    RewardEarned,
    RewardRaised,
    SchemeUsed,
    StoneCaptured,
    StrikeUsed,
    TilePlaced,
    TileTurned,
    TurnSkipped,
    ValueAsked,
)
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import State
from tests.engine.monster_hex.positions import Lying
from tests.engine.monster_hex.variant_positions import (
    act,
    after,
    continue_play,
    dealt,
    legal,
    list_powers,
    placing,
    placing_state,
    placing_with,
    rules_with,
)

BESIDE = {"D1": (1, "B2", 5), "D2": (1, "A1", 0)}
"""Two Monsters of the opponent on the 2-player board."""
AT_C2 = {"C1": (0, "B2", 0), "B1": (1, "B2", 0), "B2": (0, "B2", 0), "D2": (1, "B2", 0), "D1": (0, "B2", 0)}
"""Monsters on all hexes around C2, the Demon King Stone of the 2-player board, except C3."""


def started(faction: str, ability: str, other: str = "red", **more: object) -> tuple[MonsterHexRules, State]:
    """Return rules and a state in which seat 0, with an ability, must place beside two Monsters of seat 1."""
    factions = (faction, other)
    own = {"red": "enchant", "blue": "strike", "yellow": "confuse", "green": "curse"}[other]
    rules = rules_with(2, factions)
    return rules, placing_state(rules, factions, BESIDE, abilities=(ability, own), **more)  # type: ignore[arg-type]


# MH-15


def choosing(seats: int = 2) -> tuple[MonsterHexRules, State]:
    rules = rules_with(seats, ["red", "green", "blue"][:seats])
    return rules, dealt(rules, rules.initial_state())


def test_mh_15_abilities_are_chosen_simultaneously_and_secretly() -> None:
    """MH-15: each seat picks one of its faction's two abilities. They are shown when all have chosen."""
    rules, state = choosing()
    assert rules.actors(state) == (0, 1)
    assert rules.is_simultaneous(state)
    assert [rules.format_action(action) for action in rules.legal_actions(state, 1)] == [
        "choose curse",
        "choose petrify",
    ]

    first = rules.apply(state, 1, rules.parse_action("choose petrify"))
    assert first.events == (AbilityChosen(1),)
    assert rules.actors(first.state) == (0,)
    assert rules.is_simultaneous(first.state)
    assert rules.turn_key(first.state) == rules.turn_key(state)
    assert [rules.view(first.state, viewer).seats[1].ability for viewer in (0, 1, SPECTATOR)] == [None, "petrify", None]
    assert [seat.has_chosen for seat in rules.view(first.state, SPECTATOR).seats] == [False, True]

    second = rules.apply(first.state, 0, rules.parse_action("choose reward"))
    assert second.events == (AbilityChosen(0), AbilitiesShown(("reward", "petrify")))
    assert [seat.ability for seat in rules.view(second.state, SPECTATOR).seats] == ["reward", "petrify"]
    assert rules.view(second.state, 0).phase == "place"


def test_mh_15_a_seat_may_choose_again_until_all_have_chosen() -> None:
    """MH-15: the last choice counts. Others see only that the seat has chosen."""
    rules, state = choosing()
    told: list[object] = []
    for text in ("choose curse", "choose petrify", "choose curse"):
        chose = rules.apply(state, 1, rules.parse_action(text))
        told += chose.events
        state = chose.state
    assert told == [AbilityChosen(1)]
    done = rules.apply(state, 0, rules.parse_action("choose enchant"))

    assert done.events[-1] == AbilitiesShown(("enchant", "curse"))
    with pytest.raises((IllegalAction, NotYourTurn)):
        rules.apply(done.state, 1, rules.parse_action("choose petrify"))


def test_mh_15_only_an_own_ability_can_be_chosen() -> None:
    """MH-15: the refusal names the faction's two abilities."""
    rules, state = choosing()

    with pytest.raises(IllegalAction, match=r"^Strike isn't an ability of Red\. Choose Enchant or Reward\.$"):
        rules.apply(state, 0, rules.parse_action("choose strike"))
    with pytest.raises(IllegalAction, match=r"^First choose your ability: Enchant or Reward\.$"):
        rules.apply(state, 0, rules.parse_action("place S1 D1 0"))


@pytest.mark.parametrize("tile", [tile.id for tile in TILES])
def test_mh_15_only_a_red_rank_lets_a_seat_use_its_ability(tile: str) -> None:
    """MH-15: S1, B1 and C1 have a red rank."""
    rules, state = placing_with(("red", "green"), {**BESIDE, "F4": (1, "A2", 3)})
    placed = act(rules, state, next(text for text in legal(rules, state) if text.startswith(f"place {tile} ")))

    assert (rules.view(placed.state, 0).ability is not None) == (tile in ("S1", "B1", "C1"))


def test_mh_15_declining_goes_on_with_the_next_turn() -> None:
    """MH-15: an ability is optional, and its question belongs to the turn of the placement."""
    rules, state = started("green", "curse")
    placed = act(rules, state, placing(rules, state, "C1", "C1"))

    assert placed.events[-1] == AbilityAsked(0, "curse", "C1")
    assert rules.turn_key(placed.state) == rules.turn_key(state)
    assert rules.actors(placed.state) == (0,)
    assert legal(rules, placed.state) == ["curse D1", "curse D2", "decline"]
    declined = act(rules, placed.state, "decline")
    assert declined.events == (AbilityDeclined(0, "curse"),)
    assert rules.actors(declined.state) == (1,)
    assert rules.turn_key(declined.state) != rules.turn_key(state)


def test_mh_15_no_question_without_a_legal_target() -> None:
    """MH-15: on an empty board Curse and Confuse have no target. Reward, Scheme and Enchant always have one."""
    asked: dict[str, bool] = {}
    for faction, ability in (
        ("green", "curse"), ("yellow", "confuse"), ("red", "reward"), ("yellow", "scheme"), ("red", "enchant"),
    ):  # fmt: skip
        factions = (faction, "blue")
        rules = rules_with(2, factions)
        state = placing_state(rules, factions, {}, abilities=(ability, "strike"))
        asked[ability] = rules.view(after(rules, state, "place S1 D1 0"), 0).ability is not None

    assert asked == {"curse": False, "confuse": False, "reward": True, "scheme": True, "enchant": True}


def test_mh_15_a_capture_waits_for_the_ability() -> None:
    """MH-15: the ability changes the powers that decide the capture, in the same turn."""
    rules, state = placing_with(("green", "red"), AT_C2, hands={0: "C1"})
    placed = act(rules, state, placing(rules, state, "C1", "C3"))

    view = rules.view(placed.state, SPECTATOR)
    assert not any(isinstance(event, StoneCaptured) for event in placed.events)
    assert (view.waiting, view.captures[1]) == (("C2",), None)
    declined, cursed = act(rules, placed.state, "decline"), act(rules, placed.state, "curse D2")
    before, now = (
        next(event for event in done.events if isinstance(event, StoneCaptured)) for done in (declined, cursed)
    )
    assert before.powers[0] == now.powers[0]
    assert (before.powers[1] or 0) - 1 == now.powers[1]


# MH-16


@pytest.mark.parametrize(("tile", "by"), [("C1", 1), ("B1", 1), ("S1", 2)])
def test_mh_16_enchant(tile: str, by: int) -> None:
    """MH-16: all powers of one own Monster grow by 1, with rank S by 2. The activating tile may be chosen (MH-15)."""
    rules, state = started("red", "enchant", "green")
    text = placing(rules, state, tile, "E3")
    placed = after(rules, state, text)
    assert legal(rules, placed) == ["enchant E3", "decline"]
    before = list_powers(rules, placed, "E3")
    done = act(rules, placed, "enchant E3")

    assert done.events[0] == PowersChanged(0, "enchant", "E3", by)
    assert list_powers(rules, done.state, "E3") == tuple(power + by for power in before)
    assert next(lying.change for lying in rules.view(done.state, 1).monsters if lying.label == "E3") == by


def test_mh_16_enchant_is_for_own_monsters_anywhere() -> None:
    """MH-16: own Monsters are listed in label order. Another seat's Monster is refused."""
    rules, state = placing_with(("red", "green"), {**BESIDE, "F4": (0, "A1", 0)}, hands={0: "C1"})
    placed = after(rules, state, placing(rules, state, "C1", "C1"))

    assert legal(rules, placed) == ["enchant C1", "enchant F4", "decline"]
    with pytest.raises(IllegalAction, match=r"^The Hydra on D2 isn't yours\. Use Enchant on C1 or F4, or decline\.$"):
        after(rules, placed, "enchant D2")
    with pytest.raises(IllegalAction, match=r"^E5 holds no Monster\. "):
        after(rules, placed, "enchant E5")
    with pytest.raises(IllegalAction, match=r"^Curse isn't your ability\. Use Enchant on C1 or F4, or decline\.$"):
        after(rules, placed, "curse D2")
    with pytest.raises(IllegalAction, match=r"^First decide about the ability of your Spider on C1\. "):
        after(rules, placed, "place S1 D3 0")
    with pytest.raises(InvalidAction, match="ZZ9"):
        after(rules, placed, "enchant ZZ9")


@pytest.mark.parametrize(
    ("seat", "made", "wrong", "rule"),
    [
        (0, (), "enchant D1", "MH-15"),
        (0, ("C1",), "place S1 D3 0", "MH-15"),
        (0, ("C1",), "choose reward", "MH-15"),
        (0, ("C1",), "curse D2", "MH-15"),
        (0, ("C1",), "enchant D1", "MH-16"),
        (1, (), "place S1 D3 0", "MH-3"),
    ],
    ids=["too early", "no answer", "a choice again", "another ability", "a wrong target", "another's turn"],
)
def test_a_refusal_around_an_ability_names_the_rule_behind_it(
    seat: int, made: tuple[str, ...], wrong: str, rule: str
) -> None:
    """MH-15 covers when and by whom an ability is used, the ability's own rule its targets."""
    rules, state = started("red", "enchant", "green")
    for tile in made:
        state = after(rules, state, placing(rules, state, tile, "C1"))

    with pytest.raises(EngineError) as refusal:
        rules.apply(state, seat, rules.parse_action(wrong))
    assert refusal.value.rule == rule


def test_mh_10_who_must_wait_for_the_choice_of_a_value_is_told_that_rule() -> None:
    """MH-10: the order of play (MH-3) does not apply to the choice of a value."""
    rules, state = winning_at_c2("C1")
    asked = after(rules, state, placing(rules, state, "C1", "C3"), "reward")

    with pytest.raises(NotYourTurn, match="to choose a value of the Demon King") as refusal:
        rules.apply(asked, 1, rules.parse_action("place S1 D3 0"))
    assert refusal.value.rule == "MH-10"


def test_mh_16_enchant_changes_what_matches() -> None:
    """MH-7, MH-16: an enchanted Monster's current powers are matched, not the printed ones."""
    rules, state = placing_with(("red", "green"), BESIDE, hands={0: "C1", 1: "B2"})
    placed = after(rules, state, placing(rules, state, "C1", "E3"))
    declined, enchanted = after(rules, placed, "decline"), after(rules, placed, "enchant E3")
    table = layout(2)
    edge = {table.board.name[cell]: side for side, cell in table.beside[table.board.index["E3"]]}["F3"]
    for state in (declined, enchanted):
        power = list_powers(rules, state, "E3")[edge]
        places = [text.split()[-1] for text in legal(rules, state, "place B2 F3 ")]
        wolf = next(tile for tile in TILES if tile.id == "B2").powers
        assert places == [str(turn) for turn in range(6) if wolf[((edge + 3) % 6 - turn) % 6] == power]
    assert legal(rules, declined, "place B2 F3 ") != legal(rules, enchanted, "place B2 F3 ")


@pytest.mark.parametrize(("tile", "by"), [("C1", 1), ("S1", 2)])
def test_mh_16_reward(tile: str, by: int) -> None:
    """MH-16: each later first place at a Large Stone brings more."""
    rules, state = started("red", "reward", "green")
    done = act(rules, state, placing(rules, state, tile, "E3"), "reward")

    assert done.events[-1] == RewardRaised(0, by, by)
    assert rules.view(done.state, 1).seats[0].reward == by


def winning_at_c2(tile: str, **more: Any) -> tuple[MonsterHexRules, State]:
    """Return rules and a state in which Red, with Reward, is about to win the Demon King Stone without Overwhelm."""
    monsters = {"C1": (0, "A1", 0), "B1": (1, "B2", 0), "B2": (0, "S1", 0), "D2": (1, "B2", 0), "D1": (1, "B2", 0)}
    return placing_with(("red", "green"), monsters, abilities=("reward", "curse"), hands={0: tile}, **more)


def test_mh_16_reward_counts_at_the_capture_that_waited_and_cumulates() -> None:
    """MH-16: +1 after +2 makes +3, also for the stone that the activating tile surrounds."""
    rules, state = winning_at_c2("C1", rates=(2, 0))
    done = act(rules, state, placing(rules, state, "C1", "C3"), "reward")

    assert RewardEarned(0, "C2", 3) in done.events
    assert ValueAsked(0, "C2") in done.events
    view = rules.view(done.state, SPECTATOR)
    assert (view.seats[0].score.reward, view.seats[0].score.points, view.seats[0].reward) == (3, 3, 3)
    taken = after(rules, done.state, "take 7")
    assert rules.view(taken, SPECTATOR).seats[0].score.points == 3 + 7 + 2


def test_mh_16_reward_counts_overwhelm_once() -> None:
    """MH-16: Overwhelm is one first place."""
    monsters: dict[str, Lying] = dict.fromkeys(("C1", "B1", "B2", "D2", "D1"), (0, "A1", 0))
    rules, state = placing_with(
        ("red", "green"), monsters, abilities=("reward", "curse"), hands={0: "B2"}, rates=(2, 0)
    )
    done = act(rules, state, placing(rules, state, "B2", "C3"))

    assert [event.points for event in done.events if isinstance(event, RewardEarned)] == [2]
    assert len([event for event in done.events if isinstance(event, PointsTaken)]) == 2


def test_mh_16_reward_is_not_for_small_stones() -> None:
    """MH-16: a first place at a Small Stone still brings 1."""
    rules, state = placing_with(
        ("red", "green"), {"F3": (0, "A1", 0)}, abilities=("reward", "curse"), hands={0: "A1"}, rates=(2, 0)
    )
    done = act(rules, state, placing(rules, state, "A1", "F2"))

    assert [type(event) for event in done.events] == [TilePlaced, StoneCaptured, PointsTaken]


# MH-17


def test_mh_17_strike_places_another_tile_at_once() -> None:
    """MH-17: the same seat places again in the same turn. Then the next seat plays."""
    rules, state = started("blue", "strike")
    asked = after(rules, state, placing(rules, state, "C1", "C1"))
    assert legal(rules, asked) == ["strike", "decline"]
    striking = act(rules, asked, "strike")
    assert striking.events == (StrikeUsed(0),)
    assert rules.actors(striking.state) == (0,)
    assert rules.view(striking.state, 1).is_extra
    assert rules.turn_key(striking.state) == rules.turn_key(state)
    done = act(rules, striking.state, placing(rules, striking.state, "A2", "E1"))

    assert next(event for event in done.events if isinstance(event, TilePlaced)).is_extra
    assert rules.actors(done.state) == (1,)
    assert not rules.view(done.state, 1).is_extra


def test_mh_17_strike_is_used_once_per_round() -> None:
    """MH-17: a second red tile as the extra one raises no question."""
    rules, state = started("blue", "strike")
    striking = after(rules, state, placing(rules, state, "C1", "C1"), "strike")
    done = after(rules, striking, placing(rules, striking, "S1", "E3"))

    assert rules.actors(done) == (1,)
    assert rules.view(done, 0).ability is None


def test_mh_17_captures_of_both_tiles_are_made_after_the_extra_one() -> None:
    """MH-17: E2 is surrounded first, then G1 by the extra tile. Both are captured after it, in label order."""
    monsters = {"D1": (1, "B2", 0), "D2": (1, "B2", 0), "E1": (1, "B2", 0), "F1": (1, "B2", 3), "E3": (1, "B2", 0)}
    rules, state = placing_with(("blue", "red"), monsters, hands={0: "C1 B2"})
    first = act(rules, state, placing(rules, state, "C1", "F2"), "strike")
    assert rules.view(first.state, 0).waiting == ("E2",)
    assert not any(isinstance(event, StoneCaptured) for event in first.events)
    foreseen = preview.forecast(rules.view(first.state, 0), "B2", "F3", 0)
    others = preview.forecast(rules.view(first.state, 1), "B1", "F3", 0)
    second = act(rules, first.state, placing(rules, first.state, "B2", "F3"))

    assert [event.stone for event in second.events if isinstance(event, StoneCaptured)] == ["E2", "G1"]
    assert [found.stone for found in foreseen] == ["E2", "G1"]
    assert [found.stone for found in others] == ["G1"]


@pytest.mark.parametrize(
    ("hand", "left", "offered"),
    [
        ("C1 B2", "S1 A1 A2 B1 B2 C1", True),
        ("C1", "C1 A1", False),  # no tile left in the hand
        ("C1 B2", "C1 B2", False),  # C1 is the ninth tile of nine rounds
        ("C1 B2", "C1 B2 A1", True),  # C1 is the eighth tile
    ],
)
def test_mh_17_when_strike_is_offered(hand: str, left: str, offered: bool) -> None:
    """MH-17: not with an empty hand, nor when this tile is the seat's last (one per round of the game)."""
    rules, state = started("blue", "strike", hands={0: hand}, unplayed={0: left})
    placed = after(rules, state, placing(rules, state, "C1", "C1"))

    assert (rules.view(placed, 0).ability is not None) == offered


def test_mh_17_strike_is_not_offered_when_the_board_is_full_but_for_stones_that_wait() -> None:
    """MH-17: the last empty hex is filled while a temporary Stone waits for its capture."""
    names = [name for name in layout(2).board.name if name not in ("B1", "C1")]
    monsters = {name: (number % 2, "B2", 0) for number, name in enumerate(names)}
    rules, state = placing_with(("blue", "green"), monsters, hands={0: "C1 B2"}, stones={"C1": 1})
    done = act(rules, state, placing(rules, state, "C1", "B1"))

    assert not any(isinstance(event, AbilityAsked) for event in done.events)
    assert "C1" in [event.stone for event in done.events if isinstance(event, StoneCaptured)]


def test_mh_17_turns_are_skipped_after_as_many_tiles_as_rounds() -> None:
    """MH-17: after nine tiles in nine rounds a seat is skipped without an entry. The others fill the board."""
    factions = ("blue", "red")
    skipped = 0
    for seed in range(12):
        rules = rules_with(2, factions)
        state = after(rules, dealt(rules, rules.initial_state(), seed), "choose strike", "choose reward")
        while rules.actors(state):
            actor = rules.actors(state)[0]
            if actor == CHANCE:
                state = dealt(rules, state, seed)
                continue
            texts = legal(rules, state)
            text = "strike" if "strike" in texts else texts[seed % len(texts)]
            done = act(rules, state, text)
            for event in done.events:
                if isinstance(event, TurnSkipped):
                    skipped += 1
                    assert event.seat == 0
                    assert rules.view(done.state, 0).seats[0].unplayed == rules.view(state, 0).seats[0].unplayed
                    assert len(rules.view(done.state, 0).seats[0].unplayed) == 1
            state = done.state
        tiles = [monster.seat for monster in rules.view(state, 0).monsters]
        assert (tiles.count(0), tiles.count(1)) == (9, 9)
    assert skipped > 0


def test_mh_17_scatter_ignores_powers_next_to_any_monster() -> None:
    """MH-17: a red tile goes on any hex beside a Monster. `scatter` is added only where it is needed."""
    rules, state = started("blue", "scatter", hands={0: "C1 B2"})
    plain = {text for text in legal(rules, state) if "scatter" not in text}
    scattered = [text for text in legal(rules, state) if "scatter" in text]

    assert {text.split()[1] for text in scattered} == {"C1"}
    assert {text.split()[2] for text in legal(rules, state, "place C1")} == {"C1", "C3", "D3", "E1", "E3"}
    assert not plain & {text.removesuffix(" scatter") for text in scattered}
    assert len(legal(rules, state, "place C1")) == 5 * 6
    by_turn = [(text.split()[2], int(text.split()[3])) for text in legal(rules, state, "place C1")]
    assert by_turn == sorted(by_turn)
    done = act(rules, state, scattered[0])
    assert isinstance(done.events[0], TilePlaced)
    assert done.events[0].is_scattered
    assert not any(isinstance(event, AbilityAsked) for event in done.events)
    assert rules.actors(done.state) == (1,)


def test_mh_17_scatter_with_rank_s_goes_anywhere() -> None:
    """MH-17: rank S reaches any empty hex, other ranks only hexes beside a Monster."""
    rules, state = started("blue", "scatter", hands={0: "S1 C1"})

    assert len(legal(rules, state, "place S1")) == 16 * 6
    assert "place S1 F4 0 scatter" in legal(rules, state)
    with pytest.raises(IllegalAction, match=r"^F4 has no Monster beside it\. Scatter places the Spider on C1, C3, "):
        after(rules, state, "place C1 F4 0 scatter")
    plain = next(text for text in legal(rules, state, "place C1") if "scatter" not in text)
    with pytest.raises(IllegalAction, match=r"^The Spider fits there without Scatter\. "):
        after(rules, state, f"{plain} scatter")
    with pytest.raises(IllegalAction, match=r"^D1 is not empty\. "):
        after(rules, state, "place S1 D1 0 scatter")


def test_mh_17_scatter_is_for_red_tiles_of_who_has_it() -> None:
    """MH-17: another tile or another ability is refused."""
    rules, state = started("blue", "scatter", hands={0: "S1 B2"})
    with pytest.raises(IllegalAction, match=r"^You can use Scatter only with a red rank: Dragon, Serpent or Spider\.$"):
        after(rules, state, "place B2 F4 0 scatter")
    rules, state = started("blue", "strike", hands={0: "S1 B2"})
    with pytest.raises(IllegalAction, match=r"^Scatter isn't your ability\. "):
        after(rules, state, "place S1 F4 0 scatter")


def test_mh_17_scatter_and_the_very_first_tile() -> None:
    """MH-17, MH-5: the very first tile goes on a start hex regardless."""
    rules, state = placing_with(("blue", "red"), {}, abilities=("scatter", "reward"), hands={0: "S1 C1"})

    assert {text.split()[2] for text in legal(rules, state)} == {"D1", "D4"}
    assert not [text for text in legal(rules, state) if "scatter" in text]
    with pytest.raises(IllegalAction, match="first tile goes on a start hex"):
        after(rules, state, "place S1 E3 0 scatter")


def test_mh_17_whether_a_tile_fits_ignores_scatter() -> None:
    """MH-6, MH-17: if nothing matches, plain placements are those of MH-6, and Scatter adds the others."""
    rules, state = placing_with(
        ("blue", "red"), {"D1": (1, "A1", 0)}, abilities=("scatter", "reward"), hands={0: "C1"}, changes={"D1": 9}
    )
    plain = [text for text in legal(rules, state) if "scatter" not in text]
    scattered = {text.split()[2] for text in legal(rules, state) if "scatter" in text}

    assert plain == [f"place C1 D4 {turn}" for turn in range(6)]
    assert scattered == {"C1", "D2", "E1"}


# MH-18


def test_mh_18_confuse_reaches_adjacent_tiles() -> None:
    """MH-18: an adjacent tile of the opponent, to any other rotation. Actions are listed by hex and rotation."""
    rules, state = started("yellow", "confuse")
    placed = after(rules, state, placing(rules, state, "C1", "C1"))

    assert legal(rules, placed) == [*(f"confuse D1 {turn}" for turn in range(5)), "decline"]
    done = act(rules, placed, "confuse D1 4")
    assert done.events[0] == TileTurned(0, "D1", 5, 4)
    assert list_powers(rules, done.state, "D1") == (3, 2, 3, 2, 3, 3)


def test_mh_18_confuse_with_rank_s_reaches_all() -> None:
    """MH-18: any tile of the opponent, but never an own one."""
    rules, state = placing_with(("yellow", "red"), {**BESIDE, "F4": (0, "A1", 0)}, hands={0: "S1"})
    placed = after(rules, state, placing(rules, state, "S1", "E3"))

    assert {text.split()[1] for text in legal(rules, placed, "confuse")} == {"D1", "D2"}
    assert rules.view(placed, 1).ability.targets == ("D1", "D2")  # type: ignore[union-attr]
    with pytest.raises(IllegalAction, match=r"^The Hydra on F4 is your own\. "):
        after(rules, placed, "confuse F4 1")


def test_mh_18_confuse_out_of_reach_or_to_the_same_rotation() -> None:
    """MH-18: the refusal names what is possible."""
    rules, state = started("yellow", "confuse")
    placed = after(rules, state, placing(rules, state, "C1", "C1"))

    with pytest.raises(
        IllegalAction, match=r"^The Hydra on D2 is out of reach of your Spider on C1\. Use Confuse on D1"
    ):
        after(rules, placed, "confuse D2 1")
    with pytest.raises(IllegalAction, match=r"^The Wolf on D1 already has rotation 5\. Choose another rotation\. "):
        after(rules, placed, "confuse D1 5")
    with pytest.raises(InvalidAction, match="rotation from 0 to 5"):
        after(rules, placed, "confuse D1 6")


def test_mh_18_confuse_changes_what_matches() -> None:
    """MH-7, MH-18: powers are matched in the tile's current rotation."""
    rules, state = started("yellow", "confuse", hands={0: "C1", 1: "B2"})
    placed = after(rules, state, placing(rules, state, "C1", "C1"))

    assert legal(rules, after(rules, placed, "decline")) != legal(rules, after(rules, placed, "confuse D1 4"))


def test_mh_18_scheme_draws_a_private_card_without_the_objectives_variant() -> None:
    """MH-18: the card comes from all cards of the board not yet drawn, right after `scheme` and before the captures."""
    rules, state = placing_with(
        ("yellow", "red"), AT_C2, abilities=("scheme", "reward"), hands={0: "C1"}, cards={0: "O01"}
    )
    placed = after(rules, state, placing(rules, state, "C1", "C3"))
    assert legal(rules, placed) == ["scheme", "decline"]
    schemed = act(rules, placed, "scheme")
    assert schemed.events == (SchemeUsed(0),)
    assert rules.actors(schemed.state) == (CHANCE,)
    outcomes = [rules.format_action(action) for action in rules.chance_outcomes(schemed.state)]
    assert outcomes == [f"objective 0 O{number:02}" for number in range(2, 17) if number != 5]
    drawn = act(rules, schemed.state, "objective 0 O08")
    assert drawn.events[0] == ObjectiveDealt(0, "O08")
    assert isinstance(drawn.events[1], StoneCaptured)
    assert rules.visible(drawn.events[0], 1) == ObjectiveDealt(0, None)
    assert [card.id for card in rules.view(drawn.state, 0).seats[0].objectives] == ["O01", "O08"]
    assert [card.id for card in rules.view(drawn.state, 1).seats[0].objectives] == [None, None]


def test_mh_18_the_card_is_scored_even_when_drawn_with_the_last_tile() -> None:
    """MH-18: the card is dealt before the last captures and counts."""
    names = [name for name in layout(2).board.name if name != "F4"]
    monsters = {name: (number % 2, "B2", 0) for number, name in enumerate(names)}
    rules, state = placing_with(("yellow", "red"), monsters, abilities=("scheme", "reward"), hands={0: "C1"})
    scheming = after(rules, state, placing(rules, state, "C1", "F4"), "scheme", "objective 0 O12")
    end = continue_play(rules, scheming, 1)
    cards = rules.result(end)["seats"][0]["cards"]  # type: ignore[index]

    assert [card["id"] for card in cards] == ["O12"]
    starts = sum(monster.seat == 0 and monster.label in ("D1", "D4") for monster in rules.view(end, 0).monsters)
    assert cards[0]["times"] == starts
    assert cards[0]["points"] == 2 * starts == rules.view(end, 0).seats[0].score.objectives


# MH-19


@pytest.mark.parametrize(("tile", "by"), [("C1", -1), ("B1", -1), ("S1", -2)])
def test_mh_19_curse(tile: str, by: int) -> None:
    """MH-19: all powers of one Monster of the opponent fall by 1, with rank S by 2, also below 0."""
    rules, state = started("green", "curse")
    placed = after(rules, state, placing(rules, state, tile, "E3"))
    assert legal(rules, placed) == ["curse D1", "curse D2", "decline"]
    done = act(rules, placed, "curse D1")

    assert done.events[0] == PowersChanged(0, "curse", "D1", by)
    assert list_powers(rules, done.state, "D1") == tuple(power + by for power in (3, 3, 2, 3, 2, 3))
    with pytest.raises(IllegalAction, match=r"^The .* on E3 is your own\. Use Curse on D1 or D2, or decline\.$"):
        after(rules, placed, "curse E3")


def test_mh_19_curse_below_zero_and_overwhelm() -> None:
    """MH-12, MH-19: a negative power counts as 0 for Overwhelm but is shown as it is."""
    monsters = {"C1": (0, "C4", 0), "B1": (0, "C4", 0), "B2": (0, "C4", 0), "D2": (0, "C4", 3), "D1": (1, "C3", 0)}
    rules, state = placing_with(("green", "red"), monsters, hands={0: "S1"}, changes={"D1": -1})
    done = act(rules, state, placing(rules, state, "S1", "C3"), "curse D1")
    captured = next(event for event in done.events if isinstance(event, StoneCaptured))

    assert captured.powers[1] == 1 - 1 - 2
    assert captured.overwhelm
    assert (captured.first, captured.second) == (0, 1)
    assert [event.seat for event in done.events if isinstance(event, PointsTaken)] == [0, 0]


def test_mh_12_a_first_without_power_above_zero_does_not_overwhelm() -> None:
    """MH-12, MH-19: a first with power 0 or less does not overwhelm, however low the opponent's power is."""
    monsters = {"C1": (0, "B2", 0), "B1": (0, "B2", 0), "B2": (0, "B2", 0), "D2": (0, "B2", 0), "D1": (1, "B2", 0)}
    weak = dict.fromkeys(("C1", "B1", "B2"), -10)
    rules, state = placing_with(("green", "red"), monsters, hands={0: "B2"}, changes={**weak, "D1": -40})
    captured = next(
        event
        for event in act(rules, state, placing(rules, state, "B2", "C3")).events
        if isinstance(event, StoneCaptured)
    )

    assert captured.powers[0] is not None
    assert captured.powers[0] <= 0
    assert captured.first == 0
    assert not captured.overwhelm


@pytest.mark.parametrize(("tile", "value"), [("C1", 1), ("B1", 1), ("S1", 2)])
def test_mh_19_petrify(tile: str, value: int) -> None:
    """MH-19: an empty hex becomes a temporary Large Stone with one value. No tile can be placed on it."""
    rules, state = started("green", "petrify", hands={0: tile, 1: "B2"})
    placed = after(rules, state, placing(rules, state, tile, "E3"))
    assert rules.view(placed, 0).ability.strength == value  # type: ignore[union-attr]
    done = act(rules, placed, "petrify D4")

    assert done.events[0] == HexPetrified(0, "D4", value)
    assert [(stone.label, stone.value) for stone in rules.view(done.state, 1).temporary] == [("D4", value)]
    assert not legal(rules, done.state, "place B2 D4")
    with pytest.raises(IllegalAction, match=r"^D4 is a temporary Stone now\. "):
        after(rules, done.state, "place B2 D4 0")


def test_mh_19_a_petrified_start_hex_is_no_unoccupied_start_hex() -> None:
    """MH-6, MH-19: both start hexes are taken and nothing matches, so any tile goes anywhere."""
    rules, state = placing_with(
        ("green", "red"), {"D1": (1, "A1", 0)}, hands={0: "A1"}, stones={"D4": 1}, changes={"D1": 9}
    )

    assert len(legal(rules, state)) == 16 * 6


def test_mh_19_never_the_last_empty_hex_beside_another_stone() -> None:
    """MH-19: it protects Stones of the board and temporary ones."""
    factions = ("green", "red")
    rules = rules_with(2, factions)
    state = placing_state(
        rules, factions, {**BESIDE, "B2": (1, "B2", 4), "E3": (1, "B2", 0), "B1": (1, "B2", 0)},
        abilities=("petrify", "reward"), hands={0: "C1"}, stones={"C5": 1},
    )  # fmt: skip
    placed = after(rules, state, placing(rules, state, "C1", "C3"))

    assert "petrify B3" not in legal(rules, placed)
    with pytest.raises(
        IllegalAction, match=r"^B3 is the last empty hex beside the Small Stone \(A1\)\. Use Petrify on "
    ):
        after(rules, placed, "petrify B3")
    assert "petrify C1" not in legal(rules, placed)
    with pytest.raises(IllegalAction, match=r"^C1 is the last empty hex beside the Demon King \(C2\)\. "):
        after(rules, placed, "petrify C1")
    # C5 has B4 and D4 beside it. With D4 filled, B4 is its last empty neighbour.
    assert "petrify B4" in legal(rules, placed)
    filled = placing_state(
        rules, factions, {**BESIDE, "D4": (1, "B2", 0), "E3": (1, "B2", 0)},
        abilities=("petrify", "reward"), hands={0: "C1"}, stones={"C5": 1},
    )  # fmt: skip
    closing = after(rules, filled, placing(rules, filled, "C1", "C1"))
    with pytest.raises(IllegalAction, match=r"^B4 is the last empty hex beside the temporary Stone \(C5\)\. "):
        after(rules, closing, "petrify B4")
    with pytest.raises(IllegalAction, match=r"^D1 is not empty\. "):
        after(rules, closing, "petrify D1")


def test_mh_19_a_captured_temporary_stone_leaves_a_free_hex() -> None:
    """MH-19: the first takes the one value without a colour bonus. Then the hex can be filled."""
    monsters = {"B3": (0, "A1", 0), "E5": (1, "B2", 0)}
    rules, state = placing_with(("green", "red"), {**monsters, "D4": (1, "B2", 0)}, hands={0: "A1", 1: "B2"},
                          stones={"C5": 2}, rates=(1, 0))  # fmt: skip
    done = act(rules, state, placing(rules, state, "A1", "B4"))
    captured = next(event for event in done.events if isinstance(event, StoneCaptured))

    assert (captured.stone, captured.temporary, captured.overwhelm) == ("C5", 2, False)
    assert captured.first == 0
    assert [event for event in done.events if isinstance(event, (PointsTaken, RewardEarned))] == [
        RewardEarned(0, "C5", 1),
        PointsTaken(0, "C5", 2, 0),
    ]
    view = rules.view(done.state, SPECTATOR)
    assert view.temporary == ()
    assert [(stone.label, stone.value) for stone in view.temporary_captures] == [("C5", 2)]
    assert view.seats[0].score.large == 2
    assert legal(rules, done.state, "place B2 C5")


def test_mh_19_after_a_tie_for_first_the_second_gets_the_one_value() -> None:
    """MH-9, MH-19: two owners tie for first, and the third is second."""
    factions = ("green", "red", "blue")
    rules = rules_with(3, factions)
    table = layout(3)
    ring = [table.board.name[cell] for _, cell in table.beside[table.board.index["C3"]]]
    monsters = {label: (1 if number % 2 else 2, "B2", 0) for number, label in enumerate(ring)}
    state = placing_state(rules, factions, {**monsters, ring[0]: (0, "C4", 0)}, stones={"C3": 1})
    powers = rules.view(state, 0)
    facing = {1: 0, 2: 0, 0: 0}
    for monster in powers.monsters:
        edge = next(
            (side + 3) % 6
            for side, cell in table.beside[table.board.index["C3"]]
            if table.board.name[cell] == monster.label
        )
        facing[monster.seat] += monster.powers[edge]
    changes = {ring[1]: 20 - facing[1], ring[2]: 20 - facing[2]}
    last = ring[0]
    del monsters[last]
    state = placing_state(rules, factions, monsters, hands={0: "B2"}, stones={"C3": 1}, changes=changes)
    done = act(rules, state, placing(rules, state, "B2", last))
    captured = next(event for event in done.events if isinstance(event, StoneCaptured) and event.temporary)

    assert (captured.powers[1], captured.powers[2], captured.first, captured.second) == (20, 20, None, 0)
    assert PointsTaken(0, "C3", 1, 0) in done.events


def test_mh_19_adjacent_temporary_stones_are_captured_together() -> None:
    """MH-19: they wait until the whole group is surrounded. Then each is captured by its own powers, in label order."""
    factions = ("green", "red")
    rules = rules_with(2, factions)
    monsters = {"B3": (0, "A1", 0), "E5": (1, "B2", 0)}
    state = placing_state(rules, factions, monsters, hands={0: "A1", 1: "B2"}, stones={"C5": 2, "D4": 1})
    half = act(rules, state, placing(rules, state, "A1", "B4"))
    assert not any(isinstance(event, StoneCaptured) for event in half.events)
    assert rules.view(half.state, 0).waiting == ()
    near = placing_state(
        rules, factions, {**monsters, "B4": (0, "A1", 0), "C3": (1, "B2", 0)}, hands={0: "A2", 1: "B1"},
        stones={"C5": 2, "D4": 1},
    )  # fmt: skip
    done = act(rules, near, placing(rules, near, "A2", "D3"))
    captured = [event for event in done.events if isinstance(event, StoneCaptured)]

    assert [(event.stone, event.temporary) for event in captured] == [("C4", 0), ("C5", 2), ("D4", 1)]
    assert captured[1].powers[1] is None
    assert captured[2].powers[0] is not None
    assert captured[2].powers[1] is not None
    view = rules.view(done.state, 0)
    assert view.temporary == ()
    assert {text.split()[2] for text in legal(rules, done.state, "place B1")} >= {"C5", "D4"}


def test_mh_19_a_stone_is_captured_once() -> None:
    """MH-19: filling the freed hex does not capture the neighbouring Stones again."""
    factions = ("green", "red")
    rules = rules_with(2, factions)
    near = placing_state(
        rules, factions, {"B3": (0, "A1", 0), "E5": (1, "B2", 0), "B4": (0, "A1", 0), "C3": (1, "B2", 0)},
        hands={0: "A2", 1: "B1 A1"}, stones={"C5": 2, "D4": 1},
    )  # fmt: skip
    state = after(rules, near, placing(rules, near, "A2", "D3"))
    if rules.view(state, 0).take is not None:
        state = after(rules, state, legal(rules, state)[0])
    first = act(rules, state, placing(rules, state, "B1", "C5"))

    assert not any(isinstance(event, StoneCaptured) for event in first.events)


def test_mh_19_a_stone_surrounded_when_made_waits_with_the_others_in_label_order() -> None:
    """MH-19: a Stone made where all neighbours hold tiles is captured at once, after Stones with earlier labels."""
    monsters = {"B4": (1, "B2", 0), "D4": (1, "B2", 0), "B3": (0, "B2", 0), "C3": (1, "B2", 0), "E3": (1, "B2", 0)}
    rules, state = placing_with(("green", "red"), monsters, abilities=("petrify", "reward"), hands={0: "S1"})
    placed = after(rules, state, placing(rules, state, "S1", "B2"))
    assert rules.view(placed, 0).waiting == ("A1",)
    # C4 still has an empty neighbour, D3. C5 has none.
    done = act(rules, placed, "petrify C5")

    captured = [event for event in done.events if isinstance(event, StoneCaptured)]
    assert [(event.stone, event.temporary) for event in captured] == [("A1", 0), ("C5", 2)]
    assert rules.view(done.state, 0).temporary == ()
    assert rules.view(done.state, 0).monsters
