"""Changes of a table, and the decisions that make them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from data.store import SeatRow, TableChanges
from engine.game import Advance
from tables.open_table import OpenTable


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a table, committed atomically."""

    columns: TableChanges = field(default_factory=lambda: TableChanges())
    seats: tuple[SeatRow, ...] | None = None
    advance: Advance | None = None
    reply: str = ""
    """The reply to the slash command that caused it."""
    calls_host: bool = False
    """Ping the host, because every seat is taken."""
    no_post: bool = False
    """Post nothing and drop pending messages, because the channel no longer exists."""


Decision: TypeAlias = Callable[[OpenTable], Change]
"""A pure function from the current table to a change. Raises Refusal or EngineError."""
