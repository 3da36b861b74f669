"""Turns of several actions by one seat, and their drafts, with default hooks only."""

from collections.abc import Iterator

import pytest

from data.store import Store
from engine.games import register_games
from tables.committing.changes import committed
from tables.committing.outbox_rows import CARD, REFRESH
from tables.game_hooks import GameHooks
from tables.service import TableService
from tables.timing.clocks import COMPUTER, DEADLINE
from tests.cog_tables import (
    ANN,
    BEN,
    EVE,
    MINUTES_5,
    TABLE,
    count_closed_turns,
    deliver,
    due,
    logged,
    queued,
    start_table,
)
from tests.engine.toys import climb
from tests.running_dispatchers import Running

CLIMB = climb.GAME_TYPE.name


@pytest.fixture(autouse=True)
def game() -> Iterator[None]:
    with register_games(climb.GAME_TYPE):
        yield


@pytest.fixture
def service(store: Store) -> TableService:
    return TableService(store, lambda _: GameHooks())


async def test_a_computer_player_makes_all_the_actions_of_its_turn(service: TableService, timers: Running) -> None:
    await start_table(service, 1, 1, game=CLIMB)
    for _ in range(climb.MOVES):
        await service.act(TABLE, ANN.id, "rest")
    assert await due(service.store, COMPUTER) == timers.clock.now

    await timers.settle()

    seen = await service.view(TABLE)
    assert (seen.actors, seen.row.turn) == ((0,), 3)
    assert len([entry for entry in await logged(service) if entry.actor == 1]) == climb.MOVES
    assert await due(service.store, COMPUTER) is None


async def test_one_clock_runs_for_the_whole_turn_and_closes_the_rest_of_it(
    service: TableService, timers: Running
) -> None:
    await start_table(service, game=CLIMB, clock=MINUTES_5)
    first = await due(service.store, DEADLINE)
    await timers.settle(200_000)
    await service.act(TABLE, ANN.id, "rest")
    assert await due(service.store, DEADLINE) == first

    await timers.settle(100_000)

    assert await count_closed_turns(service) == 1
    assert (await service.view(TABLE)).actors == (1,)
    assert await due(service.store, DEADLINE) == timers.clock.now + MINUTES_5 * 1000


async def test_within_a_turn_the_card_is_edited_and_a_new_turn_pings(service: TableService) -> None:
    await start_table(service, game=CLIMB)
    for _ in range(2):
        for _ in range(climb.MOVES - 1):
            await deliver(service.store)
            await service.act(TABLE, (await service.view(TABLE)).awaited_seats()[0].user_id or 0, "rest")
            assert await waiting(service) == [(REFRESH, "{}")]
        await deliver(service.store)
        await service.act(TABLE, (await service.view(TABLE)).awaited_seats()[0].user_id or 0, "rest")
        table = await service.view(TABLE)
        (asked,) = table.awaited_seats()
        assert await waiting(service) == [(CARD, f'{{"users":[{asked.user_id}],"turn":{table.row.turn}}}')]


async def waiting(service: TableService) -> list[tuple[str, str]]:
    """Return kinds and payloads of the undelivered outbox rows."""
    return [(row.kind, row.payload) for row in await queued(service)]


async def test_a_draft_is_its_seats_and_its_turns_alone(service: TableService) -> None:
    table = await start_table(service, game=CLIMB)
    committed.set(False)
    for content in ("north", "south"):
        await service.keep_draft(TABLE, 0, "route", table.row.turn, content)
    assert committed.get(), "no error may be told as if nothing had been stored"
    await service.act(TABLE, ANN.id, "rest")

    assert (await service.view(TABLE, ANN.id)).drafts == {"route": "south"}
    assert [(await service.view(TABLE, user)).drafts for user in (BEN.id, EVE.id, None)] == [{}, {}, {}]

    for _ in range(climb.MOVES - 1):
        await service.act(TABLE, ANN.id, "rest")
    assert (await service.view(TABLE, ANN.id)).drafts == {}
