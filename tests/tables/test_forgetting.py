"""Forgetting a person: messages about them that are still queued, and offers they have made to others."""

import pytest

from data.store import Store
from tables.calling import nudges
from tables.calling.nudges import FIRST_MS
from tables.preferences import change_preferences
from tables.records import forgetting
from tables.refusal import Refusal
from tables.seat_changes import seats
from tables.service import TableService
from tests.cog_tables import ANN, BEN, CAM, EVE, TABLE, mover, start_table
from tests.running_dispatchers import Clock


async def test_a_nudge_that_waits_for_the_end_of_quiet_hours_names_nobody_who_was_forgotten(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, 3)
    waited, _ = await mover(service)
    (nudging, _) = [person for person in (ANN, BEN, CAM) if person != waited]
    await change_preferences(store, waited, time_zone="UTC", quiet_from=22 * 60, quiet_until=7 * 60)
    # The test's clock starts at 22:13.
    clock.now += FIRST_MS
    await nudges.nudge(service, TABLE, nudging.id)

    await forgetting.forget(service, nudging.id)

    async with store.read() as reader:
        waiting = await reader.outbox.pending_of_table(TABLE, "call")
    assert waiting
    assert all(f'"{nudging.name}"' not in row.payload for row in waiting)


async def test_a_seat_that_somebody_offered_who_was_forgotten_is_offered_no_longer(service: TableService) -> None:
    table = await start_table(service, 3, clock=300, on_expiry="replace")
    await service.change(TABLE, seats.offer(ANN.id, 1, EVE.id, has_left=True))

    await forgetting.forget(service, ANN.id)

    table = await service.load(TABLE)
    assert table.row.host == BEN.id
    assert table.seats[1].offered_to is None
    async with service.store.read() as reader:
        assert [row.kind for row in await reader.outbox.pending_of_table(TABLE, "offer")], "its message is edited"
    with pytest.raises(Refusal, match="offer"):
        await service.change(TABLE, seats.take(EVE, 1, 1))
