"""A driver for the playground: a server process, and people who use it over HTTP and WebSocket like the page."""

import asyncio
import io
import itertools
import json
import os
import re
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import aiohttp

Json = dict[str, Any]
ROOT = Path(__file__).parent.parent
PATIENCE_SECONDS = 180.0
"""Time limit of a wait, in seconds; virtual machines sometimes stand still for tens of seconds."""
MESSAGES = 1_000
"""The bot's limit of messages per channel in 5 seconds, so high that tests never wait for it."""
_ENTITY_SELECTS = (5, 6, 7, 8)
_EMOJI = re.compile(r"<a?:\w+:\d+> ?")
_nonces = itertools.count(1)
# Start at a random port, so that parallel test runs on this machine don't collide.
_port_numbers = itertools.count(secrets.randbelow(1_000))


class DriverError(Exception):
    """An interaction or event failed, was refused or timed out; the text says what was there instead."""

    def __init__(self, text: str, body: Json | None = None) -> None:
        super().__init__(text)
        self.body = body or {}


def components(message: Json) -> Iterator[Json]:
    """Yield every component of a message or modal, parents before children."""
    waiting = list(message.get("components", []))
    while waiting:
        component = waiting.pop(0)
        yield component
        inner = [component[key] for key in ("accessory", "component") if key in component]
        waiting = component.get("components", []) + inner + waiting


def texts(message: Json) -> str:
    """Return the text of a message without emojis: content and text displays, one a line."""
    parts = [message["content"], *(part["content"] for part in components(message) if part["type"] == 10)]
    return _EMOJI.sub("", "\n".join(parts))


def pictures(message: Json) -> list[Json]:
    """Return the items of a message's galleries and thumbnails, with `media` (and its url) and `description`."""
    galleries = [item for part in components(message) if part["type"] == 12 for item in part["items"]]
    return galleries + [part for part in components(message) if part["type"] == 11]


def free_port() -> int:
    """Return a free port from a range reserved for this pytest-xdist worker.

    Ports below 32768 are never picked by Linux for outgoing connections. No port is returned twice soon, so a program
    that is killed and restarted keeps its port.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = 20_000 + worker % 12 * 1_000 + next(_port_numbers) % 1_000
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Playground:
    """The server as its own process in a folder; it can be killed and restarted with the same port and world.

    - `checked`: validate the bot's requests against Discord's description, see `problems`.
    - `command`: Python arguments that run something else in place of the playground.
    - `shards`: the number of shards that it recommends to the bot.
    - `servers`: the number of servers with the bot. Methods name a server by its index, from 0.
    - `messages`: the bot's limit of messages per channel in 5 seconds, by default far above Discord's.
    """

    def __init__(
        self,
        folder: Path,
        *,
        checked: bool = False,
        command: Sequence[str] = ("-m", "playground"),
        shards: int = 1,
        servers: int = 1,
        messages: int = MESSAGES,
    ) -> None:
        self.folder = folder
        self._numbers = ("--shards", str(shards), "--servers", str(servers), "--messages", str(messages))
        self._command = ("-m", "tests.playground.checked_server") if checked else command
        self._problems = folder / "problems.txt"
        self.port = free_port()
        self.run_token = "run-token"
        self.bot_token = "bot-token"
        self.base = f"http://127.0.0.1:{self.port}"
        self.invitation = ""
        self.process: asyncio.subprocess.Process | None = None
        self._session: aiohttp.ClientSession | None = None
        self.persons: list[Person] = []

    @property
    def session(self) -> aiohttp.ClientSession:
        """The HTTP session that carries the cookie."""
        assert self._session is not None
        return self._session

    async def __aenter__(self) -> Self:
        cookies = {f"playground_127_0_0_1_{self.port}": self.run_token}
        # The client's default jar keeps no cookies of IP addresses.
        self._session = aiohttp.ClientSession(cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True))
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        for person in self.persons:
            await person.close()
        await self.stop()
        await self.session.close()

    async def start(self) -> None:
        """Start the server and wait until it listens."""
        env = {**os.environ, "PLAYGROUND_RUN_TOKEN": self.run_token, "PLAYGROUND_BOT_TOKEN": self.bot_token}
        env["PLAYGROUND_PROBLEMS"] = str(self._problems)
        arguments = (*self._command, "--port", str(self.port), "--world", str(self.folder / "world.sqlite3"))
        arguments += self._numbers
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=ROOT, env=env, stdout=asyncio.subprocess.PIPE
        )
        assert self.process.stdout
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE_SECONDS)
        self.invitation = line.decode()
        if "http://" not in self.invitation:
            raise DriverError("The playground did not start.")

    async def kill(self) -> None:
        """Kill the server like a power failure."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Stop the server gracefully."""
        await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> None:
        if self.process and self.process.returncode is None:
            self.process.send_signal(number)
            await asyncio.wait_for(self.process.wait(), PATIENCE_SECONDS)

    async def person(self, name: str) -> "Person":
        """Return a connected person with this name, created if there is none."""
        people = await self.control("GET", "people")
        found = next((person for person in people if person["global_name"] == name), None)
        person = Person(self, found or await self.control("POST", "people", {"name": name}))
        self.persons.append(person)
        await person.connect()
        return person

    async def control(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request to one of the playground's own routes and return the answer."""
        async with self.session.request(method, f"{self.base}/playground/{path}", json=body) as response:
            answer = await response.json(content_type=None)
            if response.status >= 400:
                raise DriverError(f"{method} {path}: {response.status} {answer}", answer)
            return answer

    async def channel(self, name: str, server: int = 0) -> str:
        """Return the id of a server's text channel with this name, created if there is none."""
        person = self.persons[0] if self.persons else await self.person("Ann")
        for channel in await person.channels(server):
            if channel["name"] == name:
                return channel["id"]
        return (await self.control("POST", "channels", {"name": name, "server": person.servers[server]}))["id"]

    async def deny(self, channel: str, *names: str) -> None:
        """Set the permissions that the bot lacks in a channel."""
        await self.control("PUT", f"channels/{channel}/permissions", {"deny": list(names)})

    async def role(self, name: str, *people: "Person", permissions: tuple[str, ...] = ()) -> str:
        """Create a role on the first server that grants permissions, and give it to people; return its id."""
        role = await self.control("POST", "roles", {"name": name, "permissions": list(permissions)})
        for person in people:
            await self.control("PUT", f"people/{person.id}/roles", {"roles": [role["id"]]})
        return role["id"]

    async def accept_direct_messages(self, person: "Person", *, accepted: bool) -> None:
        """Set whether a person accepts direct messages from the bot."""
        await self.control("PUT", f"people/{person.id}/direct_messages", {"accepted": accepted})

    async def delete_channel(self, channel: str) -> None:
        """Delete a channel with its threads."""
        await self.control("DELETE", f"channels/{channel}")

    async def delete_message(self, channel: str, message: str) -> None:
        """Delete anybody's message, as a moderator."""
        await self.control("DELETE", f"channels/{channel}/messages/{message}")

    async def identifies(self) -> Json:
        """Return the number of IDENTIFYs that were `accepted`, by shard as "number/count", and that were `refused`."""
        return await self.control("GET", "identifies")

    async def connected_shards(self) -> list[list[int]]:
        """Return the bot's connected shards after each change."""
        return (await self.control("GET", "status"))["connected_shards"]

    async def unknown_routes(self) -> Json:
        """Return the unknown routes that were requested, with counts."""
        return (await self.control("GET", "status"))["unknown_routes"]

    def problems(self) -> list[str]:
        """Return the mismatches with Discord's description in what the bot sent to a `checked` server."""
        return self._problems.read_text().splitlines() if self._problems.exists() else []

    async def bot_is_online(self) -> None:
        """Wait until the bot is connected and has registered its commands."""
        person = self.persons[0] if self.persons else await self.person("Ann")

        async def ready() -> bool:
            online = (await self.control("GET", "status"))["bot_online"]
            return online and bool((await person.command_index())["application_commands"])

        deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while not await ready():
            if asyncio.get_running_loop().time() > deadline:
                raise DriverError("The bot did not come online.")
            await asyncio.sleep(0.05)


class Person:
    """A person at the playground: receives events, types commands, clicks and submits forms."""

    def __init__(self, playground: Playground, user: Json) -> None:
        self.playground = playground
        self.user = user
        self.events: list[tuple[str, Json]] = []
        self._waiters: list[tuple[Callable[[str, Json], bool], asyncio.Future[Json]]] = []
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._heart: asyncio.Task[None] | None = None
        self.servers: list[str] = []
        """The ids of the servers, the first one first."""
        self._application = ""

    @property
    def id(self) -> str:
        """The user id."""
        return self.user["id"]

    @property
    def is_connected(self) -> bool:
        """Whether this person's gateway is open."""
        return self._reader is not None and not self._reader.done()

    async def connect(self) -> None:
        """Open this person's gateway; call it again after the playground is back."""
        await self.close()
        address = f"{self.playground.base}/gateway/?v=10&encoding=json"
        self._socket = await self.playground.session.ws_connect(address)
        hello = await self._socket.receive_json()
        identify = {"op": 2, "d": {"token": f"person:{self.id}", "properties": {}}}
        await self._socket.send_json(identify)
        ready = await self._socket.receive_json()
        self.servers = [guild["id"] for guild in ready["d"]["guilds"]]
        self._application = (await self.command_index())["applications"][0]["id"]
        self._reader = asyncio.create_task(self._read(self._socket))
        self._heart = asyncio.create_task(self._beat(self._socket, hello["d"]["heartbeat_interval"] / 1000))

    async def close(self) -> None:
        """Close the gateway; futures still waiting for events fail."""
        if self._heart:
            self._heart.cancel()
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader

    async def _beat(self, connection: aiohttp.ClientWebSocketResponse, seconds: float) -> None:
        with suppress(ConnectionError):
            while not connection.closed:
                await asyncio.sleep(seconds)
                await connection.send_json({"op": 1, "d": None})

    async def _read(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in connection:
            event = json.loads(frame.data)
            if event["op"] == 0:
                self._take(event["t"], event["d"])
        waiters, self._waiters = self._waiters, []
        for _, future in waiters:
            if not future.done():
                future.set_exception(DriverError("The gateway closed while waiting."))

    def _take(self, name: str, data: Json) -> None:
        self.events.append((name, data))
        for waiter in list(self._waiters):
            wanted, future = waiter
            if future.done():
                self._waiters.remove(waiter)
            elif wanted(name, data):
                self._waiters.remove(waiter)
                future.set_result(data)

    def event(self, wanted: Callable[[str, Json], bool]) -> asyncio.Future[Json]:
        """Return a future of the next matching event; call it before causing the event."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiters.append((wanted, future))
        return future

    async def wait_for(self, channel: str, wanted: Callable[[Json], bool]) -> Json:
        """Return the newest matching message of a channel; wait for one if there is none yet."""
        future = self.event(
            lambda name, data: (
                name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and data["channel_id"] == channel and wanted(data)
            )
        )
        for message in await self.messages(channel):
            if wanted(message):
                future.cancel()
                return message
        try:
            return await asyncio.wait_for(future, PATIENCE_SECONDS)
        except TimeoutError as error:
            there = [texts(message)[:200] for message in await self.messages(channel, 5)]
            raise DriverError(f"No such message came; the newest are {there}") from error

    async def request(self, method: str, path: str, body: Json | None = None, files: Sequence[bytes] = ()) -> Any:
        """Send a request under /api/v10 as this person.

        Raises DriverError with Discord's body if it is refused.
        """
        address = f"{self.playground.base}/api/v10/{path}"
        headers = {"X-Person": self.id}
        named = [(f"file{number}.json", content) for number, content in enumerate(files)]
        sent: Json = {"data": multipart(body, named)} if files else {"json": body}
        async with self.playground.session.request(method, address, headers=headers, **sent) as response:
            answer = await response.json(content_type=None) if response.status != 204 else None
            if response.status >= 400:
                raise DriverError(f"{method} {path}: {response.status} {answer}", answer)
            return answer

    async def channels(self, server: int = 0) -> list[Json]:
        """Return a server's text channels."""
        return await self.request("GET", f"guilds/{self.servers[server]}/channels")

    async def threads(self) -> list[Json]:
        """Return the first server's threads that are not archived."""
        return (await self.request("GET", f"guilds/{self.servers[0]}/threads/active"))["threads"]

    async def messages(self, channel: str, limit: int = 100) -> list[Json]:
        """Return a channel's messages, newest first, as this person sees them."""
        return await self.request("GET", f"channels/{channel}/messages?limit={limit}")

    async def message(self, message: Json) -> Json:
        """Return a message in its current form."""
        return await self.request("GET", f"channels/{message['channel_id']}/messages/{message['id']}")

    async def say(self, channel: str, content: str) -> Json:
        """Send a text message."""
        return await self.request("POST", f"channels/{channel}/messages", {"content": content})

    async def command_index(self) -> Json:
        """Return the commands that this person may use on the first server."""
        return await self.request("GET", f"guilds/{self.servers[0]}/application-command-index")

    async def slash(self, channel: str, command: str, /, **options: Any) -> Json:
        """Invoke a command, such as "play" or "monster place", as `interact` does; bytes are sent as files."""
        files = [value for value in options.values() if isinstance(value, bytes)]
        numbered = {
            key: str(files.index(value)) if isinstance(value, bytes) else value for key, value in options.items()
        }
        return await self.interact(await self._command(2, channel, command, numbered), files)

    async def autocomplete(self, channel: str, command: str, focused: str, /, **options: Any) -> list[Json]:
        """Return the choices suggested for the option `focused`."""
        body = await self._command(4, channel, command, {focused: "", **options}, focused)
        answer = self.event(lambda name, data: name.endswith("_RESPONSE") and data["nonce"] == body["nonce"])
        failed = self.event(lambda name, data: name == "INTERACTION_FAILURE" and data["nonce"] == body["nonce"])
        await self.request("POST", "interactions", body)
        return (await self._first(answer, failed))["choices"]

    async def _command(self, kind: int, channel: str, command: str, options: Json, focused: str | None = None) -> Json:
        name, *nested = command.split()
        commands = (await self.command_index())["application_commands"]
        found = next((one for one in commands if one["name"] == name), None)
        if found is None:
            raise DriverError(f"There is no command {name}; there are {[one['name'] for one in commands]}")
        definitions, path = found.get("options", []), []
        for part in nested:
            definition = next(one for one in definitions if one["name"] == part)
            path.append({"type": definition["type"], "name": part})
            definitions = definition.get("options", [])
        given: list[Json] = []
        for key, value in options.items():
            definition = next((one for one in definitions if one["name"] == key), None)
            if definition is None:
                raise DriverError(f"{command} has no option {key}; it has {[one['name'] for one in definitions]}")
            given.append({"type": definition["type"], "name": key, "value": value})
            given[-1] |= {"focused": True} if key == focused else {}
        for part in reversed(path):
            given = [{**part, "options": given}]
        data = {"id": found["id"], "name": name, "type": 1, "options": given}
        return {**self._body(kind, channel), "data": data}

    def _body(self, kind: int, channel: str) -> Json:
        nonce = f"driver-{os.getpid()}-{next(_nonces)}"
        # The playground derives the server from the channel.
        body = {"type": kind, "application_id": self._application, "channel_id": channel}
        return {**body, "session_id": "driver", "nonce": nonce}

    async def click(self, message: Json, custom_id: str | None = None, *, label: str | None = None) -> Json:
        """Press a button, found by label or custom id; a custom id ending in `...` matches by prefix."""
        button = find(message, (2,), custom_id, label)
        return await self.interact(self._component(message, button))

    async def select(self, message: Json, values: list[str] | str, custom_id: str | None = None) -> Json:
        """Choose in a select, by values or by option labels."""
        part = find(message, (3, *_ENTITY_SELECTS), custom_id, None)
        chosen = [values] if isinstance(values, str) else values
        by_label = {option["label"]: option["value"] for option in part.get("options", [])}
        body = self._component(message, part)
        body["data"]["values"] = [by_label.get(value, value) for value in chosen]
        return await self.interact(body)

    def _component(self, message: Json, part: Json) -> Json:
        data = {"component_type": part["type"], "custom_id": part["custom_id"]}
        flags = {"message_id": message["id"], "message_flags": message["flags"]}
        return {**self._body(3, message["channel_id"]), **flags, "data": data}

    async def submit(self, modal: Json, values: Json) -> Json:
        """Submit a modal with `values` by custom id; other fields keep their defaults."""
        unknown = values.keys() - {part.get("custom_id") for part in components(modal)}
        if unknown:
            raise DriverError(f"This modal has no fields {sorted(unknown)}")
        data = {"id": modal["id"], "custom_id": modal["custom_id"]}
        filled = [_fill(part, values) for part in modal["components"] if part["type"] != 10]
        return await self.interact({**self._body(5, modal["channel_id"]), "data": {**data, "components": filled}})

    async def interact(self, body: Json, files: Sequence[bytes] = ()) -> Json:
        """Send an interaction; return INTERACTION_SUCCESS's body or the modal that opened.

        Raises DriverError if the interaction fails.
        """
        nonce = body["nonce"]
        done = self.event(
            lambda name, data: (
                name in ("INTERACTION_SUCCESS", "INTERACTION_MODAL_CREATE") and data.get("nonce") == nonce
            )
        )
        failed = self.event(lambda name, data: name == "INTERACTION_FAILURE" and data["nonce"] == nonce)
        try:
            await self.request("POST", "interactions", body, files)
        except DriverError:
            done.cancel()
            failed.cancel()
            raise
        return await self._first(done, failed)

    async def _first(self, done: asyncio.Future[Json], failed: asyncio.Future[Json]) -> Json:
        await asyncio.wait((done, failed), timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for future in (done, failed):
            if not future.done():
                future.cancel()
        if done.cancelled():
            reason = "came too late" if failed.cancelled() else f"failed: {failed.result()}"
            raise DriverError(f"The interaction's answer {reason}")
        if not failed.cancelled():
            failed.exception()
        return done.result()

    async def answer(self, interaction: Json) -> Json:
        """Return the message that answers an interaction (of `slash`, `click`, …), once it has finished loading."""
        for name, data in reversed(self.events):
            if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and _answers(data, interaction["id"]):
                return data
        future = self.event(lambda name, data: name.startswith("MESSAGE_") and _answers(data, interaction["id"]))
        return await asyncio.wait_for(future, PATIENCE_SECONDS)


def multipart(payload: Json | None, files: Sequence[tuple[str, bytes]]) -> aiohttp.MultipartWriter:
    """Return a multipart body as discord.py sends it: `payload_json` and `files[n]`."""
    writer = aiohttp.MultipartWriter("form-data")
    writer.append_json(payload).set_content_disposition("form-data", name="payload_json")
    for index, (name, content) in enumerate(files):
        part = writer.append(io.BytesIO(content))
        part.set_content_disposition("form-data", quote_fields=False, name=f"files[{index}]", filename=name)
    return writer


def _answers(message: Json, interaction: str) -> bool:
    metadata = message.get("interaction_metadata")
    return metadata is not None and metadata["id"] == interaction and not message["flags"] & 128


def find(message: Json, kinds: tuple[int, ...], custom_id: str | None, label: str | None) -> Json:
    """Return a message's component of one of these types by custom id or label.

    Raises DriverError if there is none.
    """
    there = [part for part in components(message) if part["type"] in kinds]
    for part in there:
        own = part.get("custom_id", "")
        begins = custom_id is not None and custom_id.endswith("...") and own.startswith(custom_id[:-3])
        if begins or (custom_id or label) is None or own == custom_id or (label and part.get("label") == label):
            return part
    listed = [(part.get("label"), part.get("custom_id")) for part in there]
    raise DriverError(f"No component {custom_id or label}; there are {listed}")


def _fill(part: Json, values: Json) -> Json:
    if part["type"] == 18:
        return {"type": 18, "component": _fill(part["component"], values)}
    if part["type"] == 1:
        return {"type": 1, "components": [_fill(inner, values) for inner in part["components"]]}
    filled = {"type": part["type"], "custom_id": part["custom_id"]}
    chosen = [option["value"] for option in part.get("options", []) if option["default"]]
    if part["type"] in (4, 21, 23):
        default = {4: part.get("value", ""), 21: chosen[0] if chosen else None, 23: part.get("default")}[part["type"]]
        return {**filled, "value": values.get(part["custom_id"], default)}
    given = values.get(part["custom_id"], chosen)
    return {**filled, "values": [given] if isinstance(given, str) else given}
