"""Concurrent changes are counted exactly once: tables up to their limits, and downtimes."""

import asyncio

import msgspec
import pytest

from cogs.outbox.sender import note_refusal
from data.store import ImportRow, Store, TooManyTables
from data.store.rows import Scope
from tables.moderating.server_settings import ServerSettings, change_server, server_settings
from tables.open_table import Person
from tables.preferences import Preferences, change_preferences, preferences
from tables.records import record_import
from tables.refusal import Refusal
from tests.clock import Clock
from tests.store.store_database import begin_beside
from tests.store.store_rows import seat_row, table_row

ALIVE = "alive"


async def create_at_once(store: Store, count: int, **columns: object) -> int:
    """Create tables of one scope concurrently, with a limit of three, and return how many were refused."""

    async def create(number: int) -> None:
        row = table_row(f"table {number}", **{"host": number, "channel_id": number, "guild_id": number} | columns)
        async with store.write() as writer:
            limits: dict[Scope, int] = {"host": 3, "channel": 3, "server": 3}
            await writer.tables.create(row, [seat_row(0, number)], limits=limits)

    found = await asyncio.gather(*(create(number) for number in range(count)), return_exceptions=True)
    errors = [error for error in found if error is not None]
    assert [type(error) for error in errors] == [TooManyTables] * len(errors)
    return len(errors)


@pytest.mark.parametrize("column", ["host", "channel_id", "guild_id"])
async def test_twenty_creations_at_once_stay_within_a_limit(store: Store, column: str) -> None:
    assert await create_at_once(store, 20, **{column: 77}) == 17

    async with store.read() as reader:
        assert await reader.tables.count_open() == 3


async def test_a_refusal_names_its_scope_and_limit_and_creates_nothing(store: Store) -> None:
    limits: dict[Scope, int] = {"host": 2, "channel": 1, "server": 0}
    async with store.write() as writer:
        # A direct message belongs to no server.
        await writer.tables.create(table_row(guild_id=None), limits=limits)
        await writer.tables.create(table_row("over", host=2, phase="finished"), limits={"channel": 2})

    async with store.write() as writer:
        with pytest.raises(TooManyTables, match="The channel already has 1 open tables") as caught:
            await writer.tables.create(table_row("second", host=2), limits=limits)
        assert (caught.value.scope, caught.value.limit) == ("channel", 1)
        with pytest.raises(TooManyTables, match="server"):
            await writer.tables.create(table_row("second", host=2, channel_id=31), limits=limits)
        assert await writer.tables.get("second") is None


async def test_a_silence_is_the_time_since_the_program_was_last_alive(store: Store, clock: Clock) -> None:
    silences: list[int] = []
    for now in (1_000, 31_000, 900_000, 899_000):
        clock.now = now
        async with store.write() as writer:
            silences.append(await writer.facts.record_alive())

    assert silences == [0, 30_000, 869_000, -1_000]
    async with store.read() as reader:
        assert await reader.facts.get(ALIVE) == "899000"


async def test_a_downtime_is_counted_by_one_of_several_that_start_at_once(url: str, clock: Clock) -> None:
    stores = [await Store.open(url, clock=clock) for _ in range(2)]
    async with stores[0].write() as writer:
        await writer.facts.record_alive()
    clock.now += 600_000

    async def start() -> int:
        async with stores[1].write() as writer:
            return await writer.facts.record_alive()

    async with stores[0].write() as writer:
        silences = [await writer.facts.record_alive()]
        other = await begin_beside(start())
    silences.append(await other)

    for store in stores:
        await store.close()
    assert silences == [600_000, 0]


@pytest.mark.parametrize("of_server", [False, True], ids=["after a downtime", "of a server"])
async def test_a_shift_of_deadlines_is_not_lost_to_a_change_that_is_under_way(store: Store, *, of_server: bool) -> None:
    async with store.write() as writer:
        await writer.tables.create(table_row(phase="playing"), [seat_row(0, 1, due=1_000, since=0, time_left=1_000)])
        await writer.timers.set("first", "deadline", 1, 1_000)

    async def shift() -> None:
        async with store.write() as writer:
            if of_server:
                await writer.timers.shift_of_server(20, ["deadline"], 600_000)
            else:
                await writer.timers.shift("deadline", 600_000)
                await writer.timers.shift_seats(600_000)

    async with store.write("first") as writer:
        (seat,) = await writer.tables.seats("first")
        other = await begin_beside(shift())
        await writer.tables.put_seat("first", msgspec.structs.replace(seat, missed=1))
        await writer.timers.set("first", "deadline", 1, 1_000)
    await other

    async with store.read() as reader:
        (seat,) = await reader.tables.seats("first")
        timer = await reader.timers.get("first", "deadline")
    assert (seat.missed, seat.due, seat.time_left) == (1, 601_000, 601_000)
    assert timer is not None
    assert timer.due == 601_000


async def test_what_is_counted_by_several_at_once_has_a_number_for_each(store: Store) -> None:
    async def count() -> int:
        async with store.write() as writer:
            return await writer.facts.increment("tables opened")

    assert sorted(await asyncio.gather(*(count() for _ in range(10)))) == list(range(1, 11))


async def test_two_managers_of_a_server_lose_nothing_of_each_others_settings(store: Store) -> None:
    changes = [{"game": "monster_hex"}, {"clock": "days"}, {"theme": "light"}, {"threads": False}, {"channels": (7,)}]
    await asyncio.gather(*(change_server(store, 20, **one) for one in changes))

    wanted = ServerSettings(game="monster_hex", clock="days", theme="light", threads=False, channels=(7,))
    assert await server_settings(store, 20) == wanted


async def test_two_pages_of_a_persons_settings_lose_nothing_of_each_other(store: Store) -> None:
    person = Person(1, "Ann")
    changes = [{"theme": "light"}, {"confirm": False}, {"pings": "none"}]
    await asyncio.gather(*(change_preferences(store, person, **one) for one in changes))

    assert await preferences(store, 1) == Preferences(theme="light", confirm=False, pings="none")


async def test_a_refused_direct_message_loses_nothing_of_what_a_person_sets_meanwhile(store: Store) -> None:
    await change_preferences(store, Person(1, "Ann"), pings="direct")

    async def refuse() -> None:
        async with store.write() as writer:
            await note_refusal(writer, 1)

    async with store.write() as writer:
        await writer.people.put_user(1, "Anna", '{"pings":"direct","theme":"light"}')
        other = await begin_beside(refuse())
    await other

    assert await preferences(store, 1) == Preferences(theme="light", direct_refused=True)
    async with store.read() as reader:
        user = await reader.people.user(1)
    assert user is not None
    assert user.name == "Anna"


async def test_records_brought_at_once_stay_within_the_limit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_import, "MOST_IMPORTS", 3)

    async def bring(number: int) -> ImportRow:
        return await record_import.keep(
            store, ImportRow(f"import {number}", 1, "tiny", 0, 0), f"digest {number}", b"{}"
        )

    found = await asyncio.gather(*(bring(number) for number in range(8)), return_exceptions=True)

    assert sorted(type(one).__name__ for one in found) == ["ImportRow"] * 3 + [Refusal.__name__] * 5
    async with store.read() as reader:
        assert len(await reader.people.imports_of_user(1)) == 3


async def test_one_record_brought_several_times_at_once_is_kept_once(store: Store) -> None:
    async def bring(number: int) -> ImportRow:
        return await record_import.keep(store, ImportRow(f"import {number}", 1, "tiny", 0, 0), "digest", b"{}")

    found = await asyncio.gather(*(bring(number) for number in range(8)))

    assert len({row.id for row in found}) == 1
