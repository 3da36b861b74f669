"""How a table is called: its game, variant and number, so that several tables of a channel can be told apart."""

import msgspec

from cogs.ui.kit.interface import interface, playable
from data.store import TableRow
from engine.games import game_title
from tables.settings import TableSettings
from tables.viewer import TableView


def title_of(table: TableView) -> str:
    """The table's game, variant and number."""
    return row_title(table.row)


def row_title(row: TableRow) -> str:
    """A table's game, variant and number."""
    variant = interface(row.game).lobby.variant(msgspec.json.decode(row.options)) if row.game in playable() else ""
    table_number = msgspec.json.decode(row.settings, type=TableSettings).number
    number = "" if table_number is None else f"#{table_number}"
    return " ".join(part for part in (game_title(row.game), variant, number) if part)
