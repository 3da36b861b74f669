"""Decisions about stand-ins: computer players that play for a seat's user, who keeps the seat and can return.

A seat with both a user and a computer player has a stand-in. The user still sees the seat's view and gets its result.
If they make a move themselves, the stand-in ends. The record marks the moves that the stand-in has made.
"""

from collections.abc import Collection

import msgspec

from data.store import SeatRow, TableChanges
from language.messages import _
from tables import texts
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks, stand_in
from tables.open_table import OpenTable, is_stood_in, require_active
from tables.refusal import Refusal
from tables.seat_changes.seats import is_back
from tables.settings import TableSettings


def begin(user_id: int, hooks: GameHooks) -> Decision:
    """Let a computer player stand in for a user. Raise Refusal if one already does."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        seat = table.require_seat(user_id)
        require_active(seat)
        if is_stood_in(seat):
            raise Refusal(_(texts.STANDS_IN_ALREADY))
        return _changed(table, assign_stand_in(seat, table.settings, hooks.computers))

    return decide


def come_back(user_id: int) -> Decision:
    """End the stand-in for a user and set their number of missed deadlines to 0. Idempotent."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        seat = table.require_seat(user_id)
        require_active(seat)
        return _changed(table, is_back(seat))

    return decide


def assign_stand_in(seat: SeatRow, settings: TableSettings, computers: Collection[str]) -> SeatRow:
    """Return the seat with a stand-in: the computer player of the normal level, if the game has levels."""
    return msgspec.structs.replace(seat, player=stand_in(computers, settings.computer))


def _changed(table: OpenTable, changed: SeatRow) -> Change:
    """Build the change that replaces one seat. Open pages become stale only if this seat must act."""
    old = table.seats[changed.seat]
    if changed == old:
        return Change(only_card=True)
    seats = tuple(changed if seat.seat == changed.seat else seat for seat in table.seats)
    must_act = changed.seat in table.actors and old.player != changed.player
    # The user has just pressed a button, so `by` makes sure that they are not pinged.
    columns = TableChanges(step=table.row.step + must_act)
    # The card shows stand-ins and the seats that must act, so it is edited.
    return Change(columns=columns, seats=seats, by=changed.user_id, refreshes_card=True)
