"""Previews of an action: landings, threats, odds, and falls after a kill."""

import pytest

from engine.connect_four import preview
from engine.connect_four.preview import Collapse, Threat
from engine.connect_four.view import Fall
from tests.engine.connect_four.clix_positions import RULES, game, on

pytestmark = pytest.mark.usefixtures("class_of_tests")


def view(first, second, reserves=("vam-1r*1", "und-1r*1")):
    return RULES.view(game(first, second, reserves), 0)


def landing(first, second, column):
    """Return the landing of a vam-1r in a column with room."""
    found = preview.landing(view(first, second), 0, "vam-1r", column)
    assert found is not None
    return found


def test_a_landing_with_the_four_that_it_makes():
    found = landing({"a1": "vam-1r", "b1": "vam-1r", "d1": "vam-1r"}, {}, 2)
    assert (found.square, found.fours, found.opens) == ("c1", (("a1", "b1", "c1", "d1"),), "c2")


def test_a_landing_that_lets_the_other_in():
    """Seat 1 has c2, d2 and e2, so any placement on b1 or f1 opens b2 or f2 for its four."""
    first = {"c1": "vam-1r", "d1": "vam-1r", "e3": "vam-1r"}
    second = {"c2": "und-1r", "d2": "und-1r", "e1": "und-1r", "e2": "und-1r"}
    elsewhere = landing(first, second, 6)
    assert (elsewhere.square, elsewhere.opens) == ("g1", "g2")
    assert elsewhere.threats == (Threat(1, "b2", False), Threat(1, "f2", False))
    beside = landing(first, second, 1)
    assert (beside.square, beside.opens) == ("b1", "b2")
    assert Threat(0, "a1", True) in beside.threats
    assert Threat(1, "b2", True) in beside.threats


def test_a_full_column_has_no_landing():
    column = {f"a{row}": "vam-1r" for row in (1, 3, 5)}, {f"a{row}": "und-1r" for row in (2, 4, 6)}
    assert preview.landing(view(*column), 0, "vam-1r", 0) is None
    assert preview.open_columns(view(*column)) == tuple("bcdefg")


def test_odds_of_an_attack_with_every_modifier_and_of_what_strikes_back():
    """One pack modifier: 9 + 1 against 14, so 4 or more hits. The retaliation is 8 against 14."""
    found = preview.forecast(view({"a1": "wer-1r", "b2": "wer-1r"}, {"b1": "und-2r"}), "a1", "b1", False)
    attack = found.attack
    assert attack.reckoning.attack_modifiers == (("pack", 1),)
    assert (attack.need, attack.hits, attack.slips) == (4, 33, 1)
    # Tough reduces 2 damage to 1, and a double 6 adds 1.
    assert (attack.clicks, attack.kills) == (33 + 1, 0)
    (back,) = found.retaliations
    assert (back.ranged, back.need, back.hits, back.clicks) == (False, 6, 26, 2 * 26 + 1)
    assert round(back.chance, 3) == 0.722
    assert round(back.expected, 3) == 1.472


def test_odds_against_unseen_and_of_a_double_6_that_alone_hits():
    unseen = preview.forecast(view({"a1": "wer-1r"}, {"b1": "spi-1r"}), "a1", "b1", False).attack
    assert (unseen.need, unseen.hits, unseen.slips) == (None, 15, 0)
    weak = preview.forecast(view({"a1": "gar-mite"}, {"b1": "gar-mite"}), "a1", "b1", False).attack
    assert (weak.need, weak.hits, weak.clicks) == (19, 1, 2)
    sure = preview.forecast(view({"a1": "gar-maul"}, {"b1": "gar-mite"}), "a1", "b1", False).attack
    assert (sure.hits, sure.kills) == (35, 35)


def test_what_the_kill_would_bring_down():
    first = {"a1": "vam-1r", "b1": "vam-1r", "c2": "gar-maul", "d1": "vam-1r"}
    found = preview.forecast(view(first, {"c1": "und-1r"}), "c2", "c1", False)
    fours = ((0, ("a1", "b1", "c1", "d1"), 3 * 45 + 30),)
    assert found.collapse == Collapse((Fall(0, "gar-maul", "c2", "c1"),), fours, ())


def test_the_threats_that_a_kill_leaves():
    first, second = {"b2": "gar-maul"}, {"a1": "und-1r", "b1": "gar-mite", "c1": "und-1r"}
    found = preview.forecast(view(first, second), "b2", "b1", False)
    assert preview.threats(view(first, second)) == (Threat(1, "d1", True),)
    assert found.attack.kills
    assert found.collapse.threats == ()


def test_a_blow_that_cant_destroy_brings_nothing_down():
    first = {"a1": "vam-1r", "b1": "vam-1r", "c1": "vam-1r", "c2": "gar-mite"}
    found = preview.forecast(view(first, {"d2": "dem-u"}), "c2", "d2", False)
    assert found.attack.kills == 0
    assert found.collapse == Collapse((), (), (Threat(0, "d1", False),))


def test_threats_name_the_seat_the_square_and_whether_it_is_next():
    first = {"a1": "vam-1r", "b1": "vam-1r", "c1": "vam-1r"}
    second = {"a2": "und-1r", "b2": "und-1r", "c2": "und-1r"}
    assert preview.threats(view(first, second)) == (Threat(0, "d1", True), Threat(1, "d2", False))


def test_a_seat_without_a_reserve_threatens_nothing_next():
    first = {"a1": "vam-1r", "b1": "vam-1r", "c1": "vam-1r"}
    assert preview.threats(view(first, {}, ("", "und-1r*1"))) == (Threat(0, "d1", False),)


def test_who_strikes_back_may_choose_if_the_ways_differ_and_acid_is_told():
    found = preview.forecast(view({"a1": on("occ-1r")}, {"b1": "dem-1r"}), "a1", "b1", False)
    assert found.attack.acid
    assert [back.ranged for back in found.retaliations] == [False]
    found = preview.forecast(view({"a1": "dem-1r"}, {"b1": "occ-1r"}), "a1", "b1", False)
    assert [(back.ranged, back.acid) for back in found.retaliations] == [(False, True), (True, False)]


def test_absorb_is_told_unless_every_hit_destroys():
    absorbs = [
        preview.forecast(view({"a1": "occ-1r"}, {"c1": on("ali-2e", click)}), "a1", "c1", True).attack.absorb
        for click in (0, 3)
    ]
    assert absorbs == [True, False]
    assert not preview.forecast(view({"a1": "occ-1r"}, {"b1": "dem-1r"}), "a1", "b1", True).attack.acid
