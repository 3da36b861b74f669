"""Backup and restore: whole or not at all, and from either database into either."""

import asyncio
import gzip
from pathlib import Path

import pytest

import bot
from data.store import Store, StoreUnavailable
from data.store.backup import BackupError, backup, restore
from tests.store.store_rows import seat_row, table_row

TABLE = "first"
ALIVE_MS = 1_795_148_102_000
"""20 November 2026, 04:15:02 UTC."""


async def filled(url: str) -> None:
    store = await Store.open(url)
    async with store.write() as writer:
        await writer.create_table(table_row(TABLE), [seat_row(0)])
        await writer.append_entries(TABLE, 0, [("0", "place S1 A1 0", "d1", None)])
        await writer.save_snapshot(TABLE, 1, 2, b"\x00\xffstate")
        await writer.queue("card", TABLE, 1, "{}")
        await writer.set_fact("alive", str(ALIVE_MS))
    await store.close()


async def everything(url: str) -> list[object]:
    store = await Store.open(url)
    async with store.read() as reader:
        found = [
            await reader.table(TABLE),
            await reader.seats(TABLE),
            await reader.entries(TABLE),
            await reader.snapshot(TABLE),
            await reader.pending_outbox(10**15),
            await reader.fact("alive"),
        ]
    await store.close()
    return found


async def test_a_backup_brings_everything_back(url: str, tmp_path: Path) -> None:
    await filled(url)
    other = f"sqlite:///{tmp_path / 'other.db'}"

    written = await backup(url, tmp_path / "games.gz")
    read = await restore(other, tmp_path / "games.gz")

    assert read == written
    assert (written.rows > 4, written.alive) == (True, ALIVE_MS)
    assert await everything(other) == await everything(url)


async def test_numbers_go_on_after_a_restore(sqlite_url: str, url: str, tmp_path: Path) -> None:
    await filled(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")
    target = f"sqlite:///{tmp_path / 'target.db'}" if url == sqlite_url else url
    await restore(target, tmp_path / "games.gz")
    store = await Store.open(target)

    async with store.write() as writer:
        number = await writer.queue("card", TABLE, 2, "{}")
        rows = await writer.pending_outbox(10**15)
    await store.close()

    assert [row.id for row in rows][-1] == number > rows[0].id


async def test_a_backup_is_never_overwritten(sqlite_url: str, tmp_path: Path) -> None:
    await filled(sqlite_url)
    (tmp_path / "games.gz").write_bytes(b"precious")

    with pytest.raises(BackupError, match="exists already"):
        await backup(sqlite_url, tmp_path / "games.gz")

    assert (tmp_path / "games.gz").read_bytes() == b"precious"


async def test_a_database_with_rows_is_not_restored_into(sqlite_url: str, tmp_path: Path) -> None:
    await filled(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")

    with pytest.raises(BackupError, match="not empty"):
        await restore(sqlite_url, tmp_path / "games.gz")


async def test_a_backup_is_made_while_the_program_runs_and_none_is_restored(url: str, tmp_path: Path) -> None:
    running = await Store.open(url, exclusive=True)

    assert await backup(url, tmp_path / "games.gz") == (0, None)
    with pytest.raises(StoreUnavailable, match="another Hexcade"):
        await restore(url, tmp_path / "games.gz")

    await running.close()
    assert await restore(url, tmp_path / "games.gz") == (0, None)


async def test_a_missing_database_is_not_made_to_be_backed_up(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"There is no database .*/store\.db\."):
        await backup(sqlite_url, tmp_path / "games.gz")

    assert not (tmp_path / "store.db").exists()
    assert not (tmp_path / "games.gz").exists()


async def copy_without_rows(folder: Path) -> str:
    """The address of a copy of a running program's database, without the file beside it that has its rows."""
    running = await Store.open(f"sqlite:///{folder / 'store.db'}")
    async with running.write() as writer:
        await writer.set_fact("alive", "7")
    (folder / "copy.db").write_bytes((folder / "store.db").read_bytes())
    await running.close()
    return f"sqlite:///{folder / 'copy.db'}"


@pytest.mark.parametrize("command", ["backup", "restore", "move-database"])
def test_a_command_that_copies_no_rows_warns_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """As with a copy of a running program's database, whose rows are in a file that was not copied."""
    copy, target = asyncio.run(copy_without_rows(tmp_path)), f"sqlite:///{tmp_path / 'target.db'}"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", copy)
    arguments = {"backup": ["games.gz"], "restore": ["games.gz"], "move-database": [copy, target]}
    if command == "restore":
        assert bot.main(["backup", "games.gz"]) == 1
        monkeypatch.setenv("DATABASE_URL", target)
    capsys.readouterr()

    assert bot.main([command, *arguments[command]]) == 1

    told = capsys.readouterr()
    assert told.out.startswith("0 rows ")
    assert told.err.startswith("hexcade: There was nothing to copy. ")
    assert "ends in -wal" in told.err


@pytest.mark.parametrize("command", ["backup", "restore", "move-database"])
def test_a_command_that_copies_rows_says_when_the_program_was_last_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """A copy that lacks only the newest rows can't be told from an older database, but by its time."""
    source, target = f"sqlite:///{tmp_path / 'store.db'}", f"sqlite:///{tmp_path / 'target.db'}"
    asyncio.run(filled(source))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", source)
    arguments = {"backup": ["games.gz"], "restore": ["games.gz"], "move-database": [source, target]}
    if command == "restore":
        assert bot.main(["backup", "games.gz"]) == 0
        monkeypatch.setenv("DATABASE_URL", target)
    capsys.readouterr()

    assert bot.main([command, *arguments[command]]) == 0

    told = capsys.readouterr()
    assert told.out.endswith("\nThe program was last alive on 2026-11-20 at 04:15:02 UTC.\n")
    assert told.err == ""


@pytest.mark.parametrize("cut", ["file", "lines", "text"])
async def test_half_a_backup_restores_nothing(sqlite_url: str, tmp_path: Path, cut: str) -> None:
    await filled(sqlite_url)
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

    with pytest.raises(BackupError):
        await restore(target, tmp_path / "half.gz")

    assert (await everything(target))[0] is None


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
    await filled(sqlite_url)
    await backup(sqlite_url, tmp_path / "games.gz")
    lines = gzip.decompress((tmp_path / "games.gz").read_bytes())
    assert old in lines
    (tmp_path / "other.gz").write_bytes(gzip.compress(lines.replace(old, new, 1)))

    with pytest.raises(BackupError, match=r"other.gz is no backup of this program\."):
        await restore(f"sqlite:///{tmp_path / 'target.db'}", tmp_path / "other.gz")
