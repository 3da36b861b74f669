"""Logs of ended tables in one value each, records brought along, and who wants to be forgotten.

What was pruned before is pruned once more, which folds its log.
"""

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

from data.store.folding import unfold

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "logs",
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("content", LargeBinary, nullable=False),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_logs_table_id_tables"),
        PrimaryKeyConstraint("table_id", name="pk_logs"),
    )
    op.create_table(
        "imports",
        Column("id", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("digest", Text, nullable=False),
        Column("content", LargeBinary, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_imports"),
        UniqueConstraint("user_id", "digest", name="uq_imports_user_id_digest"),
    )
    op.create_index("ix_imports_created", "imports", ["created"])
    op.create_table(
        "deletions",
        Column("user_id", BigInteger, autoincrement=False, nullable=False),
        Column("requested", BigInteger, nullable=False),
        PrimaryKeyConstraint("user_id", name="pk_deletions"),
    )
    op.execute("UPDATE tables SET pruned = NULL WHERE pruned IS NOT NULL")


def downgrade() -> None:
    """Take them away again; folded logs become entries as they were, without their public events."""
    connection = op.get_bind()
    insert = text(
        "INSERT INTO entries (table_id, n, actor, action, digest, created) "
        "VALUES (:table_id, :n, :actor, :action, :digest, :created)"
    )
    for table_id in list(connection.scalars(text("SELECT table_id FROM logs"))):
        content = connection.scalar(text("SELECT content FROM logs WHERE table_id = :id"), {"id": table_id})
        for n, actor, action, digest, created in unfold(content):
            row = {"n": n, "actor": actor, "action": action, "digest": digest, "created": created}
            connection.execute(insert, {"table_id": table_id, **row})
    op.drop_table("deletions")
    op.drop_table("imports")
    op.drop_table("logs")
