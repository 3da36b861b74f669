"""Migration 0027: a table for people who want to hear of open seats on a server."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Text

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Create the table `seekers`."""
    op.create_table(
        "seekers",
        Column("guild_id", BigInteger, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("games", Text, nullable=False),
        Column("daily", Integer, nullable=False),
        Column("direct", Integer, nullable=False),
        Column("paused_until", BigInteger, nullable=False),
        Column("told", Text, nullable=False),
        Column("last_told", BigInteger, nullable=False),
        PrimaryKeyConstraint("guild_id", "user_id", name="pk_seekers"),
    )
    op.create_index("ix_seekers_user_id", "seekers", ["user_id"])


def downgrade() -> None:
    """Drop the table `seekers`."""
    op.drop_table("seekers")
