"""The tables of the database, the same for SQLite and PostgreSQL.

Times are integer milliseconds UTC; ids that Discord gave are BigInteger; texts named JSON are opaque to the store.
A change here needs a migration in `migrations/versions/`; a test compares the two. A partial index is used only by
queries that repeat its condition with the same literals; a test counts the rows that each frequent query touches.
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

# Their tables belong to the same metadata.
from data.store import league_schema as league_schema
from data.store import people_schema as people_schema
from data.store.schema_base import RowNumber, metadata, partial_index

OPEN_PHASE = "phase IN ('lobby', 'playing')"
"""The condition of an open table, as the partial indexes have it."""

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
    # 0 where the table was last changed before turns were counted.
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("server_seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("salts", Text),
    # The version of the protocol of sealed draws: draw/1, draw/2.
    Column("draw", Integer, nullable=False, server_default="1"),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("ended", BigInteger),
    # From when its retention is counted: from its end, or from later or earlier where its server keeps it for longer
    # or shorter than others. So what is due is found by an index, whatever servers have set.
    Column("kept_from", BigInteger),
    # When the table was pruned.
    Column("pruned", BigInteger),
    # The id of the table that this one is the rematch of.
    Column("rematch_of", Text),
    # What a seat has asked to take back, and who has agreed (JSON); NULL if nobody has.
    Column("takeback", Text),
    # What moderators decided about it (JSON); NULL while they decided nothing.
    Column("moderation", Text),
    # The pauses of the game: asked for, standing and past (JSON); NULL while there was none.
    Column("pause", Text),
    # What those who are waited for at a sleeping table were asked, and their answers (JSON); NULL if nothing was.
    Column("idle", Text),
    partial_index("ix_tables_id_open", "id", where=OPEN_PHASE),
    partial_index("ix_tables_channel_id_open", "channel_id", where=OPEN_PHASE),
    partial_index("ix_tables_host_open", "host", where=OPEN_PHASE),
    partial_index("ix_tables_guild_id_open", "guild_id", where=OPEN_PHASE),
    partial_index("ix_tables_kept_from_unpruned", "kept_from", where="kept_from IS NOT NULL AND pruned IS NULL"),
    partial_index("ix_tables_guild_id_ended", "guild_id", "ended", "id", where="ended IS NOT NULL"),
    # One table has at most one rematch.
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
    # 1 while the table is open, maintained by the store, so that a user's open tables are found by a partial index.
    Column("open", Integer, nullable=False, server_default="1"),
    # The place at the end of the game, 1 for the best; NULL before, and in games that ended before it was stored.
    Column("place", Integer),
    # 1 if the seat has won.
    Column("won", Integer, nullable=False, server_default="0"),
    # The points of a game played alone, at its end; NULL in any other.
    Column("score", Integer),
    # How many deadlines in a row its person has missed.
    Column("missed", Integer, nullable=False, server_default="0"),
    # How often it was offered to somebody, and while an offer is open, to whom and by whom.
    Column("offers", Integer, nullable=False, server_default="0"),
    Column("offered_to", BigInteger),
    Column("offered_by", BigInteger),
    # 1 while a moderator's offer is open.
    Column("by_moderator", Integer, nullable=False, server_default="0"),
    # The milliseconds left in its bank, NULL without one; when what it was asked this turn is due, and when its person
    # is reminded, both NULL where that is never.
    Column("bank", BigInteger),
    Column("due", BigInteger),
    Column("remind", BigInteger),
    # Since when its clock runs, and how many milliseconds it had then: with both its deadline is found anew.
    Column("since", BigInteger),
    Column("time_left", BigInteger),
    # How many hints its person took, and the newest: the position that it is for, and its actions.
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("hint", Text),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "user_id"),
    partial_index("ix_seats_user_id_open", "user_id", where="open = 1"),
    partial_index("ix_seats_user_id_ended", "user_id", "table_id", where="open = 0"),
    partial_index("ix_seats_score", "score", where="score IS NOT NULL"),
)

# Who had a seat before somebody else took it during the game: until entry `n`, and until the table's step was `step`.
# Other kinds than `taken` note what else happened to a seat then (tables/seat_changes/handovers.py).
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
    # The entry's public events (JSON); NULL in entries from before events were stored.
    Column("events", Text),
    # The milliseconds left until the turn's deadline, NULL without one and in entries from before it was stored.
    Column("time_left", BigInteger),
    Column("created", BigInteger, nullable=False),
    # The milliseconds in the bank of the seat that acted, as they were before.
    Column("bank", BigInteger),
    # The version of the page on which a person made the move (`tables.open_table.page_version`); NULL for other entries
    # and in those from before it was stored.
    Column("page", Text),
    PrimaryKeyConstraint("table_id", "n"),
)

# The log of an ended table whose entries were folded into one compressed value, up to entry `n` (`data.store.folding`).
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

# Moves of one seat that are still being composed.
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

# An id is never used twice, not even after its row was deleted: it is the nonce of the message.
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
    # Which of several processes has queued it, and delivers it before others do; NULL where one is alone.
    Column("process", Text),
    partial_index("ix_outbox_due_pending", "due", "id", where="done IS NULL"),
    partial_index("ix_outbox_table_id_kind_pending", "table_id", "kind", "id", where="done IS NULL"),
    partial_index("ix_outbox_done_delivered", "done", where="done IS NOT NULL"),
    sqlite_autoincrement=True,
)

# When somebody was last called to a table, for each reason once in a turn.
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

# Who wants to be pinged by nothing of a table.
mutes = Table(
    "mutes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "user_id"),
)

# Who follows a table without a seat, and the private message that tells them of it.
follows = Table(
    "follows",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    # 1 for whoever is told of each turn, 0 for the end alone.
    Column("each_turn", Integer, nullable=False),
    # The step that the message shows, 0 before there is one.
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
    # Of a deadline the turn that it is for.
    Column("step", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    # How often it has failed.
    Column("attempts", Integer, nullable=False, server_default="0"),
    # As in the outbox.
    Column("process", Text),
    UniqueConstraint("table_id", "kind"),
    # NULLs count as different in the constraint above, so timers of no table need their own.
    partial_index("uq_timers_kind", "kind", unique=True, where="table_id IS NULL"),
    Index(None, "due"),
    sqlite_autoincrement=True,
)

# What the managers of a server have set for it.
servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

# What moderators did: who, what, to whom, when and why. An entry is never changed.
audit = Table(
    "audit",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger),
    Column("table_id", ForeignKey("tables.id")),
    Column("actor", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
    # Whom it was about, if anybody.
    Column("user_id", BigInteger),
    Column("reason", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Index(None, "guild_id", "id"),
    Index(None, "table_id", "id"),
    sqlite_autoincrement=True,
)

# Who may not come to the tables of a server.
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
