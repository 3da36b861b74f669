"""The time that a store goes by: on SQLite this machine's, on PostgreSQL the database's, the same for all its users."""

import time

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

log = structlog.get_logger()

SAMPLE_SECONDS = 60.0
"""How long a sample of the database's time is used."""
TOLERATED_MS = 5_000
"""How far this machine's time may be off, as much as from Discord's (`ops.doctor`)."""
SET_BACK_MS = 1_000
"""A clock that is set back by more between two questions counts as set; less is how systems correct it all the time."""
_DATABASE_MS = text("SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)")


def now_ms() -> int:
    """This machine's time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class MachineClock:
    """This machine's time in milliseconds UTC; after it was set back, the time goes on until `follow` is called.

    So all rows are by the same time until the next sign of life moves them.
    """

    def __init__(self) -> None:
        self._wall, self._steady = now_ms(), _steady_ms()
        self._ahead = 0

    def __call__(self) -> int:
        wall, steady = now_ms(), _steady_ms()
        set_back = self._wall + steady - self._steady - wall
        if set_back > SET_BACK_MS:
            self._ahead += set_back
        self._wall, self._steady = wall, steady
        return wall + self._ahead

    def follow(self) -> None:
        """Go by the machine's time as it is set."""
        self()
        self._ahead = 0


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class DatabaseClock:
    """PostgreSQL's time in milliseconds UTC: this machine's, and by how much the database's was ahead of it lately."""

    def __init__(self) -> None:
        self.offset_ms = 0
        """By how many milliseconds the database is ahead of this machine."""
        self._sampled: float | None = None
        self._told = False

    def __call__(self) -> int:
        return now_ms() + self.offset_ms

    @property
    def is_off(self) -> bool:
        """Whether this machine's time is too far from the database's."""
        return abs(self.offset_ms) > TOLERATED_MS

    async def keep(self, connection: AsyncConnection) -> None:
        """Ask the database for its time if the last answer is old."""
        # Each transaction comes by here; while one asks, the others go by the last answer.
        if self._sampled is None or time.monotonic() - self._sampled >= SAMPLE_SECONDS:
            self._sampled = time.monotonic()
            await self._sample(connection)

    async def _sample(self, connection: AsyncConnection) -> None:
        before = now_ms()
        found = await connection.scalar(_DATABASE_MS)
        after = now_ms()
        offset, uncertainty = found - (before + after) // 2, (after - before) / 2
        # A machine that is busy answers late. What may be due to that alone is no reason to change the time.
        if abs(offset - self.offset_ms) > uncertainty:
            self.offset_ms = offset
        self._tell()

    def _tell(self) -> None:
        if self.is_off and not self._told:
            log.warning("the clock is wrong", database_ahead_seconds=self.offset_ms / 1000)
        self._told = self.is_off
