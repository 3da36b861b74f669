"""The SQL tables of people and of what they keep for themselves (`data.store.schema`), each with its row."""

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
    """A user known to the program, by their Discord id."""

    id: int
    name: str
    settings: str
    created: int
    updated: int


# When somebody has announced to be away, and when that was.
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
    """A time for which somebody has announced to be away."""

    id: int
    user_id: int
    begins: int
    ends: int
    created: int


# Records that people have brought along to look at; `content` is compressed, `digest` recognises one brought twice.
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
    """A record of a game that somebody has brought along to look at, of `n` entries."""

    id: str
    user_id: int
    game: str
    n: int
    created: int


# How far somebody is in a lesson: the page where they stopped, how many answers to its question were wrong, what
# they are composing there (JSON), and when they first came to the end.
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
    """How far somebody is in a lesson.

    `page`, counted from 0, is where they stopped; `wrong` answers were given to its question, and `drafts` (JSON) is
    what they are composing there. `done` is when they first came to the end.
    """

    user_id: int
    game: str
    lesson: str
    page: int = 0
    wrong: int = 0
    drafts: str = "{}"
    done: int | None = None
    updated: int = 0


# What somebody tries out in a position that nobody plays in (*What if*), one for each person. `sandbox` is its id,
# `position` the configuration and the state with which it begins (JSON, compressed), `moves` what was made in it.
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
    """What somebody tries out in a position that nobody plays in.

    `sandbox` is its id and `origin` (JSON) where the position comes from; `position` are the configuration and the
    state with which it begins, `moves` the actors and actions since, `drafts` what is being composed (all JSON).
    `step` counts the changes, `turn` is the step at which the current turn began, and `told` how many moves there were
    before the last change. `seat` looks; `chooses` is 1 if draws are chosen instead of drawn.
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


# Who has asked that their data be deleted; the row goes when that is done.
deletions = Table(
    "deletions",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("requested", BigInteger, nullable=False),
)
