"""A SQLite database with today's schema: migrated once in a test process, and copied for each test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from data.store.upgrade import upgrade


def make_database(path: Path) -> None:
    """Make an empty database with today's schema, and its folder, unless the file is there."""
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()
