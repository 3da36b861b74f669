"""A SQLite database with today's schema: migrated once in a test process, and copied for each test.

Its commits wait for no disk, since nothing here cuts the power: a process that is killed loses none of them.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import create_engine, event

from data.store import Store
from data.store.migration import upgrade


def make_database(path: Path) -> None:
    """Make an empty database with today's schema, and its folder, unless the file is there."""
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_migrated())


async def open_store(path: Path, query: str = "", **settings: Any) -> Store:
    """A store in such a database, made if missing; `query` ends its address."""
    make_database(path)
    store = await Store.open(f"sqlite:///{path}{query}", **settings)
    event.listen(store._engine.sync_engine, "connect", _unsynced)
    return store


def remove_all(database: Path) -> None:
    """Remove a database and the files beside it, as `rm store.db*` does."""
    for path in database.parent.glob(f"{database.name}*"):
        path.unlink()


def _unsynced(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()
