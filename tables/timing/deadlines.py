"""Reminders before a deadline, and decisions after it has passed, by the game's rules and the table's setting.

The first missed deadline always leads to the game's default move, because anybody may be late once. From the
second one in a row, the table's setting applies. If the setting opens the seat to other users, a computer
player stands in until a user takes the seat; if default moves were made instead, the others would wait for the
full time of each turn. If no other person still plays, there is no stand-in, because computer players would
finish the game before the user can return.

Seats that miss the same deadline are forfeited together. If these are all seats in the game, it ends and counts
for nobody.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import msgspec

from data.store import SeatRow, TableChanges
from engine.core import HOST, Forfeit
from engine.game import Advance, act
from engine.record import format_host
from language.messages import _
from tables import texts
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks
from tables.moderating.moderation_state import decode_moderation
from tables.moves import HooksOf, close_turn
from tables.open_table import FORFEITED, OpenTable, is_played_by_person
from tables.refusal import BoardMovedOn
from tables.seat_changes.seats import open_to_all, without_offer
from tables.seat_changes.stand_ins import assign_stand_in
from tables.timing.clock_settings import COMPUTER, FORFEIT, REPLACE
from tables.timing.clocks import is_asked, table_deadline
from tables.timing.retiming import recompute_deadlines


def expire(turn: int, hooks_of: HooksOf, now: int | None = None) -> Decision:
    """Close a turn whose deadline has passed, by the game's rules and the table's setting.

    `turn` 0 stands for the current turn. With `now`, the turn is not closed if its recomputed deadline is later
    than `now`.
    """

    def decide(table: OpenTable) -> Change:
        game, hooks = table.require_playing(), hooks_of(table.row.game)
        if turn not in (0, game.turn):
            raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
        due = table_deadline(table)
        if now is not None and due is not None and due > now:
            return recompute_deadlines(table)
        late = table.awaited_seats()
        again = frozenset(seat.seat for seat in late if seat.missed)
        seats = tuple(msgspec.structs.replace(seat, missed=seat.missed + (seat in late)) for seat in table.seats)
        setting = _setting(table)
        if again and setting == FORFEIT:
            return _put_out(table, again, seats, hooks)
        if again and setting in (COMPUTER, REPLACE):
            return _give_up(table, again, seats, hooks)
        return Change(advance=close_turn(table, hooks), seats=seats)

    return decide


def _setting(table: OpenTable) -> str:
    """Return the table's setting for deadlines missed in a row.

    At a locked table, seats can't be opened to other users, so a computer player stands in instead.
    """
    wanted = table.settings.on_expiry
    return COMPUTER if wanted == REPLACE and decode_moderation(table.row).locked else wanted


def _give_up(table: OpenTable, again: Collection[int], seats: Sequence[SeatRow], hooks: GameHooks) -> Change:
    """Build the change for seats that are late again.

    A stand-in plays if others would have to wait. If the settings of the table say so, anybody may take the seat.

    `again` are the seats that have missed more than one deadline in a row.
    """
    others = any(is_played_by_person(seat) and seat.seat not in again for seat in table.staying)
    given = tuple(seat if seat.seat not in again else _given(table, seat, hooks, others) for seat in seats)
    if others and len(again) == len(table.awaited_seats()):
        # No default moves are needed: the stand-ins act in this turn.
        return Change(seats=given)
    return Change(advance=close_turn(table, hooks), seats=given)


def _given(table: OpenTable, seat: SeatRow, hooks: GameHooks, others: bool) -> SeatRow:
    """Return a seat that is late again, with a stand-in if other people would have to wait (`others`).

    If the table's setting is REPLACE, the seat is also opened to anybody, unless it is on offer already.
    """
    left = assign_stand_in(seat, table.settings, hooks.computers) if others else seat
    return open_to_all(left) if _setting(table) == REPLACE and left.offered_to is None else left


def _put_out(table: OpenTable, again: Collection[int], seats: Sequence[SeatRow], hooks: GameHooks) -> Change:
    """Build the change that forfeits the seats in `again`, which have missed more than one deadline in a row."""
    seats = tuple(
        msgspec.structs.replace(without_offer(seat), state=FORFEITED) if seat.seat in again else seat for seat in seats
    )
    if len(again) > 1 and again == {seat.seat for seat in table.staying}:
        # All are out at once, so nobody wins. If they were forfeited one after the other, the last one would win.
        return Change(columns=TableChanges(phase="cancelled"), seats=seats)
    advance = _forfeit_seats(table, again)
    game = advance.game
    goes_on = game.outcome is None and game.turn == table.require_playing().turn
    if goes_on and any(seat.seat in game.actors for seat in table.awaited_seats()):
        advance = advance.concatenate(close_turn(replace(table, game=game), hooks))
    return Change(advance=advance, seats=seats)


def _forfeit_seats(table: OpenTable, seats: Collection[int]) -> Advance:
    """Make the program's (HOST's) forfeits of these seats in order, and stop when the game is over."""
    advance = Advance(table.require_playing(), (), ())
    for seat in sorted(seats):
        if advance.game.outcome is None:
            forfeit = format_host(Forfeit(seat, late=True))
            advance = advance.concatenate(act(advance.game, HOST, forfeit, table.row.server_seed))
    return advance


def remind(turn: int, now: int) -> Decision:
    """Remind the users who must act in a turn and whose reminder is due at `now`. Clear these reminders."""

    def decide(table: OpenTable) -> Change:
        if table.require_playing().turn != turn:
            raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
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
