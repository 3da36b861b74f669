"""Changes of a table, the decisions that create them, and whether the current interaction has committed one."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeAlias

from data.store import AuditRow, PlanRow, SeatRow, TableChanges
from engine.game import Advance
from tables.open_table import OpenTable

committed: ContextVar[bool] = ContextVar("committed", default=False)
"""Whether the current interaction has already committed a change. If so, a later error must not be reported as "no
change"."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a table, as returned by a decision. It is committed atomically."""

    columns: TableChanges = field(default_factory=lambda: TableChanges())
    seats: tuple[SeatRow, ...] | None = None
    advance: Advance | None = None
    reply: str = ""
    """The text of the reply to the slash command that caused the change."""
    only_card: bool = False
    """Whether the change affects the card's text only. Step and turn stay the same, so open pages stay valid."""
    calls_back: bool = False
    """Whether the new card pings all who must act, even those who were already pinged in this turn."""
    seconds: int | None = None
    """The seconds that a seat has for its new move after a take-back; None for the normal time limit."""
    banks: Mapping[int, int] | None = None
    """By seat: the time bank in milliseconds that a take-back restores; None if the change is no take-back."""
    refreshes_card: bool = False
    """Whether the card must be edited although nothing stored with the table has changed."""
    reminded: tuple[int, ...] = ()
    """The users who get a reminder that they must act."""
    offers_take_back: int | None = None
    """The index of the move that the reply may offer to take back, counted from 1 among its seat's moves; None for no
    offer."""
    calls_host: bool = False
    """Whether to ping the host, because this change has filled the last seat."""
    audit: AuditRow | None = None
    """The moderator action to record in the audit trail."""
    invites: tuple[int, ...] = ()
    """The users whom the user `invited_by` has invited to the lobby with this change. They are pinged."""
    invited_by: int | None = None
    page: str | None = None
    """The version of the page on which the move was made. It identifies a second press of the same button."""
    by: int | None = None
    """The user who made the change. They need no ping if they must act again at once."""
    plan: PlanRow | None = None
    """The plan by which the move was made. The commit refuses the change if it is no longer stored."""
    planned: frozenset[int] = frozenset()
    """The seats that must act after the change and have a plan that can be made. Their users are not called; set by the
    commit."""
    begins_turn: bool = False
    """Whether to call the users who must act as if the turn began now, because a planned move was not made."""
    no_post: bool = False
    """Whether to post nothing and to drop all pending messages, because the channel was deleted."""


Decision: TypeAlias = Callable[[OpenTable], Change]
"""A pure function from the current table to a change. Raises Refusal or EngineError."""
