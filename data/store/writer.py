"""Writing: what one transaction may change."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Unpack

import msgspec
from sqlalchemy import Executable, Table, bindparam, delete, insert, text, update
from sqlalchemy.dialects import postgresql, sqlite

from data.store.errors import StaleStep
from data.store.reader import Reader
from data.store.rows import SeatRow, TableChanges, TableRow
from data.store.schema import entries, facts, messages, outbox, seats, snapshots, tables, timers, users
from data.store.session import Session

_UPDATE_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.step == bindparam("expected"))
_REMOVE_SEAT = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))
_INSERT_TABLE, _INSERT_SEATS, _INSERT_ENTRIES = insert(tables), insert(seats), insert(entries)
_INSERT_MESSAGE, _INSERT_OUTBOX = insert(messages), insert(outbox)
_FORGET_MESSAGE = delete(messages).where(
    messages.c.kind == bindparam("kind"), messages.c.message_id == bindparam("message_id")
)
_ATTEMPTED = (
    update(outbox)
    .where(outbox.c.id == bindparam("row"), outbox.c.attempted.is_(None))
    .values(attempted=bindparam("at"))
)
_RETRY = (
    update(outbox)
    .where(outbox.c.id == bindparam("row"), outbox.c.done.is_(None))
    .values(due=bindparam("at"), error=bindparam("reason"), attempts=outbox.c.attempts + 1)
)
_CHANGE_OUTBOX = update(outbox).where(outbox.c.id == bindparam("row"))
_CLEAR_TIMERS = delete(timers).where(timers.c.table_id.is_not_distinct_from(bindparam("of_table")))
_CLEAR_TIMER = _CLEAR_TIMERS.where(timers.c.kind == bindparam("of_kind"))
_FORGET_SAID = delete(outbox).where(outbox.c.done < bindparam("before"))
_SHIFT_OUTBOX = update(outbox).where(outbox.c.done.is_(None)).values(due=outbox.c.due + bindparam("by"))
_SHIFT_TIMERS = update(timers).where(timers.c.kind == bindparam("of_kind")).values(due=timers.c.due + bindparam("by"))


class Writer(Reader):
    """One transaction: all of it is kept, or nothing.

    `now` (milliseconds UTC) is its time, written wherever a row says when it was made or changed.
    After an error the transaction is over: leave the `async with` block.
    """

    def __init__(self, session: Session, now: int) -> None:
        super().__init__(session)
        self.now = now

    async def create_table(self, row: TableRow, seats: Iterable[SeatRow] = ()) -> None:
        """Add a table with its seats; raises Conflict if the id is taken."""
        await self._session.change(_INSERT_TABLE, msgspec.structs.asdict(row))
        if found := [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in seats]:
            await self._session.change(_INSERT_SEATS, found)

    async def update_table(self, table_id: str, expected_step: int, **changes: Unpack[TableChanges]) -> None:
        """Change a table that is still at the expected step; raises StaleStep if it is not."""
        parameters = {**changes, "updated": self.now, "table": table_id, "expected": expected_step}
        if await self._session.change(_UPDATE_TABLE, parameters) != 1:
            raise StaleStep(f"Table {table_id} is not at step {expected_step}.")

    async def put_seat(self, table_id: str, seat: SeatRow) -> None:
        """Add or replace a seat; raises Conflict if its user sits at the table already."""
        statement = self._upsert(seats, ("table_id", "seat"))
        await self._session.change(statement, {"table_id": table_id, **msgspec.structs.asdict(seat)})

    async def remove_seat(self, table_id: str, seat: int) -> None:
        """Take a seat away; the others keep their numbers."""
        await self._session.change(_REMOVE_SEAT, {"table_id": table_id, "seat": seat})

    async def append_entries(self, table_id: str, after_n: int, new: Sequence[tuple[str, str, str]]) -> int:
        """Log actions (actor, action, digest) after entry `after_n`; gives the number of the last one.

        Raises Conflict if somebody else has logged an entry after `after_n`.
        """
        found = [
            {"table_id": table_id, "n": n, "actor": actor, "action": action, "digest": digest, "created": self.now}
            for n, (actor, action, digest) in enumerate(new, after_n + 1)
        ]
        if found:
            await self._session.change(_INSERT_ENTRIES, found)
        return after_n + len(found)

    async def save_snapshot(self, table_id: str, n: int, step: int, state: bytes) -> None:
        """Replace the cached state of a table by the one after entry `n`."""
        statement = self._upsert(snapshots, ("table_id",))
        await self._session.change(statement, {"table_id": table_id, "n": n, "step": step, "state": state})

    async def set_timer(self, table_id: str | None, kind: str, step: int, due: int) -> None:
        """Set the one timer of this kind at the table (or of no table)."""
        if table_id is None:
            statement = self._upsert(timers, ("kind",), where="table_id IS NULL")
        else:
            statement = self._upsert(timers, ("table_id", "kind"))
        await self._session.change(statement, {"table_id": table_id, "kind": kind, "step": step, "due": due})

    async def clear_timer(self, table_id: str | None, kind: str | None = None) -> None:
        """Remove the table's timer of this kind, or all its timers."""
        parameters = {"of_table": table_id} if kind is None else {"of_table": table_id, "of_kind": kind}
        await self._session.change(_CLEAR_TIMERS if kind is None else _CLEAR_TIMER, parameters)

    async def shift_timers(self, kind: str, by: int) -> None:
        """Move every timer of a kind by so many milliseconds, as after a downtime (design.md "Humane time")."""
        await self._session.change(_SHIFT_TIMERS, {"of_kind": kind, "by": by})

    async def queue(
        self,
        kind: str,
        table_id: str | None,
        step: int,
        payload: str,
        *,
        token: str | None = None,
        expires: int | None = None,
        due: int | None = None,
    ) -> int:
        """Add something to be said, at once unless `due` is given; gives its id, which is never used again."""
        return await self._session.insert(
            _INSERT_OUTBOX,
            {
                "kind": kind,
                "table_id": table_id,
                "step": step,
                "payload": payload,
                "token": token,
                "expires": expires,
                "created": self.now,
                "due": self.now if due is None else due,
                "attempts": 0,
            },
        )

    async def shift_outbox(self, by: int) -> None:
        """Move the time of everything that is still to be said by so many milliseconds, as after a clock was set."""
        await self._session.change(_SHIFT_OUTBOX, {"by": by})

    async def outbox_attempted(self, row_id: int, now: int) -> None:
        """Note, before saying it for the first time, that it is being said."""
        await self._session.change(_ATTEMPTED, {"row": row_id, "at": now})

    async def outbox_done(self, row_ids: Iterable[int]) -> None:
        """Mark what was said (or need not be said any more); its interaction token is forgotten."""
        changes = [{"row": row_id, "done": self.now, "error": None, "token": None} for row_id in row_ids]
        if changes:
            await self._session.change(_CHANGE_OUTBOX, changes)

    async def outbox_retry(self, row_id: int, due: int, error: str) -> None:
        """Count a failed attempt, and try it again at `due`."""
        await self._session.change(_RETRY, {"row": row_id, "at": due, "reason": error})

    async def outbox_failed(self, row_id: int, error: str) -> None:
        """Give it up for good."""
        await self._session.change(_CHANGE_OUTBOX, {"row": row_id, "done": self.now, "error": error, "token": None})

    async def forget_said(self, before: int) -> int:
        """Delete the rows of the outbox that were done before a time, and give their number; no id is used again."""
        return await self._session.change(_FORGET_SAID, {"before": before})

    async def record_message(
        self, table_id: str, kind: str, channel_id: int, message_id: int, n: int, step: int
    ) -> int:
        """Remember a message (or thread) that shows the table with its entries up to `n`; gives the row's id."""
        return await self._session.insert(
            _INSERT_MESSAGE,
            {
                "table_id": table_id,
                "kind": kind,
                "channel_id": channel_id,
                "message_id": message_id,
                "n": n,
                "step": step,
                "created": self.now,
            },
        )

    async def forget_message(self, kind: str, message_id: int) -> None:
        """Forget a message or thread that was deleted, by the id Discord gave it; a thread has its first message's."""
        await self._session.change(_FORGET_MESSAGE, {"kind": kind, "message_id": message_id})

    async def put_user(self, user_id: int, name: str, settings: str | None = None) -> None:
        """Remember a person; settings not given stay as they are."""
        kept = ("created",) if settings is not None else ("created", "settings")
        values = {"id": user_id, "name": name, "settings": settings or "{}", "created": self.now, "updated": self.now}
        await self._session.change(self._upsert(users, ("id",), kept=kept), values)

    async def set_fact(self, name: str, value: str) -> None:
        """Remember a small thing under a name."""
        await self._session.change(self._upsert(facts, ("name",)), {"name": name, "value": value})

    def _upsert(self, table: Table, keys: tuple[str, ...], **choices: Any) -> Executable:
        return _upsert(self._session.dialect, table, keys, **choices)


@cache
def _upsert(
    dialect: str, table: Table, keys: tuple[str, ...], *, kept: tuple[str, ...] = (), where: str | None = None
) -> Executable:
    """Insert, or where a row with these keys exists, replace all but the keys and the kept columns."""
    statement = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[dialect](table)
    replaced = [name for column in table.c if (name := column.name) not in {"id", *keys, *kept}]
    return statement.on_conflict_do_update(
        index_elements=keys,
        index_where=None if where is None else text(where),
        set_={name: statement.excluded[name] for name in replaced},
    )
