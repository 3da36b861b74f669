"""The documents' pictures of abilities: each shows a use of its ability at ordinary strength."""

import pytest

from engine.monster_hex.abilities import ABILITIES
from render.monster_hex.themes import THEMES
from tests.kits.painters import texts
from tools.pictures import monster_hex_abilities as ability_scenes


def test_every_ability_has_a_scene() -> None:
    assert {*ability_scenes.SCENES} == {*ABILITIES}


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_scene_shows_a_use_of_its_ability_by_a_tile_that_is_not_the_dragon(ability: str) -> None:
    before, after = (game.view(-1, 0) for game in ability_scenes.games(ability))
    sheet, _ = ability_scenes.draw(ability, THEMES["dark"])

    if ability == "scatter":
        assert before.phase == "place"
        assert ability_scenes.SCENES[ability].use.endswith("scatter")
    else:
        assert (before.ability.ability, before.ability.strength) == (ability, 1)
    assert before.seats[0].ability == ability
    assert (before.monsters, before.seats, before.temporary) != (after.monsters, after.seats, after.temporary)
    assert {"Before", f"After {ability.capitalize()}"} <= {*texts(sheet)}
