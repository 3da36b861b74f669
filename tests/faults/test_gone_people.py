"""People who leave the server, block direct messages or delete their account: the game can continue."""

from collections.abc import AsyncIterator

import discord
import pytest

from cogs.outbox.outbox import ABANDON_MS
from data.store import ALIVE
from tables.calling import nudges
from tables.dispatching.timers import Timers
from tables.preferences import change_preferences, preferences
from tests.cog_tables import ANN, BEN, DAN, DAY, HOUR, TABLE, count_closed_turns, mover, start_table
from tests.fake_discord import refusal
from tests.faults.program_play import playing, step_on
from tests.in_process_program import InProcessProgram
from tests.posted_messages import cards, pending, step_of, thread
from tests.running_dispatchers import Running


@pytest.fixture
async def timers(program: InProcessProgram) -> AsyncIterator[Running]:
    async with Running(
        lambda: [Timers(program.service, program.bot._computers)], program.service, program.outbox.clock
    ) as running:
        yield running


unreachable = pytest.mark.parametrize(
    "error",
    [refusal(403, 50007), refusal(400, 50007), refusal(403, 50278), refusal(404, 10013), refusal(400, 50033)],
    ids=str,
)
"""Discord's errors for a person who blocks the bot, shares no server with it, or has deleted their account."""


@unreachable
async def test_whoever_cannot_be_reached_directly_is_mentioned_once_and_the_game_goes_on(
    program: InProcessProgram, error: discord.HTTPException
) -> None:
    for person in (ANN, BEN):
        await change_preferences(program.store, person, pings="direct")
    program.discord.fail_next("POST", "/users/@me/channels", error, times=1000)
    await start_table(program.service)
    first, _ = await mover(program.service)
    await program.outbox.settle()
    await program.outbox.settle(HOUR)

    place = thread(program.discord)
    called = [body["allowed_mentions"].get("users", []) for channel, body in program.discord.made if channel == place]
    assert [users for users in called if users] == [[first.id]]
    assert (await preferences(program.store, first.id)).direct_refused
    assert await pending(program.store, program.outbox.clock) == []
    await step_on(program)


@unreachable
async def test_a_follower_who_cannot_be_reached_ends_no_table(
    program: InProcessProgram, error: discord.HTTPException
) -> None:
    await playing(program)
    await nudges.follow(program.service, TABLE, DAN.id, each_turn=True)
    private = program.discord.private_channel(DAN.id)
    program.discord.fail_next("POST", rf"/channels/{private}/messages", error, times=1000)
    for pause in (0, HOUR, ABANDON_MS, HOUR):
        await program.outbox.settle(pause)

    assert (await program.service.load(TABLE)).row.phase == "playing"
    assert await pending(program.store, program.outbox.clock) == []
    async with program.store.read() as reader:
        assert await reader.people.follows(TABLE) == ()


async def test_a_user_who_leaves_the_server_keeps_nobody_waiting_longer_than_the_clock(
    program: InProcessProgram, timers: Running
) -> None:
    """The seat stays theirs until the clock, the host or a moderator decides; the others play on."""
    await start_table(program.service, clock=DAY)
    await program.outbox.settle()
    gone, _ = await mover(program.service)
    program.discord.fail_next("GET", rf"/guilds/\d+/members/{gone.id}", refusal(404, 10007), times=100)
    timers.clock.now += DAY * 1000
    async with program.store.write() as writer:
        await writer.facts.set(ALIVE, str(timers.clock.now))
    await timers.settle()
    await program.outbox.settle()

    other, seen = await mover(program.service)
    assert (await count_closed_turns(program.service), other.id != gone.id) == (1, True)
    await program.service.act(TABLE, other.id, seen.legal[0])
    await program.outbox.settle()
    place = thread(program.discord)
    posted = [step_of(body) for channel, body in program.discord.made if channel == place and step_of(body)]
    assert posted == sorted(set(posted)), "no turn is announced twice"
    assert len(cards(program.discord, place)) == 1
