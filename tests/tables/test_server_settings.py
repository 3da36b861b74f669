"""A server's settings: changed one by one, and applied to the retention of its tables."""

import pytest

from data.store import Store
from tables.dispatching.upkeep import RETENTION_MS
from tables.moderating.server_settings import (
    ServerSettings,
    change_server,
    require_may_start,
    server_settings,
)
from tables.refusal import Refusal
from tables.service import TableService
from tests.cog_tables import GUILD, TABLE, play, start_table
from tests.running_dispatchers import Clock

DAY = 24 * 3_600_000


async def is_kept(store: Store) -> bool:
    async with store.read() as reader:
        return await reader.logs.snapshot(TABLE) is not None


async def prune(store: Store, now: int) -> None:
    """Prune with the upkeep's retention time."""
    async with store.write() as writer:
        await writer.prune(now - RETENTION_MS)


@pytest.mark.parametrize("days", [1, 30])
@pytest.mark.parametrize("is_set_before", [True, False])
async def test_ended_tables_are_kept_for_as_many_days_as_the_server_has_set(
    service: TableService, store: Store, clock: Clock, days: int, is_set_before: bool
) -> None:
    if is_set_before:
        await change_server(store, GUILD, retention_days=days)
    await start_table(service)
    await play(service)
    if not is_set_before:
        await change_server(store, GUILD, retention_days=days)

    await prune(store, clock.now + days * DAY)
    assert await is_kept(store)
    await prune(store, clock.now + days * DAY + 1)
    assert not await is_kept(store)


def test_a_channel_or_the_channel_of_a_thread_must_be_among_those_chosen() -> None:
    require_may_start(ServerSettings(), [1])
    require_may_start(ServerSettings(channels=(1, 2)), [3, 2])
    with pytest.raises(Refusal, match=r"<#1> or <#2>"):
        require_may_start(ServerSettings(channels=(1, 2)), [3, 4])


def test_of_many_channels_some_are_named() -> None:
    with pytest.raises(Refusal, match=r"<#8> or 17 more channels"):
        require_may_start(ServerSettings(channels=tuple(range(1, 26))), [30])


async def test_direct_messages_have_the_usual_settings(store: Store) -> None:
    assert await server_settings(store, None) == ServerSettings()
