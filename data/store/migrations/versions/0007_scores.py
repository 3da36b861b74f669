"""The points of games played alone, stored with the seat at the end."""

from alembic import op
from sqlalchemy import Column, Integer, text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column, with an index over the few seats that have it."""
    op.add_column("seats", Column("score", Integer))
    where = text("score IS NOT NULL")
    op.create_index("ix_seats_score", "seats", ["score"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("ix_seats_score", "seats")
    op.drop_column("seats", "score")
