"""*You are next*: who is told, once between two turns, and when nobody is."""

import msgspec
import pytest

from data.store import Store
from tables.calling import nudges
from tables.calling.next_up import NextPayload
from tables.calling.recipients import NEXT_DIRECT, NEXT_LINE
from tables.open_table import Person
from tables.preferences import DIRECT_MESSAGE, LINE, change_preferences
from tables.seat_changes import stand_ins
from tables.service import TableService
from tests.cog_tables import GAME, HOUR, PEOPLE, TABLE, act, deliver, mover, start_table
from tests.hive_matches import started
from tests.running_dispatchers import Clock


async def told(store: Store) -> list[tuple[str, int]]:
    """Return the new messages to people who are next, as kind and user id, and mark all rows as delivered."""
    async with store.read() as reader:
        rows = [row for row in await reader.outbox.pending(2**62) if row.kind in (NEXT_LINE, NEXT_DIRECT)]
    await deliver(store)
    async with store.write() as writer:
        await writer.outbox.mark_done([row.id for row in await writer.outbox.pending(2**62)])
    return [(row.kind, msgspec.json.decode(row.payload, type=NextPayload).user) for row in rows]


async def wish(store: Store, way: str = LINE, **more: object) -> None:
    for person in PEOPLE:
        await change_preferences(store, person, next_up=way, **more)


async def order(service: TableService) -> list[Person]:
    """Return the people in the order of play."""
    table = await service.load(TABLE)
    assert table.game is not None
    people = {person.id: person for person in PEOPLE}
    return [people[user] for seat in table.game.view(-1).order if (user := table.seats[seat].user_id) is not None]


async def test_by_default_nobody_is_told(service: TableService, store: Store) -> None:
    await start_table(service, 3)
    await act(service)

    assert await told(store) == []


@pytest.mark.parametrize(("way", "kind"), [(LINE, NEXT_LINE), (DIRECT_MESSAGE, NEXT_DIRECT)])
async def test_who_follows_the_one_to_move_is_told_in_the_way_they_chose(
    service: TableService, store: Store, clock: Clock, way: str, kind: str
) -> None:
    await wish(store, way)
    await start_table(service, 3)
    first, second, third = await order(service)

    found = [await told(store)]
    for _ in range(3):
        clock.now += HOUR
        await act(service)
        found.append(await told(store))

    assert found == [[(kind, second.id)], [(kind, third.id)], [(kind, first.id)], [(kind, second.id)]]


@pytest.mark.parametrize("game", ["monster_hex", "connect_four", "hex_battle_wars"])
async def test_of_two_people_nobody_is_told(service: TableService, store: Store, game: str) -> None:
    await wish(store)
    await start_table(service, 2, 0 if game == "connect_four" else 1, game=game)

    assert await told(store) == []


async def test_where_all_act_at_once_nobody_is_told(service: TableService, store: Store) -> None:
    await wish(store)
    await started(service)

    assert await told(store) == []


async def test_nobody_is_told_while_a_computer_is_to_move_and_computers_between_are_skipped(
    service: TableService, store: Store, clock: Clock
) -> None:
    await wish(store)
    await start_table(service, 4)
    _, second, third, fourth = await order(service)
    assert await told(store) == [("next_line", second.id)]
    await service.change(TABLE, stand_ins.begin(third.id, service.hooks(GAME)))
    await told(store)

    clock.now += HOUR
    await act(service)
    assert await told(store) == [("next_line", fourth.id)], "the stand-in between moves at once"
    await service.change(TABLE, stand_ins.come_back(third.id))
    await service.change(TABLE, stand_ins.begin(second.id, service.hooks(GAME)))
    assert await told(store) == [], "a computer is to move"


async def test_after_a_take_back_nobody_is_told_again(service: TableService, store: Store, clock: Clock) -> None:
    await wish(store)
    await start_table(service, 3)
    first, second, third = await order(service)
    await told(store)
    clock.now += HOUR
    await act(service)
    assert await told(store) == [("next_line", third.id)]

    clock.now += HOUR
    assert (await service.take_back(TABLE, first.id, 1)).result == "asked"
    table = await service.load(TABLE)
    for person in (second, third):
        await service.answer_take_back(TABLE, person.id, table.require_seat(first.id).seat, table.row.step, allow=True)
    assert (await mover(service))[0] == first
    after_take_back = await told(store)
    clock.now += HOUR
    await act(service)

    assert (after_take_back, await told(store)) == ([], [])


async def test_quiet_hours_vacations_and_mutes_hold(service: TableService, store: Store, clock: Clock) -> None:
    await wish(store)
    await start_table(service, 3)
    first, second, third = await order(service)
    await told(store)
    clock.now += HOUR
    minutes = clock.now // 60_000 % (24 * 60)
    quiet = {"quiet_from": (minutes - 60) % 1440, "quiet_until": (minutes + 60) % 1440}

    await change_preferences(store, third, time_zone="UTC", **quiet)
    await act(service)
    assert await told(store) == []
    async with store.write() as writer:
        await writer.people.add_vacation(first.id, clock.now - 1, clock.now + HOUR)
    await act(service)
    assert await told(store) == []
    await nudges.mute(service, TABLE, second.id, muted=True)
    await act(service)
    assert await told(store) == []


async def test_in_a_turn_one_is_told_once_though_it_is_announced_again(
    service: TableService, store: Store, clock: Clock
) -> None:
    await wish(store)
    await start_table(service, 3)
    assert len(await told(store)) == 1
    person, _ = await mover(service)

    clock.now += HOUR
    await service.change(TABLE, stand_ins.begin(person.id, service.hooks(GAME)))
    await service.change(TABLE, stand_ins.come_back(person.id))

    assert await told(store) == []
