"""Time that does not count: pauses and sleeping games in the tables' rows, and the vacations of people."""

import time

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, PrimaryKeyConstraint, Text, text

revision = "0010"
down_revision = "0009"

ROW_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
SLEEP_MS = 7 * 24 * 3_600_000
# Each game in progress is watched from now on; whether it has a limit is looked up when the timer is due.
WATCH = text(
    "INSERT INTO timers (table_id, kind, step, due) "
    "SELECT id, 'idle', step * 2, :due FROM tables WHERE phase = 'playing'"
)


def upgrade() -> None:
    """Add the columns and the table, and watch the games in progress."""
    op.add_column("tables", Column("pause", Text))
    op.add_column("tables", Column("idle", Text))
    op.add_column("seats", Column("since", BigInteger))
    op.add_column("seats", Column("time_left", BigInteger))
    op.create_table(
        "vacations",
        Column("id", ROW_NUMBER, autoincrement=True, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("begins", BigInteger, nullable=False),
        Column("ends", BigInteger, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_vacations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_vacations_user_id", "vacations", ["user_id"])
    op.get_bind().execute(WATCH, {"due": time.time_ns() // 1_000_000 + SLEEP_MS})


def downgrade() -> None:
    """Take them away again."""
    op.execute("DELETE FROM timers WHERE kind IN ('idle', 'pause_end', 'retime')")
    op.drop_table("vacations")
    op.drop_column("seats", "time_left")
    op.drop_column("seats", "since")
    op.drop_column("tables", "idle")
    op.drop_column("tables", "pause")
