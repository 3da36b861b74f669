"""What was asked to be taken back, and the time that was left when an entry was logged."""

from alembic import op
from sqlalchemy import BigInteger, Column, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", Column("takeback", Text))
    op.add_column("entries", Column("time_left", BigInteger))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("entries", "time_left")
    op.drop_column("tables", "takeback")
