"""Dropped connections to Discord: the gateway resumes, and missed events are handled."""

import asyncio

import pytest

from tests.end_to_end.test_kills import check_told_once
from tests.fault_proxy import IDENTIFY, RESUME
from tests.playground_driver import PATIENCE_SECONDS
from tests.program_processes import ProgramProcesses
from tests.table_driver import open_table, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_a_press_while_the_connection_is_down_is_heard_after_it_resumed(killable: ProgramProcesses) -> None:
    ann, ben, channel = await killable.person("Ann"), await killable.person("Ben"), await killable.channel()
    table, proxy = await open_table(killable, ann, channel), killable.proxy

    proxy.cut()
    # discord.py waits up to two seconds before it reconnects, but a press must be answered within three.
    await asyncio.wait_for(proxy.dialled.wait(), PATIENCE_SECONDS)
    pressed = ben.event(lambda name, data: name == "INTERACTION_CREATE")
    pressing = asyncio.create_task(ben.click(table.lobby, label="Join"))
    await asyncio.wait_for(pressed, PATIENCE_SECONDS)
    proxy.restore()
    await pressing

    await table.lobby_with("2. **Ben**")
    assert RESUME in proxy.opcodes
    assert IDENTIFY not in proxy.opcodes


async def test_a_game_goes_on_through_dropped_connections(killable: ProgramProcesses) -> None:
    table = await table_of(killable, [await killable.person("Ann"), await killable.person("Ben")])
    card, proxy = await table.start(), killable.proxy

    for number in range(3):
        async for moment in table.turn(card):
            if moment == ("hexes", "preview", "confirmed")[number]:
                proxy.cut()
                proxy.restore()
                await asyncio.wait_for(proxy.resumed.wait(), PATIENCE_SECONDS)
        card = await table.next_card(card)

    await check_told_once(killable, table)
