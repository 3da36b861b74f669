"""A table reduced to what one viewer may see. Pictures and messages are made only from this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from data.store import OPEN_PHASES, PlanRow, Reader, SeatRow, TableRow
from engine.core import SPECTATOR, Outcome, Player
from engine.game import Game
from engine.history import clear_actors
from engine.planning import look_ahead, offers_plans
from language.messages import _
from tables import texts
from tables.committing.outbox_rows import CARD, is_undeliverable
from tables.moderating.moderation_state import decode_moderation
from tables.open_table import ACTIVE, OpenTable, filter_people, is_played_by_person, page_version, require_known
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.timing.clocks import DEADLINE
from tables.timing.pauses import find_current_pause
from tables.timing.running_time import compute_deadline
from tables.timing.standstill import list_closed_by_seat


@dataclass(frozen=True, slots=True)
class Away:
    """A current or announced vacation of a seat's user. Times are milliseconds UTC."""

    seat: int
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The part of a table that one user or a spectator may see. `view` is the game as their seat sees it."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    settings: TableSettings
    seat: int | None
    view: Any
    legal: tuple[str, ...]
    actors: tuple[Player, ...]
    outcome: Outcome | None
    deadline: int | None
    staying: tuple[SeatRow, ...] = ()
    """The seats that are still in the game by its rules."""
    is_simultaneous: bool = False
    drafts: Mapping[str, str] = field(default_factory=dict[str, str])
    """The drafts that the viewer's own seat has stored for this turn, by name."""
    undeliverable: bool = False
    """Whether Discord currently refuses the public messages of this table."""
    away: tuple[Away, ...] = ()
    """The current and future vacations of people at a table in progress."""
    move_dues: Mapping[int, int] = field(default_factory=dict[int, int])
    """When the time for the move ends and the bank begins, in milliseconds UTC, by awaited seat of a table with banks.
    """
    now: int = 0
    """The time of the view, in milliseconds UTC."""
    plan: PlanRow | None = None
    """The planned move of the viewer's own seat, even if it was dropped."""
    may_plan: bool = False
    """Whether the viewer could plan a move: another person is to move, and the viewer's seat has moves to plan."""
    note: str = ""
    """The viewer's own note about the table; empty if there is none."""
    is_planned: bool = False
    """Whether the view shows the viewer's next turn, to compose a plan, and not the present one."""
    happened: tuple[Any, ...] = ()
    """The public events of the viewer's press that has just led to this view."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.row.options)

    @property
    def version(self) -> str:
        """The version that new buttons and pages get. Pages with another version are stale."""
        return page_version(self.row, simultaneous=self.is_simultaneous)

    @property
    def must_act(self) -> bool:
        return self.seat is not None and self.seat in self.actors

    @property
    def is_solo(self) -> bool:
        """Whether only one person plays: alone, or against computer players."""
        return sum(seat.user_id is not None for seat in self.seats) == 1

    def awaited_seats(self) -> tuple[SeatRow, ...]:
        """Return the seats for which the table waits: a person must act there and has no stand-in."""
        return filter_people(self.seats, self.actors)

    def waiting_names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.awaited_seats())

    def due(self, seats: Sequence[SeatRow]) -> int | None:
        """Return the earliest deadline of these seats (milliseconds UTC), or None without a time limit and in a pause.

        In a simultaneous turn it may be before the table's `deadline`, which is the latest of all seats.
        """
        if self.deadline is None or find_current_pause(self.row) is not None:
            return None
        return min((seat.due for seat in seats if seat.due is not None), default=self.deadline)

    def may_resign(self) -> bool:
        """Return whether the viewer may resign: they have a seat that has neither resigned nor been forfeited."""
        return any(seat.seat == self.seat and seat.state == ACTIVE for seat in self.seats)

    def require_playing(self) -> None:
        """Raise Refusal unless the game is in progress."""
        self.require_begun()
        if self.row.phase != "playing":
            raise Refusal(texts.describe_end(self.row.phase, season_over=decode_moderation(self.row).season_over))

    def require_lobby(self) -> None:
        """Raise Refusal if the table has left its lobby."""
        if self.row.phase == "playing":
            raise Refusal(_(texts.ALREADY_STARTED))
        if self.row.phase != "lobby":
            raise Refusal(_(texts.CANCELLED) if self.view is None else texts.describe_end(self.row.phase))

    def require_begun(self) -> None:
        """Raise Refusal in the lobby, where there is no game to show yet."""
        if self.view is None:
            require_known(self.row)
            raise Refusal(_(texts.NOT_STARTED) if self.row.phase == "lobby" else _(texts.CANCELLED))


async def build_table_view(reader: Reader, table: OpenTable, user_id: int | None, now: int = 0) -> TableView:
    """Return the table as one user (None: a spectator) may see it at `now`."""
    deadline = await reader.timers.get(table.row.id, DEADLINE)
    undeliverable = is_undeliverable(await reader.outbox.pending_of_table(table.row.id, CARD))
    row = table.row
    if row.phase in OPEN_PHASES:
        # The seed reveals all random draws, and with them every hand.
        row = msgspec.structs.replace(row, server_seed=b"", salts=None)
    seat = table.seat_of(user_id) if user_id is not None else None
    viewer = SPECTATOR if seat is None else seat.seat
    own = () if seat is None else await reader.tables.drafts(row.id, seat.seat)
    game = table.game
    return TableView(
        row=row,
        seats=table.seats,
        settings=table.settings,
        seat=None if seat is None else seat.seat,
        view=None if game is None else _view(game, row, viewer),
        legal=game.legal(viewer) if game is not None and viewer in table.actors else (),
        actors=table.actors,
        outcome=None if game is None else game.outcome,
        deadline=None if deadline is None else deadline.due,
        staying=table.staying,
        is_simultaneous=table.is_simultaneous,
        drafts={draft.name: draft.content for draft in own if draft.turn == row.turn},
        undeliverable=undeliverable,
        away=await _away(reader, table, now),
        move_dues=await _compute_move_dues(reader, table),
        now=now,
        plan=None if seat is None else await _own_plan(reader, table, seat),
        may_plan=seat is not None and _may_plan(table, seat),
        note="" if user_id is None else await reader.people.note(row.id, user_id),
    )


def _view(game: Game, row: TableRow, viewer: Player) -> Any:
    return clear_actors(game.view(viewer)) if row.phase == "cancelled" else game.view(viewer)


async def _own_plan(reader: Reader, table: OpenTable, seat: SeatRow) -> PlanRow | None:
    if table.row.phase != "playing" or table.game is None or not offers_plans(table.row.game):
        return None
    plan = await reader.plans.of_seat(table.row.id, seat.seat)
    return plan if plan is not None and plan.user_id == seat.user_id else None


def _may_plan(table: OpenTable, seat: SeatRow) -> bool:
    waits = bool(table.awaited_seats()) and table.game is not None and is_played_by_person(seat)
    return waits and table.game is not None and look_ahead(table.game, seat.seat) is not None


async def _away(reader: Reader, table: OpenTable, now: int) -> tuple[Away, ...]:
    if table.row.phase != "playing":
        return ()
    seats = {seat.user_id: seat.seat for seat in table.seats if seat.user_id is not None and seat.state == ACTIVE}
    found = await reader.people.vacations(tuple(seats))
    return tuple(Away(seats[row.user_id], row.begins, row.ends) for row in found if row.ends > now)


async def _compute_move_dues(reader: Reader, table: OpenTable) -> dict[int, int]:
    if not table.settings.bank or table.row.phase != "playing":
        return {}
    waiting = filter_people(table.seats, table.actors)
    closed = await list_closed_by_seat(reader, table.row, waiting) if waiting else {}
    return {
        seat.seat: compute_deadline(seat.since, max(0, seat.time_left - (seat.bank or 0)), closed[seat.seat])
        for seat in waiting
        if seat.since is not None and seat.time_left is not None
    }
