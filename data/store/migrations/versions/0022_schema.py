"""Migration 0022: the whole schema.

It replaces the migrations 0001 to 0022. A database at 0022 opens unchanged; `data.store.migration` rejects older ones.
"""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    false,
    text,
)

revision = "0022"
down_revision = None

# SQLite generates row numbers only if the type is exactly INTEGER.
_ROW_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Create all SQL tables."""
    _create_games()
    _create_duties()
    _create_servers()
    _create_people()
    _create_leagues()
    _create_program()


def _create_partial_index(name: str, table: str, columns: list[str], *, where: str, unique: bool = False) -> None:
    op.create_index(name, table, columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


def _create_games() -> None:
    op.create_table(
        "tables",
        Column("id", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("rules_version", Integer, nullable=False),
        Column("phase", Text, nullable=False),
        Column("host", BigInteger, nullable=False),
        Column("guild_id", BigInteger),
        Column("channel_id", BigInteger, nullable=False),
        Column("step", Integer, nullable=False),
        Column("options", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("server_seed", LargeBinary, nullable=False),
        Column("commitment", Text, nullable=False),
        Column("salts", Text),
        Column("created", BigInteger, nullable=False),
        Column("updated", BigInteger, nullable=False),
        Column("ended", BigInteger),
        Column("turn", Integer, nullable=False, server_default="0"),
        Column("draw", Integer, nullable=False, server_default="1"),
        Column("pruned", BigInteger),
        Column("rematch_of", Text),
        Column("takeback", Text),
        Column("pause", Text),
        Column("idle", Text),
        Column("moderation", Text),
        Column("kept_from", BigInteger),
        PrimaryKeyConstraint("id", name="pk_tables"),
    )
    _create_partial_index("ix_tables_channel_id_open", "tables", ["channel_id"], where="phase IN ('lobby', 'playing')")
    _create_partial_index("ix_tables_guild_id_ended", "tables", ["guild_id", "ended", "id"], where="ended IS NOT NULL")
    _create_partial_index("ix_tables_guild_id_open", "tables", ["guild_id"], where="phase IN ('lobby', 'playing')")
    _create_partial_index("ix_tables_host_open", "tables", ["host"], where="phase IN ('lobby', 'playing')")
    _create_partial_index("ix_tables_id_open", "tables", ["id"], where="phase IN ('lobby', 'playing')")
    _create_partial_index(
        "ix_tables_kept_from_unpruned", "tables", ["kept_from"], where="kept_from IS NOT NULL AND pruned IS NULL"
    )
    _create_partial_index("uq_tables_rematch_of", "tables", ["rematch_of"], where="rematch_of IS NOT NULL", unique=True)
    op.create_table(
        "seats",
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("user_id", BigInteger),
        Column("player", Text),
        Column("name", Text, nullable=False),
        Column("salt", Text, nullable=False),
        Column("choices", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("open", Integer, nullable=False, server_default="1"),
        Column("place", Integer),
        Column("won", Integer, nullable=False, server_default="0"),
        Column("missed", Integer, nullable=False, server_default="0"),
        Column("offers", Integer, nullable=False, server_default="0"),
        Column("offered_to", BigInteger),
        Column("offered_by", BigInteger),
        Column("score", Integer),
        Column("bank", BigInteger),
        Column("due", BigInteger),
        Column("remind", BigInteger),
        Column("since", BigInteger),
        Column("time_left", BigInteger),
        Column("by_moderator", Integer, nullable=False, server_default="0"),
        Column("hints", Integer, nullable=False, server_default="0"),
        Column("hint", Text),
        PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        UniqueConstraint("table_id", "user_id", name="uq_seats_table_id_user_id"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
    )
    _create_partial_index("ix_seats_score", "seats", ["score"], where="score IS NOT NULL")
    _create_partial_index("ix_seats_user_id_ended", "seats", ["user_id", "table_id"], where="open = 0")
    _create_partial_index("ix_seats_user_id_open", "seats", ["user_id"], where="open = 1")
    op.create_table(
        "handovers",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("user_id", BigInteger),
        Column("name", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("kind", Text, nullable=False, server_default="taken"),
        PrimaryKeyConstraint("id", name="pk_handovers"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_handovers_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_handovers_table_id_id", "handovers", ["table_id", "id"])
    op.create_table(
        "entries",
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("actor", Text, nullable=False),
        Column("action", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("events", Text),
        Column("time_left", BigInteger),
        Column("bank", BigInteger),
        PrimaryKeyConstraint("table_id", "n", name="pk_entries"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_entries_table_id"),
    )
    op.create_table(
        "logs",
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("content", LargeBinary, nullable=False),
        PrimaryKeyConstraint("table_id", name="pk_logs"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_logs_table_id_tables"),
    )
    op.create_table(
        "snapshots",
        Column("table_id", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("state", LargeBinary, nullable=False),
        PrimaryKeyConstraint("table_id", name="pk_snapshots"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_snapshots_table_id"),
    )
    op.create_table(
        "drafts",
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("content", Text, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", "name", name="pk_drafts"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_drafts_table_id"),
    )
    op.create_table(
        "messages",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("channel_id", BigInteger, nullable=False),
        Column("message_id", BigInteger, nullable=False),
        Column("n", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_messages"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_messages_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_messages_message_id", "messages", ["message_id"])
    op.create_index("ix_messages_table_id_kind_id", "messages", ["table_id", "kind", "id"])


def _create_duties() -> None:
    op.create_table(
        "outbox",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text),
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
        Column("process", Text),
        PrimaryKeyConstraint("id", name="pk_outbox"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_outbox_table_id"),
        sqlite_autoincrement=True,
    )
    _create_partial_index("ix_outbox_done_delivered", "outbox", ["done"], where="done IS NOT NULL")
    _create_partial_index("ix_outbox_due_pending", "outbox", ["due", "id"], where="done IS NULL")
    _create_partial_index("ix_outbox_table_id_kind_pending", "outbox", ["table_id", "kind", "id"], where="done IS NULL")
    op.create_table(
        "timers",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("table_id", Text),
        Column("kind", Text, nullable=False),
        Column("step", Integer, nullable=False),
        Column("due", BigInteger, nullable=False),
        Column("attempts", Integer, nullable=False, server_default="0"),
        Column("process", Text),
        PrimaryKeyConstraint("id", name="pk_timers"),
        UniqueConstraint("table_id", "kind", name="uq_timers_table_id_kind"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_timers_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_timers_due", "timers", ["due"])
    _create_partial_index("uq_timers_kind", "timers", ["kind"], where="table_id IS NULL", unique=True)
    op.create_table(
        "pings",
        Column("table_id", Text, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("reason", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "turn", "user_id", "reason", name="pk_pings"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_pings_table_id"),
    )
    op.create_table(
        "mutes",
        Column("table_id", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "user_id", name="pk_mutes"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_mutes_table_id"),
    )
    op.create_table(
        "follows",
        Column("table_id", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("each_turn", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger),
        PrimaryKeyConstraint("table_id", "user_id", name="pk_follows"),
        ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_follows_table_id"),
    )


def _create_servers() -> None:
    op.create_table(
        "servers",
        Column("id", BigInteger, autoincrement=False, nullable=False),
        Column("settings", Text, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_servers"),
    )
    op.create_table(
        "audit",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
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


def _create_people() -> None:
    op.create_table(
        "users",
        Column("id", BigInteger, autoincrement=False, nullable=False),
        Column("name", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_users"),
    )
    op.create_table(
        "vacations",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("begins", BigInteger, nullable=False),
        Column("ends", BigInteger, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_vacations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_vacations_user_id", "vacations", ["user_id"])
    op.create_table(
        "imports",
        Column("id", Text, nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("n", Integer, nullable=False),
        Column("digest", Text, nullable=False),
        Column("content", LargeBinary, nullable=False),
        Column("created", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_imports"),
        UniqueConstraint("user_id", "digest", name="uq_imports_user_id_digest"),
    )
    op.create_index("ix_imports_created", "imports", ["created"])
    op.create_table(
        "lesson_progress",
        Column("user_id", BigInteger, nullable=False),
        Column("game", Text, nullable=False),
        Column("lesson", Text, nullable=False),
        Column("page", Integer, nullable=False),
        Column("wrong", Integer, nullable=False),
        Column("drafts", Text, nullable=False),
        Column("done", BigInteger),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("user_id", "game", "lesson", name="pk_lesson_progress"),
    )
    op.create_table(
        "sandboxes",
        Column("user_id", BigInteger, autoincrement=False, nullable=False),
        Column("sandbox", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("origin", Text, nullable=False),
        Column("position", LargeBinary, nullable=False),
        Column("moves", Text, nullable=False),
        Column("drafts", Text, nullable=False),
        Column("step", Integer, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("told", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("chooses", Integer, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("updated", BigInteger, nullable=False),
        PrimaryKeyConstraint("user_id", name="pk_sandboxes"),
    )
    op.create_index("ix_sandboxes_updated", "sandboxes", ["updated"])
    op.create_table(
        "deletions",
        Column("user_id", BigInteger, autoincrement=False, nullable=False),
        Column("requested", BigInteger, nullable=False),
        PrimaryKeyConstraint("user_id", name="pk_deletions"),
    )


def _create_leagues() -> None:
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
        Column("attempts", Integer, nullable=False, server_default="0"),
        Column("retry", BigInteger),
        PrimaryKeyConstraint("id", name="pk_seasons"),
        UniqueConstraint("league_id", "number", name="uq_seasons_league_id_number"),
        ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_seasons_league_id_leagues"),
    )
    _create_partial_index("ix_seasons_due_waiting", "seasons", ["due"], where="due IS NOT NULL")
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
        PrimaryKeyConstraint("season_id", "user_id", name="pk_members"),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_members_season_id_seasons"),
    )
    op.create_index("ix_members_user_id", "members", ["user_id"])
    op.create_table(
        "deals",
        Column("season_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("made_from", Text, nullable=False),
        PrimaryKeyConstraint("season_id", "number", name="pk_deals"),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_deals_season_id_seasons"),
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
        UniqueConstraint("season_id", "deal", "n", name="uq_season_tables_season_id_deal_n"),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_tables_season_id_seasons"),
    )
    op.create_table(
        "rating_events",
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
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
        Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
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


def _create_program() -> None:
    op.create_table(
        "processes",
        Column("id", Text, nullable=False),
        Column("build", Text, nullable=False),
        Column("host", Text, nullable=False),
        Column("application", BigInteger, nullable=False),
        Column("started", BigInteger, nullable=False),
        Column("alive", BigInteger, nullable=False),
        Column("ahead", BigInteger, nullable=False),
        Column("shards", Text, nullable=False),
        Column("leaving", Boolean, nullable=False, server_default=false()),
        PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "facts",
        Column("name", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("name", name="pk_facts"),
    )
