"""The program is killed while drawing, between commit and post, before a post is recorded, and during a timer.

After each kill, the log has all acknowledged actions, nothing is announced twice, and the game can continue.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from cogs.outbox.outbox import Outbox
from data.store import ALIVE, TimerRow
from tables.committing.outbox_rows import IDLE, REFRESH_MS
from tables.dispatching.timers import Timers
from tables.timing import pauses
from tables.timing.clocks import LOBBY_EXPIRY, REMINDER
from tables.timing.pauses import PAUSE_END
from tests.cog_tables import ANN, CHANNEL, DAY, TABLE, due, logged, mover, open_lobby, play, start_table
from tests.fake_discord import SentRequest
from tests.in_process_program import InProcessProgram, InteractiveDiscord, open_program
from tests.playground_driver import PATIENCE_SECONDS
from tests.posted_messages import cards, step_of, thread
from tests.running_dispatchers import Clock, Running

pytestmark = pytest.mark.slow

Reached: TypeAlias = asyncio.Event
Point: TypeAlias = Callable[[InProcessProgram, Reached], None]


def running(program: InProcessProgram, clock: Clock) -> Running:
    """Return the program's background work: outbox and timers."""
    bot, service = program.bot, program.service
    return Running(
        lambda: [Outbox(bot, service, bot.seasons, bot.drawing_pool), Timers(service, bot._computers)], service, clock
    )


async def pass_time(program: InProcessProgram, clock: Clock, milliseconds: int) -> None:
    """Advance the clock with the program alive, so that nothing counts as downtime."""
    clock.now += milliseconds
    async with program.store.write() as writer:
        await writer.facts.set(ALIVE, str(clock.now))
    program.service.notify()


async def never() -> None:
    """Wait forever."""
    await asyncio.Event().wait()


def while_drawing(program: InProcessProgram, reached: Reached) -> None:
    async def draw(job: Callable[[], Any]) -> Any:
        reached.set()
        await never()

    program.bot.drawing_pool.draw = draw  # type: ignore[method-assign]


def at_request(method: str, path: str, *, is_taken: bool = False) -> Point:
    """Return a point before a request is sent or, with `is_taken`, before Discord's answer is recorded."""

    def point(program: InProcessProgram, reached: Reached) -> None:
        async def before(request: SentRequest) -> None:
            if request.method == method and re.fullmatch(path, request.path):
                if is_taken:
                    program.discord._answer(request)
                reached.set()
                await never()

        program.discord.before = before

    return point


POINTS: dict[str, Point] = {
    "while drawing": while_drawing,
    "before the post": at_request("POST", r".*/messages"),
    "before the post is noted": at_request("POST", r".*/messages", is_taken=True),
    "before the old card is folded": at_request("PATCH", r"/channels/.*/messages/.*"),
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
async def test_a_kill_after_a_move(tmp_path: Path, clock: Clock, point: Point) -> None:
    async with AsyncExitStack() as killed:
        program = await killed.enter_async_context(open_program(tmp_path, clock))
        await start_table(program.service, clock=DAY)
        before = running(program, clock)
        await pass_time(program, clock, 0)
        await before.settle()
        person, seen = await mover(program.service)
        reached = asyncio.Event()
        point(program, reached)
        await program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)
        program.service.notify()
        await asyncio.wait_for(reached.wait(), PATIENCE_SECONDS)
        await before.kill()
        told = program.discord
        told.before = None

    await continue_play(tmp_path, clock, told, [seen.legal[0]])


@pytest.mark.parametrize("is_committed", [False, True], ids=["before its commit", "after its commit"])
async def test_a_kill_during_a_timer(tmp_path: Path, clock: Clock, is_committed: bool) -> None:
    async with AsyncExitStack() as killed:
        program = await killed.enter_async_context(open_program(tmp_path, clock))
        await start_table(program.service, clock=DAY)
        before = running(program, clock)
        await pass_time(program, clock, 0)
        await before.settle()
        expire: Callable[..., Awaitable[Any]] = program.service.expire
        reached = asyncio.Event()

        async def hang(*given: Any, **named: Any) -> None:
            if is_committed:
                await expire(*given, **named)
            reached.set()
            await never()

        program.service.expire = hang  # type: ignore[method-assign]
        await pass_time(program, clock, DAY * 1000)
        await asyncio.wait_for(reached.wait(), PATIENCE_SECONDS)
        await before.kill()
        told = program.discord

    log = await continue_play(tmp_path, clock, told, [], wait=DAY * 1000)
    assert 1 <= [entry.action for entry in log].count("close") <= 2


Begun = Callable[[InProcessProgram], Awaitable[Any]]


async def a_game(program: InProcessProgram) -> None:
    await start_table(program.service, clock=DAY)


async def without_a_limit(program: InProcessProgram) -> None:
    await start_table(program.service)


async def a_pause(program: InProcessProgram) -> None:
    await a_game(program)
    await program.service.change(TABLE, pauses.emergency_pause(ANN.id, program.service.now()))


@pytest.mark.parametrize(
    ("kind", "begun"),
    [
        (REMINDER, a_game),
        (IDLE, without_a_limit),
        (PAUSE_END, a_pause),
        (LOBBY_EXPIRY, lambda program: open_lobby(program.service)),
    ],
)
async def test_a_kill_before_it_is_noted_that_a_timer_was_worked_on(
    tmp_path: Path, clock: Clock, kind: str, begun: Begun
) -> None:
    """The timer runs again without any second effect or message."""
    began = clock.now
    expected = await worked_on(tmp_path / "without a kill", clock, kind, begun, is_killed=False)
    clock.now = began

    assert await worked_on(tmp_path / "with a kill", clock, kind, begun, is_killed=True) == expected


async def worked_on(folder: Path, clock: Clock, kind: str, begun: Begun, *, is_killed: bool) -> Any:
    """Run a timer, with or without a kill at its end.

    Returns the log, the channel and pings of each message, and the number of messages in the channel.
    """
    reached = asyncio.Event()

    class Killed(Timers):
        async def _reset(self, row: TimerRow, due: int | None) -> None:
            if is_killed and row.kind == kind:
                reached.set()
                await never()
            await super()._reset(row, due)

    async with open_program(folder, clock) as program:
        bot, service = program.bot, program.service
        before = Running(
            lambda: [Outbox(bot, service, bot.seasons, bot.drawing_pool), Killed(service, bot._computers)],
            service,
            clock,
        )
        await begun(program)
        at = await due(program.store, kind)
        assert at is not None
        await pass_time(program, clock, 0)
        await before.settle()
        await pass_time(program, clock, max(0, at - clock.now))
        if is_killed:
            await asyncio.wait_for(reached.wait(), PATIENCE_SECONDS)
        else:
            await before.settle()
        await before.kill()
        async with running(program, clock) as after:
            await pass_time(program, clock, 0)
            await after.settle()
            await pass_time(program, clock, REFRESH_MS)
            await after.settle()
        log = await logged(service)
        said = [(channel, body["allowed_mentions"].get("users", [])) for channel, body in program.discord.made]
        return log, said, len(program.discord.messages(CHANNEL))


async def continue_play(
    tmp_path: Path, clock: Clock, told: InteractiveDiscord, acknowledged: list[str], wait: int = 0
) -> Any:
    """Restart on the same database: the log has all acknowledged actions, and each turn has one card and one ping."""
    async with open_program(tmp_path, clock, discord_before=told) as program:
        after = running(program, clock)
        async with after:
            await pass_time(program, clock, 0)
            await after.settle()
            await pass_time(program, clock, wait)
            await after.settle()
            log = await logged(program.service)
            assert [entry.action for entry in log if entry.action in acknowledged] == acknowledged
            await play(program.service, moves=1)
            await after.settle()
            place = thread(told)
            posted = [step_of(body) for channel, body in told.made if channel == place and step_of(body)]
            assert posted == sorted(set(posted)), "no turn is announced twice"
            assert len(cards(told, place)) == 1
            pinged = [body["allowed_mentions"].get("users", []) for channel, body in told.made if channel == place]
            assert all(len(users) == 1 for users in pinged)
            person, _ = await mover(program.service)
            await program.service.resign(TABLE, person.id)
            await after.settle()
            assert (await program.service.view(TABLE)).row.phase == "finished"
            return await logged(program.service)
