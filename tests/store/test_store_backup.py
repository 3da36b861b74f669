"""Backup and restore: all or nothing, and between SQLite and PostgreSQL in both directions."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

import bot
from data.store import Store, StoreUnavailable
from data.store.backup import backup, restore
from data.store.copying import CopyError, Tally, write_rows
from tests.store.store_database import ALIVE_MS, fill, in_database, rows


async def test_a_backup_brings_everything_back(url: str, tmp_path: Path) -> None:
    await fill(url)
    other = f"sqlite:///{tmp_path / 'other.db'}"

    written = await backup(url, tmp_path / "games.gz")
    read = await restore(other, tmp_path / "games.gz")

    assert read == written
    assert (written.rows > 4, written.alive) == (True, ALIVE_MS)
    assert await in_database(other, rows) == await in_database(url, rows)


async def test_numbers_go_on_after_a_restore(sqlite_url: str, url: str, tmp_path: Path) -> None:
    await fill(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")
    target = f"sqlite:///{tmp_path / 'target.db'}" if url == sqlite_url else url
    await restore(target, tmp_path / "games.gz")
    store = await Store.open(target)

    async with store.write() as writer:
        number = await writer.outbox.queue("card", "first", 2, "{}")
        rows = await writer.outbox.pending(10**15)
    await store.close()

    assert [row.id for row in rows][-1] == number > rows[0].id


async def test_numbers_go_on_after_a_restore_even_after_rows_that_are_gone(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    async with store.write() as writer:
        numbers = [await writer.outbox.queue("card", None, 1, "{}") for _ in range(3)]
    await store.close()
    await in_database(url, lambda connection: connection.execute(text("DELETE FROM outbox")))
    await backup(url, tmp_path / "games.gz")
    target = f"sqlite:///{tmp_path / 'target.db'}"

    await restore(target, tmp_path / "games.gz")

    restored = await Store.open(target, migrate=False)
    async with restored.write() as writer:
        assert await writer.outbox.queue("card", None, 1, "{}") == numbers[-1] + 1
    await restored.close()


async def test_a_restore_whose_rows_do_not_arrive_leaves_nothing(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")
    written = write_rows

    async def write(connection: AsyncConnection, batches: Any, to: str) -> dict[str, Tally]:
        tallies = await written(connection, batches, to)
        await connection.execute(text("UPDATE facts SET value = '8'"))
        return tallies

    monkeypatch.setattr("data.store.backup.write_rows", write)
    with pytest.raises(CopyError, match=r"The copy of SQL table facts does not match the original \(1 rows of 1\)"):
        await restore(f"sqlite:///{tmp_path / 'target.db'}", tmp_path / "games.gz")

    assert not (tmp_path / "target.db").exists()


async def test_a_backup_is_never_overwritten(sqlite_url: str, tmp_path: Path) -> None:
    await fill(sqlite_url)
    (tmp_path / "games.gz").write_bytes(b"precious")

    with pytest.raises(CopyError, match="already exists"):
        await backup(sqlite_url, tmp_path / "games.gz")

    assert (tmp_path / "games.gz").read_bytes() == b"precious"


async def test_a_database_with_rows_is_not_restored_into(sqlite_url: str, tmp_path: Path) -> None:
    await fill(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")

    with pytest.raises(CopyError, match="not empty"):
        await restore(sqlite_url, tmp_path / "games.gz")


async def test_a_backup_is_made_while_the_program_runs_and_none_is_restored(url: str, tmp_path: Path) -> None:
    running = await Store.open(url, exclusive=True)

    assert await backup(url, tmp_path / "games.gz") == (0, None)
    with pytest.raises(StoreUnavailable, match="another Hexcade"):
        await restore(url, tmp_path / "games.gz")

    await running.close()
    assert await restore(url, tmp_path / "games.gz") == (0, None)


async def test_a_missing_database_is_not_made_to_be_backed_up(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(CopyError, match=r"The database .*/store\.db does not exist\."):
        await backup(sqlite_url, tmp_path / "games.gz")

    assert not (tmp_path / "store.db").exists()
    assert not (tmp_path / "games.gz").exists()


async def copy_without_rows(folder: Path) -> str:
    """Return the address of a copy of a running program's database, without the WAL file that has its rows."""
    running = await Store.open(f"sqlite:///{folder / 'store.db'}")
    async with running.write() as writer:
        await writer.facts.set("alive", "7")
    (folder / "copy.db").write_bytes((folder / "store.db").read_bytes())
    await running.close()
    return f"sqlite:///{folder / 'copy.db'}"


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("command", ["backup", "restore", "move-database"])
def test_a_command_says_when_the_program_was_last_alive_or_warns_that_there_were_no_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, *, is_whole: bool
) -> None:
    """Commands print the time at which the program was last alive, so that an outdated copy can be recognised.

    A copy of a running program's database has no rows if its WAL file was not copied.
    """
    source, target = f"sqlite:///{tmp_path / 'store.db'}", f"sqlite:///{tmp_path / 'target.db'}"
    if is_whole:
        asyncio.run(fill(source))
    else:
        source = asyncio.run(copy_without_rows(tmp_path))
    status = 0 if is_whole else 1
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", source)
    arguments = {"backup": ["games.gz"], "restore": ["games.gz"], "move-database": [source, target]}
    if command == "restore":
        assert bot.main(["backup", "games.gz"]) == status
        monkeypatch.setenv("DATABASE_URL", target)
    capsys.readouterr()

    assert bot.main([command, *arguments[command]]) == status

    told = capsys.readouterr()
    if is_whole:
        assert told.out.endswith("\nThe program was last alive on 2026-11-20 at 04:15:02 UTC.\n")
        assert told.err == ""
    else:
        assert told.out.startswith("0 rows ")
        assert told.err.startswith("hexcade: There was nothing to copy. ")
        assert "in the -wal file" in told.err


@pytest.mark.parametrize("cut", ["file", "lines", "text"])
async def test_half_a_backup_restores_nothing(sqlite_url: str, tmp_path: Path, cut: str) -> None:
    await fill(sqlite_url)
    whole = tmp_path / "games.gz"
    await backup(sqlite_url, whole)
    lines = gzip.decompress(whole.read_bytes()).splitlines(keepends=True)
    half = {
        "file": whole.read_bytes()[:-30],
        "lines": gzip.compress(b"".join(lines[:-2] + lines[-1:])),
        "text": b"no backup",
    }[cut]
    (tmp_path / "half.gz").write_bytes(half)
    target = f"sqlite:///{tmp_path / 'target.db'}"

    with pytest.raises(CopyError):
        await restore(target, tmp_path / "half.gz")

    assert not (tmp_path / "target.db").exists()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"created":', b'"created":' + b"9" * 25),
        (b'["tables",', b"[" * 100_000),
        (b'["tables",', b'[]\n["tables",'),
        (b'["tables",', b'["tables"]\n["tables",'),
        (b'"created":', b" " * 20_000 + b'"created":'),
    ],
    ids=["a large number", "nested lists", "no row", "half a row", "a long line"],
)
async def test_a_backup_that_is_out_of_range_is_none(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes
) -> None:
    monkeypatch.setattr("data.store.backup.LINE_BYTES", 10_000)
    await fill(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")
    lines = gzip.decompress((tmp_path / "games.gz").read_bytes())
    assert old in lines
    (tmp_path / "other.gz").write_bytes(gzip.compress(lines.replace(old, new, 1)))

    with pytest.raises(CopyError, match=r"other.gz is not a backup of this program\."):
        await restore(f"sqlite:///{tmp_path / 'target.db'}", tmp_path / "other.gz")
