"""The table of the processes that work on the database now; it is no part of a backup or of a move."""

from sqlalchemy import BigInteger, Boolean, Column, MetaData, Table, Text, false

from data.store.schema_base import metadata

running_metadata = MetaData(naming_convention=metadata.naming_convention)

processes = Table(
    "processes",
    running_metadata,
    Column("id", Text, primary_key=True),
    Column("build", Text, nullable=False),
    Column("host", Text, nullable=False),
    # The application at Discord whose token it has.
    Column("application", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),
    # By how many milliseconds the database's clock is ahead of its machine's.
    Column("ahead", BigInteger, nullable=False),
    # What it holds of the connection to Discord's gateway; empty for a standby.
    Column("shards", Text, nullable=False),
    # Whether it is about to stop: the others divide its shards too.
    Column("leaving", Boolean, nullable=False, server_default=false()),
)
