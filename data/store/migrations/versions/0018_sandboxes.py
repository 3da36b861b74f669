"""What people try out from a position of a game that is over."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, Text

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "sandboxes",
        Column("user_id", BigInteger, autoincrement=False, nullable=False),
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
        PrimaryKeyConstraint("user_id", name="pk_sandboxes"),
    )
    op.create_index("ix_sandboxes_updated", "sandboxes", ["updated"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("sandboxes")
