"""Tables with their seats, entries, snapshots and messages; outbox, timers, users, facts."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    text,
)

revision = "0001"
down_revision = None

_ROW_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Make every table of the first version."""
    _create_tables()
    _create_game()
    _create_duties()
    _create_people()


def downgrade() -> None:
    """Drop them all, with what is in them."""
    for name in ("facts", "users", "timers", "outbox", "messages", "snapshots", "entries", "seats", "tables"):
        op.drop_table(name)


def _create_tables() -> None:
    op.create_table(
        "tables",
        Column("id", Text, nullable=False),
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
        PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_channel_id", "tables", ["channel_id"])
    op.create_index("ix_tables_host_phase", "tables", ["host", "phase"])
    op.create_index("ix_tables_guild_id_phase", "tables", ["guild_id", "phase"])


def _create_game() -> None:
    op.create_table(
        "seats",
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("user_id", BigInteger),
        Column("player", Text),
        Column("name", Text, nullable=False),
        Column("salt", Text, nullable=False),
        Column("choices", Text, nullable=False),
        Column("state", Text, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        UniqueConstraint("table_id", "user_id", name="uq_seats_table_id_user_id"),
        _of_table("seats"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "entries",
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("actor", Text, nullable=False),
        Column("action", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "n", name="pk_entries"),
        _of_table("entries"),
    )
    op.create_table(
        "snapshots",
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("state", LargeBinary, nullable=False),
        PrimaryKeyConstraint("table_id", name="pk_snapshots"),
        _of_table("snapshots"),
    )
    op.create_table(
        "messages",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("channel_id", BigInteger, nullable=False),
        Column("message_id", BigInteger, nullable=False),
        Column("n", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_messages"),
        _of_table("messages"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_messages_table_id_kind", "messages", ["table_id", "kind"])
    op.create_index("ix_messages_message_id", "messages", ["message_id"])


def _create_duties() -> None:
    op.create_table(
        "outbox",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text),
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
        PrimaryKeyConstraint("id", name="pk_outbox"),
        _of_table("outbox"),
        sqlite_autoincrement=True,
    )
    _create_partial_index("ix_outbox_pending", "outbox", "due", where="done IS NULL")
    op.create_table(
        "timers",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text),
        Column("kind", Text, nullable=False),
        Column("step", Integer, nullable=False),
        Column("due", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_timers"),
        UniqueConstraint("table_id", "kind", name="uq_timers_table_id_kind"),
        _of_table("timers"),
        sqlite_autoincrement=True,
    )
    _create_partial_index("uq_timers_kind", "timers", "kind", where="table_id IS NULL", unique=True)
    op.create_index("ix_timers_due", "timers", ["due"])


def _create_people() -> None:
    op.create_table(
        "users",
        Column("id", BigInteger, autoincrement=False, nullable=False),
        Column("name", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_users"),
    )
    op.create_table(
        "facts",
        Column("name", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("name", name="pk_facts"),
    )


def _of_table(name: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id")


def _create_partial_index(name: str, table: str, column: str, *, where: str, unique: bool = False) -> None:
    op.create_index(name, table, [column], unique=unique, sqlite_where=text(where), postgresql_where=text(where))
