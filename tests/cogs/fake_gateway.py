"""A fake Discord gateway with several shards, and claims shared by several processes within a test."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from aiohttp import WSMsgType, web

from data.store.claims import Claims, _Held
from tests.playground_driver import free_port

IDENTIFY, RESUME = 2, 6
HELLO = {"op": 10, "d": {"heartbeat_interval": 600_000}}
USER = {"id": "1", "username": "Hexcade", "discriminator": "0", "avatar": None}


class FakeGateway:
    """A gateway that records received operations and keeps the open connections by shard."""

    def __init__(self) -> None:
        self.port = free_port()
        self.received: list[tuple[int, int]] = []
        """Received operations with their shards; a RESUME names its shard by the session id."""
        self.sockets: dict[int, web.WebSocketResponse] = {}
        self.closed: list[tuple[int, int | None]] = []
        """Shards whose connection was closed, with the bot's close code."""
        self.history: list[tuple[str, int]] = []
        """Events in order: `begun` or `closed`, with the shard."""
        self.says_hello = True
        self.is_away, self.refused = False, 0
        """Whether every connection is refused, and the number refused so far."""
        self.last_words: list[dict[str, Any]] = []
        """Messages sent to a client that has just closed its connection."""
        self.guilds: dict[int, list[int]] = {}

    def count(self, operation: int) -> int:
        """Count the received messages of an operation."""
        return [received for received, _ in self.received].count(operation)

    async def send(self, shard: int, message: dict[str, Any]) -> None:
        """Send a message to a shard."""
        await self.sockets[shard].send_str(json.dumps({"s": None, "t": None, **message}))

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        if self.is_away:
            self.refused += 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        if self.says_hello:
            await socket.send_str(json.dumps(HELLO))
        shard = -1
        async for message in _frames(socket):
            if message.type is not WSMsgType.TEXT:
                self.closed.append((shard, message.data))
                self.history.append(("closed", shard))
                break
            frame = json.loads(message.data)
            if frame["op"] in (IDENTIFY, RESUME):
                shard = await self._begin(socket, frame)
        for word in self.last_words:
            await socket.send_str(json.dumps(word))
        if self.sockets.get(shard) is socket:
            del self.sockets[shard]
        await socket.close()
        return socket

    async def _begin(self, socket: web.WebSocketResponse, frame: dict[str, Any]) -> int:
        body = frame["d"]
        shard = body["shard"][0] if frame["op"] == IDENTIFY else int(body["session_id"])
        self.received.append((frame["op"], shard))
        self.history.append(("begun", shard))
        self.sockets[shard] = socket
        if frame["op"] == RESUME:
            await socket.send_str(json.dumps({"op": 0, "t": "RESUMED", "s": 2, "d": {}}))
            return shard
        guilds = [{"id": str(guild), "unavailable": True} for guild in self.guilds.get(shard, ())]
        ready = {"user": USER, "guilds": guilds, "shard": body["shard"], "session_id": str(shard)}
        ready["resume_gateway_url"] = f"ws://127.0.0.1:{self.port}/"
        await socket.send_str(json.dumps({"op": 0, "t": "READY", "s": 1, "d": ready}))
        return shard


async def _frames(socket: web.WebSocketResponse) -> AsyncIterator[Any]:
    """Yield all incoming messages up to and including the close."""
    while True:
        message = await socket.receive()
        yield message
        if message.type is not WSMsgType.TEXT:
            return


@asynccontextmanager
async def open_gateway() -> AsyncIterator[FakeGateway]:
    """Yield a gateway that accepts connections."""
    gateway = FakeGateway()
    application = web.Application()
    application.router.add_get("/", gateway.serve)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", gateway.port).start()
    yield gateway
    await runner.cleanup()


class SharedClaims:
    """The claims of one of several processes."""

    def __init__(self, process: str, all_held: dict[str, "SharedClaims"]) -> None:
        self.process: str | None = process
        self.living = 2
        self.on_result: Callable[[str], None] = lambda result: None
        self._all = all_held
        self.own: dict[str, _Held] = {}
        self.asked: list[str] = []
        """Names of the claims that were requested."""
        self.lost_unnoticed: list[str] = []
        """Claims that another process holds; the next refresh detects them."""

    async def refresh(self) -> None:
        """Process the claims that were lost unnoticed."""
        while self.lost_unnoticed:
            self.lose(self.lost_unnoticed.pop())
            # A real refresh waits for the database.
            await asyncio.sleep(0)

    def hold(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Hold a claim while the block runs."""
        return _Held(self, name)  # type: ignore[arg-type]

    async def take(self, held: _Held) -> bool:
        """Take a claim if nobody has it."""
        self.asked.append(held.name)
        if held.name in self._all:
            return False
        self._all[held.name], self.own[held.name] = self, held
        return True

    async def free(self, held: _Held) -> None:
        """Free a claim for other processes."""
        del self._all[held.name], self.own[held.name]

    def lose(self, name: str) -> None:
        """Lose a claim to another process."""
        self.own.pop(name).lose()


class FactStore:
    """An in-memory store that has facts only."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.facts = MemoryFacts()
        self.now = 1_000_000

    @asynccontextmanager
    async def write(self) -> AsyncIterator["FactStore"]:
        """Yield this store as the writer."""
        yield self


class MemoryFacts:
    """The facts of a `FactStore`."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    async def get(self, name: str) -> str | None:
        """Return a fact, or None."""
        return self._values.get(name)

    async def set(self, name: str, value: str) -> None:
        """Store a fact."""
        self._values[name] = value
