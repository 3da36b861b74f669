"""The processes that work on the database, whose rows are whose, and how often a timer has failed."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Text

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the table and the columns."""
    op.create_table(
        "processes",
        Column("id", Text, nullable=False),
        Column("build", Text, nullable=False),
        Column("host", Text, nullable=False),
        Column("application", BigInteger, nullable=False),
        Column("started", BigInteger, nullable=False),
        Column("alive", BigInteger, nullable=False),
        Column("ahead", BigInteger, nullable=False),
        Column("shards", Text, nullable=False),
        PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.add_column("outbox", Column("process", Text))
    op.add_column("timers", Column("attempts", Integer, nullable=False, server_default="0"))
    op.add_column("timers", Column("process", Text))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("timers", "process")
    op.drop_column("timers", "attempts")
    op.drop_column("outbox", "process")
    op.drop_table("processes")
