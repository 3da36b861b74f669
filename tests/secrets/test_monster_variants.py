"""L1 and L3 in the whole program, for Monster Hex with abilities, objectives and the shared faction.

Two situations hide what no base game hides: abilities are chosen in secret, and somebody holds the shared tile. Mutants
leak the hands, private objectives, the shared tile or a choice; each leak is found.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.history import history
from engine.monster_hex.state import State
from render import painter
from tests.running_dispatchers import Clock
from tests.secrets.scenes import StoredTable, scene
from tests.secrets.viewer_observations import DRAWN, EVERYTHING, Insider, differences, patch_words, play_on, world
from tests.twin_worlds import World, true_world, twin_states, twin_world

pytestmark = pytest.mark.slow

GAME = "monster_hex"
OPTIONS = {"abilities": True, "objectives": True, "shared": True}
MOVES = {"choosing": 1, "placing": 5}
"""Numbers of moves: one ability is chosen; both are chosen and some tiles are placed."""
LOOKS = [
    ("choosing", "stranger"),
    ("choosing", "acting"),
    *(("placing", who) for who in ("stranger", "idle", "acting")),
]
PAGES = [page for page in EVERYTHING if page not in DRAWN]
TWINS = 500


async def at_moment(tmp_path: Path, clock: Clock, moment: str, patch: pytest.MonkeyPatch) -> StoredTable:
    """Return a scene of two players with every variant."""
    return await scene(tmp_path / "scene", clock, GAME, patch, moves=MOVES[moment], options=OPTIONS)


@pytest.mark.parametrize(("moment", "who"), LOOKS)
async def test_worlds_that_differ_in_others_secrets_look_the_same(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, moment: str, who: str
) -> None:
    at = await at_moment(tmp_path, clock, moment, monkeypatch)
    viewer = at.viewer(who)[1]
    twin = twin_world(at.game, at.log, viewer, 0)
    assert twin.entries != at.log
    assert history(at.game.configuration, twin.entries, viewer) == history(at.game.configuration, at.log, viewer)

    found = [await world(at, tmp_path / "true", clock, None, who), await world(at, tmp_path / "twin", clock, twin, who)]
    assert differences(found) == []

    # Taking a move back uses the log, which these states lack.
    found = [await world(at, tmp_path / "state", clock, None, who, takes_back=False)]
    for number, state in enumerate(twin_states(at.game, viewer)):
        with monkeypatch.context() as patch:
            play_on(state, patch)
            found.append(await world(at, tmp_path / str(number), clock, None, who, takes_back=False))

    assert len(found) > 1
    assert differences(found) == []


def hands(state: State) -> Any:
    return state.hands[:2]


def private_objectives(state: State) -> Any:
    return None if state.secrets is None else state.secrets.objectives


def shared_tile(state: State) -> Any:
    return state.hands[2]


def secret_choice(state: State) -> Any:
    return None if state.secrets is None else state.secrets.abilities


Secret = Callable[[State], Any]
Leak = Callable[[pytest.MonkeyPatch, Insider, Secret], None]


def on_the_card(patch: pytest.MonkeyPatch, insider: Insider, secret: Secret) -> None:
    patch_words(patch, GAME, task=lambda view: str(secret(insider.game.state)))


def instead_of_the_text_board(patch: pytest.MonkeyPatch, insider: Insider, secret: Secret) -> None:
    patch.setitem(vars(painter(GAME)), "text", lambda *given: str(secret(insider.game.state)))


def in_the_picture(patch: pytest.MonkeyPatch, insider: Insider, secret: Secret) -> None:
    drawn = type(painter(GAME))
    board = drawn.board

    def leaking(self: Any, *given: Any) -> Any:
        picture = board(self, *given)
        return picture._replace(png=picture.png + str(secret(insider.game.state)).encode())

    patch.setattr(drawn, "board", leaking)


def in_the_alt_text(patch: pytest.MonkeyPatch, insider: Insider, secret: Secret) -> None:
    drawn = type(painter(GAME))
    board = drawn.board

    def leaking(self: Any, *given: Any) -> Any:
        picture = board(self, *given)
        return picture._replace(alt=f"{secret(insider.game.state)} {picture.alt[:500]}")

    patch.setattr(drawn, "board", leaking)


CASES: list[tuple[Secret, Leak, str, str, str]] = [
    (hands, on_the_card, "placing", "idle", "public messages"),
    (private_objectives, in_the_alt_text, "placing", "idle", "public messages"),
    (shared_tile, in_the_picture, "placing", "stranger", "public pictures"),
    (secret_choice, on_the_card, "choosing", "acting", "public messages"),
    (secret_choice, instead_of_the_text_board, "choosing", "stranger", "text"),
]


def unlike(at: StoredTable, who: str, secret: Secret) -> World:
    """Return a twin world in which the secret differs."""
    viewer, true = at.viewer(who)[1], secret(at.game.state)
    twins = (twin_world(at.game, at.log, viewer, number) for number in range(TWINS))
    return next(twin for twin in twins if secret(twin.game.state) != true)


@pytest.mark.parametrize(
    ("secret", "leak", "moment", "who", "where"), CASES, ids=lambda value: getattr(value, "__name__", str(value))
)
async def test_a_secret_of_the_variants_is_found_wherever_it_is_told(
    tmp_path: Path,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    secret: Secret,
    leak: Leak,
    moment: str,
    who: str,
    where: str,
) -> None:
    at = await at_moment(tmp_path, clock, moment, monkeypatch)
    found: list[dict[str, str]] = []
    for number, truth in enumerate((true_world(at.game, at.log), unlike(at, who, secret))):
        with monkeypatch.context() as patch:
            leak(patch, Insider(patch), secret)
            found.append(await world(at, tmp_path / str(number), clock, truth, who, PAGES))

    assert where in differences(found)
