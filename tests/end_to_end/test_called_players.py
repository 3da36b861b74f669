"""Pings by clicks over the playground: direct messages, muting a table, and following it, over a kill of the bot."""

import asyncio
from typing import Any

import pytest

from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import PUBLIC_EVENTS, TableDriver, buttons, choose, mentioned, named, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

DIRECT = 1


async def direct_messages(person: Person) -> list[Json]:
    """The bot's direct messages to a person, the oldest first."""
    channels = [channel for channel in await person.request("GET", "users/@me/channels") if channel["type"] == DIRECT]
    found = [await person.messages(channel["id"]) for channel in channels]
    return [message for messages in found for message in messages[::-1]]


async def direct_message(person: Person, number: int, text: str = "") -> Json:
    """The direct message with this number, as soon as it is there and shows a text."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            changed = person.event(lambda name, data: name in PUBLIC_EVENTS and "guild_id" not in data)
            found = await direct_messages(person)
            if len(found) > number and text in texts(found[number]):
                changed.cancel()
                return found[number]
            await changed


async def pings_page(table: TableDriver, card: Json, person: Person) -> Json:
    more = await person.answer(await person.click(card, label="More"))
    await person.click(more, label="Pings")
    return await table.page(person, more, "Pings")


async def move(table: TableDriver, card: Json) -> Json:
    async for _ in table.turn(card):
        pass
    return await table.next_card(card)


async def test_direct_messages_mute_and_follow(killable: ProgramProcesses) -> None:
    ann, ben, cleo = [await killable.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await table_of(killable, [ann, ben])
    page = await ben.answer(await ben.slash(await killable.channel(), "settings"))
    await choose(ben, page, "pinged", "Send me a direct message")
    card = await table.start()
    if table.who(card) is ben:
        # Sent after the card; a move that comes first would leave it open whether it is sent at all.
        await direct_message(ben, 0)
        card = await move(table, card)
    before = len(await direct_messages(ben))
    assert mentioned(card) == {ann.id} == named(card)

    following = await pings_page(table, card, cleo)
    await cleo.click(following, label="Follow each turn")
    await table.page(cleo, following, "one direct message to you up to date")
    followed = await direct_message(cleo, 0, "Monster Hex")

    # A turn of Ben's: a direct message, and no mention; over a kill it is the only one.
    card = await move(table, card)
    await killable.restart_bot()
    assert (named(card), mentioned(card)) == ({ben.id}, set())
    asked = await direct_message(ben, before, "It's your turn to place a tile.")
    assert card["id"] in str(asked["components"])

    # Ann mutes the table: the next card only names her.
    muting = await pings_page(table, card, ann)
    await ann.click(muting, label="Mute this table")
    await table.page(ann, muting, "You have muted this table")
    card = await move(table, card)
    assert (named(card), mentioned(card)) == ({ann.id}, set())

    # Ben accepts no direct messages: he is mentioned, and told at his next press.
    await killable.playground.accept_direct_messages(ben, accepted=False)
    card = await move(table, card)
    call = await killable.watcher.wait_for(
        card["channel_id"], lambda message: message["id"] > card["id"] and mentioned(message) == {ben.id}
    )
    assert "it's your turn to place a tile" in texts(call)
    told: Any = ben.event(lambda name, data: name in PUBLIC_EVENTS and "Discord didn't let me" in texts(data))
    await ben.click(card, label="More")
    await asyncio.wait_for(told, PATIENCE_SECONDS)
    assert len(await direct_messages(ben)) == before + 1

    over = await table.ended_by_host(card)
    assert mentioned(over) == set()
    ended = await direct_message(cleo, 0, "The host ended this game.")
    assert ended["id"] == followed["id"], "one message, edited all along"
    assert len(await direct_messages(cleo)) == 1
    assert "Stop following" not in buttons(ended)
