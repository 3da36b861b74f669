"""The tables of leagues (`data.store.schema`)."""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

from data.store.schema_base import RowNumber, metadata, partial_index

leagues = Table(
    "leagues",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("organiser", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Index(None, "guild_id", "created"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", Text, primary_key=True),
    Column("league_id", ForeignKey("leagues.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("last_deal", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("due", BigInteger),
    Column("held", Integer, nullable=False),
    Column("forbidden", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("shown", BigInteger),
    Column("waited", Integer, nullable=False),
    # How often in a row its step has failed, and before when it isn't tried again.
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("retry", BigInteger),
    UniqueConstraint("league_id", "number"),
    partial_index("ix_seasons_due_waiting", "due", where="due IS NOT NULL"),
)

# Somebody who is forgotten keeps a row, by a negative number in place of their id.
members = Table(
    "members",
    metadata,
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("cap", Integer, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("waiting", BigInteger, nullable=False),
    Column("missed", Integer, nullable=False),
    PrimaryKeyConstraint("season_id", "user_id"),
    Index(None, "user_id"),
)

# From what each deal was drawn, so that anybody can draw it again once the season's seed is told.
deals = Table(
    "deals",
    metadata,
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("made_from", Text, nullable=False),
    PrimaryKeyConstraint("season_id", "number"),
)

# A table need not be there: it may be gone, or the season comes from elsewhere.
season_tables = Table(
    "season_tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("deal", Integer, nullable=False),
    Column("n", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("people", Text, nullable=False),
    Column("result", Text),
    Column("ended", BigInteger),
    UniqueConstraint("season_id", "deal", "n"),
)

# Append-only: what was voided stays, and the ratings follow from what counts.
rating_events = Table(
    "rating_events",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("people", Text, nullable=False),
    Column("places", Text, nullable=False),
    Column("voided", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("table_id"),
    Index(None, "guild_id", "game", "id"),
    sqlite_autoincrement=True,
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("tables", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "game", "user_id"),
    Index(None, "user_id"),
)

season_acts = Table(
    "season_acts",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=True),
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("actor", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("undo", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("undone", BigInteger),
    Index(None, "season_id", "id"),
    sqlite_autoincrement=True,
)
