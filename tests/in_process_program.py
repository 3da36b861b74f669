"""The program in the test's own process: the real bot with its cogs, and a fake Discord for interactions.

Interactions are dispatched as if they came through the gateway. All requests that answer them are recorded.
"""

import itertools
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.http import Route

from cogs.client import EXTENSIONS, Hexcade
from cogs.outbox.outbox import Outbox
from cogs.router import Router
from cogs.ui.kit.custom_ids import LIMIT, parse
from data.store import TableRow
from ops.config import Config
from tables.open_table import OpenTable, Person
from tests import openapi
from tests.cog_tables import CHANNEL, GUILD, start_table
from tests.fake_discord import BOT, FakeDiscord, SentRequest, buttons, parts, refusal, words
from tests.migrated_database import open_store
from tests.running_dispatchers import Clock, Running

EPHEMERAL = 64
FORM, FIELD = 9, 18
"""The type of a response that opens a form, and the component type of its fields."""
ALL_PERMISSIONS = str(discord.Permissions.all().value)
MEMBER_PERMISSIONS = discord.Permissions.all() & ~discord.Permissions(administrator=True, manage_guild=True)
"""Permissions of a person who doesn't manage the server."""


@dataclass
class InteractionResult:
    """The result of one interaction: the requests with its token, in order, and the files sent with them."""

    router: Router
    requests: list[SentRequest] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """All text in the answers."""
        shown = (request.texts or str((request.body or {}).get("content", "")) for request in self.requests)
        return "\n".join(text for text in shown if text)

    @property
    def custom_ids(self) -> list[str]:
        """The custom ids of all components in the answers."""
        return [part["custom_id"] for request in self.requests for part in parts(request.body) if "custom_id" in part]

    @property
    def buttons(self) -> dict[str, str]:
        """The custom ids of the enabled buttons in the answers, by label."""
        return {label: custom_id for request in self.requests for label, custom_id in buttons(request.body).items()}

    @property
    def labels(self) -> list[str]:
        """The labels of the enabled buttons in the answers."""
        return [*self.buttons]

    @property
    def form(self) -> dict[str, dict[str, Any]]:
        """The fields of the opened form by custom id; empty if no form was opened."""
        opened = [request.body["data"] for request in self.requests if request.body.get("type") == FORM]
        fields = [part["component"] for data in opened for part in parts(data) if part.get("type") == FIELD]
        return {field["custom_id"]: field for field in fields}

    @property
    def suggestions(self) -> list[Any]:
        """The values suggested by an autocompletion."""
        return [choice["value"] for choice in self.requests[0].body["data"]["choices"]]

    @property
    def page(self) -> dict[str, Any]:
        """The body of the newest message in the answers, checked against Discord's schema and limits."""
        bodies = [(request.body or {}).get("data", request.body or {}) for request in self.requests]
        body = next(body for body in reversed(bodies) if parts(body.get("components", ())))
        sent = {"flags": 1 << 15, "components": body["components"]}
        assert openapi.problems("POST", "/channels/1/messages", sent) == []
        there = [part for part in parts(body["components"]) if "type" in part]
        custom_ids = [part["custom_id"] for part in there if "custom_id" in part]
        assert len(there) <= 40
        assert len(words(there).encode("utf-16-le")) // 2 <= 4000
        assert all(len(custom_id) <= LIMIT and parse(custom_id) for custom_id in custom_ids)
        assert [found for found in map(parse, custom_ids) if found and self.router.route(found) is None] == []
        assert len({*custom_ids}) == len(custom_ids)
        assert all(len(item["description"]) <= 1024 for part in there for item in part.get("items", ()))
        return body

    @property
    def acknowledged(self) -> bool:
        """Whether the interaction got a first response."""
        return any(request.path.endswith("/callback") for request in self.requests)


class _File:
    """A response that contains a file."""

    status = 200

    def __init__(self, content: bytes) -> None:
        self._content = content

    async def read(self) -> bytes:
        return self._content


class InteractiveDiscord(FakeDiscord):
    """A fake Discord that accepts one response per interaction, as Discord does."""

    def __init__(self) -> None:
        super().__init__()
        self.results: dict[str, InteractionResult] = {}
        self.acknowledged: list[str] = []
        self.forgotten: set[str] = set()
        self.pictures: list[tuple[str, bytes]] = []
        """The files attached to public messages: name and content."""
        self.uploads: dict[str, bytes] = {}
        """The files that people uploaded, by URL."""
        self.fetched: list[str] = []

    async def _request(self, route: Route, *, files: Any = None, **more: Any) -> Any:
        self.pictures += [(file.filename, _content(file.fp)) for file in files or ()]
        return await super()._request(route, files=files, **more)

    @asynccontextmanager
    async def request(self, method: str, url: str, *, data: Any = None, **more: Any):  # type: ignore[no-untyped-def]
        """Handle a webhook request and read its files."""
        files: dict[str, bytes] = {}
        if isinstance(data, aiohttp.FormData):
            data, files = _read(data)
        token = next((part for part in url.split("?")[0].split("/") if part in self.results), None)
        before = len(self.requests)
        async with super().request(method, url, data=data, **more) as response:
            if token is not None:
                self.results[token].requests += self.requests[before : before + 1]
                self.results[token].files |= files
            yield response

    @asynccontextmanager
    async def get(self, url: str):  # type: ignore[no-untyped-def]
        """Return an uploaded file."""
        self.fetched.append(url)
        yield _File(self.uploads[url])

    def _answer(self, request: SentRequest) -> Any:
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["interactions", _, token, "callback"]:
                if token in self.forgotten:
                    raise refusal(404, 10062)
                if token in self.acknowledged:
                    raise refusal(400, 40060)
                self.acknowledged.append(token)
                return {"interaction": {"id": "1", "type": 3}}
            case "POST", ["webhooks", _, _]:
                return self._message(1, {"content": "", **request.body})
            case "PATCH", ["webhooks", _, token, "messages", "@original"] if token in self.results:
                return {**self._message(1, {"content": "", **request.body}), "id": page_id(token)}
            case "DELETE", ["webhooks", _, _, "messages", _]:
                return None
            case "GET", ["channels", channel, "messages", message] if not self.is_gone(request.path):
                return self._find(int(channel), int(message))
        return super()._answer(request)


def page_id(token: str) -> str:
    """Return the id of the private page that an interaction with this token has opened."""
    return f"9{token.removeprefix('token-')}"


def in_thread(number: int, parent: int = CHANNEL, owner: int = 1) -> dict[str, Any]:
    """Return the origin of an interaction: a thread of a channel, with its creator."""
    metadata = {"archived": False, "auto_archive_duration": 60, "locked": False, "archive_timestamp": "2026-01-01"}
    channel: dict[str, Any] = {"id": str(number), "type": 11, "name": "thread", "guild_id": str(GUILD)}
    channel |= {"parent_id": str(parent), "owner_id": str(owner), "message_count": 0, "member_count": 1}
    channel["thread_metadata"] = metadata
    return {"channel": channel, "channel_id": str(number)}


@dataclass(frozen=True)
class AttachedFile:
    """A file in an option of a slash command; `size` is the size that Discord reports."""

    content: bytes
    size: int | None = None
    id: str = "77"

    def to_json(self) -> dict[str, Any]:
        """Return the attachment as Discord describes it."""
        size = len(self.content) if self.size is None else self.size
        url = f"https://cdn.invalid/{self.id}"
        return {"id": self.id, "filename": "record.json", "size": size, "url": url, "proxy_url": url}


def _read(form: aiohttp.FormData) -> tuple[str, dict[str, bytes]]:
    """Return the body and the files of a multipart form."""
    body, files = "{}", {}
    for options, _, value in form._fields:
        if options["name"] == "payload_json":
            body = value
        else:
            files[options["filename"]] = _content(value)
    return body, files


def _content(file: Any) -> bytes:
    """Return the content of a file and rewind the file."""
    content = file.read()
    file.seek(0)
    return content


class InProcessProgram:
    """The bot, with methods to interact with it as a person."""

    def __init__(self, bot: Hexcade, discord: InteractiveDiscord, clock: Clock) -> None:
        self.bot, self.discord = bot, discord
        self.service, self.store = bot.service, bot.service.store
        self.managers: set[int] = set()
        """The ids of the people who manage the server."""
        self.roles: dict[int, tuple[int, ...]] = {}
        """Role ids by the ids of the people who have them."""
        self.locales: dict[int, str] = {}
        """Discord's locales by the ids of the people who use another one than en-US."""
        self.community: str | None = None
        """Discord's locale of the server if it is a community, else None."""
        self.outbox = Running(lambda: [Outbox(bot, bot.service, bot.seasons, bot.drawing_pool)], bot.service, clock)
        # After a restart, interaction ids must differ from those before it.
        self._numbers = itertools.count(5 * 10**17 + len(discord.results))

    async def press(
        self, person: Person, custom_id: str, values: Sequence[str] = (), *, private: bool = False, **more: Any
    ) -> InteractionResult:
        """Press a button, or choose in a select if there are values."""
        kind = 3 if values else 2
        data = {"component_type": kind, "custom_id": custom_id, "values": list(values)}
        message = self.discord._message(CHANNEL, {"flags": EPHEMERAL if private else 0})
        return await self.dispatch(self.interaction(3, person, {"data": data, "message": message, **more}))

    async def submit(
        self, person: Person, custom_id: str, filled: Any, *, bots: Sequence[Person] = (), **more: Any
    ) -> InteractionResult:
        """Submit a form.

        `filled` has a text, or a list of values or people, for each field; or it is the list of components itself.
        """
        data = {"custom_id": custom_id, "components": filled}
        if isinstance(filled, dict):
            data["components"] = [_field(name, value) for name, value in filled.items()]
            people = [one for value in filled.values() for one in value if isinstance(one, Person)]
            users = {str(one.id): {"id": str(one.id), "username": one.name, "bot": one in bots} for one in people}
            data["resolved"] = {"users": users}
        return await self.dispatch(self.interaction(5, person, {"data": data, **more}))

    async def start(self, *seats: int, **more: Any) -> OpenTable:
        """Start a table and post its first card."""
        table = await start_table(self.service, *seats, **more)
        await self.outbox.settle()
        return table

    def public(self, part: str = "") -> list[str]:
        """Return the bodies of public messages and edits that contain `part`, as JSON."""
        sent = [to_json(request.body) for request in self.discord.requests if request.path.startswith("/channels")]
        return [body for body in sent if part in body]

    @property
    def newest_card(self) -> str:
        """The newest card, or the newest edit of one, as JSON."""
        return self.public(":move")[-1]

    async def open_tables(self) -> Sequence[TableRow]:
        """Return all open tables."""
        async with self.store.read() as reader:
            return await reader.tables.list_open("", 100)

    async def command(
        self,
        person: Person,
        name: str,
        *,
        channel: int = CHANNEL,
        app_permissions: str = ALL_PERMISSIONS,
        **options: Any,
    ) -> InteractionResult:
        """Send a slash command, such as "play" or "monster place"."""
        self.discord.uploads |= {
            value.to_json()["url"]: value.content for value in options.values() if isinstance(value, AttachedFile)
        }
        more = {"data": _invocation(name, options), "app_permissions": app_permissions}
        return await self.dispatch(self.interaction(2, person, more, channel))

    async def autocomplete(
        self, person: Person, name: str, focused: str, typed: str = "", **options: Any
    ) -> InteractionResult:
        """Request autocomplete for the option `focused` with the text `typed`; `options` are the other options."""
        data = _invocation(name, {**options, focused: typed}, focused)
        return await self.dispatch(self.interaction(4, person, {"data": data}))

    def interaction(self, kind: int, person: Person, more: dict[str, Any], channel: int = CHANNEL) -> dict[str, Any]:
        """Return the payload of an interaction as Discord sends it."""
        number = next(self._numbers)
        user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None}
        user["global_name"] = person.name
        member = {"user": user, "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        member["roles"] = [str(role) for role in self.roles.get(person.id, ())]
        manager = discord.Permissions(MEMBER_PERMISSIONS.value, manage_guild=True)
        member["permissions"] = str((manager if person.id in self.managers else MEMBER_PERMISSIONS).value)
        return {
            "id": str(number),
            "application_id": str(BOT),
            "type": kind,
            "token": f"token-{number}",
            "version": 1,
            "guild_id": str(GUILD),
            "channel_id": str(channel),
            "channel": {"id": str(channel), "type": 0, "name": "room", "position": 0, "guild_id": str(GUILD)},
            "member": {**member, "flags": 0},
            "app_permissions": ALL_PERMISSIONS,
            "locale": self.locales.get(person.id, "en-US"),
            "guild_locale": self.community or "en-US",
            "guild": self._build_guild(),
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 10**7,
            **more,
        }

    def _build_guild(self) -> dict[str, Any]:
        features = [] if self.community is None else ["COMMUNITY"]
        return {"id": str(GUILD), "locale": self.community or "en-US", "features": features}

    async def dispatch(self, data: dict[str, Any]) -> InteractionResult:
        """Dispatch an interaction and wait until it is handled; repeating a payload is a duplicate delivery."""
        result = self.discord.results.setdefault(data["token"], InteractionResult(self.bot.require_cog(Router)))
        interaction: Any = discord.Interaction(data=data, state=self.bot._connection)  # type: ignore[arg-type]
        if data["type"] in (2, 4):
            try:
                await self.bot.tree._call(interaction)
            except app_commands.AppCommandError as error:
                await self.bot.tree.on_error(interaction, error)
        for name, listener in self.bot.extra_events.items():
            if name == "on_interaction":
                for listen in listener:
                    await listen(interaction)
        return result


def _field(name: str, value: str | Sequence[str | Person]) -> dict[str, Any]:
    """Return a filled field of a form as Discord sends it."""
    if isinstance(value, str):
        return {"type": FIELD, "component": {"type": 4, "custom_id": name, "value": value}}
    chosen = [str(one.id) if isinstance(one, Person) else one for one in value]
    return {"type": FIELD, "component": {"type": 3, "custom_id": name, "values": chosen}}


def _invocation(name: str, options: dict[str, Any], focused: str | None = None) -> dict[str, Any]:
    """Return a slash command as Discord sends it, with subcommands inside the command."""
    *outer, inner = name.split()
    given: list[dict[str, Any]] = [
        {"type": _option_type(value), "name": key, "value": value.id if isinstance(value, AttachedFile) else value}
        for key, value in options.items()
    ]
    for option in given:
        option |= {"focused": True} if option["name"] == focused else {}
    data: dict[str, Any] = {"id": "1", "name": inner, "type": 1, "options": given}
    for group in outer:
        data = {"id": "1", "name": group, "type": 1, "options": [{**data, "type": 1}]}
    files = {value.id: value.to_json() for value in options.values() if isinstance(value, AttachedFile)}
    return data | {"resolved": {"attachments": files}} if files else data


def _option_type(value: Any) -> int:
    return 11 if isinstance(value, AttachedFile) else 4 if isinstance(value, int) else 3


@asynccontextmanager
async def open_program(
    folder: Path,
    clock: Clock,
    *,
    discord_before: InteractiveDiscord | None = None,
    query: str = "",
    **settings: Any,
) -> AsyncIterator[InProcessProgram]:
    """Run the program with the database in `folder`, which is created if missing.

    After a restart, pass the previous fake as `discord_before`. `query` is appended to the database URL.
    """
    store = await open_store(folder / "hexcade.sqlite3", query, clock=clock)
    bot = Hexcade(Config(**settings), store)
    fake = discord_before or InteractiveDiscord()
    bot._connection.application_id = BOT
    bot._connection.user = fake._connection.user
    bot.http.request = fake._request  # type: ignore[method-assign,assignment]
    bot.http._HTTPClient__session = fake  # type: ignore[attr-defined]
    await bot._async_setup_hook()
    for extension in EXTENSIONS:
        # Loaded as extensions, all cog modules would be unloaded at the end and run again in the next test.
        await import_module(extension).setup(bot)
    program = InProcessProgram(bot, fake, clock)
    async with program.outbox:
        yield program
    bot.http._HTTPClient__session = discord.utils.MISSING  # type: ignore[attr-defined]
    await bot.close()
    assert fake.problems == []


def ids_in(body: str, action: str) -> list[str]:
    """Return the distinct custom ids of an action in a JSON body, sorted."""
    return sorted({word for word in body.split('"') if f":{action}" in word})


def to_json(value: Any) -> str:
    """Return a body as JSON text for searching and comparing."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
