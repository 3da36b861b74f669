"""What the tables of the database have in common: their metadata, numbered rows, and partial indexes."""

from sqlalchemy import BigInteger, Index, Integer, MetaData, text

# Every constraint has a name, so that a later migration can drop it on both databases.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of the rows that meet a condition."""
    # The migrations create the same index on PostgreSQL. Its condition here would load that dialect, which takes 4 MB.
    return Index(name, *columns, unique=unique, sqlite_where=text(where))


# SQLite numbers rows by itself only where the type is exactly INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")
