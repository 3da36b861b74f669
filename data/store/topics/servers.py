"""Queries and changes of servers: settings, blocks and the moderators' acts."""

from collections.abc import Collection

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from data.store.rows import AuditRow, BlockRow
from data.store.schema import audit, blocks, servers
from data.store.statements import Part, select_rows

_SERVER = select(servers.c.settings).where(servers.c.id == bindparam("id"))
_BLOCKS = (
    select_rows(BlockRow, blocks)
    .where(blocks.c.guild_id == bindparam("guild_id"))
    .order_by(blocks.c.created.desc(), blocks.c.user_id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_BLOCKED_AMONG = select(blocks.c.user_id).where(
    blocks.c.guild_id == bindparam("guild_id"), blocks.c.user_id.in_(bindparam("ids", expanding=True))
)
_NEWEST_AUDIT = select_rows(AuditRow, audit).order_by(audit.c.id.desc()).limit(bindparam("limit"))
_AUDIT_OF_SERVER = _NEWEST_AUDIT.where(audit.c.guild_id == bindparam("guild_id")).offset(bindparam("offset"))
_AUDIT_OF_TABLE = _NEWEST_AUDIT.where(audit.c.table_id == bindparam("table_id"))
_DELETE_BLOCK = delete(blocks).where(
    blocks.c.guild_id == bindparam("of_guild"), blocks.c.user_id == bindparam("of_user")
)
_INSERT_AUDIT = insert(audit)


class ServerReader(Part):
    """Queries of servers: settings, blocks and the moderators' acts."""

    async def settings(self, guild_id: int) -> str | None:
        """Return a server's settings (JSON), None if nothing was set."""
        return await self._scalar(_SERVER, {"id": guild_id})

    async def blocks(self, guild_id: int, limit: int, offset: int = 0) -> tuple[BlockRow, ...]:
        """Return the users blocked from a server's tables, most recent first."""
        return await self._all(BlockRow, _BLOCKS, {"guild_id": guild_id, "limit": limit, "offset": offset})

    async def filter_blocked_users(self, guild_id: int, user_ids: Collection[int]) -> frozenset[int]:
        """Return those of the users who are blocked from a server's tables."""
        found = await self._connection.execute(_BLOCKED_AMONG, {"guild_id": guild_id, "ids": list(user_ids)})
        return frozenset(found.scalars())

    async def audit_of_server(self, guild_id: int, limit: int, offset: int = 0) -> tuple[AuditRow, ...]:
        """Return the moderators' acts on a server, newest first."""
        parameters = {"guild_id": guild_id, "limit": limit, "offset": offset}
        return await self._all(AuditRow, _AUDIT_OF_SERVER, parameters)

    async def audit_of_table(self, table_id: str, limit: int) -> tuple[AuditRow, ...]:
        """Return the moderators' acts at a table, newest first."""
        return await self._all(AuditRow, _AUDIT_OF_TABLE, {"table_id": table_id, "limit": limit})


class ServerWriter(ServerReader):
    """Changes of servers: settings, blocks and the moderators' acts."""

    async def put_settings(self, guild_id: int, settings: str) -> None:
        """Add or replace a server's settings (JSON)."""
        values = {"id": guild_id, "settings": settings, "updated": self._now}
        await self._change(self._upsert(servers, ("id",)), values)

    async def add_block(self, guild_id: int, user_id: int) -> None:
        """Block a user from a server's tables; idempotent."""
        statement = self._upsert(blocks, ("guild_id", "user_id"))
        await self._change(statement, {"guild_id": guild_id, "user_id": user_id, "created": self._now})

    async def remove_block(self, guild_id: int, user_id: int) -> bool:
        """Unblock a user from a server's tables; return whether they were blocked."""
        return bool(await self._change(_DELETE_BLOCK, {"of_guild": guild_id, "of_user": user_id}))

    async def add_audit(self, entry: AuditRow) -> int:
        """Add an act of a moderator, with the current time; return the entry's id."""
        values = msgspec.structs.asdict(entry) | {"created": self._now}
        del values["id"]
        return await self._insert(_INSERT_AUDIT, values)
