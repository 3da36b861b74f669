"""Turns, protocols of draws, events of entries and drafts; indexes that leave out what is delivered or over."""

from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text, text

revision = "0002"
down_revision = "0001"

_OPEN = "phase IN ('lobby', 'playing')"
_PENDING = "done IS NULL"

_OLD_INDEXES: tuple[tuple[str, str, list[str], str | None], ...] = (
    ("ix_tables_channel_id", "tables", ["channel_id"], None),
    ("ix_tables_host_phase", "tables", ["host", "phase"], None),
    ("ix_tables_guild_id_phase", "tables", ["guild_id", "phase"], None),
    ("ix_seats_user_id", "seats", ["user_id"], None),
    ("ix_messages_table_id_kind", "messages", ["table_id", "kind"], None),
    ("ix_outbox_pending", "outbox", ["due"], _PENDING),
)
_NEW_INDEXES: tuple[tuple[str, str, list[str], str | None], ...] = (
    ("ix_tables_id_open", "tables", ["id"], _OPEN),
    ("ix_tables_channel_id_open", "tables", ["channel_id"], _OPEN),
    ("ix_tables_host_open", "tables", ["host"], _OPEN),
    ("ix_tables_guild_id_open", "tables", ["guild_id"], _OPEN),
    ("ix_tables_ended_unpruned", "tables", ["ended"], "ended IS NOT NULL AND pruned IS NULL"),
    ("ix_seats_user_id_open", "seats", ["user_id"], "open = 1"),
    ("ix_messages_table_id_kind_id", "messages", ["table_id", "kind", "id"], None),
    ("ix_outbox_due_pending", "outbox", ["due", "id"], _PENDING),
    ("ix_outbox_table_id_kind_pending", "outbox", ["table_id", "kind", "id"], _PENDING),
    ("ix_outbox_done_delivered", "outbox", ["done"], "done IS NOT NULL"),
)


def upgrade() -> None:
    """Add the columns, the drafts and the indexes."""
    _drop_indexes(_OLD_INDEXES)
    with op.batch_alter_table("tables") as batch:
        batch.add_column(Column("turn", Integer, nullable=False, server_default="0"))
        batch.add_column(Column("draw", Integer, nullable=False, server_default="1"))
        batch.add_column(Column("pruned", BigInteger))
    with op.batch_alter_table("seats") as batch:
        batch.add_column(Column("open", Integer, nullable=False, server_default="1"))
    with op.batch_alter_table("entries") as batch:
        batch.add_column(Column("events", Text))
    op.create_table(
        "drafts",
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("content", Text, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", "name", name="pk_drafts"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_drafts_table_id"),
    )
    op.execute(f"UPDATE seats SET open = 0 WHERE table_id IN (SELECT id FROM tables WHERE NOT {_OPEN})")
    # Choices before the start have names since there may be several; the only one until now was the faction.
    op.execute("UPDATE seats SET choices = replace(choices, '\"choice\"', '\"faction\"')")
    # The snapshots are of a format that is no longer read; they are made anew from the entries.
    op.execute("DELETE FROM snapshots")
    # A deadline is for a turn from now on, and those that run are for whatever is asked.
    op.execute("UPDATE timers SET step = 0 WHERE kind = 'deadline'")
    _create_indexes(_NEW_INDEXES)


def downgrade() -> None:
    """Take them away again."""
    _drop_indexes(_NEW_INDEXES)
    op.drop_table("drafts")
    op.execute("UPDATE seats SET choices = replace(choices, '\"faction\"', '\"choice\"')")
    op.execute("DELETE FROM snapshots")
    with op.batch_alter_table("entries") as batch:
        batch.drop_column("events")
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("open")
    with op.batch_alter_table("tables") as batch:
        for name in ("pruned", "draw", "turn"):
            batch.drop_column(name)
    _create_indexes(_OLD_INDEXES)


def _create_indexes(indexes: tuple[tuple[str, str, list[str], str | None], ...]) -> None:
    for name, table, columns, where in indexes:
        condition: dict[str, Any] = (
            {} if where is None else {"sqlite_where": text(where), "postgresql_where": text(where)}
        )
        op.create_index(name, table, columns, **condition)


def _drop_indexes(indexes: tuple[tuple[str, str, list[str], str | None], ...]) -> None:
    for name, table, *_ in indexes:
        op.drop_index(name, table)
