"""The commit of a change of a table: rows, log, clocks and messages.

It runs in the transaction that loaded the table.
"""

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from data.store import Reader, SeatRow, TableChanges, TableRow, Writer
from engine.core import CHANCE, SPECTATOR
from engine.game import Game, snapshot
from tables.after_the_end.results import with_results
from tables.calling.next_up import queue_next_call
from tables.calling.pings import record_pings
from tables.calling.questions import (
    InvitePayload,
    queue_end_of_call,
    queue_full,
    queue_invitation,
    queue_offers,
    queue_update_of_invitations,
)
from tables.calling.recipients import LAST, NO_TURN, REMINDER, SEATS, call
from tables.committing.changes import Change, Decision
from tables.committing.outbox_rows import (
    REFRESH,
    REFRESH_MS,
    drop_public,
    queue_follows,
    queue_public,
)
from tables.committing.planned_moves import settle_plans
from tables.moderating.moderation import require_admissible
from tables.moderating.server_settings import keep_as_set
from tables.moves import HooksOf
from tables.open_table import OpenTable
from tables.seat_changes.handovers import HANDED_OVER, notes
from tables.seat_changes.seating import list_awaited
from tables.seat_changes.seats import without_offer
from tables.surprises import make_choices
from tables.timing.clock_settings import get_clock
from tables.timing.clocks import Limits, Timing, queue_count, schedule, update_clocks
from tables.timing.idle import end_if_agreed, record_presence, watch
from tables.timing.pauses import schedule_pause, update_pause
from tables.timing.retiming import retime_seats, watch_vacations
from tables.timing.running_time import Closed
from tables.timing.standstill import list_closed_by_seat


async def decide_and_commit(
    writer: Writer, loaded: OpenTable, decide: Decision, hooks_of: HooksOf
) -> tuple[OpenTable, Change]:
    """Commit the change that `decide` makes to a loaded table. Return the new table and the change.

    `decide` gets the table with deadlines recomputed for pauses, quiet hours and vacations. Raises any exception of
    `decide`, StaleStep if the table was changed concurrently, and Refusal if the change gives a seat to a user whom
    moderators have barred.
    """
    closed = await _load_closed_spans(writer, loaded)
    before = replace(loaded, seats=retime_seats(loaded.seats, loaded.seats, closed, writer.now))
    change = end_if_agreed(before, decide(before))
    if change.advance is not None:
        # a table of a game that this program no longer has can still be ended, without hooks
        change = make_choices(before, change, hooks_of(before.row.game))
    columns, game = _columns(before, change, writer.now)
    seats = _seats(before, change, columns, game, hooks_of)
    after = OpenTable(msgspec.structs.replace(before.row, **columns), seats, game)
    pause = update_pause(after, writer.now)
    if pause is not None:
        columns["pause"] = pause
        after = replace(after, row=msgspec.structs.replace(after.row, pause=pause))
    await writer.tables.update(before.row.id, before.row.step, **columns)
    if "ended" in columns:
        await keep_as_set(writer, before.row)
    await require_admissible(writer, before, after, change)
    if change.audit is not None:
        await writer.servers.add_audit(change.audit)
    if before.row.pause != after.row.pause or before.handed_over(after) or before.game is None:
        closed = await _load_closed_spans(writer, after)
    after = await _put_with_clocks(writer, loaded, before, after, change, closed, hooks_of)
    if "ended" in columns:
        await queue_count(writer, after)
    change = replace(change, planned=await settle_plans(writer, before, after, change))
    await announce(writer, before, after, change)
    return after, change


def _columns(before: OpenTable, change: Change, now: int) -> tuple[TableChanges, Game | None]:
    """Return the new values of the changed columns of the table's row, and the game after the change."""
    row, game = before.row, before.game
    columns = TableChanges(**change.columns)
    if change.advance is None:
        columns.setdefault("step", row.step + (not change.only_card))
    else:
        game = change.advance.game
        if before.game is None:
            # The step counts on from that of the lobby, so that the lobby's buttons become stale.
            game = msgspec.structs.replace(game, step=row.step + 1)
        columns["step"], columns["turn"] = game.step, game.turn
        if game.outcome is not None:
            columns["phase"] = "finished"
    if columns.get("phase") in ("finished", "cancelled"):
        columns["ended"] = now
    if columns.get("step") != row.step:
        # A new step supersedes open take-back votes and inactivity questions.
        if row.takeback is not None:
            columns["takeback"] = None
        if row.idle is not None:
            columns.setdefault("idle", None)
    elif row.idle is not None and change.advance is not None:
        columns["idle"] = record_presence(before, change.by)
    return columns, game


def _seats(
    before: OpenTable, change: Change, columns: TableChanges, game: Game | None, hooks_of: HooksOf
) -> tuple[SeatRow, ...]:
    seats = before.seats if change.seats is None else change.seats
    if game is not None and columns.get("phase") == "finished":
        seats = with_results(seats, game, hooks_of(before.row.game))
    return tuple(without_offer(seat) for seat in seats) if "ended" in columns else seats


async def _put_with_clocks(
    writer: Writer,
    loaded: OpenTable,
    before: OpenTable,
    after: OpenTable,
    change: Change,
    closed: Mapping[int, Closed],
    hooks_of: HooksOf,
) -> OpenTable:
    """Store the seats, log entries and timers of a change. Return the table with the new deadlines of its seats."""
    timing = Timing(
        now=writer.now,
        before=_limits(before, hooks_of),
        after=_limits(after, hooks_of),
        closed=closed,
        left=None if change.seconds is None else change.seconds * 1000,
        banks=change.banks,
    )
    clocked = update_clocks(before, after, change.advance, timing)
    after = replace(after, seats=retime_seats(before.seats, clocked, closed, writer.now))
    await _put_seats(writer, loaded, after)
    await _note_handovers(writer, before, after)
    if change.advance is not None:
        await _append_entries(writer, before, change, after, timing)
    await schedule(writer, loaded, after, new_turn=is_new_turn(before, after) or change.seconds is not None)
    await watch(writer, before, after, has_limit=timing.after is not None)
    await schedule_pause(writer, before, after)
    await watch_vacations(writer, before, after)
    return after


async def _load_closed_spans(reader: Reader, table: OpenTable) -> Mapping[int, Closed]:
    """Return for each seat the spans in which its clock stands still.

    A seat that is missing from the result has a clock that never stands still.
    """
    # A table without a clock may still have turns with a time limit set by the game. Only pauses interrupt that limit.
    may_stand_still = table.settings.clock is not None or table.row.pause is not None
    return await list_closed_by_seat(reader, table.row, table.seats) if may_stand_still else {}


def _limits(table: OpenTable, hooks_of: HooksOf) -> Limits | None:
    """Return the time limits of the current turn, or None if the turn has no time limit."""
    if table.game is None:
        return None
    hooks, settings, view = hooks_of(table.row.game), table.settings, table.game.view(SPECTATOR)
    seconds = hooks.turn_seconds(view, settings)
    if seconds is None:
        return None
    if not hooks.has_bank(view):
        return Limits(seconds * 1000)
    return Limits(seconds * 1000, settings.bank * 1000, settings.regained * 1000)


async def _put_seats(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    # Seats are removed before others are stored, because a user may have only one seat at a time. A changed seat is
    # updated in place, so that its row keeps the stored flag that its table is open.
    kept = {(seat.seat, seat.user_id) for seat in after.seats}
    for seat in before.seats:
        if (seat.seat, seat.user_id) not in kept:
            await writer.tables.remove_seat(before.row.id, seat.seat)
    for seat in after.seats:
        if seat not in before.seats:
            await writer.tables.put_seat(before.row.id, seat)


async def _note_handovers(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Store notes of seat changes, and delete the drafts of users who gave their seats away."""
    for note in notes(before, after):
        if note.kind in HANDED_OVER:
            await writer.tables.clear_drafts(before.row.id, note.seat)
        await writer.tables.add_handover(before.row.id, note)


async def _append_entries(writer: Writer, before: OpenTable, change: Change, after: OpenTable, timing: Timing) -> None:
    assert change.advance is not None
    assert after.game is not None
    advance, game = change.advance, after.game
    events = advance.public_events()
    logged = [
        (str(entry.actor), entry.action, entry.digest or "", seen.decode())
        for entry, seen in zip(advance.entries, events, strict=True)
    ]
    # Time left and bank are those of the seat that made the first entry; they are needed to take its move back. In a
    # take-back, the entries after the first repeat moves that other seats made earlier.
    actor = advance.entries[0].actor if advance.entries else CHANCE
    seat = None if actor < 0 or before.game is None else before.seats[actor]
    left = None if seat is None or seat.due is None else timing.count_remaining_ms(seat.seat, seat.due)
    bank = None if seat is None else seat.bank
    after_n = game.n - len(logged)
    await writer.logs.append_entries(before.row.id, after_n, logged, time_left=left, bank=bank, page=change.page)
    await writer.logs.save_snapshot(before.row.id, game.n, game.step, snapshot(game))


async def announce(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> None:
    """Queue the messages of a change: cards with their pings, edits, offers, invitations and reminders."""
    row = after.row
    if change.no_post:
        await drop_public(writer, row.id)
        if after.game is not None:
            # Not cancelled with the channel: followers get direct messages.
            await queue_follows(writer, row)
    else:
        await _queue_cards(writer, before, after, change)
    says_more = change.refreshes_card or _card_columns(row) != _card_columns(before.row)
    if says_more and row.step == before.row.step:
        await writer.outbox.queue(REFRESH, row.id, row.step, "{}")
    if change.invites and change.invited_by is not None:
        await queue_invitation(writer, row, InvitePayload(change.invites, change.invited_by))
    if change.reminded:
        await call(writer, row, change.reminded, REMINDER)
    if change.calls_host:
        await queue_full(writer, row)


async def _queue_cards(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> None:
    if before.row.phase == "lobby":
        # Those who have left a lobby need no message about its open seats.
        staying = {seat.user_id for seat in after.seats}
        for user in [seat.user_id for seat in before.seats if seat.user_id not in staying]:
            if user is not None:
                await writer.messages.put_ping(after.row.id, NO_TURN, user, SEATS)
    new_turn = is_new_turn(before, after) or change.begins_turn
    called = await record_pings(writer, before, after, change, new_turn=new_turn)
    new_card = new_turn or change.calls_back or bool(called.card)
    await queue_public(writer, before, after, new_card=new_card, called=called.card, planned=change.planned)
    await queue_next_call(writer, before, after, change, new_turn=new_turn)
    if called.last is not None:
        await call(writer, after.row, [called.last], LAST, due=max(writer.now + REFRESH_MS, called.last_due))
    await queue_offers(writer, before, after)
    if before.row.phase == "lobby" != after.row.phase:
        await queue_update_of_invitations(writer, after.row)
        await queue_end_of_call(writer, after.row)
    elif before.row.phase == "lobby" and (
        {*_list_awaited(before)} - {*_list_awaited(after)} or get_clock(before.settings) != get_clock(after.settings)
    ):
        await queue_update_of_invitations(writer, after.row)


def _list_awaited(table: OpenTable) -> tuple[int, ...]:
    return list_awaited(table.settings, table.seats)


def _card_columns(row: TableRow) -> tuple[str | None, ...]:
    """Return the row's columns that the card shows and that can change without a move: take-back, pause, moderation."""
    return row.takeback, row.pause, row.moderation


def is_new_turn(before: OpenTable, after: OpenTable) -> bool:
    """Return whether a change needs a new card and a new deadline.

    True if the table has a new turn or is over. Also true if a seat must act although it did not before, because
    another seat resigned, or if a seat that must act has a new user or its user is back. Exception: in a simultaneous
    turn in which other people must still act, the card and their deadlines stay.
    """
    if before.game is None or after.row.phase != "playing":
        return True
    if before.game.turn != after.row.turn:
        return True
    must_act = any(seat.seat in after.actors for seat in before.find_taken_seats(after))
    if must_act and not (before.is_simultaneous and before.awaited_seats()):
        return True
    has_left = any(seat.state != old.state for seat, old in zip(after.seats, before.seats, strict=True))
    return has_left and not set(after.actors) <= set(before.actors)
