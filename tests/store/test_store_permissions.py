"""Database and backup files are readable by their owner only, because they hold seeds, hands and tokens."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.store import Store
from data.store.backup import backup
from tests.store.store_rows import add_table


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    """Set a umask that leaves new files open to everybody unless the program restricts them."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the permissions of each file in a folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def open_to_everybody(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o644)


async def test_all_files_of_a_new_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/var/store.db", exclusive=True)
    await add_table(store)

    names = ["store.db", "store.db-wal", "store.db-shm", "store.db.lock"]
    assert modes(tmp_path / "var") == dict.fromkeys(names, 0o600)
    assert modes(tmp_path) == {"var": 0o700}
    await store.close()


async def test_files_that_were_open_to_everybody_are_tightened(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    running = await Store.open(url)
    await add_table(running)
    open_to_everybody(tmp_path)

    await (await Store.open(url)).close()

    assert modes(tmp_path) == dict.fromkeys(["store.db", "store.db-wal", "store.db-shm"], 0o600)
    await running.close()


async def test_a_folder_that_was_there_keeps_its_permissions(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)

    await (await Store.open(f"sqlite:///{tmp_path}/shared/store.db")).close()

    assert modes(tmp_path) == {"shared": 0o755}


async def test_a_backup_is_for_its_owner_alone(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    await (await Store.open(url)).close()

    await backup(url, folder / "games.gz")

    assert modes(folder) == {"games.gz": 0o600}
