"""How each seat did, stored with it at the end of its game."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; the games that are over already are looked through by the program."""
    op.add_column("seats", Column("place", Integer))
    op.add_column("seats", Column("won", Integer, nullable=False, server_default="0"))
    # Whoever ended a game by resigning kept a seat that counted as open.
    op.execute("UPDATE seats SET open = 0 WHERE table_id IN (SELECT id FROM tables WHERE ended IS NOT NULL)")


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("seats", "won")
    op.drop_column("seats", "place")
