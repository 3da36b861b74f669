"""Planned moves at a commit: which plans a change ends, and which can be made now.

While a plan holds, its user is not called. A plan that can't be made when the turn comes is dropped: the user is called
as usual, and it stays until their next move, as a suggestion with the reason.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from data.store import HandoverRow, PlanRow, Writer
from engine.core import HOST, EngineError
from engine.game import act
from engine.planning import Verdict, judge, offers_plans
from engine.record import Takeback, parse_host
from language.messages import N_, _
from tables import texts
from tables.committing.changes import Change, Decision
from tables.open_table import OpenTable, is_played_by_person
from tables.refusal import BoardMovedOn
from tables.seat_changes.handovers import PLANNED
from tables.seat_changes.seats import is_back
from tables.timing.clocks import PLAN

TAKEN_BACK: Final = N_("a move was taken back")
IMPOSSIBLE: Final = N_("it wasn't possible")
"""Reasons for which a plan is dropped, beside those of the games."""


def carry_out(plans: Sequence[PlanRow], step: int) -> Decision:
    """Make the first of these plans that is due at a step; if none is, call the users who must act."""

    def decide(table: OpenTable) -> Change:
        game = table.require_playing()
        if table.row.step != step:
            raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
        for plan in plans:
            if not _is_due(table, plan):
                continue
            with suppress(EngineError):
                advance = act(game, plan.seat, plan.action, table.row.server_seed)
                seats = tuple(is_back(seat) if seat.seat == plan.seat else seat for seat in table.seats)
                return Change(advance=advance, seats=seats, plan=plan)
        return Change(begins_turn=True)

    return decide


async def settle_plans(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> frozenset[int]:
    """Delete or drop the plans that a change ends, and set the timer of those that can be made now.

    Returns the seats with such plans, whose users are not called yet. A planned move gets a note for the story. Raises
    BoardMovedOn if its plan is no longer stored.
    """
    table_id = after.row.id
    if before.game is None or not offers_plans(after.row.game):
        return frozenset()
    plans = await writer.plans.of_table(table_id)
    if change.plan is not None:
        if change.plan not in plans:
            raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
        await _add_note(writer, before, after, change.plan)
    due: set[int] = set()
    for plan in plans:
        if _is_over(before, after, plan, change):
            await writer.plans.delete(table_id, plan.seat)
        elif plan.dropped is None:
            objection = _find_objection(after, plan, change)
            if objection:
                await writer.plans.drop(table_id, plan.seat, objection)
            elif _is_due(after, plan):
                due.add(plan.seat)
    if due:
        await writer.timers.set(table_id, PLAN, after.row.step, writer.now)
    elif plans:
        await writer.timers.clear_kinds(table_id, [PLAN])
    return frozenset(due)


def _is_over(before: OpenTable, after: OpenTable, plan: PlanRow, change: Change) -> bool:
    """Return whether a plan is to be deleted: the game is over, the seat has moved, or its user plays no longer."""
    seat = after.seats[plan.seat]
    if after.row.phase != "playing" or seat.user_id != plan.user_id or not is_played_by_person(seat):
        return True
    if _takes_back(change):
        return plan.dropped is not None
    same_turn = before.row.turn == after.row.turn
    return judge_plan(before, plan).is_due and not (same_turn and judge_plan(after, plan).is_due)


def _find_objection(after: OpenTable, plan: PlanRow, change: Change) -> str:
    """Return why a plan is dropped by a change; empty if it stays."""
    if _takes_back(change):
        return TAKEN_BACK
    verdict = judge_plan(after, plan)
    return IMPOSSIBLE if change.begins_turn and verdict.holds else str(verdict.objection)


def _is_due(table: OpenTable, plan: PlanRow) -> bool:
    seat = table.seats[plan.seat]
    is_own = seat.user_id == plan.user_id and is_played_by_person(seat)
    return is_own and plan.dropped is None and judge_plan(table, plan).holds


def judge_plan(table: OpenTable, plan: PlanRow) -> Verdict:
    """Return the state of a plan at a table (`engine.planning.judge`)."""
    return judge(table.require_begun(), plan.seat, plan.action, plan.condition)


def _takes_back(change: Change) -> bool:
    entries = () if change.advance is None else change.advance.entries
    return any(entry.actor == HOST and isinstance(parse_host(entry.action), Takeback) for entry in entries)


async def _add_note(writer: Writer, before: OpenTable, after: OpenTable, plan: PlanRow) -> None:
    """Store a note that a move was planned; in the story it follows the move and its draws."""
    seat = before.seats[plan.seat]
    number = after.require_begun().n
    note = HandoverRow(number, after.row.step, seat.seat, seat.user_id, seat.name, PLANNED)
    await writer.tables.add_handover(after.row.id, note)
