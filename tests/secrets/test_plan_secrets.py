"""Plans are secret: in worlds that differ only in somebody's plan, everybody else is sent the same."""

import shutil
from pathlib import Path

import pytest
import structlog

from data.store import PlanRow, Store
from engine.game import act
from engine.planning import build_condition, judge, look_ahead
from tables.calling.nudges import FIRST_MS
from tests.cog_tables import DAN, TABLE
from tests.in_process_program import open_program
from tests.running_dispatchers import Clock
from tests.secrets.scenes import StoredTable, await_answer, scene
from tests.secrets.viewer_observations import differences, library_logs, numbered_anew, world

pytestmark = pytest.mark.slow

GAMES = {"monster_hex": 6, "connect_four": 8}
"""The numbers of moves after which the plans of the scene are possible."""
PUBLIC = ("more", "hand", "history", "replay", "text", "time", "takeback")


class PlannedWorld:
    """A world with a plan of a seat, or without one (`tests.twin_worlds.World`)."""

    def __init__(self, plan: PlanRow | None) -> None:
        self._plan = plan

    async def settle_in(self, store: Store) -> None:
        """Store the plan."""
        if self._plan is not None:
            async with store.write(TABLE) as writer:
                await writer.plans.put(TABLE, self._plan)


def list_plans(at: StoredTable) -> list[PlanRow]:
    """Return all plans of the player who is not to move."""
    person, seat = at.viewer("idle")
    ahead = look_ahead(at.game, seat)
    assert ahead is not None
    name = at.game.configuration.game
    return [PlanRow(seat, person.id, action, build_condition(name, ahead, action)) for action in ahead.legal]


def find_move_in_the_way(at: StoredTable) -> tuple[str, list[PlanRow]]:
    """Return a move, and the plans that can't be made right after it."""
    _, mover = at.viewer("acting")
    plans = list_plans(at)
    for action in at.game.legal(mover):
        game = act(at.game, mover, action, bytes(32)).game
        verdicts = [judge(game, plan.seat, plan.action, plan.condition) for plan in plans]
        broken = [plan for plan, one in zip(plans, verdicts, strict=True) if one.is_due and not one.holds]
        if len(broken) > 1:
            return action, broken
    raise AssertionError("no move breaks two plans")


@pytest.mark.parametrize("who", ["stranger", "acting"])
@pytest.mark.parametrize("game", GAMES)
async def test_worlds_that_differ_in_a_plan_look_the_same_to_others(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, game: str, who: str
) -> None:
    at = await scene(tmp_path / "scene", clock, game, monkeypatch, moves=GAMES[game])
    plans = list_plans(at)
    worlds = [PlannedWorld(plan) for plan in (None, plans[0], plans[-1])]

    found = [
        await world(at, tmp_path / str(number), clock, truth, who)  # type: ignore[arg-type]
        for number, truth in enumerate(worlds)
    ]

    assert differences(found) == []


@pytest.mark.parametrize("game", GAMES)
async def test_plans_that_fail_look_the_same_to_others_as_none(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    at = await scene(tmp_path / "scene", clock, game, monkeypatch, moves=GAMES[game])
    action, broken = find_move_in_the_way(at)
    worlds = [PlannedWorld(plan) for plan in (None, broken[0], broken[-1])]

    found = [await after_a_move(at, tmp_path / str(number), clock, one, action) for number, one in enumerate(worlds)]

    assert differences(found) == []


async def after_a_move(at: StoredTable, folder: Path, clock: Clock, truth: PlannedWorld, action: str) -> dict[str, str]:
    """Return all that others see after the other player's move, and the log."""
    clock.now = 1_700_000_000_000
    shutil.copytree(at.folder, folder)
    mover, _ = at.viewer("acting")
    shown: dict[str, str] = {}
    async with open_program(folder, clock) as program:
        await truth.settle_in(program.store)
        with structlog.testing.capture_logs() as logs, library_logs() as lines:
            await program.outbox.settle()
            shown["move"] = await await_answer(
                program, program.press(mover, f"{TABLE}:{at.version}:do:{action}", private=True)
            )
            for person in (mover, DAN):
                for what in PUBLIC:
                    shown[f"{person.name}: {what}"] = await await_answer(
                        program, program.press(person, f"{TABLE}::{what}")
                    )
            await program.outbox.settle(FIRST_MS)
        shown["public"] = numbered_anew(
            "\n".join(
                repr(request)
                for request in program.discord.requests
                if request.path.startswith("/channels") and request.method != "GET"
            )
        )
        shown["pictures"] = repr(program.discord.pictures)
        shown["the log"] = repr([*logs, *lines])
    return shown
