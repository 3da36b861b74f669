"""The clock of a store: this machine's time on SQLite, the database's on PostgreSQL.

All processes on one PostgreSQL database therefore use the same time.
"""

import time

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

log = structlog.get_logger()

SAMPLE_SECONDS = 60.0
"""Age in seconds after which the measured time of the database is measured again."""
TOLERATED_MS = 5_000
"""Largest accepted difference between this machine's time and the database's, in milliseconds.

`ops.doctor` accepts the same difference from Discord's time.
"""
SET_BACK_MS = 1_000
"""Minimum backward jump between two calls, in milliseconds, that counts as the clock being set back.

Smaller jumps are ordinary corrections by the operating system.
"""
_DATABASE_MS = text("SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)")


def now_ms() -> int:
    """Return this machine's time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class MachineClock:
    """A clock of the machine's time in milliseconds UTC, which never jumps back until `follow` is called.

    If the machine's clock is set back, this clock continues from its last value, so that all rows keep using the same
    time. The next heartbeat calls `follow` in the transaction that shifts the stored times.
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
        """Follow the machine's clock again after it was set back."""
        self()
        self._ahead = 0


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class DatabaseClock:
    """PostgreSQL's time in milliseconds UTC, computed from this machine's time and the last measured offset."""

    def __init__(self) -> None:
        self.offset_ms = 0
        """Milliseconds by which the database is ahead of this machine."""
        self._sampled: float | None = None
        self._told = False

    def __call__(self) -> int:
        return now_ms() + self.offset_ms

    @property
    def is_off(self) -> bool:
        """Whether this machine's time differs too much from the database's."""
        return abs(self.offset_ms) > TOLERATED_MS

    async def keep(self, connection: AsyncConnection) -> None:
        """Measure the offset to the database's time if the last measurement is older than SAMPLE_SECONDS."""
        # Every transaction calls this. While one of them measures, the others use the last offset.
        if self._sampled is None or time.monotonic() - self._sampled >= SAMPLE_SECONDS:
            self._sampled = time.monotonic()
            await self._sample(connection)

    async def _sample(self, connection: AsyncConnection) -> None:
        before = now_ms()
        found = await connection.scalar(_DATABASE_MS)
        after = now_ms()
        offset, uncertainty = found - (before + after) // 2, (after - before) / 2
        # A busy machine answers late, so an offset within the uncertainty is no reason to change the time.
        if abs(offset - self.offset_ms) > uncertainty:
            self.offset_ms = offset
        self._tell()

    def _tell(self) -> None:
        if self.is_off and not self._told:
            log.warning("clock out of sync", database_ahead_seconds=self.offset_ms / 1000)
        self._told = self.is_off
