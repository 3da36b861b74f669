"""Monster Hex events as sentences: text or silence for each kind of event, and public information only."""

from typing import Any, get_args

import pytest

from cogs.monster_hex.sentences import CARD_LINES, card_sentences, sentences
from engine.monster_hex import events
from engine.monster_hex.content import Stone, layout
from engine.monster_hex.objectives import OBJECTIVES
from engine.monster_hex.view import View
from tests.cog_tables import new_game, table_view

VIEW: View = table_view(new_game(3)).view
NAMES = ("Ann", "Ben", "Cam")
LARGE = next(stone for stone in layout(3).stones if stone.large)
NAMED = f"{LARGE.name.removesuffix(' Stone')} ({LARGE.label})"
CARD = OBJECTIVES[0]
SMALL = next(stone for stone in layout(3).stones if not stone.large)


def captured(stone: Stone, first: int | None, second: int | None, *, overwhelm: bool = False) -> events.StoneCaptured:
    return events.StoneCaptured(stone.label, (7, 3, None), first, second, overwhelm)


TOLD: list[tuple[Any, tuple[str, ...]]] = [
    (events.FactionAssigned(0, "red"), ("Ann", "Red")),
    (events.OrderDrawn((2, 0, 1)), ("Cam, Ann, Ben",)),
    (events.HeadStartGiven((0, 2)), ("Head start: Ben begins with 2 points.",)),
    (events.TilePlaced(1, "S1", "B2", 3), ("Ben placed the Dragon on B2.",)),
    (captured(LARGE, 0, 1), (f"The {NAMED} falls: Ann with power 7, Ben with 3.",)),
    (captured(SMALL, 0, 1), (f"The Small Stone ({SMALL.label}) falls: Ann with power 7, Ben with 3.",)),
    (captured(SMALL, None, None), ("The Small Stone", SMALL.label, "A tie, so nobody scores.")),
    (captured(LARGE, 0, 1, overwhelm=True), (f"The {NAMED} falls", "Double the power: Ann takes both values.")),
    (events.ValueAsked(0, LARGE.label), (f"Ann chooses a value of the {NAMED}.",)),
    (events.PointsTaken(0, LARGE.label, 5, 0), (f"{NAMED}: Ann +5.",)),
    (events.PointsTaken(1, LARGE.label, 5, 2), (f"{NAMED}: Ben +7 (5, +2 own colour).",)),
    (events.TimeRanOut(2), ("Time ran out for Cam", "made for them")),
    (events.SeatForfeited(2), ("Cam has left",)),
    (events.GameEnded("demon_king", (0,)), ("Equal points", "Demon King")),
    (events.GameEnded("shared", (0, 1)), ("Equal points", "shared")),
    (events.AbilitiesShown(("enchant", "strike", "curse")), ("Abilities: Ann Enchant, Ben Strike, Cam Curse.",)),
    (events.AbilityDeclined(1, "strike"), ("Ben kept Strike for later.",)),
    (events.PowersChanged(0, "enchant", "B2", 2), ("Ann used Enchant on B2: all powers there +2.",)),
    (events.PowersChanged(2, "curse", "B2", -1), ("Cam used Curse on B2: all powers there −1.",)),
    (events.TileTurned(0, "B2", 1, 4), ("Ann used Confuse", "B2", "half round")),
    (events.HexPetrified(2, "B2", 1), ("Cam used Petrify: B2 is now a Large Stone worth 1.",)),
    (events.RewardRaised(0, 1, 2), ("Ann used Reward", "2 more")),
    (events.RewardEarned(0, LARGE.label, 2), ("Reward: Ann +2.",)),
    (events.StrikeUsed(1), ("Ben used Strike to place another tile.",)),
    (events.SchemeUsed(1), ("Ben used Scheme to draw an objective.",)),
    (events.ObjectiveDealt(None, CARD.id), (f"Objective for all: {CARD.name}", CARD.text)),
    (events.TurnSkipped(1), ("Ben has placed all tiles",)),
    (events.ObjectiveScored(0, CARD.id, True, 2, 6), (f"{CARD.name}: Ann +6 (2 times).",)),
    (
        events.StoneCaptured("B2", (2, 0, None), 0, None, False, 1),
        ("The temporary stone (B2) falls: Ann with power 2",),
    ),
]
"""Events with the parts that their sentence must contain."""
SILENT: list[Any] = [
    # Private, and part of every turn.
    events.TileDrawn(0, "S1"),
    events.TileDrawn(0, None),
    # The card's headline shows the round.
    events.RoundEnded(1),
    # The verdict on the card names the winners.
    events.GameEnded("most_points", (0,)),
    events.GameEnded("forfeit", ()),
    events.GameEnded("solo", ()),
    # Secret until all have chosen.
    events.AbilityChosen(0),
    # The card asks the question.
    events.AbilityAsked(0, "enchant", "B2"),
    # Private.
    events.ObjectiveDealt(0, None),
    events.ObjectiveDealt(0, CARD.id),
    events.SharedDrawn(0, None),
    events.SharedDrawn(0, "S1"),
    # Nothing was scored.
    events.ObjectiveScored(0, CARD.id, False, 0, 0),
]


def list_names(kinds: list[Any]) -> list[str]:
    """Return names for parametrized tests."""
    return [f"{type(event).__name__}-{number}" for number, event in enumerate(kinds)]


def test_every_kind_of_event_is_told_or_left_out_on_purpose() -> None:
    decided = {type(event) for event in [*(event for event, _ in TOLD), *SILENT]}

    assert decided == set(get_args(events.Event))


@pytest.mark.parametrize(("event", "said"), TOLD, ids=list_names([event for event, _ in TOLD]))
def test_an_event_is_told_in_a_sentence(event: Any, said: tuple[str, ...]) -> None:
    (sentence,) = sentences(VIEW, [event], NAMES)

    assert sentence.endswith(".")
    assert [words for words in said if words not in sentence] == []
    assert "MH-" not in sentence


@pytest.mark.parametrize("event", SILENT, ids=list_names(SILENT))
def test_an_event_that_is_private_or_told_elsewhere_is_left_out(event: Any) -> None:
    assert sentences(VIEW, [event], NAMES) == []


def test_what_was_asked_is_not_told_once_it_is_taken() -> None:
    taken = events.PointsTaken(0, LARGE.label, 5, 0)

    assert sentences(VIEW, [events.ValueAsked(0, LARGE.label), taken], NAMES) == sentences(VIEW, [taken], NAMES)


def test_sentences_come_in_the_order_of_what_happened() -> None:
    # Points join the line of their capture, and those of several stones are added up.
    happened = [event for event, _ in TOLD if not isinstance(event, events.PointsTaken)]

    assert sentences(VIEW, happened, NAMES) == [said for event in happened for said in sentences(VIEW, [event], NAMES)]


def test_a_capture_and_its_points_are_one_line() -> None:
    falls, taken = captured(LARGE, 0, 1), events.PointsTaken(0, LARGE.label, 5, 0)
    line = f"The {NAMED} falls: Ann with power 7, Ben with 3. Ann +5."

    assert sentences(VIEW, [falls, taken], NAMES) == [line]
    assert sentences(VIEW, [falls, events.ValueAsked(0, LARGE.label), taken], NAMES) == [line]


def test_both_values_of_an_overwhelmed_stone_are_one_sentence() -> None:
    taken = [events.PointsTaken(0, LARGE.label, 5, 2), events.PointsTaken(0, LARGE.label, 3, 0)]
    assert sentences(VIEW, taken, NAMES) == [f"{NAMED}: Ann +10 (5 + 3, +2 own colour)."]


def test_points_of_two_seats_at_a_stone_are_one_sentence() -> None:
    taken = [events.PointsTaken(0, LARGE.label, 5, 2), events.PointsTaken(1, LARGE.label, 3, 0)]
    assert sentences(VIEW, taken, NAMES) == [f"{NAMED}: Ann +7 (5, +2 own colour), Ben +3."]


def test_points_from_several_stones_after_one_placement_are_added_up() -> None:
    placed = events.TilePlaced(0, "S1", "B2", 3)
    of_small, of_large = events.PointsTaken(0, SMALL.label, 1, 0), events.PointsTaken(1, LARGE.label, 5, 2)
    reward = events.RewardEarned(1, LARGE.label, 2)

    assert sentences(VIEW, (placed, of_small, of_large), NAMES)[-1] == f"{NAMED}: Ben +7 (5, +2 own colour)."
    assert sentences(VIEW, (placed, of_small, reward, of_large), NAMES)[-1] == "In all: Ann +1, Ben +9."
    assert not any("In all" in said for said in sentences(VIEW, (of_small, reward, of_large), NAMES)), "not all of them"


def test_a_card_tells_an_eventful_round_in_three_lines_in_their_order() -> None:
    placed = [events.TilePlaced(seat, "S1", label, 3) for seat, label in ((0, "B2"), (1, "B3"), (2, "B4"))]
    fallen = [captured(LARGE, 0, 1), events.PointsTaken(0, LARGE.label, 5, 0)]

    assert card_sentences(VIEW, [*placed[:2], *fallen], NAMES) == sentences(VIEW, [*placed[:2], *fallen], NAMES)
    assert card_sentences(VIEW, [*placed, *fallen], NAMES) == [
        "Ann: Dragon on B2 · Ben: Dragon on B3 · Cam: Dragon on B4.",
        f"The {NAMED} falls. Ann +5.",
    ]
    assert len(card_sentences(VIEW, [*placed, *(event for event, _ in TOLD)], NAMES)) == CARD_LINES


def test_the_strongest_comes_first_where_a_stone_falls() -> None:
    falls = events.StoneCaptured(LARGE.label, (9, None, 14), 2, 0, False)

    assert sentences(VIEW, [falls], NAMES) == [f"The {NAMED} falls: Cam with power 14, Ann with 9."]


def test_a_level_small_stone_tells_why_somebody_takes_it() -> None:
    level = events.StoneCaptured(SMALL.label, (3, 3, None), 1, None, False)

    (told,) = sentences(VIEW, [level], NAMES)

    assert told.endswith("Ann with power 3, Ben with 3. Power is equal, so the higher rank there takes it.")
