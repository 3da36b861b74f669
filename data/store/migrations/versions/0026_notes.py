"""Migration 0026: a table for users' own notes about tables."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, PrimaryKeyConstraint, Text

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Create the table `notes`."""
    op.create_table(
        "notes",
        Column("table_id", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("content", Text, nullable=False),
        PrimaryKeyConstraint("table_id", "user_id", name="pk_notes"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notes_table_id"),
    )
    op.create_index("ix_notes_user_id", "notes", ["user_id"])


def downgrade() -> None:
    """Drop the table `notes`."""
    op.drop_table("notes")
