"""What seasons have to do by the clock, as due rows for the dispatcher."""

import asyncio
from collections.abc import Collection, Sequence

import structlog

from data.store import SeasonRow, StoreUnavailable
from leagues.seasons import Seasons
from tables.dispatching.backoff import Backoff
from tables.dispatching.dispatcher import STORE_AWAY_MS, Due
from tables.dispatching.moves_first import background
from tables.dispatching.upkeep import is_recorded_alive
from tables.timing.units import HOUR_MS

log = structlog.get_logger()

TAKEN_UP = 4
"""How many seasons are worked on at a time."""
RETRY_MS = (60_000, 300_000, 1_800_000, HOUR_MS)
"""The backoff of a season whose step fails because of an error of ours."""


class SeasonTimers:
    """The due rows of seasons (`tables.dispatching.dispatcher.DueRows`)."""

    name = "season"

    def __init__(self, seasons: Seasons) -> None:
        self._seasons = seasons
        self._failures = Backoff(RETRY_MS)
        self._since: int | None = None

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The seasons that have something to do; none until the upkeep has moved their dates by a downtime."""
        self._since = now if self._since is None else min(self._since, now)
        async with self._seasons.store.read() as reader:
            rows = await reader.due_seasons(now, TAKEN_UP + len(busy))
            if rows and not await is_recorded_alive(reader, now, self._since):
                return Due({}, None)
            following = await reader.next_season_due(now)
        waiting = [row for row in rows if self._failures.is_waiting(row.id, now)]
        if waiting:
            following = now + RETRY_MS[0] if following is None else min(following, now + RETRY_MS[0])
        groups = {row.id: (row,) for row in rows if row.id not in busy and row not in waiting}
        return Due(groups, following)

    async def work(self, key: str, rows: Sequence[SeasonRow]) -> None:
        """Does the season's next step; a failure is retried with backoff."""
        with background():
            try:
                await self._seasons.service.moves_first.wait()
                await self._seasons.advance(key)
                self._failures.succeeded(key)
            except StoreUnavailable as unavailable:
                log.warning("the store is unavailable", error=str(unavailable))
                await asyncio.sleep(STORE_AWAY_MS / 1000)
            except Exception:
                log.exception("a season's step failed", season=key)
                self._failures.failed(key, self._seasons.now())
