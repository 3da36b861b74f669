"""The store's frequent queries in a large database: what SQLite takes for each, without the way there.

400,000 delivered rows of the outbox, 20,000 ended tables and 1,000 open ones, 100,000 entries and cards. The queries
are those of the test of plans; each is captured as the store sends it, and repeated on a plain connection.
"""

import sqlite3
import statistics
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import event

from benchmarks.rows import Row, ms
from data.store import Store, Writer
from data.store.connection import connect, database_address
from tests.store.hot_queries import HOT_QUERIES, fill

DELIVERED, ENDED, OPEN, ENTRIES = 400_000, 20_000, 1_000, 100_000
REPEATS = 50
AIM_MS = 0.1
"""What is aimed at for each query."""

Statement = tuple[str, Any]


async def captured(writer: Writer) -> dict[str, list[Statement]]:
    """The statements that each query sends, with their parameters."""
    found: dict[str, list[Statement]] = {name: [] for name in HOT_QUERIES}
    statements: list[Statement] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        statements.append((statement, parameters[0] if many else parameters))

    event.listen(writer._connection.sync_connection, "before_cursor_execute", note)
    for name, query in HOT_QUERIES.items():
        statements = found[name]
        await query(writer)
    return found


def measured(connection: sqlite3.Connection, statements: list[Statement]) -> float:
    """The median milliseconds of a query's statements together, by the clock on the wall."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = perf_counter()
        for statement, parameters in statements:
            connection.execute(statement, parameters).fetchall()
        times.append((perf_counter() - start) * 1000)
    return statistics.median(times)


async def rows() -> AsyncIterator[Row]:
    """The slowest queries of all, and those of the outbox."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.db"
        url = f"sqlite:///{path}"
        store = await Store.open(url)
        engine = connect(database_address(url), foreign_keys=False)
        async with engine.begin() as connection:
            await connection.run_sync(fill, delivered=DELIVERED, ended=ENDED, open_tables=OPEN, entries=ENTRIES)
        await engine.dispose()
        async with store.write() as writer:
            statements = await captured(writer)
        await store.close()
        bare = sqlite3.connect(path, isolation_level=None)
        bare.execute("BEGIN IMMEDIATE")
        times = {name: measured(bare, found) for name, found in statements.items()}
        bare.close()
    of_outbox = {name: time for name, time in times.items() if "outbox" in name}
    for what, found in ((f"all {len(times)}", times), (f"{len(of_outbox)} of the outbox", of_outbox)):
        name, slowest = max(found.items(), key=lambda item: item[1])
        median = statistics.median(found.values())
        reference = f"slowest: {name}"
        yield Row(f"queries: {what}", f"median {ms(median)}", reference, slowest, "ms", at_most=AIM_MS)
