"""Record the statements of this build, to test that the next build's schema still accepts them.

`python -m tests.store.record_statements` runs the tests of the store, of tables and of leagues. It writes each
statement and each column's type to `tests/store/statements/<revision>.sql`. The SQL table `processes` needs PostgreSQL.
"""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from data.store.migration import newest_revision
from data.store.processes import running_metadata
from data.store.schema import metadata

STATEMENTS = Path(__file__).parent / "statements"
TESTS = ("tests/store", "tests/tables", "tests/leagues", "-m", "not slow"), ("tests/processes/test_shared_work.py",)
_KINDS = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ")
_NOT_OURS = re.compile(r"alembic|pg_|sqlite_|_lock\(|clock_timestamp|thread\(|WITH RECURSIVE numbers")


class Recorder:
    """A pytest plugin that collects all statements in SQLite's syntax."""

    def __init__(self) -> None:
        self.statements: set[str] = set()
        event.listen(Engine, "before_cursor_execute", self._note)

    def _note(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        text = " ".join(statement.split())
        # PostgreSQL numbers the parameters, names their types and locks rows.
        text = re.sub(r"\$\d+(::[A-Z]+)?", "?", text).removesuffix(" FOR UPDATE")
        if text.startswith(_KINDS) and not _NOT_OURS.search(text):
            self.statements.add(text)


def columns() -> set[str]:
    """Return one line for each column of this build's schema, with its type."""
    tables = [*metadata.sorted_tables, *running_metadata.sorted_tables]
    return {f"-- {table.name}.{column.name} {column.type}" for table in tables for column in table.c}


def main() -> int:
    """Record the statements unless a test fails, and return the exit status."""
    recorder = Recorder()
    statuses = [pytest.main(["-q", "-n", "0", *arguments], plugins=[recorder]) for arguments in TESTS]
    if any(statuses):
        return 1
    lines = sorted(columns()) + sorted(recorder.statements)
    (STATEMENTS / f"{newest_revision()}.sql").write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
