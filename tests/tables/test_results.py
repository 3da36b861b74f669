"""Results are stored in the transaction that ends a game; a later pass adds them for games that ended before."""

from typing import Any

import msgspec
import pytest

from data.store import Store
from data.store.topics.tables import TableWriter
from tables.after_the_end.results import store_missing_results
from tables.dispatching.upkeep import RETENTION_MS
from tables.open_table import OpenTable
from tables.service import TableService
from tests.cog_tables import ANN, TABLE, play, start_table
from tests.running_dispatchers import Clock, Running, recorded_alive


def places(table: OpenTable) -> list[tuple[int | None, int]]:
    return [(seat.place, seat.won) for seat in table.seats]


async def forget_results(store: Store, table: OpenTable) -> None:
    """Restore a finished game to its state before results were stored."""
    async with store.write(table.row.id) as writer:
        for seat in table.seats:
            await writer.tables.put_seat(table.row.id, msgspec.structs.replace(seat, place=None, won=0))


async def test_the_end_of_a_game_stores_places_and_winners(service: TableService) -> None:
    await start_table(service, 3)
    assert places(await service.load(TABLE)) == [(None, 0)] * 3

    table = await play(service)

    assert table.game is not None
    assert table.game.outcome is not None
    assert sorted(place or 0 for place, _ in places(table)) in ([1, 2, 3], [1, 1, 3], [1, 2, 2])
    assert [seat.seat for seat in table.seats if seat.won] == list(table.game.outcome.winners)
    assert places(await service.load(TABLE)) == places(table)


async def test_whoever_resigns_comes_last_and_has_no_open_game_left(service: TableService, store: Store) -> None:
    await start_table(service, 2)

    table = await service.resign(TABLE, ANN.id)

    assert places(table) == [(2, 0), (1, 1)]
    async with store.read() as reader:
        assert await reader.tables.of_user(ANN.id) == ()
        assert [row.id for row in await reader.tables.finished_of_user(ANN.id, 10)] == [TABLE]


async def test_games_from_before_are_looked_through_once_also_when_they_are_pruned(
    service: TableService, store: Store, clock: Clock, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service, 2)
    table = await play(service)
    wanted = places(table)
    await forget_results(store, table)
    clock.now += RETENTION_MS + 1
    async with store.write() as writer:
        assert await writer.prune(clock.now) > 0

    await recorded_alive(timers)
    await timers.settle()
    await timers.stop()

    assert places(await service.load(TABLE)) == wanted
    await store_missing_results(store)
    await forget_results(store, table)
    written: list[Any] = []
    monkeypatch.setattr(TableWriter, "put_seat", written.append)
    await store_missing_results(store)
    assert written == []


async def test_games_from_before_are_looked_through_until_none_is_left(
    service: TableService, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.after_the_end.results.TABLES_AT_ONCE", 1)
    games = (TABLE, TABLE[::-1])
    for table_id in games:
        await start_table(service, 2, id=table_id)
        await forget_results(store, await service.resign(table_id, ANN.id))

    for _ in games:
        await store_missing_results(store)

    assert [places(await service.load(table_id)) for table_id in games] == [[(2, 0), (1, 1)]] * 2
