"""Double, Block and garnets: HM-13 to HM-17. The board is the rule book's: A1 B2 C3 D2 E1 F1 G2 H3 I2 J1 K1 L3."""

import pytest

from engine.core import SPECTATOR, IllegalAction
from engine.hive_mind import scoring
from engine.hive_mind.actions import Ability
from engine.hive_mind.editions import EDITIONS, Match
from engine.hive_mind.events import BlockersTold, DoublersTold
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.state import State
from tests.engine.hive_mind.positions import after, gains, laid, play_to_end, played, refused, result, rules_for

RULES = rules_for("gauntlet")


def round_3(*abilities: str, round_2: str = "host close") -> State:
    """Return a state in round 3 of hive 1 of `gauntlet`, with abilities declared in round 2."""
    return after(RULES, laid(RULES), "host close", *abilities, round_2, *(["host close"] if round_2[0] != "h" else []))


def blocks(rules: HiveMindRules, state: State) -> list[int]:
    return [seat["blocks"] for seat in result(rules, state)["rounds"][2]["hives"]["1"]["seats"]]


@pytest.mark.parametrize("ability", ["double", "block"])
def test_hm_13_abilities_go_with_the_round_2_submission(ability: str) -> None:
    """HM-13: refused in rounds 1 and 3. In round 2 they may be taken back until the round resolves."""
    rules = rules_for("recharged")
    name = ability.title()
    state = laid(rules)
    assert refused(rules, state, f"0 {ability}:zero") == (
        "illegal_action",
        f"You can declare {name} only in round 2. Zero is in round 1.",
    )
    state = after(rules, state, "host close", f"0 {ability}:zero clear:{ability}:zero {ability}:charge")
    assert refused(rules, state, f"0 clear:{ability}:zero")[0] == "illegal_action"
    state = after(rules, state, "host close")
    assert refused(rules, state, f"1 {ability}:zero")[1].endswith("Zero is in round 3.")
    own = rules.view(state, 0).own
    assert own is not None
    assert [hive.double if ability == "double" else hive.block for hive in own.hives] == [True, False, False]


def test_hm_13_only_the_open_hive_of_gauntlet_can_be_named() -> None:
    """HM-13: a Double on a hive that opens later is refused."""
    state = after(RULES, laid(RULES), "host close")

    assert refused(RULES, state, "0 double:2")[1] == "Hive 2 opens later. Open now: Hive 1."


def test_hm_14_alone_on_a_hex_a_doubler_scores_twice() -> None:
    """HM-14 and the worked example: alone on H (3) a doubler scores 6, on D 4, on K 2, and no more elsewhere."""
    state = after(RULES, round_3("0 double:1"), "0 1:DHK", "host close", "host close", "host close", "0 2:DHK")
    found = result(RULES, state)

    assert gains(RULES, state, 3) == [12, 0, 0]
    assert gains(RULES, state, 6, "2") == [6, 0, 0]
    assert (found["seats"][0]["on_threes"], found["seats"][0]["on_twos"]) == (6 + 3, 4 + 2)


def test_hm_14_under_three_shapes_a_double_is_worth_nothing() -> None:
    """HM-14: H lies under three shapes and pays 3 to each. D and K lie under the doubler alone and pay 4 and 2."""
    state = after(RULES, round_3("0 double:1"), "0 1:DHK", "1 1:HIL", "2 1:HIJ")

    assert gains(RULES, state, 3) == [4 + 3 + 2, 3 + 3, 3 + 1]


def test_hm_14_doubles_do_not_act_in_round_2() -> None:
    """HM-14: a Double has no effect in the round in which it is declared."""
    state = after(RULES, laid(RULES), "host close", "0 double:1 1:DHK")

    assert gains(RULES, state, 2) == [6, 0, 0]


def test_hm_15_a_block_pays_for_each_hex_kept_from_a_doubler() -> None:
    """HM-15: doubler and blocker share H (3) and K (1), which makes two blocks. The blocker is alone on I."""
    state = after(RULES, round_3("0 double:1", "1 block:1"), "0 1:DHK", "1 1:HIK")

    assert blocks(RULES, state) == [0, 2, 0]
    assert gains(RULES, state, 3) == [4, 2, 0]
    assert [seat["points"] for seat in result(RULES, state)["seats"]] == [4, 4, 0]


def test_hm_15_a_hex_without_value_is_no_block() -> None:
    """HM-15 (c): K was cleared in round 2, so only H counts."""
    state = round_3("0 double:1", "1 block:1", round_2="2 1:IJK")

    assert blocks(RULES, after(RULES, state, "0 1:DHK", "1 1:HIK")) == [0, 1, 0]


@pytest.mark.parametrize(
    ("abilities", "shapes", "expected"),
    [
        pytest.param(["1 block:1"], ["0 1:DHK", "1 1:HIK"], [0, 0, 0], id="nobody doubles"),
        pytest.param(["1 double:1 block:1"], ["0 1:DHK", "1 1:HIK"], [0, 0, 0], id="one's own Double"),
        pytest.param(["0 double:1"], ["0 1:DHK", "1 1:HIK"], [0, 0, 0], id="no Block"),
        pytest.param(["0 double:1", "2 block:1"], ["0 1:DHK", "1 1:HIK"], [0, 0, 0], id="no shape of the blocker"),
        pytest.param(
            ["0 double:1", "1 block:1"], ["0 1:DHK", "1 1:HIK", "2 1:DEH"], [0, 1, 0], id="under three shapes"
        ),
        pytest.param(
            ["0 double:1", "1 double:1 block:1"], ["0 1:DHK", "1 1:HIK"], [0, 2, 0], id="both double, one blocks"
        ),
        pytest.param(
            ["0 double:1", "1 block:1"], ["0 1:ABC", "1 1:HIK", "2 1:HIK"], [0, 0, 0], id="the doubler elsewhere"
        ),
    ],
)
def test_hm_15_what_a_block_needs(abilities: list[str], shapes: list[str], expected: list[int]) -> None:
    """HM-15: own shape, even count, a value above 0, and another player there with a Double on this hive."""
    assert blocks(RULES, after(RULES, round_3(*abilities), *shapes)) == expected


def test_hm_15_two_doublers_on_a_hex_are_one_block() -> None:
    """HM-15: at most 1 per hex, however many doublers are on it."""
    rules = rules_for("gauntlet", 4)
    state = after(rules, laid(rules), "host close", "0 double:1", "1 double:1", "2 block:1", "host close")
    state = after(rules, state, "0 1:DHK", "1 1:HIK", "2 1:DEH", "3 1:EHK")

    # H lies under four shapes, D under two. E lies under two as well, but without a doubler.
    assert blocks(rules, state) == [0, 0, 2, 0]


def test_hm_16_never_two_of_a_kind_on_one_hive_but_both_kinds() -> None:
    """HM-16: Double and Block on the same hive are allowed, a second Double is not."""
    rules = rules_for("tempo", garnets=9)
    state = after(rules, laid(rules), "host close", "0 double:1 block:1")

    assert refused(rules, state, "0 double:1") == (
        "illegal_action",
        "You already have Double on Hive 1.",
    )
    assert refused(rules, state, "0 block:1")[1] == "You already have Block on Hive 1."


@pytest.mark.parametrize("ability", [-2, -1, 2, 7])
def test_hm_16_there_are_two_abilities(ability: int) -> None:
    """HM-16: any other number is refused; a negative one must not index from the end."""
    state = after(RULES, laid(RULES), "host close")

    with pytest.raises(IllegalAction, match="There is no such ability") as refusal:
        RULES.apply(state, 0, Ability(ability, 0))
    assert refusal.value.rule == "HM-16"


def test_hm_16_the_table_of_editions() -> None:
    """HM-16: hives, prices, starting garnets, announcements, earnings."""
    gauntlet, tempo, recharged = EDITIONS["gauntlet"], EDITIONS["tempo"], EDITIONS["recharged"]

    assert [len(edition.hives) for edition in EDITIONS.values()] == [2, 3, 3]
    assert recharged.hives == ("charge", "marcer", "zero")
    assert [edition.rounds for edition in EDITIONS.values()] == [6, 3, 3]
    assert [gauntlet.cost((0, uses)) for uses in (0, 1, 3)] == [0, 5, 10]
    assert [gauntlet.cost((uses, 0)) for uses in (0, 1, 3)] == [0, 3, 6]
    assert [tempo.cost((0, uses)) for uses in (0, 1, 3, 7)] == [0, 0, 2, 4]
    assert [tempo.cost((uses, 0)) for uses in (0, 1, 3, 7)] == [0, 0, 1, 2]
    assert [recharged.cost((1, 1)), recharged.cost((0, 3)), recharged.cost((3, 0))] == [0, None, None]
    assert [edition.garnets for edition in EDITIONS.values()] == [8, 3, 0]
    assert [edition.guess_of_totals for edition in EDITIONS.values()] == [True, False, False]


def test_hm_16_recharged_has_one_use_of_each() -> None:
    """HM-16: a second Double is refused even with garnets. After `clear` it can be used elsewhere."""
    rules = rules_for("recharged", garnets=50)
    state = after(rules, laid(rules), "host close", "0 double:charge block:charge")
    assert refused(rules, state, "0 double:zero")[1] == "Your Double is on Charge. Take it back there first."
    assert refused(rules, state, "0 block:zero")[1] == "Your Block is on Charge. Take it back there first."

    assert refused(rules, state, "0 clear:double:charge double:zero") == ("", "")


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_hm_16_who_doubles_is_told_with_the_results_of_round_2(edition: str) -> None:
    """HM-16: everybody learns the doublers with the round-2 results, but not yet the blockers."""
    rules = rules_for(edition)
    first = rules.view(rules.initial_state(), 0).hives[0].name
    state = after(rules, laid(rules), "host close", f"0 double:{first} block:{first}", f"2 double:{first}")
    assert rules.view(state, SPECTATOR).hives[0].doublers is None
    done = played(rules, state, "host close")

    assert DoublersTold(first, (0, 2)) in done.events
    assert not [event for event in done.events if isinstance(event, BlockersTold)]
    hive = rules.view(done.state, 1).hives[0]
    assert (hive.doublers, hive.blockers) == ((0, 2), None)
    assert rules.view(done.state, SPECTATOR).hives[0].blockers is None


def test_hm_16_blockers_are_told_after_round_3_of_the_hive() -> None:
    """HM-16: in `gauntlet` blockers are announced before the match is over. Until then spent garnets are hidden."""
    state = round_3("1 block:1")
    assert rules_spent(state) == [None, 3, None]
    state = after(RULES, state, "host close")

    assert RULES.view(state, SPECTATOR).phase == "round"
    assert RULES.view(state, SPECTATOR).hives[0].blockers == (1,)
    assert RULES.view(play_to_end(RULES, state), SPECTATOR).hives[1].blockers == ()


def rules_spent(state: State) -> list[int | None]:
    """Return the spent garnets that each seat sees of seat 1: a number only for seat 1 itself."""
    spent: list[int | None] = []
    for seat in range(3):
        own = RULES.view(state, seat).own
        spent.append(own.garnets.spent if own is not None and seat == 1 else None)
        assert "spent" not in str(RULES.view(state, seat).seats)
    return spent


def test_hm_17_a_purchase_beyond_ones_garnets_is_refused() -> None:
    """HM-17: 8 garnets buy a Double and a Block, and leave nothing for hive 2."""
    state = after(RULES, laid(RULES), "host close", "0 double:1 block:1")
    state = after(RULES, state, *["host close"] * 3)
    assert RULES.view(state, 0).hives[1].round == 2
    assert refused(RULES, state, "0 double:2") == (
        "illegal_action",
        "Double costs 5 garnets, and you have 0 left.",
    )
    assert refused(RULES, state, "0 block:2")[1] == "Block costs 3 garnets, and you have 0 left."
    found = result(RULES, state)["seats"]
    assert [seat["garnets"]["spent"] for seat in found] == [8, 0, 0]


def test_hm_17_in_tempo_the_first_of_each_is_free() -> None:
    """HM-17: 3 garnets buy a second Double (2) and a second Block (1). Pending ones count."""
    rules = rules_for("tempo")
    state = after(rules, laid(rules), "host close", "0 double:1 block:1 double:2")
    assert refused(rules, state, "0 double:3")[1] == "Double costs 2 garnets, and you have 1 left."
    state = after(rules, state, "0 block:3")
    assert refused(rules, state, "0 block:2")[1] == "Block costs 1 garnet, and you have 0 left."
    assert refused(rules, state, "0 clear:double:1 block:2") == ("", "")
    assert result(rules, state)["seats"][0]["garnets"]["spent"] == 3


@pytest.mark.parametrize(
    ("edition", "points", "earned"),
    [
        ("gauntlet", (14, 15, 4), (2, 3, 0)),
        ("gauntlet", (-1, -7, 5), (0, 0, 1)),
        ("recharged", (10, 9, 0), (2, 1, 0)),
        ("tempo", (10, 8, 8, 8, 1), (1, 1, 1, 1, 0)),
        ("tempo", (10, 9, 8, 8, 1, 0, 0), (1, 1, 1, 1, 0, 0, 0)),
        ("tempo", (10, 9, 8, 1), (1, 1, 0, 0)),
        ("tempo", (10, 8, 8, 1), (1, 1, 1, 0)),
        ("tempo", (5, 5, 1), (1, 1, 0)),
    ],
)
def test_hm_17_garnets_earned(edition: str, points: tuple[int, ...], earned: tuple[int, ...]) -> None:
    """HM-17: one for every full 5 points, none below 0. In `tempo` one each to the top min(3, n - 2), ties included."""
    assert scoring.count_earned_garnets(Match(edition, (0,) * len(points)), points) == earned
