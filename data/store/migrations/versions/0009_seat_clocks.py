"""Each seat's bank and deadline, when its person is reminded, and what happens to seats beside changing hands."""

from alembic import op
from sqlalchemy import BigInteger, Column, Text

revision = "0009"
down_revision = "0008"

_OF_SEATS = ("bank", "due", "remind")


def upgrade() -> None:
    """Add the columns."""
    for name in _OF_SEATS:
        op.add_column("seats", Column(name, BigInteger))
    op.add_column("entries", Column("bank", BigInteger))
    op.add_column("handovers", Column("kind", Text, nullable=False, server_default="taken"))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("handovers", "kind")
    op.drop_column("entries", "bank")
    for name in _OF_SEATS:
        op.drop_column("seats", name)
