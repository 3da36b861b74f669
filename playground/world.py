"""The playground's state, in memory and in one SQLite file.

Changes are committed before a request is answered.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from playground import limits, permissions
from playground.errors import ApiError, ErrorCode, Json

_EPOCH = 1_420_070_400_000
_SERVER_NAMES = (
    "Hexcade",
    "Tuesday Club",
    "Riverside",
    "Night Owls",
    "Board Room",
    "Lighthouse",
    "Old Mill",
    "Garden Party",
    "Chess Corner",
    "Winter Games",
)
# Each entry upgrades a file from the version equal to its index to the next one.
_SCHEMA_CHANGES = (
    """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE things (kind TEXT NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT;
CREATE TABLE attachments (
    id INTEGER PRIMARY KEY, message INTEGER NOT NULL, channel INTEGER NOT NULL,
    filename TEXT NOT NULL, type TEXT NOT NULL, content BLOB NOT NULL
) STRICT;
CREATE INDEX attachments_of_message ON attachments (message);
""",
    "CREATE TABLE emoji_images (id INTEGER PRIMARY KEY, type TEXT NOT NULL, content BLOB NOT NULL) STRICT;",
    """
ALTER TABLE attachments ADD COLUMN lost_at INTEGER;
CREATE INDEX lost_attachments ON attachments (lost_at) WHERE lost_at IS NOT NULL;
""",
)
TEXT_CHANNEL, DM, THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS = (THREAD, PRIVATE_THREAD)
DEFAULT_LOCALE = "en-US"
"""The language of a person or server that has chosen none."""
_KINDS = ("guild", "user", "settings", "channel", "command", "emoji", "message", "interaction", "modal")


class WorldError(Exception):
    """The SQLite file cannot be opened; the message is one line."""


class World:
    """The playground's state: JSON objects by kind and id, as the API returns them.

    Keys with a leading underscore are never sent. A new world has a bot and a server of the given `names`.
    """

    def __init__(
        self,
        path: Path,
        base: str,
        clock: Callable[[], float],
        servers: int = 1,
        *,
        names: tuple[str, str] = (_SERVER_NAMES[0], _SERVER_NAMES[0]),
        bot_role: int = permissions.BOT_ROLE,
    ) -> None:
        self.base = base
        self.clock = clock
        self.bot_role = bot_role
        """The permissions of the bot's own role, as its invitation asks for them."""
        self._last_id = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=1)
            self._prepare()
            self._kinds: dict[str, dict[str, Json]] = {kind: {} for kind in _KINDS}
            self._load()
        except (OSError, sqlite3.Error, ValueError, KeyError) as error:
            raise WorldError(f"The playground's world {path} cannot be opened: {error}") from error
        self.guilds, self.users, self.channels = self._kinds["guild"], self._kinds["user"], self._kinds["channel"]
        self.commands, self.emojis, self._messages = (
            self._kinds["command"],
            self._kinds["emoji"],
            self._kinds["message"],
        )
        self.interactions, self.modals = self._kinds["interaction"], self._kinds["modal"]
        self._settings = self._kinds["settings"]
        self.messages_by_channel: dict[str, dict[str, Json]] = {}
        for message in self._messages.values():
            self.messages_by_channel.setdefault(message["channel_id"], {})[message["id"]] = message
        if not self.guilds:
            self._create_first(*names)
        self.guild = next(iter(self.guilds.values()))
        self._create_up_to(servers)
        self.bot = next(user for user in self.users.values() if user["bot"])

    def _prepare(self) -> None:
        # A second server on this file would not see changes that are only in the first one's memory.
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version > len(_SCHEMA_CHANGES):
            raise ValueError(f"it has version {version}, but this program supports up to {len(_SCHEMA_CHANGES)}")
        for number, change in enumerate(_SCHEMA_CHANGES[version:], version + 1):
            self._database.executescript(f"BEGIN; {change} PRAGMA user_version = {number}; COMMIT;")

    def _load(self) -> None:
        # Stored messages contain absolute URLs of attachments, which change with the port.
        row = self._database.execute("SELECT value FROM facts WHERE name = 'base'").fetchone()
        if row is None or row[0] != self.base:
            self._database.execute("BEGIN IMMEDIATE")
            if row:
                change = "UPDATE things SET body = replace(body, ?, ?) WHERE kind = 'message'"
                self._database.execute(change, (row[0] + "/attachments/", self.base + "/attachments/"))
            self._database.execute("INSERT OR REPLACE INTO facts VALUES ('base', ?)", (self.base,))
            self._database.execute("COMMIT")
        for kind, number, body in self._database.execute("SELECT kind, id, body FROM things ORDER BY id"):
            self._kinds[kind][str(number)] = json.loads(body)
            self._last_id = max(self._last_id, number)

    def _create_first(self, bot: str, server: str) -> None:
        self.add_user(bot, bot=True)
        ann = self.add_user("Ann")
        self.add_user("Ben")
        self._create_guild(self.create_id(), server, ann["id"])
        self.commit()

    def _create_up_to(self, servers: int) -> None:
        """Create servers with the bot until there are `servers` of them; existing ones are kept."""
        for place in range(len(self.list_bot_guilds()), servers):
            # The servers' ids are of consecutive milliseconds, so that with as many shards as servers each is on
            # another shard. The last id of a millisecond can't collide with one of `create_id`, which counts from the
            # first.
            number = ((int(self.guild["id"]) >> 22) + place + 1 << 22) - 1
            self._last_id = max(self._last_id, number)
            self._create_guild(str(number), _SERVER_NAMES[place], self.guild["owner_id"])
        # The same order as after loading the file.
        ordered = sorted(self.guilds.items(), key=lambda item: int(item[0]))
        self.guilds.clear()
        self.guilds.update(ordered)
        self.commit()

    def _create_guild(self, number: str, name: str, owner: str) -> None:
        self.put("guild", {"id": number, "name": name, "owner_id": owner, "bot_role_id": self.create_id()})
        for position, channel in enumerate(("general", "games")):
            self.put("channel", text_channel(self.create_id(), number, channel, position))

    def list_bot_guilds(self) -> list[Json]:
        """Return the servers that the bot is on, oldest first."""
        return [guild for guild in self.guilds.values() if "bot_role_id" in guild]

    def add_elsewhere(self) -> Json:
        """Return the server without the bot; it is created, with one channel, if it does not exist."""
        found = self.find_other_server()
        if found is None:
            found = {"id": self.create_id(), "name": "Elsewhere", "owner_id": self.guild["owner_id"]}
            self.put("guild", found)
            self.put("channel", text_channel(self.create_id(), found["id"], "lounge", 0))
        return found

    def find_other_server(self) -> Json | None:
        """Return the server without the bot, None if there is none."""
        return next((guild for guild in self.guilds.values() if "bot_role_id" not in guild), None)

    def is_elsewhere(self, channel: Json) -> bool:
        """Return whether a channel or thread is on the server without the bot."""
        return "guild_id" in channel and "bot_role_id" not in self.guilds[channel["guild_id"]]

    def close(self) -> None:
        """Commit and close the file."""
        self.commit()
        self._database.close()

    def now_ms(self) -> int:
        """Return the current time in milliseconds UTC."""
        return int(self.clock() * 1000)

    def create_id(self) -> str:
        """Return a new snowflake, larger than all earlier ones."""
        self._last_id = max(self._last_id + 1, (self.now_ms() - _EPOCH) << 22)
        return str(self._last_id)

    def snowflake_at(self, seconds: float) -> int:
        """Return the smallest snowflake of a time in seconds since 1970."""
        return (int(seconds * 1000) - _EPOCH) << 22

    def snowflake_time(self, number: str) -> float:
        """Return the time of a snowflake in seconds since 1970."""
        return ((int(number) >> 22) + _EPOCH) / 1000

    def put(self, kind: str, thing: Json) -> None:
        """Store a new or changed object of this kind under its id."""
        self._begin()
        self._kinds[kind][thing["id"]] = thing
        statement = "INSERT OR REPLACE INTO things VALUES (?, ?, ?)"
        self._database.execute(statement, (kind, int(thing["id"]), json.dumps(thing, separators=(",", ":"))))

    def delete(self, kind: str, number: str) -> None:
        """Delete an object by kind and id; idempotent."""
        self._begin()
        self._kinds[kind].pop(number, None)
        self._database.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, int(number)))

    def _begin(self) -> None:
        if not self._database.in_transaction:
            self._database.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Commit all changes since the last commit."""
        if self._database.in_transaction:
            self._database.execute("COMMIT")

    def add_user(self, name: str, *, bot: bool = False) -> Json:
        """Store a new user."""
        number = self.create_id()
        user: Json = {"id": number, "username": name.lower() or name, "global_name": None if bot else name}
        user |= {"avatar": None, "bot": bot, "discriminator": "0000" if bot else "0", "public_flags": 0, "flags": 0}
        user["username"] = name if bot else user["username"]
        self.put("user", user)
        return user

    def people(self) -> list[Json]:
        """Return all users except the bot, oldest first."""
        return [user for user in self.users.values() if not user["bot"]]

    def locale(self, user: str) -> str:
        """Return the language of a person, as one of Discord's locales."""
        return self._settings.get(user, {}).get("locale", DEFAULT_LOCALE)

    def set_locale(self, user: str, locale: str) -> None:
        """Store the language of a person, separately from their user object, which is sent to everybody."""
        self.put("settings", {"id": user, "locale": locale})

    def guild_settings(self, number: str) -> Json:
        """Return the `preferred_locale` and the `features` of a server."""
        return {"preferred_locale": DEFAULT_LOCALE, "features": [], **self.guilds[number].get("_settings", {})}

    def set_community(self, number: str, locale: str | None) -> None:
        """Make a server a community with this language, or an ordinary server if it is None."""
        settings: Json = {} if locale is None else {"preferred_locale": locale, "features": ["COMMUNITY"]}
        guild = self.guilds[number]
        guild["_settings"] = settings
        self.put("guild", guild)

    def channel(self, number: str) -> Json:
        """Return a channel or thread; raises ApiError 10003 if it is unknown."""
        if number not in self.channels:
            raise ApiError(ErrorCode.UNKNOWN_CHANNEL)
        return self.channels[number]

    def permission_channel(self, channel: Json) -> Json:
        """Return the channel whose permission overwrites apply: for a thread its parent, else the channel itself."""
        return self.channels[channel["parent_id"]] if channel["type"] in THREADS else channel

    def threads(self) -> list[Json]:
        """Return all threads, oldest first."""
        return [channel for channel in self.channels.values() if channel["type"] in THREADS]

    def bot_permissions(self, channel: Json) -> int:
        """Return the bot's permissions in a channel or thread."""
        if self.is_elsewhere(channel):
            return permissions.BROUGHT_ALONG
        return permissions.compute_bot_permissions(self.permission_channel(channel), self.bot["id"], self.bot_role)

    def prune_threads(self) -> None:
        """Delete the oldest threads beyond 1,000, except those that are not archived."""
        threads = self.threads()
        for thread in threads[: max(len(threads) - limits.THREADS_KEPT, 0)]:
            if thread["thread_metadata"]["archived"]:
                for message in list(self.messages_by_channel.pop(thread["id"], {}).values()):
                    self.delete_message(message)
                self.delete("channel", thread["id"])

    def history(self, channel: str, viewer: str) -> Iterator[Json]:
        """Yield a channel's messages, newest first, without ephemeral messages of other people."""
        for message in reversed(self.messages_by_channel.get(channel, {}).values()):
            if message.get("_to") in (None, viewer):
                yield message

    def message(self, channel: str, number: str, viewer: str) -> Json:
        """Return a message visible to `viewer`; raises ApiError 10008 otherwise."""
        message = self.messages_by_channel.get(channel, {}).get(number)
        if message is None or message.get("_to") not in (None, viewer):
            raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
        return message

    def put_message(self, message: Json) -> None:
        """Store a message, and delete the oldest if there are more than 5,000."""
        self.put("message", message)
        self.messages_by_channel.setdefault(message["channel_id"], {})[message["id"]] = message
        while len(self._messages) > limits.MESSAGES_KEPT:
            self.delete_message(next(iter(self._messages.values())))

    def delete_message(self, message: Json) -> None:
        """Delete a message and mark its attachments as lost."""
        self.delete("message", message["id"])
        self.messages_by_channel.get(message["channel_id"], {}).pop(message["id"], None)
        self.lose_attachments(message)

    def put_attachment(self, attachment: Json, message: Json, content: bytes) -> None:
        """Store the content of a message's attachment."""
        self._begin()
        row = (int(attachment["id"]), int(message["id"]), int(message["channel_id"]))
        statement = "INSERT INTO attachments VALUES (?, ?, ?, ?, ?, ?, NULL)"
        self._database.execute(statement, (*row, attachment["filename"], attachment["content_type"], content))

    def lose_attachments(self, message: Json, kept: Iterable[str] = ()) -> None:
        """Mark the attachments of a message as lost, except those in `kept`; their bytes stay for a minute.

        Windows that show the old version of the message may still load them.
        """
        self._begin()
        marks = ", ".join(str(int(number)) for number in kept)
        statement = f"UPDATE attachments SET lost_at = ? WHERE message = ? AND id NOT IN ({marks}) AND lost_at IS NULL"
        self._database.execute(statement, (self.now_ms(), int(message["id"])))

    def delete_lost_attachments(self) -> None:
        """Delete the bytes of attachments that were marked as lost more than a minute ago."""
        before = (self.now_ms() - limits.LOST_ATTACHMENT_SECONDS * 1000,)
        if self._database.execute("SELECT 1 FROM attachments WHERE lost_at < ? LIMIT 1", before).fetchone():
            self._begin()
            self._database.execute("DELETE FROM attachments WHERE lost_at < ?", before)

    def delete_attachments_of(self, number: str) -> None:
        """Delete the bytes of all files submitted with the modal or command of this id."""
        self._begin()
        self._database.execute("DELETE FROM attachments WHERE message = ?", (int(number),))

    def attachment(self, channel: int, number: int) -> tuple[str, str, bytes] | None:
        """Return an attachment's file name, media type and bytes, None if it does not exist."""
        query = "SELECT filename, type, content FROM attachments WHERE id = ? AND channel = ?"
        return self._database.execute(query, (number, channel)).fetchone()

    def put_emoji(self, emoji: Json, kind: str, image: bytes) -> None:
        """Store a new emoji with its image."""
        self.put("emoji", emoji)
        self._database.execute("INSERT INTO emoji_images VALUES (?, ?, ?)", (int(emoji["id"]), kind, image))

    def delete_emoji(self, number: str) -> None:
        """Delete an emoji and its image."""
        self.delete("emoji", number)
        self._database.execute("DELETE FROM emoji_images WHERE id = ?", (int(number),))

    def emoji_image(self, number: int) -> tuple[str, bytes] | None:
        """Return the media type and bytes of an emoji's image, None if it does not exist."""
        query = "SELECT type, content FROM emoji_images WHERE id = ?"
        return self._database.execute(query, (number,)).fetchone()


def text_channel(number: str, guild: str, name: str, position: int) -> Json:
    """Return the object of a new text channel."""
    channel: Json = {"id": number, "type": TEXT_CHANNEL, "guild_id": guild, "name": name, "position": position}
    return channel | {"parent_id": None, "topic": None, "nsfw": False, "permission_overwrites": []}
