"""The priority of people's moves over timers and other background work."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_in_background: ContextVar[bool] = ContextVar("in_background", default=False)


@contextmanager
def mark_background() -> Iterator[None]:
    """Mark all changes made in the block as background work, including those of tasks started in it."""
    token = _in_background.set(True)
    try:
        yield
    finally:
        _in_background.reset(token)


class MovesFirst:
    """The registry of changes by people that are in progress. Timers wait until these are finished."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Future[None]] = set()

    @contextmanager
    def change(self) -> Iterator[None]:
        """Register a change as in progress for the length of the block. Background changes are not registered."""
        if _in_background.get():
            yield
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._under_way.add(done)
        try:
            yield
        finally:
            self._under_way.discard(done)
            done.set_result(None)

    async def wait(self) -> None:
        """Wait for the changes now in progress. Later ones are ignored, so that the wait ends."""
        if self._under_way:
            await asyncio.wait([*self._under_way])
