"""Frequent queries touch few rows, however many rows were delivered, ended or played before."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import event

from data.store import Store, Writer
from tests.store.hot_queries import HOT_QUERIES, OWN_QUERIES, fill
from tests.store.store_database import in_database

MOST_ROWS = 250
"""The limit for PostgreSQL, which rightly scans the timers of 200 open tables (two pages). Growing tables have 5,000
rows."""
MOST_STEPS = 1_500
"""The limit for steps of SQLite's virtual machine: a scan of any filled SQL table takes more than 5,000."""
MOST_OWN_STEPS = 8_000
"""The limit for queries of a user's own 100 games: a scan with a filter takes more than 15,000 steps."""

Query = Callable[[Writer], Awaitable[object]]


async def steps_of(writer: Writer, query: Query) -> int:
    """Count the steps that SQLite's virtual machine takes for a query."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    driver: Any = (await writer._transaction.connection.get_raw_connection()).driver_connection
    await driver.set_progress_handler(count, 1)
    await query(writer)
    await driver.set_progress_handler(None, 0)
    return steps


def rows_touched(plan: dict[str, Any]) -> int:
    """Return the number of table rows that a PostgreSQL plan has read."""
    inner = sum(rows_touched(child) for child in plan.get("Plans", ()))
    if "Relation Name" not in plan or plan["Node Type"] in ("ModifyTable", "LockRows"):
        return inner
    counts = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
    return inner + plan["Actual Loops"] * sum(plan.get(name, 0) for name in counts)


async def rows_of(writer: Writer, query: Query) -> int:
    """Count the rows that PostgreSQL reads for a query."""
    statements: list[tuple[str, Any, bool]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        statements.append((statement, parameters, many))

    connection = writer._transaction.connection
    event.listen(connection.sync_connection, "before_cursor_execute", note)
    await query(writer)
    event.remove(connection.sync_connection, "before_cursor_execute", note)
    driver: Any = (await connection.get_raw_connection()).driver_connection
    rows = 0
    for statement, parameters, many in statements:
        found = await driver.fetchval(
            f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", *(parameters[0] if many else parameters)
        )
        rows += rows_touched(found[0]["Plan"])
    return rows


async def test_no_frequent_query_scans_a_table_that_grows(store: Store, url: str) -> None:
    await in_database(
        url, lambda connection: fill(connection, delivered=5_000, ended=5_000, open_tables=200, entries=5_000)
    )
    is_sqlite = url.startswith("sqlite")
    measure, most = (steps_of, MOST_STEPS) if is_sqlite else (rows_of, MOST_ROWS)

    async with store.write() as writer:
        own = {name: await measure(writer, query) for name, query in OWN_QUERIES.items()}
        found = {name: await measure(writer, query) for name, query in HOT_QUERIES.items()}

    assert {name: count for name, count in found.items() if count > most} == {}
    # PostgreSQL rightly scans such a small SQL table instead of looking up a hundred rows.
    assert not is_sqlite or {name: count for name, count in own.items() if count > MOST_OWN_STEPS} == {}
