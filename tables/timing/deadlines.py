"""Reminders before a deadline, and decisions once it has passed, by the rule book and by the table's setting.

The first deadline that somebody misses always leads to the rule book's default move, whatever the setting: anybody may
oversleep once. From the second in a row on, the setting acts. Where a seat is opened to others, a computer player
stands in meanwhile: with default moves, the others would wait through the whole time of each of its turns. Where nobody
else is left to wait, none does: computer players would be through with the whole game before anybody is back.

Seats that one deadline puts out go together. Where these are all who were in the game, it ends and counts for nobody.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import msgspec

from data.store import SeatRow, TableChanges
from engine.core import HOST, Forfeit
from engine.game import Advance, act
from engine.record import format_host
from tables import texts
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks
from tables.moderating.moderation import moderation_of
from tables.moves import HooksOf, close_turn
from tables.open_table import FORFEITED, OpenTable, plays
from tables.refusal import BoardMovedOn
from tables.seat_changes.seats import open_to_all, without_offer
from tables.seat_changes.stand_ins import stood_in
from tables.timing.clock_settings import COMPUTER, FORFEIT, REPLACE
from tables.timing.clocks import is_asked, table_deadline
from tables.timing.retiming import look_anew


def expire(turn: int, hooks_of: HooksOf, now: int | None = None) -> Decision:
    """Closes a turn whose deadline has passed (0: the current turn), as the rule book and the table's setting say.

    With `now`, a turn that has time left at it since its deadline was found anew goes on.
    """

    def decide(table: OpenTable) -> Change:
        game, hooks = table.require_playing(), hooks_of(table.row.game)
        if turn not in (0, game.turn):
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        due = table_deadline(table)
        if now is not None and due is not None and due > now:
            return look_anew(table)
        late = table.waiting_for()
        again = frozenset(seat.seat for seat in late if seat.missed)
        seats = tuple(msgspec.structs.replace(seat, missed=seat.missed + (seat in late)) for seat in table.seats)
        setting = _setting(table)
        if again and setting == FORFEIT:
            return _put_out(table, again, seats, hooks)
        if again and setting in (COMPUTER, REPLACE):
            return _given_up(table, again, seats, hooks)
        return Change(advance=close_turn(table, hooks), seats=seats)

    return decide


def _setting(table: OpenTable) -> str:
    """What the table does about whoever stays away; a locked one opens no seat, since nobody could take it."""
    wanted = table.settings.on_expiry
    return COMPUTER if wanted == REPLACE and moderation_of(table.row).locked else wanted


def _given_up(table: OpenTable, again: Collection[int], seats: Sequence[SeatRow], hooks: GameHooks) -> Change:
    """What becomes of seats that are late again: computer players stand in, and they may be opened to anybody."""
    others = any(plays(seat) and seat.seat not in again for seat in table.staying)
    given = tuple(seat if seat.seat not in again else _given(table, seat, hooks, others) for seat in seats)
    if others and len(again) == len(table.waiting_for()):
        # The computer players make the moves of this turn.
        return Change(seats=given)
    return Change(advance=close_turn(table, hooks), seats=given)


def _given(table: OpenTable, seat: SeatRow, hooks: GameHooks, others: bool) -> SeatRow:
    """The seat with a computer player, if others are left who would wait for it."""
    left = stood_in(seat, table.settings, hooks.computers) if others else seat
    return open_to_all(left) if _setting(table) == REPLACE and left.offered_to is None else left


def _put_out(table: OpenTable, again: Collection[int], seats: Sequence[SeatRow], hooks: GameHooks) -> Change:
    """What becomes of seats that are late again where that puts them out of the game."""
    seats = tuple(
        msgspec.structs.replace(without_offer(seat), state=FORFEITED) if seat.seat in again else seat for seat in seats
    )
    if len(again) > 1 and again == {seat.seat for seat in table.staying}:
        # One forfeit after the other would let the last of them win.
        return Change(columns=TableChanges(phase="cancelled"), seats=seats)
    advance = _forfeited(table, again)
    game = advance.game
    goes_on = game.outcome is None and game.turn == table.require_playing().turn
    if goes_on and any(seat.seat in game.actors for seat in table.waiting_for()):
        advance = advance.followed_by(close_turn(replace(table, game=game), hooks))
    return Change(advance=advance, seats=seats)


def _forfeited(table: OpenTable, seats: Collection[int]) -> Advance:
    """HOST's forfeits of these seats, until the game is over."""
    advance = Advance(table.require_playing(), (), ())
    for seat in sorted(seats):
        if advance.game.outcome is None:
            forfeit = format_host(Forfeit(seat, late=True))
            advance = advance.followed_by(act(advance.game, HOST, forfeit, table.row.server_seed))
    return advance


def remind(turn: int, now: int) -> Decision:
    """Queues the message to those whose reminder is due in a turn, and marks them as reminded."""

    def decide(table: OpenTable) -> Change:
        if table.require_playing().turn != turn:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        found = {
            seat.seat: seat.user_id
            for seat in table.seats
            if is_asked(table, seat) and seat.user_id is not None and seat.remind is not None and seat.remind <= now
        }
        if not found:
            return Change(only_card=True)
        seats = tuple(
            msgspec.structs.replace(seat, remind=None) if seat.seat in found else seat for seat in table.seats
        )
        return Change(seats=seats, only_card=True, reminded=tuple(found.values()))

    return decide
