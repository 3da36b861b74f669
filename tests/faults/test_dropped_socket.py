"""The connection to Discord drops: it is resumed, and what was missed meanwhile happens."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from tests.driver import PATIENCE_SECONDS
from tests.end_to_end import house as houses
from tests.end_to_end.house import House, open_house
from tests.end_to_end.table import open_table, table_of
from tests.end_to_end.test_kills import check_told_once
from tests.end_to_end.wire import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")

RESUME, IDENTIFY = 6, 2


class Gateway(Wire):
    """A wire whose gateway can be cut, and kept apart for a while."""

    sockets: list[web.WebSocketResponse]
    said: list[int]
    together: asyncio.Event
    knocked: asyncio.Event
    resumed: asyncio.Event

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        self.knocked.set()
        await self.together.wait()
        inside = web.WebSocketResponse()
        await inside.prepare(request)
        self.sockets.append(inside)
        address = self._target.replace("http", "ws", 1) + request.path_qs
        async with self._session.ws_connect(address, max_msg_size=0) as outside:

            async def heard() -> None:
                async for frame in inside:
                    self.said.append(frame.json()["op"])
                    if self.said[-1] == RESUME:
                        self.resumed.set()
                    await outside.send_str(frame.data)

            async def told() -> None:
                async for frame in outside:
                    if frame.type is aiohttp.WSMsgType.TEXT and not inside.closed:
                        # The playground would be resumed with directly.
                        await inside.send_str(frame.data.replace(_authority(self._target), _authority(self.base)))

            ways = [asyncio.create_task(heard()), asyncio.create_task(told())]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            # The playground has not noticed yet.
            await self.together.wait()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        return inside

    async def cut(self) -> None:
        """Drops the connection as a network does, and keeps the ends apart."""
        self.together.clear()
        self.knocked.clear()
        self.said.clear()
        self.resumed.clear()
        transport = self.sockets[-1]._req.transport  # type: ignore[union-attr]
        assert transport is not None
        transport.abort()


def _authority(base: str) -> str:
    return base.split("//")[1]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    Gateway.sockets, Gateway.said = [], []
    Gateway.together, Gateway.knocked, Gateway.resumed = asyncio.Event(), asyncio.Event(), asyncio.Event()
    Gateway.together.set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(houses, "Wire", Gateway)
        async with open_house(folder, wired=True) as opened:
            yield opened
            assert opened.playground.problems() == []


async def test_a_press_while_the_connection_is_down_is_heard_after_it_resumed(house: House) -> None:
    ann, ben, channel = await house.person("Ann"), await house.person("Ben"), await house.channel()
    table = await open_table(house, ann, channel)
    assert isinstance(house.wire, Gateway)

    await house.wire.cut()
    # discord.py waits up to two seconds before it knocks, a press only three for its answer.
    await asyncio.wait_for(house.wire.knocked.wait(), PATIENCE_SECONDS)
    pressed = ben.event(lambda name, data: name == "INTERACTION_CREATE")
    pressing = asyncio.create_task(ben.click(table.lobby, label="Join"))
    await asyncio.wait_for(pressed, PATIENCE_SECONDS)
    house.wire.together.set()
    await pressing

    await table.lobby_with("2. **Ben**")
    assert RESUME in house.wire.said
    assert IDENTIFY not in house.wire.said
    assert house.log_text().count("commands synced") == 1


async def test_a_game_goes_on_through_dropped_connections(house: House) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    card = await table.start()
    assert isinstance(house.wire, Gateway)

    for number in range(3):
        async for moment in table.turn(card):
            if moment == ("tiles", "preview", "confirmed")[number]:
                await house.wire.cut()
                house.wire.together.set()
                await asyncio.wait_for(house.wire.resumed.wait(), PATIENCE_SECONDS)
        card = await table.next_card(card)

    await check_told_once(house, table)
