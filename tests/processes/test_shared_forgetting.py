"""Forgetting with two processes: it happens once, and concurrent work of another process does not undo it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import asyncpg
import pytest
from sqlalchemy import delete, select

from data.store.schema import metadata, outbox
from leagues import export
from leagues.rating_book import note_result, recompute
from leagues.season import TableResult, people_of
from leagues.settings import PRESETS
from tables.dispatching.dispatcher import Backoff
from tables.open_table import Person
from tables.records import forgetting
from tables.service import TableService
from tests.cog_tables import ANN, BEN, CHANNEL, GUILD, PEOPLE, TABLE, logged, start_table
from tests.fake_discord import FakeDiscord
from tests.patience import patience
from tests.playing import ORGANISER, publish
from tests.processes.shared_work import SECONDS, SharedProcess, processes, rows, until_told

pytestmark = pytest.mark.slow

TABLES = ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc")
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid IN (SELECT pid FROM pg_locks WHERE NOT granted)
"""


@pytest.fixture
async def together(url: str, client: FakeDiscord) -> AsyncIterator[list[SharedProcess]]:
    """Yield two processes whose dispatchers do not run."""
    async with processes(url, 2, client) as found:
        yield found


async def everything(process: SharedProcess) -> str:
    """Return all rows of the database as text."""
    async with process.store._engine.connect() as connection:
        return repr([(await connection.execute(select(table))).all() for table in metadata.sorted_tables])


async def due_season(process: SharedProcess, people: int) -> str:
    """Start a season whose first deal is due, and return its id."""
    preset = PRESETS["connect_four"][0]
    options = dict(preset.options)
    season = await publish(process.seasons, "connect_four", options, preset.settings, guild=GUILD, channel=CHANNEL)
    for person in PEOPLE[:people]:
        await process.seasons.join(season.row.id, person)
    async with process.store.write() as writer:
        await writer.leagues.shift_seasons(writer.now - season.row.begins)
    return season.row.id


async def start_work(url: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start work, and return its task once it waits for a database lock or is done."""
    connection, task = await asyncpg.connect(url), asyncio.create_task(work)
    async with patience(SECONDS):
        while not task.done() and not await connection.fetchval(WAITING):
            pass
    await connection.close()
    return task


async def start_tables(process: SharedProcess) -> None:
    """Start three tables that Ann hosts and plays at."""
    for number, table in enumerate(TABLES):
        await start_table(process.service, 3, id=table, created=number)


async def require_forgotten(process: SharedProcess) -> None:
    """Check that each game goes on without Ann, that she has resigned once, and that no row names her."""
    for table in TABLES:
        row = (await process.service.load(table)).row
        assert (row.phase, row.host) == ("playing", BEN.id)
        assert [entry.action for entry in await logged(process.service, table)].count("forfeit 0") == 1
    assert str(ANN.id) not in await everything(process)


async def test_somebody_whom_two_processes_forget_in_step_leaves_each_game_once(
    together: list[SharedProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process got the button press; the other one does the chores."""
    one, other = together
    await start_tables(one)
    leave, both = forgetting._leave, asyncio.Barrier(2)

    async def in_step(service: TableService, table_id: str, user_id: int) -> None:
        await both.wait()
        await leave(service, table_id, user_id)

    monkeypatch.setattr(forgetting, "_leave", in_step)
    await forgetting.request(one.service, ANN.id)
    await asyncio.gather(
        forgetting.forget(one.service, ANN.id), forgetting.forget_waiting(other.service, Backoff(forgetting.RETRY_MS))
    )

    await require_forgotten(one)


async def test_whom_a_process_was_forgetting_when_it_died_another_one_forgets(
    together: list[SharedProcess], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_duty, dying = together
    await start_tables(dying)
    leave, is_at_second = forgetting._leave, asyncio.Event()

    async def hang_at_second(service: TableService, table_id: str, user_id: int) -> None:
        if table_id == TABLES[1]:
            is_at_second.set()
            await asyncio.Event().wait()
        await leave(service, table_id, user_id)

    monkeypatch.setattr(forgetting, "_leave", hang_at_second)
    await forgetting.request(dying.service, ANN.id)
    forgets = asyncio.create_task(forgetting.forget(dying.service, ANN.id))
    async with patience(SECONDS):
        await is_at_second.wait()
    forgets.cancel()
    await dying.kill()
    monkeypatch.undo()

    await on_duty.start()
    async with patience(SECONDS):
        while await rows(url, "SELECT user_id FROM deletions"):
            pass
    await until_told(url)

    await require_forgotten(on_duty)


async def test_a_deal_that_is_under_way_has_its_tables_left_too(together: list[SharedProcess], url: str) -> None:
    one, other = together
    season = await due_season(one, people=2)

    async with one.store.write() as writer:
        await writer.leagues.lock_season(season)
        asks = await start_work(url, forgetting.request(other.service, ANN.id))
        assert not asks.done(), "it waits until the deal is over"
    await asks


async def test_two_people_who_are_forgotten_at_once_stay_forgotten_and_two(
    together: list[SharedProcess], url: str
) -> None:
    one, other = together
    season = await due_season(one, people=2)
    await one.seasons.advance(season)
    # Remove messages that name both: the second deletion would wait for them before it reaches the league.
    async with one.store._engine.begin() as connection:
        await connection.execute(delete(outbox))

    async def forget(process: SharedProcess, person: Person) -> None:
        async with process.store.write() as writer:
            await writer.people.forget_person(person.id)

    async with one.store.write() as writer:
        await writer.people.forget_person(ANN.id)
        second = await start_work(url, forget(other, BEN))
    await second

    after = await one.seasons.load(season)
    assert {member.user_id for member in after.members} == set(people_of(after.tables[0])) == {-1, -2}


async def test_a_season_that_is_brought_in_shares_no_number_with_somebody_who_is_just_forgotten(
    together: list[SharedProcess], url: str
) -> None:
    one, other = together
    season = await due_season(one, people=2)
    await one.seasons.advance(season)
    async with one.store.write() as writer:
        await writer.people.forget_person(ANN.id)
    ended = await one.seasons.end_now(season, ORGANISER, "as agreed")
    document = (await export.files(one.seasons, ended))[export.DOCUMENT]

    async with one.store.write() as writer:
        await writer.people.forget_person(BEN.id)
        bringing = await start_work(url, other.seasons.import_season(GUILD + 1, CHANNEL, ORGANISER, document))
    brought = await bringing

    here = await one.seasons.load(season)
    assert {member.user_id for member in here.members} == {-1, -2}
    assert {member.user_id for member in brought.members} == {-3, BEN.id}


async def test_a_deal_brings_nobody_back_who_is_just_forgotten(together: list[SharedProcess], url: str) -> None:
    one, other = together
    season = await due_season(one, people=3)

    async with one.store.write() as writer:
        await writer.people.forget_person(ANN.id)
        deal = await start_work(url, other.seasons.advance(season))
    await deal

    assert str(ANN.id) not in await everything(one)
    assert (await one.seasons.load(season)).row.deals == 1


async def test_ratings_that_are_found_anew_bring_nobody_back_who_is_just_forgotten(
    together: list[SharedProcess], url: str
) -> None:
    one, other = together
    result = TableResult((ANN.id, BEN.id), (1, 2), (True, True), (True, True), "played")
    async with one.store.write() as writer:
        await note_result(writer, GUILD, "connect_four", TABLE, result)

    async def recomputed() -> None:
        async with other.store.write() as writer:
            await recompute(writer, GUILD, "connect_four")

    async with one.store.write() as writer:
        await writer.people.forget_person(ANN.id)
        task = await start_work(url, recomputed())
    await task

    assert set(await one.seasons.ratings(GUILD, "connect_four")) == {-1, BEN.id}
