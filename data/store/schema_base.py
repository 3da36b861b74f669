"""Shared parts of the schema: metadata, row numbers, and partial indexes."""

from sqlalchemy import BigInteger, Index, Integer, MetaData, text

# All constraints are named, so that a later migration can drop them on both databases.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """Build a partial index: it contains only the rows that meet the SQL condition `where`."""
    # `postgresql_where` is set only in the migrations: setting it here would load that dialect, which takes 4 MB.
    return Index(name, *columns, unique=unique, sqlite_where=text(where))


# SQLite generates row numbers only if the type is exactly INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")
