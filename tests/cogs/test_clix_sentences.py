"""Connect Four events as sentences, and verdicts."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.connect_four import INTERFACE, sentences
from engine.connect_four import events
from engine.connect_four.view import Blow, Fall, Heal, Loss, SeatView, View
from engine.core import Outcome
from tests.cogs.clix_games import new_game, played, seen

NAMES = ("Ann", "Ben")
MARKUP = re.compile(r"<:(\w+)_0123abcd:\d+> ")
BLOW = Blow(
    seat=0,
    monster="wer-1r",
    square="a1",
    target="dem-1r",
    target_square="b1",
    ranged=False,
    shackle=False,
    retaliation=False,
    unseen=False,
    dice=(4, 3),
    attack=8,
    attack_modifiers=(("pack", 1),),
    defense=15,
    hit=True,
    critical=False,
    damage=2,
    damage_modifiers=(("savage", 1),),
    dealt=3,
)
BACK = replace(
    BLOW,
    seat=1,
    monster="dem-1r",
    square="b1",
    target="wer-1r",
    target_square="a1",
    retaliation=True,
    dice=(1, 1),
    attack_modifiers=(),
    hit=False,
    critical=True,
    damage_modifiers=(),
    dealt=0,
)


def told(*happened: Any) -> list[str]:
    """Return the sentences of some events."""
    return sentences.sentences(happened, NAMES)


def test_a_fight_is_a_line_for_each_blow_and_one_for_what_came_of_it() -> None:
    assert told(
        events.AttackDeclared(0, "a1", "b1", False, False, False),
        events.Struck(BLOW),
        events.Struck(BACK),
        events.Damaged(Loss("b1", 1, "dem-1r", 4, (("attack", 3), ("double 1", 1)), True, 0)),
        events.KillScored(0, "dem-1r", 45),
        events.VictimTaken("a1"),
        events.Healed(Heal("a1", 0, "wer-1r", 1, ("lifedrain",))),
        events.TokenGiven("a1"),
        events.Fell(Fall(1, "dem-1e", "b2", "b1")),
    ) == [
        "Ann's Heath Strayling (a1) attacks Cinder Imp (b1): "
        "dice 4 + 3, attack 8 + 1 pack = 16 against 15, a hit for 3 (2 + 1 savage). "
        "Pack: Up close, +1 attack for each friend beside the target. Savage: Up close, +1 damage.",
        "Cinder Imp (b1) strikes back: dice 1 + 1, attack 8 = 10 against 15, a double 1, which costs it a click.",
        "Ben's Cinder Imp (b1) is destroyed (3 from the hit, 1 from its double 1), Ann scores 45 kill points; "
        "a1 gets a victim token; Heath Strayling (a1) heals 1 click by lifedrain (its attack did damage).",
        "Cinder Imp drops from b2 to b1.",
    ]


def test_on_a_card_a_fight_is_told_as_the_dice_lines_of_the_picture() -> None:
    """The rest stands behind *What happened*."""
    hits = replace(BACK, hit=True, critical=False, dealt=2)
    fight = [
        events.AttackDeclared(0, "a1", "b1", False, False, False),
        events.Struck(BLOW),
        events.Struck(hits),
        events.Damaged(Loss("b1", 1, "dem-1r", 3, (("attack", 3),), False, None)),
        events.Damaged(Loss("a1", 0, "wer-1r", 2, (("attack", 2),), False, None)),
    ]
    destroyed = events.Damaged(Loss("b1", 1, "dem-1r", 4, (("attack", 3), ("double 1", 1)), True, 0))

    assert INTERFACE.words.card_sentences is not None
    assert INTERFACE.words.card_sentences(None, fight, NAMES) == ["Ann's Strayling hits −3, Imp strikes back −2."]
    assert sentences.sentences(
        [
            *fight[:2],
            events.Struck(BACK),
            destroyed,
            events.VictimTaken("a1"),
            events.Fell(Fall(1, "dem-1e", "b2", "b1")),
        ],
        NAMES,
        brief=True,
    ) == ["Ann's Strayling hits −3, Imp strikes back and misses. Imp (b1) is destroyed, Ann +45."]
    assert sentences.sentences([events.Struck(replace(BLOW, hit=False))], NAMES, brief=True) == [
        "Ann's Strayling misses Imp."
    ]
    assert "attack 8 + 1 pack" in INTERFACE.words.sentences(None, fight, NAMES)[0]


def test_a_long_round_leaves_the_three_most_important_lines_on_a_card() -> None:
    happened = [
        events.Placed(0, "vam-u", "c1"),
        events.Struck(replace(BLOW, damage_modifiers=())),
        events.Damaged(Loss("b1", 1, "dem-1r", 4, (("attack", 3),), True, 0)),
        events.Fell(Fall(1, "dem-1e", "b2", "b1")),
        events.FourMade(0, ("a1", "b1", "c1", "d1"), 180),
    ]
    happened.insert(0, events.ClassesShown(("werewolf", "demon")))

    assert sentences.sentences(happened, NAMES, brief=True) == [
        "Ann places Ysolde on c1.",
        "Ann's Strayling hits Imp −3. Imp (b1) is destroyed, Ann +45.",
        "Ann has four in a row: a1 b1 c1 d1, worth 180 points.",
    ]
    assert len(told(*happened)) == 6


def test_the_lines_left_on_a_card_are_in_order_with_the_cause_of_a_result() -> None:
    opening = [
        events.ClassesShown(("undead", "demon")),
        events.ForcesShown(((("vam-1r", 4),), (("dem-u", 1),))),
        events.RollOffWon(1, "first"),
        events.Placed(1, "dem-u", "c1"),
    ]
    four = [events.FourMade(1, ("a1", "b1", "c1", "d1"), 180)]
    healed = [events.Struck(BLOW), events.Healed(Heal("a1", 0, "wer-1r", 1, ("lifedrain",)))]

    def kept(*happened: Any) -> list[str]:
        return [line.split(" (")[0] for line in sentences.sentences(happened, NAMES, brief=True)]

    assert kept(*opening)[-2:] == ["Ben goes first.", "Ben places Azmereth on c1."]
    assert kept(*healed, events.Placed(1, "dem-u", "c1"), *four)[-2:] == [
        "Ben places Azmereth on c1.",
        "Ben has four in a row: a1 b1 c1 d1, worth 180 points.",
    ]


def test_on_a_card_what_powers_cost_and_heal_is_told_in_a_few_words() -> None:
    decayed = Loss("c1", 1, "occ-2v", 1, (("decay", 1),), False, None)
    both = Loss("a1", 0, "wer-1r", 3, (("attack", 2), ("double 1", 1)), False, None)

    assert sentences.sentences(
        [
            events.Struck(replace(BLOW, hit=False)),
            events.Struck(replace(BACK, hit=True, dealt=2, ranged=True)),
            events.Damaged(both),
            events.Healed(Heal("b1", 1, "dem-1r", 1, ("lifedrain",))),
            events.TurnBegan(1, 4),
            events.Damaged(decayed),
            events.TurnBegan(0, 5),
            events.Damaged(replace(decayed, destroyed=True)),
        ],
        NAMES,
        brief=True,
    ) == [
        "Ann's Strayling misses, Imp shoots back −2. Strayling (a1) −1 by its double 1; Imp (b1) +1 by lifedrain.",
        "Hexwright (c1) −1 by decay.",
        "Hexwright (c1) is destroyed by decay.",
    ]


def test_several_causes_of_damage_have_their_clicks() -> None:
    both = Loss("a1", 0, "vam-u", 3, (("attack", 2), ("acid", 1)), False, None)

    assert told(events.Damaged(both)) == [
        "Ann's Ysolde of the Hollow Spire (a1) takes 3 clicks: 2 from the hit, 1 from acid."
    ]


def test_the_learner_of_a_lesson_has_monsters() -> None:
    assert sentences.sentences([events.Struck(BLOW)], ("Ann (you)", "Rival"))[0].startswith("Ann's Heath Strayling")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"unseen": True, "dice": (5, 3)}, "dice 5 against 3 of the unseen, a hit for 3 (2 + 1 savage)."),
        ({"unseen": True}, " Unseen: Both roll a die; the attacker’s must be higher to hit."),
        ({"critical": True}, "a double 6 for 3 (2 + 1 savage)."),
        ({"hit": False}, "= 16 against 15, a miss."),
        ({"ranged": True, "shackle": True}, "shoots Cinder Imp (b1) with shackle: "),
    ],
)
def test_each_kind_of_blow_is_told(changed: dict[str, Any], sentence: str) -> None:
    assert sentence in told(events.Struck(replace(BLOW, **changed)))[0]


def test_a_roll_off_is_told_with_its_ties() -> None:
    dice = [events.DieRolled(number % 2, eyes, "") for number, eyes in enumerate((3, 3, 2, 5))]
    assert told(*dice, events.RollOffWon(1, "first")) == ["Ann rolls 3, Ben rolls 3, then 2 to 5. Ben goes first."]
    assert told(events.RollOffWon(0, "class")) == ["Ann keeps the class, Ben takes another."]


def test_what_shackle_infect_and_the_start_of_a_turn_do_is_told() -> None:
    assert told(
        events.Struck(BLOW), events.TokenGiven("b1"), events.Infected("b1"), events.TurnBegan(1, 4),
        events.Damaged(Loss("b1", 1, "dem-1r", 1, (("infect", 1),), False, None)),
    )[1:] == [
        "b1 gets an action token by shackle (with two it attacks no more); "
        "b1 is infected (it takes 1 as its owner’s turn starts).",
        "Ben's Cinder Imp (b1) takes 1 click by infection (once, as its owner’s turn starts).",
    ]  # fmt: skip
    hourglass = Loss("b1", 1, "dem-1r", 1, (("hourglass", 1),), True, None)
    assert told(events.Damaged(hourglass)) == [
        "Ben's Cinder Imp (b1) is destroyed to get past its hourglass, nobody scores."
    ]


def test_whoever_attacked_before_the_question_of_retaliation_gets_its_token_silently() -> None:
    assert len(told(events.Struck(BACK), events.TokenGiven("a1"))) == 1


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.ClassesShown(("undead", "demon")), "Ann plays Undead, Ben plays Demons."),
        (events.OtherClassTaken(1, "alien"), "Ben plays Aliens."),
        (
            events.ForcesShown(((("vam-1r", 4),), (("dem-u", 1),))),
            "Ann brings 4 monsters, 180 points; Ben brings 1 monster, 145 points.",
        ),
        (events.Placed(0, "vam-u", "c1"), "Ann places Ysolde of the Hollow Spire on c1."),
        (events.Passed(1), "Ben can neither place nor attack, and passes."),
        (events.RampageDeclined(0), "Ann makes no second attack."),
        (events.Conceded(0), "Ann resigns."),
        (events.TimeRanOut(1), "Time ran out for Ben, so a move was made for them."),
        (events.FourMade(0, ("a1", "b1", "c1", "d1"), 180), "Ann has four in a row: a1 b1 c1 d1, worth 180 points."),
    ],
)
def test_each_event_has_its_sentence(event: Any, sentence: str) -> None:
    assert told(event) == [sentence]


def test_every_event_of_whole_games_can_be_told() -> None:
    for seed in (1, 3):
        for _, happened in played(seed, size="brawl"):
            told(*happened)


@pytest.mark.parametrize(
    ("reason", "winners", "kills", "fours", "sentence"),
    [
        ("four", (0,), (0, 0), (180, None), "Ann wins with four in a row: a1 b1 c1 d1."),
        (
            "double_four", (1,), (0, 0), (240, 180),
            "Both have four in a row. Ben wins with the cheaper one: 180 to 240 points.",
        ),
        (
            "double_four", (0,), (85, 40), (180, 180),
            "Both have four in a row, worth the same. Ann wins by kill points, 85 to 40.",
        ),
        (
            "double_four", (), (40, 40), (180, 180),
            "A draw: both have four in a row, worth the same, and 40 kill points each.",
        ),
        ("kill_points", (1,), (40, 85), (None, None), "No moves are left. Ben wins by kill points, 85 to 40."),
        ("kill_points", (), (0, 0), (None, None), "A draw: no moves are left, with 0 kill points each."),
        ("concession", (1,), (85, 0), (None, None), "Ben wins: Ann resigned."),
    ],
)  # fmt: skip
def test_the_verdict_says_who_won_and_why(
    reason: str, winners: tuple[int, ...], kills: tuple[int, int], fours: tuple[int | None, int | None], sentence: str
) -> None:
    view: View = seen(new_game(), 0).view
    seats: list[SeatView] = [
        replace(seat, kill_points=kill, four=None if four is None else ("a1", "b1", "c1", "d1"), four_points=four)
        for seat, kill, four in zip(view.seats, kills, fours, strict=True)
    ]
    ended = replace(view, seats=tuple(seats), reason=reason, winners=winners)
    outcome = Outcome(reason, (0, 0), winners)
    assert sentences.verdict(ended, outcome, NAMES) == sentence
    assert INTERFACE.words.verdict(ended, outcome, NAMES) == sentence


def test_the_card_says_kill_points_and_who_threatens_a_fourth() -> None:
    shown = [INTERFACE.words.scores(table.view, NAMES) for table, _ in played(1)]
    assert shown[0] == ""
    assert any(" can make four on " in text for text in shown)
    assert "Kill points: Ann **0** · Ben **0**" in shown


def test_dice_have_their_emojis_before_the_same_words(request: pytest.FixtureRequest) -> None:
    happened = (events.DieRolled(0, 3, ""), events.DieRolled(1, 2, ""), events.RollOffWon(0, "first"))
    plain = told(*happened, events.Struck(BLOW), events.Placed(1, "vam-u", "c1"))

    request.getfixturevalue("known_emojis")
    marked = told(*happened, events.Struck(BLOW), events.Placed(1, "vam-u", "c1"))

    assert [MARKUP.sub("", sentence) for sentence in marked] == plain
    assert [MARKUP.findall(sentence) for sentence in marked] == [
        ["d6_3", "d6_2"],
        ["d6_4", "d6_3"],
        [],
    ]
