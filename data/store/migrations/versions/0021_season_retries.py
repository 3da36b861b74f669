"""How often a season's step has failed, and when it is tried again: known to all processes, and after a restart."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("seasons", Column("attempts", Integer, nullable=False, server_default="0"))
    op.add_column("seasons", Column("retry", BigInteger))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("seasons", "retry")
    op.drop_column("seasons", "attempts")
