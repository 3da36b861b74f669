"""The SQL tables of the database, the same for SQLite and PostgreSQL.

Times are integer milliseconds UTC; Discord ids are BigInteger; JSON columns are opaque to the store. A change here
needs a migration in `migrations/versions/`; a test compares the two. A partial index is used only by queries that
repeat its condition with the same literals; a test counts the rows that each frequent query reads.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

# Imported only so that the SQL tables of these modules are part of the metadata.
from data.store import league_schema as league_schema
from data.store import people_schema as people_schema
from data.store.schema_base import RowNumber, metadata, partial_index

OPEN_PHASE = "phase IN ('lobby', 'playing')"
"""SQL condition that selects open tables, exactly as written in the partial indexes."""

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("step", Integer, nullable=False),
    # 0 if the table was last changed before turns were counted.
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("server_seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("salts", Text),
    # Version of the protocol of sealed draws: draw/1 or draw/2.
    Column("draw", Integer, nullable=False, server_default="1"),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("ended", BigInteger),
    # Start of the retention: the end of the game, shifted if the table's server keeps tables longer or shorter. With
    # it, one index is enough for pruning, whatever the servers have set.
    Column("kept_from", BigInteger),
    # Time when the table was pruned; NULL before.
    Column("pruned", BigInteger),
    # Id of the table that this one is a rematch of; NULL in other tables.
    Column("rematch_of", Text),
    # Request to take back a move, with the votes (JSON); NULL without one.
    Column("takeback", Text),
    # Moderators' decisions (JSON); NULL if there are none.
    Column("moderation", Text),
    # Requested, current and past pauses (JSON); NULL if there are none.
    Column("pause", Text),
    # Inactivity questions and answers (JSON); NULL if nobody was asked.
    Column("idle", Text),
    partial_index("ix_tables_id_open", "id", where=OPEN_PHASE),
    partial_index("ix_tables_channel_id_open", "channel_id", where=OPEN_PHASE),
    partial_index("ix_tables_host_open", "host", where=OPEN_PHASE),
    partial_index("ix_tables_guild_id_open", "guild_id", where=OPEN_PHASE),
    partial_index("ix_tables_kept_from_unpruned", "kept_from", where="kept_from IS NOT NULL AND pruned IS NULL"),
    partial_index("ix_tables_guild_id_ended", "guild_id", "ended", "id", where="ended IS NOT NULL"),
    # A table has at most one rematch.
    partial_index("uq_tables_rematch_of", "rematch_of", unique=True, where="rematch_of IS NOT NULL"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("player", Text),
    Column("name", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("choices", Text, nullable=False),
    Column("state", Text, nullable=False),
    # 1 while the table is open; maintained by the store, so that a partial index covers a user's open tables.
    Column("open", Integer, nullable=False, server_default="1"),
    # Place at the end of the game, 1 for the best; NULL before, and in games that ended before it was stored.
    Column("place", Integer),
    Column("won", Integer, nullable=False, server_default="0"),
    # Final points of a solo game; NULL in other games.
    Column("score", Integer),
    # Consecutive deadlines missed by its user.
    Column("missed", Integer, nullable=False, server_default="0"),
    # Number of times the seat was offered. `offered_to` and `offered_by` are the recipient and sender of the open
    # offer.
    Column("offers", Integer, nullable=False, server_default="0"),
    Column("offered_to", BigInteger),
    Column("offered_by", BigInteger),
    # 1 while a moderator's offer is open.
    Column("by_moderator", Integer, nullable=False, server_default="0"),
    # `bank` is the milliseconds left in the time bank, NULL without one. `due` is the deadline of the current turn, and
    # `remind` the time of the reminder; NULL if there is none.
    Column("bank", BigInteger),
    Column("due", BigInteger),
    Column("remind", BigInteger),
    # When the seat's clock started, and how many milliseconds were left then; the deadline is recomputed from both.
    Column("since", BigInteger),
    Column("time_left", BigInteger),
    # Number of hints taken, and the newest hint with its position and actions (JSON).
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("hint", Text),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "user_id"),
    partial_index("ix_seats_user_id_open", "user_id", where="open = 1"),
    partial_index("ix_seats_user_id_ended", "user_id", "table_id", where="open = 0"),
    partial_index("ix_seats_score", "score", where="score IS NOT NULL"),
)

# Events of seats, such as that another user took one (`taken`): the user before it, the number of the entry after
# which it follows in the story, and the step of the table. The kinds are in tables/seat_changes/handovers.py.
handovers = Table(
    "handovers",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("kind", Text, nullable=False, server_default="taken"),
    Index(None, "table_id", "id"),
    sqlite_autoincrement=True,
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("digest", Text, nullable=False),
    # Public events (JSON); NULL in entries made before events were stored.
    Column("events", Text),
    # Milliseconds until the turn's deadline; NULL without one and in entries made before it was stored.
    Column("time_left", BigInteger),
    Column("created", BigInteger, nullable=False),
    # Milliseconds in the acting seat's time bank before the action.
    Column("bank", BigInteger),
    # Version of the page on which a person made the move (`tables.open_table.page_version`); NULL for other entries and
    # in those made before it was stored.
    Column("page", Text),
    PrimaryKeyConstraint("table_id", "n"),
)

# Logs of ended tables, folded into one compressed value up to entry `n` (`data.store.folding`).
logs = Table(
    "logs",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

# Seats' unfinished moves.
drafts = Table(
    "drafts",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "name"),
)

# Seats' planned moves, one a seat.
plans = Table(
    "plans",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("action", Text, nullable=False),
    # The condition under which the move is made (JSON).
    Column("condition", Text, nullable=False),
    # NULL while the plan is kept; else the reason why it was dropped, "" once its user has read it.
    Column("dropped", Text),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index(None, "user_id"),
)

messages = Table(
    "messages",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("n", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "table_id", "kind", "id"),
    Index(None, "message_id"),
    sqlite_autoincrement=True,
)

# Ids are never reused, even after a row is deleted: the id is the message's nonce.
outbox = Table(
    "outbox",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("kind", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("token", Text),
    Column("expires", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("attempted", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("done", BigInteger),
    Column("error", Text),
    # The process that queued the row and takes it first; NULL if there is only one process.
    Column("process", Text),
    partial_index("ix_outbox_due_pending", "due", "id", where="done IS NULL"),
    partial_index("ix_outbox_table_id_kind_pending", "table_id", "kind", "id", where="done IS NULL"),
    partial_index("ix_outbox_done_delivered", "done", where="done IS NOT NULL"),
    sqlite_autoincrement=True,
)

# The last ping for each reason in a turn.
pings = Table(
    "pings",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "turn", "user_id", "reason"),
)

# Users who have muted a table.
mutes = Table(
    "mutes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "user_id"),
)

# Users' own notes about a table, which nobody else may see.
notes = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)

# Followers of a table without a seat, and the private message that shows it to them.
follows = Table(
    "follows",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    # 1 if the follower is notified of each turn, 0 if only of the end.
    Column("each_turn", Integer, nullable=False),
    # Step of the table shown by the follower's message, 0 before there is a message.
    Column("step", Integer, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    PrimaryKeyConstraint("table_id", "user_id"),
)

timers = Table(
    "timers",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("kind", Text, nullable=False),
    # The table's step when the timer was set; for a deadline, the turn.
    Column("step", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    # Number of failed attempts.
    Column("attempts", Integer, nullable=False, server_default="0"),
    # The process that set the timer and handles it first; NULL if there is only one process.
    Column("process", Text),
    UniqueConstraint("table_id", "kind"),
    # The constraint above treats NULLs as distinct, so timers of no table need their own index.
    partial_index("uq_timers_kind", "kind", unique=True, where="table_id IS NULL"),
    Index(None, "due"),
    sqlite_autoincrement=True,
)

# Settings made by a server's managers.
servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

# Moderators' acts. Entries are never changed.
audit = Table(
    "audit",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger),
    Column("table_id", ForeignKey("tables.id")),
    Column("actor", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
    # The affected user, if any.
    Column("user_id", BigInteger),
    Column("reason", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Index(None, "guild_id", "id"),
    Index(None, "table_id", "id"),
    sqlite_autoincrement=True,
)

# Users blocked from a server's tables.
blocks = Table(
    "blocks",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("guild_id", "user_id"),
)

facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
