"""Leagues: their seasons, members, deals, dealt tables, ratings, and what organisers did."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    text,
)

revision = "0016"
down_revision = "0015"

_ROW_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "leagues",
        Column("id", Text, nullable=False),
        Column("guild_id", BigInteger, nullable=False),
        Column("channel_id", BigInteger, nullable=False),
        Column("organiser", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("options", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("ended", BigInteger),
        PrimaryKeyConstraint("id", name="pk_leagues"),
    )
    op.create_index("ix_leagues_guild_id_created", "leagues", ["guild_id", "created"])
    op.create_table(
        "seasons",
        Column("id", Text, nullable=False),
        Column("league_id", Text, nullable=False),
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
        PrimaryKeyConstraint("id", name="pk_seasons"),
        ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_seasons_league_id_leagues"),
        UniqueConstraint("league_id", "number", name="uq_seasons_league_id_number"),
    )
    where = text("due IS NOT NULL")
    op.create_index("ix_seasons_due_waiting", "seasons", ["due"], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "members",
        Column("season_id", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("cap", Integer, nullable=False),
        Column("joined", BigInteger, nullable=False),
        Column("waiting", BigInteger, nullable=False),
        Column("missed", Integer, nullable=False),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_members_season_id_seasons"),
        PrimaryKeyConstraint("season_id", "user_id", name="pk_members"),
    )
    op.create_index("ix_members_user_id", "members", ["user_id"])
    op.create_table(
        "deals",
        Column("season_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("made_from", Text, nullable=False),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_deals_season_id_seasons"),
        PrimaryKeyConstraint("season_id", "number", name="pk_deals"),
    )
    op.create_table(
        "season_tables",
        Column("table_id", Text, nullable=False),
        Column("season_id", Text, nullable=False),
        Column("deal", Integer, nullable=False),
        Column("n", Integer, nullable=False),
        Column("state", Text, nullable=False),
        Column("why", Text, nullable=False),
        Column("people", Text, nullable=False),
        Column("result", Text),
        Column("ended", BigInteger),
        PrimaryKeyConstraint("table_id", name="pk_season_tables"),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_tables_season_id_seasons"),
        UniqueConstraint("season_id", "deal", "n", name="uq_season_tables_season_id_deal_n"),
    )
    op.create_table(
        "rating_events",
        Column("id", _ROW_NUMBER, nullable=False, autoincrement=True),
        Column("guild_id", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("people", Text, nullable=False),
        Column("places", Text, nullable=False),
        Column("voided", Integer, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_rating_events"),
        UniqueConstraint("table_id", name="uq_rating_events_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rating_events_guild_id_game_id", "rating_events", ["guild_id", "game", "id"])
    op.create_table(
        "ratings",
        Column("guild_id", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("mu", Float(53), nullable=False),
        Column("sigma", Float(53), nullable=False),
        Column("tables", Integer, nullable=False),
        PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "season_acts",
        Column("id", _ROW_NUMBER, nullable=False, autoincrement=True),
        Column("season_id", Text, nullable=False),
        Column("actor", BigInteger, nullable=False),
        Column("act", Text, nullable=False),
        Column("details", Text, nullable=False),
        Column("undo", Text, nullable=False),
        Column("why", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("undone", BigInteger),
        PrimaryKeyConstraint("id", name="pk_season_acts"),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_acts_season_id_seasons"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_season_acts_season_id_id", "season_acts", ["season_id", "id"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("season_acts")
    op.drop_table("ratings")
    op.drop_table("rating_events")
    op.drop_table("season_tables")
    op.drop_table("deals")
    op.drop_table("members")
    op.drop_table("seasons")
    op.drop_table("leagues")
