"""The row types of leagues: immutable, with times in milliseconds UTC and JSON as text."""

from typing import Literal, TypedDict

from data.store.rows import Row

SeasonState = Literal["open", "running", "closing", "final", "cancelled"]
MemberState = Literal["in", "left", "ghost", "out"]
SeasonTableState = Literal["open", "counted", "void"]


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


class DealRow(Row, frozen=True, kw_only=True):
    """From what a deal of a season was drawn beside its seed (JSON)."""

    season_id: str
    number: int
    made_from: str


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


class RatingRow(Row, frozen=True, kw_only=True):
    """Somebody's rating in a game on a server after so many rated tables, a cache of the rating events."""

    guild_id: int
    game: str
    user_id: int
    mu: float
    sigma: float
    tables: int


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
