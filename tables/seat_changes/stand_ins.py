"""Decisions about a computer player that stands in for a seat's person, who keeps the seat and can have it back.

A seat with both a user and a player is stood in for. Its person goes on seeing what the seat sees, the result is theirs
whoever made the moves, and a move of their own takes the seat back. The record tells which moves were made for them.
"""

from collections.abc import Collection

import msgspec

from data.store import SeatRow, TableChanges
from tables import texts
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks, stand_in
from tables.open_table import OpenTable, is_stood_in, require_active
from tables.refusal import Refusal
from tables.seat_changes.seats import is_back
from tables.settings import TableSettings


def begin(user_id: int, hooks: GameHooks) -> Decision:
    """Lets a computer player play for a user. Raises Refusal if one does already."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        seat = table.require_seat(user_id)
        require_active(seat)
        if is_stood_in(seat):
            raise Refusal(texts.STANDS_IN_ALREADY)
        return _changed(table, stood_in(seat, table.settings, hooks.computers))

    return decide


def come_back(user_id: int) -> Decision:
    """A user is back: their seat is theirs again, and nothing that they missed counts any longer; idempotent."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        seat = table.require_seat(user_id)
        require_active(seat)
        return _changed(table, is_back(seat))

    return decide


def stood_in(seat: SeatRow, settings: TableSettings, computers: Collection[str]) -> SeatRow:
    """The seat with a computer player that stands in: a normal one, where the game has levels."""
    return msgspec.structs.replace(seat, player=stand_in(computers, settings.computer))


def _changed(table: OpenTable, changed: SeatRow) -> Change:
    """Pages that are open for the seat's turn are stale only where it must act."""
    old = table.seats[changed.seat]
    if changed == old:
        return Change(only_card=True)
    seats = tuple(changed if seat.seat == changed.seat else seat for seat in table.seats)
    must_act = changed.seat in table.actors and old.player != changed.player
    # Whoever has just pressed the button need not be called.
    columns = TableChanges(step=table.row.step + must_act)
    # The card tells for whom a computer player stands in, and whom it still asks for something.
    return Change(columns=columns, seats=seats, by=changed.user_id, refreshes_card=True)
