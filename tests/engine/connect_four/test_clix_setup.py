"""Classes, forces, and who goes first (CF-4 to CF-7, and CF-20 at set-up)."""

import pytest

from engine.connect_four import GAME_TYPE, forces
from engine.connect_four.actions import ChooseClass, ChooseForce
from engine.connect_four.events import Chosen, ClassesShown, ForcesShown, RollOffWon
from engine.connect_four.options import SIZES
from engine.connect_four.roster import CLASSES
from engine.connect_four.state import PHASES
from engine.core import CHANCE, HOST, SPECTATOR, Close, Forfeit, InvalidOptions
from tests.engine.connect_four.clix_positions import RULES, named, play, refused


def chosen(state, seat, text, rules=RULES):
    return rules.apply(state, seat, rules.parse_action(text)).state


def started(first="vampire", second="undead", rules=RULES):
    """Return the state after both seats have chosen a class."""
    state = rules.initial_state()
    return chosen(chosen(state, 0, f"class {first}", rules), 1, f"class {second}", rules)


def phase(state):
    return PHASES[state.phase]


def test_cf_4_both_choose_a_class_at_the_same_time_and_may_choose_again_until_both_are_in():
    state = chosen(RULES.initial_state(), 1, "class demon")

    assert RULES.actors(state) == (0,)
    assert RULES.is_simultaneous(state)
    assert RULES.view(state, 0).seats[1].class_name is None
    assert RULES.view(state, SPECTATOR).seats[1].class_name is None
    assert RULES.view(state, 0).seats[1].chosen
    assert RULES.view(state, 1).seats[1].class_name == "demon"

    assert "You can still change it" in refused(state, "pass", player=1)
    assert refused(state, "pass") == "Choose your class first."

    state = chosen(chosen(state, 1, "class alien"), 0, "class spirit")

    assert [seat.class_name for seat in RULES.view(state, SPECTATOR).seats] == ["spirit", "alien"]
    assert phase(state) == "force"


@pytest.mark.parametrize(
    ("state", "first", "second"),
    [(RULES.initial_state(), "class demon", "class alien"), (started(), "force und-1r*1", "force und-1r*2")],
    ids=["class", "force"],
)
def test_cf_4_cf_5_others_are_told_once_that_a_seat_has_chosen(state, first, second):
    chose = RULES.apply(state, 1, RULES.parse_action(first))
    assert chose.events == (Chosen(1),)

    again = RULES.apply(chose.state, 1, RULES.parse_action(second))

    assert again.events == ()
    assert again.state != chose.state


def test_cf_4_for_the_same_class_both_roll_seat_0_first_ties_again_and_the_lower_picks_another():
    state = started("demon", "demon")
    assert phase(state) == "class roll"
    assert RULES.actors(state) == (CHANCE,)

    state, told = play(state, "d6 55", "d6 24")

    assert named(told, RollOffWon) == [RollOffWon(1, "class")]
    assert RULES.actors(state) == (0,)
    assert [*RULES.legal_actions(state, 0)] == [ChooseClass(name) for name in CLASSES if name != "demon"]
    assert "keeps demon" in refused(state, "class demon")
    assert RULES.is_legal(state, 1, ChooseClass("alien")) is False

    state, _ = play(state, "class alien")
    assert [seat.class_name for seat in RULES.view(state, 0).seats] == ["alien", "demon"]
    assert phase(state) == "force"


def test_cf_4_the_same_class_may_be_agreed_on():
    rules = GAME_TYPE.rules(2, {"same_class": True})
    assert phase(started("demon", "demon", rules)) == "force"


@pytest.mark.parametrize(
    ("force", "reason"),
    [
        ("vam-1r*5", "at most 4"),
        ("vam-u*2", "only one"),
        ("und-1r*1", "monsters of your class vampire"),
        ("vam-2v*4 vam-2e*4 vam-2r*4 vam-1v*4", "1320 points"),
    ],
)
def test_cf_5_a_force_keeps_class_points_and_numbers(force, reason):
    assert reason in refused(started(), f"force {force}", player=0)


def test_cf_5_forces_are_hidden_until_both_are_in_and_open_then():
    state = chosen(started(), 0, "force vam-1r*2 vam-u*1")
    assert RULES.view(state, 1).seats[0].force is None
    assert RULES.view(state, 0).seats[0].force == (("vam-1r", 2), ("vam-u", 1))
    state = chosen(state, 0, "force vam-1e*4")

    after = RULES.apply(state, 1, RULES.parse_action("force und-u*1 und-1r*4"))

    assert named(after.events, ForcesShown) == [ForcesShown(((("vam-1e", 4),), (("und-1r", 4), ("und-u", 1))))]
    assert RULES.view(after.state, 0).seats[1].reserve == (("und-1r", 4), ("und-u", 1))


@pytest.mark.parametrize("points", [600, 800, 1200, 2000])
@pytest.mark.parametrize("class_name", list(CLASSES))
def test_cf_5_every_class_has_three_ready_made_forces_within_the_points(class_name, points):
    ready = forces.ready_made_forces(class_name, points)

    assert list(ready) == list(forces.READY_MADE)
    assert all(forces.objection(class_name, points, force) is None for force in ready.values())
    count = {kind: sum(number for _, number in force) for kind, force in ready.items()}
    assert count["many"] > count["elite"]


def test_cf_6_the_higher_roll_goes_first_and_ties_roll_again():
    state = chosen(chosen(started(), 0, "force vam-1r*1"), 1, "force und-1r*1")
    state, told = play(state, "d6 11", "d6 66", "d6 23")

    assert named(told, RollOffWon) == [RollOffWon(1, "first")]
    view = RULES.view(state, SPECTATOR)
    assert (view.first, view.active, view.turn, view.phase, view.actors) == (1, 1, 1, "act", (1,))


def test_cf_6_with_a_double_start_the_first_player_begins_with_two_turns():
    rules = GAME_TYPE.rules(2, {"double_start": True})
    state = chosen(chosen(started(rules=rules), 0, "force vam-1r*4", rules), 1, "force und-1r*4", rules)
    state, _ = play(state, "d6 52", rules=rules)
    active, first, reported = [], [], []
    for column in "adgad":
        view = rules.view(state, SPECTATOR)
        active.append(view.active)
        first.append(view.first)
        reported.append([report.square for report in view.recent])
        monster = "und-1r" if view.active else "vam-1r"
        state, _ = play(state, f"drop {monster} {column}", rules=rules)

    assert active == [0, 0, 1, 0, 1]
    assert first == [0] * 5
    assert reported == [[], ["a1"], ["a1", "d1"], ["g1"], ["a2"]]


@pytest.mark.parametrize("size", SIZES)
def test_cf_7_sizes_and_swapped_ones(size):
    columns, rows, points = SIZES[size]
    for swap, expected in ((False, (columns, rows)), (True, (rows, columns))):
        view = GAME_TYPE.rules(2, {"size": size, "swap": swap}).view(RULES.initial_state(), 0)
        assert (view.columns, view.rows, view.points) == (*expected, points)


@pytest.mark.parametrize(
    "raw",
    [{"size": "tiny"}, {"size": 3}, {"points": 99}, {"points": 2001}, {"points": True}, {"swap": 1}, {"dice": 2},
     {"same_class": None}, {"double_start": 1}],
)  # fmt: skip
def test_cf_7_other_options_are_refused(raw):
    with pytest.raises(InvalidOptions):
        GAME_TYPE.options(2, raw)


def test_cf_20_the_clock_gives_the_first_class_that_the_other_has_not_also_one_chosen_secretly():
    state, told = play(RULES.initial_state(), "close")
    assert named(told, ClassesShown) == [ClassesShown(("vampire", "undead"))]

    state, told = play(chosen(RULES.initial_state(), 1, "class vampire"), "close")
    assert named(told, ClassesShown) == [ClassesShown(("undead", "vampire"))]

    state, _ = play(started("vampire", "vampire"), "d6 63", "close")
    assert RULES.view(state, 0).seats[1].class_name == "undead"


def test_cf_20_the_clock_fills_a_force_once_through_the_class():
    state, told = play(started(), "close")

    (shown,) = named(told, ForcesShown)
    # 4 x 45, 4 x 60, 4 x 75, 4 x 65 are 980, then 2 x 85. The 50 points left buy nothing.
    assert shown.forces[0] == (("vam-1r", 4), ("vam-1e", 4), ("vam-1v", 4), ("vam-2r", 4), ("vam-2e", 2))
    assert RULES.host_actions(state) == [Forfeit(0), Forfeit(1)]


def test_cf_20_close_only_when_a_seat_is_asked_and_leaving_at_any_time():
    state = started("demon", "demon")
    assert not RULES.is_legal(state, HOST, Close())
    after = RULES.apply(state, HOST, Forfeit(0)).state
    assert RULES.result(after) == {
        "seats": [{"kill_points": 0, "fours": None, "four_points": None}] * 2,
        "winner": 1,
        "reason": "concession",
    }
    assert RULES.host_actions(after) == ()


def test_cf_10_nobody_concedes_at_set_up():
    assert not RULES.is_legal(RULES.initial_state(), 0, RULES.parse_action("concede"))


def test_forces_are_listed_sorted_and_others_are_legal_too():
    state = started()
    listed = RULES.legal_actions(state, 0)
    assert len(listed) == 3
    assert RULES.is_legal(state, 0, ChooseForce((("vam-2v", 3),)))
    assert ChooseForce((("vam-2v", 3),)) not in listed
