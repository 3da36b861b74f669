"""The SQL tables of leagues, each with its row class; see `data.store.schema`.

Rows are immutable. Times are milliseconds UTC, JSON is text.
"""

from typing import Literal, TypedDict

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

from data.store.rows import Row
from data.store.schema_base import RowNumber, metadata, partial_index

SeasonState = Literal["open", "running", "closing", "final", "cancelled"]
MemberState = Literal["in", "left", "ghost", "out"]
SeasonTableState = Literal["open", "counted", "void"]


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


class LeagueRow(Row, frozen=True, kw_only=True):
    """A league in a channel: the game with its `options`, and the `settings` of the league's seasons (both JSON)."""

    id: str
    guild_id: int
    channel_id: int
    organiser: int
    name: str
    game: str
    options: str
    settings: str
    created: int
    ended: int | None = None


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
    # Consecutive failures of the season's scheduled work, and the earliest time of the next attempt.
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("retry", BigInteger),
    Column("rules", Integer),
    UniqueConstraint("league_id", "number"),
    partial_index("ix_seasons_due_waiting", "due", where="due IS NOT NULL"),
)


class SeasonRow(Row, frozen=True, kw_only=True):
    """A season of a league: tables are dealt from `begins` to `last_deal`, and it is over at `ends` at the latest.

    - `deals`: number of deals made
    - `due`: time of the next scheduled work, such as a deal; None if nothing is scheduled
    - `held`: 1 while the organiser holds back the deals
    - `forbidden`: pairs of people who may not share a table (JSON)
    - `version`: number of changes, for compare-and-set
    - `message_id`: the message of the season card, None before it is posted
    - `shown`: time of the card's last edit, None before it is posted
    - `waited`: 1 if the season was postponed because it had too few members
    - `seed`: random seed of all deals
    - `attempts`: consecutive failures of the scheduled work
    - `retry`: the earliest time of the next attempt
    - `rules`: version of the league rules under which it began (`leagues.settings.RULES`); None means 1

    `retry` is also set while the program is removed from the season's server.
    """

    HIDDEN = frozenset({"seed"})

    id: str
    league_id: str
    number: int
    state: SeasonState = "open"
    seed: bytes
    begins: int
    last_deal: int
    ends: int
    deals: int = 0
    due: int | None = None
    held: int = 0
    forbidden: str = "[]"
    version: int = 1
    channel_id: int
    message_id: int | None = None
    shown: int | None = None
    waited: int = 0
    attempts: int = 0
    retry: int | None = None
    rules: int | None = None


class SeasonChanges(TypedDict, total=False):
    """Columns of a season that may change."""

    state: SeasonState
    begins: int
    last_deal: int
    ends: int
    deals: int
    due: int | None
    held: int
    forbidden: str
    waited: int


# A forgotten person keeps a row, with a negative placeholder instead of the user id.
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


class MemberRow(Row, frozen=True, kw_only=True):
    """A member of a season.

    - `cap`: the maximum number of tables at once
    - `waiting`: the time since which the member has waited for a table
    - `missed`: the number of consecutive tables that the member lost on time
    """

    season_id: str
    user_id: int
    name: str
    state: MemberState = "in"
    cap: int
    joined: int
    waiting: int
    missed: int = 0


# The inputs of each deal's random draw, so that anybody can repeat it once the season's seed is revealed.
deals = Table(
    "deals",
    metadata,
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("made_from", Text, nullable=False),
    PrimaryKeyConstraint("season_id", "number"),
)


class DealRow(Row, frozen=True, kw_only=True):
    """A deal of a season, with the inputs of its random draw except the season's seed (JSON)."""

    season_id: str
    number: int
    made_from: str


# No foreign key: the table may have been deleted, or the season imported.
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


class SeasonTableRow(Row, frozen=True, kw_only=True):
    """A table dealt by a season: number `n` of the deal `deal`, with its `people` in the order of seats (JSON).

    `result` is its counted result (JSON), None before it is counted. `why` says why it is void, or why the counted
    result differs from the one played.
    """

    table_id: str
    season_id: str
    deal: int
    n: int
    state: SeasonTableState = "open"
    why: str = ""
    people: str
    result: str | None = None
    ended: int | None = None


# Append-only: voided rows are kept, and ratings are computed from those that count.
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


class RatingEventRow(Row, frozen=True, kw_only=True):
    """A rated table with its people and their places (JSON); a voided one no longer counts, but is never deleted."""

    id: int = 0
    guild_id: int
    game: str
    table_id: str
    people: str
    places: str
    voided: int = 0
    created: int = 0


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


class RatingRow(Row, frozen=True, kw_only=True):
    """A user's rating in a game on a server after `tables` rated tables; a cache computed from the rating events."""

    guild_id: int
    game: str
    user_id: int
    mu: float
    sigma: float
    tables: int


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


class SeasonActRow(Row, frozen=True, kw_only=True):
    """An organiser's act in a season, with its reason.

    `undo` is the data for undoing it (JSON), and `undone` is when it was undone.
    """

    id: int = 0
    season_id: str
    actor: int
    act: str
    details: str = "{}"
    undo: str = "{}"
    why: str = ""
    created: int = 0
    undone: int | None = None
