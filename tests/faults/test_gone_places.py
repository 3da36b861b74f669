"""Deleted channels, and servers that remove the program: their tables end, with or without an event from Discord."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.card_keeper import SWEEP_EVERY_MS
from cogs.gateway_events import RETRY_EVERY_MS, SETTLED_MS
from cogs.outbox.outbox import RETRY_MS
from cogs.ui.messages.lobby_message import IN_THREAD
from tables.moderating.gone_places import GRACE_MS
from tables.moderating.server_settings import change_server, server_settings
from tables.timing.clocks import DEADLINE
from tests.cog_tables import CHANNEL, DAY, GUILD, HOUR, TABLE, due, open_lobby, start_table
from tests.fake_discord import refusal
from tests.faults.program_play import playing, step_on
from tests.in_process_program import InProcessProgram, to_json
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, cards, pending, thread
from tests.running_dispatchers import Running

NOWHERE = rf"(?!/channels/{CHANNEL}/)"
ELSEWHERE = "another123"


@pytest.fixture
def told(program: InProcessProgram) -> Any:
    """Return the cog with the listeners for the gateway's events."""
    return program.bot.get_cog("GatewayEvents")


async def phase(program: InProcessProgram, table: str = TABLE) -> str:
    return (await program.service.load(table)).row.phase


def delete_channel(program: InProcessProgram, channel: int = CHANNEL) -> None:
    """Delete a channel with its threads; requests to them then fail as at Discord."""
    program.discord.deleted |= {channel, *program.discord.threads}


# Channels


@pytest.mark.parametrize("begun", [False, True], ids=["in the lobby", "in the game"])
async def test_a_table_of_a_deleted_channel_ends_when_discord_tells(
    program: InProcessProgram, told: Any, begun: bool
) -> None:
    await (playing(program) if begun else open_lobby(program.service))
    await open_lobby(program.service, id=ELSEWHERE, channel_id=CHANNEL + 1)
    await program.outbox.settle()
    delete_channel(program)

    gone = SimpleNamespace(id=CHANNEL, guild=SimpleNamespace(id=GUILD))
    await told.on_guild_channel_delete(gone)
    await told.on_guild_channel_delete(gone)

    assert await phase(program) == "cancelled"
    assert await phase(program, ELSEWHERE) == "lobby"
    assert await pending(program.store, program.outbox.clock) == [], "nothing is posted where nobody reads it"
    assert await due(program.store, DEADLINE) is None


@pytest.mark.parametrize("begun", [False, True], ids=["in the lobby", "in the game"])
async def test_it_ends_too_where_the_program_was_away_when_it_happened(
    program: InProcessProgram, sweep: Running, begun: bool
) -> None:
    await (playing(program) if begun else open_lobby(program.service))
    await program.outbox.settle()
    delete_channel(program)

    await sweep.settle(SWEEP_EVERY_MS)
    for _ in range(3):
        await program.outbox.settle(HOUR)

    assert await phase(program) == "cancelled"
    assert await pending(program.store, program.outbox.clock) == []


async def test_a_table_in_a_thread_of_a_deleted_channel_ends_at_once(program: InProcessProgram, told: Any) -> None:
    """Discord sends an event only for the channel."""
    await open_lobby(program.service, channel_id=CHANNEL + 5)
    await program.outbox.settle()
    delete_channel(program, CHANNEL + 5)

    await told.on_guild_channel_delete(SimpleNamespace(id=CHANNEL, guild=SimpleNamespace(id=GUILD)))

    assert await phase(program) == "cancelled"


async def test_a_deleted_channel_is_named_no_longer_as_one_where_games_start(
    program: InProcessProgram, told: Any
) -> None:
    """The last allowed channel stays set; otherwise games could start everywhere, which nobody has chosen."""
    await change_server(program.store, GUILD, channels=(CHANNEL, CHANNEL + 1))

    for channel in (CHANNEL, CHANNEL + 1, CHANNEL + 2):
        await told.on_guild_channel_delete(SimpleNamespace(id=channel, guild=SimpleNamespace(id=GUILD)))

    assert (await server_settings(program.store, GUILD)).channels == (CHANNEL + 1,)


async def test_a_deleted_lobby_comes_again_when_anything_happens_on_its_server(
    program: InProcessProgram, told: Any
) -> None:
    """Even if nobody presses or types anything."""
    await open_lobby(program.service)
    await program.outbox.settle()
    (posted,) = program.discord.messages(CHANNEL)
    program.discord.delete(CHANNEL, int(posted["id"]))
    here = SimpleNamespace(guild=SimpleNamespace(id=GUILD))

    await told.on_guild_role_update(here, here)
    await program.outbox.settle()

    assert len(program.discord.messages(CHANNEL)) == 1


async def test_a_table_that_was_opened_in_a_thread_ends_with_the_thread(program: InProcessProgram, told: Any) -> None:
    await open_lobby(program.service, channel_id=CHANNEL + 5)
    await program.outbox.settle()

    await told.on_raw_thread_delete(SimpleNamespace(thread_id=CHANNEL + 5))

    assert await phase(program) == "cancelled"


async def test_a_game_whose_thread_is_deleted_goes_on_in_another_at_once(program: InProcessProgram, told: Any) -> None:
    await playing(program)
    gone = thread(program.discord)
    program.discord.delete_thread(gone)

    await told.on_raw_thread_delete(SimpleNamespace(thread_id=gone))
    await program.outbox.settle()
    await program.outbox.settle(RETRY_MS[0])

    assert await phase(program) == "playing"
    assert len(cards(program.discord, thread(program.discord))) == 1


# Servers


async def test_a_server_that_has_removed_the_program_finds_its_tables_and_their_time_as_they_were(
    program: InProcessProgram, told: Any, sweep: Running
) -> None:
    await start_table(program.service, clock=DAY)
    await program.outbox.settle()
    before = await due(program.store, DEADLINE)
    assert before is not None

    await told.on_guild_remove(SimpleNamespace(id=GUILD))
    await told.on_guild_remove(SimpleNamespace(id=GUILD))
    program.outbox.clock.now += 3 * DAY * 1000
    assert (await due(program.store, DEADLINE) or 0) > program.outbox.clock.now, "nobody is late meanwhile"
    await told.on_guild_join(SimpleNamespace(id=GUILD))
    await told.on_guild_join(SimpleNamespace(id=GUILD))

    assert await due(program.store, DEADLINE) == before + 3 * DAY * 1000
    await sweep.settle(SWEEP_EVERY_MS)
    assert await phase(program) == "playing"


async def test_a_turn_that_begins_while_the_program_is_removed_has_its_time_afterwards(
    program: InProcessProgram, told: Any
) -> None:
    """Here the move stands for that of a computer player."""
    await start_table(program.service, clock=DAY)
    await program.outbox.settle()
    await told.on_guild_remove(SimpleNamespace(id=GUILD))
    program.outbox.clock.now += HOUR
    await step_on(program)
    program.outbox.clock.now += HOUR

    await told.on_guild_join(SimpleNamespace(id=GUILD))
    await program.outbox.settle()

    table = await program.service.load(TABLE)
    (asked,) = table.awaited_seats()
    assert asked.due == program.outbox.clock.now + DAY * 1000
    assert (table.row.turn, asked.missed) == (2, 0)


async def test_its_tables_end_when_it_stays_away(program: InProcessProgram, told: Any, sweep: Running) -> None:
    await open_lobby(program.service)
    await open_lobby(program.service, id=ELSEWHERE, guild_id=GUILD + 1)
    await program.outbox.settle()
    await told.on_guild_remove(SimpleNamespace(id=GUILD))
    program.discord.left.add(GUILD)
    program.discord.fail_next("GET", MESSAGE, refusal(403, 50001), times=100)

    await sweep.settle(GRACE_MS - 1)
    assert await phase(program) == "lobby"
    await sweep.settle(SWEEP_EVERY_MS)

    assert await phase(program) == "cancelled"
    assert await phase(program, ELSEWHERE) == "lobby"


async def test_being_removed_while_away_is_found_and_being_back_too(program: InProcessProgram, sweep: Running) -> None:
    await open_lobby(program.service)
    await program.outbox.settle()
    program.discord.left.add(GUILD)
    program.discord.fail_next("GET", MESSAGE, refusal(403, 50001), times=2)
    await sweep.settle(SWEEP_EVERY_MS)
    program.discord.left.clear()
    await sweep.settle(SWEEP_EVERY_MS)

    await sweep.settle(GRACE_MS)

    assert await phase(program) == "lobby"


async def test_a_channel_that_is_unknown_because_the_server_is_ends_nothing_yet(
    program: InProcessProgram, sweep: Running
) -> None:
    await open_lobby(program.service)
    await program.outbox.settle()
    program.discord.left.add(GUILD)
    delete_channel(program)

    await sweep.settle(SWEEP_EVERY_MS)

    assert await phase(program) == "lobby"


# Permissions that come back


async def refused_for_hours(program: InProcessProgram) -> None:
    """Start a game whose next card is refused everywhere, until it is tried again only once an hour."""
    await playing(program)
    program.discord.fail_next("POST", MESSAGES, refusal(403, 50013), times=1000)
    await step_on(program)
    for _ in range(6):
        await program.outbox.settle(HOUR)


@pytest.mark.parametrize("event", ["channel", "role", "join"])
async def test_what_was_refused_is_posted_once_a_permission_may_have_come_back(
    program: InProcessProgram, told: Any, event: str
) -> None:
    await refused_for_hours(program)
    ((_, wait),) = await pending(program.store, program.outbox.clock)
    assert wait == HOUR
    program.discord.clear_failures()

    here = SimpleNamespace(id=GUILD, guild=SimpleNamespace(id=GUILD))
    match event:
        case "channel":
            await told.on_guild_channel_update(here, here)
        case "role":
            await told.on_guild_role_update(here, here)
        case _:
            await told.on_guild_remove(here)
            await told.on_guild_join(here)
    await program.outbox.settle(SETTLED_MS)

    assert await pending(program.store, program.outbox.clock) == []
    places = [CHANNEL, *program.discord.threads]
    assert sum(len(cards(program.discord, place)) for place in places) == 1


@pytest.mark.parametrize("refused", [THREADS, NOWHERE + MESSAGES], ids=["making it", "writing in it"])
async def test_a_game_has_its_thread_again_once_it_may(program: InProcessProgram, told: Any, refused: str) -> None:
    program.discord.fail_next("POST", refused, refusal(403, 50013), times=1000)
    await start_table(program.service)
    await program.outbox.settle()
    await program.outbox.settle(RETRY_MS[0])
    assert len(cards(program.discord, CHANNEL)) == 1
    program.discord.clear_failures()

    here = SimpleNamespace(guild=SimpleNamespace(id=GUILD))
    await told.on_guild_role_update(here, here)
    await step_on(program)
    await program.outbox.settle()

    assert cards(program.discord, CHANNEL) == []
    assert len(cards(program.discord, thread(program.discord))) == 1
    assert IN_THREAD in to_json(program.discord.messages(CHANNEL)[0]["components"])


async def test_a_board_that_waited_long_comes_in_the_channel_soon_after_its_thread_is_refused(
    program: InProcessProgram, told: Any
) -> None:
    await refused_for_hours(program)
    program.discord.clear_failures()
    program.discord.fail_next("POST", f"/channels/{thread(program.discord)}/messages", refusal(403, 50013), times=1000)

    here = SimpleNamespace(id=GUILD, guild=SimpleNamespace(id=GUILD))
    await told.on_guild_channel_update(here, here)
    await program.outbox.settle(SETTLED_MS)
    await program.outbox.settle(RETRY_MS[0])

    assert await pending(program.store, program.outbox.clock) == []
    assert len(cards(program.discord, CHANNEL)) == 1


async def test_sorting_channels_retries_only_so_often(program: InProcessProgram, told: Any) -> None:
    """Close events cause one retry; later ones cause another, because the last may grant the permission."""
    await refused_for_hours(program)
    here, in_channel = SimpleNamespace(guild=SimpleNamespace(id=GUILD)), f"/channels/{CHANNEL}/messages"
    before = len(program.discord.sent("POST", in_channel))
    start, counts = program.outbox.clock.now, list[int]()
    # A retry tries the thread first, and the channel a second later.
    second = RETRY_MS[0]
    for at, events in (
        (0, 5),
        (SETTLED_MS, 0),
        (2 * SETTLED_MS, 5),
        (RETRY_EVERY_MS, 0),
        (SETTLED_MS + RETRY_EVERY_MS, 0),
        (3 * RETRY_EVERY_MS, 0),
    ):
        program.outbox.clock.now = start + at
        for _ in range(events):
            await told.on_guild_channel_update(here, here)
        await program.outbox.settle()
        await program.outbox.settle(second)
        counts.append(len(program.discord.sent("POST", in_channel)) - before)

    assert counts == [0, 1, 1, 1, 2, 2]
