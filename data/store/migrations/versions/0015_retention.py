"""From when the retention of an ended table is counted, which its server may set."""

from alembic import op
from sqlalchemy import BigInteger, Column, text

revision = "0015"
down_revision = "0014"

_NEW = "kept_from IS NOT NULL AND pruned IS NULL"
_OLD = "ended IS NOT NULL AND pruned IS NULL"


def upgrade() -> None:
    """Add the column, and the index in place of that of the end."""
    op.add_column("tables", Column("kept_from", BigInteger))
    op.execute("UPDATE tables SET kept_from = ended")
    op.drop_index("ix_tables_ended_unpruned", "tables")
    where = text(_NEW)
    op.create_index("ix_tables_kept_from_unpruned", "tables", ["kept_from"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("ix_tables_kept_from_unpruned", "tables")
    where = text(_OLD)
    op.create_index("ix_tables_ended_unpruned", "tables", ["ended"], sqlite_where=where, postgresql_where=where)
    op.drop_column("tables", "kept_from")
