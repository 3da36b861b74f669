"""Whole matches of Hive Mind from texts alone."""

import pytest

from tests.by_text import hive_mind
from tests.by_text.screens import begun

LONG = tuple(letter * 32 for letter in "WXYZÄÖÜ")


def played(names: tuple[str, ...], seed: int, edition: str) -> int:
    """The actions of a match in which all read; every reader's model agrees with the engine all the time."""
    table, actions = begun("hive_mind", names, seed, alts=0.02, edition=edition), 0
    players = [hive_mind.Player(table, seat) for seat in range(len(names))]
    while table.game.outcome is None:
        players[table.rng.choice(table.game.actors)].turn()
        hive_mind.check(table, None)
        actions += 1
        if actions % 20 == 0:
            table.alt()
    table.alt()
    return actions


def test_a_match_is_played_from_texts() -> None:
    assert played(("Ann", "Ben", "Cam"), 1, "recharged") >= 24


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("edition", "seats"), [("gauntlet", 3), ("gauntlet", 7), ("tempo", 4), ("recharged", 7)])
def test_every_edition_is_played_from_texts(edition: str, seats: int, seed: int) -> None:
    assert played(LONG[:seats], seed, edition) >= 24
