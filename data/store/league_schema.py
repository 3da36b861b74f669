"""The SQL tables of leagues (`data.store.schema`), each with its row.

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
    """A league of a channel: a game with its `options`, and `settings` of its seasons, both JSON."""

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
    # How often in a row its step has failed, and before when it isn't tried again.
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("retry", BigInteger),
    UniqueConstraint("league_id", "number"),
    partial_index("ix_seasons_due_waiting", "due", where="due IS NOT NULL"),
)


class SeasonRow(Row, frozen=True, kw_only=True):
    """A season of a league. Tables are dealt from `begins` to `last_deal`; it is over at `ends` at the latest.

    `deals` counts those made. `due` is when the clock has something to do next, None for never. `held` is 1 while the
    organiser holds the deals; `forbidden` are the pairs that may not sit together (JSON). `version` counts its changes.
    `message_id` is the season card, None before it is posted, and `shown` is when it was last edited. `waited` is 1
    once the season was put off because too few people were in it. All deals are drawn from `seed`. `attempts` counts
    how often in a row its step has failed; it isn't tried again before `retry`, also while its server is without the
    program.
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


class SeasonChanges(TypedDict, total=False):
    """The columns of a season that may change."""

    state: SeasonState
    begins: int
    last_deal: int
    ends: int
    deals: int
    due: int | None
    held: int
    forbidden: str
    waited: int


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


class MemberRow(Row, frozen=True, kw_only=True):
    """Somebody in a season, with the most tables at once that they want, and since when they wait for one.

    `missed` counts the tables in a row that were lost by time.
    """

    season_id: str
    user_id: int
    name: str
    state: MemberState = "in"
    cap: int
    joined: int
    waiting: int
    missed: int = 0


# From what each deal was drawn, so that anybody can draw it again once the season's seed is told.
deals = Table(
    "deals",
    metadata,
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("made_from", Text, nullable=False),
    PrimaryKeyConstraint("season_id", "number"),
)


class DealRow(Row, frozen=True, kw_only=True):
    """From what a deal of a season was drawn beside its seed (JSON)."""

    season_id: str
    number: int
    made_from: str


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


class SeasonTableRow(Row, frozen=True, kw_only=True):
    """A table that a season has dealt: the `n`-th of a deal, to these `people` in the order of seats (JSON).

    `result` is what it counts for (JSON), None before; `why` says why it is void, or counts differently than played.
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


class RatingEventRow(Row, frozen=True, kw_only=True):
    """A rated table: its people and their places (JSON). A voided one counts no longer; none is ever deleted."""

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
    """Somebody's rating in a game on a server after so many rated tables, a cache of the rating events."""

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
    """What an organiser did in a season, and why; `undo` is what takes it back (JSON). `undone` is when it was."""

    id: int = 0
    season_id: str
    actor: int
    act: str
    details: str = "{}"
    undo: str = "{}"
    why: str = ""
    created: int = 0
    undone: int | None = None
