"""A playground in the test's own process, with a fake clock and clients for tests."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import aiohttp

from playground.server import PLAYGROUND, Settings, listen, sweep
from playground.service import SWEEP_SECONDS
from tests.playground_driver import PATIENCE_SECONDS, Json, multipart


class Clock:
    """A fake clock that tests advance: seconds since 1970, and how long the machine has stood still."""

    def __init__(self) -> None:
        # Whole seconds: the server counts milliseconds, and a test may hit a limit exactly.
        self.now = float(int(time.time()))
        self.still = 0.0

    def __call__(self) -> float:
        return self.now

    def steady(self) -> float:
        """Return the total time the machine has stood still, in seconds; sweeps take no time."""
        return self.still


class Server:
    """The server, and requests to it as the bot and as people."""

    def __init__(self, settings: Settings, clock: Clock, session: aiohttp.ClientSession) -> None:
        self.settings, self.clock, self.session = settings, clock, session
        self.base = settings.base
        self.cookie = {f"playground_127_0_0_1_{settings.port}": settings.session_token}
        self.sockets: list[aiohttp.ClientWebSocketResponse] = []
        self._sessions: dict[str, aiohttp.ClientSession] = {}

    async def start(self) -> None:
        """Start the server."""
        self.runner = await listen(self.settings)
        self.playground = self.runner.app[PLAYGROUND]
        self.bot_token = self.playground.gateway.bot_token
        world = self.playground.world
        self.guild, self.bot_id = world.guild["id"], world.bot["id"]
        self.ann, self.ben = (person["id"] for person in world.people()[:2])
        self.channel = next(iter(world.channels))
        self.guilds = [guild["id"] for guild in world.list_bot_guilds()]

    async def stop(self) -> None:
        """Close all sockets and stop the server."""
        for connection in self.sockets:
            await connection.close()
        self.sockets.clear()
        for session in self._sessions.values():
            await session.close()
        self._sessions.clear()
        await self.runner.cleanup()

    def pass_time(self, seconds: float, *, heartbeats: bool = True) -> None:
        """Advance the clock and run the server's sweep, by default as if heartbeats had been sent."""
        self.clock.now += seconds
        for socket in self.playground.gateway.sockets if heartbeats else ():
            socket.last_heartbeat = self.clock.now
        sweep(self.playground)

    def stand_still(self, seconds: float) -> None:
        """Advance the clock as if the machine had stood still; the server hasn't noticed yet."""
        self.clock.now += seconds
        self.clock.still += seconds + SWEEP_SECONDS

    async def ask(
        self, method: str, path: str, headers: Json | None = None, **kwargs: Any
    ) -> tuple[int, Any, Mapping[str, str]]:
        """Send a request; return the status, the JSON or raw body, and the headers."""
        async with self.session.request(method, self.base + path, headers=headers, **kwargs) as response:
            kind = response.headers.get("Content-Type")
            body = await response.json() if kind == "application/json" else await response.read()
            return response.status, body, response.headers

    async def as_bot(self, method: str, path: str, body: Any = None, **kwargs: Any) -> tuple[int, Any]:
        """Send a request as the bot; return status and body."""
        headers = {"Authorization": f"Bot {self.bot_token}"}
        status, answer, _ = await self.ask(method, "/api/v10" + path, headers, json=body, **kwargs)
        return status, answer

    async def as_person(self, person: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request as a person; return status and body."""
        headers = {"X-Person": person}
        status, answer, _ = await self.ask(method, "/api/v10" + path, headers, json=body, cookies=self.cookie)
        return status, answer

    async def control(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request to one of the playground's own routes; return status and body."""
        status, answer, _ = await self.ask(method, f"/playground/{path}", cookies=self.cookie, json=body)
        return status, answer

    async def upload(self, person: str, body: Json, **files: bytes) -> tuple[int, Any]:
        """Send an interaction with files as a person, numbered in the given order; return status and body."""
        form, headers = multipart(body, list(files.items())), {"X-Person": person}
        status, answer, _ = await self.ask("POST", "/api/v10/interactions", headers, data=form, cookies=self.cookie)
        return status, answer

    async def deny(self, *permissions: str) -> None:
        """Deny the bot exactly these permissions in the first channel."""
        status, _ = await self.control("PUT", f"channels/{self.channel}/permissions", {"deny": list(permissions)})
        assert status == 200

    async def download(self, url: str) -> tuple[int, Any]:
        """GET an attachment with the session cookie; return status and bytes."""
        status, content, _ = await self.ask("GET", url.removeprefix(self.base), cookies=self.cookie)
        return status, content

    async def post(self, body: Json, channel: str | None = None, /, **files: bytes) -> tuple[int, Any]:
        """Post a message as the bot, optionally with files."""
        path = f"/channels/{channel or self.channel}/messages"
        if not files:
            return await self.as_bot("POST", path, body)
        headers = {"Authorization": f"Bot {self.bot_token}"}
        form = multipart(body, list(files.items()))
        status, answer, _ = await self.ask("POST", "/api/v10" + path, headers, data=form)
        return status, answer

    async def connect(self, token: str, **identify: Any) -> "Socket":
        """Open a gateway and identify; the caller receives READY and the bot's GUILD_CREATE.

        The bot has no cookie.
        """
        socket = await (self.open() if token.startswith("person:") else self.open_unauthenticated())
        await socket.send(2, {"token": token, "intents": 1 | 1 << 9 | 1 << 12, "properties": {}, **identify})
        return socket

    async def open(self, headers: Json | None = None) -> "Socket":
        """Open a gateway with the session cookie and receive its HELLO."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookie.items())
        return await self._open(self.session, {"Cookie": cookie, **(headers or {})})

    async def open_unauthenticated(self, address: str = "127.0.0.1") -> "Socket":
        """Open a gateway without credentials from one of this machine's addresses and receive its HELLO."""
        if address not in self._sessions:
            connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
            self._sessions[address] = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        return await self._open(self._sessions[address], {})

    async def _open(self, session: aiohttp.ClientSession, headers: Json) -> "Socket":
        connection = await session.ws_connect(f"{self.base}/gateway/?v=10&encoding=json", headers=headers)
        self.sockets.append(connection)
        socket = Socket(connection)
        hello = await socket.receive()
        assert hello["op"] == 10
        return socket

    async def bot_online(self) -> "Socket":
        """Connect the bot; return its gateway after GUILD_CREATE."""
        socket = await self.connect(self.bot_token)
        await socket.until("GUILD_CREATE")
        return socket

    async def window(self, person: str) -> "Socket":
        """Open a person's gateway; return it after READY."""
        socket = await self.connect(f"person:{person}")
        await socket.until("READY")
        return socket

    async def register(self, *commands: Json) -> Json:
        """Register commands; return the first."""
        status, answer = await self.as_bot("PUT", f"/applications/{self.bot_id}/commands", list(commands))
        assert status == 200, answer
        return answer[0]

    def interaction(self, kind: int, data: Json, **fields: Any) -> Json:
        """Return an interaction as a person's client sends it."""
        body = {"type": kind, "application_id": self.bot_id, "guild_id": self.guild, "channel_id": self.channel}
        return {**body, "session_id": "s", "nonce": "1", "data": data, **fields}


class Socket:
    """A gateway client."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.connection = connection
        self.seen: list[Json] = []

    async def send(self, operation: int, body: Any) -> None:
        """Send one frame."""
        await self.connection.send_json({"op": operation, "d": body})

    async def receive(self) -> Json:
        """Return the next frame."""
        frame = await asyncio.wait_for(self.connection.receive_json(), PATIENCE_SECONDS)
        self.seen.append(frame)
        return frame

    async def until(self, event: str) -> Json:
        """Receive frames until an event of this name, and return its body."""
        while True:
            frame = await self.receive()
            if frame.get("t") == event:
                return frame["d"]

    async def beat(self) -> None:
        """Send a heartbeat and wait for its acknowledgement; fail if the connection is closed."""
        await self.send(1, None)
        while (operation := (await self.receive())["op"]) != 11:
            if operation == 1:
                await self.send(1, None)

    async def wait_until_closed(self) -> int:
        """Wait until the server closes the connection, and return the close code."""
        while not (await asyncio.wait_for(self.connection.receive(), PATIENCE_SECONDS)).type.name.startswith("CLOS"):
            pass
        assert self.connection.close_code is not None
        return self.connection.close_code
