"""The due rows of seasons whose next step is triggered by the clock."""

from collections.abc import Collection, Sequence

import structlog

from data.store import SeasonRow, StoreUnavailable
from leagues.seasons import Seasons
from tables.dispatching.dispatcher import Due
from tables.dispatching.moves_first import mark_background
from tables.dispatching.upkeep import SILENT_POLL_MS, recorded_alive
from tables.timing.running_time import HOUR_MS

log = structlog.get_logger()

TAKEN_UP = 4
"""Maximum number of seasons that are processed at a time."""
RETRY_MS = (60_000, 300_000, 1_800_000, HOUR_MS)
"""The pauses before consecutive retries of a season's step that fails because of a bug, in milliseconds."""


class SeasonTimers:
    """The source of due rows for the steps of seasons (`tables.dispatching.dispatcher.DueRows`)."""

    name = "season"

    def __init__(self, seasons: Seasons) -> None:
        self._seasons = seasons
        self._since: int | None = None

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the seasons whose next step is due.

        After a downtime, the seasons of a shard are withheld until their dates have been moved by its duration.
        """
        self._since = now if self._since is None else min(self._since, now)
        async with self._seasons.store.read() as reader:
            rows = await reader.leagues.due_seasons(now, TAKEN_UP + len(busy))
            following = await reader.leagues.next_season_due(now)
            if rows:
                alive = await recorded_alive(reader, now, self._since)
                if not alive.is_all:
                    rows = await reader.leagues.due_seasons(now, TAKEN_UP + len(busy), alive)
                    following = now + SILENT_POLL_MS
        return Due({row.id: (row,) for row in rows if row.id not in busy}, following)

    async def work(self, key: str, rows: Sequence[SeasonRow]) -> None:
        """Make the season's next step. A failure is retried with backoff."""
        (row,) = rows
        with mark_background():
            await self._seasons.service.moves_first.wait()
            await self._attempt(row)

    async def _attempt(self, row: SeasonRow) -> None:
        async with self._seasons.store.read() as reader:
            known = await reader.leagues.season(row.id)
        if known is None or (known.due, known.retry) != (row.due, row.retry):
            # Meanwhile another process has made the step, or tried it and set a later retry.
            return
        try:
            await self._seasons.advance(row.id)
        except StoreUnavailable:
            # An outage of the store is no failure of the season and must not lengthen its backoff.
            raise
        except Exception:
            log.exception("season step failed", season=row.id)
            due = self._seasons.now() + RETRY_MS[min(row.attempts, len(RETRY_MS) - 1)]
            await self._seasons.note_failure(row.id, row.attempts + 1, due)
        else:
            if row.attempts:
                await self._seasons.note_failure(row.id, 0, None)
