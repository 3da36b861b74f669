"""Hex Battle Wars events as sentences: dice with modifiers, tiles without the real one, and the end."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.hex_battle_wars.interface import INTERFACE
from engine.core import SPECTATOR, Outcome
from engine.hex_battle_wars import events
from engine.hex_battle_wars.view import Modifier, Shot, View, Walk
from tests.battle_games import new_game

NAMES = ("Ann", "Ben", "Cam")
MARKUP = re.compile(r"<:(\w+)_0123abcd:\d+> ")
VIEW: View = new_game(3).view(SPECTATOR)
SEVERAL: View = new_game(3, pieces=2).view(SPECTATOR)
SHOT = Shot(0, 1, "k7", 1, 1, 0, "n8", (Modifier("distance", -3), Modifier("height", 1)), 13, 14, 12)


def told(*happened: Any, view: View = VIEW) -> list[str]:
    """Return the sentences of some events."""
    return INTERFACE.words.sentences(view, happened, NAMES)


def attacked(**changes: Any) -> str:
    """Return the sentence of an attack."""
    (sentence,) = told(events.AttackRolled(replace(SHOT, **changes)))
    return sentence


def test_an_attack_spells_out_every_modifier() -> None:
    start = "Ann on k7 attacks Ben on n8: d20"
    assert attacked() == f"{start} 14 − 3 distance + 1 height = 12 vs 13: missed."
    assert attacked(die=15, total=13, hit=True) == f"{start} 15 − 3 distance + 1 height = 13 vs 13: hit."
    assert attacked(modifiers=()) == f"{start} 14 vs 13: missed."
    assert attacked(die=1, total=-1) == f"{start} 1 − 3 distance + 1 height = −1 vs 13: missed."
    assert attacked(die=20, total=18, hit=True) == f"{start} 20 − 3 distance + 1 height: a 20 always hits."
    assert "attacks Ben’s tile 2 on n8" in attacked(tile=2)


@pytest.mark.parametrize(
    ("happened", "sentences"),
    [
        (
            [events.DamageRolled(replace(SHOT, damage_die=9, damage=9, hp=16))],
            ["d16: 9 damage. Ben has 16 HP left."],
        ),
        (
            [events.DamageRolled(replace(SHOT, die=20, damage_die=9, damage=18, hp=7))],
            ["d16 9 × 2 = 18 damage. Ben has 7 HP left."],
        ),
        ([events.PieceDied(1, 1), events.SeatOut(1)], ["Ben is out of the game."]),
        ([events.GhostRemoved(1, 2, "n8")], ["Ben’s tile 2 on n8 was a ghost and is gone."]),
        (
            [events.VanishRolled(0, 1, "k7", 7, 4, True), events.RealChosen(0, None)],
            ["Ann tries to vanish: d10 7 against 4: invisible. One of the three tiles on k7 is Ann."],
        ),
        (
            [events.VanishRolled(0, 1, "k7", 2, 4, False)],
            ["Ann tries to vanish: d10 2 against 4, too low. Ann stays visible."],
        ),
        ([events.HoldRolled(0, 1, 7, 4, True)], ["Ann tries to stay invisible: d10 7 against 4, still invisible."]),
        (
            [events.HoldRolled(0, 1, 2, 4, False), events.Appeared(0, 1, "k7")],
            ["Ann tries to stay invisible: d10 2 against 4, too low.", "Ann appears on k7."],
        ),
        (
            [events.MovementRolled(0, 1, 10, 3, None), events.Moved(Walk(0, 1, (("k7", "k8", "l9", "l10"),)))],
            ["Ann rolled 3 and walked from k7 to l10."],
        ),
        ([events.MovementRolled(0, 1, 10, 3, None)], ["Ann rolled 3 to move."]),
        (
            [
                events.MovementRolled(0, 1, 10, 1, "stuck"),
                events.MovementRolled(1, 1, 6, 2, None),
                events.Moved(Walk(1, 1, (("a1", "a2"), (), ("b1", "b3")))),
            ],
            [
                "Ann rolled 1 to move, too low to leave the hazard, and stays there.",
                "Ben rolled 2 for the tiles.",
                "The tiles of Ben moved: 1 from a1 to a2, 3 from b1 to b3.",
            ],
        ),
        (
            [events.Moved(Walk(0, 1, (("a1", "a2"), (), ("b1", "b3"))))],
            ["The tiles of Ann moved: 1 from a1 to a2, 3 from b1 to b3."],
        ),
        (
            [events.Moved(Walk(0, 1, (("a1", "a2"), ("a1", "a2", "a1"), ())))],
            ["The tiles of Ann moved: 1 from a1 to a2, 2 stays on a1."],
        ),
        ([events.Moved(Walk(0, 1, (("a1",), (), ())))], ["The tiles of Ann can’t move: 1 stays on a1."]),
        ([events.TilesStayed(0)], ["The tiles of Ann stay where they are."]),
        (
            [events.MovementRolled(0, 1, 10, 1, "stuck")],
            ["Ann rolled 1 to move, too low to leave the hazard, and stays there."],
        ),
        (
            [events.MovementRolled(0, 1, 10, 8, "boxed_in")],
            ["Ann rolled 8 to move and stays: blocks and pieces leave no path of that length."],
        ),
        ([events.Passed(0, 1)], ["Ann passes and has 1 pass left."]),
        ([events.TimeRanOut(0)], ["Time ran out for Ann, so the rest was played for them."]),
        (
            [
                events.TimeRanOut(0),
                events.Passed(0, 1),
                events.TimeRanOut(0),
                events.Passed(1, 2),
                events.TimeRanOut(0),
            ],
            [
                "Time ran out for Ann, so the rest was played for them.",
                "Ann passes and has 1 pass left.",
                "Ben passes and has 2 passes left.",
                "Time ran out for Ann, so the rest was played for them.",
            ],
        ),
        ([events.SeatForfeited(0)], ["Ann has left the game."]),
        ([events.RoundBegan(2), events.TurnBegan(0), events.GameEnded("last", (0,))], []),
        (
            [events.OrderRolled(0, 6, 4), events.OrderRolled(1, 6, 4), events.OrderTied((0, 1))],
            ["Ann rolled 4, Ben rolled 4, a tie, so they roll again."],
        ),
        (
            [events.OrderRolled(0, 20, 14), events.OrderRolled(1, 20, 3), events.OrderWon(0, 20)],
            ["Ann rolled 14, Ben rolled 3: Ann lays blocks first."],
        ),
        (
            [events.HazardLaid("water", "a1"), events.HazardLaid("water", "a2"), events.HazardLaid("quicksand", "b1")],
            ["There is water on 2 hexes and quicksand on 1 hex."],
        ),
        (
            [
                events.BlockLaid(0, 1, "a1", False),
                events.BlockLaid(0, 2, "a2", True),
                events.BlockLaid(0, 1, "b2", True),
            ],
            ["Ann laid level 1 on a1.", "2 blocks are laid for Ann."],
        ),
        (
            [events.BlocksReturned(0, (0, 1, 1)), events.PieceDeployed(1, 1, "k7")],
            ["2 blocks can’t be laid and go back to the box.", "Ben starts on k7."],
        ),
        ([events.ArmourRolled(0, 1, 13), events.InvisibilityRolled(0, 1, 4)], ["Ann: armour 13, invisibility 4."]),
    ],
)
def test_events_as_sentences(happened: Sequence[Any], sentences: list[str]) -> None:
    assert told(*happened) == sentences


def on_card(*happened: Any, view: View = VIEW) -> list[str]:
    """Return the sentences of some events on a card."""
    assert INTERFACE.words.card_sentences is not None
    return INTERFACE.words.card_sentences(view, happened, NAMES)


def turn(seat: int, *happened: Any) -> list[Any]:
    """Return the events of a turn in which a seat walks to k7 first."""
    walk = events.Moved(Walk(seat, 1, (("k5", "k6", "k7"),)))
    return [events.TurnBegan(seat), events.MovementRolled(seat, 1, 10, 2, None), walk, *happened]


HIT = replace(SHOT, die=15, total=13, hit=True, struck="character", damage_die=9, damage=9, hp=16)


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (turn(0), "Ann walked to k7."),
        (turn(0, events.AttackRolled(SHOT)), "Ann walked to k7 and missed Ben."),
        (
            turn(0, events.AttackRolled(HIT), events.DamageRolled(HIT)),
            "Ann walked to k7 and hit Ben for 9.",
        ),
        (
            [
                *turn(0, events.AttackRolled(replace(HIT, hp=0)), events.DamageRolled(replace(HIT, hp=0))),
                events.PieceDied(1, 1),
                events.SeatOut(1),
            ],
            "Ann walked to k7 and hit Ben for 9: Ben is out.",
        ),
        (
            turn(0, events.AttackRolled(replace(HIT, tile=2, struck="ghost")), events.GhostRemoved(1, 2, "n8")),
            "Ann walked to k7 and hit Ben’s tile 2, a ghost.",
        ),
        (
            turn(
                0,
                events.AttackRolled(replace(HIT, tile=2, struck="real")),
                events.Appeared(1, 1, "n8"),
                events.DamageRolled(replace(HIT, die=20, tile=2, struck="real")),
            ),
            "Ann walked to k7 and hit Ben’s tile 2 for 9.",
        ),
        (
            [events.VanishRolled(0, 1, "k7", 7, 4, True), events.Moved(Walk(0, 1, (("a1", "a2"), (), ("b1",))))],
            "Ann vanished and moved the tiles.",
        ),
        ([events.HoldRolled(0, 1, 2, 4, False), events.Appeared(0, 1, "k7")], "Ann appeared on k7."),
        (
            [events.Appeared(0, 1, "k5"), *turn(0)[2:], events.AttackRolled(SHOT)],
            "Ann appeared on k5, walked to k7 and missed Ben.",
        ),
        (
            [events.HoldRolled(0, 1, 5, 4, True), events.TilesStayed(0)],
            "Ann stayed invisible and left the tiles where they are.",
        ),
        ([events.MovementRolled(0, 1, 10, 1, "stuck")], "Ann stayed (stuck in a hazard)."),
        ([events.Passed(0, 1)], "Ann passed, with 1 pass left."),
        ([events.Passed(0, 0)], "Ann passed, with no passes left."),
        (
            [events.PieceDeployed(0, 1, "a1"), events.PieceDeployed(1, 1, "k3"), events.TurnBegan(0)],
            "Ann starts on a1 and Ben on k3.",
        ),
        ([events.TimeRanOut(0)], "Time ran out for Ann, so the rest was played for them."),
    ],
)
def test_a_turn_is_one_sentence_on_a_card(happened: Sequence[Any], sentence: str) -> None:
    assert on_card(*happened) == [sentence]


def test_the_only_opponent_is_not_named_in_an_attack() -> None:
    two: View = new_game(2).view(SPECTATOR)
    card_sentences = INTERFACE.words.card_sentences
    assert card_sentences is not None
    missed, ghost = replace(SHOT, tile=2), replace(HIT, tile=2, struck="ghost")
    told = [
        card_sentences(two, turn(0, *happened), NAMES[:2])
        for happened in (
            [events.AttackRolled(SHOT)],
            [events.AttackRolled(missed)],
            [events.AttackRolled(ghost)],
            [events.AttackRolled(HIT), events.DamageRolled(HIT)],
        )
    ]

    assert [sentence for (sentence,) in told] == [
        "Ann walked to k7 and missed.",
        "Ann walked to k7 and missed tile 2.",
        "Ann walked to k7 and hit tile 2, a ghost.",
        "Ann walked to k7 and hit for 9.",
    ]


def test_a_card_has_the_three_most_important_sentences_in_their_order() -> None:
    hit = turn(0, events.AttackRolled(HIT), events.DamageRolled(HIT))
    miss, walk = turn(1, events.AttackRolled(replace(SHOT, seat=1, target_seat=2))), turn(2)

    told = on_card(*walk, *miss, events.SeatForfeited(1), *walk, *hit)

    assert told == [
        "Ben walked to k7 and missed Cam.",
        "Ben has left the game.",
        "Ann walked to k7 and hit Ben for 9.",
    ]
    assert on_card(events.ArmourRolled(0, 1, 13), events.OrderWon(0, 6), events.HazardLaid("water", "a1")) == []


def test_one_of_several_pieces_is_named_by_its_number() -> None:
    assert told(events.PieceChosen(0, 2), view=SEVERAL) == ["Ann acts with piece 2."]
    assert told(events.PieceDied(1, 2), view=SEVERAL) == ["Ben’s piece 2 is out."]
    assert told(events.ArmourRolled(0, 1, 13), events.ArmourRolled(0, 2, 15), view=SEVERAL) == [
        "Ann’s piece 1: armour 13; Ann’s piece 2: armour 15."
    ]


def test_the_words_are_the_same_with_signs_and_the_real_tile_has_none_in_public(
    request: pytest.FixtureRequest,
) -> None:
    happened = (
        events.HazardLaid("water", "a1"),
        events.BlockLaid(0, 2, "a2", False),
        events.VanishRolled(0, 1, "k7", 7, 4, True),
        events.RealChosen(0, 2),
        events.Moved(Walk(0, 1, (("k7", "k8"), ("k7",), ("k7", "l7")))),
        events.AttackRolled(SHOT),
        events.DamageRolled(replace(SHOT, damage_die=9, damage=9, hp=16)),
    )
    words = told(*happened)
    request.getfixturevalue("known_emojis")
    signed = told(*happened)

    assert [MARKUP.sub("", line) for line in signed] == words
    shown = {name for line in signed for name in MARKUP.findall(line)}
    assert {"battle_water", "height_2", "die_7", "die_9"} <= shown
    assert "battle_real" not in shown


def test_a_die_s_emoji_stands_for_the_number_of_a_movement_roll(request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("known_emojis")

    (sentence,) = told(events.MovementRolled(0, 1, 6, 3, None))

    assert re.fullmatch(r"Ann rolled <:d6_3_\w+:\d+> for the tiles\.", sentence)


def test_nobody_is_told_which_tile_is_real() -> None:
    for tile in (1, 2, 3):
        assert told(events.RealChosen(0, tile)) == []


def verdict(health: tuple[int, ...], *winners: int, reason: str = "last", left: tuple[int, ...] = ()) -> str:
    """Return the verdict on a game in which the seats have this health."""
    seats = tuple(
        replace(seat, pieces=tuple(replace(piece, hp=hp) for piece in seat.pieces), forfeited=number in left)
        for number, (seat, hp) in enumerate(zip(VIEW.seats, health, strict=True))
    )
    outcome = Outcome(reason, tuple(int(seat in winners) for seat in range(3)), winners)
    return INTERFACE.words.verdict(replace(VIEW, seats=seats, round=20), outcome, NAMES)


def test_the_verdict_says_who_won_and_why() -> None:
    assert verdict((12, 0, 0), 0) == "Ann wins as the last one standing, with 12 HP left."
    assert (
        verdict((12, 7, 7), 0, reason="max_rounds")
        == "Ann wins with 12 HP after round 20, the last: 5 more than Ben and Cam."
    )
    assert (
        verdict((12, 12, 7), 0, 1, reason="max_rounds")
        == "Ann and Ben share the victory with 12 HP each after round 20, the last."
    )
    assert verdict((12, 20, 7), 0, reason="forfeit", left=(1, 2)) == "Ann wins: everybody else has left the game."
    assert verdict((12, 20, 7), reason="forfeit", left=(0, 1, 2)) == "Nobody wins: everybody has left the game."
