"""Whether a process is about to leave the others."""

from alembic import op
from sqlalchemy import Boolean, Column, false

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column."""
    op.add_column("processes", Column("leaving", Boolean, nullable=False, server_default=false()))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("processes", "leaving")
