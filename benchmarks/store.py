"""The store: a durable move relative to aiosqlite alone, frequent queries, long games, and finished games.

The store and aiosqlite alone alternate on SQLite files with the same schema and PRAGMAs. Their figure is the CPU time
of all threads. Moves at a steady rate and queries are wall-clock times.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import aiosqlite
from sqlalchemy import event

from benchmarks.rows import Row, compare_with_reference, ms
from cogs.ui.kit.interface import interface
from cogs.ui.messages.stories import story_text
from data.store import Store, Writer
from data.store.connection import connect, database_address
from engine.games import game_types
from tables.committing.outbox_rows import CARD
from tables.service import TableService
from tests.cog_tables import PEOPLE, TABLE, start_table
from tests.store.hot_queries import HOT_QUERIES, fill

ROUNDS, MOVES, A_SECOND = 15, 200, 50
CPU_RATIO, P99_MS, QUERY_MS, LENGTH_RATIO, FINISHED_KB = 3.0, 10.0, 0.1, 1.2, 20.0
"""Maxima of the measurements.

CPU time of a move relative to aiosqlite alone; milliseconds of a move at a steady rate, at the 99th percentile;
milliseconds of each query; CPU time of a press and a card in the longest game relative to the shortest; kB of a
finished game.
"""
ROWS = {"delivered": 400_000, "ended": 20_000, "open_tables": 1_000, "entries": 100_000}
REPEATS = 50
LENGTHS, LENGTH_ROUNDS, CALLS = (50, 5_000), 12, 15
SHAPES = ("charge:ADE", "charge:HKL")
FINISHED = 10
PLENTY = {"host": 10_000, "channel": 10_000, "server": 10_000}
EVENTS = '[["placed",3,12,2],["scored",0,5]]'
STATE = bytes(range(256)) * 40

QUESTIONS = (
    "SELECT * FROM tables WHERE id = :table",
    "SELECT * FROM seats WHERE table_id = :table ORDER BY seat",
    "SELECT n, step, state FROM snapshots WHERE table_id = :table",
    "SELECT * FROM entries WHERE table_id = :table AND n > :after ORDER BY n",
)

Move = Callable[[int], Awaitable[None]]


async def prepare(path: Path) -> Store:
    """Create a store in a new file, with one table."""
    store = await Store.open(f"sqlite:///{path}")
    await start_table(TableService(store, interface))
    async with store.write() as writer:
        for table in ("entries", "outbox", "timers"):
            await writer._transaction.connection.exec_driver_sql(f"DELETE FROM {table}")
        await writer._transaction.connection.exec_driver_sql("UPDATE tables SET step = 0")
    return store


def build_store_move(store: Store, load: bool) -> Move:
    """Return a function that makes a move with the same reads and writes as the table service.

    `load` is whether it loads the table first.
    """

    async def move(n: int) -> None:
        async with store.write(TABLE) as writer:
            if load:
                await writer.tables.get(TABLE)
                await writer.tables.seats(TABLE)
                await writer.logs.snapshot(TABLE)
                await writer.logs.entries(TABLE, after=n)
            await writer.logs.append_entries(TABLE, n, [("0", "B3 c4 2", "0123456789abcdef", EVENTS)])
            await writer.tables.update(TABLE, n, step=n + 1, turn=n + 1)
            await writer.logs.save_snapshot(TABLE, n + 1, n + 1, STATE)
            await writer.timers.set(TABLE, "clock", n + 1, n + 1000)
            await writer.outbox.queue("card", TABLE, n + 1, "{}")

    return move


def build_driver_move(connection: aiosqlite.Connection, load: bool) -> Move:
    """Return a function that makes the same move as `build_store_move`, by statements executed with aiosqlite alone."""

    async def move(n: int) -> None:
        now = time.time_ns() // 1_000_000
        await connection.execute("BEGIN IMMEDIATE")
        for question in QUESTIONS if load else ():
            cursor = await connection.execute(question, {"table": TABLE, "after": n})
            await cursor.fetchall()
        await connection.execute(
            "INSERT INTO entries (table_id, n, actor, action, digest, events, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (TABLE, n + 1, "0", "B3 c4 2", "0123456789abcdef", EVENTS, now),
        )
        changed = await connection.execute(
            "UPDATE tables SET step = ?, turn = ?, updated = ? WHERE id = ? AND step = ?", (n + 1, n + 1, now, TABLE, n)
        )
        assert changed.rowcount == 1
        await connection.execute(
            "INSERT INTO snapshots (table_id, n, step, state) VALUES (?, ?, ?, ?) ON CONFLICT (table_id) "
            "DO UPDATE SET n = excluded.n, step = excluded.step, state = excluded.state",
            (TABLE, n + 1, n + 1, STATE),
        )
        await connection.execute(
            "INSERT INTO timers (table_id, kind, step, due) VALUES (?, ?, ?, ?) ON CONFLICT (table_id, kind) "
            "DO UPDATE SET step = excluded.step, due = excluded.due",
            (TABLE, "clock", n + 1, n + 1000),
        )
        await connection.execute(
            "INSERT INTO outbox (table_id, kind, step, payload, created, due, attempts) VALUES (?, ?, ?, ?, ?, ?, 0)",
            (TABLE, "card", n + 1, "{}", now, now),
        )
        await connection.commit()

    return move


async def measure(move: Move, first: int) -> float:
    """Make `MOVES` moves, the first after entry `first`; return the CPU milliseconds per move."""
    cpu = time.process_time()
    for n in range(first, first + MOVES):
        await move(n)
    return (time.process_time() - cpu) * 1000 / MOVES


async def steady(move: Move, first: int) -> list[float]:
    """Make `MOVES` moves at `A_SECOND` a second; return the milliseconds from the due time of each to its end."""
    times: list[float] = []
    begun = time.perf_counter()
    for number in range(MOVES):
        due = begun + number / A_SECOND
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await move(first + number)
        times.append((time.perf_counter() - due) * 1000)
    return times


async def commit_rows(folder: Path, *, load: bool) -> AsyncIterator[Row]:
    """Yield two rows: the CPU time of a move relative to aiosqlite alone, and the times of moves at a steady rate."""
    stores = [await prepare(folder / f"{name}-{load}.db") for name in ("store", "bare")]
    await stores[1].close()
    async with aiosqlite.connect(folder / f"bare-{load}.db", isolation_level=None) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        moves = (build_store_move(stores[0], load), build_driver_move(connection, load))
        taken = [[await measure(move, turn * MOVES) for move in moves] for turn in range(ROUNDS + 1)]
        times = await steady(moves[0], (ROUNDS + 1) * MOVES)
    await stores[0].close()
    what = "load and move" if load else "move"
    # The first round is warm-up.
    ours, bare = zip(*taken[1:], strict=True)
    yield compare_with_reference(f"commit: {what}, CPU", ours, bare, "bare aiosqlite", at_most=CPU_RATIO)
    told = f"p50 {ms(median(times))}"
    yield Row(f"commit: {what}, {A_SECOND} a second", times, "ms", told, at_most=P99_MS, percentile=99)


async def captured(writer: Writer) -> dict[str, list[tuple[str, Any]]]:
    """Run each frequent query and return, by its name, the statements that it executes with their parameters."""
    found: dict[str, list[tuple[str, Any]]] = {name: [] for name in HOT_QUERIES}
    statements: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        statements.append((statement, parameters[0] if many else parameters))

    event.listen(writer._transaction.connection.sync_connection, "before_cursor_execute", note)
    for name, query in HOT_QUERIES.items():
        statements = found[name]
        await query(writer)
    return found


def time_query(connection: sqlite3.Connection, statements: list[tuple[str, Any]]) -> list[float]:
    """Execute all statements of a query repeatedly; return the wall-clock milliseconds of each repetition."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        for statement, parameters in statements:
            connection.execute(statement, parameters).fetchall()
        times.append((time.perf_counter() - start) * 1000)
    return times


async def query_rows(folder: Path) -> AsyncIterator[Row]:
    """Yield a row for the slowest of the frequent queries in a large database.

    The statements of each query are repeated on a plain sqlite3 connection.
    """
    url = f"sqlite:///{folder / 'large.db'}"
    store = await Store.open(url)
    engine = connect(database_address(url), foreign_keys=False)
    async with engine.begin() as connection:
        await connection.run_sync(fill, **ROWS)
    await engine.dispose()
    async with store.write() as writer:
        statements = await captured(writer)
    await store.close()
    bare = sqlite3.connect(folder / "large.db", isolation_level=None)
    bare.execute("BEGIN IMMEDIATE")
    times = {name: time_query(bare, found) for name, found in statements.items()}
    bare.close()
    name, slowest = max(times.items(), key=lambda item: median(item[1]))
    told = f"{name}; median of all {ms(median(map(median, times.values())))}"
    yield Row(f"slowest of {len(times)} queries, {ROWS['delivered']:,} delivered rows", slowest, "ms", told, QUERY_MS)


async def length_rows(folder: Path) -> AsyncIterator[Row]:
    """Yield the CPU times of a press and of a card's texts in a long match of Hive Mind, relative to a short match."""
    store = await Store.open(f"sqlite:///{folder / 'lengths.db'}")
    service = TableService(store, interface)
    tables = [await long_match(service, f"length{length:04}", length) for length in LENGTHS]
    for name, work in (("press", press), ("card", card)):
        calls, times = [work(service, table) for table in tables], [list[float]() for _ in tables]
        for _ in range(LENGTH_ROUNDS):
            for call, taken in zip(calls, times, strict=True):
                start = time.process_time()
                for _ in range(CALLS):
                    await call()
                taken.append((time.process_time() - start) * 1000 / CALLS)
        title = f"{name} in a game of {LENGTHS[1]:,} entries, CPU"
        yield compare_with_reference(title, times[1], times[0], f"{LENGTHS[0]} entries", at_most=LENGTH_RATIO)
    await store.close()


async def long_match(service: TableService, table: str, length: int) -> str:
    """Start a match of three people, and change the first seat's shape until the log has `length` entries.

    Return the table's id.
    """
    await start_table(service, 3, game="hive_mind", id=table, limits=PLENTY)
    change = press(service, table)
    while (await service.load(table)).require_playing().n < length:
        await change()
    return table


def press(service: TableService, table: str) -> Callable[[], Awaitable[object]]:
    """Return a function that does the work of a press: changes a submitted shape and loads the view of its player."""
    number = 0

    async def call() -> None:
        nonlocal number
        number += 1
        await service.act(table, PEOPLE[0].id, SHAPES[number % 2])
        await service.view(table, PEOPLE[0].id)

    return call


def card(service: TableService, table: str) -> Callable[[], Awaitable[object]]:
    """Return a function that does the work of a card without its picture: builds the text of the newest events."""

    async def call() -> str:
        newest = (await service.load(table)).require_playing().n
        view, events, _ = await service.load_news(table, newest - 3)
        return story_text(view, events)

    return call


async def finished_rows(folder: Path) -> AsyncIterator[Row]:
    """Yield rows for the size of a finished game in SQLite, once its messages are delivered and it is pruned."""
    path, rng, now = folder / "finished.db", Random(1), 1_800_000_000_000
    store = await Store.open(f"sqlite:///{path}", clock=lambda: now)
    service = TableService(store, interface)
    for name, found in game_types().items():
        sizes, seats = list[float](), min(seats for seats in found.seats if seats > 1)
        for number in range(FINISHED + 1):
            before = used_bytes(path)
            now = await finish(service, store, f"{name[:6]}{number:04}", name, seats, rng)
            now += 10**12
            while await prune_batch(store, now):
                pass
            sizes.append((used_bytes(path) - before) / 1000)
        # The first game allocates pages that later games share.
        yield Row(f"a finished game, {name}", [sum(sizes[1:]) / FINISHED], "kB", at_most=FINISHED_KB)
    await store.close()


async def finish(service: TableService, store: Store, table_id: str, game: str, seats: int, rng: Random) -> int:
    """Play a game at random, recording a delivered card for each move; return the time at the end."""
    table = await start_table(service, seats, game=game, id=table_id, limits=PLENTY)
    while table.row.phase == "playing":
        seat = rng.choice(table.actors)
        legal = table.require_playing().legal(seat)
        attacks = [action for action in legal if action.startswith("attack")]
        table = await service.act(table_id, PEOPLE[seat].id, rng.choice(attacks or legal))
        async with store.write() as writer:
            rows = await writer.outbox.pending(writer.now + 10**10)
            for row in rows:
                if row.kind == CARD:
                    await writer.messages.record(table_id, CARD, 2, 10**18 + row.id, row.step, row.step)
            await writer.outbox.mark_done([row.id for row in rows])
    return service.now()


async def prune_batch(store: Store, now: int) -> bool:
    """Prune a batch and return whether there may be more."""
    async with store.write() as writer:
        return bool(await writer.prune(now))


def used_bytes(path: Path) -> int:
    """Return the number of bytes in the used pages of a database file."""
    with sqlite3.connect(path) as connection:
        names = ("page_count", "freelist_count", "page_size")
        pages, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    return (pages - free) * size


async def rows() -> AsyncIterator[Row]:
    """Yield rows for moves, queries, long games and finished games."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in (
            commit_rows(folder, load=True),
            commit_rows(folder, load=False),
            query_rows(folder),
            length_rows(folder),
            finished_rows(folder),
        ):
            async for row in part:
                yield row
