"""Previews of the open choices in a view, for selects and private pictures."""

from random import Random

import pytest

from engine.core import SPECTATOR
from engine.hive_mind import preview
from engine.hive_mind.actions import Ability, Submit
from engine.hive_mind.board import KINDS, LETTERS, SHAPES
from engine.hive_mind.editions import BLOCK, DOUBLE
from engine.hive_mind.preview import GuessCheck, Purchase
from tests.engine.hive_mind.positions import after, laid, rules_for
from tests.engine.hive_mind.test_hive_properties import matches

RULES = rules_for("recharged")


def test_kinds_in_round_1_exclude_those_pending_elsewhere() -> None:
    """HM-7: with a Tri pending on charge, the others may take an Arc or a Line. Charge itself may take any kind."""
    state = after(RULES, laid(RULES), "0 charge:ADE")
    view = RULES.view(state, 0)

    assert {name: preview.possible_kinds(view, name) for name in preview.open_hives(view)} == {
        "charge": ("tri", "arc", "line"),
        "marcer": ("arc", "line"),
        "zero": ("arc", "line"),
    }
    assert preview.find_missing(view) == ("marcer", "zero")
    assert preview.kinds_pending_elsewhere(view, "zero") == {"tri": "charge"}


def test_the_kind_of_round_3_is_the_only_one_possible() -> None:
    """HM-7: the interface can name the forced kind."""
    state = after(RULES, laid(RULES), *[f"{seat} charge:ADE marcer:ABD zero:ABC ready" for seat in range(3)])
    state = after(RULES, state, *[f"{seat} charge:ABD marcer:ADE zero:ADE ready" for seat in range(3)])
    view = RULES.view(state, 0)

    assert [preview.possible_kinds(view, name) for name in preview.open_hives(view)] == [("line",), ("line",), ("arc",)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_shape_is_reached_by_kind_then_hex(kind: str) -> None:
    """Commands suggest the shapes of a kind over a hex; a list has at most 25 suggestions."""
    found = {shape for letter in LETTERS for shape in preview.list_shapes_on_hex(kind, letter)}

    assert found == {shape for shape in SHAPES if shape.kind == kind}
    assert max(len(preview.list_shapes_on_hex(kind, letter)) for letter in LETTERS) <= 12


def test_taps_lead_to_every_shape_that_may_be_played_and_to_no_other() -> None:
    """Keys are offered only for hexes that can complete a shape of a kind that is left (HM-7)."""
    view = RULES.view(after(RULES, laid(RULES), "0 charge:ADE"), 0)
    completed: set[str] = set()
    for first in preview.find_tappable_hexes(view, "zero", ""):
        for second in preview.find_tappable_hexes(view, "zero", first):
            for third, kinds in preview.find_tappable_hexes(view, "zero", first + second).items():
                shape = preview.parse_shape(first + second + third)
                assert shape is not None
                assert kinds == (shape.kind,)
                completed.add(shape.letters)

    assert completed == {shape.letters for shape in SHAPES if shape.kind != "tri"}
    assert preview.find_tappable_hexes(view, "zero", "EI")["A"] == ("line",)
    assert preview.find_tappable_hexes(view, "zero", "AL") == {}
    assert preview.find_tappable_hexes(view, "zero", "ABC") == {}


def test_what_a_shape_looks_at() -> None:
    """HM-4: used for the picture of a draft."""
    shape = preview.parse_shape("lkh")
    assert shape is not None
    assert (shape.letters, shape.kind, shape.looks) == ("HKL", "arc", "IFC")
    assert preview.parse_shape("ABL") is None
    assert preview.parse_shape("AB") is None


def test_my_hints() -> None:
    """HM-4: all hints so far with their shapes. A spectator has none."""
    state = after(RULES, laid(RULES), "0 charge:DEH zero:BCG", "host close", "0 charge:GJL", "host close")

    told = preview.hints(RULES.view(state, 0))
    assert [(hive, hint.round, hint.shape.letters, hint.value) for hive, hint in told] == [
        ("charge", 1, "DEH", 7),
        ("charge", 2, "GJL", 4),
        ("zero", 1, "BCG", 4),
    ]
    assert preview.hints(RULES.view(state, SPECTATOR)) == ()


def test_purchases_and_their_cost() -> None:
    """HM-16, HM-17: in tempo the second of each kind has a price. Purchases beyond the garnets are not offered."""
    rules = rules_for("tempo", garnets=1)
    state = after(rules, laid(rules), "host close", "0 double:1 block:2")

    assert preview.purchases(rules.view(state, 0)) == (
        Purchase("block", "1", 1),
        Purchase("block", "3", 1),
    )
    assert len(preview.purchases(rules.view(state, 1))) == 6
    assert {purchase.cost for purchase in preview.purchases(rules.view(state, 1))} == {0}
    assert preview.purchases(rules.view(laid(rules), 0)) == ()
    assert preview.purchases(rules.view(state, SPECTATOR)) == ()


@pytest.mark.parametrize(
    ("edition", "garnets", "doubles", "blocks"),
    [
        ("recharged", 0, (0,), (0,)),
        ("tempo", 3, (0, 2), (0, 1, 1)),
        ("tempo", 1, (0,), (0, 1)),
        ("gauntlet", 8, (5,), (3,)),
        ("gauntlet", 2, (), ()),
    ],
)
def test_what_may_be_declared_and_its_cost(
    edition: str, garnets: int, doubles: tuple[int, ...], blocks: tuple[int, ...]
) -> None:
    """HM-13, HM-16: as many as the garnets pay for. A pending one of the same kind may be chosen again."""
    rules = rules_for(edition, garnets=garnets)
    state = after(rules, laid(rules), "host close")
    first = preview.open_hives(rules.view(state, 0))[0]
    for line in ("", f"0 double:{first}")[: 1 + bool(doubles)]:
        state = after(rules, state, *[line] * bool(line))
        assert preview.find_declarable_hives(rules.view(state, 0), "double").costs == doubles
    assert preview.find_declarable_hives(rules.view(state, 1), "block").costs == blocks
    assert preview.find_declarable_hives(rules.view(state, SPECTATOR), "block").hives == ()
    assert preview.find_declarable_hives(rules.view(laid(rules), 0), "block").hives == ()


def test_the_probable_guess_has_the_written_values() -> None:
    """HM-12: the guess is a legal layout that keeps the written values, or empty if there is none."""
    state = after(RULES, laid(RULES), "0 charge:DEH", "host close")
    view = RULES.view(state, 0)

    found = preview.probable_guess(view, "charge", "3..........1")

    assert (found[0], found[-1]) == ("3", "1")
    assert preview.check_guess(found) == GuessCheck(5, 4, 3, 0, fits=True)
    assert preview.probable_guess(view, "charge", "111111......") == ""


def test_guesses_are_checked_for_five_four_three() -> None:
    """HM-12, HM-2: a guess that fits no layout gives a warning, not a refusal."""
    assert preview.check_guess("123211232113") == GuessCheck(5, 4, 3, 0, fits=True)
    assert preview.check_guess("333111112222") == GuessCheck(5, 4, 3, 0, fits=False)
    assert preview.check_guess("1.....2....3") == GuessCheck(1, 1, 1, 9, fits=False)
    assert preview.check_guess("12345") is None


def test_hives_that_may_be_guessed() -> None:
    """HM-12: in round 3 of the hive."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "host close")

    assert preview.guessable_hives(rules.view(laid(rules), 0)) == ()
    assert preview.guessable_hives(rules.view(state, 0)) == ("1",)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_choices_told_from_the_view_are_the_legal_ones(edition: str) -> None:
    """HM-5, HM-7, HM-13: in any state the previews offer exactly the legal choices."""
    rules = rules_for(edition, 4, garnets=6)
    for seed in range(6):
        for state, _, _ in matches(rules, Random(seed)):
            for seat in rules.actors(state):
                if seat >= 0 and rules.view(state, seat).phase == "round":
                    check_choices(rules, state, seat)


def check_choices(rules, state, seat) -> None:
    view = rules.view(state, seat)
    names = [hive.name for hive in view.hives]
    for number, shape in ((hive, shape) for hive in range(len(names)) for shape in range(0, 55, 3)):
        offered = names[number] in preview.open_hives(view) and SHAPES[shape].kind in preview.possible_kinds(
            view, names[number]
        )
        assert rules.is_legal(state, seat, Submit(number, shape)) == offered
    bought = {(purchase.what, purchase.hive) for purchase in preview.purchases(view)}
    for number, name in enumerate(names):
        assert rules.is_legal(state, seat, Ability(DOUBLE, number)) == (("double", name) in bought)
        assert rules.is_legal(state, seat, Ability(BLOCK, number)) == (("block", name) in bought)
