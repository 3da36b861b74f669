"""Queries and changes of messages that were posted, and pings."""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, func, insert, select

from data.store.rows import MessageRow, PingRow
from data.store.schema import messages, pings
from data.store.statements import OPEN_TABLES_OF_SERVER, Part, select_rows

# BETWEEN instead of equality: otherwise PostgreSQL may scan the messages of all tables by id until one matches.
_MESSAGE = (
    select_rows(MessageRow, messages)
    .where(messages.c.table_id == bindparam("table_id"), messages.c.kind.between(bindparam("kind"), bindparam("kind")))
    .order_by(messages.c.kind.desc(), messages.c.id.desc())
    .limit(1)
)
# The range makes PostgreSQL use the index, but is not exact in every collation, so the pattern is needed too.
_MESSAGES_OF = (
    select_rows(MessageRow, messages)
    .where(
        messages.c.table_id == bindparam("table_id"),
        messages.c.kind.between(bindparam("first"), bindparam("last")),
        messages.c.kind.like(bindparam("pattern")),
    )
    .order_by(messages.c.id)
)
_TABLES_WITH_MESSAGE = (
    select(messages.c.table_id)
    .distinct()
    .where(messages.c.table_id.in_(bindparam("table_ids", expanding=True)), messages.c.kind == bindparam("kind"))
)
_MESSAGE_BEFORE = _MESSAGE.where(messages.c.id < bindparam("row"))
_PINGS_OF_TABLE = select_rows(PingRow, pings).where(pings.c.table_id == bindparam("table_id"))
_PINGS = _PINGS_OF_TABLE.where(pings.c.turn == bindparam("turn")).order_by(pings.c.user_id, pings.c.reason)
_LAST_PING = (
    select(func.max(pings.c.created))
    .where(pings.c.table_id == bindparam("table_id"))
    .where(pings.c.user_id == bindparam("user_id"), pings.c.reason == bindparam("reason"))
)
_INSERT_MESSAGE = insert(messages)
_DELETE_PING = delete(pings).where(
    pings.c.table_id == bindparam("table_id"),
    pings.c.turn == bindparam("turn"),
    pings.c.user_id == bindparam("user_id"),
    pings.c.reason == bindparam("reason"),
)
_DELETE_MESSAGE = delete(messages).where(
    messages.c.kind == bindparam("kind"), messages.c.message_id == bindparam("message_id")
)
_THREADS = messages.alias("threads")
_FORGET_REFUSED_THREADS = delete(messages).where(
    messages.c.kind == "thread",
    messages.c.table_id.in_(
        select(_THREADS.c.table_id).where(
            _THREADS.c.table_id.in_(OPEN_TABLES_OF_SERVER),
            _THREADS.c.kind == "thread",
            _THREADS.c.message_id == _THREADS.c.channel_id,
        )
    ),
)


class MessageReader(Part):
    """Queries of messages that were posted, and pings."""

    async def newest(self, table_id: str, kind: str) -> MessageRow | None:
        """Return a table's newest message of this kind, None if there is none."""
        return await self._first(MessageRow, _MESSAGE, {"table_id": table_id, "kind": kind})

    async def list_of_kind(self, table_id: str, kind: str) -> tuple[MessageRow, ...]:
        """Return the messages of a table whose kind begins with the word `kind` and a space, oldest first."""
        last = f"{kind[:-1]}{chr(ord(kind[-1]) + 1)}"
        wanted = {"table_id": table_id, "first": kind, "last": last, "pattern": f"{kind} %"}
        return await self._all(MessageRow, _MESSAGES_OF, wanted)

    async def tables_with(self, table_ids: Collection[str], kind: str) -> frozenset[str]:
        """Return the ids of the given tables that have a message of this kind."""
        if not table_ids:
            return frozenset()
        wanted = {"table_ids": list(table_ids), "kind": kind}
        return frozenset((await self._connection.execute(_TABLES_WITH_MESSAGE, wanted)).scalars())

    async def previous(self, message: MessageRow) -> MessageRow | None:
        """Return the previous message of the same kind and table, None if there is none."""
        parameters = {"table_id": message.table_id, "kind": message.kind, "row": message.id}
        return await self._first(MessageRow, _MESSAGE_BEFORE, parameters)

    async def pings(self, table_id: str, turn: int) -> tuple[PingRow, ...]:
        """Return the pings of a turn at a table."""
        return await self._all(PingRow, _PINGS, {"table_id": table_id, "turn": turn})

    async def last_ping(self, table_id: str, user_id: int, reason: str) -> int | None:
        """Return when a user was last pinged about a table for this reason, in any turn; None if never."""
        return await self._scalar(_LAST_PING, {"table_id": table_id, "user_id": user_id, "reason": reason})


class MessageWriter(MessageReader):
    """Changes of messages that were posted, and pings."""

    async def record(self, table_id: str, kind: str, channel_id: int, message_id: int, n: int, step: int) -> int:
        """Add a message (or thread) that shows the table's entries up to `n`; return the row's id."""
        return await self._insert(
            _INSERT_MESSAGE,
            {
                "table_id": table_id,
                "kind": kind,
                "channel_id": channel_id,
                "message_id": message_id,
                "n": n,
                "step": step,
                "created": self._now,
            },
        )

    async def delete(self, kind: str, message_id: int) -> None:
        """Delete the row of a message or thread by its Discord id; a thread has the id of its first message."""
        await self._change(_DELETE_MESSAGE, {"kind": kind, "message_id": message_id})

    async def forget_refused_threads(self, guild_id: int) -> None:
        """Delete the thread rows of a server's open tables for which no thread could be created.

        Such a row has the channel's id as its message id. After its deletion, the next card tries to create a thread
        again.
        """
        await self._change(_FORGET_REFUSED_THREADS, {"of_guild": guild_id})

    async def put_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Record that a user is pinged about a table now."""
        statement = self._upsert(pings, ("table_id", "turn", "user_id", "reason"))
        values = {
            "table_id": table_id,
            "turn": turn,
            "user_id": user_id,
            "reason": reason,
            "created": self._now,
        }
        await self._change(statement, values)

    async def delete_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Delete a ping that was not sent; no-op if there is none."""
        found = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason}
        await self._change(_DELETE_PING, found)
