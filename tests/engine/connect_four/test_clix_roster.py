"""The roster of monsters: reading, checks, and classes added by files (CF-1 to CF-3)."""

import pytest

from engine.connect_four import forces
from engine.connect_four.roster import CLASSES, MONSTERS, NUMBER, RosterError, add_monsters, check, face, read
from tests.engine.connect_four.clix_positions import GARGOYLES, gargoyles

GOOD = """
[[monsters]]
id = "gho-1"
name = "Ghost"
rank = "rookie"
class = "ghost"
points = 40
range = 3
start = 0
card = { defense = "unseen" }
dial = ["5 8 14* 2", "H H H 0"]
"""


def test_the_roster_has_seven_classes_of_seven_with_one_unique_each():
    assert [len(monsters) for monsters in CLASSES.values()] == [7] * 7
    assert all(sum(monster.unique for monster in monsters) == 1 for monsters in CLASSES.values())
    assert [*NUMBER.values()] == [*range(49)]


def test_cf_1_values_powers_and_hourglasses_of_a_click():
    shown = face("vam-1v", 0, 0)
    assert (shown.speed, shown.attack, shown.defense, shown.damage) == (7, 10, 16, 3)
    assert shown.powers == ("bloodthirst", "lifedrain")
    assert face("vam-1v", 0, 1).powers == ("rampage", "bloodthirst", "lifedrain")
    assert not shown.hourglass
    gone = face("spi-u", 2, 0)
    assert (gone.speed, gone.attack, gone.defense, gone.damage, gone.hourglass) == (None, 9, None, 2, True)
    assert MONSTERS["vam-1v"].start == 1


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("points = 40", 'points = "many"', "points: Expected `int`"),
        ("points = 40", "points = 0", "points: 0 is not"),
        ("points = 40", "", "missing required field `points`"),
        ("points = 40", "points = 40\ncolour = 1", "unknown field `colour`"),
        ('rank = "rookie"', 'rank = "boss"', "rank: Invalid enum value 'boss'"),
        ("range = 3", "range = -1", "range: -1"),
        ("start = 0", "start = 2", "start: 2 is not one of the 2 clicks"),
        ('class = "ghost"', 'class = "Old Ghosts"', "class: 'Old Ghosts'"),
        ('name = "Ghost"', 'name = " "', "name: is empty"),
        ('"unseen"', '"savage"', "card.defense: 'savage' is not allowed; allowed: tough"),
        ("defense =", "armour =", "card.armour: 'unseen'"),
        ("5 8 14* 2", "5 8 14*", "dial[0]: '5 8 14*' must be four values"),
        ("5 8 14* 2", "5 8 x 2", "dial[0]: '5 8 x 2' must be four values"),
        ("5 8 14* 2", "5 8* 14* 2", "dial[0]: attack is marked, but neither card"),
        ("H H H 0", "H H H H", "dial[1]: damage cannot be an hourglass"),
    ],
)
def test_an_error_names_file_monster_and_field(wrong, right, told):
    with pytest.raises(RosterError) as error:
        read("ghosts.toml", GOOD.replace(wrong, right))
    assert str(error.value).startswith("ghosts.toml: monster gho-1: ")
    assert told in str(error.value)


@pytest.mark.parametrize("text", ["monsters = 3", "[ghosts]", "id = ", "monsters = [1]"])
def test_a_file_of_something_else_is_refused_by_name(text):
    with pytest.raises(RosterError, match=r"^ghosts\.toml: "):
        read("ghosts.toml", text)


def test_two_monsters_with_one_id_and_a_class_that_fits_into_no_small_force_are_refused():
    ghosts = read("ghosts.toml", GOOD)
    with pytest.raises(RosterError, match=r"^more\.toml: monster gho-1: id: already used in ghosts\.toml"):
        check([("ghosts.toml", ghosts), ("more.toml", ghosts)])
    with pytest.raises(RosterError, match=r"^ghosts\.toml: class ghost: points: no monster has 100 points or less"):
        check([("ghosts.toml", read("ghosts.toml", GOOD.replace("40", "101")))])


def test_another_class_is_there_for_forces_as_soon_as_its_file_is():
    assert check([(GARGOYLES.name, gargoyles())]) == gargoyles()
    with add_monsters(gargoyles()):
        assert list(CLASSES)[-1] == "gargoyle"
        assert forces.objection("gargoyle", 1200, forces.default("gargoyle", 1200)) is None
    assert "gargoyle" not in CLASSES
