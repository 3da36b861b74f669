"""The SQL tables of people and their own data, each with its row class; see `data.store.schema`."""

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

from data.store.rows import Row
from data.store.schema_base import RowNumber, metadata

users = Table(
    "users",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)


class UserRow(Row, frozen=True):
    """A user of the program, by Discord id."""

    id: int
    name: str
    settings: str
    created: int
    updated: int


# Announced absences; `created` is when they were announced.
vacations = Table(
    "vacations",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("user_id", BigInteger, nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "user_id"),
    sqlite_autoincrement=True,
)


class VacationRow(Row, frozen=True):
    """An announced absence of a user."""

    id: int
    user_id: int
    begins: int
    ends: int
    created: int


# Records imported by users for viewing; `content` is compressed, `digest` detects duplicates.
imports = Table(
    "imports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("n", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("user_id", "digest"),
    Index(None, "created"),
)


class ImportRow(Row, frozen=True):
    """A user's imported record of a game, with `n` entries."""

    id: str
    user_id: int
    game: str
    n: int
    created: int


# Progress in a lesson: the page reached, the wrong answers to its question, the draft of an answer (JSON), and when the
# lesson was first completed.
lesson_progress = Table(
    "lesson_progress",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("lesson", Text, nullable=False),
    Column("page", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("drafts", Text, nullable=False),
    Column("done", BigInteger),
    Column("updated", BigInteger, nullable=False),
    PrimaryKeyConstraint("user_id", "game", "lesson"),
)


class LessonRow(Row, frozen=True):
    """A user's progress in a lesson.

    `page` is the page reached, counted from 0. `wrong` is the number of wrong answers to the question on that page,
    and `drafts` is the answer being composed to it (JSON). `done` is when the lesson was first completed, None
    before.
    """

    user_id: int
    game: str
    lesson: str
    page: int = 0
    wrong: int = 0
    drafts: str = "{}"
    done: int | None = None
    updated: int = 0


# A sandbox of *What if*, one for each person. `sandbox` is its id, `position` the initial configuration and state
# (JSON, compressed), `moves` the moves made since.
sandboxes = Table(
    "sandboxes",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("sandbox", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("position", LargeBinary, nullable=False),
    Column("moves", Text, nullable=False),
    Column("drafts", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("chooses", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index(None, "updated"),
)


class SandboxRow(Row, frozen=True, kw_only=True):
    """A user's sandbox: a position of *What if*, apart from any table.

    - `sandbox`: its id
    - `origin`: the source of the position (JSON)
    - `position`: the initial configuration and state (JSON, compressed)
    - `moves`: the actors and actions since then (JSON)
    - `drafts`: the move being composed (JSON)
    - `step`: number of changes
    - `turn`: the step at which the current turn began
    - `told`: number of moves before the user's last change; the page describes only later ones
    - `seat`: the seat whose view is shown
    - `chooses`: 1 if the user chooses the outcomes of chance
    """

    HIDDEN = frozenset({"position", "moves", "drafts"})

    user_id: int
    sandbox: str
    game: str
    origin: str
    position: bytes
    moves: str = "[]"
    drafts: str = "{}"
    step: int = 1
    turn: int = 1
    told: int = 0
    seat: int = 0
    chooses: int = 0
    created: int = 0
    updated: int = 0


# Wishes of people to hear of open seats on a server. `games` are names (JSON); `daily` is 1 for at most one message a
# day, `direct` 1 for direct messages and 0 for mentions. `told` are the times of the newest messages (JSON), the newest
# last, and `last_told` is the newest of them, 0 before.
seekers = Table(
    "seekers",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("games", Text, nullable=False),
    Column("daily", Integer, nullable=False),
    Column("direct", Integer, nullable=False),
    # No messages before this time; 0 if the user has not paused them.
    Column("paused_until", BigInteger, nullable=False),
    Column("told", Text, nullable=False),
    Column("last_told", BigInteger, nullable=False),
    PrimaryKeyConstraint("guild_id", "user_id"),
    Index(None, "user_id"),
)


class SeekerRow(Row, frozen=True, kw_only=True):
    """A user's wish to hear of open seats on a server.

    - `games`: the names of the games (JSON)
    - `daily`: 1 for at most one message a day
    - `direct`: 1 for direct messages, 0 for mentions
    - `paused_until`: no messages before this time
    - `told`: the times of the newest messages, the newest last (JSON)
    - `last_told`: the time of the newest message, 0 before
    """

    guild_id: int
    user_id: int
    games: str
    daily: int = 0
    direct: int = 1
    paused_until: int = 0
    told: str = "[]"
    last_told: int = 0


# Requests to delete a person's data; a row is removed once that is done.
deletions = Table(
    "deletions",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("requested", BigInteger, nullable=False),
)
