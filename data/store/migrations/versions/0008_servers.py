"""What the managers of a server have set for it."""

from alembic import op
from sqlalchemy import BigInteger, Column, PrimaryKeyConstraint, Text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "servers",
        Column("id", BigInteger, autoincrement=False, nullable=False),
        Column("settings", Text, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_servers"),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("servers")
