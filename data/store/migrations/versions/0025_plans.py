"""Migration 0025: a table for the moves that seats have planned."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Create the table `plans`."""
    op.create_table(
        "plans",
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("action", Text, nullable=False),
        Column("condition", Text, nullable=False),
        Column("dropped", Text),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", name="pk_plans"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_plans_table_id"),
    )
    op.create_index("ix_plans_user_id", "plans", ["user_id"])


def downgrade() -> None:
    """Drop the table `plans`."""
    op.drop_table("plans")
