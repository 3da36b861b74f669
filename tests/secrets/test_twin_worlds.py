"""L1, L3 and L5 in the whole program: in worlds that differ only in others' secrets, a viewer is sent the same.

Everything is compared: texts, pictures byte for byte, alt texts, custom ids, file names, errors, autocomplete choices
and the log. The mutants of `test_program_mutants` leak a true secret in each of these channels.
"""

from pathlib import Path

import pytest

from engine.history import history, story
from tests.running_dispatchers import Clock
from tests.secrets.scenes import PLAYABLE, StoredTable, scene
from tests.secrets.viewer_observations import KNOWS_ALL, WHO, differences, play_on, world
from tests.twin_worlds import twin_states, twin_world

pytestmark = pytest.mark.slow

LOOKS = [(name, who) for name in PLAYABLE for who in WHO if (name, who) not in KNOWS_ALL]


@pytest.fixture
async def at(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> StoredTable:
    """Return a scene of the test's game."""
    return await scene(tmp_path / "scene", clock, request.param, monkeypatch)


@pytest.mark.parametrize(("at", "who"), LOOKS, indirect=["at"])
async def test_histories_that_differ_in_others_secrets_look_the_same(
    tmp_path: Path, clock: Clock, at: StoredTable, who: str
) -> None:
    """Seed, log, snapshot and digests in the database differ; *What happened* and *Replay* read the log."""
    viewer = at.viewer(who)[1]
    twins = [twin_world(at.game, at.log, viewer, number) for number in range(2)]
    for twin in twins:
        assert twin.entries != at.log
        configuration = at.game.configuration
        assert history(configuration, twin.entries, viewer) == history(configuration, at.log, viewer)
        assert story(configuration, twin.entries, 0, viewer) == story(configuration, at.log, 0, viewer)

    worlds = [None, *twins]
    found = [await world(at, tmp_path / str(number), clock, truth, who) for number, truth in enumerate(worlds)]

    assert differences(found) == []
    assert ("private.png" in found[0]["hand"]) is (who != "stranger"), "one's own hand is there in each"
    assert "replay.gif" in found[0]["replay"]
    assert "xception" not in found[0]["the log"]


@pytest.mark.parametrize(("at", "who"), LOOKS, indirect=["at"])
async def test_states_that_differ_in_others_secrets_look_the_same(
    tmp_path: Path, clock: Clock, at: StoredTable, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hand-changed states differ more than sampled histories."""
    twins = twin_states(at.game, at.viewer(who)[1])
    assert twins, "the twins change no secret"
    # Taking a move back uses the log, which is the same in all of these worlds.
    found = [await world(at, tmp_path / "true", clock, None, who, takes_back=False)]
    for number, state in enumerate(twins):
        with monkeypatch.context() as patch:
            play_on(state, patch)
            found.append(await world(at, tmp_path / str(number), clock, None, who, takes_back=False))

    assert differences(found) == []
