"""The page *Pings*, and the choice of pings in `/settings`."""

from cogs.at_table.pings_page import (
    BUTTON_FOLLOW_END,
    BUTTON_FOLLOW_TURNS,
    BUTTON_NUDGE,
    BUTTON_UNMUTE,
    DIRECT_REFUSED,
    FOLLOW_ENDED,
    MUTED,
    NUDGED,
)
from cogs.personal.preferences_page import PINGS_TITLE
from cogs.ui.messages.call_messages import BUTTON_STOP
from tables.calling import nudges
from tables.calling.nudges import FIRST_MS
from tables.preferences import change_preferences, preferences
from tests.cog_tables import ANN, BEN, DAN, TABLE, mover, start_table
from tests.in_process_program import InProcessProgram


async def test_more_opens_the_page_where_a_player_mutes_the_table_and_back(program: InProcessProgram) -> None:
    await start_table(program.service)
    assert f"{TABLE}::pings" in (await program.press(ANN, f"{TABLE}::this_table")).custom_ids

    page = await program.press(ANN, f"{TABLE}::pings")
    assert "I mention you when it's your turn." in page.text
    muted = await program.press(ANN, f"{TABLE}::mute", private=True)
    assert MUTED in muted.text
    assert muted.labels[0] == BUTTON_UNMUTE
    async with program.store.read() as reader:
        assert await reader.people.list_muting_users(TABLE) == {ANN.id}

    await program.press(ANN, f"{TABLE}::unmute", private=True)
    async with program.store.read() as reader:
        assert await reader.people.list_muting_users(TABLE) == frozenset()


async def test_a_player_nudges_those_the_table_waits_for_once_it_is_time(program: InProcessProgram) -> None:
    await start_table(program.service)
    person, _ = await mover(program.service)
    asking = BEN if person == ANN else ANN
    early = await program.press(asking, f"{TABLE}::nudge", private=True)
    assert "you can nudge them <t:" in early.text
    program.outbox.clock.now += FIRST_MS

    page = await program.press(asking, f"{TABLE}::pings")
    assert f"This table waits for {person.name}. You can nudge them once a day" in page.text
    assert NUDGED in (await program.press(asking, f"{TABLE}::nudge", private=True)).text
    assert BUTTON_NUDGE not in (await program.press(person, f"{TABLE}::pings")).labels


async def test_somebody_without_a_seat_follows_and_stops_also_from_the_direct_message(
    program: InProcessProgram,
) -> None:
    await start_table(program.service)
    page = await program.press(DAN, f"{TABLE}::pings")
    assert page.labels == [BUTTON_FOLLOW_TURNS, BUTTON_FOLLOW_END, "Back"]

    followed = await program.press(DAN, f"{TABLE}::follow:turns", private=True)
    assert followed.labels == [BUTTON_FOLLOW_END, BUTTON_STOP, "Back"]
    await program.outbox.settle()
    assert len(program.discord.direct_messages(DAN.id)) == 1
    stopped = await program.press(DAN, f"{TABLE}::follow:stop")
    assert FOLLOW_ENDED in stopped.text
    async with program.store.read() as reader:
        assert await reader.people.follows(TABLE) == ()


async def test_nobody_follows_whose_seat_is_at_the_table(program: InProcessProgram) -> None:
    await start_table(program.service)

    assert "You have a seat here" in (await program.press(BEN, f"{TABLE}::follow:turns", private=True)).text


async def test_the_settings_say_how_somebody_is_pinged(program: InProcessProgram) -> None:
    page = await program.command(ANN, "settings")
    assert PINGS_TITLE in page.text

    await program.press(ANN, "me::pinged", ["direct"], private=True)
    await program.press(ANN, "me::pinged", ["by pigeon"], private=True)

    assert (await preferences(program.store, ANN.id)).pings == "direct"


async def test_whoever_was_refused_a_direct_message_is_told_once_at_their_next_press(
    program: InProcessProgram,
) -> None:
    await change_preferences(program.store, ANN, pings="direct")
    await start_table(program.service, 1, 1)
    program.discord.blocked.add(program.discord.private_channel(ANN.id))
    await program.outbox.settle()

    told = [(await program.press(ANN, f"{TABLE}::more")).text for _ in range(2)]

    assert [DIRECT_REFUSED in text for text in told] == [True, False]


async def test_a_follower_who_blocks_direct_messages_follows_no_longer_and_is_told(program: InProcessProgram) -> None:
    await change_preferences(program.store, DAN, pings="none")
    await start_table(program.service)
    program.discord.blocked.add(program.discord.private_channel(DAN.id))
    await nudges.follow(program.service, TABLE, DAN.id, each_turn=True)
    await program.outbox.settle()

    async with program.store.read() as reader:
        assert await reader.people.follows(TABLE) == ()
    assert DIRECT_REFUSED in (await program.press(DAN, f"{TABLE}::more")).text
    assert (await preferences(program.store, DAN.id)).pings == "none"


async def test_the_settings_show_quiet_hours_where_they_are_set(program: InProcessProgram) -> None:
    assert "Europe/Berlin" not in (await program.command(ANN, "settings")).text
    await change_preferences(program.store, ANN, time_zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=7 * 60)

    page = await program.command(ANN, "settings")

    assert "22:00" in page.text
    assert "me::quiet" in page.custom_ids
