"""Everything the playground knows, in memory and in one SQLite file; a change is on disk before it is answered."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from playground import limits, permissions
from playground.refusals import Json, Reason, RefusedError

_EPOCH = 1_420_070_400_000
_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE things (kind TEXT NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT;
CREATE TABLE attachments (
    id INTEGER PRIMARY KEY, message INTEGER NOT NULL, channel INTEGER NOT NULL,
    filename TEXT NOT NULL, type TEXT NOT NULL, content BLOB NOT NULL
) STRICT;
CREATE INDEX attachments_of_message ON attachments (message);
"""
TEXT_CHANNEL, DIRECT, THREAD = 0, 1, 11


class WorldError(Exception):
    """The world's file cannot be opened; the text is one line for a person."""


class World:
    """The things of each kind by id, each a JSON object as Discord shows it; keys with a leading _ are never shown."""

    def __init__(self, path: Path, base: str, clock: Callable[[], float]) -> None:
        self.base = base
        self.clock = clock
        self._last = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=1)
            self._prepare()
            self._kinds: dict[str, dict[str, Json]] = {
                kind: {} for kind in ("guild", "user", "channel", "command", "message", "interaction", "modal")
            }
            self._load()
        except (OSError, sqlite3.Error, ValueError, KeyError) as error:
            raise WorldError(f"The playground's world {path} cannot be opened: {error}") from error
        self.guilds, self.users, self.channels, self.commands, self._messages, self.interactions, self.modals = (
            self._kinds.values()
        )
        self.by_channel: dict[str, dict[str, Json]] = {}
        for message in self._messages.values():
            self.by_channel.setdefault(message["channel_id"], {})[message["id"]] = message
        if not self.guilds:
            self._found()
        self.guild = next(iter(self.guilds.values()))
        self.bot = next(user for user in self.users.values() if user["bot"])

    def _prepare(self) -> None:
        # Two servers on one file would each remember their own half.
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            self._database.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {_SCHEMA_VERSION}; COMMIT;")
        elif version != _SCHEMA_VERSION:
            raise ValueError(f"it has version {version}, this program knows {_SCHEMA_VERSION}")

    def _load(self) -> None:
        # Addresses of attachments are stored whole; another port than last time changes them all once.
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
            self._last = max(self._last, number)

    def _found(self) -> None:
        self.add_user("Hexcade", bot=True)
        ann = self.add_user("Ann")
        self.add_user("Ben")
        guild = {"id": self.new_id(), "name": "Hexcade", "owner_id": ann["id"], "bot_role_id": self.new_id()}
        self.put("guild", guild)
        for position, name in enumerate(("general", "games")):
            self.put("channel", text_channel(self.new_id(), guild["id"], name, position))
        self.commit()

    def close(self) -> None:
        """Commit what is open and close the file."""
        self.commit()
        self._database.close()

    def now_ms(self) -> int:
        """Return the time in milliseconds UTC."""
        return int(self.clock() * 1000)

    def new_id(self) -> str:
        """Return a snowflake: it holds the time and is larger than every one before."""
        self._last = max(self._last + 1, (self.now_ms() - _EPOCH) << 22)
        return str(self._last)

    def id_at(self, seconds: float) -> int:
        """Return the smallest snowflake of a moment."""
        return (int(seconds * 1000) - _EPOCH) << 22

    def seconds_of(self, number: str) -> float:
        """Return the moment, in seconds since 1970, at which a snowflake was made."""
        return ((int(number) >> 22) + _EPOCH) / 1000

    def put(self, kind: str, thing: Json) -> None:
        """Store a new or changed thing."""
        self._begin()
        self._kinds[kind][thing["id"]] = thing
        statement = "INSERT OR REPLACE INTO things VALUES (?, ?, ?)"
        self._database.execute(statement, (kind, int(thing["id"]), json.dumps(thing, separators=(",", ":"))))

    def drop(self, kind: str, number: str) -> None:
        """Remove a thing; removing what is not there is no error."""
        self._begin()
        self._kinds[kind].pop(number, None)
        self._database.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, int(number)))

    def _begin(self) -> None:
        if not self._database.in_transaction:
            self._database.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make every change since the last commit durable."""
        if self._database.in_transaction:
            self._database.execute("COMMIT")

    def add_user(self, name: str, *, bot: bool = False) -> Json:
        """Store a new user."""
        number = self.new_id()
        user: Json = {"id": number, "username": name.lower() or name, "global_name": None if bot else name}
        user |= {"avatar": None, "bot": bot, "discriminator": "0000" if bot else "0", "public_flags": 0, "flags": 0}
        user["username"] = name if bot else user["username"]
        self.put("user", user)
        return user

    def people(self) -> list[Json]:
        """Return every user but the bot, oldest first."""
        return [user for user in self.users.values() if not user["bot"]]

    def channel(self, number: str) -> Json:
        """Return a channel or thread; raises the refusal of an unknown one."""
        if number not in self.channels:
            raise RefusedError(Reason.UNKNOWN_CHANNEL)
        return self.channels[number]

    def home(self, channel: Json) -> Json:
        """Return the channel whose permissions count: a thread's parent, else itself."""
        return self.channels[channel["parent_id"]] if channel["type"] == THREAD else channel

    def threads(self) -> list[Json]:
        """Return all threads, oldest first."""
        return [channel for channel in self.channels.values() if channel["type"] == THREAD]

    def bot_permissions(self, channel: Json) -> int:
        """Return what the bot may do in a channel."""
        return permissions.of_bot(self.home(channel), self.bot["id"])

    def forget_threads(self) -> None:
        """Drop archived threads beyond the newest 1,000 threads, so that the world stays small."""
        threads = self.threads()
        for thread in threads[: max(len(threads) - limits.THREADS_KEPT, 0)]:
            if thread["thread_metadata"]["archived"]:
                for message in list(self.by_channel.pop(thread["id"], {}).values()):
                    self.drop_message(message)
                self.drop("channel", thread["id"])

    def history(self, channel: str, viewer: str) -> Iterator[Json]:
        """Yield a channel's messages, newest first, without other people's ephemeral ones."""
        for message in reversed(self.by_channel.get(channel, {}).values()):
            if message.get("_to") in (None, viewer):
                yield message

    def message(self, channel: str, number: str, viewer: str) -> Json:
        """Return a message that this user may see; raises the refusal of an unknown one."""
        message = self.by_channel.get(channel, {}).get(number)
        if message is None or message.get("_to") not in (None, viewer):
            raise RefusedError(Reason.UNKNOWN_MESSAGE)
        return message

    def put_message(self, message: Json) -> None:
        """Store a message; beyond the newest 5,000 the oldest goes with its attachments."""
        self.put("message", message)
        self.by_channel.setdefault(message["channel_id"], {})[message["id"]] = message
        while len(self._messages) > limits.MESSAGES_KEPT:
            self.drop_message(next(iter(self._messages.values())))

    def drop_message(self, message: Json) -> None:
        """Remove a message and its attachments."""
        self.drop("message", message["id"])
        self.by_channel.get(message["channel_id"], {}).pop(message["id"], None)
        self._database.execute("DELETE FROM attachments WHERE message = ?", (int(message["id"]),))

    def put_attachment(self, attachment: Json, message: Json, content: bytes) -> None:
        """Store an attachment's bytes beside its message."""
        self._begin()
        row = (int(attachment["id"]), int(message["id"]), int(message["channel_id"]))
        statement = "INSERT INTO attachments VALUES (?, ?, ?, ?, ?, ?)"
        self._database.execute(statement, (*row, attachment["filename"], attachment["content_type"], content))

    def drop_attachment(self, number: str) -> None:
        """Remove an attachment's bytes."""
        self._begin()
        self._database.execute("DELETE FROM attachments WHERE id = ?", (int(number),))

    def attachment(self, channel: int, number: int) -> tuple[str, str, bytes] | None:
        """Return an attachment's file name, type and bytes."""
        query = "SELECT filename, type, content FROM attachments WHERE id = ? AND channel = ?"
        return self._database.execute(query, (number, channel)).fetchone()


def text_channel(number: str, guild: str, name: str, position: int) -> Json:
    """Return a new text channel."""
    channel: Json = {"id": number, "type": TEXT_CHANNEL, "guild_id": guild, "name": name, "position": position}
    return channel | {"parent_id": None, "topic": None, "nsfw": False, "permission_overwrites": []}
