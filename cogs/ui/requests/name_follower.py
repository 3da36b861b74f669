"""The follower of display names, which people change on Discord at any time."""

import structlog

from data.store import StoreUnavailable
from leagues import joining
from leagues.seasons import Seasons
from tables.open_table import Person, format_with_username
from tables.seat_changes.renaming import rename
from tables.service import TableService
from tables.timing.running_time import HOUR_MS

log = structlog.get_logger()

RECHECK_MS = HOUR_MS
"""Milliseconds after which cached names expire, since another process may have stored a different one."""


class NameFollower:
    """A follower of display names: takes over the current one at a person's open tables and unfinished seasons.

    Only those on the server of the interaction are changed, since a person may have another name on each server.
    """

    def __init__(self, service: TableService, seasons: Seasons) -> None:
        self._service, self._seasons = service, seasons
        self._known: dict[int, tuple[int | None, Person]] = {}
        self._expires = 0

    async def follow(self, guild_id: int | None, person: Person) -> None:
        """Compare a person's current name on a server with the stored ones, and replace those that differ.

        `guild_id` is None in direct messages. Names compared before are cached, so most calls read nothing.
        """
        if self._service.now() >= self._expires:
            self._known.clear()
            self._expires = self._service.now() + RECHECK_MS
        if self._known.get(person.id) == (guild_id, person):
            return
        self._known[person.id] = guild_id, person
        try:
            await self._take_over(guild_id, person)
        except StoreUnavailable:
            self._known.pop(person.id, None)
        except Exception:
            log.exception("name not taken over")

    async def _take_over(self, guild_id: int | None, person: Person) -> None:
        # Both forms are current. Which one was stored depends on the others' names when the person joined.
        names = (person.name, format_with_username(person))
        async with self._service.store.read() as reader:
            tables = await reader.tables.list_with_old_name(person.id, guild_id, names)
            seasons = await reader.leagues.list_with_old_name(person.id, guild_id, names)
        for table_id in tables:
            await rename(self._service, table_id, person)
        for season_id in seasons:
            await self._seasons.change(season_id, joining.rename(person))
