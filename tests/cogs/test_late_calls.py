"""Calls that could not be posted for some time: each person is called once, by their current wishes."""

import pytest

from cogs.outbox.calls import Calls
from cogs.outbox.delivery import NONCE_MS
from cogs.outbox.outbox import RETRY_MS
from data.store import OutboxRow, Store
from tables import lobby
from tables.calling import nudges
from tables.calling.nudges import FIRST_MS
from tables.calling.pings import LAST_AFTER_MS
from tables.calling.recipients import NUDGE, REMINDER, CallPayload, call
from tables.moderating.gone_places import schedule_permission_retry
from tables.preferences import change_preferences
from tables.seat_changes import seating
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.cog_tables import ANN, BEN, CAM, CHANNEL, GUILD, HOUR, TABLE, act, mover, start_table
from tests.fake_discord import FakeDiscord, mentioned, refusal
from tests.hive_matches import ROUND_1, started
from tests.posted_messages import MESSAGES, World
from tests.running_dispatchers import Clock, Running

MINUTE = 60_000
IN_THREAD = rf"(?!/channels/{CHANNEL}/){MESSAGES}"
MANY = 1_000


def pinged(discord: FakeDiscord) -> list[int]:
    """Return the called users in the order of messages: mentions as first posted, and direct messages."""
    private = {discord.private_channel(person.id): person.id for person in (ANN, BEN)}
    return [
        int(user)
        for channel, body in discord.made
        for user in ([private[channel]] if channel in private else mentioned(body))
    ]


async def before_the_night(store: Store, clock: Clock, wish: str) -> None:
    """Set the clock to 20:50, with Ann's quiet hours from 21:00."""
    clock.now += 20 * HOUR + 50 * MINUTE - clock.now % (24 * HOUR)
    await change_preferences(store, ANN, pings=wish, time_zone="UTC", quiet_from=21 * 60, quiet_until=7 * 60)


async def assert_called_after_the_night(world: World, before: int = 0) -> None:
    """Check that Ann is called when her quiet hours end, after an outage of 40 minutes with retries."""
    for _ in range(8):
        await world.settle(5 * MINUTE)
    world.discord.clear_failures()
    for _ in range(2):
        await world.settle(HOUR)
    assert world.discord.made, "the board is there"
    assert len(pinged(world.discord)) == before

    await world.settle(8 * HOUR)

    assert pinged(world.discord)[before:] == [ANN.id]


async def test_a_turn_that_was_never_posted_calls_nobody_in_the_next_one(world: World, timers: Running) -> None:
    """Ann has moved by a typed command and must act again immediately."""
    world.discord.fail_next("POST", IN_THREAD, refusal(500))
    await world.start(1, 1)
    await act(world.service)
    await timers.settle()
    assert (await mover(world.service))[0] == ANN

    await world.settle(RETRY_MS[0])

    assert pinged(world.discord) == []


@pytest.mark.parametrize("wish", ["mention", "direct"])
@pytest.mark.parametrize("error", [refusal(503), refusal(403, 50001)], ids=str)
async def test_a_turn_that_is_posted_in_quiet_hours_calls_when_they_end(
    world: World, wish: str, error: Exception
) -> None:
    await before_the_night(world.store, world.clock, wish)
    world.discord.fail_next("POST", rf"{MESSAGES}|/users/@me/channels", error, times=MANY)
    await start_table(world.service, 1, 1)

    await assert_called_after_the_night(world)


@pytest.mark.parametrize("wish", ["mention", "direct"])
async def test_a_nudge_that_is_posted_in_quiet_hours_calls_when_they_end(world: World, wish: str) -> None:
    await before_the_night(world.store, world.clock, wish)
    world.clock.now -= FIRST_MS
    await start_table(world.service)
    if (await mover(world.service))[0] != ANN:
        await act(world.service)
    await world.settle(FIRST_MS)
    before = len(pinged(world.discord))
    world.discord.fail_next("POST", rf"{MESSAGES}|/users/@me/channels", refusal(503), times=MANY)
    await nudges.nudge(world.service, TABLE, BEN.id)

    await assert_called_after_the_night(world, before)


@pytest.mark.parametrize("way", ["invited", "seat", "full"])
async def test_a_question_that_is_posted_in_quiet_hours_pings_when_they_end(world: World, way: str) -> None:
    await before_the_night(world.store, world.clock, "mention")
    settings = TableSettings(seats=2 if way == "full" else 3)
    await world.open(settings, host=ANN.id if way == "full" else BEN.id)
    world.discord.fail_next("POST", MESSAGES, refusal(503), times=MANY)
    asking = {
        "invited": seating.invite(BEN.id, [ANN.id]),
        "seat": seating.offer(BEN.id, ANN.id),
        "full": lobby.join(CAM, "salt"),
    }
    await world.service.change(TABLE, asking[way])

    await assert_called_after_the_night(world)


@pytest.mark.parametrize("wish", ["mention", "direct"])
async def test_a_turn_whose_message_was_made_before_quiet_hours_calls_nobody_again(world: World, wish: str) -> None:
    """Only the answer to the request was lost, and then Discord was down."""
    await before_the_night(world.store, world.clock, wish)
    place = CHANNEL if wish == "mention" else world.discord.private_channel(ANN.id)
    world.discord.lose_response(
        "POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}" if wish == "mention" else rf"/channels/{place}/messages"
    )
    await world.start(1, 1)
    await world.kill()
    world.discord.forget_nonces()

    await world.settle(10 * MINUTE + NONCE_MS)
    await world.settle(10 * HOUR)

    assert pinged(world.discord) == [ANN.id]


async def test_whoever_mutes_a_table_whose_card_waits_for_discord_is_not_called(world: World) -> None:
    world.discord.fail_next("POST", IN_THREAD, refusal(403, 50001), times=MANY)
    await world.start(1, 1)
    await nudges.mute(world.service, TABLE, ANN.id, muted=True)
    world.discord.clear_failures()

    await world.settle(HOUR)

    assert pinged(world.discord) == []


async def test_whoever_wishes_direct_messages_by_now_gets_one_while_the_card_is_refused(world: World) -> None:
    await world.start()
    before = len(pinged(world.discord))
    private = "|".join(str(world.discord.private_channel(person.id)) for person in (ANN, BEN))
    world.discord.fail_next("POST", rf"(?!/channels/({private})/){MESSAGES}", refusal(403, 50013), times=MANY)
    await act(world.service)
    await world.settle()
    person, _ = await mover(world.service)
    await change_preferences(world.store, person, pings="direct")

    for passed in (10 * MINUTE, HOUR, HOUR, HOUR):
        await world.settle(passed)

    assert pinged(world.discord)[before:] == [person.id]


async def test_a_turn_that_waited_for_the_program_until_quiet_hours_calls_once_though_it_is_tried_again(
    world: World,
) -> None:
    await before_the_night(world.store, world.clock, "mention")
    world.discord.fail_next("POST", IN_THREAD, refusal(500))
    await start_table(world.service, 1, 1)
    await world.settle(15 * MINUTE)
    await world.settle(RETRY_MS[0])
    assert pinged(world.discord) == []

    await world.settle(10 * HOUR)

    assert pinged(world.discord) == [ANN.id]


async def test_of_two_calls_that_discord_refused_the_newest_is_posted(world: World) -> None:
    await world.start(1, 1)
    before = len(pinged(world.discord))
    world.discord.fail_next("POST", MESSAGES, refusal(403, 50013), times=MANY)
    for reason in (REMINDER, NUDGE):
        async with world.store.write(TABLE) as writer:
            row = await writer.tables.get(TABLE)
            assert row is not None
            await call(writer, row, [ANN.id], reason, by="Ben")
        await world.settle(5 * MINUTE)
    world.discord.clear_failures()
    await schedule_permission_retry(world.service, GUILD, world.outbox.clock.now)

    await world.settle()

    assert pinged(world.discord)[before:] == [ANN.id]
    assert "is looking forward to your move" in str(world.discord.made[-1][1])


async def test_the_last_one_is_told_though_somebody_is_ready_again_while_the_message_is_prepared(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(world.service)
    await world.settle()
    for person in (BEN, CAM):
        await world.service.act(TABLE, person.id, f"{ROUND_1} ready")
    await world.service.act(TABLE, CAM.id, "reopen")
    read = Calls._read

    async def ready_meanwhile(self: Calls, row: OutboxRow) -> tuple[TableView, CallPayload]:
        found = await read(self, row)
        if len(found[0].actors) > 1:
            await world.service.act(TABLE, CAM.id, "ready")
        return found

    monkeypatch.setattr(Calls, "_read", ready_meanwhile)
    before = len(pinged(world.discord))

    await world.settle(LAST_AFTER_MS)

    assert pinged(world.discord)[before:] == [ANN.id]
