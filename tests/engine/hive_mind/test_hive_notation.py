"""Notation, options and refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import InvalidAction, InvalidOptions
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.actions import (
    Ability,
    Action,
    Clear,
    DrawCandidate,
    Give,
    Guess,
    LayHive,
    NameCandidate,
    Ready,
    Reopen,
    Submit,
    Totals,
)
from engine.hive_mind.board import SHAPE_INDEX
from engine.hive_mind.editions import BLOCK, DOUBLE
from engine.hive_mind.notation import tokens
from engine.hive_mind.state import State
from tests.engine.hive_mind.positions import after, laid, play_to_end, refused, rules_for

RECHARGED = rules_for("recharged")


def read(text: str, edition: str = "recharged", seats: int = 3) -> Action:
    rules = rules_for(edition, seats)
    return rules.parse_action(text)


@pytest.mark.parametrize(
    ("edition", "text", "action"),
    [
        ("recharged", "charge:ADE", Submit(0, SHAPE_INDEX["ADE"])),
        ("recharged", "zero:CFI", Submit(2, SHAPE_INDEX["CFI"])),
        ("tempo", "3:HKL", Submit(2, SHAPE_INDEX["HKL"])),
        ("gauntlet", "2:HKL", Submit(1, SHAPE_INDEX["HKL"])),
        ("recharged", "double:charge", Ability(DOUBLE, 0)),
        ("recharged", "block:marcer", Ability(BLOCK, 1)),
        ("recharged", "guess:zero:1232113.2113", Guess(2, "1232113.2113")),
        ("recharged", "clear:zero", Clear("shape", 2)),
        ("recharged", "clear:double:zero", Clear("double", 2)),
        ("recharged", "clear:block:zero", Clear("block", 2)),
        ("recharged", "clear:guess:zero", Clear("guess", 2)),
        ("recharged", "ready", Ready()),
        ("recharged", "reopen", Reopen()),
        ("gauntlet", "totals:0=12,2=0", Totals(((0, 12), (2, 0)))),
        ("tempo", "gift:2", Give(2)),
        ("tempo", "gift:-", Give(-1)),
        ("tempo", "candidate:1", NameCandidate(1)),
        ("recharged", "hive marcer 213312112312", LayHive(1, "213312112312")),
        ("recharged", "candidate 2", DrawCandidate(2)),
    ],
)
def test_notation_both_ways(edition: str, text: str, action: Action) -> None:
    """Each action has one text, and parsing the text gives the action."""
    rules = rules_for(edition)

    assert read(text, edition) == action
    assert rules.format_action(action) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Charge:eda", "charge:ADE"),
        ("  ZERO:ifc ", "zero:CFI"),
        ("READY", "ready"),
        ("Double:CHARGE", "double:charge"),
        ("totals:2=7,0=012", "totals:0=12,2=7"),
        ("HIVE zero 131221231213", "hive zero 131221231213"),
    ],
)
def test_case_and_order_are_forgiven(text: str, written: str) -> None:
    """Letters may come in any order and case (HM-3)."""
    assert RECHARGED.format_action(read(text)) == written


def test_a_line_of_several_tokens_is_taken_apart() -> None:
    """A line may contain several tokens; an entry of a record is one token."""
    line = "charge:ADE, marcer:HKL zero:CFI,  totals:1=4,2=5 ready,"

    assert tokens(line) == ("charge:ADE", "marcer:HKL", "zero:CFI", "totals:1=4,2=5", "ready")
    with pytest.raises(InvalidAction, match=r"more than one action\. Write them one by one"):
        read("charge:ADE ready")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("charge:ABL", "ABL is not connected: L touches I, J and K, not A or B."),
        ("charge:lba", "ABL is not connected: L touches I, J and K, not A or B."),
        ("charge:AGK", "AGK is not connected: no two of A, G and K touch."),
        ("charge:AEL", "AEL is not connected: L touches I, J and K, not A or E."),
        ("charge:AB", "A shape has three hexes, for example ADE. “AB” has 2."),
        ("charge:ABCD", "A shape has three hexes, for example ADE. “ABCD” has 4."),
        ("charge:", "A shape has three hexes, for example ADE. “” has 0."),
        ("charge:ABA", "A shape has three different hexes. A appears twice in ABA."),
        ("charge:ABM", "There is no hex “M”. The hexes are A to L."),
        ("charge:AB²", "There is no hex “²”. The hexes are A to L."),
        ("charge:ABC:x", "Write a shape as HIVE:LETTERS, for example charge:ADE, not “charge:ABC:x”."),
        ("hades:ABC", "There is no hive “hades”. The hives are charge, marcer, zero."),
        ("1:ABC", "There is no hive “1”. The hives are charge, marcer, zero."),
        ("double:hades", "There is no hive “hades”. The hives are charge, marcer, zero."),
        ("double", "Write double:HIVE, with one of the hives charge, marcer, zero."),
        ("guess:zero:123", "A guess has twelve values, one for each hex from A to L. “123” has 3."),
        (
            "guess:zero:1232112321134",
            "A guess has twelve values, one for each hex from A to L. “1232112321134” has 13.",
        ),
        ("guess:zero:123411232113", "A guess has 1, 2 or 3, or a dot for a blank on each hex. On D you wrote “4”."),
        ("guess:zero", "Write a guess as guess:HIVE:VALUES, with the values from A to L and a dot for a blank."),
        ("clear:shape:zero", "Write clear:HIVE for a shape, clear:double:HIVE, clear:block:HIVE or clear:guess:HIVE."),
        ("totals:1", "Write totals as totals:SEAT=N,SEAT=N, not “1”."),
        ("totals:1=x", "A total must be a number of at most 6 digits, not “x”."),
        ("totals:1=1234567", "A total must be a number of at most 6 digits, not “1234567”."),
        ("totals:7=1", "There is no seat 7. The seats are 0 to 2."),
        ("gift", "Write gift:SEAT, or gift:- to keep both."),
        ("candidate:x", "A seat must be a number of at most 6 digits, not “x”."),
        ("ready:now", "Write ready alone, without “:now”."),
        ("hive zero 12345", "A hive has 1, 2 or 3 on each hex. On D you wrote “4”."),
    ],
)  # fmt: skip
def test_malformed_actions_are_refused_with_what_is_wrong(text: str, refusal: str) -> None:
    """Each malformed action has its own error text."""
    with pytest.raises(InvalidAction) as refused_:
        read(text)

    assert refused_.value.text == refusal


def test_unknown_words_are_answered_with_what_can_be_written() -> None:
    """The error text lists the forms of all actions."""
    for text in ("", "dance", "a b"):
        with pytest.raises(InvalidAction) as refused_:
            read(text)
        assert len(refused_.value.text) < 300
    with pytest.raises(InvalidAction, match="HIVE:LETTERS, double:HIVE, block:HIVE, guess:HIVE:VALUES"):
        read("dance")


def test_refusals_repeat_at_most_80_characters() -> None:
    """An error text repeats at most 80 characters of the input."""
    for text in (
        "x" * 400,
        "charge:" + "A" * 400,
        f"{'x' * 400}:ABC",
        "guess:zero:" + "1" * 400,
        "totals:" + "x" * 400,
    ):
        with pytest.raises(InvalidAction) as refused_:
            read(text)
        assert not any(letter * 80 in refused_.value.text for letter in "xA1")


WORDS = st.sampled_from(
    ["charge", "zero", "double", "block", "guess", "clear", "ready", "totals", "gift", "candidate", "hive", "ADE", "-"]
)


@given(st.lists(st.one_of(WORDS, st.text(max_size=6), st.sampled_from([":", " ", "=", ","])), max_size=7))
def test_any_text_is_an_action_or_refused(parts: list[str]) -> None:
    """Any text is parsed to an action with a stable notation, or raises InvalidAction."""
    try:
        action = RECHARGED.parse_action("".join(parts))
    except InvalidAction:
        return
    assert RECHARGED.parse_action(RECHARGED.format_action(action)) == action


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("0 charge:ABC marcer:ABC", "Round 1: a different kind on each hive. You have a Line on Charge. On"
         " Marcer you can play a Tri or an Arc."),
        ("0 ready", "Lay a shape on Charge, Marcer and Zero first, then you can be ready."),
        ("0 charge:ABC zero:ABD ready", "Lay a shape on Marcer first, then you can be ready."),
        ("0 reopen", "You are not ready yet, so you can change everything without reopening."),
        ("0 clear:charge", "You have no shape on Charge to take back."),
        ("0 clear:block:zero", "You have no block on Zero to take back."),
        ("0 candidate:1", "You can choose about tokens and last places only after the last round."),
    ],
)  # fmt: skip
def test_refusals_in_round_1_say_what_is_possible(line: str, refusal: str) -> None:
    """The refusal names the obstacle and the possible actions."""
    assert refused(RECHARGED, laid(RECHARGED), line) == ("illegal_action", refusal)


def test_what_is_pending_stays_as_it_was_after_a_refusal() -> None:
    """A refused action leaves the view unchanged."""
    state = after(RECHARGED, laid(RECHARGED), "0 charge:ABC")
    before = RECHARGED.view(state, 0)
    for line in ("0 charge:ABL", "0 marcer:ABC", "0 double:charge", "0 guess:charge:1", "0 hades:ABC", "0 ready"):
        assert refused(RECHARGED, state, line)[0] in ("illegal_action", "invalid_action")
        assert RECHARGED.view(state, 0) == before


def closed() -> list[tuple[State, str, str]]:
    """Return states in which a submission comes too late, with code and text of the refusal."""
    over = play_to_end(RECHARGED, laid(RECHARGED))
    ready = after(RECHARGED, laid(RECHARGED), "0 charge:ABC marcer:ABD zero:ADE ready")
    return [
        (over, "game_over", "The match is over."),
        (ready, "illegal_action", "You are ready. Reopen first to change something."),
    ]


@pytest.mark.parametrize(("state", "code", "text"), closed())
def test_submitting_after_the_round_closed(state: State, code: str, text: str) -> None:
    """A submission that comes too late is refused with the reason."""
    assert refused(RECHARGED, state, "0 charge:ABC") == (code, text)


def test_chance_lays_only_what_hm_2_allows() -> None:
    """HM-2: hives are laid in order, with legal layouts only."""
    state = RECHARGED.initial_state()
    for line in ("chance hive marcer 123211232113", "chance hive charge 333111112222", "chance candidate 1"):
        assert refused(RECHARGED, state, line) == (
            "illegal_action",
            "That is not a possible outcome of this draw.",
        )
    assert refused(RECHARGED, state, "0 charge:ABC") == (
        "not_your_turn",
        "The hives are being filled. Try again in a moment.",
    )


def test_options_in_full() -> None:
    """Options: the edition, and the garnets of each seat. A single number is for all seats (HM-16)."""
    assert GAME_TYPE.options(3, {}) == {"edition": "recharged", "garnets": [0, 0, 0]}
    assert GAME_TYPE.options(4, {"edition": "gauntlet"}) == {"edition": "gauntlet", "garnets": [8, 8, 8, 8]}
    assert GAME_TYPE.options(3, {"edition": "tempo", "garnets": 5})["garnets"] == [5, 5, 5]
    full = GAME_TYPE.options(3, {"edition": "tempo", "garnets": [1, 2, 3]})
    assert full == {"edition": "tempo", "garnets": [1, 2, 3]}
    assert GAME_TYPE.options(3, full) == full


@pytest.mark.parametrize(
    ("raw", "refusal"),
    [
        ({"colour": 1}, "Hive Mind has no option “colour”; its options are edition, garnets and hives."),
        ({"edition": "deluxe"}, "There is no edition “deluxe”. The editions are gauntlet, tempo, recharged."),
        ({"edition": ["tempo"]}, "There is no edition “['tempo']”. The editions are gauntlet, tempo, recharged."),
        ({"garnets": -1}, "A seat starts with 0 to 999999 garnets, not “-1”."),
        ({"garnets": "5"}, "A seat starts with 0 to 999999 garnets, not “5”."),
        ({"garnets": True}, "A seat starts with 0 to 999999 garnets, not “True”."),
        ({"garnets": [1, 2]}, "The option garnets must be a number, or a list of 3, one per seat; not 2."),
        ({"garnets": [1, 2, 1000000]}, "A seat starts with 0 to 999999 garnets, not “1000000”."),
    ],
)
def test_options_out_of_range_say_what_is_possible(raw: dict[str, object], refusal: str) -> None:
    """Options out of range are refused with the possible values."""
    with pytest.raises(InvalidOptions) as refused_:
        GAME_TYPE.rules(3, raw)

    assert refused_.value.text == refusal
