"""*You are next* in Discord: the line and the direct message, their words, the choice on *Pings*, and deliveries."""

import discord
import pytest

from cogs.at_table.pings_page import DIRECT_REFUSED, NEXT_TITLE
from cogs.outbox.delivery import NONCE_MS
from tables.open_table import Person
from tables.preferences import preferences
from tests.cog_tables import HOUR, PEOPLE, TABLE, act, mover, start_table
from tests.fake_discord import mentioned, refusal, words
from tests.in_process_program import InProcessProgram
from tests.posted_messages import World
from tests.tables.test_next_up import order, wish

SILENT = discord.MessageFlags(suppress_notifications=True).value


async def test_the_silent_line_names_who_is_next_and_is_no_call(world: World) -> None:
    await wish(world.store)
    await world.start(3)
    first, second, _ = await order(world.service)

    card, line = world.posted

    assert mentioned(line) == [second.id]
    assert line["flags"] & SILENT
    assert f"<@{second.id}>, it's not your turn yet: {first.name} moves first, and you're next." in words(line)
    assert mentioned(card) == [first.id]
    assert not card.get("flags", 0) & SILENT


async def test_the_direct_message_says_the_same(world: World) -> None:
    await wish(world.store, "direct")
    await world.start(3)
    first, second, _ = await order(world.service)

    (message,) = world.discord.direct_messages(second.id)

    assert f"It's not your turn yet: {first.name} moves first, and you're next. I call you then." in words(message)
    assert len(world.posted) == 1


async def test_a_message_is_not_sent_if_the_turn_is_over_before(world: World) -> None:
    await wish(world.store)
    await start_table(world.service, 3)
    _, _, third = await order(world.service)
    await act(world.service)

    await world.settle()

    assert [mentioned(message) for message in world.posted if "you're next" in words(message)] == [[third.id]]


@pytest.mark.parametrize("way", ["line", "direct"])
async def test_a_message_whose_answer_was_lost_is_sent_once_though_the_program_was_killed(
    world: World, way: str
) -> None:
    await wish(world.store, way)
    await world.start(3)
    _, _, third = await order(world.service)
    place = world.thread if way == "line" else world.discord.private_channel(third.id)
    world.clock.now += HOUR
    await act(world.service)
    for _ in range(2 if way == "line" else 1):
        # in the thread, the card comes first
        world.discord.lose_response("POST", rf"/channels/{place}/messages")
    await world.settle()
    assert world.discord.failures_left == 0
    await world.kill()
    world.discord.forget_nonces()
    await world.settle(NONCE_MS + 1)

    messages = world.posted if way == "line" else world.discord.direct_messages(third.id)
    told = [message for message in messages if "you're next" in words(message)]
    assert len(told) == (2 if way == "line" else 1), "in the thread there is also the line before"


async def test_somebody_whose_direct_messages_are_refused_gets_the_line_and_is_told(
    program: InProcessProgram,
) -> None:
    await wish(program.store, "direct")
    for person in PEOPLE:
        program.discord.blocked.add(program.discord.private_channel(person.id))
    await program.start(3)
    _, second, _ = await order(program.service)

    lines = [body for body in program.public("you're next") if f"<@{second.id}>" in body]
    assert len(lines) == 1
    assert (await preferences(program.store, second.id)).next_up == "line"
    assert DIRECT_REFUSED in (await program.press(second, f"{TABLE}::more")).text


async def choices(program: InProcessProgram, person: Person) -> str:
    return (await program.press(person, f"{TABLE}::pings", private=True)).text


async def test_the_choice_is_on_the_page_pings_and_works_at_once(program: InProcessProgram) -> None:
    await start_table(program.service, 3)
    person, _ = await mover(program.service)
    assert NEXT_TITLE in await choices(program, person)

    page = await program.press(person, f"{TABLE}::next_up", ["direct"], private=True)
    await program.press(person, f"{TABLE}::next_up", ["by pigeon"], private=True)

    assert page.page
    assert (await preferences(program.store, person.id)).next_up == "direct"


async def test_the_choice_is_only_where_somebody_can_be_next(program: InProcessProgram) -> None:
    await start_table(program.service, 2)
    assert NEXT_TITLE not in await choices(program, PEOPLE[0])
    await start_table(program.service, 3, id="three22222")
    watching = await program.press(PEOPLE[4], "three22222::pings", private=True)
    assert NEXT_TITLE not in watching.text
    await start_table(program.service, 3, id="hive222222", game="hive_mind")
    assert NEXT_TITLE not in (await program.press(PEOPLE[0], "hive222222::pings", private=True)).text


async def test_a_message_that_failed_is_not_sent_once_its_turn_is_over(world: World) -> None:
    await wish(world.store, "direct")
    await world.start(3)
    _, _, third = await order(world.service)
    world.discord.fail_next("POST", rf"/channels/{world.discord.private_channel(third.id)}/messages", refusal(500))
    world.clock.now += HOUR
    await act(world.service)
    await world.settle()
    assert world.discord.failures_left == 0
    await act(world.service)
    world.clock.now += NONCE_MS + 1

    await world.settle(HOUR)

    assert world.discord.direct_messages(third.id) == []
