"""Computer players, which choose actions from their seat's view, and their worker processes.

Worker processes keep the event loop free for presses. A process starts on first use, and again after it ended or timed
out. Background work has its own process with the lowest CPU priority.
"""

import asyncio
import os
import pickle
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import structlog

from data.store import SeatRow
from engine.players import Question, answer, players, question
from engine.players.worker import BEHIND, LENGTH, frame_message
from language.messages import _
from tables import texts
from tables.game_hooks import stand_in
from tables.module_process import start_module
from tables.open_table import OpenTable
from tables.refusal import BoardMovedOn
from tables.service import TableService

log = structlog.get_logger()

SECONDS: Final = 10.0
"""Timeout of a computer player in seconds.

After a timeout, the computer player `RUNAWAY` moves instead. The strongest players need 3 seconds at most.
"""
SECONDS_BEHIND: Final = 300.0
"""Timeout of background work in seconds. It is longer, because this work may have to wait for the CPU."""
SECONDS_TO_END: Final = 2.0
RUNAWAY: Final = "greedy"
"""The computer player that moves after a timeout."""

Think: TypeAlias = Callable[[Question], Awaitable[str]]
"""An async function that takes a question (position and computer player) and returns the action in notation."""
Asked = TypeVar("Asked")
Found = TypeVar("Found")


class Behind(Protocol):
    """The type of a function that runs background work: it calls an engine function at low priority."""

    async def __call__(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """Return the result of `work(asked)`.

        Raises the exceptions of `work`, and TimeoutError if it takes too long.
        """
        ...


def processes() -> int:
    """Return the number of worker processes: 1, or 2 on four or more cores."""
    return 2 if (os.cpu_count() or 1) >= 4 else 1


class ThinkingProcesses:
    """The pool of worker processes. Each computes one action at a time; further requests wait for a free process."""

    def __init__(self, count: int | None = None, on_runaway: Callable[[], object] = lambda: None) -> None:
        self._free: asyncio.Queue[_ThinkingProcess] = asyncio.Queue()
        self._all = [_ThinkingProcess() for _ in range(count or processes())]
        self._on_runaway = on_runaway
        self._last, self._one_at_a_time = _ThinkingProcess(BEHIND), asyncio.Lock()
        for each in self._all:
            self._free.put_nowait(each)

    async def think(self, question: Question) -> str:
        """Return the action that the computer player chooses, or after a timeout the action of `RUNAWAY`.

        Raises the exceptions of the computer player.
        """
        process = await self._free.get()
        try:
            try:
                return await process.ask(answer, question)
            except TimeoutError:
                log.error("computer player timed out", game=question.configuration.game)
                self._on_runaway()
                return await process.ask(answer, question._replace(name=RUNAWAY))
        finally:
            self._free.put_nowait(process)

    async def compute_in_background(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """Return the result of `work(asked)`, computed in the background process. Only one call runs at a time.

        Raises the exceptions of `work`, and TimeoutError if it takes too long (see `Behind`).
        """
        async with self._one_at_a_time:
            return await self._last.ask(work, asked)

    async def close(self) -> None:
        """End the processes, even while they are thinking."""
        await asyncio.gather(*(each.end() for each in (*self._all, self._last)))


class _ThinkingProcess:
    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """Run `work(asked)` in the process and return its result. If the process dies, start it again and retry once.

        Raises the exceptions of `work`, and TimeoutError if there is no result in time.
        """
        question = frame_message((work, asked))
        try:
            found = await self._answered(question)
        except TimeoutError:
            raise
        except (EOFError, OSError):
            log.warning("computer player process ended, restarting")
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
            # A late answer would be read as the answer to the next question.
            await self.end()
            raise

    async def end(self) -> None:
        """Kill the process. It has no state to lose."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_END):
                await process.wait()


class ComputerPlayers:
    """The service that makes the moves of computer players. The same game and seed always give the same moves."""

    def __init__(self, service: TableService, think: Think) -> None:
        self._service = service
        self._think = think

    async def move(self, table_id: str, step: int) -> None:
        """Make the moves of the computer players that must act at this step.

        Raises BoardMovedOn if the table is no longer at this step.
        """
        table = await self._service.load(table_id)
        if table.row.step != step:
            raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
        turn = table.require_playing().turn
        for seat in table.seats:
            # A seat may need several actions to finish its turn.
            while seat.player is not None and seat.seat in table.actors and table.require_playing().turn == turn:
                asked = question(table.require_playing(), seat.seat, self._player(table, seat), table.row.server_seed)
                table = await self._service.act_for(table_id, seat.seat, await self._think(asked), turn=turn)

    def _player(self, table: OpenTable, seat: SeatRow) -> str:
        """Return the name of the computer player in a seat, or the default one if the stored name is unknown."""
        game, name = table.row.game, seat.player or ""
        if name in players(game):
            return name
        log.warning("unknown computer player, stand-in moves", table=table.row.id, step=table.row.step)
        return stand_in(self._service.hooks(game).computers)
