"""Set-up, secrecy, notation, `close`, forfeit and result with variants: MH-15, MH-20 and MH-23."""

from random import Random

import msgspec
import pytest

from engine.core import CHANCE, HOST, SPECTATOR, Close, Forfeit, InvalidAction, Outcome
from engine.monster_hex.content import layout
from engine.monster_hex.events import (
    AbilitiesShown,
    AbilityChosen,
    GameEnded,
    ObjectiveDealt,
    ObjectiveScored,
    TilePlaced,
    TimeRanOut,
)
from engine.monster_hex.objectives import OBJECTIVE
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import State
from tests.engine.monster_hex.variant_positions import (
    after,
    continue_play,
    dealt,
    legal,
    placing,
    placing_with,
    rules_with,
)


def test_mh_20_cards_are_those_of_the_board() -> None:
    """MH-20: War Rhomb is not used on the 2-player board. All cards left are possible outcomes."""
    rules = rules_with(2, ["red", "blue"], objectives=True, abilities=False)
    state = dealt_until_cards(rules)
    outcomes = [rules.format_action(action) for action in rules.chance_outcomes(state)]

    assert outcomes == [f"objective public O{number:02}" for number in range(1, 17) if number != 5]
    state = after(rules, state, "objective public O01")
    assert "objective public O01" not in [rules.format_action(action) for action in rules.chance_outcomes(state)]


def dealt_until_cards(rules: MonsterHexRules) -> State:
    state = rules.initial_state()
    while rules.view(state, 0).phase != "objectives":
        state = rules.apply(state, CHANCE, rules.chance_outcomes(state)[0]).state
    return state


def test_mh_20_private_cards_are_seen_by_their_seat_alone_until_the_end() -> None:
    """MH-20: a seat sees how often its own cards are fulfilled now. At the end all cards are shown."""
    rules = rules_with(2, ["red", "blue"], objectives=True, abilities=False)
    state = dealt(rules, rules.initial_state())
    own, other = rules.view(state, 0), rules.view(state, 1)

    assert [card.id is None for card in own.seats[0].objectives] == [False]
    assert [(card.id, card.times) for card in own.seats[1].objectives] == [(None, None)]
    assert [card.id is None for card in other.seats[0].objectives] == [True]
    assert [card.id for card in rules.view(state, SPECTATOR).public_objectives] == [
        card.id for card in own.public_objectives
    ]
    assert str(own.seats[0].objectives[0].id) not in repr(own)
    assert str(own.seats[0].objectives[0].id) not in msgspec.json.encode(other).decode()
    assert rules.visible(ObjectiveDealt(0, "O01"), 1) == ObjectiveDealt(0, None)
    assert rules.visible(ObjectiveDealt(None, "O01"), SPECTATOR) == ObjectiveDealt(None, "O01")
    end = rules.view(continue_play(rules, state, 1), SPECTATOR)
    assert all(card.id is not None for seat in end.seats for card in seat.objectives)


def test_mh_20_how_far_cards_are_fulfilled_is_shown_but_not_yet_scored() -> None:
    """MH-20: two Monsters on start hexes fulfil Summoning Circle twice. Its points count only at the end."""
    rules, state = placing_with(
        ("red", "blue"),
        {"D1": (0, "A1", 0), "D4": (0, "A2", 0)},
        public=(11, 0),
        cards={0: "O13", 1: "O01"},
        options={"objectives": True},
    )
    view = rules.view(state, 0)

    assert [(card.id, card.times) for card in view.public_objectives] == [("O12", (2, 0)), ("O01", (0, 0))]
    assert view.seats[0].score.objectives == 0


@pytest.mark.parametrize("seed", range(3))
def test_mh_20_cards_in_the_result(seed: int) -> None:
    """`cards` lists the own private card first, then the public ones, with the printed points for each time."""
    rules = rules_with(3, ["red", "blue", "green"], objectives=True, abilities=False)
    state = dealt(rules, rules.initial_state(), seed)
    private = [rules.view(state, seat).seats[seat].objectives[0].id for seat in range(3)]
    public = [card.id for card in rules.view(state, 0).public_objectives]
    rng, events = Random(seed), []
    while actors := rules.actors(state):
        transition = rules.apply(state, actors[0], rng.choice(rules.legal_actions(state, actors[0])))
        state = transition.state
        events += transition.events
    result = rules.result(state)
    assert result is not None
    for seat, part in enumerate(result["seats"]):
        assert [card["id"] for card in part["cards"]] == [private[seat], *public]
        assert all(card["points"] == card["times"] * OBJECTIVE[card["id"]].points for card in part["cards"])
        assert part["objectives"] == sum(card["points"] for card in part["cards"])
        assert part["points"] == sum(part[name] for name in ("large", "small", "colour", "reward", "objectives"))
    scored = [(event.seat, event.objective, event.times) for event in events if isinstance(event, ObjectiveScored)]
    assert scored == [
        (seat, card["id"], card["times"]) for seat, part in enumerate(result["seats"]) for card in part["cards"]
    ]
    assert isinstance(events[-1], GameEnded)


# MH-23


def test_mh_23_close_chooses_the_first_listed_for_all_that_have_not_chosen() -> None:
    """MH-23: enchant, strike, confuse, curse. A choice already made stays."""
    rules = rules_with(4, ["red", "blue", "yellow", "green"])
    state = dealt(rules, rules.initial_state())
    state = rules.apply(state, 2, rules.parse_action("choose scheme")).state
    closed = rules.apply(state, HOST, Close())

    assert [event.seat for event in closed.events if isinstance(event, TimeRanOut)] == [0, 1, 3]
    assert AbilitiesShown(("enchant", "strike", "scheme", "curse")) in closed.events


def test_mh_23_close_answers_exactly_the_open_question() -> None:
    """MH-23: a placement by `close` raises its ability's question, and the next `close` declines it."""
    rules, state = placing_with(("red", "green"), {"D1": (1, "A1", 0)}, hands={0: "C1"})
    first = rules.apply(state, HOST, Close())
    assert rules.view(first.state, 0).ability is not None
    second = rules.apply(first.state, HOST, Close())
    assert rules.actors(second.state) == (1,)
    assert rules.view(second.state, 0).monsters[0].change == 0


def test_mh_23_close_never_scatters() -> None:
    """MH-23: it takes the first tile that fits by its powers, although Scatter could place an earlier one."""
    rules, state = placing_with(
        ("blue", "green"), {"D1": (1, "C4", 0)}, abilities=("scatter", "curse"), hands={0: "S1 C4"}
    )
    plain = [text for text in legal(rules, state) if "scatter" not in text]
    closed = rules.apply(state, HOST, Close())
    placed = next(event for event in closed.events if isinstance(event, TilePlaced))

    assert f"place {placed.tile} {placed.label} {placed.rotation}" == plain[0]
    assert not placed.is_scattered


def test_mh_23_a_seat_that_left_chooses_and_declines_by_itself() -> None:
    """MH-23: one of three seats leaves while abilities are chosen. Its default moves leave no entries."""
    rules = rules_with(3, ["red", "blue", "green"])
    state = dealt(rules, rules.initial_state())
    left = rules.apply(state, HOST, Forfeit(0))
    assert left.events[-1] == AbilityChosen(0)
    assert rules.actors(left.state) == (1, 2)
    state = left.state
    for seat, text in ((1, "choose strike"), (2, "choose petrify")):
        state = rules.apply(state, seat, rules.parse_action(text)).state
    assert rules.view(state, 1).seats[0].ability == "enchant"
    rng = Random(2)
    while actors := rules.actors(state):
        assert actors != (0,)
        state = rules.apply(state, actors[0], rng.choice(rules.legal_actions(state, actors[0]))).state
    assert all(monster.change == 0 for monster in rules.view(state, 1).monsters)
    assert 0 not in rules.outcome(state).winners  # type: ignore[union-attr]


def test_mh_23_a_forfeit_of_two_makes_no_more_captures_and_counts_no_cards() -> None:
    """MH-20, MH-23: the stone whose first is asked keeps its powers and Reward's points; others are not captured."""
    monsters = {"C1": (0, "A1", 0), "B1": (1, "B2", 0), "B2": (0, "S1", 0), "D2": (1, "B2", 0), "D1": (1, "B2", 0)}
    rules, state = placing_with(
        ("red", "green"), monsters, abilities=("reward", "curse"), hands={0: "C1"}, rates=(1, 0), public=(0, 1),
        cards={0: "O12", 1: "O13"}, options={"objectives": True},
    )  # fmt: skip
    asked = after(rules, state, placing(rules, state, "C1", "C3"), "decline")
    assert rules.view(asked, 0).take is not None
    ended = rules.apply(asked, HOST, Forfeit(1)).state
    result = rules.result(ended)

    assert rules.outcome(ended) == Outcome("forfeit", (1, 0), (0,))
    assert result is not None
    assert (result["stones"]["C2"]["first"], result["stones"]["C2"]["taken"]) == (0, [])
    assert [part["cards"] for part in result["seats"]] == [[], []]
    assert (result["seats"][0]["reward"], result["seats"][0]["points"]) == (1, 1)
    waiting = after(rules, state, placing(rules, state, "C1", "C3"))
    result = rules.result(rules.apply(waiting, HOST, Forfeit(1)).state)
    assert result is not None
    assert result["stones"] == {}


# Notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PLACE dragon c1 2 SCATTER", "place S1 C1 2 scatter"),
        ("Choose Petrify", "choose petrify"),
        ("choose strike", "choose strike"),
        ("enchant c1", "enchant C1"),
        ("curse  D2", "curse D2"),
        ("confuse d2 3", "confuse D2 3"),
        ("petrify E5", "petrify E5"),
        ("Strike", "strike"),
        ("reward", "reward"),
        ("scheme", "scheme"),
        ("DECLINE", "decline"),
        ("take 7", "take 7"),
        ("shared c1 5", "shared C1 5"),
        ("shared B1 5", "shared B1 5"),
        ("shared B1", "shared B1"),
        ("shared wolf", "shared B2"),
        ("objective public o07", "objective public O07"),
        ("objective 1 O07", "objective 1 O07"),
        ("faction shared Green", "faction shared green"),
    ],
)
def test_actions_are_read_in_any_case_and_written_canonically(text: str, canonical: str) -> None:
    """Parsing and formatting on a board with the shared faction."""
    rules = rules_with(2, ["red", "blue", "green"], shared=True)
    labels = layout(3).board.name
    if any(word.upper() not in labels for word in text.split()[1:] if word[0].lower() in "bcde" and word[1:].isdigit()):
        rules = rules_with(1, ["red", "green"])
        text, canonical = text.replace("objective 1", "objective 0"), canonical.replace("objective 1", "objective 0")

    action = rules.parse_action(text)
    assert rules.format_action(action) == canonical
    assert rules.parse_action(canonical) == action


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("choose dance", "There is no ability “dance”; the abilities are enchant, reward, strike, scatter, confuse,"),
        ("choose", "Please add an ability. Write “choose ABILITY”."),
        ("enchant", "Please add a hex. Write “enchant HEX”."),
        ("confuse D1", "Please add a rotation"),
        ("confuse D1 7", "“7” is not a rotation from 0 to 5."),
        ("decline now", "“now” is one word too many. Write “decline”."),
        ("petrify C2", "C2 is the Demon King; place tiles on the hexes around it."),
        ("place S1 D1 0 scatter now", "“now” is one word too many"),
        ("place S1 D1 0 now", "“now” is one word too many. Write “place TILE HEX ROTATION”."),
        ("objective 5 O01", "“5” is not “public” or a seat from 0 to 1."),
        ("objective 0 O99", "There is no Objective “O99”; the Objectives are O01, "),
        ("shared", "Please add a hex"),
        ("faction shared red", "“shared” is not a seat from 0 to 1."),
    ],
)
def test_texts_that_are_no_action_say_what_is_wrong(text: str, refusal: str) -> None:
    """Every refusal repeats the wrong word."""
    rules = rules_with(2, ["red", "blue"])

    with pytest.raises(InvalidAction) as refused:
        rules.parse_action(text)
    assert refused.value.text.startswith(refusal.removesuffix(".")), refused.value.text
