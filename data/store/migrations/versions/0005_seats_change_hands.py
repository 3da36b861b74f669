"""Seats that are offered to somebody, deadlines missed in a row, and who had a seat before it changed hands."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0005"
down_revision = "0004"

_COUNTS, _PEOPLE = ("missed", "offers"), ("offered_to", "offered_by")


def upgrade() -> None:
    """Add the columns and the table."""
    for name in _COUNTS:
        op.add_column("seats", Column(name, Integer, nullable=False, server_default="0"))
    for name in _PEOPLE:
        op.add_column("seats", Column(name, BigInteger))
    op.create_table(
        "handovers",
        Column("id", BigInteger().with_variant(Integer(), "sqlite"), autoincrement=True, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("user_id", BigInteger),
        Column("name", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_handovers"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_handovers_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_handovers_table_id_id", "handovers", ["table_id", "id"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("handovers")
    for name in (*_COUNTS, *_PEOPLE):
        op.drop_column("seats", name)
