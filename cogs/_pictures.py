"""Drawing, away from the event loop: a bounded pool of threads, and one private drawing at a time per person."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import discord

from render import Painter
from render.picture import Picture

WORKERS = 2

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Themed:
    """A game's painter that draws in one theme."""

    painter: Painter
    theme: str

    def board(self, view: Any, labels: Sequence[str]) -> Picture:
        return self.painter.board(view, labels, self.theme)

    def hand(self, view: Any, labels: Sequence[str]) -> Picture:
        return self.painter.hand(view, labels, self.theme)

    def preview(self, view: Any, labels: Sequence[str], action: str) -> Picture:
        return self.painter.preview(view, labels, action, self.theme)

    def zoom(self, view: Any, labels: Sequence[str], around: str) -> Picture:
        return self.painter.zoom(view, labels, around, self.theme)

    def legend(self, view: Any) -> Picture:
        return self.painter.legend(view, self.theme)


class Studio:
    """Draws in worker threads; Pillow lets go of the interpreter while it encodes (performance.md)."""

    def __init__(self, drawn: Callable[[float], None] | None = None) -> None:
        """`drawn` is told the seconds that each drawing took."""
        self._drawn = drawn
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="draw")
        self._people: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def draw(self, job: Callable[[], Drawn]) -> Drawn:
        """What `job` draws, in a worker."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._timed, job)

    def _timed(self, job: Callable[[], Drawn]) -> Drawn:
        begun = time.perf_counter()
        try:
            return job()
        finally:
            if self._drawn is not None:
                self._drawn(time.perf_counter() - begun)

    @asynccontextmanager
    async def private(self, user_id: int) -> AsyncIterator[None]:
        """A person's private pictures are drawn one after the other, so that nobody can fill the pool."""
        lock = self._people.setdefault(user_id, asyncio.Lock())
        async with lock:
            yield

    def close(self) -> None:
        """Waits for what is being drawn, and takes no more."""
        self._pool.shutdown(cancel_futures=True)


def attachment(picture: Picture, name: str) -> discord.File:
    """The picture as a file to send, with its alt text."""
    return discord.File(BytesIO(picture.png), filename=name, description=picture.alt)
