"""What a decision does to a table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from data.store import SeatRow, TableChanges
from engine.game import Advance
from tables.open_table import OpenTable


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a table, committed as a whole or not at all."""

    columns: TableChanges = field(default_factory=lambda: TableChanges())
    seats: tuple[SeatRow, ...] | None = None
    advance: Advance | None = None
    reply: str = ""
    """The answer to the slash command that asked for it."""
    no_post: bool = False
    """Nothing is posted, and what still waits to be posted is given up: the channel is gone."""


Decision: TypeAlias = Callable[[OpenTable], Change]
"""A pure function from the table as it stands to a change. Raises Refusal or EngineError."""
