"""The shards of the connection to Discord's gateway: what belongs to which, and the facts that tell when one was alive.

A server belongs to one shard, as Discord divides them, and so do its tables and seasons; direct messages to shard 0.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    ScalarSelect,
    Select,
    Update,
    bindparam,
    func,
    literal_column,
    or_,
    select,
)

from data.store.league_schema import leagues, seasons
from data.store.schema import facts, seats, tables, timers

ALIVE = "alive"
"""The name of the fact that stores when shard 0 was last alive, which is all of the connection without other shards."""
SHARDS = "shards"
"""The name of the fact that stores for how many shards there are such facts; without it, for one."""

Statement = TypeVar("Statement", Select[Any], Update)


class Shards(NamedTuple):
    """The shards with these `numbers` out of a `total`."""

    total: int
    numbers: frozenset[int]

    @property
    def is_all(self) -> bool:
        """Whether none is left out."""
        return len(self.numbers) == self.total


def alive_fact(shard: int) -> str:
    """The name of the fact that stores when a shard was last alive."""
    return f"{ALIVE} {shard}" if shard else ALIVE


def shard_of_fact(name: str) -> int:
    """The shard whose fact has this name."""
    return int(name.removeprefix(ALIVE) or 0)


def _is_of_shards(guild_id: ScalarSelect[Any] | ColumnElement[Any]) -> ColumnElement[bool]:
    # PostgreSQL shifts by 32 bits' numbers alone.
    server = func.coalesce(guild_id, literal_column("0"))
    shard = server.bitwise_rshift(literal_column("22")) % bindparam("shard_total", type_=Integer)
    return shard.in_(bindparam("shard_numbers", expanding=True))


_OF_TABLE = select(tables.c.guild_id)
TABLES_OF_SHARDS = _is_of_shards(tables.c.guild_id)
TIMERS_OF_SHARDS, SEATS_OF_SHARDS = (
    _is_of_shards(_OF_TABLE.where(tables.c.id == table.c.table_id).correlate(table).scalar_subquery())
    for table in (timers, seats)
)
SEASONS_OF_SHARDS = _is_of_shards(
    select(leagues.c.guild_id).where(leagues.c.id == seasons.c.league_id).correlate(seasons).scalar_subquery()
)
# In whatever order spaces are sorted, digits are in theirs.
SIGNS_OF_LIFE = (
    select(facts.c.name, facts.c.value)
    .where(or_(facts.c.name.in_((ALIVE, SHARDS)), facts.c.name.between(f"{ALIVE} 0", f"{ALIVE} 99999")))
    .order_by(facts.c.name)
)
"""When each shard was last alive, and how many shards there are."""


def last_alive(connection: Connection) -> int | None:
    """When any shard was last alive, in milliseconds UTC; None if no program has ever used the database."""
    found = connection.execute(SIGNS_OF_LIFE)
    return max((int(row.value) for row in found if row.name != SHARDS), default=None)


def of_shards(
    statement: Statement, parameters: Mapping[str, Any], condition: ColumnElement[bool], of: Shards | None
) -> tuple[Statement, Mapping[str, Any]]:
    """A statement with its parameters, for the rows of some shards that the condition finds; None for all rows."""
    if of is None or of.is_all:
        return statement, parameters
    return statement.where(condition), {**parameters, "shard_total": of.total, "shard_numbers": list(of.numbers)}
