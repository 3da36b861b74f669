"""A move, durably: the store against bare aiosqlite doing the same statements.

Both write to SQLite files of the same schema with the same PRAGMAs; rounds alternate, and CPU time (of all threads)
counts, as medians over the rounds.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiosqlite

from benchmarks.rows import Row, ms
from data.store import SeatRow, Store, TableRow

ROUNDS = 15
MOVES = 200
A_SECOND = 50
CPU_RATIO, P99_MS = 3.0, 10.0
"""The aims in docs/performance.md."""
STATE = bytes(range(256)) * 40
EVENTS = '[["placed",3,12,2],["scored",0,5]]'
TABLE = "bench"

QUESTIONS = (
    "SELECT * FROM tables WHERE id = :table",
    "SELECT * FROM seats WHERE table_id = :table ORDER BY seat",
    "SELECT n, step, state FROM snapshots WHERE table_id = :table",
    "SELECT * FROM entries WHERE table_id = :table AND n > :after ORDER BY n",
)

Move = Callable[[int], Awaitable[None]]


async def prepare(path: Path) -> Store:
    """A store in a new file, with one table of two seats."""
    store = await Store.open(f"sqlite:///{path}")
    row = TableRow(
        id=TABLE,
        game="monster_hex",
        rules_version=1,
        phase="playing",
        host=1,
        guild_id=2,
        channel_id=3,
        step=0,
        options="{}",
        settings="{}",
        server_seed=bytes(32),
        commitment="0" * 64,
        created=0,
        updated=0,
    )
    async with store.write() as writer:
        await writer.create_table(row, [SeatRow(seat=seat, user_id=seat, name="Ann") for seat in range(2)])
    return store


def through_store(store: Store, load: bool) -> Move:
    """A move as the table service makes it, with or without loading the table first."""

    async def move(n: int) -> None:
        async with store.write(TABLE) as writer:
            if load:
                await writer.table(TABLE)
                await writer.seats(TABLE)
                await writer.snapshot(TABLE)
                await writer.entries(TABLE, after=n)
            await writer.append_entries(TABLE, n, [("0", "B3 c4 2", "0123456789abcdef", EVENTS)])
            await writer.update_table(TABLE, n, step=n + 1, turn=n + 1)
            await writer.save_snapshot(TABLE, n + 1, n + 1, STATE)
            await writer.set_timer(TABLE, "clock", n + 1, n + 1000)
            await writer.queue("card", TABLE, n + 1, "{}")

    return move


def through_driver(connection: aiosqlite.Connection, load: bool) -> Move:
    """The same statements, written out."""

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
    """CPU milliseconds per move."""
    cpu = time.process_time()
    for n in range(first, first + MOVES):
        await move(n)
    return (time.process_time() - cpu) * 1000 / MOVES


async def steady(move: Move, first: int) -> list[float]:
    """The milliseconds of each of `MOVES` moves that come fifty in a second, from when each was due."""
    times: list[float] = []
    begun = time.perf_counter()
    for number in range(MOVES):
        due = begun + number / A_SECOND
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await move(first + number)
        times.append((time.perf_counter() - due) * 1000)
    return times


async def compare(folder: Path, load: bool) -> list[Row]:
    """The store against the driver in CPU time, and how long a move takes where fifty come in a second."""
    store, twin = await prepare(folder / f"store-{load}.db"), await prepare(folder / f"bare-{load}.db")
    await twin.close()
    async with aiosqlite.connect(folder / f"bare-{load}.db", isolation_level=None) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        moves = (through_driver(connection, load), through_store(store, load))
        samples: tuple[list[float], ...] = ([], [])
        for turn in range(ROUNDS + 1):
            for move, found in zip(moves, samples, strict=True):
                sample = await measure(move, turn * MOVES)
                # The first round only warms up.
                if turn:
                    found.append(sample)
        bare, ours = [await steady(move, (ROUNDS + 1) * MOVES) for move in moves]
    await store.close()
    cpu = [statistics.median(found) for found in samples]
    p99s = [statistics.quantiles(times, n=100)[98] for times in (bare, ours)]
    what = "load and move" if load else "move"
    return [
        Row(
            f"commit: {what}, CPU", ms(cpu[1]), f"{ms(cpu[0])} bare aiosqlite", cpu[1] / cpu[0], "×", at_most=CPU_RATIO
        ),
        Row(
            f"commit: {what}, {A_SECOND} a second",
            f"p50 {ms(statistics.median(ours))}",
            f"p99 {ms(p99s[0])} bare aiosqlite",
            p99s[1],
            "ms p99",
            at_most=P99_MS,
        ),
    ]


async def rows() -> AsyncIterator[Row]:
    """A move with loading the table first, as the table service makes it, and without."""
    with tempfile.TemporaryDirectory() as name:
        for load in (True, False):
            for row in await compare(Path(name), load):
                yield row
