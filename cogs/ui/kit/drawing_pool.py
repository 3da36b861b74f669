"""Drawing in worker threads: a bounded pool, and the pictures of public messages."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import structlog

from cogs.ui.kit.banners import draw_banner
from render import Animation, Picture, painter
from tables.service import TableService
from tables.viewer import TableView

WORKERS = 2

Drawn = TypeVar("Drawn")

log = structlog.get_logger()


class DrawingPool:
    """A thread pool for drawing; Pillow releases the interpreter lock while it encodes."""

    def __init__(self, observe: Callable[[float], None] | None = None) -> None:
        """Initialise; `observe` is called with the duration of each drawing, in seconds."""
        self._observe = observe
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="draw")
        self._user_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def draw(self, job: Callable[[], Drawn]) -> Drawn:
        """Run the function `job` in a worker thread, in the language of the context, and return its result."""
        context, timed = copy_context(), partial(self._run_timed, job)
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: context.run(timed))

    def _run_timed(self, job: Callable[[], Drawn]) -> Drawn:
        begun = time.perf_counter()
        try:
            return job()
        finally:
            if self._observe is not None:
                self._observe(time.perf_counter() - begun)

    @asynccontextmanager
    async def hold_user_lock(self, user_id: int) -> AsyncIterator[None]:
        """Hold the user's drawing lock during the block.

        A user's private pictures are drawn one at a time, so that no user can fill the pool.
        """
        lock = self._user_locks.setdefault(user_id, asyncio.Lock())
        async with lock:
            yield

    def close(self) -> None:
        """Finish the drawings in progress and cancel the others."""
        self._pool.shutdown(cancel_futures=True)


class PublicPictures:
    """A painter of pictures for public messages, in the table's theme; it draws in the drawing pool."""

    def __init__(self, service: TableService, pool: DrawingPool) -> None:
        self._service = service
        self._pool = pool

    @asynccontextmanager
    async def start_drawing(self, table: TableView) -> AsyncIterator[Awaitable[Picture]]:
        """Yield an awaitable of the newest picture; the drawing runs during the block and is cancelled when it ends."""
        task = asyncio.create_task(self.draw_newest(table))
        try:
            yield task
        finally:
            task.cancel()
            # Waits for the cancelled task; its own error is dropped, since an error of the block takes precedence.
            await asyncio.gather(task, return_exceptions=True)

    async def draw_newest(self, table: TableView) -> Picture:
        """Draw the current board; after the end of the game, the result."""
        drawn, theme = painter(table.row.game), table.settings.theme
        if table.row.phase == "finished":
            try:
                _, views = await self._service.past_views(table.row.id)
                return await self._pool.draw(lambda: drawn.result(views, table.names, theme))
            except ValueError as error:
                # The log may use rules that this version no longer has; the last board is shown instead.
                log.warning("result picture failed", table=table.row.id, step=table.row.step, error=str(error))
        return await self._pool.draw(lambda: drawn.board(table.view, table.names, theme))

    async def draw_banner(self, game: str) -> Picture:
        """Return the banner of a game; it is drawn at its first use."""
        return await self._pool.draw(lambda: draw_banner(game))

    async def draw_result_and_replay(self, table: TableView) -> tuple[Picture, Animation]:
        """Draw the result and the replay. Raise ValueError for a log that can't be replayed."""
        drawn, theme = painter(table.row.game), table.settings.theme
        _, views = await self._service.past_views(table.row.id)
        return await self._pool.draw(
            lambda: (drawn.result(views, table.names, theme), drawn.replay(views, table.names, theme))
        )
