"""Planned moves: composed, kept and deleted by users, and made by a timer when their turn comes.

A seat has at most one plan, which is secret to all other users. `tables.committing.planned_moves` says when it is made.
"""

from dataclasses import replace
from typing import Final

import msgspec

from data.store import PlanRow
from engine.planning import Ahead, build_condition, look_ahead, offers_plans
from language.messages import N_, _
from tables import texts
from tables.committing.changes import committed
from tables.committing.planned_moves import carry_out, judge_plan
from tables.open_table import OpenTable, explain_seat_out, is_played_by_person, is_stood_in, load
from tables.positions import DOT
from tables.refusal import Refusal
from tables.service import TableService
from tables.viewer import TableView, build_table_view

KIND: Final = "plan"
"""The prefix of the position in which a plan is composed; the table's id follows (`tables.positions`)."""
BUTTON_PLAN: Final = N_("Plan my move")

NOT_OFFERED = N_("Moves can't be planned in this game. I call you when it's your turn.")
YOUR_TURN = N_("It's your turn now, so there's nothing to plan. The card's button makes your move.")
NOTHING_TO_PLAN = N_("There's no move to plan on the board as it is now. I call you when it's your turn.")
STOOD_IN = N_("The computer plays for you, so you can't plan a move. Press *I'm back* first.")
NO_PLAN = N_("You have no plan here.")


def position_id(table_id: str) -> str:
    """Return the id of the position in which plans of a table are composed."""
    return f"{KIND}{DOT}{table_id}"


def table_id_of(position: str) -> str:
    """Return the id of the table to which the position of a plan belongs."""
    return position.partition(DOT)[2]


async def view_ahead(service: TableService, table_id: str, user_id: int) -> TableView:
    """Return a table as if it were the user's turn, with the id of the position in which a plan is composed.

    Raises Refusal if the user can't plan a move.
    """
    async with service.store.read() as reader:
        table = await load(reader, table_id)
        view = await build_table_view(reader, table, user_id, service.now())
    seat, ahead = _look_ahead(table, user_id)
    return replace(
        view,
        row=msgspec.structs.replace(view.row, id=position_id(table_id)),
        view=ahead.view,
        legal=ahead.legal,
        actors=(seat,),
        deadline=None,
        drafts={},
        is_planned=True,
    )


async def keep_plan(service: TableService, table_id: str, user_id: int, version: str, action: str) -> PlanRow:
    """Store the plan of a user's seat, which replaces their previous one, and return it.

    `version` is the version of the page. Raises Refusal or EngineError if the action can't be planned; then an earlier
    plan stays.
    """
    async with service.store.write(table_id) as writer:
        table = await load(writer, table_id)
        seat, ahead = _look_ahead(table, user_id)
        table.require_current(version)
        rules = table.require_playing().rules
        canonical = rules.format_action(rules.parse_action(action))
        plan = PlanRow(seat, user_id, canonical, build_condition(table.row.game, ahead, canonical))
        await writer.plans.put(table_id, plan)
    committed.set(True)
    return plan


async def delete_plan(service: TableService, table_id: str, user_id: int) -> None:
    """Delete the plan of a user's seat.

    Raises Refusal if there is none, and once the user's turn has come, since the move is being made.
    """
    async with service.store.write(table_id) as writer:
        table = await load(writer, table_id)
        seat = table.require_seat(user_id)
        plan = await writer.plans.of_seat(table_id, seat.seat)
        if plan is None or plan.user_id != user_id:
            raise Refusal(_(NO_PLAN))
        if seat.seat in table.actors and plan.dropped is None and judge_plan(table, plan).holds:
            raise Refusal(_(YOUR_TURN))
        await writer.plans.delete(table_id, seat.seat)
    committed.set(True)


async def mark_report_read(service: TableService, table_id: str, plan: PlanRow) -> None:
    """Record that a user has read why their plan was dropped, so that it is not reported again."""
    async with service.store.write(table_id) as writer:
        if await writer.plans.of_seat(table_id, plan.seat) == plan:
            await writer.plans.drop(table_id, plan.seat, "")


def _look_ahead(table: OpenTable, user_id: int) -> tuple[int, Ahead]:
    """Return the seat of a user, and its view and actions if it were its turn. Raise Refusal if they can't plan."""
    game = table.require_playing()
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(texts.format_players_only(_(BUTTON_PLAN)))
    if not offers_plans(table.row.game):
        raise Refusal(_(NOT_OFFERED))
    if is_stood_in(seat):
        raise Refusal(_(STOOD_IN))
    if not is_played_by_person(seat):
        raise Refusal(explain_seat_out(seat))
    if seat.seat in table.actors:
        raise Refusal(_(YOUR_TURN))
    ahead = look_ahead(game, seat.seat)
    if ahead is None:
        raise Refusal(_(NOTHING_TO_PLAN))
    return seat.seat, ahead


async def make_planned_move(service: TableService, table_id: str, step: int) -> None:
    """Make the planned move that is due at this step, or call the users who must act if it can't be made.

    Raises BoardMovedOn if the table is no longer at this step.
    """
    async with service.store.read() as reader:
        plans = await reader.plans.of_table(table_id)
    await service.change(table_id, carry_out(plans, step))
