"""The tables of the database, the same for SQLite and PostgreSQL (design.md "Storage").

Times are integer milliseconds UTC; ids that Discord gave are BigInteger; texts named JSON are opaque to the store.
A change here needs a migration in `migrations/versions/`; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

# Every constraint has a name, so that a later migration can drop it on both databases.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the type is exactly INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("step", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("server_seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("salts", Text),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Index(None, "channel_id"),
    Index(None, "host", "phase"),
    Index(None, "guild_id", "phase"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("player", Text),
    Column("name", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("choices", Text, nullable=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "n"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("n", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "table_id", "kind"),
    Index(None, "message_id"),
    sqlite_autoincrement=True,
)

# An id is never given twice, not even after its row is gone: it is the nonce of the message (design.md, turn 4).
outbox = Table(
    "outbox",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("kind", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("token", Text),
    Column("expires", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempted", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("done", BigInteger),
    Column("error", Text),
    Index("ix_outbox_pending", "due", sqlite_where=text("done IS NULL"), postgresql_where=text("done IS NULL")),
    sqlite_autoincrement=True,
)

timers = Table(
    "timers",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("kind", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    UniqueConstraint("table_id", "kind"),
    # NULLs count as different in the constraint above, so timers of no table need their own.
    Index(
        "uq_timers_kind",
        "kind",
        unique=True,
        sqlite_where=text("table_id IS NULL"),
        postgresql_where=text("table_id IS NULL"),
    ),
    Index(None, "due"),
    sqlite_autoincrement=True,
)

users = Table(
    "users",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
