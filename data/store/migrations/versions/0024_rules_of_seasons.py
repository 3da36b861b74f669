"""Migration 0024: a column for the version of the league rules under which a season began."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the column `seasons.rules`."""
    op.add_column("seasons", Column("rules", Integer))


def downgrade() -> None:
    """Drop the column `seasons.rules`."""
    op.drop_column("seasons", "rules")
