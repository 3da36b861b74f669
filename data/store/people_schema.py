"""The tables of people and of what they keep for themselves (`data.store.schema`)."""

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

# Who has asked that their data be deleted; the row goes when that is done.
deletions = Table(
    "deletions",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("requested", BigInteger, nullable=False),
)
