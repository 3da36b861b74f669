"""A fake Discord: a real discord.py client that records its HTTP requests and can make them fail."""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import discord
from discord.http import Route

from tests import openapi
from tests.cog_tables import CHANNEL, GUILD

BOT = 9 * 10**17
EVERYONE = {
    "id": str(GUILD),
    "name": "@everyone",
    "permissions": str(discord.Permissions(view_channel=True).value),
    "color": 0,
    "position": 0,
    "hoist": False,
    "managed": False,
    "mentionable": False,
}
"""The role that all members of GUILD have."""
BUTTON, SELECT = 2, 3
"""Component types."""
LOADING = 1 << 7
"""Message flag of a deferred reply that is still unanswered."""
_API = re.compile(r"^https?://[^/]+/api/v\d+")


class _Response:
    """The parts of an HTTP response that discord.py's exceptions and webhooks use."""

    def __init__(self, status: int, body: Any = None) -> None:
        self.status, self.reason, self._body = status, "told by the test", body
        self.headers = {"content-type": "application/json"}

    async def text(self, encoding: str) -> str:
        return json.dumps(self._body)


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """Return the exception that discord.py raises for a refused request."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(_Response(status), {"code": code, "message": "refused by the test"})  # type: ignore[arg-type]


@dataclass(frozen=True)
class SentRequest:
    """A recorded request: the path without the API version, the JSON body and the file names."""

    method: str
    path: str
    body: Any
    files: tuple[str, ...] = ()

    @property
    def texts(self) -> str:
        """All text in the body's components."""
        return words(self.body)


def parts(body: Any) -> list[dict[str, Any]]:
    """Return the body or component itself and every component nested in it."""
    if isinstance(body, dict):
        inner = [part for value in body.values() if isinstance(value, list | dict) for part in parts(value)]
        return [body, *inner]
    return [part for item in body for part in parts(item)] if isinstance(body, list) else []


def words(body: Any) -> str:
    """Return all text in a body's components, joined by newlines."""
    return "\n".join(str(part["content"]) for part in parts(body) if part.get("content"))


def mentioned(body: dict[str, Any]) -> list[int]:
    """Return the ids of the users that a message pings."""
    return [int(user) for user in body["allowed_mentions"].get("users", ())]


def buttons(body: Any) -> dict[str, str]:
    """Return the custom ids of the enabled buttons in a body by label; a link's is ""."""
    found = [part for part in parts(body) if part.get("type") == BUTTON and not part.get("disabled")]
    return {part["label"]: part.get("custom_id", "") for part in found}


def selects(body: Any) -> list[dict[str, Any]]:
    """Return the selects in a body."""
    return [part for part in parts(body) if part.get("type") == SELECT]


@dataclass
class _Failure:
    method: str
    path: re.Pattern[str]
    error: Exception
    times: int
    done_first: bool = False
    is_deleted: bool = False


@dataclass
class _Channel:
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)


class FakeDiscord(discord.Client):
    """A client with an in-memory server: writing to a channel creates it; a thread has its message's id."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._connection.application_id = BOT
        data: Any = {"id": str(BOT), "username": "Hexcade", "discriminator": "0", "avatar": None, "bot": True}
        self._connection.user = discord.ClientUser(state=self._connection, data=data)
        http: Any = self.http
        http.request = self._request
        http._HTTPClient__session = self
        self.requests: list[SentRequest] = []
        self.channels: dict[int, _Channel] = {}
        self.threads: set[int] = set()
        self.deleted: set[int] = set()
        self.left: set[int] = set()
        """The servers from which the bot was removed."""
        self.made: list[tuple[int, Any]] = []
        self.problems: list[str] = []
        self.before: Callable[[SentRequest], Any] | None = None
        self.answered: set[str] = set()
        """The interaction tokens whose deferred reply was answered."""
        self.hidden: set[int] = set()
        """The channels that members without a role can't see."""
        self.blocked: set[int] = set()
        """The channels of users who accept no direct messages."""
        self._nonces: dict[tuple[int, str], int] = {}
        self._failures: deque[_Failure] = deque()
        self._id = BOT

    def fail_next(self, method: str, path: str, error: Exception, times: int = 1) -> None:
        """Make the next matching requests fail without effect."""
        self._failures.append(_Failure(method, re.compile(path), error, times))

    @property
    def failures_left(self) -> int:
        """The number of requests that are still set to fail."""
        return sum(failure.times for failure in self._failures)

    def clear_failures(self) -> None:
        """Remove all failures that are still set."""
        self._failures.clear()

    def lose_response(self, method: str, path: str, error: Exception | None = None) -> None:
        """Let the next matching request take effect, but lose its response or raise this error instead."""
        lost = error or OSError("connection lost")
        self._failures.append(_Failure(method, re.compile(path), lost, 1, done_first=True))

    def spend_nonce(self, path: str, times: int = 1) -> None:
        """Post the next matching messages, lose the responses, and delete the messages as a moderator does."""
        error = OSError("connection lost")
        failure = _Failure("POST", re.compile(path), error, times, done_first=True, is_deleted=True)
        self._failures.append(failure)

    def forget_nonces(self) -> None:
        """Forget all nonces, as Discord does after a few minutes."""
        self._nonces.clear()

    def private_channel(self, user: int) -> int:
        """Return the direct message channel of a user."""
        return 10**16 + user % 10**12

    def direct_messages(self, user: int) -> list[dict[str, Any]]:
        """Return the direct messages to a user, the oldest first."""
        return self.messages(self.private_channel(user))

    def pings(self, user: int) -> int:
        """Return the number of messages that have mentioned a user."""
        return sum(user in mentioned(body) for _, body in self.made)

    def messages(self, channel: int) -> list[dict[str, Any]]:
        """Return the messages of a channel, the oldest first."""
        return [] if channel not in self.channels else list(self.channels[channel].messages.values())

    def delete(self, channel: int, message: int) -> None:
        """Delete a message, as a moderator does."""
        del self.channels[channel].messages[message]

    def delete_thread(self, thread: int) -> None:
        """Delete a thread, as a moderator does; its starter message in the channel stays."""
        self.threads.discard(thread)
        del self.channels[thread]
        self.deleted.add(thread)

    def sent(self, method: str, path: str) -> list[SentRequest]:
        """Return the matching requests so far, including failed ones."""
        return [request for request in self.requests if request.method == method and re.fullmatch(path, request.path)]

    async def _request(
        self,
        route: Route,
        *,
        files: Any = None,
        form: Any = None,
        json: Any = None,
        params: Any = None,
        **_: Any,
    ) -> Any:
        body = json if form is None else _loads(next(part["value"] for part in form if part["name"] == "payload_json"))
        return await self._handle(route.method, _API.sub("", route.url), body, [file.filename for file in files or ()])

    @asynccontextmanager
    async def request(self, method: str, url: str, *, data: Any = None, **_: Any):  # type: ignore[no-untyped-def]
        """Handle a webhook request made through the client's session."""
        body = _loads(data) if isinstance(data, str | bytes) else None
        try:
            yield _Response(200, await self._handle(method, _API.sub("", url), body, []))
        except discord.HTTPException as error:
            if error.status >= 500:
                # discord.py would retry with backoff; this is its final result.
                raise
            yield _Response(error.status, {"code": error.code, "message": error.text})

    async def _handle(self, method: str, path: str, body: Any, files: list[str]) -> Any:
        path = unquote(path.split("?")[0])
        request = SentRequest(method, path, body, tuple(files))
        self.requests.append(request)
        await asyncio.sleep(0)
        if self.before is not None:
            await self.before(request)
        self.problems += openapi.problems(method, path, body)
        failure = next((one for one in self._failures if one.method == method and one.path.fullmatch(path)), None)
        if failure is None:
            return self._answer(request)
        # A failure without effect has no response to lose.
        answer = self._answer(request) if failure.done_first else {}
        failure.times -= 1
        if not failure.times:
            self._failures.remove(failure)
        if failure.is_deleted:
            self.delete(int(answer["channel_id"]), int(answer["id"]))
        raise failure.error

    def _answer(self, request: SentRequest) -> Any:
        if self.is_gone(request.path):
            raise refusal(404, 10003)
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["users", "@me", "channels"]:
                user = int(request.body["recipient_id"])
                return {"id": str(self.private_channel(user)), "type": 1, "recipients": []}
            case "POST", ["channels", channel, "messages"] if int(channel) in self.blocked:
                raise refusal(403, 50007)
            case "POST", ["channels", channel, "messages"]:
                return self._post(int(channel), request)
            case "PATCH", ["channels", channel, "messages", message]:
                found = self._find(int(channel), int(message))
                found.update(
                    {**request.body, "components": _received(request.body.get("components", ())), "attachments": []}
                )
                return found
            case "DELETE", ["channels", channel, "messages", message]:
                self._find(int(channel), int(message))
                self.delete(int(channel), int(message))
                return {}
            case "GET", ["channels", channel, "messages"]:
                return self.messages(int(channel))[::-1][:50]
            case "POST", ["channels", channel, "messages", message, "threads"]:
                self._find(int(channel), int(message))
                self.threads.add(int(message))
                self.deleted.discard(int(message))
                self.channels[int(message)] = _Channel()
                return {"id": message, "type": 11}
            case "PATCH", ["channels", channel]:
                return {"id": channel, "type": 11}
            case "PATCH", ["webhooks", _, token, "messages", "@original"]:
                self.answered.add(token)
                return self._message(1, {"content": "", **request.body})
            case "PATCH", ["webhooks", _, _, "messages", _]:
                return self._message(1, {"content": "", **request.body})
            case "GET", ["webhooks", _, token, "messages", "@original"]:
                return self._message(1, {"flags": 0 if token in self.answered else LOADING})
            case "GET", ["guilds", _, "members", member]:
                user = {"id": member, "username": "member", "discriminator": "0", "avatar": None}
                return {"user": user, "roles": [], "flags": 0}
            case "GET", ["guilds", guild]:
                if int(guild) in self.left:
                    raise refusal(404, 10004)
                return {"id": guild, "name": "Hexcade", "roles": [EVERYONE]}
            case "GET", ["channels", channel]:
                return self._describe_channel(int(channel))
            case "PUT", ["applications", _, "commands"]:
                return []
        self.problems.append(f"{request.method} {request.path} is not in the fake")
        raise refusal(404)

    def _describe_channel(self, channel: int) -> dict[str, Any]:
        """Return a thread of CHANNEL, or a text channel with the permissions that members without a role have."""
        found: dict[str, Any] = {"id": str(channel), "guild_id": str(GUILD), "name": "room", "position": 0}
        if channel in self.threads:
            about = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-01-01T00:00:00+00:00"}
            counts = {"message_count": 0, "member_count": 1, "owner_id": str(BOT), "thread_metadata": about}
            return {**found, **counts, "type": 11, "parent_id": str(CHANNEL)}
        denied = str(discord.Permissions(view_channel=True).value if channel in self.hidden else 0)
        return {
            **found,
            "type": 0,
            "permission_overwrites": [{"id": str(GUILD), "type": 0, "allow": "0", "deny": denied}],
        }

    def is_gone(self, path: str) -> bool:
        """Return whether a path is in a deleted channel or thread."""
        return any(path.startswith(f"/channels/{gone}/") for gone in self.deleted)

    def _find(self, channel: int, message: int) -> dict[str, Any]:
        try:
            return self.channels[channel].messages[message]
        except KeyError:
            raise refusal(404, 10008) from None

    def _post(self, channel: int, request: SentRequest) -> dict[str, Any]:
        messages = self.channels.setdefault(channel, _Channel()).messages
        nonce = (channel, str(request.body["nonce"]))
        assert request.body["enforce_nonce"] is True
        if nonce not in self._nonces:
            message = self._message(channel, request.body)
            self.made.append((channel, request.body))
            self._nonces[nonce] = int(message["id"])
            messages[int(message["id"])] = message
        return self._find(channel, self._nonces[nonce])

    def _message(self, channel: int, body: dict[str, Any]) -> dict[str, Any]:
        self._id += 1
        empty: dict[str, Any] = {name: [] for name in ("embeds", "mentions", "mention_roles")}
        return {
            **empty,
            **body,
            "id": str(self._id),
            "channel_id": str(channel),
            "author": {"id": str(BOT), "username": "Hexcade", "discriminator": "0", "avatar": None},
            "content": body.get("content", ""),
            "components": _received(body.get("components", ())),
            "attachments": [],
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            "type": 0,
        }


def _received(components: Any) -> Any:
    """Return the components as Discord returns them: with ids, and with media URLs."""
    counted = iter(range(1, 1000))

    def one(component: dict[str, Any]) -> dict[str, Any]:
        found = {**component, "id": next(counted)}
        if "components" in found:
            found["components"] = [one(child) for child in found["components"]]
        if "items" in found:
            media = {"url": "https://media.example/board.png", "proxy_url": "https://media.example/board.png"}
            found["items"] = [{**item, "media": media} for item in found["items"]]
        return found

    return [one(component) for component in components]


def _loads(text: str | bytes) -> Any:
    return json.loads(text)
