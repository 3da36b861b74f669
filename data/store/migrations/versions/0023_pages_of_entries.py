"""Migration 0023: a column for the version of the page on which a person made a move."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column `entries.page`."""
    op.add_column("entries", Column("page", Text))


def downgrade() -> None:
    """Drop the column `entries.page`."""
    op.drop_column("entries", "page")
