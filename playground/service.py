"""The playground's service: state, gateway, API objects as JSON, and the recipients of events."""

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiohttp import web

from playground import limits, permissions
from playground.errors import ApiError, ErrorCode, Json
from playground.gateway import Gateway, Session
from playground.intents import (
    DIRECT_MESSAGES,
    GUILD_MESSAGES,
    GUILD_PRESENCES,
    GUILDS,
    MESSAGE_CONTENT,
    application_flags,
)
from playground.world import DM, PRIVATE_THREAD, THREADS, World

REPLY = 19
"""The type of a message that replies to another one."""

SWEEP_SECONDS = 0.25


class Playground:
    """The state and gateway of a playground server; `clock` returns seconds since 1970 for all time limits.

    `steady` is a monotonic clock in seconds, used to detect that the machine was suspended or busy.
    """

    def __init__(
        self,
        file: Path,
        base: str,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        *,
        shards: int = 1,
        servers: int = 1,
        privileged: int = 0,
        names: tuple[str, str] | None = None,
        bot_role: int = permissions.BOT_ROLE,
    ) -> None:
        self.base = base
        self.clock = clock
        self._steady = steady
        self._swept_at = steady()
        self.world = World(file, base, clock, servers, **({"names": names} if names else {}), bot_role=bot_role)
        self.gateway = Gateway(clock, self.world.commit, shards, privileged)
        self.gateway.on_presence = self._publish_presence
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
        if not granted & permissions.BITS["VIEW_CHANNEL"] or not self.can_see(channel, self.bot_id):
            raise ApiError(ErrorCode.MISSING_ACCESS)
        if any(not granted & permissions.BITS[name] for name in names):
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)

    def can_see(self, channel: Json, user: str) -> bool:
        """Return whether a person or the bot belongs to a direct message channel or private thread.

        Moderators of threads see all private ones. All other channels are open to everybody.
        """
        if channel["type"] == DM:
            return user in (self.bot_id, channel["recipients"][0]["id"])
        if channel["type"] != PRIVATE_THREAD or user in channel["_members"]:
            return True
        if user == self.bot_id:
            return bool(self.world.bot_permissions(channel) & permissions.BITS["MANAGE_THREADS"])
        granted = self.person_permissions(self.world.users[user], channel["guild_id"])
        return bool(granted & permissions.BITS["MANAGE_THREADS"])

    def list_viewers(self, channel: Json) -> list[str] | None:
        """Return the ids of the people who see a channel, None for everybody."""
        if channel["type"] not in (DM, PRIVATE_THREAD):
            return None
        return [person["id"] for person in self.world.people() if self.can_see(channel, person["id"])]

    def thread_members(self, thread: Json) -> dict[str, str]:
        """Return when each member joined a thread, by user id; everybody is a member of a public thread."""
        if thread["type"] == PRIVATE_THREAD:
            return thread["_members"]
        created: str = thread["thread_metadata"]["create_timestamp"]
        return dict.fromkeys(self.world.users, created)

    def thread_member(self, thread: Json, user: str) -> Json:
        """Return the object of a thread's member."""
        joined = self.thread_members(thread)[user]
        return {"id": thread["id"], "user_id": user, "join_timestamp": joined, "flags": 0}

    def member(self, user: Json, guild_id: str) -> Json:
        """Return a user as a member of a guild."""
        guild = self.world.guilds[guild_id]
        roles = [guild["bot_role_id"]] if user["bot"] else guild.get("_member_roles", {}).get(user["id"], [])
        joined = datetime.fromtimestamp(self.world.snowflake_time(user["id"]), UTC).isoformat()
        member: Json = {"user": user, "nick": None, "avatar": None, "roles": roles, "joined_at": joined, "flags": 0}
        return member | {"deaf": False, "mute": False, "pending": False, "premium_since": None}

    def person_permissions(self, user: Json, guild_id: str) -> int:
        """Return a user's permissions in a guild by their roles; the owner and administrators have all of them."""
        if user["id"] == self.world.guilds[guild_id]["owner_id"]:
            return permissions.OWNER
        mine = self.member(user, guild_id)["roles"]
        granted = permissions.EVERYONE
        for role in self.roles(guild_id):
            granted |= int(role["permissions"]) if role["id"] in mine else 0
        return permissions.OWNER if granted & permissions.BITS["ADMINISTRATOR"] else granted

    def channel_json(self, channel: Json, viewer: str | None = None) -> Json:
        """Return a channel or thread in the API's form; a thread has the membership of `viewer`, by default the bot."""
        messages = self.world.messages_by_channel.get(channel["id"], {})
        last = next((number for number in reversed(messages) if "_to" not in messages[number]), None)
        shown = {key: value for key, value in channel.items() if not key.startswith("_")} | {"last_message_id": last}
        if channel["type"] in THREADS:
            count, members = len(messages), self.thread_members(channel)
            shown |= {"message_count": count, "total_message_sent": count, "member_count": len(members)}
            viewer = viewer or self.bot_id
            if viewer in members:
                shown["member"] = self.thread_member(channel, viewer)
        return shown

    def message_json(
        self, message: Json, viewer: str | None = None, *, with_content: bool | None = None, is_nested: bool = False
    ) -> Json:
        """Return a message in the API's form, with the reactions as `viewer` sees them; None leaves them out.

        The bot gets people's messages without content, unless `with_content` is true, by default if the message content
        intent is switched on. Exceptions are direct messages, and messages that mention the bot. A message that is
        nested in its reply has no reply of its own.
        """
        shown = {key: value for key, value in message.items() if not key.startswith("_")}
        thread = self.world.channels.get(message["id"])
        if thread:
            shown["thread"] = self.channel_json(thread, viewer)
        if message["type"] == REPLY and not is_nested:
            there = self.world.messages_by_channel[message["channel_id"]]
            found = there.get(message["message_reference"]["message_id"])
            nested = found and self.message_json(found, viewer, with_content=with_content, is_nested=True)
            shown["referenced_message"] = nested
        if viewer and message.get("_reactions"):
            shown["reactions"] = reactions_json(message, viewer)
        if with_content is None:
            with_content = bool(self.gateway.privileged & MESSAGE_CONTENT)
        is_foreign = viewer == self.bot_id and message["author"]["id"] != self.bot_id
        if is_foreign and not with_content and not self._is_for_bot(message):
            shown |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return shown

    def _is_for_bot(self, message: Json) -> bool:
        mentioned = any(user["id"] == self.bot_id for user in message["mentions"])
        return mentioned or self.world.channels[message["channel_id"]]["type"] == DM

    def publish_message(
        self,
        event: str,
        message: Json,
        body: Json | None = None,
        wanted: tuple[int, int] = (GUILD_MESSAGES, DIRECT_MESSAGES),
        *,
        with_reactions: bool = False,
    ) -> None:
        """Send an event about a message to everybody who sees the message.

        These are the people in the channel, but only the recipient of an ephemeral or direct message. `wanted` are the
        intents of the event on servers and in direct messages. Each person also gets the reactions `with_reactions`, as
        that person sees them.
        """
        channel = self.world.channel(message["channel_id"])
        guild = None if "_to" in message else channel.get("guild_id")
        place: Json = {} if guild is None else {"guild_id": guild}
        viewers = [message["_to"]] if "_to" in message else self.list_viewers(channel)
        if with_reactions:
            for person in viewers or [person["id"] for person in self.world.people()]:
                shown = {**(body or {}), **place, "reactions": reactions_json(message, person)}
                self.gateway.send_to_people(event, shown, only=[person])
        else:
            self.gateway.send_to_people(event, (body or self.message_json(message)) | place, only=viewers)
        for_bot = body or self.message_json(message, self.bot_id, with_content=False)
        if guild is None:
            self.gateway.send_to_bot(event, for_bot, None, wanted[1])
            return
        if self.world.is_elsewhere(channel) or not self.can_see(channel, self.bot_id):
            return
        if self.world.bot_permissions(channel) & permissions.BITS["VIEW_CHANNEL"]:
            if body is None:
                place["member"] = {k: v for k, v in self.member(message["author"], guild).items() if k != "user"}
            self.gateway.send_to_bot(event, for_bot | place, guild, wanted[0], without=MESSAGE_CONTENT)
            if self.gateway.privileged & MESSAGE_CONTENT:
                whole = body or self.message_json(message, self.bot_id, with_content=True)
                self.gateway.send_to_bot(event, whole | place, guild, wanted[0], also=MESSAGE_CONTENT)

    def publish_channel(self, event: str, channel: Json, **extra: Any) -> None:
        """Send an event about a new or changed channel or thread to everybody who sees it."""
        body = self.channel_json(channel) | extra
        viewers = self.list_viewers(channel)
        if viewers is None:
            self.gateway.send_to_people(event, body)
        for person in viewers or ():
            self.gateway.send_to_people(event, self.channel_json(channel, person) | extra, only=[person])
        if channel["type"] != DM and not self.world.is_elsewhere(channel) and self.can_see(channel, self.bot_id):
            self.gateway.send_to_bot(event, body, channel["guild_id"], GUILDS)

    def presence(self, user: str) -> Json:
        """Return the presence of a user: a person is online with an open window, the bot while it is connected."""
        online = self.gateway.is_bot_online() if user == self.bot_id else self.gateway.is_online(user)
        shown: Json = {"user": {"id": user}, "activities": []}
        shown["status"] = "online" if online else "offline"
        return shown | {"client_status": {"web": "online"} if online else {}}

    def _publish_presence(self, user: str) -> None:
        for guild in self.world.list_bot_guilds():
            body = self.presence(user) | {"guild_id": guild["id"]}
            self.gateway.send_to_bot("PRESENCE_UPDATE", body, guild["id"], GUILD_PRESENCES)

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

    def remove_text_channel(self, channel: Json) -> None:
        """Delete a text channel with its threads; an event is sent only for the channel."""
        for thread in [thread for thread in self.world.threads() if thread["parent_id"] == channel["id"]]:
            self.remove_channel(thread)
        self.publish_channel("CHANNEL_DELETE", channel)
        self.remove_channel(channel)

    def roles(self, guild_id: str) -> list[Json]:
        """Return a guild's roles: @everyone, and if the bot is a member, its own role and the created ones."""
        guild = self.world.guilds[guild_id]
        everyone = self._role(guild_id, "@everyone", permissions.EVERYONE, 0)
        if "bot_role_id" not in guild:
            return [everyone]
        bot = self._role(guild["bot_role_id"], self.world.bot["username"], self.world.bot_role, 1)
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
        shown |= {"roles": self.roles(guild_id), "emojis": [], "stickers": [], **self.world.guild_settings(guild_id)}
        shown |= {"verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0}
        shown |= {"mfa_level": 0, "nsfw_level": 0, "premium_tier": 0, "system_channel_flags": 0, "afk_timeout": 300}
        shown["system_channel_id"] = self._first_channel(guild_id)
        absent = ("afk_channel_id", "application_id", "banner", "description", "discovery_splash", "hub_type", "splash")
        absent += ("public_updates_channel_id", "rules_channel_id", "safety_alerts_channel_id", "vanity_url_code")
        return shown | {"premium_progress_bar_enabled": False, **dict.fromkeys(absent)}

    def _first_channel(self, guild_id: str) -> str | None:
        """Return the id of the channel for system messages, None if the guild has no channel."""
        return next((each["id"] for each in self.channels(guild_id)), None)

    def channels(self, guild_id: str) -> list[Json]:
        """Return the text channels of a guild."""
        found = [each for each in self.world.channels.values() if each["type"] == 0 and each["guild_id"] == guild_id]
        return [self.channel_json(channel) for channel in found]

    def active_threads(self, guild_id: str, viewer: str) -> list[Json]:
        """Return the unarchived threads of a guild that `viewer` sees, newest first."""
        active = [thread for thread in self.world.threads() if not thread["thread_metadata"]["archived"]]
        threads = [thread for thread in active if thread["guild_id"] == guild_id and self.can_see(thread, viewer)]
        return [self.channel_json(thread, viewer) for thread in reversed(threads)]

    def application_flags(self) -> int:
        """Return the flags of the bot's application."""
        return application_flags(self.gateway.privileged)

    def bot_user(self) -> Json:
        """Return the bot's user as the bot sees itself."""
        bot = self.own_user(self.world.bot)
        return bot | {"verified": True, "mfa_enabled": False, "email": None}

    def own_user(self, user: Json) -> Json:
        """Return a user as they see themselves, with their language."""
        return user | {"locale": self.world.locale(user["id"])}

    def gateway_url(self) -> str:
        """Return the URL of the gateway."""
        return self.base.replace("http", "ws", 1) + "/gateway/"

    def _ready(self, session: Session) -> Iterable[tuple[str, Json]]:
        if not session.bot:
            user = self.own_user(self.world.users[session.user])
            guilds = [{"id": each["id"], "name": each["name"]} for each in self.world.guilds.values()]
            return [("READY", {"v": 10, "session_id": session.id, "user": user, "guilds": guilds})]
        ready: Json = {"v": 10, "session_id": session.id, "user": self.bot_user()}
        ready["resume_gateway_url"] = self.gateway_url()
        covered = [guild["id"] for guild in self.world.list_bot_guilds() if session.has_guild(guild["id"])]
        ready["guilds"] = [{"id": guild, "unavailable": True} for guild in covered]
        application = {"id": self.bot_id, "flags": self.application_flags()}
        ready |= {"application": application, "shard": session.shard, "private_channels": []}
        created = covered if session.intents & GUILDS else []
        return [("READY", ready), *(("GUILD_CREATE", self._whole_guild(guild, session)) for guild in created)]

    def _whole_guild(self, guild_id: str, session: Session) -> Json:
        whole, bot = self.guild_json(guild_id), self.member(self.world.bot, guild_id)
        whole |= {"unavailable": False, "member_count": len(self.world.users), "large": False}
        whole |= {"members": [bot], "channels": self.channels(guild_id), "joined_at": bot["joined_at"]}
        whole |= {"threads": self.active_threads(guild_id, self.bot_id), "presences": [], "voice_states": []}
        if session.intents & GUILD_PRESENCES:
            whole["members"] = [self.member(user, guild_id) for user in self.world.users.values()]
            presences = [self.presence(user) for user in self.world.users]
            whole["presences"] = [one for one in presences if one["status"] != "offline"]
        return whole | {"stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": []}


def reactions_json(message: Json, viewer: str) -> list[Json]:
    """Return the reactions to a message in the API's form, as `viewer` sees them."""
    fixed: Json = {"me_burst": False, "burst_colors": []}
    counted = [(emoji, users, len(users)) for emoji, users in message.get("_reactions", [])]
    return [
        {"emoji": emoji, "count": count, "count_details": {"normal": count, "burst": 0}, "me": viewer in users, **fixed}
        for emoji, users, count in counted
    ]


PLAYGROUND: web.AppKey[Playground] = web.AppKey("playground", Playground)
