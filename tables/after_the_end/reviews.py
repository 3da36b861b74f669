"""Reviews of finished games: a player's turning points, and the moves that the coach would have played.

A review is private to the player of a seat and uses only what that seat could see. Reviews are deterministic, so they
are cached in memory, not stored, and computed again after a restart.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Generic
from weakref import WeakValueDictionary

import structlog

from data.store import OPEN_PHASES, SeatRow, TableRow
from engine.players import coach
from engine.players.coach import CoachMove, Decision, TurningPoint
from engine.record import configure
from language.messages import N_, _
from tables.computer_players import Asked, Behind, Found
from tables.hints import top_level
from tables.open_table import require_known
from tables.positions import DOT, position_view
from tables.refusal import Refusal
from tables.service import TableService
from tables.texts import NO_SUCH_TABLE
from tables.viewer import TableView

ONLY_OVER = N_(
    "Reviews are for finished games, and this one is still being played. When it's over, press *My turning "
    "points* on its last card."
)
NOT_YOUR_GAME = N_(
    "You can review only your own moves, and you had no seat in this game. *Replay* and *What if* show you all of it."
)
NO_COACH = N_(
    "There's no coach for games like this one. With *What if* you can try out other moves in any finished game."
)
NOT_YOUR_MOVE = N_("At this step you made no move that the coach reviews. It starts once the board is in play.")
NOT_COME = N_("The review couldn't be finished this time. Please press again in a few minutes.")

log = structlog.get_logger()

MOST_KEPT: Final = 200
"""Maximum number of cached reviews."""
_KIND: Final = "review"


@dataclass(frozen=True, slots=True, repr=False)
class OwnGame:
    """A user's seat in a finished game, its decisions, and the names of all seats.

    `hints` is the number of hints that the seat has had.
    """

    table_id: str
    seat: int
    names: tuple[str, ...]
    hints: int
    decisions: tuple[Decision, ...]

    def find_decision(self, turn: int) -> Decision:
        """Return the seat's decision at a turn of the replayed game. Raise Refusal if the seat made none."""
        found = next((decision for decision in self.decisions if decision.turn == turn), None)
        if found is None:
            raise Refusal(_(NOT_YOUR_MOVE))
        return found


class ReviewCache(Generic[Asked, Found]):
    """A cache of computed reviews of finished games, by table and seat.

    `behind` runs `work` in the background, at a lower priority than moves.
    """

    def __init__(self, behind: Behind, work: Callable[[Asked], Found]) -> None:
        self._behind = behind
        self._work = work
        self._known: dict[tuple[str, int], Found] = {}
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()

    def find_cached(self, table_id: str, seat: int) -> Found | None:
        """Return a seat's review if it is cached, else None."""
        return self._known.get((table_id, seat))

    async def find(self, table_id: str, seat: int, asked: Asked) -> Found:
        """Return a seat's review; compute it if it is not cached. Raise Refusal if the computation fails."""
        key = table_id, seat
        # A concurrent second request waits for the first one and then uses its cached result.
        async with self._locks.setdefault(key, asyncio.Lock()):
            if key not in self._known:
                self._known[key] = await compute_review(self._behind, self._work, asked)
                while len(self._known) > MOST_KEPT:
                    del self._known[next(iter(self._known))]
            return self._known[key]


async def compute_review(behind: Behind, work: Callable[[Asked], Found], asked: Asked) -> Found:
    """Return `work(asked)`, computed in the background. Raise Refusal if the computation fails."""
    try:
        return await behind(work, asked)
    except (EOFError, OSError) as error:
        log.warning("review failed", error=repr(error))
        raise Refusal(_(NOT_COME)) from error


async def require_own_seat(
    service: TableService, table_id: str, user_id: int
) -> tuple[TableRow, Sequence[SeatRow], SeatRow]:
    """Return the row, all seats and the user's seat of a finished game.

    Raises Refusal if there is no such table, if the game is not over, or if the user had no seat.
    """
    async with service.store.read() as reader:
        row, seats = await reader.tables.get(table_id), await reader.tables.seats(table_id)
    if row is None:
        raise Refusal(_(NO_SUCH_TABLE))
    require_known(row)
    seat = next((seat for seat in seats if seat.user_id == user_id), None)
    if row.phase in OPEN_PHASES:
        raise Refusal(_(ONLY_OVER))
    if seat is None:
        raise Refusal(_(NOT_YOUR_GAME))
    return row, seats, seat


class Reviews:
    """The turning points of finished games, and the moves that the coach would have played.

    `behind` runs the computation in the background, at a lower priority than moves.
    """

    def __init__(self, service: TableService, behind: Behind) -> None:
        self._service = service
        self._behind = behind
        self._cache = ReviewCache(behind, coach.review)

    async def own(self, table_id: str, user_id: int) -> OwnGame:
        """Return the user's seat and its decisions in a finished game.

        Raises Refusal if the game is not over, if the user had no seat, or if the game has no coach for this number of
        seats.
        """
        row, seats, seat = await require_own_seat(self._service, table_id, user_id)
        if not coach.is_coached(row.game, len(seats)):
            raise Refusal(_(NO_COACH))
        record = await self._service.record(table_id, user_id)
        adviser = top_level(self._service.hooks(row.game).computers)
        decisions = await asyncio.to_thread(coach.decisions, record, seat.seat, adviser)
        return OwnGame(table_id, seat.seat, tuple(each.name for each in seats), seat.hints, decisions)

    def find_cached(self, own: OwnGame) -> Sequence[TurningPoint] | None:
        """Return the turning points if they are cached, else None."""
        return self._cache.find_cached(own.table_id, own.seat)

    async def turning_points(self, own: OwnGame) -> Sequence[TurningPoint]:
        """Return the turning points, those with the largest loss first. Raise Refusal if the computation fails."""
        return await self._cache.find(own.table_id, own.seat, own.decisions)

    async def find_coach_move(self, decision: Decision) -> CoachMove:
        """Return the move that the coach would have played. Raise Refusal if the computation fails."""
        return await compute_review(self._behind, coach.find_coach_move, decision)


def build_decision_view(own: OwnGame, decision: Decision, user_id: int) -> TableView:
    """Return the position of a decision as its seat saw it.

    Parts hidden from the seat are filled in from a random sample that is consistent with the seat's view.
    """
    rules = configure(decision.configuration)
    state = rules.determinize(decision.view, Random(decision.seed))
    table_id = f"{_KIND}{DOT}{own.table_id}"
    return position_view(
        table_id, decision.configuration, state, decision.seat, own.names, user_id=user_id, step=decision.turn
    )
