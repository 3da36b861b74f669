"""The expected order of the next turns (`Rules.list_next_seats`): it agrees with games as they are played."""

from random import Random
from typing import Any

import pytest

from engine.core import SPECTATOR
from engine.game import act
from tests.cog_tables import SEED, new_game

VARIANTS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("monster_hex", 2, {}),
    ("monster_hex", 3, {}),
    ("monster_hex", 4, {"abilities": True, "objectives": True}),
    ("hex_battle_wars", 3, {"preset": "skirmish"}),
    ("hex_battle_wars", 6, {"preset": "quick", "max_rounds": 4}),
)


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_the_next_turn_is_that_of_the_first_seat_that_is_still_in(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    """A seat that has the turn was expected first, unless those before it dropped out in the turn between."""
    for seed in range(3):
        game, rng, turn, expected, checked = new_game(seats, name, **options), Random(seed), 0, (), 0
        while game.outcome is None:
            following = tuple(game.rules.list_next_seats(game.view(SPECTATOR)))
            if game.turn != turn and following:
                assert game.actors[0] not in following
                if expected and game.actors[0] != expected[0]:
                    assert expected[0] not in following, (seed, game.turn)
                checked += bool(expected)
                turn, expected = game.turn, following
            actor = rng.choice(game.actors)
            game = act(game, actor, rng.choice(game.legal(actor)), SEED).game
        assert checked > seats


def test_after_the_last_turn_nobody_is_next() -> None:
    game, rng = new_game(3), Random(1)
    following: tuple[int, ...] = ()
    while game.outcome is None:
        if game.view(SPECTATOR).phase == "place":
            following = tuple(game.rules.list_next_seats(game.view(SPECTATOR)))
        game = act(game, game.actors[0], rng.choice(game.legal(game.actors[0])), SEED).game

    assert following == ()


def test_where_all_act_at_once_nobody_is_next() -> None:
    game = new_game(3, "hive_mind")

    assert game.is_simultaneous
    assert game.rules.list_next_seats(game.view(SPECTATOR)) == ()
