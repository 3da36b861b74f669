"""Upgrades: a database with the first migration's schema keeps its rows; an older one is refused."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, select, text

from data.store import Store, StoreUnavailable
from data.store.backup import backup, restore
from data.store.copying import CopyError
from data.store.migration import OLDER_REVISIONS, REVISIONS, alembic_config
from tests.store.store_database import fill, in_database, rows
from tests.store.store_rows import seat_row, table_row

FIRST = "0022"
UPGRADE = "start commit 5daf46c3001e on the database once, then this program"


async def make_first_version(url: str) -> None:
    """Create a database with rows and the schema of the first migration."""
    await fill(url)
    await in_database(url, lambda connection: command.downgrade(alembic_config(connection), FIRST))


def dump(connection: Connection) -> dict[str, list[Any]]:
    """Return every row of every SQL table in a fixed order, without NULL values."""
    metadata = MetaData()
    metadata.reflect(connection)
    return {
        name: sorted(
            ({key: value for key, value in row.items() if value is not None} for row in found.mappings()), key=repr
        )
        for name, table in metadata.tables.items()
        if name != "alembic_version" and (found := connection.execute(select(table)))
    }


def revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def test_a_database_of_the_first_version_keeps_its_rows(url: str) -> None:
    await make_first_version(url)
    before = await in_database(url, dump)
    assert await in_database(url, revision) == FIRST
    assert len(before["entries"]) == 35

    store = await Store.open(url)

    assert await in_database(url, dump) == {**before, "plans": [], "notes": [], "seekers": []}
    async with store.write("first") as writer:
        assert await writer.tables.get("first") == table_row("first")
        assert await writer.tables.seats("first") == (seat_row(0),)
        assert [(row.action, row.page) for row in await writer.logs.entries("first")] == [
            (f"place {n}", None) for n in range(7)
        ]
        await writer.logs.append_entries("first", 7, [("0", "a2", "d2", "[]")])
        await writer.tables.put_draft("first", 0, "move", 1, "a3")
    await store.close()


async def test_migrating_again_changes_nothing(url: str) -> None:
    await make_first_version(url)
    await (await Store.open(url)).close()
    once = await in_database(url, dump)

    await (await Store.open(url)).close()

    assert await in_database(url, dump) == once
    assert await in_database(url, revision) == "0027"


def test_every_revision_before_the_first_migration_is_an_older_one() -> None:
    assert REVISIONS[0] == FIRST
    assert sorted(OLDER_REVISIONS) == [f"{number:04}" for number in range(1, int(FIRST))]


@pytest.mark.parametrize("schema", ["0001", "0021"])
@pytest.mark.parametrize("migrate", [True, False])
async def test_an_older_schema_is_refused_with_the_commit_that_upgrades_it(
    url: str, schema: str, *, migrate: bool
) -> None:
    await fill(url)
    change = text(f"UPDATE alembic_version SET version_num = '{schema}'")
    await in_database(url, lambda connection: connection.execute(change))
    before = await in_database(url, rows)

    with pytest.raises(StoreUnavailable, match=rf"^The database has schema {schema}\. To upgrade it, {UPGRADE}\.$"):
        await Store.open(url, migrate=migrate)

    assert await in_database(url, revision) == schema
    assert await in_database(url, rows) == before


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ("0021", rf"This backup has schema 0021\. Restore it with the program that made it; {UPGRADE}\."),
        (FIRST, "another version of the program. Restore it with that version, then update"),
    ],
)
async def test_a_backup_of_another_schema_is_refused_and_nothing_is_restored(
    sqlite_url: str, tmp_path: Path, schema: str, why: str
) -> None:
    await fill(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")
    head, _, lines = gzip.decompress((tmp_path / "games.gz").read_bytes()).partition(b"\n")
    older = msgspec.json.encode(msgspec.json.decode(head) | {"revision": schema})
    (tmp_path / "older.gz").write_bytes(gzip.compress(older + b"\n" + lines))
    target = f"sqlite:///{tmp_path / 'target.db'}"

    with pytest.raises(CopyError, match=why):
        await restore(target, tmp_path / "older.gz")

    assert not (tmp_path / "target.db").exists()
