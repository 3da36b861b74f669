"""Thinking processes of computer players: separate from the program; a killed or endless one costs no move."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable
from io import BytesIO

import pytest

from engine.core import InvalidOptions
from engine.players import Question, answer
from engine.players.worker import LENGTH, frame_message, serve
from tables import computer_players
from tables.computer_players import ThinkingProcesses
from tests.playground_driver import ROOT
from tests.thinking_here import asked

PROGRAM = """
import asyncio, os
from tables.computer_players import ThinkingProcesses
from tests.thinking_here import outlive
asyncio.run(ThinkingProcesses(1).compute_in_background(outlive, os.getpid()))
"""
"""A program whose thinking process outlives it."""


@pytest.fixture
async def processes() -> AsyncIterator[ThinkingProcesses]:
    found = ThinkingProcesses(1)
    yield found
    await found.close()


def running(processes: ThinkingProcesses) -> int:
    """Return the process id of the only thinking process."""
    (only,) = processes._all
    assert only._process is not None
    return only._process.pid


async def test_it_finds_the_same_action_in_a_process_of_its_own(processes: ThinkingProcesses) -> None:
    for game, name in (("monster_hex", "strong"), ("connect_four", "normal"), ("hive_mind", "deduction")):
        assert await processes.think(asked(game, name)) == answer(asked(game, name))
    assert running(processes) != os.getpid()


async def test_a_killed_process_is_started_again_and_asked_once_more(processes: ThinkingProcesses) -> None:
    first = asked("monster_hex", "greedy")
    await processes.think(first)
    killed = running(processes)
    os.kill(killed, signal.SIGKILL)

    assert await processes.think(first) == answer(first)
    assert running(processes) != killed


async def test_what_a_player_raises_is_raised_here(processes: ThinkingProcesses) -> None:
    with pytest.raises(InvalidOptions, match="computer player called"):
        await processes.think(asked("monster_hex", "grandmaster"))


async def test_greedy_moves_for_a_player_that_does_not_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit of zero for the first question stands for a player that thinks too long."""
    runaways: list[int] = []
    processes = ThinkingProcesses(1, lambda: runaways.append(1))
    (only,) = processes._all
    ask = only.ask

    async def ask_endlessly(work: Callable[[Question], str], each: Question) -> str:
        with monkeypatch.context() as patch:
            if each.name != "greedy":
                patch.setattr(computer_players, "SECONDS", 0.0)
            return await ask(work, each)

    monkeypatch.setattr(only, "ask", ask_endlessly)
    try:
        found = await processes.think(asked("monster_hex", "master"))
    finally:
        await processes.close()

    assert found == answer(asked("monster_hex", "greedy"))
    assert runaways == [1]


async def test_two_are_asked_at_the_same_time_and_each_gets_its_own_answer() -> None:
    processes = ThinkingProcesses(2)
    questions = [asked("monster_hex", "greedy"), asked("connect_four", "normal"), asked("monster_hex", "random")]
    try:
        found = await asyncio.gather(*map(processes.think, questions))
    finally:
        await processes.close()

    assert found == [*map(answer, questions)]


async def test_what_no_game_waits_for_leaves_the_processor_to_moves_and_holds_none_up(
    processes: ThinkingProcesses,
) -> None:
    """The background work waits for a signal, as long as the test wants."""
    endless = asyncio.create_task(processes.compute_in_background(signal.sigwait, [signal.SIGUSR1]))
    waiting = asyncio.create_task(processes.compute_in_background(answer, asked("monster_hex", "greedy")))

    assert await processes.think(asked("monster_hex", "random")) == answer(asked("monster_hex", "random"))

    assert not endless.done()
    assert not waiting.done()
    behind = processes._last._process
    assert behind is not None
    assert behind.pid != running(processes)
    assert os.getpriority(os.PRIO_PROCESS, behind.pid) > os.getpriority(os.PRIO_PROCESS, running(processes))
    endless.cancel()
    # Waiting work continues after the work before it was cancelled.
    assert await waiting == answer(asked("monster_hex", "greedy"))


async def test_what_takes_far_too_long_is_given_up_and_not_tried_again(
    processes: ThinkingProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(computer_players, "SECONDS_BEHIND", 0.0)
        begun: list[int] = []
        started = computer_players.start_module

        async def counted(*arguments: str) -> asyncio.subprocess.Process:
            begun.append(1)
            return await started(*arguments)

        patch.setattr(computer_players, "start_module", counted)
        with pytest.raises(TimeoutError):
            await processes.compute_in_background(answer, asked("monster_hex", "greedy"))
        assert len(begun) <= 1

    assert await processes.compute_in_background(answer, asked("monster_hex", "greedy"))


async def test_a_process_that_thinks_when_its_program_is_killed_ends_without_a_word() -> None:
    """Both write to the same standard error, which closes when both have ended."""
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", PROGRAM, stderr=PIPE, cwd=ROOT)
    assert program.stderr is not None
    assert await program.stderr.readline() == b"thinking\n"

    program.kill()

    assert await program.stderr.read() == b""
    await program.wait()


@pytest.mark.parametrize("lacking", [1, len(frame_message((abs, 1))) - LENGTH, len(frame_message((abs, 1))) - 1])
def test_a_question_that_breaks_off_is_not_answered(lacking: int) -> None:
    """The program was killed while it sent the question."""
    whole, answered = frame_message((abs, -1)), BytesIO()

    serve(BytesIO(whole + whole[:-lacking]), answered)

    assert answered.getvalue() == frame_message(1)
