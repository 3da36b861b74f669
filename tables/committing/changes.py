"""Changes of a table, the decisions that make them, and whether the current interaction has committed one."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeAlias

from data.store import AuditRow, SeatRow, TableChanges
from engine.game import Advance
from tables.open_table import OpenTable

committed: ContextVar[bool] = ContextVar("committed", default=False)
"""Whether the current interaction has committed something; later errors must then not be reported as "no change"."""


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
    calls_back: bool = False
    """Ping those who must act by a new card, although they may have been pinged in this turn."""
    seconds: int | None = None
    """The time that is left of the turn, where it is not that of a turn that begins or goes on."""
    banks: Mapping[int, int] | None = None
    """The banks that a take-back gives back, by seat; None for any other change."""
    refreshes_card: bool = False
    """Whether the card tells something new although nothing that is stored with the table has changed."""
    reminded: tuple[int, ...] = ()
    """The users to be reminded that the table waits for them."""
    offers_take_back: int | None = None
    """The move that the answer may offer to take back."""
    calls_host: bool = False
    """Ping the host, because every seat is taken."""
    audit: AuditRow | None = None
    """What a moderator does with it, for the audit trail."""
    invites: tuple[int, ...] = ()
    """The users whom `invited_by` invites to the lobby, to be pinged."""
    invited_by: int | None = None
    page: str | None = None
    """The version of the page on which a person made the move, by which the same press is recognised again."""
    by: int | None = None
    """The user whose own action it is, who then needs no ping for what they are asked at once."""
    no_post: bool = False
    """Post nothing and drop pending messages, because the channel no longer exists."""


Decision: TypeAlias = Callable[[OpenTable], Change]
"""A pure function from the current table to a change. Raises Refusal or EngineError."""
