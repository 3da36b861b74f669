"""Opening a store: the schema, its migrations, and a one-line error when a database cannot be used."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from data.store import Store, StoreUnavailable
from data.store.migration import REVISIONS, alembic_config
from data.store.processes import running_metadata
from data.store.schema import metadata
from tests.store.store_database import in_database

ROOT = Path(__file__).parents[2]


def differences(connection: Connection) -> list[Any]:
    every: Any = [metadata, running_metadata]
    return compare_metadata(MigrationContext.configure(connection), every)


async def test_the_migrations_make_the_schema_the_program_uses_and_go_down_and_up_again(url: str) -> None:
    await (await Store.open(url)).close()
    assert await in_database(url, differences) == []

    await in_database(url, lambda connection: command.downgrade(alembic_config(connection), REVISIONS[0]))
    assert await in_database(url, differences) != []

    await (await Store.open(url)).close()
    assert await in_database(url, differences) == []


async def test_the_migrations_are_called_after_their_revisions(url: str) -> None:
    def revisions(connection: Connection) -> list[str]:
        scripts = ScriptDirectory.from_config(alembic_config(connection))
        return [script.revision for script in scripts.walk_revisions()]

    assert await in_database(url, revisions) == REVISIONS[::-1]


OPENING = """
import asyncio, sys
from data.store import Store

async def main():
    await (await Store.open(sys.argv[1])).close()
    sys.exit("alembic" in sys.modules)

asyncio.run(main())
"""


@pytest.mark.slow
async def test_opening_a_migrated_database_does_without_alembic(url: str) -> None:
    async def alembic_was_loaded() -> bool:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", OPENING, url, cwd=ROOT)
        return bool(await process.wait())

    assert await alembic_was_loaded()
    assert not await alembic_was_loaded()


async def test_a_database_without_the_schema_is_refused_when_migrations_are_off(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="older than this program"):
        await Store.open(url, migrate=False)


@pytest.mark.parametrize("migrate", [True, False])
async def test_a_newer_schema_is_refused_and_left_alone(url: str, migrate: bool) -> None:
    await (await Store.open(url)).close()
    await in_database(url, lambda connection: connection.execute(text("UPDATE alembic_version SET version_num='9999'")))

    with pytest.raises(StoreUnavailable, match=r"version of the program .schema 9999; this version supports 0027"):
        await Store.open(url, migrate=migrate)

    found = await in_database(
        url, lambda connection: connection.scalar(text("SELECT version_num FROM alembic_version"))
    )
    assert found == "9999"


async def test_a_database_of_another_program_is_refused_and_left_alone(url: str) -> None:
    await in_database(url, lambda connection: connection.execute(text("CREATE TABLE users (theirs TEXT)")))

    with pytest.raises(StoreUnavailable, match="users"):
        await Store.open(url)

    assert await in_database(url, lambda connection: inspect(connection).get_table_names()) == ["users"]


async def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/var/100% mine/store.db")
    await store.close()

    assert (tmp_path / "var" / "100% mine" / "store.db").exists()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nonsense", "cannot be read"),
        ("", "cannot be read"),
        ("postgresql://ann:secret@host:port/hexcade", "cannot be read"),
        ("postgresql://ann:secret@127.0.0.1:65536/hexcade", "cannot be read"),
        ("postgresql://ann:secret@127.0.0.1:-1/hexcade", "cannot be read"),
        pytest.param(
            f"postgresql://ann:secret@127.0.0.1:{'9' * 5000}/hexcade", "cannot be read", id="a port of 5000 digits"
        ),
        ("postgresql://ann:secret@127.0.0.1/hexcade?port=many", "cannot be used: .*port"),
        ("postgresql://ann:secret@127.0.0.1/hexcade?port=65536", "cannot be used: .*port"),
        ("sqlite:///var/a\0b.db", "cannot be read"),
        ("sqlite:///var/a.db?timeout=3601", "at most 3600"),
        pytest.param(f"sqlite:///var/a.db?timeout={'9' * 400}", "at most 3600", id="a timeout of 400 digits"),
        ("sqlite:///var/a.db?timeout=1e9", "at most 3600"),
        ("sqlite:///var/a.db?timeout=٣", "at most 3600"),
        ("mysql://ann:secret@host/hexcade", "not mysql"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:////proc/nowhere/store.db", "/proc/nowhere/store.db cannot be used: No such file"),
        ("sqlite:////proc", "The database /proc cannot be used: Is a directory"),
        ("sqlite:////proc/version", "The database /proc/version cannot be used: "),
        ("postgresql://ann:secret@127.0.0.1:1/hexcade", r"ann:\*\*\*@127.0.0.1:1/hexcade cannot be used: Connect call"),
        ("postgres://ann:secret@name.invalid/hexcade", r"ann:\*\*\*@name.invalid/hexcade cannot be used: "),
        ("postgresql://ann:secret@127.0.0.1/hexcade?colour=red", "cannot be used: .*colour"),
        ("postgresql://ann:s@secret@127.0.0.1:1/hexcade", r"//\*\*\*@127.0.0.1:1/hexcade cannot be read. Write %40"),
        ("postgresql://ann:@secret@127.0.0.1:1/hexcade?password=secret", r"//\*\*\*@127.0.0.1:1/hexcade .* %40"),
        ("postgresql://ann:s@secret/x@127.0.0.1:1/hexcade", "%40"),
        ("postgresql://ann:s@secret?x@127.0.0.1:1/hexcade", "%40"),
        ("postgresql://ann:s@secret:x@127.0.0.1:1/hexcade", "%40"),
        ("postgresql://ann@corp:s@secret@127.0.0.1:1/hexcade", "%40"),
        ("postgresql://ann@corp:secret@127.0.0.1:1/hexcade", "cannot be used: Connect call"),
        ("postgresql://ann:s%40secret@127.0.0.1:1/hexcade", r"ann:\*\*\*@127.0.0.1:1/hexcade cannot be used: Connect"),
        ("postgresql:ann:s@secret@127.0.0.1:1/hexcade", "cannot be read"),
    ],
)
@pytest.mark.parametrize("exclusive", [False, True])
async def test_a_database_that_cannot_be_opened_is_one_line_without_the_password(
    address: str, reason: str, exclusive: bool
) -> None:
    with pytest.raises(StoreUnavailable, match=reason) as caught:
        await Store.open(address, exclusive=exclusive)

    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_no_database_is_unavailable_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, this is not a database. " * 100)

    with pytest.raises(StoreUnavailable, match=r"letter.txt cannot be used: file is not a database\."):
        await Store.open(f"sqlite:///{letter}")

    assert letter.read_text().startswith("Dear Ann")


async def test_a_database_that_the_server_does_not_have_is_unavailable(postgresql_url: str) -> None:
    with pytest.raises(StoreUnavailable, match=r'cannot be used: database ".*_missing" does not exist'):
        await Store.open(f"{postgresql_url}_missing")
