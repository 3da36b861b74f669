"""Reading what belongs to people and servers, also at tables: settings, absences, mutes, records, blocks, audit."""

import zlib
from collections.abc import Collection
from typing import Any

from sqlalchemy import bindparam, literal_column, select

from data.store.people import personal_rows, tables_naming
from data.store.people_schema import (
    ImportRow,
    LessonRow,
    SandboxRow,
    UserRow,
    VacationRow,
    deletions,
    imports,
    lesson_progress,
    sandboxes,
    users,
    vacations,
)
from data.store.rows import AuditRow, BlockRow, FollowRow
from data.store.schema import audit, blocks, follows, mutes, servers
from data.store.statements import Queries, select_rows

_USER = select_rows(UserRow, users).where(users.c.id == bindparam("id"))
_USERS = select_rows(UserRow, users).where(users.c.id.in_(bindparam("ids", expanding=True)))
_WITH_EARLIER_QUIET_HOURS = (
    select_rows(UserRow, users)
    .where(users.c.settings.contains(literal_column("'\"quiet_before\":[{'")), users.c.id > bindparam("after"))
    .order_by(users.c.id)
    .limit(bindparam("limit"))
)
_VACATIONS = (
    select_rows(VacationRow, vacations)
    .where(vacations.c.user_id.in_(bindparam("ids", expanding=True)))
    .order_by(vacations.c.begins, vacations.c.id)
)
_MUTES = select(mutes.c.user_id).where(mutes.c.table_id == bindparam("table_id")).order_by(mutes.c.user_id)
_FOLLOWS = (
    select_rows(FollowRow, follows).where(follows.c.table_id == bindparam("table_id")).order_by(follows.c.user_id)
)
_IMPORTS = (
    select_rows(ImportRow, imports)
    .where(imports.c.user_id == bindparam("user_id"))
    .order_by(imports.c.created.desc(), imports.c.id)
)
_IMPORT = select_rows(ImportRow, imports).where(imports.c.id == bindparam("id"))
_IMPORT_WITH = select_rows(ImportRow, imports).where(
    imports.c.user_id == bindparam("user_id"), imports.c.digest == bindparam("digest")
)
_IMPORT_CONTENT = select(imports.c.content).where(imports.c.id == bindparam("id"))
_LESSONS = (
    select_rows(LessonRow, lesson_progress)
    .where(lesson_progress.c.user_id == bindparam("user_id"))
    .order_by(lesson_progress.c.updated.desc(), lesson_progress.c.game, lesson_progress.c.lesson)
)
_LESSON = select_rows(LessonRow, lesson_progress).where(
    lesson_progress.c.user_id == bindparam("user_id"),
    lesson_progress.c.game == bindparam("game"),
    lesson_progress.c.lesson == bindparam("lesson"),
)
_SANDBOX = select_rows(SandboxRow, sandboxes).where(sandboxes.c.user_id == bindparam("user_id"))
_DELETIONS = select(deletions.c.user_id).order_by(deletions.c.requested)
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


class PeopleReader(Queries):
    """The part of a `Reader` that is about people and servers."""

    async def user(self, user_id: int) -> UserRow | None:
        """The person with this Discord id."""
        return await self._first(UserRow, _USER, {"id": user_id})

    async def users(self, user_ids: Collection[int]) -> tuple[UserRow, ...]:
        """Those of the people with these Discord ids who are known."""
        return await self._all(UserRow, _USERS, {"ids": list(user_ids)})

    async def users_who_changed_quiet_hours(self, after: int, limit: int) -> tuple[UserRow, ...]:
        """The people with ids greater than `after` who had other quiet hours before, in the order of their ids."""
        return await self._all(UserRow, _WITH_EARLIER_QUIET_HOURS, {"after": after, "limit": limit})

    async def vacations(self, user_ids: Collection[int]) -> tuple[VacationRow, ...]:
        """When these people have announced to be away, by begin; those of long ago may have been deleted."""
        return await self._all(VacationRow, _VACATIONS, {"ids": list(user_ids)})

    async def muted(self, table_id: str) -> frozenset[int]:
        """Who wants to be pinged by nothing of a table."""
        return frozenset((await self._connection.execute(_MUTES, {"table_id": table_id})).scalars())

    async def follows(self, table_id: str) -> tuple[FollowRow, ...]:
        """Who follows a table."""
        return await self._all(FollowRow, _FOLLOWS, {"table_id": table_id})

    async def imports_of(self, user_id: int) -> tuple[ImportRow, ...]:
        """The records that a person has brought along, the newest first."""
        return await self._all(ImportRow, _IMPORTS, {"user_id": user_id})

    async def imported(self, import_id: str) -> tuple[ImportRow, bytes] | None:
        """A record that was brought along, with its JSON."""
        row = await self._first(ImportRow, _IMPORT, {"id": import_id})
        content = await self._scalar(_IMPORT_CONTENT, {"id": import_id})
        return None if row is None or content is None else (row, zlib.decompress(content))

    async def import_with(self, user_id: int, digest: str) -> ImportRow | None:
        """The record with a digest that a person has brought along."""
        return await self._first(ImportRow, _IMPORT_WITH, {"user_id": user_id, "digest": digest})

    async def lessons_of(self, user_id: int) -> tuple[LessonRow, ...]:
        """How far a person is in lessons, those of all games, the last one opened first."""
        return await self._all(LessonRow, _LESSONS, {"user_id": user_id})

    async def lesson_of(self, user_id: int, game: str, lesson: str) -> LessonRow | None:
        """How far a person is in a lesson; None if they have not begun it."""
        return await self._first(LessonRow, _LESSON, {"user_id": user_id, "game": game, "lesson": lesson})

    async def sandbox_of(self, user_id: int) -> SandboxRow | None:
        """What a person tries out; None for nothing."""
        return await self._first(SandboxRow, _SANDBOX, {"user_id": user_id})

    async def deletions(self) -> tuple[int, ...]:
        """Who has asked that their data be deleted, and waits for it."""
        return tuple((await self._connection.execute(_DELETIONS)).scalars())

    async def tables_naming(self, user_id: int) -> tuple[str, ...]:
        """The tables, open or not, that may name a person, the newest first."""
        return await tables_naming(self._connection, user_id)

    async def personal_rows(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """What is stored of a person, as rows by the column that names them."""
        return await personal_rows(self._connection, user_id)

    async def server_settings(self, guild_id: int) -> str | None:
        """What was set for a server (JSON), None if nothing was."""
        return await self._scalar(_SERVER, {"id": guild_id})

    async def blocks(self, guild_id: int, limit: int, offset: int = 0) -> tuple[BlockRow, ...]:
        """Who may not come to the tables of a server, the last one blocked first."""
        return await self._all(BlockRow, _BLOCKS, {"guild_id": guild_id, "limit": limit, "offset": offset})

    async def blocked_among(self, guild_id: int, user_ids: Collection[int]) -> frozenset[int]:
        """Those of some users who may not come to the tables of a server."""
        found = await self._connection.execute(_BLOCKED_AMONG, {"guild_id": guild_id, "ids": list(user_ids)})
        return frozenset(found.scalars())

    async def audit_of_server(self, guild_id: int, limit: int, offset: int = 0) -> tuple[AuditRow, ...]:
        """What moderators did on a server, the newest first."""
        parameters = {"guild_id": guild_id, "limit": limit, "offset": offset}
        return await self._all(AuditRow, _AUDIT_OF_SERVER, parameters)

    async def audit_of_table(self, table_id: str, limit: int) -> tuple[AuditRow, ...]:
        """What moderators did at a table, the newest first."""
        return await self._all(AuditRow, _AUDIT_OF_TABLE, {"table_id": table_id, "limit": limit})
