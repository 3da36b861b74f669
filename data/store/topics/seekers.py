"""Queries and changes of the people who want to hear of open seats on a server."""

from collections.abc import Collection

import msgspec
from sqlalchemy import bindparam, delete, func, select

from data.store.people_schema import SeekerRow, seekers
from data.store.statements import Part, select_rows

_ROWS = select_rows(SeekerRow, seekers)
_IS_SERVER = seekers.c.guild_id == bindparam("guild_id")
_IS_USER = seekers.c.user_id == bindparam("user_id")
_ONE = _ROWS.where(_IS_SERVER, _IS_USER)
_WANTS = (_IS_SERVER, seekers.c.paused_until <= bindparam("now"), seekers.c.games.contains(bindparam("game")))
_OF_SERVER = _ROWS.where(*_WANTS).order_by(seekers.c.last_told, seekers.c.user_id).limit(bindparam("limit"))
_OF_USERS = _ROWS.where(seekers.c.user_id.in_(bindparam("ids", expanding=True))).order_by(
    seekers.c.user_id, seekers.c.guild_id
)
_COUNT = select(func.count()).select_from(seekers).where(*_WANTS, seekers.c.user_id != bindparam("without"))
_DELETE = delete(seekers).where(_IS_SERVER, _IS_USER)
_DELETE_DIRECT = delete(seekers).where(_IS_USER, seekers.c.direct == 1)
_DELETE_SERVER = delete(seekers).where(_IS_SERVER)


class SeekerReader(Part):
    """Queries of people who want to hear of open seats."""

    async def get(self, guild_id: int, user_id: int) -> SeekerRow | None:
        """Return a user's wish on a server, or None."""
        return await self._first(SeekerRow, _ONE, {"guild_id": guild_id, "user_id": user_id})

    async def of_server(self, guild_id: int, game: str, now: int, limit: int) -> tuple[SeekerRow, ...]:
        """Return at most `limit` wishes for a game on a server that are not paused, first of those told longest ago."""
        wanted = {"guild_id": guild_id, "game": f'"{game}"', "now": now, "limit": limit}
        return await self._all(SeekerRow, _OF_SERVER, wanted)

    async def of_users(self, user_ids: Collection[int]) -> tuple[SeekerRow, ...]:
        """Return the wishes of users on all servers."""
        return await self._all(SeekerRow, _OF_USERS, {"ids": list(user_ids)})

    async def count(self, guild_id: int, game: str, without: int, now: int) -> int:
        """Return how many users other than `without` want to hear of open seats in a game on a server at `now`."""
        wanted = {"guild_id": guild_id, "game": f'"{game}"', "without": without, "now": now}
        return await self._scalar(_COUNT, wanted)


class SeekerWriter(SeekerReader):
    """Changes of people who want to hear of open seats."""

    async def put(self, row: SeekerRow) -> None:
        """Add or replace a user's wish on a server."""
        await self._change(self._upsert(seekers, ("guild_id", "user_id")), msgspec.structs.asdict(row))

    async def delete(self, guild_id: int, user_id: int) -> None:
        """Delete a user's wish on a server; no-op if there is none."""
        await self._change(_DELETE, {"guild_id": guild_id, "user_id": user_id})

    async def delete_direct(self, user_id: int) -> None:
        """Delete a user's wishes for direct messages, on all servers."""
        await self._change(_DELETE_DIRECT, {"user_id": user_id})

    async def delete_server(self, guild_id: int) -> None:
        """Delete all wishes on a server."""
        await self._change(_DELETE_SERVER, {"guild_id": guild_id})
