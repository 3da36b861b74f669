"""What table a rematch is of, at most one for each; indexes that find the ended games of a user and of a server."""

from alembic import op
from sqlalchemy import Column, Text, text

revision = "0003"
down_revision = "0002"

_INDEXES: tuple[tuple[str, str, list[str], bool, str], ...] = (
    ("uq_tables_rematch_of", "tables", ["rematch_of"], True, "rematch_of IS NOT NULL"),
    ("ix_tables_guild_id_ended", "tables", ["guild_id", "ended", "id"], False, "ended IS NOT NULL"),
    ("ix_seats_user_id_ended", "seats", ["user_id", "table_id"], False, "open = 0"),
)


def upgrade() -> None:
    """Add the column and the indexes."""
    op.add_column("tables", Column("rematch_of", Text))
    for name, table, columns, unique, where in _INDEXES:
        op.create_index(name, table, columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


def downgrade() -> None:
    """Take them away again."""
    for name, table, *_ in _INDEXES:
        op.drop_index(name, table)
    op.drop_column("tables", "rematch_of")
