"""Inactive games without a time limit: the users who must act are asked once whether they still play.

After `SLEEP_MS` without a move, a message asks them. A user who doesn't answer for the same time again gets a
stand-in, and can take the seat back at any time. If no person would be left to play, the game ends and counts
for nobody. To end it earlier, all who play must agree, so that nobody can call off a game they are about to
lose. After a pause, both waiting times start again.

The number in the timer's row is twice the table's step, plus 1 once the question was asked.
"""

from dataclasses import replace
from typing import Final, Literal

import msgspec

from data.store import SeatRow, TableChanges, TableRow, Writer
from language.messages import N_, _
from tables.committing.changes import Change, Decision
from tables.committing.outbox_rows import IDLE
from tables.game_hooks import GameHooks
from tables.open_table import OpenTable, is_played_by_person
from tables.refusal import Refusal
from tables.seat_changes.seats import AWAY_AFTER
from tables.seat_changes.stand_ins import assign_stand_in
from tables.timing.pauses import find_current_pause, list_pause_spans
from tables.timing.running_time import DAY_MS

AWAKE = N_("This game is already going on.")
ANSWERED = N_("That question has already been answered, and the game goes on.")
NOT_WAITED_FOR = N_("Nobody is waiting for you here, so there's nothing to do. Thanks for checking.")

SLEEP_MS: Final = 7 * DAY_MS


class Sleep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The inactivity question of an idle game, asked at `at` (milliseconds UTC).

    `asked` are the seats that had to act, `here` those of them whose users have answered, and `ending` the seats that
    agree to end the game. `ended` is the reason if the question has ended the game: `silent` (nobody answered) or
    `agreed`.
    """

    at: int
    asked: tuple[int, ...]
    here: tuple[int, ...] = ()
    ending: tuple[int, ...] = ()
    ended: Literal["", "silent", "agreed"] = ""


class IdlePayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind IDLE: the time of the question (milliseconds UTC), and the seats that it asked.

    `silent`: the message pings nobody, because it replaces a deleted one.
    """

    at: int
    asked: tuple[int, ...]
    silent: bool = False


def idle_message(at: int) -> str:
    """Return the message kind under which a question is stored: one kind per time of asking."""
    return f"{IDLE} {at}"


def sleep_of(row: TableRow) -> Sleep | None:
    """Return a table's inactivity question, or None."""
    return None if row.idle is None else msgspec.json.decode(row.idle, type=Sleep)


def list_silent_seats(table: OpenTable, sleep: Sleep) -> tuple[SeatRow, ...]:
    """Return the asked seats that have not answered the question yet."""
    return tuple(seat for seat in table.awaited_seats() if seat.seat in sleep.asked and seat.seat not in sleep.here)


def active_players(table: OpenTable) -> tuple[SeatRow, ...]:
    """Return the seats that people still play, without seats with stand-ins and seats that are out of the game."""
    return tuple(seat for seat in table.staying if is_played_by_person(seat))


def ask(now: int, *, has_limit: bool) -> Decision:
    """Ask the users who must act whether they still play.

    Raises Refusal if the game is not idle; then the timer is stale.
    """

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        asked = tuple(seat.seat for seat in table.awaited_seats())
        if has_limit or not asked or table.row.idle is not None or find_current_pause(table.row, now) is not None:
            raise Refusal(_(AWAKE))
        return _changed(Sleep(now, asked))

    return decide


def confirm_presence(user_id: int, at: int) -> Decision:
    """Record that an asked user still plays. The question ends once all asked users have answered. Idempotent."""

    def decide(table: OpenTable) -> Change:
        seat, sleep = _find_asked_seat(table, user_id, at)
        if seat.seat not in sleep.asked:
            raise Refusal(_(NOT_WAITED_FOR))
        return _answered(table, sleep, seat.seat, ending=False)

    return decide


def record_presence(table: OpenTable, user_id: int | None) -> str | None:
    """Return the new value of `tables.idle` after a user's hidden choice, which shows that they are present.

    None means that the question has ended. The choice answers the question for this user only, since it does not end
    the turn.
    """
    sleep = sleep_of(table.row)
    seat = None if user_id is None else table.seat_of(user_id)
    if sleep is None or seat is None or seat.seat not in sleep.asked:
        return table.row.idle
    return _answered(table, sleep, seat.seat, ending=seat.seat in sleep.ending).columns.get("idle")


def end(user_id: int, at: int) -> Decision:
    """Record that a user agrees to end the game. It ends once all people who play have agreed. Idempotent."""

    def decide(table: OpenTable) -> Change:
        seat, sleep = _find_asked_seat(table, user_id, at)
        return _answered(table, sleep, seat.seat, ending=True)

    return decide


def end_if_agreed(table: OpenTable, change: Change) -> Change:
    """Return the change, extended to end the game if it leaves only people who have agreed to end it."""
    sleep, step = sleep_of(table.row), table.row.step
    is_beside_moves = change.advance is None and change.columns.get("step", step) == step
    if sleep is None or not sleep.ending or change.seats is None or not is_beside_moves or table.row.phase != "playing":
        return change
    if any(player.seat not in sleep.ending for player in active_players(replace(table, seats=change.seats))):
        return change
    over = _cancel(msgspec.structs.replace(sleep, ended="agreed")).columns
    return replace(change, columns={**change.columns, **over, "step": step + 1})


def wake(now: int, hooks: GameHooks) -> Decision:
    """Give stand-ins to the asked users who have not answered, or end the game if no person would be left.

    Raises Refusal if the timer is stale.
    """

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        sleep = sleep_of(table.row)
        # After the clock was set back, the question may be in the future. Then the elapsed timer is trusted.
        if sleep is None or sleep.at <= now < _unanswered_since(table.row, sleep) + SLEEP_MS:
            raise Refusal(_(AWAKE))
        missing = {seat.seat for seat in list_silent_seats(table, sleep)}
        if not missing:
            return _changed(None)
        if all(seat.seat in missing for seat in active_players(table)):
            return _cancel(msgspec.structs.replace(sleep, ended="silent"))
        seats = tuple(_give_up(table, seat, hooks) if seat.seat in missing else seat for seat in table.seats)
        # A new step makes the open pages of the users with stand-ins stale.
        return Change(columns=TableChanges(step=table.row.step + 1, idle=None), seats=seats)

    return decide


def _unanswered_since(row: TableRow, sleep: Sleep) -> int:
    """Return when the waiting time for answers began (milliseconds UTC).

    It is the time of the question, or the end of a later pause.
    """
    return max([sleep.at, *(pause.end for pause in list_pause_spans(row))])


def _give_up(table: OpenTable, seat: SeatRow, hooks: GameHooks) -> SeatRow:
    """Return the seat with a stand-in. Its user now counts as absent, so that the host may offer the seat."""
    return msgspec.structs.replace(
        assign_stand_in(seat, table.settings, hooks.computers), missed=max(seat.missed, AWAY_AFTER)
    )


def _find_asked_seat(table: OpenTable, user_id: int, at: int) -> tuple[SeatRow, Sleep]:
    """Return the seat of a user who still plays, and the question that was asked at `at`.

    Raises Refusal if this question is no longer open or the user doesn't play.
    """
    table.require_playing()
    seat, sleep = table.require_seat(user_id), sleep_of(table.row)
    if sleep is None or sleep.at != at or not is_played_by_person(seat):
        raise Refusal(_(ANSWERED))
    return seat, sleep


def _answered(table: OpenTable, sleep: Sleep, seat: int, *, ending: bool) -> Change:
    """Build the change for a user's answer. Agreeing to end the game also counts as being present."""
    others = tuple(other for other in sleep.ending if other != seat)
    here = tuple(sorted({*sleep.here, seat} & set(sleep.asked)))
    sleep = msgspec.structs.replace(sleep, here=here, ending=(*others, seat) if ending else others)
    if all(player.seat in sleep.ending for player in active_players(table)):
        return _cancel(msgspec.structs.replace(sleep, ended="agreed"))
    if not list_silent_seats(table, sleep) and not sleep.ending:
        return _changed(None)
    return _changed(sleep)


def _changed(sleep: Sleep | None) -> Change:
    kept = None if sleep is None else msgspec.json.encode(sleep).decode()
    return Change(columns=TableChanges(idle=kept), only_card=True)


def _cancel(sleep: Sleep) -> Change:
    return Change(columns=TableChanges(phase="cancelled", idle=msgspec.json.encode(sleep).decode()))


async def watch(writer: Writer, before: OpenTable, after: OpenTable, *, has_limit: bool) -> None:
    """Set the idle timer after a change of a game without a time limit. Queue the question's message or its edit."""
    row = after.row
    if before.row.idle != row.idle:
        sleep = sleep_of(before.row) or sleep_of(row)
        assert sleep is not None
        payload = msgspec.json.encode(IdlePayload(sleep.at, sleep.asked)).decode()
        await writer.outbox.queue(IDLE, row.id, row.step, payload)
    if row.phase != "playing":
        return
    if has_limit or not after.awaited_seats():
        await writer.timers.clear(row.id, IDLE)
        return
    is_same = (before.row.step, before.row.idle, before.row.pause) == (row.step, row.idle, row.pause)
    has_moved = before.game is not None and after.game is not None and before.game.n != after.game.n
    if is_same and not has_moved and before.row.phase == "playing":
        return
    sleep, pause = sleep_of(row), find_current_pause(row)
    since = writer.now if pause is None else pause.end
    if sleep is not None and sleep.at <= writer.now:
        since = _unanswered_since(row, sleep)
    await writer.timers.set(row.id, IDLE, row.step * 2 + (sleep is not None), since + SLEEP_MS)
