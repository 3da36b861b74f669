"""Attacks and their targets, dice, criticals, retaliation, tokens and powers (CF-2, CF-3, CF-11 to CF-14, CF-19)."""

from typing import Any

import pytest

from engine.connect_four.events import Healed, Infected, Struck, TokenGiven
from engine.connect_four.preview import attacks as attack_choices
from engine.connect_four.state import SOLID
from tests.engine.connect_four.clix_positions import (
    RULES,
    TABLE,
    game,
    monsters,
    named,
    on,
    play,
    position,
    refused,
    turn_of,
)

pytestmark = pytest.mark.usefixtures("class_of_tests")


def listed(first, second, active=0):
    state = game(first, second, active=active)
    return [RULES.format_action(action) for action in RULES.legal_actions(state, active)]


def blows(state, *script):
    after, told = play(state, *script)
    return after, [event.blow for event in named(told, Struck)]


# CF-3, CF-11, CF-12


def test_cf_11_close_to_all_eight_neighbours_ranged_within_range():
    around = ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert listed({"b2": "vam-1r"}, dict.fromkeys(around, "und-1r")) == [
        f"attack b2 {square} close" for square in around
    ]
    assert listed({"a1": "vam-1r"}, {"c1": "und-1r"}) == ["pass"]
    # Range 4: e1 is four squares away, f1 is five. The neighbour b1 is intangible on this click.
    found = listed({"a1": "vam-2r"}, {"b1": on("spi-1r", click=1), "e1": "und-1r", "f1": "und-1r"})
    assert found == ["attack a1 e1 ranged", "attack a1 e1 ranged shackle"]
    assert listed({"a1": "occ-1r"}, {"b2": "und-1r"}) == ["attack a1 b2 close", "attack a1 b2 ranged"]


def test_cf_11_being_beside_an_enemy_does_not_forbid_to_shoot_at_another():
    assert "attack a1 a3 ranged" in listed({"a1": "occ-1r"}, {"b1": "und-1r", "a3": "und-1r", "a2": on("spi-1r", 1)})


@pytest.mark.parametrize(
    ("attacker", "target", "text", "reason"),
    [
        (on("vam-1r", tokens=2), "und-1r", "attack a1 b1 close", "has two action tokens"),
        (on("und-1r", click=1), "und-1r", "attack a1 b1 close", "hourglass for its attack"),
        ("vam-1r", on("spi-1r", click=1), "attack a1 b1 close", "is intangible now"),
        ("vam-1r", "und-1r", "attack a1 b1 ranged", "has no range"),
        ("vam-1r", "und-1r", "attack a1 b1 close shackle", "has no shackle"),
        ("vam-1r", "und-1r", "attack a1 c1 close", "The other player has no monster on c1"),
        ("vam-1r", "und-1r", "attack b1 a1 close", "You have no monster on b1"),
    ],
)
def test_cf_11_a_refusal_says_why(attacker, target, text, reason):
    assert reason in refused(game({"a1": attacker}, {"b1": target}), text)


def test_cf_11_a_refusal_says_how_far_and_what_is_in_the_way():
    first, second = {"a1": "vam-2r", "b1": "und-1r"}, {"c1": "und-1r", "g1": "und-1r"}
    assert "6 squares from a1, and Velvet Mesmer has range 4" in refused(game(first, second), "attack a1 g1 ranged")
    assert "b1 blocks the line of sight from a1 to c1" in refused(game(first, second), "attack a1 c1 ranged")
    assert "A close attack reaches only neighbouring squares" in refused(game(first, second), "attack a1 c1 close")


@pytest.mark.parametrize(
    ("blocking", "start", "end", "is_seen"),
    [
        ("", "a1", "c1", True),
        ("b1", "a1", "c1", False),
        # Through the corner between b1 and a2: blocked only if both hold a monster.
        ("b1", "a1", "c3", True),
        ("b2", "a1", "c3", False),
        ("b1 a2", "a1", "c3", False),
        # The line from a1 to b3 crosses a2 and b2.
        ("a2", "a1", "b3", False),
        ("b2", "a1", "b3", False),
        ("b1", "a1", "b3", True),
        # A neighbour is always in sight, whatever flanks the corner.
        ("a2 b1", "a1", "b2", True),
    ],
)
def test_cf_12_sight(blocking, start, end, is_seen):
    first, second = {start: "occ-1r"}, {end: "und-1r"} | dict.fromkeys(blocking.split(), "vam-1r")
    solid = position(first, second).sets[SOLID]
    index = TABLE.board.index
    assert TABLE.can_see(index[start], index[end], solid) is is_seen
    assert TABLE.can_see(index[end], index[start], solid) is is_seen


def test_cf_12_intangible_monsters_do_not_block():
    clear, blocked = on("spi-1r", click=1), "spi-1r"
    assert "attack a1 c1 ranged" in listed({"a1": "occ-1r", "b1": clear}, {"c1": "und-1r"})
    assert "attack a1 c1 ranged" not in listed({"a1": "occ-1r", "b1": blocked}, {"c1": "und-1r"})
    # One intangible monster at a corner leaves the sight open.
    corner = {"c3": "und-1r", "c2": "vam-1r", "c1": "vam-1r", "a2": "vam-1r", "b1": clear}
    assert "attack a1 c3 ranged" in listed({"a1": "occ-1r"}, corner)


# CF-13, CF-14


def test_cf_13_a_hit_needs_at_least_the_defense_and_healing_comes_after_all_clicks():
    """vam-1r attacks with 8 against 14 and tough; und-2r strikes back with 8 against 15.

    A roll of 6 hits for 1 click. A retaliation of 7 hits for 2 clicks.
    """
    state = game({"a1": "vam-1r"}, {"b1": "und-2r"})
    for dice, back, clicks in (("24", "24", (0, 1)), ("23", "34", (2, 0)), ("24", "34", (1, 1))):
        after, (attack, retaliation) = blows(state, "attack a1 b1 close", f"d6 {dice}", f"d6 {back}")
        assert (attack.hit, retaliation.hit) == (dice == "24", back == "34")
        # A monster that hits and is hit heals one of the two clicks by lifedrain.
        assert (monsters(after)["a1"][2], monsters(after)["b1"][2]) == clicks


def test_cf_13_double_1_misses_whatever_the_values_and_costs_a_click():
    after, (attack, _) = blows(
        game({"a1": on("und-2r", 0)}, {"b1": "gar-mite"}), "attack a1 b1 close", "d6 11", "d6 12"
    )
    assert (attack.hit, attack.critical) == (False, True)
    # Unpreventable, although the attacker is tough.
    assert monsters(after)["a1"][2] == 1

    after, (attack, _) = blows(game({"a1": "gar-maul"}, {"b1": "gar-mite"}), "attack a1 b1 close", "d6 11", "d6 12")
    assert attack.dealt == 0
    assert "a1" not in monsters(after)


def test_cf_13_double_6_hits_whatever_the_values_with_one_more():
    state = game({"a1": "gar-mite"}, {"b1": "gar-mite"})
    after, (attack, back) = blows(state, "attack a1 b1 close", "d6 65", "d6 66")
    assert (attack.hit, back.hit, back.critical, back.dealt) == (False, True, True, 2)
    assert back.damage_modifiers == (("double 6", 1),)
    assert (monsters(after)["a1"][2], monsters(after)["b1"][2]) == (2, 0)


def test_cf_13_a_dying_defender_strikes_back_and_both_may_be_destroyed():
    state = game({"a1": "gar-maul"}, {"b1": "gar-maul", "g1": "und-1r"})
    after, (attack, back) = blows(state, "attack a1 b1 close", "d6 34", "retaliate close", "d6 34")
    assert (attack.dealt, back.dealt) == (9, 9)
    assert monsters(after) == {"g1": (1, "und-1r", 0, 0, 0)}
    assert after.kill_points == (30, 30)


def test_cf_13_the_retaliation_s_double_1_costs_the_one_who_strikes_back_a_click():
    after, _ = blows(game({"a1": "gar-mite"}, {"b1": on("und-2r", 2)}), "attack a1 b1 close", "d6 12", "d6 11")
    assert "b1" not in monsters(after)
    # Death by its own double 1 alone brings no points and no victim token.
    assert after.kill_points == (0, 0)


def test_cf_13_who_strikes_back_chooses_only_where_both_are_possible():
    after, _ = play(game({"a1": "occ-1r"}, {"b1": "occ-1r"}), "attack a1 b1 ranged", "d6 12")
    assert RULES.actors(after) == (1,)
    assert [RULES.format_action(action) for action in RULES.legal_actions(after, 1)] == [
        "retaliate close",
        "retaliate ranged",
    ]
    assert "strikes back" in refused(after, "pass")
    done, (_, back) = blows(
        game({"a1": "occ-1r"}, {"b1": "occ-1r"}), "attack a1 b1 ranged", "d6 12", "retaliate ranged", "d6 34"
    )
    assert back.ranged
    assert monsters(done)["b1"][3] == 0

    # At a distance only ranged retaliation is possible, and none without a range.
    after, (_, back) = blows(game({"a1": "occ-1r"}, {"c1": "occ-1r"}), "attack a1 c1 ranged", "d6 12", "d6 34")
    assert back.ranged
    after, found = blows(game({"a1": "occ-1r"}, {"c1": "und-1r"}), "attack a1 c1 ranged", "d6 12")
    assert len(found) == 1


def test_cf_13_nobody_strikes_back_who_is_incapable_or_at_an_intangible_attacker():
    _, found = blows(game({"a1": "vam-1r"}, {"b1": on("und-1r", click=1)}), "attack a1 b1 close", "d6 12")
    assert len(found) == 1
    # The organist's third click: attack 9, intangible.
    _, found = blows(game({"a1": on("spi-u", click=2)}, {"b1": "und-1r"}), "attack a1 b1 close", "d6 12")
    assert len(found) == 1


def test_cf_13_a_monster_with_two_tokens_still_strikes_back():
    _, found = blows(game({"a1": "vam-1r"}, {"b1": on("und-2r", tokens=2)}), "attack a1 b1 close", "d6 12", "d6 12")
    assert [blow.retaliation for blow in found] == [False, True]


def test_cf_14_an_attack_costs_a_token_and_striking_back_none():
    state = game({"a1": "vam-1r"}, {"b1": "und-2r"})
    after, told = play(state, "attack a1 b1 close", "d6 12", "d6 12")
    assert named(told, TokenGiven) == [TokenGiven("a1")]
    assert (monsters(after)["a1"][3], monsters(after)["b1"][3]) == (1, 0)
    once = game({"a1": on("vam-1r", tokens=1)}, {"b1": "und-2r"})
    after, _ = play(once, "attack a1 b1 close", "d6 12", "d6 12")
    assert monsters(after)["a1"][3] == 2


# CF-2, CF-19


def resolve_blow(first, second, text, *dice):
    """Play an attack; return the state after it and its first blow."""
    after, found = blows(game(first, second), text, *dice)
    return after, found[0]


def face(monster):
    """Return the face that a monster shows: the values and powers of its click."""
    piece = position({"a1": monster}, {}).board[0]
    assert piece is not None
    return piece.face


def test_cf_2_a_blooded_monster_has_its_other_card_and_needs_its_mark():
    # vam-1v shows rampage only with a victim token.
    def powers(victims, click=0):
        return face(on("vam-1v", click=click, victims=victims)).powers

    assert "rampage" not in powers(0)
    assert "rampage" in powers(1)
    assert powers(1, click=3) == ("bloodthirst", "lifedrain")
    # occ-1v has tough only on its blooded card.
    assert [face(on("occ-1v", victims=victims)).defense_power for victims in (0, 1)] == ["", "tough"]


def test_cf_19_pack_counts_other_friends_beside_the_target_up_to_three():
    friends = ["a1", "a2", "b2", "c1", "c2"]
    for number, expected in ((1, ()), (2, (("pack", 1),)), (4, (("pack", 3),)), (5, (("pack", 4), ("limit", -1)))):
        first = dict.fromkeys(friends[:number], "wer-1r")
        _, blow = resolve_blow(first, {"b1": "und-2r"}, "attack a1 b1 close", "d6 12", "d6 12")
        assert blow.attack_modifiers == expected


def test_cf_19_shackle_deals_one_and_gives_a_token_to_who_has_none_or_one():
    for tokens, after_tokens in ((0, 1), (1, 2), (2, 2)):
        first, second = {"a1": "vam-2r"}, {"c1": on("und-1r", tokens=tokens)}
        after, blow = resolve_blow(first, second, "attack a1 c1 ranged shackle", "d6 66")
        # One click also on a double 6, and tough does not reduce it.
        assert (blow.dealt, blow.damage_modifiers) == (1, ())
        assert monsters(after)["c1"][2:4] == (1, after_tokens)
    after, _ = resolve_blow({"a1": "vam-2r"}, {"c1": "und-1r"}, "attack a1 c1 ranged shackle", "d6 12")
    assert monsters(after)["c1"][3] == 0


def test_cf_19_bloodthirst_blooded_and_close():
    second = {"b1": "gar-mite"}
    _, blow = resolve_blow({"a1": on("vam-1v", victims=1)}, second, "attack a1 b1 close", "d6 56", "d6 12")
    assert (blow.attack_modifiers, blow.damage_modifiers) == ((("bloodthirst", 1),), (("bloodthirst", 1),))
    _, blow = resolve_blow({"a1": on("vam-1v")}, second, "attack a1 b1 close", "d6 56", "d6 12")
    assert (blow.attack_modifiers, blow.damage_modifiers) == ((), ())
    _, blow = resolve_blow({"a1": on("vam-u", victims=1)}, {"c1": "gar-mite"}, "attack a1 c1 ranged", "d6 56")
    assert (blow.attack_modifiers, blow.damage_modifiers) == ((), ())


def test_cf_19_modifiers_to_one_value_come_to_three_at_most():
    first, second = {"a1": on("gar-fury", victims=1)}, {"b1": on("gar-mite", tokens=2)}
    _, blow = resolve_blow(first, second, "attack a1 b1 close", "d6 66", "d6 12")
    assert blow.damage_modifiers == (("bloodthirst", 1), ("agony", 2), ("double 6", 1), ("limit", -1))
    assert blow.dealt == 1 + 3


def test_cf_19_a_double_6_adds_nothing_beyond_the_limit_and_tough_takes_off_what_the_limit_left():
    first, second = {"a1": on("gar-fury", victims=1)}, {"b1": on("und-2r", tokens=2)}
    for dice, beyond in (("65", ()), ("66", (("double 6", 1), ("limit", -1)))):
        _, blow = resolve_blow(first, second, "attack a1 b1 close", f"d6 {dice}", "d6 12")
        assert blow.damage_modifiers == (("bloodthirst", 1), ("agony", 2), *beyond, ("tough", -1))
        assert blow.dealt == 1 + 3 - 1


def test_cf_19_tough_takes_one_off_each_packet():
    _, blow = resolve_blow({"a1": "vam-1r"}, {"b1": "und-2r"}, "attack a1 b1 close", "d6 66", "d6 12")
    assert (blow.damage, blow.damage_modifiers, blow.dealt) == (2, (("double 6", 1), ("tough", -1)), 2)


def test_cf_19_piercing_passes_tough_on_a_vulnerable_target():
    for tokens, dealt in ((1, 2), (2, 3)):
        _, blow = resolve_blow({"a1": "occ-1e"}, {"c1": on("und-2r", tokens=tokens)}, "attack a1 c1 ranged", "d6 56")
        assert blow.dealt == dealt


def test_cf_19_acid_costs_who_struck_close_a_click_unless_tough_or_unhurt():
    target = {"b1": "dem-1r"}
    after, _ = resolve_blow({"a1": "wer-1r"}, target, "attack a1 b1 close", "d6 56", "retaliate close", "d6 12")
    assert monsters(after)["a1"][2] == 1
    after, _ = resolve_blow({"a1": "wer-1r"}, target, "attack a1 b1 close", "d6 12", "retaliate close", "d6 12")
    assert monsters(after)["a1"][2] == 0
    after, _ = resolve_blow({"a1": "und-2r"}, target, "attack a1 b1 close", "d6 56", "retaliate close", "d6 12")
    assert monsters(after)["a1"][2] == 0
    after, _ = resolve_blow({"a1": "occ-1r"}, target, "attack a1 b1 ranged", "d6 56", "retaliate close", "d6 12")
    assert monsters(after)["a1"][2] == 0


def test_cf_19_acid_in_the_same_step_may_destroy_and_scores():
    """The dying imp's acid destroys its attacker in the same step."""
    first, second = {"a1": on("wer-1r", click=2)}, {"b1": on("dem-1r", click=2), "g1": "und-1r"}
    after, _ = resolve_blow(first, second, "attack a1 b1 close", "d6 56", "retaliate close", "d6 12")
    assert monsters(after) == {"g1": (1, "und-1r", 0, 0, 0)}
    assert after.kill_points == (45, 45)


def test_cf_19_absorb_and_lifedrain_heal_survivors_after_all_clicks():
    """Two leeches attack each other at range: each takes 1, drains 1 and absorbs 1, but never heals past click 0."""
    state = game({"a1": on("gar-leech", click=2)}, {"c1": "gar-leech"})
    after, told = play(state, "attack a1 c1 ranged", "d6 34", "d6 34")
    heals = [(event.heal.square, event.heal.clicks, event.heal.causes) for event in named(told, Healed)]
    assert heals == [("a1", 2, ("lifedrain", "absorb")), ("c1", 1, ("absorb", "lifedrain"))]
    assert monsters(after)["a1"][2] == 2 + 1 - 2
    assert monsters(after)["c1"][2] == 0


def test_cf_19_lifedrain_heals_also_when_the_target_does_not_survive_and_absorb_only_who_does():
    after, _ = resolve_blow(
        {"a1": on("vam-1r", click=1)}, {"b1": on("wer-1r", click=2)}, "attack a1 b1 close", "d6 56", "d6 12"
    )
    assert monsters(after) == {"a1": (0, "vam-1r", 0, 1, 1)}
    after, _ = resolve_blow(
        {"a1": "gar-leech"}, {"c1": on("gar-leech", click=3)}, "attack a1 c1 ranged", "d6 34", "d6 12"
    )
    assert "c1" not in monsters(after)


def test_cf_19_unseen_both_roll_and_only_the_higher_hits_without_criticals():
    for dice, hit in (("43", True), ("44", False), ("34", False), ("66", False), ("11", False)):
        after, blow = resolve_blow({"a1": "gar-mite"}, {"b1": "spi-1r"}, "attack a1 b1 close", f"d6 {dice}", "d6 12")
        assert (blow.unseen, blow.hit, blow.critical) == (True, hit, False)
        assert monsters(after)["a1"][2] == 0
        assert monsters(after).get("b1", (0, 0, 9))[2] == int(hit)


def test_cf_19_agony_adds_one_for_each_token_as_when_the_attack_was_declared():
    for tokens, expected in ((0, ()), (2, (("agony", 2),))):
        _, blow = resolve_blow(
            {"a1": "occ-1v"}, {"c1": on("gar-leech", tokens=tokens)}, "attack a1 c1 ranged", "d6 56", "d6 12"
        )
        assert (blow.damage_modifiers, blow.dealt) == (expected, 3 + tokens)
    # The token for this attack does not count for the retaliation's agony.
    _, found = blows(
        game({"a1": "und-2r"}, {"b1": "occ-1v"}), "attack a1 b1 close", "d6 12", "retaliate close", "d6 56"
    )
    assert found[1].damage_modifiers == (("tough", -1),)


def test_cf_19_savage_close_only():
    _, blow = resolve_blow({"a1": "dem-1v"}, {"b1": "gar-mite"}, "attack a1 b1 close", "d6 66", "d6 12")
    assert blow.damage_modifiers == (("savage", 1), ("double 6", 1))
    _, blow = resolve_blow({"a1": "dem-1v"}, {"b1": "gar-mite"}, "attack a1 b1 ranged", "d6 66", "d6 12")
    assert blow.damage_modifiers == (("double 6", 1),)


def test_cf_19_infect_takes_a_click_at_the_start_of_the_next_turn_and_does_not_stack():
    first, second = {"a1": "ali-1v"}, {"b1": on("gar-mite", infected=True)}
    after, told = play(game(first, second), "attack a1 b1 close", "d6 66", "d6 12")
    assert named(told, Infected) == [Infected("b1")]
    # 2 damage and 1 for the double 6. The old and the new infection together cost one click.
    assert monsters(after)["b1"][2] == 3 + 1
    assert not RULES.view(after, 0).monsters[1].infected


def test_cf_19_miasma_chokes_every_neighbour_at_once_tough_ones_excepted():
    first = {"b1": "gar-fume", "c2": "gar-fume", "c1": "vam-1r"}
    second = {"b2": "wer-1r", "a1": on("spi-1r", click=1), "d1": "und-1r", "f1": "wer-1r"}
    after, _ = turn_of(game(first, second, ("vam-1r*1", ""), active=1), 0)
    # b2 is beside both, the intangible a1 beside one, d1 is tough, f1 is too far away.
    assert {square: found[2] for square, found in monsters(after).items()} == {
        "a1": 2, "b1": 0, "b2": 2, "c1": 0, "c2": 0, "d1": 0, "f1": 0,
    }  # fmt: skip


def test_cf_19_miasmas_that_destroy_together_score_once_and_each_that_dealt_a_click_is_blooded():
    first = {"a1": "gar-fume", "c1": "gar-fume", "f1": "gar-fume"}
    second = {"b1": on("wer-1r", click=2), "g1": "wer-1r"}
    after, _ = turn_of(game(first, second, ("vam-1r*1", ""), active=1), 0)
    assert after.kill_points == (45, 0)
    # Each of the two dealt a fatal click. f1's miasma hit g1, which survives.
    assert {square: found[4] for square, found in monsters(after).items()} == {"a1": 1, "c1": 1, "f1": 0, "g1": 0}


def rampaging(attacker: Any = "gar-maul", second=None, *dice):
    second = second or {"a1": "und-1r", "c1": "und-1r"}
    return play(game({"b1": attacker}, second), "attack b1 a1 close", *(dice or ("d6 34", "d6 11")))[0]


def test_cf_19_rampage_one_more_close_attack_after_a_kill_without_a_token():
    state = rampaging()
    assert RULES.view(state, 0).choices == ("c1",)
    assert [RULES.format_action(action) for action in RULES.legal_actions(state, 0)] == ["rampage none", "rampage c1"]
    assert "First choose" in refused(state, "pass")
    after, _ = play(state, "rampage c1", "d6 34", "d6 11")
    # Rampage works once a turn: after a second kill the turn passes to the other seat.
    assert monsters(after) == {"b1": (0, "gar-maul", 0, 1, 2)}
    assert after.active == 1
    after, _ = play(state, "rampage none")
    assert (after.active, monsters(after)["b1"][3]) == (1, 1)


def test_cf_19_rampage_also_with_a_second_token_and_against_who_strikes_back():
    state = rampaging(on("gar-maul", tokens=1))
    after, _ = play(state, "rampage c1", "d6 12", "d6 56")
    assert "b1" not in monsters(after)


def test_cf_19_rampage_needs_a_kill_of_ones_own_attack():
    """The attack misses and the target dies of its own double 1, so the attacker has no kill."""
    second = {"a1": on("gar-mite", click=5), "c1": "und-1r"}
    state = play(game({"b1": "wer-2e"}, second), "attack b1 a1 close", "d6 12", "d6 11")[0]
    assert monsters(state).keys() == {"b1", "c1"}
    assert (state.active, state.kill_points) == (1, (0, 0))


def test_cf_19_rampage_by_acid_counts_as_a_kill():
    """The gargoyle's attack misses. The target strikes back and dies of its acid."""
    second = {"a1": on("wer-1r", click=2), "c1": "und-1r"}
    state = play(game({"b1": "gar-bile"}, second), "attack b1 a1 close", "d6 12", "d6 34")[0]
    assert RULES.view(state, 0).choices == ("c1",)
    assert state.kill_points == (45, 0)


def test_cf_19_rampage_is_not_asked_without_an_opponent_that_can_be_attacked():
    assert rampaging(second={"a1": "und-1r", "c1": on("spi-1r", click=1)}).active == 1
    assert rampaging(second={"a1": "und-1r", "g1": "und-1r"}).active == 1


def test_cf_19_rampage_and_shackle_do_not_work_in_retaliation():
    second = {"a1": "gar-mite", "c1": "gar-maul"}
    state = game(second | {"d1": "und-1r"}, {"b1": "gar-maul"})
    after, _ = play(state, "attack a1 b1 close", "d6 12", "retaliate close", "d6 34")
    # b1 destroyed a1 by retaliation, so there is no rampage on c1 and the next turn begins.
    assert RULES.view(after, 0).phase == "act"
    assert after.active == 1


def test_cf_19_rampage_after_a_fall_goes_from_where_it_lies_then():
    second = {"b1": "und-1r", "c1": "und-1r", "d2": "und-1r", "d1": "und-1r"}
    state = play(game({"b2": "gar-maul"}, second), "attack b2 b1 close", "d6 34", "d6 11")[0]
    assert RULES.view(state, 0).rampaging == "b1"
    assert RULES.view(state, 0).choices == ("c1",)


def test_attack_choices_of_the_view_agree_with_the_legal_actions():
    state = game({"a1": "vam-2r", "b1": "wer-1r"}, {"a2": "und-1r", "c1": "und-1r", "e2": "und-1r", "e1": "und-1r"})
    found = [
        f"attack {each.square} {each.target} {'ranged' if each.ranged else 'close'}{' shackle' * with_shackle}"
        for each in attack_choices(RULES.view(state, 0), 0)
        for with_shackle in range(1 + each.shackle)
    ]
    assert found == [RULES.format_action(action) for action in RULES.legal_actions(state, 0)]
