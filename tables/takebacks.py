"""Take-backs at a table: at once, or after a vote of the other players.

The engine's policy determines whether the others must agree. A request is stored in the table's row and ends with the
next public change of the game. It is identified by the step at which it was made and by the move's index among its
seat's moves. So old buttons change nothing, and a second press is idempotent.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from data.store import EntryRow, Reader, SeatRow, TableChanges, TableRow
from engine.core import CHANCE, HOST
from engine.game import Advance, Game
from engine.record import Entry, active_entries, seat_of
from engine.takeback import TakebackPolicy, ordinal, retract, takeback_policy, takebacks, will_be_final
from language.messages import _
from tables import texts
from tables.committing.changes import Change
from tables.open_table import (
    OpenTable,
    find_unanswered,
    is_stood_in,
    list_asked_seats,
    require_active,
    to_engine_entries,
)
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes.seats import is_back
from tables.texts import put_into_words

LEAST_SECONDS: Final = 60
"""Minimum time in seconds that a seat gets for its new move after a take-back."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's request, made at a step, to take its newest move back.

    `move` is the move's index among its seat's moves. `others`: other seats have moved since the move. `agreed` are the
    seats that have allowed it. `kept_by` is the seat that has refused, so that the move can't be taken back.
    """

    seat: int
    move: int
    step: int
    others: bool = False
    agreed: tuple[int, ...] = ()
    kept_by: int | None = None


@dataclass(frozen=True, slots=True)
class TakebackTerms:
    """The conditions for a seat to take its newest move back: at once, or after the seats in `asked` have agreed.

    `move` is the move's index among its seat's moves. `others`: other seats have moved since. `is_unseen`: nobody else
    has seen anything of the move. `is_asked`: the request has already been made.
    """

    move: int
    asked: tuple[SeatRow, ...]
    others: bool
    is_unseen: bool
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """The result of pressing a take-back button, and the change to commit (None if nothing is left to change).

    `result` is `done` if the move is taken back, or `asked` if the seats in `asked` must agree first.
    """

    result: Literal["done", "asked"]
    change: Change | None
    asked: tuple[SeatRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Logged:
    """A loaded table together with all entries of its log."""

    table: OpenTable
    rows: tuple[EntryRow, ...]

    @property
    def log(self) -> tuple[Entry, ...]:
        return to_engine_entries(self.rows)

    def require_same(self, other: OpenTable) -> None:
        """Raise OutdatedError if the table has changed since it was loaded. `other` is the table now."""
        game, now = self.table.game, other.game
        same = (self.table.row, self.table.seats) == (other.row, other.seats)
        if not same or (None if game is None else game.n) != (None if now is None else now.n):
            raise OutdatedError


class OutdatedError(Exception):
    """An exception: the table has changed between loading and committing, so the decision must be made again."""


class StillChoosing(Refusal):
    """A refusal to take a choice back in a simultaneous turn, because the choice itself can still be changed."""


def request_of(row: TableRow) -> Request | None:
    """Return a table's take-back request, or None if there is none."""
    return None if row.takeback is None else msgspec.json.decode(row.takeback, type=Request)


def outlook(logged: Logged, user_id: int) -> TakebackTerms:
    """Return the conditions under which a user may take back their newest move.

    Raises Refusal if the move can't be taken back.
    """
    table, seat = logged.table, _active_seat(logged.table, user_id)
    policy = _policy(table, logged.log, seat)
    move = ordinal(logged.log, policy.own)
    request = request_of(table.row)
    asked = () if policy.kind == "free" else list_asked_seats(table.staying, seat.seat)
    is_asked = False
    if request is not None and request.kept_by is None and (request.seat, request.move) == (seat.seat, move):
        asked = find_unanswered(table.staying, request)
        is_asked = bool(asked)
    others = _have_others_acted(logged.log, policy.own, seat.seat)
    return TakebackTerms(move, asked, others, policy.kind == "free", is_asked)


def ask(logged: Logged, user_id: int, move: int) -> Plan:
    """Plan the take-back of a user's move, or the request for it if others must agree. Idempotent.

    Raises Refusal if the move can't be taken back, and BoardMovedOn if it is not the user's newest.
    """
    table, log = logged.table, logged.log
    seat = _active_seat(table, user_id)
    if _is_taken_back(log, seat.seat, move):
        return Plan("done", None)
    policy = _policy(table, log, seat)
    if ordinal(log, policy.own) != move:
        raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
    asked = () if policy.kind == "free" else list_asked_seats(table.staying, seat.seat)
    if not asked:
        return Plan("done", _taken_back(logged, seat.seat, policy, by=user_id))
    standing = _find_open_request(table, seat.seat, move)
    if standing is not None:
        waiting = find_unanswered(table.staying, standing)
        if waiting:
            return Plan("asked", None, waiting)
        # Nobody is left to answer: the last seat to do so has a stand-in by now, which agrees.
        return Plan("done", _taken_back(logged, seat.seat, policy, by=user_id))
    others = _have_others_acted(log, policy.own, seat.seat)
    found = Request(seat.seat, move, table.row.step, others)
    return Plan("asked", _changed(found), asked)


def answer(logged: Logged, user_id: int, asker: int, step: int, *, allow: bool) -> Change | None:
    """Return the change that stores a user's answer to a request, or None if they have given the same answer before.

    If the user is the asker, the request is withdrawn. Raises Refusal for users who are not asked, and if the
    request has ended.
    """
    table = logged.table
    table.require_playing()
    own = table.require_seat(user_id)
    request = request_of(table.row)
    if request is None or (request.seat, request.step) != (asker, step):
        raise Refusal(_(texts.TAKE_BACK_ENDED))
    if own.seat == asker:
        if not allow:
            return None if request.kept_by is not None else _changed(None)
        if find_unanswered(table.staying, request):
            raise Refusal(_(texts.TAKE_BACK_IS_YOURS))
    require_active(own)
    if own.seat != asker and own not in table.staying:
        raise Refusal(_(texts.OUT_OF_THE_GAME))
    if request.kept_by is not None:
        if allow:
            raise Refusal(_(texts.TAKE_BACK_ENDED))
        return None
    if not allow:
        return _changed(msgspec.structs.replace(request, kept_by=own.seat))
    agreed = msgspec.structs.replace(request, agreed=tuple(sorted({*request.agreed, own.seat} - {asker})))
    if find_unanswered(table.staying, agreed):
        return None if agreed == request else _changed(agreed)
    policy = takeback_policy(table.require_playing(), logged.log, asker)
    if policy.kind == "refused" or ordinal(logged.log, policy.own) != request.move:
        raise Refusal(_(texts.TAKE_BACK_ENDED))
    return _taken_back(logged, asker, policy, by=user_id, calls_back=True)


def offered(before: Game, advance: Advance, seat: int) -> int | None:
    """Return the index of the move that a seat may take back after the entries of `advance`, or None.

    None if the move ended a simultaneous turn of `before`, because all have now seen the choices. This is a cheap check
    without the log. The full policy is applied when the seat asks, and by `find_offered_takeback` for tables for which
    `needs_closer_look` is true.
    """
    game = advance.game
    places = [place for place, entry in enumerate(advance.entries) if entry.actor == seat]
    if not places or game.outcome is not None or _is_choosing(game, seat):
        return None
    if before.is_simultaneous and game.turn != before.turn:
        return None
    since = advance.entries[places[-1] + 1 :]
    return None if any(entry.actor in (CHANCE, HOST) for entry in since) else game.logged[seat]


def needs_closer_look(table: OpenTable) -> bool:
    """Return whether only the whole log shows if a move may be taken back.

    That is so for hidden choices, and if a computer player acts next.
    """
    return table.is_simultaneous or any(table.seats[seat].player is not None for seat in table.actors)


async def find_offered_takeback(reader: Reader, table: OpenTable, seat: int) -> int | None:
    """Return the index of the move that a seat may take back in a table's current state, or None.

    Also None if computer players act next and the move can't be taken back after their moves.
    """
    game = table.game
    if game is None or table.row.phase != "playing" or _is_choosing(game, seat):
        return None
    log = to_engine_entries(await reader.logs.entries(table.row.id))
    # The log may already contain entries that were added after the table was loaded.
    return await asyncio.to_thread(_find_offered_in_log, table, game, log[: game.n], seat)


def _is_choosing(game: Game, seat: int) -> bool:
    """Return whether a seat can still change its choice in a simultaneous turn."""
    return game.is_simultaneous and seat in game.actors


def _find_offered_in_log(table: OpenTable, game: Game, log: Sequence[Entry], seat: int) -> int | None:
    policy = takeback_policy(game, log, seat)
    # As long as others are still choosing, only moves that nobody has seen can be taken back.
    if policy.kind == "refused" or (game.is_simultaneous and policy.kind != "free"):
        return None
    computers = {each.seat for each in table.seats if each.player is not None}
    stand_ins = {each.seat for each in table.seats if is_stood_in(each)}
    return None if will_be_final(game, seat, computers, stand_ins) else ordinal(log, policy.own)


def _active_seat(table: OpenTable, user_id: int) -> SeatRow:
    table.require_playing()
    seat = table.require_seat(user_id)
    require_active(seat)
    return seat


def _policy(table: OpenTable, log: Sequence[Entry], seat: SeatRow) -> TakebackPolicy:
    """Return the engine's policy for taking back a seat's newest move.

    Raises Refusal if the move can't be taken back.
    """
    game = table.require_playing()
    if _is_choosing(game, seat.seat):
        raise StillChoosing(_(texts.STILL_CHOOSING))
    policy = takeback_policy(game, log, seat.seat)
    if policy.kind == "refused":
        raise Refusal(str(put_into_words(policy.text)))
    if game.is_simultaneous and policy.kind != "free":
        raise StillChoosing(_(texts.STILL_CHOOSING))
    return policy


def _have_others_acted(log: Sequence[Entry], own: int, seat: int) -> bool:
    return any(seat_of(entry) not in (None, seat) for entry in log[own:])


def _is_taken_back(log: Sequence[Entry], seat: int, move: int) -> bool:
    """Return whether a seat has taken back its own move with this index, counted from 1 among its moves."""
    numbers = [number for number, entry in enumerate(log, 1) if seat_of(entry) == seat]
    own = numbers[move - 1] if 0 < move <= len(numbers) else None
    return any((back.seat, back.own) == (seat, own) for back in takebacks(log))


def _find_open_request(table: OpenTable, seat: int, move: int) -> Request | None:
    """Return the seat's open request to take this move back, or None.

    Raises Refusal if another player has refused it, or if another seat's request is open.
    """
    request = request_of(table.row)
    if request is None:
        return None
    if (request.seat, request.move) == (seat, move):
        if request.kept_by is not None:
            raise Refusal(texts.move_kept(table.seats[request.kept_by].name))
        return request
    if request.kept_by is None:
        raise Refusal(texts.format_open_request(table.seats[request.seat].name))
    return None


def _changed(request: Request | None) -> Change:
    """Build the change that only stores a take-back request, or removes it (None). Open pages stay valid."""
    kept = None if request is None else msgspec.json.encode(request).decode()
    return Change(columns=TableChanges(takeback=kept), only_card=True)


def _taken_back(logged: Logged, seat: int, policy: TakebackPolicy, *, by: int, calls_back: bool = False) -> Change:
    """Build the change that takes a move back.

    `calls_back`: ping the seat's user, because they were not the one who has just acted.
    """
    game = logged.table.require_playing()
    advance = retract(game, logged.log, seat, logged.table.row.server_seed)
    left = logged.rows[policy.own - 1].time_left
    seconds = None if game.is_simultaneous or left is None else max(LEAST_SECONDS, left // 1000)
    banks = _banks_before(logged, seat, policy, only_own=game.is_simultaneous)
    # A user who takes their own move back is present, so a stand-in ends. If another user's answer did it, it stays.
    seats = tuple(
        is_back(other) if other.seat == seat and other.user_id == by else other for other in logged.table.seats
    )
    return Change(
        columns=TableChanges(takeback=None),
        advance=advance,
        seats=seats,
        by=by,
        calls_back=calls_back,
        seconds=seconds,
        banks=banks,
    )


def _banks_before(logged: Logged, seat: int, policy: TakebackPolicy, *, only_own: bool) -> dict[int, int]:
    """Return, by seat, the time bank in milliseconds before the undone entries, so that it can be restored.

    In a simultaneous turn only the seat's own entries are undone (`only_own`).
    """
    banks: dict[int, int] = {}
    for number in active_entries(logged.log):
        actor, bank = logged.log[number - 1].actor, logged.rows[number - 1].bank
        if number > policy.entry and bank is not None and actor >= 0 and (actor == seat or not only_own):
            banks.setdefault(actor, bank)
    return banks
