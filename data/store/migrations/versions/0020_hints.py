"""How many hints a seat's person took, and the newest one."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("seats", Column("hints", Integer, nullable=False, server_default="0"))
    op.add_column("seats", Column("hint", Text))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("seats", "hint")
    op.drop_column("seats", "hints")
