"""Gateway shards: the shard of each table and season, and the times when each shard was last alive.

A server belongs to one shard by Discord's formula, and so do its tables and seasons. Direct messages belong to
shard 0. The times are stored as *facts*: values in the SQL table `facts`, each with a name.
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
"""Name of the fact that stores when shard 0 was last alive; a bot without sharding has only this shard."""
SHARDS = "shards"
"""Name of the fact that stores the number of shards; without this fact there is one shard."""

Statement = TypeVar("Statement", Select[Any], Update)


class Shards(NamedTuple):
    """A set of shards: their `numbers`, and the `total` number of shards of the bot."""

    total: int
    numbers: frozenset[int]

    @property
    def is_all(self) -> bool:
        """Whether the set contains all shards."""
        return len(self.numbers) == self.total


def alive_fact(shard: int) -> str:
    """Return the name of the fact that stores when a shard was last alive."""
    return f"{ALIVE} {shard}" if shard else ALIVE


def shard_of_fact(name: str) -> int:
    """Return the shard of the fact with this name; the inverse of `alive_fact`."""
    return int(name.removeprefix(ALIVE) or 0)


def _is_of_shards(guild_id: ScalarSelect[Any] | ColumnElement[Any]) -> ColumnElement[bool]:
    # The 22 is a literal, since PostgreSQL shifts only by 32-bit numbers.
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
# `alive` is not in the range: collations differ in where they sort a space, but not in the order of digits.
SIGNS_OF_LIFE = (
    select(facts.c.name, facts.c.value)
    .where(or_(facts.c.name.in_((ALIVE, SHARDS)), facts.c.name.between(f"{ALIVE} 0", f"{ALIVE} 99999")))
    .order_by(facts.c.name)
)
"""Query for the number of shards, and the time when each of them was last alive."""


def last_alive(connection: Connection) -> int | None:
    """Return when any shard was last alive, in milliseconds UTC; None for a database that was never used."""
    found = connection.execute(SIGNS_OF_LIFE)
    return max((int(row.value) for row in found if row.name != SHARDS), default=None)


def restrict_to_shards(
    statement: Statement, parameters: Mapping[str, Any], condition: ColumnElement[bool], of: Shards | None
) -> tuple[Statement, Mapping[str, Any]]:
    """Restrict a statement to the rows of some shards, by a condition such as TABLES_OF_SHARDS.

    Return the statement and its parameters, unchanged if `of` is None or covers all shards.
    """
    if of is None or of.is_all:
        return statement, parameters
    return statement.where(condition), {**parameters, "shard_total": of.total, "shard_numbers": list(of.numbers)}
