"""Moves of people come before what happens by the clock."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_in_background: ContextVar[bool] = ContextVar("in_background", default=False)


@contextmanager
def background() -> Iterator[None]:
    """Changes made in the block, or by tasks begun in it, are nobody's moves."""
    token = _in_background.set(True)
    try:
        yield
    finally:
        _in_background.reset(token)


class MovesFirst:
    """The changes that people have asked for and that are under way, for which others wait."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Future[None]] = set()

    @contextmanager
    def change(self) -> Iterator[None]:
        """A change of a table; in the background it makes nobody wait."""
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
        """Waits for the changes under way now; not for those that begin meanwhile, lest it wait for ever."""
        if self._under_way:
            await asyncio.wait([*self._under_way])
