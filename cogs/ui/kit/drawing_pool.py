"""A bounded pool of worker threads for drawing, with one private drawing at a time per user."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from io import BytesIO
from typing import TypeVar
from weakref import WeakValueDictionary

import discord

from render.picture import Picture

WORKERS = 2

Drawn = TypeVar("Drawn")


class DrawingPool:
    """Draws in worker threads; Pillow releases the interpreter lock while it encodes."""

    def __init__(self, observe: Callable[[float], None] | None = None) -> None:
        """`observe` is called with the duration of each drawing, in seconds."""
        self._observe = observe
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="draw")
        self._user_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def draw(self, job: Callable[[], Drawn]) -> Drawn:
        """Runs `job` in a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._timed, job)

    def _timed(self, job: Callable[[], Drawn]) -> Drawn:
        begun = time.perf_counter()
        try:
            return job()
        finally:
            if self._observe is not None:
                self._observe(time.perf_counter() - begun)

    @asynccontextmanager
    async def private(self, user_id: int) -> AsyncIterator[None]:
        """Per-user lock: a user's private pictures are drawn one after the other, so one user can't fill the pool."""
        lock = self._user_locks.setdefault(user_id, asyncio.Lock())
        async with lock:
            yield

    def close(self) -> None:
        """Finishes the drawings in progress and cancels the others."""
        self._pool.shutdown(cancel_futures=True)


def attachment(picture: Picture, name: str) -> discord.File:
    """The picture as a file to send, with its alt text."""
    return discord.File(BytesIO(picture.png), filename=name, description=picture.alt)
