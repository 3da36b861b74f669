"""Games without a limit that have gone to sleep: those who are waited for are asked once, and then helped.

After `SLEEP_MS` without a move a message asks them. Whoever answers nothing for as long again gets a computer player as
a stand-in, which gives the seat back at any time; where nobody is left to play, the game ends and counts for nobody. An
end before that needs everybody who plays, so that nobody can call off a game that they are about to lose. After a pause
both weeks begin anew.

The timer's row carries twice the step, and one more once the question was asked.
"""

from dataclasses import replace
from typing import Final, Literal

import msgspec

from data.store import SeatRow, TableChanges, TableRow, Writer
from tables.committing.changes import Change, Decision
from tables.committing.outbox_rows import IDLE
from tables.game_hooks import GameHooks
from tables.open_table import OpenTable, plays
from tables.refusal import Refusal
from tables.seat_changes.seats import AWAY_AFTER
from tables.seat_changes.stand_ins import stood_in
from tables.timing.pauses import spans_of, standing_pause
from tables.timing.running_time import DAY_MS

AWAKE = "This game is going on already."
ANSWERED = "That question has been answered, and the game goes on."
NOT_WAITED_FOR = "Nobody is waiting for you here, so all is well. Thanks for looking in."

SLEEP_MS: Final = 7 * DAY_MS


class Sleep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was asked at a sleeping table, `at` a time in milliseconds UTC.

    `asked` are the seats that were waited for, `here` those of them that have answered, `ending` those that would end
    the game. `ended` says why the game has ended here.
    """

    at: int
    asked: tuple[int, ...]
    here: tuple[int, ...] = ()
    ending: tuple[int, ...] = ()
    ended: Literal["", "silent", "agreed"] = ""


class IdlePayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind IDLE: when the question was asked, and of which seats.

    `silent`: its message was deleted, and pings nobody again.
    """

    at: int
    asked: tuple[int, ...]
    silent: bool = False


def idle_message(at: int) -> str:
    """The kind of the message of a question: one for each, by when it was asked."""
    return f"{IDLE} {at}"


def sleep_of(row: TableRow) -> Sleep | None:
    """What was asked at a sleeping table, None if nothing was."""
    return None if row.idle is None else msgspec.json.decode(row.idle, type=Sleep)


def silent(table: OpenTable, sleep: Sleep) -> tuple[SeatRow, ...]:
    """The seats that have not answered."""
    return tuple(seat for seat in table.waiting_for() if seat.seat in sleep.asked and seat.seat not in sleep.here)


def players(table: OpenTable) -> tuple[SeatRow, ...]:
    """The seats in which people play, without those for whom a computer player stands in and those who are beaten."""
    return tuple(seat for seat in table.staying if plays(seat))


def ask(now: int, *, has_limit: bool) -> Decision:
    """Asks those who are waited for. Raises Refusal where nobody sleeps: the timer is stale."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        asked = tuple(seat.seat for seat in table.waiting_for())
        if has_limit or not asked or table.row.idle is not None or standing_pause(table.row, now) is not None:
            raise Refusal(AWAKE)
        return _changed(Sleep(now, asked))

    return decide


def still_here(user_id: int, at: int) -> Decision:
    """Somebody who was asked is still there; the question is gone when all are. Idempotent."""

    def decide(table: OpenTable) -> Change:
        seat, sleep = _answering(table, user_id, at)
        if seat.seat not in sleep.asked:
            raise Refusal(NOT_WAITED_FOR)
        return _answered(table, sleep, seat.seat, ending=False)

    return decide


def noticed(table: OpenTable, user_id: int | None) -> str | None:
    """The question, as a column of the table's row, after a hidden choice of somebody, who is there then.

    None for none. What is chosen stays hidden; it ends no round, so it is no answer for anybody else.
    """
    sleep = sleep_of(table.row)
    seat = None if user_id is None else table.seat_of(user_id)
    if sleep is None or seat is None or seat.seat not in sleep.asked:
        return table.row.idle
    return _answered(table, sleep, seat.seat, ending=seat.seat in sleep.ending).columns.get("idle")


def end(user_id: int, at: int) -> Decision:
    """Somebody would end the game; it ends when all who play have said so. Idempotent."""

    def decide(table: OpenTable) -> Change:
        seat, sleep = _answering(table, user_id, at)
        return _answered(table, sleep, seat.seat, ending=True)

    return decide


def ending_if_agreed(table: OpenTable, change: Change) -> Change:
    """A change that ends the game too, where it leaves only people who would end it."""
    sleep, step = sleep_of(table.row), table.row.step
    is_beside_moves = change.advance is None and change.columns.get("step", step) == step
    if sleep is None or not sleep.ending or change.seats is None or not is_beside_moves or table.row.phase != "playing":
        return change
    if any(player.seat not in sleep.ending for player in players(replace(table, seats=change.seats))):
        return change
    over = _over(msgspec.structs.replace(sleep, ended="agreed")).columns
    return replace(change, columns={**change.columns, **over, "step": step + 1})


def wake(now: int, hooks: GameHooks) -> Decision:
    """Gives those who were silent stand-ins; without anybody left the game ends. Raises Refusal if it has gone on."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        sleep = sleep_of(table.row)
        # One that was asked in the future, before the clock was set back, is due when its timer is.
        if sleep is None or sleep.at <= now < _unanswered_since(table.row, sleep) + SLEEP_MS:
            raise Refusal(AWAKE)
        missing = {seat.seat for seat in silent(table, sleep)}
        if not missing:
            return _changed(None)
        if all(seat.seat in missing for seat in players(table)):
            return _over(msgspec.structs.replace(sleep, ended="silent"))
        seats = tuple(_given_up(table, seat, hooks) if seat.seat in missing else seat for seat in table.seats)
        # Whatever they had open is a stand-in's now.
        return Change(columns=TableChanges(step=table.row.step + 1, idle=None), seats=seats)

    return decide


def _unanswered_since(row: TableRow, sleep: Sleep) -> int:
    """Since when a question waits for an answer: in a pause nobody needs to give one."""
    return max([sleep.at, *(pause.end for pause in spans_of(row))])


def _given_up(table: OpenTable, seat: SeatRow, hooks: GameHooks) -> SeatRow:
    """The seat with a stand-in; its person counts as away, so that the host may find somebody else for it."""
    return msgspec.structs.replace(stood_in(seat, table.settings, hooks.computers), missed=max(seat.missed, AWAY_AFTER))


def _answering(table: OpenTable, user_id: int, at: int) -> tuple[SeatRow, Sleep]:
    """The seat of somebody who plays, and the question that was asked at a time. Raises Refusal."""
    table.require_playing()
    seat, sleep = table.require_seat(user_id), sleep_of(table.row)
    if sleep is None or sleep.at != at or not plays(seat):
        raise Refusal(ANSWERED)
    return seat, sleep


def _answered(table: OpenTable, sleep: Sleep, seat: int, *, ending: bool) -> Change:
    """The question after an answer; who was asked and would end the game is there all the same."""
    others = tuple(other for other in sleep.ending if other != seat)
    here = tuple(sorted({*sleep.here, seat} & set(sleep.asked)))
    sleep = msgspec.structs.replace(sleep, here=here, ending=(*others, seat) if ending else others)
    if all(player.seat in sleep.ending for player in players(table)):
        return _over(msgspec.structs.replace(sleep, ended="agreed"))
    if not silent(table, sleep) and not sleep.ending:
        return _changed(None)
    return _changed(sleep)


def _changed(sleep: Sleep | None) -> Change:
    kept = None if sleep is None else msgspec.json.encode(sleep).decode()
    return Change(columns=TableChanges(idle=kept), only_card=True)


def _over(sleep: Sleep) -> Change:
    return Change(columns=TableChanges(phase="cancelled", idle=msgspec.json.encode(sleep).decode()))


async def watch(writer: Writer, before: OpenTable, after: OpenTable, *, has_limit: bool) -> None:
    """Sets the timer of a game without a limit after a change of it, and queues what is asked or answered."""
    row = after.row
    if before.row.idle != row.idle:
        sleep = sleep_of(before.row) or sleep_of(row)
        assert sleep is not None
        payload = msgspec.json.encode(IdlePayload(sleep.at, sleep.asked)).decode()
        await writer.queue(IDLE, row.id, row.step, payload)
    if row.phase != "playing":
        return
    if has_limit or not after.waiting_for():
        await writer.clear_timer(row.id, IDLE)
        return
    is_same = (before.row.step, before.row.idle, before.row.pause) == (row.step, row.idle, row.pause)
    has_moved = before.game is not None and after.game is not None and before.game.n != after.game.n
    if is_same and not has_moved and before.row.phase == "playing":
        return
    sleep, pause = sleep_of(row), standing_pause(row)
    since = writer.now if pause is None else pause.end
    if sleep is not None and sleep.at <= writer.now:
        since = _unanswered_since(row, sleep)
    await writer.set_timer(row.id, IDLE, row.step * 2 + (sleep is not None), since + SLEEP_MS)
