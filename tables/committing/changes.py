"""Changes of a table, the decisions that create them, and whether the current interaction has committed one."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeAlias

from data.store import AuditRow, SeatRow, TableChanges
from engine.game import Advance
from tables.open_table import OpenTable

committed: ContextVar[bool] = ContextVar("committed", default=False)
"""Whether the current interaction has committed something. Later errors must not be reported as "no change"."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a table, committed atomically."""

    columns: TableChanges = field(default_factory=lambda: TableChanges())
    seats: tuple[SeatRow, ...] | None = None
    advance: Advance | None = None
    reply: str = ""
    """The reply to the slash command that caused the change."""
    only_card: bool = False
    """Whether only the card's text changes: step and turn stay, so open pages stay valid."""
    calls_back: bool = False
    """Whether a new card pings those who must act, even if they were already pinged in this turn."""
    seconds: int | None = None
    """The seconds left in the turn, if they differ from those of a new or continued turn."""
    banks: Mapping[int, int] | None = None
    """The banks that a take-back restores, by seat; None for any other change."""
    refreshes_card: bool = False
    """Whether the card must be edited although nothing stored with the table has changed."""
    reminded: tuple[int, ...] = ()
    """The users to remind that the table waits for them."""
    offers_take_back: int | None = None
    """The move that the answer may offer to take back."""
    calls_host: bool = False
    """Whether to ping the host, because every seat is taken."""
    audit: AuditRow | None = None
    """The moderator action to record in the audit trail."""
    invites: tuple[int, ...] = ()
    """The users whom `invited_by` invites to the lobby, to be pinged."""
    invited_by: int | None = None
    page: str | None = None
    """The version of the page on which the move was made. It identifies repeated presses of the same button."""
    by: int | None = None
    """The user who made the change. They need no ping if they must act again at once."""
    no_post: bool = False
    """Whether to post nothing and drop pending messages, because the channel no longer exists."""


Decision: TypeAlias = Callable[[OpenTable], Change]
"""A pure function from the current table to a change. Raises Refusal or EngineError."""
