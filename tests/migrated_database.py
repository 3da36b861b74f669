"""A SQLite database with the current schema: migrated once per test process, and copied for each test.

Commits do not wait for the disk: a killed process loses none of them, and tests don't simulate power failures.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import create_engine, event

from data.store import Store
from data.store.migration import upgrade


class _CompiledStatements(dict[Any, Any]):
    """SQL of compiled statements for all stores of this process, which have the same dialect.

    SQLAlchemy's keys begin with the dialect object, and each store has its own.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key[1:], value)


_COMPILED = _CompiledStatements()


def make_database(path: Path) -> None:
    """Create an empty database with the current schema, and its folder, unless the file exists."""
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_migrated())


async def open_store(path: Path, query: str = "", **settings: Any) -> Store:
    """Open a store in a migrated database, created if missing; `query` is appended to its URL."""
    make_database(path)
    store = await Store.open(f"sqlite:///{path}{query}", **settings)
    event.listen(store._engine.sync_engine, "connect", _unsynced)
    for engine in (store._engine, store._reading):
        engine.sync_engine.update_execution_options(compiled_cache=_COMPILED)
    return store


def remove_all(database: Path) -> None:
    """Remove a database and its companion files, like `rm store.db*`."""
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
