"""Processes in which computer players think, so that nobody's press waits for them.

They are started when they are needed first, and again after they ended or thought for too long.
"""

import asyncio
import os
import pickle
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog

from engine.players import Question
from engine.players.worker import LENGTH, framed

log = structlog.get_logger()

SECONDS: Final = 10.0
"""After so long a player's thinking is ended, and greedy moves in its place; the strongest need 3 at most."""
SECONDS_TO_END: Final = 2.0
RUNAWAY: Final = "greedy"
"""Who moves where a player does not come to an end."""
_KEPT: Final = ("PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
_ROOT: Final = Path(__file__).resolve().parents[1]

Think: TypeAlias = Callable[[Question], Awaitable[str]]
"""What finds a computer player's action for a question."""


def processes() -> int:
    """How many think at once: one, and two where four cores are there."""
    return 2 if (os.cpu_count() or 1) >= 4 else 1


class ThinkingProcesses:
    """The processes; each answers one question at a time, others wait for the next free one."""

    def __init__(self, count: int | None = None, on_runaway: Callable[[], object] = lambda: None) -> None:
        self._free: asyncio.Queue[_ThinkingProcess] = asyncio.Queue()
        self._all = [_ThinkingProcess() for _ in range(count or processes())]
        self._on_runaway = on_runaway
        for each in self._all:
            self._free.put_nowait(each)

    async def think(self, question: Question) -> str:
        """The action. Raises what the player raised; one that thinks for too long is replaced by greedy."""
        process = await self._free.get()
        try:
            try:
                return await process.ask(question)
            except TimeoutError:
                log.error("a computer player does not come to an end", game=question.configuration.game)
                self._on_runaway()
                return await process.ask(question._replace(name=RUNAWAY))
        finally:
            self._free.put_nowait(process)

    async def close(self) -> None:
        """Ends the processes, also in the middle of a thought."""
        await asyncio.gather(*(each.end() for each in self._all))


class _ThinkingProcess:
    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question) -> str:
        """The answer; the question is asked once more where the process ended. Raises TimeoutError."""
        try:
            found = await self._asked(question)
        except (EOFError, OSError):
            log.warning("a process of computer players ended and is started again")
            found = await self._asked(question)
        if isinstance(found, Exception):
            raise found
        return found

    async def _asked(self, question: Question) -> Any:
        try:
            async with asyncio.timeout(SECONDS):
                process = self._process = self._process or await _started()
                if process.stdin is None or process.stdout is None:
                    raise EOFError
                process.stdin.write(framed(question))
                await process.stdin.drain()
                length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                return pickle.loads(await process.stdout.readexactly(length))
        except BaseException:
            # What it would answer later belongs to no question any more.
            await self.end()
            raise

    async def end(self) -> None:
        """Ends the process at once; it holds nothing that could be lost."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_END):
                await process.wait()


async def _started() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "engine.players.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        # Nothing of the program's settings: no token, no address.
        env={"PYTHONPATH": str(_ROOT), **{name: os.environ[name] for name in _KEPT if name in os.environ}},
    )
