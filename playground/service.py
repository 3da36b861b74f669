"""The playground's service: state, gateway, API objects as JSON, and the recipients of events."""

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiohttp import web

from playground import limits, permissions
from playground.errors import ApiError, ErrorCode, Json
from playground.gateway import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway, Session
from playground.world import DM, THREAD, World

SWEEP_SECONDS = 0.25


class Playground:
    """The state and gateway of a playground server; `clock` returns seconds since 1970 for all time limits.

    `steady` is a monotonic clock in seconds, used to detect that the machine was suspended or busy.
    """

    def __init__(
        self,
        file: Path,
        base: str,
        bot_token: str,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        *,
        shards: int = 1,
        servers: int = 1,
    ) -> None:
        self.base = base
        self.clock = clock
        self._steady = steady
        self._swept_at = steady()
        self.world = World(file, base, clock, servers)
        self.gateway = Gateway(clock, self.world.commit, shards)
        self.gateway.bot_token = bot_token
        self.gateway.is_person = lambda user: user in self.world.users and not self.world.users[user]["bot"]
        self.gateway.ready = self._ready
        self.gateway.on_bot_status = lambda online: self.gateway.send_to_people(
            "PLAYGROUND_BOT_STATUS", {"online": online}
        )
        self.unknown_routes: dict[str, int] = {}
        self.without_direct_messages: set[str] = set()
        """Ids of people who do not accept direct messages from the bot."""
        self.spent_nonces: dict[tuple[str, str, str | int], int] = {}
        """Ids of deleted messages by channel, author and nonce; kept in memory."""

    @property
    def bot_id(self) -> str:
        """The bot's user id, which is also its application id."""
        return self.world.bot["id"]

    def measure_stall(self) -> float:
        """Return the seconds by which the sweep is overdue because the machine was suspended or busy."""
        return max(0.0, self._steady() - self._swept_at - SWEEP_SECONDS)

    def record_sweep(self) -> None:
        """Record the time of a sweep."""
        self._swept_at = self._steady()

    def timestamp(self) -> str:
        """Return the current time in ISO 8601."""
        return datetime.fromtimestamp(self.clock(), UTC).isoformat()

    def require(self, channel: Json, *names: str) -> None:
        """Raise ApiError unless the bot may see the channel and has these permissions."""
        granted = self.world.bot_permissions(channel)
        if channel["type"] == DM:
            return
        if not granted & permissions.BITS["VIEW_CHANNEL"]:
            raise ApiError(ErrorCode.MISSING_ACCESS)
        if any(not granted & permissions.BITS[name] for name in names):
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)

    def member(self, user: Json, guild_id: str) -> Json:
        """Return a user as a member of a guild."""
        guild = self.world.guilds[guild_id]
        roles = [guild["bot_role_id"]] if user["bot"] else guild.get("_member_roles", {}).get(user["id"], [])
        joined = datetime.fromtimestamp(self.world.snowflake_time(user["id"]), UTC).isoformat()
        member: Json = {"user": user, "nick": None, "avatar": None, "roles": roles, "joined_at": joined, "flags": 0}
        return member | {"deaf": False, "mute": False, "pending": False, "premium_since": None}

    def person_permissions(self, user: Json, guild_id: str) -> int:
        """Return a person's permissions in a guild by their roles; the owner has all permissions."""
        if user["id"] == self.world.guilds[guild_id]["owner_id"]:
            return permissions.OWNER
        mine = self.member(user, guild_id)["roles"]
        granted = permissions.EVERYONE
        for role in self.roles(guild_id):
            granted |= int(role["permissions"]) if role["id"] in mine else 0
        return granted

    def channel_json(self, channel: Json) -> Json:
        """Return a channel or thread in the API's form."""
        messages = self.world.messages_by_channel.get(channel["id"], {})
        last = next((number for number in reversed(messages) if "_to" not in messages[number]), None)
        shown = channel | {"last_message_id": last}
        if channel["type"] == THREAD:
            count = len(messages)
            shown |= {"message_count": count, "total_message_sent": count, "member_count": len(self.world.users)}
            shown["member"] = {"id": channel["id"], "user_id": self.bot_id, "flags": 0}
            shown["member"]["join_timestamp"] = channel["thread_metadata"]["create_timestamp"]
        return shown

    def message_json(self, message: Json, *, to_bot: bool = False) -> Json:
        """Return a message in the API's form.

        The bot gets people's messages without content, as without the message content intent. Exceptions are direct
        messages, and messages that mention the bot.
        """
        shown = {key: value for key, value in message.items() if not key.startswith("_")}
        thread = self.world.channels.get(message["id"])
        if thread:
            shown["thread"] = self.channel_json(thread)
        if to_bot and message["author"]["id"] != self.bot_id and not self._is_for_bot(message):
            shown |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return shown

    def _is_for_bot(self, message: Json) -> bool:
        mentioned = any(user["id"] == self.bot_id for user in message["mentions"])
        return mentioned or self.world.channels[message["channel_id"]]["type"] == DM

    def publish_message(self, event: str, message: Json, body: Json | None = None) -> None:
        """Send an event about a message to everybody who sees the message.

        These are the people in the channel, but only the recipient of an ephemeral or direct message.
        """
        channel = self.world.channel(message["channel_id"])
        for_people = body or self.message_json(message)
        for_bot = body or self.message_json(message, to_bot=True)
        if "_to" in message or channel["type"] == DM:
            person = message.get("_to") or channel["recipients"][0]["id"]
            self.gateway.send_to_people(event, for_people, only=person)
            self.gateway.send_to_bot(event, for_bot, None, DIRECT_MESSAGES)
            return
        guild = channel["guild_id"]
        place = {"guild_id": guild}
        self.gateway.send_to_people(event, for_people | place)
        if self.world.is_elsewhere(channel):
            return
        if self.world.bot_permissions(channel) & permissions.BITS["VIEW_CHANNEL"]:
            if body is None:
                place["member"] = {k: v for k, v in self.member(message["author"], guild).items() if k != "user"}
            self.gateway.send_to_bot(event, for_bot | place, guild, GUILD_MESSAGES)

    def publish_channel(self, event: str, channel: Json, **extra: Any) -> None:
        """Send an event about a new or changed channel or thread."""
        body = self.channel_json(channel) | extra
        if channel["type"] == DM:
            self.gateway.send_to_people(event, body, only=channel["recipients"][0]["id"])
        else:
            self.gateway.send_to_people(event, body)
            if not self.world.is_elsewhere(channel):
                self.gateway.send_to_bot(event, body, channel["guild_id"], GUILDS)

    def spend_nonce(self, message: Json) -> None:
        """Remember the nonce of a deleted message while it is still valid."""
        since = self.world.snowflake_at(self.clock() - limits.NONCE_SECONDS)
        self.spent_nonces = {key: number for key, number in self.spent_nonces.items() if number >= since}
        if "nonce" in message:
            key = message["channel_id"], message["author"]["id"], message["nonce"]
            self.spent_nonces[key] = int(message["id"])

    def remove_channel(self, channel: Json) -> None:
        """Delete a channel or thread with its messages, without publishing it."""
        for message in list(self.world.messages_by_channel.pop(channel["id"], {}).values()):
            self.world.delete_message(message)
        self.world.delete("channel", channel["id"])

    def roles(self, guild_id: str) -> list[Json]:
        """Return a guild's roles: @everyone, and if the bot is a member, its own role and the created ones."""
        guild = self.world.guilds[guild_id]
        everyone = self._role(guild_id, "@everyone", permissions.EVERYONE, 0)
        if "bot_role_id" not in guild:
            return [everyone]
        bot = self._role(guild["bot_role_id"], self.world.bot["username"], permissions.BOT_ROLE, 1)
        made = [
            self._role(role["id"], role["name"], role["granted"], position)
            for position, role in enumerate(guild.get("_roles", []), 2)
        ]
        return [everyone, bot | {"managed": True, "tags": {"bot_id": self.bot_id}}, *made]

    def _role(self, number: str, name: str, granted: int, position: int) -> Json:
        role: Json = {"id": number, "name": name, "permissions": str(granted), "position": position, "color": 0}
        colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        return role | {"colors": colors, "hoist": False, "managed": False, "mentionable": False, "flags": 0}

    def guild_json(self, guild_id: str) -> Json:
        """Return a guild in the API's form."""
        guild = self.world.guilds[guild_id]
        shown: Json = {"id": guild_id, "name": guild["name"], "owner_id": guild["owner_id"], "icon": None}
        shown |= {"roles": self.roles(guild_id), "emojis": [], "stickers": [], "features": []}
        shown |= {"verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0}
        shown |= {"mfa_level": 0, "nsfw_level": 0, "premium_tier": 0, "system_channel_flags": 0, "afk_timeout": 300}
        shown |= {"preferred_locale": "en-US", "description": None, "splash": None}
        return shown | {"system_channel_id": None, "rules_channel_id": None}

    def channels(self, guild_id: str) -> list[Json]:
        """Return the text channels of a guild."""
        found = [each for each in self.world.channels.values() if each["type"] == 0 and each["guild_id"] == guild_id]
        return [self.channel_json(channel) for channel in found]

    def active_threads(self, guild_id: str) -> list[Json]:
        """Return the unarchived threads of a guild, newest first."""
        active = [thread for thread in self.world.threads() if not thread["thread_metadata"]["archived"]]
        threads = [thread for thread in active if thread["guild_id"] == guild_id]
        return [self.channel_json(thread) for thread in reversed(threads)]

    def _ready(self, session: Session) -> Iterable[tuple[str, Json]]:
        if not session.bot:
            user = self.world.users[session.user]
            guilds = [{"id": each["id"], "name": each["name"]} for each in self.world.guilds.values()]
            return [("READY", {"v": 10, "session_id": session.id, "user": user, "guilds": guilds})]
        address = self.base.replace("http", "ws", 1) + "/gateway/"
        ready: Json = {"v": 10, "session_id": session.id, "user": self.world.bot, "resume_gateway_url": address}
        covered = [guild["id"] for guild in self.world.list_bot_guilds() if session.has_guild(guild["id"])]
        ready["guilds"] = [{"id": guild, "unavailable": True} for guild in covered]
        ready |= {"application": {"id": self.bot_id, "flags": 0}, "shard": session.shard, "private_channels": []}
        created = covered if session.intents & GUILDS else []
        return [("READY", ready), *(("GUILD_CREATE", self._whole_guild(guild)) for guild in created)]

    def _whole_guild(self, guild_id: str) -> Json:
        whole, bot = self.guild_json(guild_id), self.member(self.world.bot, guild_id)
        whole |= {"unavailable": False, "member_count": len(self.world.users), "large": False}
        whole |= {"members": [bot], "channels": self.channels(guild_id), "joined_at": bot["joined_at"]}
        whole |= {"threads": self.active_threads(guild_id), "presences": [], "voice_states": []}
        return whole | {"stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": []}


PLAYGROUND: web.AppKey[Playground] = web.AppKey("playground", Playground)
