"""How far people are in lessons."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Text

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "lesson_progress",
        Column("user_id", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("lesson", Text, nullable=False),
        Column("page", Integer, nullable=False),
        Column("wrong", Integer, nullable=False),
        Column("drafts", Text, nullable=False),
        Column("done", BigInteger),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("user_id", "game", "lesson", name="pk_lesson_progress"),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("lesson_progress")
