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
    only_card: bool = False
    """Neither step nor turn changes, only what the card says: pages that are open stay good."""
    ping: bool | None = None
    """Whether those who must act are pinged by a new card; None: where a turn begins for them."""
    seconds: int | None = None
    """The time that is left of the turn, where it is not that of a turn that begins or goes on."""
    offers_take_back: int | None = None
    """The move that the reply to the slash command offers to take back."""
    calls_host: bool = False
    """Ping the host, because every seat is taken."""
    no_post: bool = False
    """Post nothing and drop pending messages, because the channel no longer exists."""


Decision: TypeAlias = Callable[[OpenTable], Change]
"""A pure function from the current table to a change. Raises Refusal or EngineError."""
