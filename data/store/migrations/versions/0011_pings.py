"""Who was pinged in which turn, who has muted a table, and who follows it."""

from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "pings",
        *_person(Column("turn", Integer, nullable=False)),
        Column("reason", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "turn", "user_id", "reason", name="pk_pings"),
        _of_table("pings"),
    )
    op.create_table(
        "mutes", *_person(), PrimaryKeyConstraint("table_id", "user_id", name="pk_mutes"), _of_table("mutes")
    )
    op.create_table(
        "follows",
        *_person(),
        Column("each_turn", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger),
        PrimaryKeyConstraint("table_id", "user_id", name="pk_follows"),
        _of_table("follows"),
    )


def _person(*between: Column[Any]) -> tuple[Column[Any], ...]:
    return (Column("table_id", Text, nullable=False), *between, Column("user_id", BigInteger, nullable=False))


def _of_table(name: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id")


def downgrade() -> None:
    """Take them away again."""
    for name in ("follows", "mutes", "pings"):
        op.drop_table(name)
