"""Row structs have the types of their columns, so that the two declarations of an SQL table cannot diverge."""

from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from sqlalchemy import BigInteger, Boolean, Float, Integer, LargeBinary, Table, Text

from data.store import league_schema, people_schema, rows
from data.store.processes import running_metadata
from data.store.rows import Row
from data.store.schema import metadata

TABLES = (*metadata.sorted_tables, *running_metadata.sorted_tables)
TYPES = {Text: str, Integer: int, BigInteger: int, LargeBinary: bytes, Float: float, Boolean: bool}


def table_of(kind: type[Row]) -> Table | None:
    """Return the SQL table that has all fields of a row and the fewest other columns.

    None for a row of a join.
    """
    fields = set(kind.__struct_fields__)
    return min((table for table in TABLES if fields <= {*table.c.keys()}), key=lambda table: len(table.c), default=None)


TABLE_OF = {
    kind: table
    for module in (rows, people_schema, league_schema)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Row) and kind is not Row and (table := table_of(kind)) is not None
}


def plain(hint: Any) -> tuple[Any, bool]:
    """Return a field's type without None, and whether the field may be None."""
    parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    (kind,) = [part for part in parts if part is not type(None)]
    # A Literal has the type of its values.
    return type(get_args(kind)[0]) if get_origin(kind) is not None else kind, type(None) in parts


def test_there_is_a_row_for_every_sql_table_with_more_than_three_columns() -> None:
    assert {table for table in TABLES if len(table.c) > 3} - {*TABLE_OF.values()} == set()


@pytest.mark.parametrize(("kind", "table"), TABLE_OF.items(), ids=lambda found: getattr(found, "__name__", ""))
def test_a_field_has_the_type_of_its_column_and_may_be_none_where_that_may_be_null(
    kind: type[Row], table: Table
) -> None:
    fields = {name: plain(hint) for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}

    assert fields == {name: (TYPES[type(table.c[name].type)], table.c[name].nullable) for name in fields}
