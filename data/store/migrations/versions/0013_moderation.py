"""What moderators decide about tables, what they did, and whom they keep from the tables of a server."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0013"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns and the tables."""
    op.add_column("tables", Column("moderation", Text))
    op.add_column("seats", Column("by_moderator", Integer, nullable=False, server_default="0"))
    op.create_table(
        "audit",
        Column("id", BigInteger().with_variant(Integer(), "sqlite"), autoincrement=True, nullable=False),
        Column("guild_id", BigInteger),
        Column("table_id", Text),
        Column("actor", BigInteger, nullable=False),
        Column("act", Text, nullable=False),
        Column("user_id", BigInteger),
        Column("reason", Text, nullable=False, server_default=""),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_audit"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_audit_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_guild_id_id", "audit", ["guild_id", "id"])
    op.create_index("ix_audit_table_id_id", "audit", ["table_id", "id"])
    op.create_table(
        "blocks",
        Column("guild_id", BigInteger, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("guild_id", "user_id", name="pk_blocks"),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("blocks")
    op.drop_table("audit")
    op.drop_column("seats", "by_moderator")
    op.drop_column("tables", "moderation")
