"""Timed steps of seasons, as due rows for the dispatcher."""

from collections.abc import Collection, Sequence

import structlog

from data.store import SeasonRow, StoreUnavailable
from leagues.seasons import Seasons
from tables.dispatching.dispatcher import Due
from tables.dispatching.moves_first import background
from tables.dispatching.upkeep import SILENT_POLL_MS, recorded_alive
from tables.timing.running_time import HOUR_MS

log = structlog.get_logger()

TAKEN_UP = 4
"""Maximum number of seasons worked on at a time."""
RETRY_MS = (60_000, 300_000, 1_800_000, HOUR_MS)
"""The backoff of a season whose step fails because of a bug."""


class SeasonTimers:
    """The due rows of seasons (`tables.dispatching.dispatcher.DueRows`)."""

    name = "season"

    def __init__(self, seasons: Seasons) -> None:
        self._seasons = seasons
        self._since: int | None = None

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the seasons with a due step.

        Seasons of a shard are withheld until the upkeep has moved their dates by the last downtime.
        """
        self._since = now if self._since is None else min(self._since, now)
        async with self._seasons.store.read() as reader:
            rows = await reader.due_seasons(now, TAKEN_UP + len(busy))
            following = await reader.next_season_due(now)
            if rows:
                alive = await recorded_alive(reader, now, self._since)
                if not alive.is_all:
                    rows = await reader.due_seasons(now, TAKEN_UP + len(busy), alive)
                    following = now + SILENT_POLL_MS
        return Due({row.id: (row,) for row in rows if row.id not in busy}, following)

    async def work(self, key: str, rows: Sequence[SeasonRow]) -> None:
        """Do the season's next step. A failure is retried with backoff."""
        (row,) = rows
        with background():
            await self._seasons.service.moves_first.wait()
            await self._attempt(row)

    async def _attempt(self, row: SeasonRow) -> None:
        async with self._seasons.store.read() as reader:
            known = await reader.season(row.id)
        if known is None or (known.due, known.retry) != (row.due, row.retry):
            # Another process has done or tried it meanwhile.
            return
        try:
            await self._seasons.advance(row.id)
        except StoreUnavailable:
            # Don't count an outage as a failure of the season.
            raise
        except Exception:
            log.exception("a season's step failed", season=row.id)
            due = self._seasons.now() + RETRY_MS[min(row.attempts, len(RETRY_MS) - 1)]
            await self._seasons.note_failure(row.id, row.attempts + 1, due)
        else:
            if row.attempts:
                await self._seasons.note_failure(row.id, 0, None)
