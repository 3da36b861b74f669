"""Processes in which computer players think, so that nobody's press waits for them.

They are started when they are needed first, and again after they ended or thought for too long. What no game waits for
has a process of its own, to which the processor is left by all others.
"""

import asyncio
import os
import pickle
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import structlog

from engine.players import Question, answer
from engine.players.worker import BEHIND, LENGTH, framed
from tables.module_process import start_module

log = structlog.get_logger()

SECONDS: Final = 10.0
"""After so long a player's thinking is ended, and greedy moves in its place; the strongest need 3 at most."""
SECONDS_BEHIND: Final = 300.0
"""The same for what no game waits for, which may have to wait for the processor."""
SECONDS_TO_END: Final = 2.0
RUNAWAY: Final = "greedy"
"""Who moves where a player does not come to an end."""

Think: TypeAlias = Callable[[Question], Awaitable[str]]
"""What finds a computer player's action for a question."""
Asked = TypeVar("Asked")
Found = TypeVar("Found")


class Behind(Protocol):
    """What does work that no game waits for: a function of the engine, and what it is asked."""

    async def __call__(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """What the function gives. Raises what it raises, and TimeoutError."""
        ...


def processes() -> int:
    """How many think at once: one, and two where four cores are there."""
    return 2 if (os.cpu_count() or 1) >= 4 else 1


class ThinkingProcesses:
    """The processes; each answers one question at a time, others wait for the next free one."""

    def __init__(self, count: int | None = None, on_runaway: Callable[[], object] = lambda: None) -> None:
        self._free: asyncio.Queue[_ThinkingProcess] = asyncio.Queue()
        self._all = [_ThinkingProcess() for _ in range(count or processes())]
        self._on_runaway = on_runaway
        self._last, self._one_at_a_time = _ThinkingProcess(BEHIND), asyncio.Lock()
        for each in self._all:
            self._free.put_nowait(each)

    async def think(self, question: Question) -> str:
        """The action. Raises what the player raised; one that thinks for too long is replaced by greedy."""
        process = await self._free.get()
        try:
            try:
                return await process.ask(answer, question)
            except TimeoutError:
                log.error("a computer player does not come to an end", game=question.configuration.game)
                self._on_runaway()
                return await process.ask(answer, question._replace(name=RUNAWAY))
        finally:
            self._free.put_nowait(process)

    async def behind(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """What a function of the engine finds, behind all moves; one after the other (`Behind`)."""
        async with self._one_at_a_time:
            return await self._last.ask(work, asked)

    async def close(self) -> None:
        """Ends the processes, also in the middle of a thought."""
        await asyncio.gather(*(each.end() for each in (*self._all, self._last)))


class _ThinkingProcess:
    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """The answer; the question is asked once more where the process ended. Raises TimeoutError."""
        question = framed((work, asked))
        try:
            found = await self._answered(question)
        except TimeoutError:
            raise
        except (EOFError, OSError):
            log.warning("a process of computer players ended and is started again")
            found = await self._answered(question)
        if isinstance(found, Exception):
            raise found
        return found

    async def _answered(self, question: bytes) -> Any:
        try:
            async with asyncio.timeout(SECONDS_BEHIND if BEHIND in self._arguments else SECONDS):
                process = self._process = self._process or await start_module("engine.players.worker", *self._arguments)
                if process.stdin is None or process.stdout is None:
                    raise EOFError
                process.stdin.write(question)
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
