"""The personal data in the database: its columns, its export and its deletion.

Every column that holds a person's Discord id is declared here; a test reports those that are not.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import Column, ColumnElement, bindparam, delete, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.forgetting_leagues import forget_in_leagues
from data.store.league_schema import leagues, members, ratings, season_acts
from data.store.people_schema import deletions, imports, lesson_progress, sandboxes, seekers, users, vacations
from data.store.schema import (
    audit,
    blocks,
    drafts,
    follows,
    handovers,
    messages,
    mutes,
    notes,
    outbox,
    pings,
    plans,
    seats,
    tables,
)

NOBODY: Final = 0
"""Placeholder for a user id in columns that need one."""


class PersonColumn(NamedTuple):
    """A column with a person's id, and the treatment of its rows in exports and deletions.

    - `exported`: columns of the row that are exported for the person
    - `own`: the row belongs to the person alone and is deleted; in other rows only the person is replaced
    - `blank`: the value that replaces the id in rows that are not deleted; their `name` is replaced too
    - `kept`: the row is left unchanged
    - `league`: the row is kept, and shows the person as a former player
    """

    column: Column[Any]
    exported: tuple[str, ...] = ()
    own: bool = False
    blank: int | None = None
    kept: bool = False
    league: bool = False


PERSON_COLUMNS: Final = (
    PersonColumn(users.c.id, ("name", "settings", "created", "updated"), own=True),
    PersonColumn(imports.c.user_id, ("id", "game", "n", "created"), own=True),
    PersonColumn(lesson_progress.c.user_id, ("game", "lesson", "page", "wrong", "drafts", "done", "updated"), own=True),
    PersonColumn(sandboxes.c.user_id, ("game", "origin", "moves", "drafts", "created", "updated"), own=True),
    PersonColumn(
        seekers.c.user_id,
        ("guild_id", "games", "daily", "direct", "paused_until", "told", "last_told"),
        own=True,
    ),
    PersonColumn(deletions.c.user_id, ("requested",), own=True),
    PersonColumn(tables.c.host, ("id", "game", "phase", "guild_id", "channel_id", "created", "ended"), blank=NOBODY),
    PersonColumn(
        seats.c.user_id,
        ("table_id", "seat", "name", "salt", "choices", "state", "place", "won", "score", "missed", "hints"),
    ),
    PersonColumn(seats.c.offered_to, ("table_id", "seat")),
    PersonColumn(seats.c.offered_by, ("table_id", "seat")),
    PersonColumn(handovers.c.user_id, ("table_id", "seat", "n", "name", "created")),
    PersonColumn(pings.c.user_id, ("table_id", "turn", "reason", "created"), own=True),
    PersonColumn(plans.c.user_id, ("table_id", "seat", "action", "condition", "dropped", "created"), own=True),
    PersonColumn(mutes.c.user_id, ("table_id",), own=True),
    PersonColumn(notes.c.user_id, ("table_id", "content"), own=True),
    PersonColumn(follows.c.user_id, ("table_id", "each_turn"), own=True),
    PersonColumn(vacations.c.user_id, ("begins", "ends", "created"), own=True),
    PersonColumn(audit.c.actor, ("table_id", "act", "created"), blank=NOBODY),
    PersonColumn(audit.c.user_id, ("table_id", "act", "created")),
    # Otherwise a blocked user could return by requesting the deletion of their data.
    PersonColumn(blocks.c.user_id, ("guild_id", "created"), kept=True),
    PersonColumn(leagues.c.organiser, ("id", "name", "created"), league=True),
    PersonColumn(members.c.user_id, ("season_id", "name", "state", "cap", "joined"), league=True),
    PersonColumn(ratings.c.user_id, ("guild_id", "game", "mu", "sigma", "tables"), league=True),
    PersonColumn(season_acts.c.actor, ("season_id", "act", "why", "created"), league=True),
)
TABLE_JSON: Final = (tables.c.settings, tables.c.takeback, tables.c.pause)
"""Columns of tables with JSON that may contain user ids. Other ids are in outbox payloads."""

_NAMES_IN_PAYLOADS: Final = ("by", "holder")
"""Keys in outbox payloads that hold a person's name without the id beside it."""
_SETTLED: Final = "outcome"
"""Key that marks payloads which only edit the message of an ended question.

Pending rows with this key are kept, because the message must still be edited; only the person is removed from
them.
"""

_SHARED: Final = tuple(one for one in PERSON_COLUMNS if not (one.own or one.kept or one.league))


def _table_id(column: Column[Any]) -> ColumnElement[Any]:
    return column.table.c.id if column.table is tables else column.table.c.table_id


_MENTIONS = or_(*(column.contains(bindparam("written")) for column in TABLE_JSON))
_NAMING = union(
    select(tables.c.id).where(_MENTIONS),
    *(select(_table_id(one.column)).where(one.column == bindparam("user_id")) for one in _SHARED),
).subquery()
_TABLES_NAMING = select(tables.c.id).where(tables.c.id.in_(select(_NAMING))).order_by(tables.c.created.desc())
_OWN_DRAFTS = (
    select(drafts.c.table_id, drafts.c.name, drafts.c.content, drafts.c.updated)
    .join(seats, (seats.c.table_id == drafts.c.table_id) & (seats.c.seat == drafts.c.seat))
    .where(seats.c.user_id == bindparam("user_id"))
)
_DELETE_OWN_DRAFTS = delete(drafts).where(
    drafts.c.table_id == bindparam("of_table"),
    drafts.c.seat.in_(
        select(seats.c.seat).where(seats.c.table_id == bindparam("of_table"), seats.c.user_id == bindparam("of_user"))
    ),
)
_OUTBOX_NAMING = select(outbox.c.id, outbox.c.kind, outbox.c.created, outbox.c.done, outbox.c.payload).where(
    outbox.c.payload.contains(bindparam("written"))
)
_DELETE_DELIVERED = delete(outbox).where(outbox.c.table_id == bindparam("of_table"), outbox.c.done.is_not(None))
_PENDING = select(outbox.c.id, outbox.c.payload).where(
    outbox.c.table_id == bindparam("of_table"), outbox.c.done.is_(None)
)
_DELETE_ROW = delete(outbox).where(outbox.c.id == bindparam("row"))
_REWRITE_ROW = update(outbox).where(outbox.c.id == bindparam("row")).values(payload=bindparam("text"))
_JSON_OF_TABLE = select(*TABLE_JSON).where(tables.c.id == bindparam("id"))


async def tables_of_person(connection: AsyncConnection, user_id: int) -> tuple[str, ...]:
    """Return the ids of the tables that may name a person, newest first.

    It searches JSON for the digits of the user id, so tables with a longer number that contains them are included.
    """
    found = await connection.execute(_TABLES_NAMING, {"user_id": user_id, "written": str(user_id)})
    return tuple(found.scalars())


async def forget_at_table(connection: AsyncConnection, table_id: str, user_id: int, names: Mapping[int, str]) -> None:
    """Remove a person from all rows of a table; `names` maps the person's seat numbers to the seats' new names."""
    await connection.execute(_DELETE_OWN_DRAFTS, {"of_table": table_id, "of_user": user_id})
    await rename_at_table(connection, table_id, user_id, names)
    for one in _SHARED:
        column = one.column
        forget = update(column.table).where(_table_id(column) == bindparam("of_table"), column == bindparam("of_user"))
        await connection.execute(forget.values({column.name: one.blank}), {"of_table": table_id, "of_user": user_id})
    await _scrub(connection, table_id, user_id)
    # Delivered rows contain names, and are kept only for troubleshooting.
    await connection.execute(_DELETE_DELIVERED, {"of_table": table_id})


async def rename_at_table(connection: AsyncConnection, table_id: str, user_id: int, names: Mapping[int, str]) -> None:
    """Rename a person in the seats, notes and pending messages of a table; `names` maps seat numbers to new names."""
    await _rename_in_outbox(connection, table_id, user_id, names)
    for table in (seats, handovers):
        for seat, name in names.items():
            rename = update(table).where(table.c.table_id == table_id, table.c.user_id == user_id, table.c.seat == seat)
            await connection.execute(rename.values(name=name))


async def forget_place(connection: AsyncConnection, table_id: str) -> None:
    """Clear the channel of a table in direct messages, and delete the table's messages and outbox rows."""
    for table in (messages, outbox):
        await connection.execute(delete(table).where(table.c.table_id == table_id))
    await connection.execute(update(tables).where(tables.c.id == table_id).values(channel_id=NOBODY))


async def _scrub(connection: AsyncConnection, table_id: str, user_id: int) -> None:
    """Remove the person from the table's JSON columns."""
    written = (await connection.execute(_JSON_OF_TABLE, {"id": table_id})).mappings().one()
    found = {name: remove_person(text, user_id) for name, text in written.items() if text is not None}
    rewritten = {name: one.text for name, one in found.items() if one.changed}
    if rewritten:
        await connection.execute(update(tables).where(tables.c.id == table_id).values(rewritten))


async def _rename_in_outbox(connection: AsyncConnection, table_id: str, user_id: int, names: Mapping[int, str]) -> None:
    """Replace the person's name in pending outbox rows by the new name of the seat."""
    new: dict[str, str] = {}
    for table in (seats, handovers):
        own = select(table.c.name, table.c.seat).where(table.c.table_id == table_id, table.c.user_id == user_id)
        new |= {row.name: names[row.seat] for row in await connection.execute(own)}
    for row in (await connection.execute(_PENDING, {"of_table": table_id})).all() if new else ():
        payload = json.loads(row.payload)
        renamed = {key: new[payload[key]] for key in _NAMES_IN_PAYLOADS if payload.get(key) in new}
        if renamed:
            text = json.dumps(payload | renamed, ensure_ascii=False, separators=(",", ":"))
            await connection.execute(_REWRITE_ROW, {"row": row.id, "text": text})


async def forget_person(connection: AsyncConnection, user_id: int) -> None:
    """Delete a person's own rows, including the deletion request, and the outbox rows about the person.

    In leagues and in the audit trail, the person's id is replaced.
    """
    for row in (await connection.execute(_OUTBOX_NAMING, {"written": str(user_id)})).all():
        found = remove_person(row.payload, user_id)
        if (row.done is not None and found.changed) or (found.is_about and not json.loads(row.payload).get(_SETTLED)):
            await connection.execute(_DELETE_ROW, {"row": row.id})
        elif found.changed:
            await connection.execute(_REWRITE_ROW, {"row": row.id, "text": found.text})
    for one in PERSON_COLUMNS:
        if one.own:
            await connection.execute(delete(one.column.table).where(one.column == user_id))
    await forget_in_leagues(connection, user_id)
    # Moderators' acts on a server belong to no table.
    for column, blank in ((audit.c.actor, NOBODY), (audit.c.user_id, None)):
        await connection.execute(update(audit).where(column == user_id).values({column.name: blank}))
    written = select(audit.c.id, audit.c.reason).where(audit.c.reason.contains(str(user_id)))
    for row in (await connection.execute(written)).all():
        reason = re.sub(rf"<@!?{user_id}>|(?<!\d){user_id}(?!\d)", "somebody", row.reason)
        await connection.execute(update(audit).where(audit.c.id == row.id).values(reason=reason))


class Scrubbed(NamedTuple):
    """JSON without a person, as returned by `remove_person`.

    `changed` is whether the JSON contained the person. `is_about` is whether the id occurred as a value of its own, not
    only in lists or keys.
    """

    text: str
    changed: bool
    is_about: bool


def remove_person(text: str, user_id: int) -> Scrubbed:
    """Remove an id from the lists and keys in a JSON text, and replace it with `NOBODY` where it is a single value."""
    if str(user_id) not in text:
        return Scrubbed(text, changed=False, is_about=False)
    found = json.loads(text)
    ids = (user_id, str(user_id))
    about = False

    def scrub(value: Any) -> Any:
        nonlocal about
        if isinstance(value, list):
            return [scrub(item) for item in cast("list[Any]", value) if item not in ids or isinstance(item, bool)]
        if isinstance(value, dict):
            content = cast("dict[str, Any]", value)
            # In objects that contain the id, the field `name` is that person's name.
            if "name" in content and any(item in ids for item in content.values() if not isinstance(item, bool)):
                content = {**content, "name": ""}
            return {key: scrub(item) for key, item in content.items() if key != str(user_id)}
        if not isinstance(value, bool) and value in ids:
            about = True
            return NOBODY if isinstance(value, int) else str(NOBODY)
        return value

    scrubbed = scrub(found)
    changed = scrubbed != found
    written = json.dumps(scrubbed, ensure_ascii=False, separators=(",", ":")) if changed else text
    return Scrubbed(written, changed, about)


async def personal_rows(connection: AsyncConnection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return the stored data of a person as lists of rows, by the column that contains the person's id.

    Drafts, outbox rows and tables that mention the person in JSON have keys of their own. Hidden information of
    running games is not included.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for one in PERSON_COLUMNS:
        table = one.column.table
        wanted = select(*(table.c[name] for name in one.exported)).where(one.column == user_id)
        rows = (await connection.execute(wanted)).mappings()
        found[f"{table.name}.{one.column.name}"] = [dict(row) for row in rows]
    drafted = (await connection.execute(_OWN_DRAFTS, {"user_id": user_id})).mappings()
    found["drafts"] = [dict(row) for row in drafted]
    waiting = (await connection.execute(_OUTBOX_NAMING, {"written": str(user_id)})).all()
    found["outbox"] = [
        {"kind": row.kind, "created": row.created, "done": row.done}
        for row in waiting
        if remove_person(row.payload, user_id).changed
    ]
    mentioning = select(tables.c.id, *TABLE_JSON).where(_MENTIONS)
    named = (await connection.execute(mentioning, {"written": str(user_id)})).all()
    found["tables.settings"] = [
        {"id": table_id}
        for table_id, *texts in named
        if any(remove_person(text, user_id).changed for text in texts if text is not None)
    ]
    return found
