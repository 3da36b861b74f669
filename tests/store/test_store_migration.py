"""A database of the first version, with rows of every kind, opened by this one."""

from typing import Any

from alembic import command
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Table, insert, select

from data.store import EntryRow, MessageRow, OutboxRow, Store, TimerRow, UserRow
from data.store.upgrade import alembic_config
from tests.store.store_database import in_database
from tests.store.store_rows import table_row

ENTRY = {"actor": "0", "action": "a1", "digest": "d1", "created": 100}
SEAT = {"seat": 0, "user_id": 7, "player": None, "name": "Ann", "salt": "77", "choices": "{}", "state": "active"}
ROWS: dict[str, list[dict[str, Any]]] = {
    "tables": [
        {
            "id": name,
            "game": "monster_hex",
            "rules_version": 1,
            "phase": phase,
            "host": 1,
            "guild_id": 20,
            "channel_id": 30,
            "step": 5,
            "options": '{"tiles": 2}',
            "settings": "{}",
            "server_seed": b"\x00seed\xff",
            "commitment": "c0ffee",
            "salts": '["77"]',
            "created": 100,
            "updated": 200,
            "ended": ended,
        }
        for name, phase, ended in (("first", "playing", None), ("over", "finished", 200), ("lobby", "lobby", None))
    ],
    "seats": [
        *({"table_id": table_id, **SEAT} for table_id in ("first", "over")),
        {"table_id": "lobby", **SEAT, "choices": '{"choice":"red"}'},
    ],
    "entries": [{"table_id": table_id, "n": n, **ENTRY} for table_id in ("first", "over") for n in (1, 2)],
    "snapshots": [{"table_id": table_id, "n": 2, "step": 5, "state": b"old"} for table_id in ("first", "over")],
    "messages": [
        {"table_id": "first", "kind": "card", "channel_id": 30, "message_id": 501, "n": 2, "step": 5, "created": 100}
    ],
    "outbox": [
        {"table_id": "first", "kind": "card", "step": 5, "payload": "{}", "created": 100, "due": 100, "attempts": 1},
        {
            "table_id": "over",
            "kind": "card",
            "step": 5,
            "payload": "{}",
            "created": 100,
            "due": 100,
            "attempts": 0,
            "done": 150,
        },
    ],
    "timers": [
        {"table_id": "first", "kind": "deadline", "step": 5, "due": 9_000},
        {"table_id": "first", "kind": "computer", "step": 5, "due": 9_001},
        {"table_id": None, "kind": "sweep", "step": 5, "due": 9_002},
    ],
    "users": [{"id": 7, "name": "Ann", "settings": "{}", "created": 100, "updated": 100}],
    "facts": [{"name": "alive", "value": "100"}],
}


def make_first_version(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), "0001")
    metadata = MetaData()
    for name, rows in ROWS.items():
        table = Table(name, metadata, autoload_with=connection)
        for row in rows:
            connection.execute(insert(table).values(row))


def dump(connection: Connection) -> dict[str, list[Any]]:
    """Every row of every table, in a fixed order."""
    metadata = MetaData()
    metadata.reflect(connection)
    return {
        name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
        for name, table in metadata.tables.items()
    }


async def test_a_database_of_the_first_version_keeps_its_rows(url: str) -> None:
    await in_database(url, make_first_version)

    store = await Store.open(url)

    async with store.write("first") as writer:
        assert await writer.table("first") == table_row(
            phase="playing", step=5, turn=0, draw=1, salts='["77"]', updated=200
        )
        assert [(seat.user_id, seat.place) for seat in await writer.seats("over")] == [(7, None)]
        assert [row.id for row in await writer.finished_tables_of_user(7, 10)] == ["over"]
        assert [seat.choices for seat in await writer.seats("lobby")] == ['{"faction":"red"}']
        assert await writer.entries("over") == tuple(EntryRow(n, "0", "a1", "d1", None, 100) for n in (1, 2))
        assert await writer.snapshot("first") is None
        assert await writer.snapshot("over") is None
        assert await writer.message("first", "card") == MessageRow(1, "first", "card", 30, 501, 2, 5, 100)
        assert await writer.pending_outbox(1_000) == (
            OutboxRow(1, "first", "card", 5, "{}", None, None, 100, 100, None, 1, None, None),
        )
        assert await writer.prune_delivered(151) == 1
        assert await writer.due_timers(9_002) == (
            TimerRow(1, "first", "deadline", 0, 9_000),
            TimerRow(2, "first", "computer", 5, 9_001),
            TimerRow(3, None, "sweep", 5, 9_002),
        )
        assert await writer.user(7) == UserRow(7, "Ann", "{}", 100, 100)
        assert await writer.fact("alive") == "100"
        assert [row.id for row in await writer.tables_of_user(7)] == ["first", "lobby"]
        assert [row.id for row in await writer.tables_in_channel(30)] == ["first", "lobby"]
        await writer.append_entries("first", 2, [("0", "a2", "d2", "[]")])
        await writer.put_draft("first", 0, "move", 1, "a3")
    await store.close()


async def test_migrating_again_changes_nothing(url: str) -> None:
    await in_database(url, make_first_version)
    await (await Store.open(url)).close()
    once = await in_database(url, dump)

    await (await Store.open(url)).close()

    assert await in_database(url, dump) == once
    assert (
        await in_database(url, lambda connection: MigrationContext.configure(connection).get_current_revision())
        == "0023"
    )


async def test_going_back_to_the_first_version_keeps_what_it_knows(url: str) -> None:
    await in_database(url, make_first_version)
    before = await in_database(url, dump)
    await (await Store.open(url)).close()

    await in_database(url, lambda connection: command.downgrade(alembic_config(connection), "0001"))

    after = await in_database(url, dump)
    assert set(after) == set(before)
    assert after["snapshots"] == []
    for name in ("tables", "seats", "entries", "messages", "outbox", "users", "facts"):
        assert after[name] == before[name]
