"""Reminders: one per turn of a seat, to exactly those who are late, and never repeated."""

import re

import pytest

from cogs.ui.kit.interface import interface
from data.store import Store
from tables.calling.recipients import CALL
from tables.seat_changes import stand_ins
from tables.service import TableService
from tables.timing.clocks import DEADLINE, REMINDER
from tests.cog_tables import ANN, BEN, CAM, DAY, HOUR, MINUTES_5, TABLE, due, mover, start_table
from tests.fake_discord import FakeDiscord, mentioned, parts
from tests.hive_matches import ROUND_1, started
from tests.posted_messages import World, thread
from tests.running_dispatchers import Running

QUARTER = DAY * 1000 // 4


def reminders(discord: FakeDiscord) -> list[tuple[list[str], list[str]]]:
    """Return the users named and the users pinged by each reminder."""
    found: list[tuple[list[str], list[str]]] = []
    for message in discord.messages(thread(discord)):
        text = " ".join(str(part.get("content", "")) for part in parts(message))
        if "a reminder: it's your turn" in text:
            found.append((re.findall(r"<@(\d+)>", text), list(map(str, mentioned(message)))))
    return found


async def test_whoever_is_asked_is_reminded_once_when_a_quarter_of_the_time_is_left(world: World) -> None:
    await start_table(world.service, clock=DAY)
    person, _ = await mover(world.service)
    remind, deadline = await due(world.store, REMINDER), await due(world.store, DEADLINE)
    assert remind is not None
    assert deadline is not None
    assert deadline - remind == QUARTER

    world.clock.now = remind - 1
    await world.service.remind(TABLE, turn=(await world.service.load(TABLE)).row.turn)
    await world.settle()
    assert reminders(world.discord) == []
    world.clock.now = remind
    for _ in range(2):
        await world.service.remind(TABLE, turn=(await world.service.load(TABLE)).row.turn)
        await world.settle()

    assert reminders(world.discord) == [([str(person.id)], [str(person.id)])]
    assert await due(world.store, REMINDER) is None


@pytest.mark.parametrize(("seconds", "left_ms"), [(MINUTES_5, None), (10 * 60, 300_000), (HOUR // 1000, 900_000)])
async def test_nobody_is_reminded_of_a_short_time_and_all_others_have_five_minutes_left(
    service: TableService, store: Store, seconds: int, left_ms: int | None
) -> None:
    await start_table(service, clock=seconds)

    remind, deadline = await due(store, REMINDER), await due(store, DEADLINE)
    assert deadline is not None
    assert (None if remind is None else deadline - remind) == left_ms


async def test_in_a_round_exactly_those_are_named_who_are_not_ready(world: World) -> None:
    await started(world.service, clock=DAY)
    await world.service.act(TABLE, BEN.id, f"{ROUND_1} ready")
    world.clock.now = await due(world.store, REMINDER) or 0

    await world.service.remind(TABLE, turn=1)
    await world.settle()

    late = [str(ANN.id), str(CAM.id)]
    assert reminders(world.discord) == [(late, late)]


@pytest.mark.parametrize("way", ["moved", "stood in for"])
async def test_nobody_is_reminded_who_has_acted_before_it_is_posted(world: World, way: str) -> None:
    await world.start(clock=DAY)
    await world.kill()
    person, seen = await mover(world.service)
    world.clock.now = await due(world.store, REMINDER) or 0
    await world.service.remind(TABLE, turn=seen.row.turn)
    if way == "moved":
        await world.service.act(TABLE, person.id, seen.legal[0])
    else:
        await world.service.change(TABLE, stand_ins.begin(person.id, world.service.hooks("monster_hex")))

    await world.settle()

    assert reminders(world.discord) == []
    async with world.store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, CALL) == ()


async def test_timers_remind_and_a_new_turn_has_a_reminder_of_its_own(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, clock=HOUR // 1000)
    await timers.settle(45 * 60_000)
    async with store.read() as reader:
        assert len(await reader.outbox.pending_of_table(TABLE, CALL)) == 1
    person, seen = await mover(service)

    await service.act(TABLE, person.id, seen.legal[0])

    assert await due(store, REMINDER) == timers.clock.now + 45 * 60_000


async def test_in_a_round_each_is_told_the_time_of_their_own_clock(world: World) -> None:
    """The round stays open until the slowest clock ends, but each player has an own deadline."""
    await started(world.service, clock=DAY, bank=3 * DAY)
    for person, hours in ((ANN, 0), (BEN, 0), (CAM, 60)):
        world.clock.now += hours * HOUR
        await world.service.act(TABLE, person.id, f"{ROUND_1} ready")
    await world.settle()
    begun, (ann, ben, cam) = world.clock.now // 1000, (f"<@{person.id}>" for person in (ANN, BEN, CAM))
    world.clock.now = await due(world.store, REMINDER) or 0

    await world.service.remind(TABLE, turn=2)
    await world.settle()

    *_, card, reminder = (" ".join(str(part.get("content", "")) for part in parts(message)) for message in world.posted)
    soon = f"<t:{begun + 60 * 3600}:R>"
    assert all(person in card for person in (ann, ben, cam))
    assert "then each their own reserve" in card
    assert cam in reminder
    assert f"Due {soon}" in reminder
    assert (
        f"The round is due {soon}"
        in interface("hive_mind").composing.page(await world.service.view(TABLE, CAM.id), "move", ()).text
    )
