"""Queries and changes of people: settings, vacations, mutes, notes, follows, imports, lessons, deletion requests."""

import zlib
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, literal_column, select, update

from data.store.forgetting_leagues import FORGETTING, LOCK_SEASONS_OF, RATINGS_OF
from data.store.people import (
    forget_at_table,
    forget_person,
    forget_place,
    personal_rows,
    rename_at_table,
    tables_of_person,
)
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
from data.store.rows import FollowRow
from data.store.schema import follows, mutes, notes
from data.store.statements import Part, select_rows
from data.store.topics.leagues import ratings_lock

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
_NOTE = select(notes.c.content).where(
    notes.c.table_id == bindparam("table_id"), notes.c.user_id == bindparam("user_id")
)
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
_INSERT_VACATION = insert(vacations)
_END_VACATION = update(vacations).where(vacations.c.id == bindparam("row"))
_DELETE_VACATION = delete(vacations).where(vacations.c.id == bindparam("row"))
_PRUNE_VACATIONS = delete(vacations).where(
    vacations.c.user_id == bindparam("user_id"), vacations.c.ends < bindparam("before")
)
_INSERT_MUTE = insert(mutes)
_DELETE_MUTE, _DELETE_NOTE, _DELETE_FOLLOW = (
    delete(table).where(table.c.table_id == bindparam("table_id"), table.c.user_id == bindparam("user_id"))
    for table in (mutes, notes, follows)
)
_DELETE_IMPORT = delete(imports).where(imports.c.id == bindparam("import_id"))
_PRUNE_IMPORTS = delete(imports).where(imports.c.created < bindparam("before"))
_PRUNE_SANDBOXES = delete(sandboxes).where(sandboxes.c.updated < bindparam("before"))


class PeopleReader(Part):
    """Queries of people: settings, vacations, mutes, notes, follows, imports, lessons, and deletion requests."""

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

    async def note(self, table_id: str, user_id: int) -> str:
        """Return a user's own note about a table, "" if there is none."""
        return await self._scalar(_NOTE, {"table_id": table_id, "user_id": user_id}) or ""

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


class PeopleWriter(PeopleReader):
    """Changes of people: settings, vacations, mutes, notes, follows, imports, lessons, and deletion requests."""

    async def put_user(self, user_id: int, name: str | None, settings: str | None = None) -> None:
        """Add or update a user; a name or settings not given are unchanged. A new user's name defaults to the id.

        The row is locked against other transactions until this one ends.
        """
        given = {"name": name, "settings": settings}
        kept = ("created", *(column for column, value in given.items() if value is None))
        defaults = {
            "name": str(user_id),
            "settings": "{}",
            "created": self._now,
            "updated": self._now,
        }
        values = {"id": user_id, **defaults, **{column: value for column, value in given.items() if value is not None}}
        await self._change(self._upsert(users, ("id",), kept=kept), values)

    async def add_vacation(self, user_id: int, begins: int, ends: int) -> int:
        """Add a vacation and return the row's number."""
        values = {"user_id": user_id, "begins": begins, "ends": ends, "created": self._now}
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

    async def put_note(self, table_id: str, user_id: int, content: str) -> None:
        """Store a user's own note about a table, replacing the previous one; an empty note is deleted."""
        if content:
            values = {"table_id": table_id, "user_id": user_id, "content": content}
            await self._change(self._upsert(notes, ("table_id", "user_id")), values)
        else:
            await self._change(_DELETE_NOTE, {"table_id": table_id, "user_id": user_id})

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
        values = msgspec.structs.asdict(row) | {"updated": self._now}
        await self._change(self._upsert(lesson_progress, ("user_id", "game", "lesson")), values)

    async def put_sandbox(self, row: SandboxRow) -> None:
        """Add or replace a user's sandbox, with the current time."""
        values = msgspec.structs.asdict(row) | {"updated": self._now}
        await self._change(self._upsert(sandboxes, ("user_id",)), values)

    async def prune_sandboxes(self, before: int) -> int:
        """Delete sandboxes not used since a time, and return their number."""
        return await self._change(_PRUNE_SANDBOXES, {"before": before})

    async def request_deletion(self, user_id: int) -> None:
        """Store a person's request to delete their data; the deletion is done later, in several steps. Idempotent."""
        # Waits for deals in progress; later deals see the request.
        await self._connection.execute(LOCK_SEASONS_OF, {"user_id": user_id})
        values = {"user_id": user_id, "requested": self._now}
        await self._change(self._upsert(deletions, ("user_id",)), values)

    async def rename_at_table(self, table_id: str, user_id: int, names: Mapping[int, str]) -> None:
        """Rename a person in the seats, notes and pending messages of a table; `names` maps seat numbers to names."""
        await rename_at_table(self._connection, table_id, user_id, names)

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
        await self._transaction.lock(FORGETTING)
        await self._connection.execute(LOCK_SEASONS_OF, {"user_id": user_id})
        for guild_id, game in (await self._connection.execute(RATINGS_OF, {"user_id": user_id})).all():
            await self._transaction.lock(ratings_lock(guild_id, game))
        await forget_person(self._connection, user_id)
