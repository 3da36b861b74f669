"""A store that is locked, full or gone: nothing is half done, people are informed, and work resumes afterwards."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeAlias

import asyncpg
import pytest
import structlog

from cogs.outbox.outbox import Outbox
from cogs.ui.kit.errors import STORE_AWAY
from data.store import Store
from tests.cog_tables import ANN, BEN, CHANNEL, TABLE, mover, open_lobby, play, start_table
from tests.fake_discord import SentRequest
from tests.in_process_program import InProcessProgram
from tests.migrated_database import remove_all
from tests.playground_driver import PATIENCE_SECONDS
from tests.posted_messages import cards, thread
from tests.postgresql import administer, postgresql
from tests.running_dispatchers import Clock, Running

pytestmark = pytest.mark.slow


@contextmanager
def no_larger_than(size: int) -> Iterator[None]:
    """Limit the size of files, like a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_a_full_disk_changes_nothing_and_is_told(program: InProcessProgram, tmp_path: Path) -> None:
    await start_table(program.service)
    await program.outbox.settle()
    person, seen = await mover(program.service)
    move = f"{TABLE}:{seen.version}:do:{seen.legal[0]}"
    with no_larger_than((tmp_path / "hexcade.sqlite3-wal").stat().st_size):
        assert (await program.press(person, move, private=True)).text == STORE_AWAY
        assert "Your hand" in (await program.command(person, "hand", channel=thread(program.discord))).text, (
            "it can be read"
        )
        assert (await program.command(ANN, "play", game="monster_hex")).text == STORE_AWAY
        assert (await program.service.load(TABLE)).row.step == seen.row.step

    await program.press(person, move, private=True)
    await program.outbox.settle()
    assert len(cards(program.discord, thread(program.discord))) == 1
    assert (await program.service.load(TABLE)).row.step == seen.row.step + 1


async def test_a_disk_that_is_full_when_the_log_is_copied_into_the_database_loses_nothing(
    program: InProcessProgram, tmp_path: Path
) -> None:
    """A commit may trigger SQLite's copy of its log; committed data stays in the log until there is room."""
    await start_table(program.service)
    async with program.store.write() as writer:
        await writer.facts.set("needs room", "." * 100_000)
    database = tmp_path / "hexcade.sqlite3"
    with (
        closing(sqlite3.connect(database)) as other,
        no_larger_than(database.stat().st_size),
        pytest.raises(sqlite3.OperationalError),
    ):
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    await play(program.service, moves=1)
    step = (await program.service.load(TABLE)).row.step

    with closing(sqlite3.connect(database)) as other:
        (is_busy, _, _) = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert not is_busy
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert (await program.service.load(TABLE)).row.step == step


async def test_another_process_that_holds_the_database_costs_only_time(
    program: InProcessProgram, tmp_path: Path
) -> None:
    await open_lobby(program.service)
    with closing(sqlite3.connect(tmp_path / "hexcade.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        acknowledged = asyncio.Event()

        async def on_request(request: SentRequest) -> None:
            acknowledged.set()

        program.discord.before = on_request
        joining = asyncio.create_task(program.press(BEN, f"{TABLE}::join"))
        await acknowledged.wait()
        assert not joining.done(), "the press is acknowledged while its change waits"
        other.execute("COMMIT")
    await joining

    assert len((await program.service.load(TABLE)).seats) == 2


async def test_a_database_that_is_removed_stops_the_program_and_no_move_is_confirmed(
    program: InProcessProgram, tmp_path: Path
) -> None:
    await start_table(program.service)
    await program.outbox.settle()
    person, seen = await mover(program.service)
    remove_all(tmp_path / "hexcade.sqlite3")

    with structlog.testing.capture_logs() as logs:
        answer = await program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)

    assert answer.text == STORE_AWAY
    assert program.bot.stopping.is_set()
    assert program.bot.failed, "so that its supervisor starts it again"
    (line,) = [line for line in logs if line["event"] == "database gone"]
    assert "hexcade.sqlite3 was removed or replaced" in line["error"]


# PostgreSQL


@pytest.fixture
async def address() -> AsyncIterator[str]:
    async with postgresql() as found:
        yield found


@pytest.fixture
async def on_postgresql(address: str, program: InProcessProgram, clock: Clock) -> AsyncIterator[InProcessProgram]:
    """Yield the program with its tables on PostgreSQL, and a started game."""
    own = program.service.store
    program.service.store = store = await Store.open(address, clock=clock)
    await start_table(program.service)
    yield program
    await store.close()
    program.service.store = own


Trouble: TypeAlias = Callable[[str], Awaitable[None]]


async def terminated(address: str) -> None:
    """Terminate all connections."""
    name = address.rsplit("/", 1)[1]
    await administer(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


async def refused(address: str) -> None:
    """Terminate all connections and refuse new ones."""
    await administer(f"ALTER DATABASE {address.rsplit('/', 1)[1]} ALLOW_CONNECTIONS false")
    await terminated(address)


async def disk_full(address: str) -> None:
    """Make every insert of log entries fail with PostgreSQL's error for a full disk."""
    name = address.rsplit("/", 1)[1]
    await administer(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$; "
        "CREATE TRIGGER no_room BEFORE INSERT ON entries FOR EACH STATEMENT EXECUTE FUNCTION no_room()",
        name,
    )


async def in_recovery(address: str) -> None:
    """Terminate all connections and make new ones read-only, like a standby server before its promotion."""
    name = address.rsplit("/", 1)[1]
    await administer(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await terminated(address)


async def over(address: str, trouble: Trouble) -> None:
    """Undo the trouble."""
    name = address.rsplit("/", 1)[1]
    if trouble is refused:
        await administer(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    elif trouble is disk_full:
        await administer("DROP FUNCTION no_room CASCADE", name)
    elif trouble is in_recovery:
        await administer(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await terminated(address)


async def test_connections_that_a_server_ended_are_made_anew(address: str, on_postgresql: InProcessProgram) -> None:
    for _ in range(3):
        await terminated(address)
        await play(on_postgresql.service, moves=1)


async def test_a_lock_on_the_servers_tables_costs_only_time(address: str, on_postgresql: InProcessProgram) -> None:
    """Somebody changes or repairs a SQL table of the database."""
    program = on_postgresql
    person, seen = await mover(program.service)
    acknowledged = asyncio.Event()

    async def on_request(request: SentRequest) -> None:
        acknowledged.set()

    program.discord.before = on_request
    other = await asyncpg.connect(address)
    async with other.transaction():
        await other.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
        moving = asyncio.create_task(program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True))
        await asyncio.wait_for(acknowledged.wait(), PATIENCE_SECONDS)
        assert not moving.done(), "the press is acknowledged while its change waits"
    await other.close()
    assert "Done" in (await moving).text

    assert (await program.service.load(TABLE)).row.step == seen.row.step + 1


@pytest.mark.parametrize("trouble", [terminated, refused, disk_full, in_recovery])
async def test_while_the_server_is_in_trouble_nothing_is_lost(
    address: str, on_postgresql: InProcessProgram, clock: Clock, trouble: Trouble
) -> None:
    program = on_postgresql
    async with Running(
        lambda: [Outbox(program.bot, program.service, program.bot.seasons, program.bot.drawing_pool)],
        program.service,
        clock,
    ) as outbox:
        await outbox.settle()
        person, seen = await mover(program.service)
        press = f"{TABLE}:{seen.version}:do:{seen.legal[0]}"

        await trouble(address)
        if trouble is not terminated:
            assert (await program.press(person, press, private=True)).text == STORE_AWAY
            assert outbox.task is not None
            assert not outbox.task.done()
        await over(address, trouble)
        await program.press(person, press, private=True)
        await outbox.settle()

        assert (await program.service.load(TABLE)).row.step == seen.row.step + 1
        assert len(cards(program.discord, thread(program.discord))) == 1
        assert len(program.discord.messages(CHANNEL)) == 1
