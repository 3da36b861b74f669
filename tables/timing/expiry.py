"""Decisions about a turn whose deadline has passed, by the rule book and by the table's setting.

The first deadline that somebody misses always leads to the rule book's default move, whatever the setting: anybody may
oversleep once. From the second in a row on, the setting acts. Where a seat is opened to others, a computer player
stands in meanwhile: with default moves, the others would wait through the whole time of each of its turns. Where nobody
else is left to wait, none does: computer players would be through with the whole game before anybody is back.

Seats that one deadline puts out go together. Where these are all who were in the game, it ends and counts for nobody.
"""

from collections.abc import Collection
from dataclasses import replace

import msgspec

from data.store import SeatRow, TableChanges
from engine.core import HOST, Forfeit
from engine.game import Advance, act
from engine.record import format_host
from tables import texts
from tables.committing.changes import Change, Decision
from tables.moderating.moderation import moderation_of
from tables.moves import HooksOf, close_turn
from tables.open_table import FORFEITED, OpenTable, plays
from tables.refusal import BoardMovedOn
from tables.seat_changes.seats import open_to_all, without_offer
from tables.seat_changes.stand_ins import stood_in
from tables.timing.clock_settings import COMPUTER, FORFEIT, REPLACE
from tables.timing.retiming import look_anew
from tables.timing.seat_clocks import table_deadline


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
        others = any(plays(seat) and seat.seat not in again for seat in table.staying)
        match _setting(table):
            case setting if setting in (COMPUTER, REPLACE) and again and not others:
                if setting == REPLACE:
                    seats = tuple(_opened(seat) if seat.seat in again else seat for seat in seats)
                return Change(advance=close_turn(table, hooks), seats=seats)
            case setting if setting in (COMPUTER, REPLACE) and again:
                seats = tuple(
                    _given_up(table, seat, hooks.computers, setting) if seat.seat in again else seat for seat in seats
                )
                if len(again) == len(late):
                    # The computer players make the moves of this turn.
                    return Change(seats=seats)
                return Change(advance=close_turn(table, hooks), seats=seats)
            case setting if setting == FORFEIT and again:
                seats = tuple(
                    msgspec.structs.replace(without_offer(seat), state=FORFEITED) if seat.seat in again else seat
                    for seat in seats
                )
                if len(again) > 1 and again == {seat.seat for seat in table.staying}:
                    # One forfeit after the other would let the last of them win.
                    return Change(columns=TableChanges(phase="cancelled"), seats=seats)
                advance = _forfeited(table, again)
                after = replace(table, game=advance.game)
                if (
                    advance.game.outcome is None
                    and advance.game.turn == game.turn
                    and any(seat.seat in advance.game.actors for seat in late)
                ):
                    closing = close_turn(after, hooks)
                    advance = Advance(closing.game, advance.entries + closing.entries, advance.events + closing.events)
                return Change(advance=advance, seats=seats)
            case _:
                return Change(advance=close_turn(table, hooks), seats=seats)

    return decide


def _setting(table: OpenTable) -> str:
    """What the table does about whoever stays away; a locked one opens no seat, since nobody could take it."""
    wanted = table.settings.on_expiry
    return COMPUTER if wanted == REPLACE and moderation_of(table.row).locked else wanted


def _given_up(table: OpenTable, seat: SeatRow, computers: Collection[str], setting: str) -> SeatRow:
    """The seat of somebody who stays away: a computer player stands in, and it may be opened to anybody."""
    given = stood_in(seat, table.settings, computers)
    return _opened(given) if setting == REPLACE else given


def _opened(seat: SeatRow) -> SeatRow:
    return open_to_all(seat) if seat.offered_to is None else seat


def _forfeited(table: OpenTable, seats: Collection[int]) -> Advance:
    """HOST's forfeits of these seats, until the game is over."""
    advance = Advance(table.require_playing(), (), ())
    for seat in sorted(seats):
        if advance.game.outcome is None:
            more = act(advance.game, HOST, format_host(Forfeit(seat, late=True)), table.row.server_seed)
            advance = Advance(more.game, advance.entries + more.entries, advance.events + more.events)
    return advance
