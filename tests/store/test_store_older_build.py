"""Statements of an older build work with the current schema: during an update, both builds share one database."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect

from tests.migrated_database import make_database
from tests.store.record_statements import STATEMENTS, columns

BUILDS = sorted(STATEMENTS.glob("*.sql"))


@pytest.fixture(params=BUILDS, ids=[path.stem for path in BUILDS])
def lines(request: pytest.FixtureRequest) -> list[str]:
    """Return the recorded columns and statements of a build."""
    return request.param.read_text().splitlines()


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """Yield a connection to a database with the current schema."""
    make_database(tmp_path / "store.db")
    engine = create_engine(f"sqlite:///{tmp_path / 'store.db'}")
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def test_an_older_build_finds_its_tables_and_columns(lines: list[str], connection: Connection) -> None:
    for statement in lines:
        if not statement.startswith("--"):
            connection.exec_driver_sql(f"EXPLAIN {statement}", (None,) * statement.count("?"))


def test_columns_that_an_older_build_uses_keep_their_type(lines: list[str]) -> None:
    assert {line for line in lines if line.startswith("--")} - columns() == set()


def test_an_older_build_can_leave_out_what_is_new(lines: list[str], connection: Connection) -> None:
    inserts = [found for line in lines if (found := re.match(r"INSERT INTO (\w+) \(([^)]+)\)", line))]
    assert inserts
    for table, given in (insert.groups() for insert in inserts):
        needed = {
            column["name"]
            for column in inspect(connection).get_columns(table)
            if not (column["nullable"] or column["default"] or column.get("primary_key"))
        }
        assert needed - set(given.split(", ")) == set(), table
