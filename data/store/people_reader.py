"""Queries about people and servers: settings, vacations, mutes, follows, imports, lessons, blocks, and audit."""

import zlib
from collections.abc import Collection
from typing import Any

from sqlalchemy import bindparam, literal_column, select

from data.store.people import personal_rows, tables_of_person
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
    """The part of `Reader` for people and servers."""

    async def user(self, user_id: int) -> UserRow | None:
        """Return the user with this Discord id, None if unknown."""
        return await self._first(UserRow, _USER, {"id": user_id})

    async def users(self, user_ids: Collection[int]) -> tuple[UserRow, ...]:
        """Return the users with these Discord ids; unknown ids are skipped."""
        return await self._all(UserRow, _USERS, {"ids": list(user_ids)})

    async def list_users_with_former_quiet_hours(self, after: int, limit: int) -> tuple[UserRow, ...]:
        """Return users whose settings contain former quiet hours, ordered by id.

        There are at most `limit`, with ids above `after`.
        """
        return await self._all(UserRow, _WITH_EARLIER_QUIET_HOURS, {"after": after, "limit": limit})

    async def vacations(self, user_ids: Collection[int]) -> tuple[VacationRow, ...]:
        """Return the vacations of these users, ordered by start; past vacations may have been deleted."""
        return await self._all(VacationRow, _VACATIONS, {"ids": list(user_ids)})

    async def list_muting_users(self, table_id: str) -> frozenset[int]:
        """Return the users who have muted a table."""
        return frozenset((await self._connection.execute(_MUTES, {"table_id": table_id})).scalars())

    async def follows(self, table_id: str) -> tuple[FollowRow, ...]:
        """Return the followers of a table."""
        return await self._all(FollowRow, _FOLLOWS, {"table_id": table_id})

    async def imports_of_user(self, user_id: int) -> tuple[ImportRow, ...]:
        """Return a user's imported records, newest first."""
        return await self._all(ImportRow, _IMPORTS, {"user_id": user_id})

    async def find_import(self, import_id: str) -> tuple[ImportRow, bytes] | None:
        """Return an imported record's row and its uncompressed JSON, None if there is no such record."""
        row = await self._first(ImportRow, _IMPORT, {"id": import_id})
        content = await self._scalar(_IMPORT_CONTENT, {"id": import_id})
        return None if row is None or content is None else (row, zlib.decompress(content))

    async def import_with(self, user_id: int, digest: str) -> ImportRow | None:
        """Return a user's imported record with this digest, None if there is none."""
        return await self._first(ImportRow, _IMPORT_WITH, {"user_id": user_id, "digest": digest})

    async def lessons_of(self, user_id: int) -> tuple[LessonRow, ...]:
        """Return a user's progress in the lessons of all games, most recently opened first."""
        return await self._all(LessonRow, _LESSONS, {"user_id": user_id})

    async def read_lesson_progress(self, user_id: int, game: str, lesson: str) -> LessonRow | None:
        """Return a user's progress in a lesson, None if it was not begun."""
        return await self._first(LessonRow, _LESSON, {"user_id": user_id, "game": game, "lesson": lesson})

    async def sandbox_of_user(self, user_id: int) -> SandboxRow | None:
        """Return a user's sandbox, None if there is none."""
        return await self._first(SandboxRow, _SANDBOX, {"user_id": user_id})

    async def pending_deletions(self) -> tuple[int, ...]:
        """Return the users whose requested deletion is pending, oldest request first."""
        return tuple((await self._connection.execute(_DELETIONS)).scalars())

    async def tables_of_person(self, user_id: int) -> tuple[str, ...]:
        """Return the ids of the tables, open or not, that may name a person, newest first."""
        return await tables_of_person(self._connection, user_id)

    async def personal_rows(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return the stored data of a person as lists of rows, as described at `data.store.people.personal_rows`."""
        return await personal_rows(self._connection, user_id)

    async def server_settings(self, guild_id: int) -> str | None:
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
