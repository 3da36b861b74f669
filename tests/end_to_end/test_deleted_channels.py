"""Deleted channels, cards and threads, with the whole program and a real gateway."""

import asyncio

import pytest

from tests.playground_driver import PATIENCE_SECONDS
from tests.program_processes import ProgramProcesses
from tests.table_driver import compose_id, custom_ids, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_a_game_ends_with_its_channel(program: ProgramProcesses) -> None:
    ann = await program.person("Ann")
    table = await table_of(program, [ann, await program.person("Ben")])
    card = await table.start()
    elsewhere, name = await program.channel(), compose_id(card).split(":")[0]

    await program.playground.delete_channel(table.channel)

    async with asyncio.timeout(PATIENCE_SECONDS):
        while program.rows("SELECT phase FROM tables WHERE id = ?", name) != [("cancelled",)]:
            await ann.answer(await ann.slash(elsewhere, "games"))


@pytest.mark.parametrize("gone", ["card", "thread"])
async def test_a_deleted_card_comes_back_when_anybody_does_anything(program: ProgramProcesses, gone: str) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
    card = await table.start()
    wanda, move = program.watcher, compose_id(card)
    again = wanda.event(
        lambda name, data: name == "MESSAGE_CREATE" and move in custom_ids(data) and data["id"] != card["id"]
    )

    if gone == "card":
        await program.playground.delete_message(card["channel_id"], card["id"])
    else:
        await wanda.request("DELETE", f"channels/{card['channel_id']}")
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not again.done():
            await wanda.answer(await wanda.slash(table.channel, "help"))

    assert custom_ids(again.result()) == custom_ids(card)
