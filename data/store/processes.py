"""The processes that use a PostgreSQL database: their SQL table, and the text for the shards that one holds.

The SQL table is not copied by backups and by `move-database`.
"""

from collections.abc import Collection

from sqlalchemy import BigInteger, Boolean, Column, MetaData, Table, Text, false

from data.store.schema_base import metadata

running_metadata = MetaData(naming_convention=metadata.naming_convention)

processes = Table(
    "processes",
    running_metadata,
    Column("id", Text, primary_key=True),
    Column("build", Text, nullable=False),
    Column("host", Text, nullable=False),
    # Discord application id of its token.
    Column("application", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),
    # Milliseconds by which the database's clock is ahead of the process's machine.
    Column("ahead", BigInteger, nullable=False),
    # The gateway shards that it holds; empty for a standby.
    Column("shards", Text, nullable=False),
    # Whether it is shutting down, so that the others also divide its shards.
    Column("leaving", Boolean, nullable=False, server_default=false()),
)


def holding(shards: Collection[int], count: int) -> str:
    """Format the shards that a process holds, for its row: "0,2 of 4", or an empty string if it holds none."""
    return f"{','.join(map(str, sorted(shards)))} of {count}" if shards else ""


def shard_count(held: str) -> int | None:
    """Return the total number of shards from the text made by `holding`, None if the process holds none."""
    _, _, count = held.partition(" of ")
    return int(count) if held else None


def parse_shards(held: str) -> frozenset[int]:
    """Return the shards that a process holds, from the text made by `holding`."""
    shards, _, _ = held.partition(" of ")
    return frozenset(map(int, shards.split(","))) if held else frozenset()
