"""Changes to people and servers: settings, vacations, mutes, follows, imports, lessons, blocks, and audit."""

import zlib
from collections.abc import Mapping

import msgspec
from sqlalchemy import bindparam, delete, insert, update

from data.store.forgetting_leagues import FORGETTING, LOCK_SEASONS_OF, RATINGS_OF
from data.store.league_writer import ratings_lock
from data.store.people import forget_at_table, forget_person, forget_place
from data.store.people_schema import (
    ImportRow,
    LessonRow,
    SandboxRow,
    deletions,
    imports,
    lesson_progress,
    sandboxes,
    users,
    vacations,
)
from data.store.rows import AuditRow, FollowRow
from data.store.schema import audit, blocks, follows, mutes, servers
from data.store.statements import Changes

_INSERT_VACATION = insert(vacations)
_END_VACATION = update(vacations).where(vacations.c.id == bindparam("row"))
_DELETE_VACATION = delete(vacations).where(vacations.c.id == bindparam("row"))
_PRUNE_VACATIONS = delete(vacations).where(
    vacations.c.user_id == bindparam("user_id"), vacations.c.ends < bindparam("before")
)
_INSERT_MUTE = insert(mutes)
_DELETE_MUTE, _DELETE_FOLLOW = (
    delete(table).where(table.c.table_id == bindparam("table_id"), table.c.user_id == bindparam("user_id"))
    for table in (mutes, follows)
)
_DELETE_IMPORT = delete(imports).where(imports.c.id == bindparam("import_id"))
_PRUNE_IMPORTS = delete(imports).where(imports.c.created < bindparam("before"))
_PRUNE_SANDBOXES = delete(sandboxes).where(sandboxes.c.updated < bindparam("before"))
_DELETE_BLOCK = delete(blocks).where(
    blocks.c.guild_id == bindparam("of_guild"), blocks.c.user_id == bindparam("of_user")
)
_INSERT_AUDIT = insert(audit)


class PeopleWriter(Changes):
    """The part of `Writer` for people and servers."""

    async def put_user(self, user_id: int, name: str | None, settings: str | None = None) -> None:
        """Add or update a user; a name or settings not given are unchanged. A new user's name defaults to the id.

        The row is locked against other transactions until this one ends.
        """
        given = {"name": name, "settings": settings}
        kept = ("created", *(column for column, value in given.items() if value is None))
        defaults = {"name": str(user_id), "settings": "{}", "created": self.now, "updated": self.now}
        values = {"id": user_id, **defaults, **{column: value for column, value in given.items() if value is not None}}
        await self._change(self._upsert(users, ("id",), kept=kept), values)

    async def add_vacation(self, user_id: int, begins: int, ends: int) -> int:
        """Add a vacation and return the row's number."""
        values = {"user_id": user_id, "begins": begins, "ends": ends, "created": self.now}
        return await self._insert(_INSERT_VACATION, values)

    async def end_vacation(self, row_id: int, ends: int | None) -> None:
        """Change the end of a vacation to `ends` (milliseconds UTC), or delete the vacation if `ends` is None."""
        if ends is None:
            await self._change(_DELETE_VACATION, {"row": row_id})
        else:
            await self._change(_END_VACATION, {"row": row_id, "ends": ends})

    async def prune_vacations(self, user_id: int, before: int) -> None:
        """Delete a user's vacations that ended before a time."""
        await self._change(_PRUNE_VACATIONS, {"user_id": user_id, "before": before})

    async def set_muted(self, table_id: str, user_id: int, *, muted: bool) -> None:
        """Mute or unmute a table for a user."""
        await self._change(_DELETE_MUTE, {"table_id": table_id, "user_id": user_id})
        if muted:
            await self._change(_INSERT_MUTE, {"table_id": table_id, "user_id": user_id})

    async def put_follow(self, follow: FollowRow) -> None:
        """Add or replace a follower of a table."""
        await self._change(self._upsert(follows, ("table_id", "user_id")), msgspec.structs.asdict(follow))

    async def delete_follow(self, table_id: str, user_id: int) -> None:
        """Remove a follower of a table; no-op if there is none."""
        await self._change(_DELETE_FOLLOW, {"table_id": table_id, "user_id": user_id})

    async def put_import(self, row: ImportRow, digest: str, record: bytes) -> None:
        """Store an imported record; raises Conflict if the user already has one with this digest."""
        values = {**msgspec.structs.asdict(row), "digest": digest, "content": zlib.compress(record, 9)}
        await self._change(insert(imports), values)

    async def delete_import(self, import_id: str) -> None:
        """Delete an imported record."""
        await self._change(_DELETE_IMPORT, {"import_id": import_id})

    async def prune_imports(self, before: int) -> int:
        """Delete records imported before a time, and return their number."""
        return await self._change(_PRUNE_IMPORTS, {"before": before})

    async def put_lesson(self, row: LessonRow) -> None:
        """Add or replace a user's progress in a lesson, with the current time."""
        values = msgspec.structs.asdict(row) | {"updated": self.now}
        await self._change(self._upsert(lesson_progress, ("user_id", "game", "lesson")), values)

    async def put_sandbox(self, row: SandboxRow) -> None:
        """Add or replace a user's sandbox, with the current time."""
        values = msgspec.structs.asdict(row) | {"updated": self.now}
        await self._change(self._upsert(sandboxes, ("user_id",)), values)

    async def prune_sandboxes(self, before: int) -> int:
        """Delete sandboxes not used since a time, and return their number."""
        return await self._change(_PRUNE_SANDBOXES, {"before": before})

    async def request_deletion(self, user_id: int) -> None:
        """Store a person's request to delete their data; the deletion is done later, in several steps. Idempotent."""
        # Waits for deals in progress; later deals see the request.
        await self._connection.execute(LOCK_SEASONS_OF, {"user_id": user_id})
        values = {"user_id": user_id, "requested": self.now}
        await self._change(self._upsert(deletions, ("user_id",)), values)

    async def forget_at_table(self, table_id: str, user_id: int, names: Mapping[int, str]) -> None:
        """Remove a person from all rows of a table; `names` maps the person's seat numbers to the seats' new names."""
        await forget_at_table(self._connection, table_id, user_id, names)

    async def forget_place(self, table_id: str) -> None:
        """Clear the channel of a table in direct messages, and delete the table's messages and outbox rows."""
        await forget_place(self._connection, table_id)

    async def forget_person(self, user_id: int) -> None:
        """Delete a person's own rows, including the deletion request.

        In leagues and in the audit trail, the person's id is replaced.
        """
        # Without these locks, a concurrent change could write the person's id again.
        await self.lock(FORGETTING)
        await self._connection.execute(LOCK_SEASONS_OF, {"user_id": user_id})
        for guild_id, game in (await self._connection.execute(RATINGS_OF, {"user_id": user_id})).all():
            await self.lock(ratings_lock(guild_id, game))
        await forget_person(self._connection, user_id)

    async def put_server_settings(self, guild_id: int, settings: str) -> None:
        """Add or replace a server's settings (JSON)."""
        values = {"id": guild_id, "settings": settings, "updated": self.now}
        await self._change(self._upsert(servers, ("id",)), values)

    async def add_block(self, guild_id: int, user_id: int) -> None:
        """Block a user from a server's tables; idempotent."""
        statement = self._upsert(blocks, ("guild_id", "user_id"))
        await self._change(statement, {"guild_id": guild_id, "user_id": user_id, "created": self.now})

    async def remove_block(self, guild_id: int, user_id: int) -> bool:
        """Unblock a user from a server's tables; return whether they were blocked."""
        return bool(await self._change(_DELETE_BLOCK, {"of_guild": guild_id, "of_user": user_id}))

    async def add_audit(self, entry: AuditRow) -> int:
        """Add an act of a moderator, with the current time; return the entry's id."""
        values = msgspec.structs.asdict(entry) | {"created": self.now}
        del values["id"]
        return await self._insert(_INSERT_AUDIT, values)
