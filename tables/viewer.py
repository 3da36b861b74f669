"""A table reduced to what one viewer may see; pictures and messages are made from this alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from data.store import OPEN_PHASES, Reader, SeatRow, TableRow
from engine.core import SPECTATOR, Outcome, Player
from tables import texts
from tables.clocks import DEADLINE
from tables.open_table import ACTIVE, OpenTable, page_version, people_among
from tables.outbox_rows import CARD, is_undeliverable
from tables.refusal import Refusal
from tables.settings import TableSettings


@dataclass(frozen=True, slots=True)
class TableView:
    """What one user, or a spectator, may see of a table; its `view` is that of their seat."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    settings: TableSettings
    seat: int | None
    view: Any
    legal: tuple[str, ...]
    actors: tuple[Player, ...]
    outcome: Outcome | None
    deadline: int | None
    is_simultaneous: bool = False
    drafts: Mapping[str, str] = field(default_factory=dict[str, str])
    """The drafts of the viewer's own seat for this turn, by name."""
    undeliverable: bool = False
    """Whether Discord currently refuses the public messages of this table."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.row.options)

    @property
    def version(self) -> str:
        """The version for new buttons and pages, by which they are recognised as stale later."""
        return page_version(self.row, simultaneous=self.is_simultaneous)

    @property
    def must_act(self) -> bool:
        return self.seat is not None and self.seat in self.actors

    def waiting_for(self) -> tuple[SeatRow, ...]:
        """The actors' seats that are held by people, not computer players."""
        return people_among(self.seats, self.actors)

    def waiting_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.waiting_for())

    def may_resign(self) -> bool:
        """Whether the viewer has a seat that has not resigned."""
        return any(seat.seat == self.seat and seat.state == ACTIVE for seat in self.seats)

    def require_playing(self) -> None:
        """Raises Refusal in the lobby and after the end."""
        self.require_begun()
        if self.row.phase != "playing":
            raise Refusal(texts.ended(self.row.phase))

    def require_begun(self) -> None:
        """Raises Refusal in the lobby, where there is no board yet."""
        if self.view is None:
            raise Refusal(texts.NOT_STARTED if self.row.phase == "lobby" else texts.CANCELLED)


async def view_of(reader: Reader, table: OpenTable, user_id: int | None) -> TableView:
    """The table as one user (None: a spectator) may see it."""
    deadline = await reader.timer(table.row.id, DEADLINE)
    undeliverable = is_undeliverable(await reader.pending_of_table(table.row.id, CARD))
    row = table.row
    if row.phase in OPEN_PHASES:
        # The seed would reveal every hand.
        row = msgspec.structs.replace(row, server_seed=b"", salts=None)
    seat = table.seat_of(user_id) if user_id is not None else None
    viewer = SPECTATOR if seat is None else seat.seat
    own = () if seat is None else await reader.drafts(row.id, seat.seat)
    game = table.game
    return TableView(
        row=row,
        seats=table.seats,
        settings=table.settings,
        seat=None if seat is None else seat.seat,
        view=None if game is None else game.view(viewer),
        legal=game.legal(viewer) if game is not None and viewer in table.actors else (),
        actors=table.actors,
        outcome=None if game is None else game.outcome,
        deadline=None if deadline is None else deadline.due,
        is_simultaneous=table.is_simultaneous,
        drafts={draft.name: draft.content for draft in own if draft.turn == row.turn},
        undeliverable=undeliverable,
    )
