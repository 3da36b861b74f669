"""The counters from which rows get their numbers, on SQLite and PostgreSQL."""

from sqlalchemy import Connection, Table, func, select, text

_SQLITE_LAST = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_POSTGRESQL_LAST = text("SELECT pg_sequence_last_value(pg_get_serial_sequence(:name, :column)::regclass)")
_SQLITE_CLEAR = text("DELETE FROM sqlite_sequence WHERE name = :name")
_SQLITE_SET = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)")


def last_number(connection: Connection, table: Table) -> int | None:
    """The last number that the table has given to a row, which may be gone; None if it has given none."""
    column = table.autoincrement_column
    if column is None:
        return None
    if connection.dialect.name == "postgresql":
        return connection.scalar(_POSTGRESQL_LAST, {"name": table.name, "column": column.name})
    return connection.scalar(_SQLITE_LAST, {"name": table.name})


def continue_after(connection: Connection, table: Table, number: int | None) -> None:
    """Give the table's next row a number above this one and above those of its rows."""
    column = table.autoincrement_column
    if column is None:
        return
    highest = max(number or 0, connection.scalar(select(func.max(column))) or 0)
    if not highest:
        return
    if connection.dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(select(func.setval(sequence, highest)))
        return
    connection.execute(_SQLITE_CLEAR, {"name": table.name})
    connection.execute(_SQLITE_SET, {"name": table.name, "number": highest})
