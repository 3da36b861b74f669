"""Changes of a season, and the decisions that make them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from data.store import AuditRow, MemberRow, SeasonActRow, SeasonChanges, SeasonTableRow
from leagues.deal_basis import DealBasis
from leagues.season import Season


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody is told by the league itself: `kind` is `ghost` for who gets no more tables for now."""

    user_id: int
    kind: str


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """A change of a season, committed atomically."""

    columns: SeasonChanges = field(default_factory=lambda: SeasonChanges())
    members: tuple[MemberRow, ...] = ()
    tables: tuple[SeasonTableRow, ...] = ()
    dealt: tuple[tuple[int, ...], ...] = ()
    """The people of each new table, in the order of seats."""
    basis: DealBasis | None = None
    """From what they were drawn."""
    rated: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """The tables among `tables` whose ratings follow anew from their results: whether they count for ratings."""
    act: SeasonActRow | None = None
    undone: int | None = None
    """The number of the organiser's act that is taken back."""
    audit: AuditRow | None = None
    """What an organiser does with it, for the audit trail."""
    decides_about: str | None = None
    """The table about which an organiser decides without its people, so that they may not sit there themselves."""
    renews: bool | None = None
    """Whether the league opens another season after this one, where that changes."""
    asked: bool = False
    """Whether the act is a question to a table's people, which is posted there."""
    notes: tuple[Note, ...] = ()


Decision: TypeAlias = Callable[[Season], SeasonChange]
"""A pure function from the season to a change. Raises Refusal."""
