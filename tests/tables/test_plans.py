"""Planned moves: kept for a seat, made when its turn comes if the condition holds, and dropped otherwise."""

from typing import Any

import msgspec
import pytest

from data.store import PlanRow
from engine.core import IllegalAction, InvalidAction
from engine.game import act as act_in_game
from engine.planning import judge
from tables import planning
from tables.committing.outbox_rows import CARD, CardPayload
from tables.committing.planned_moves import IMPOSSIBLE, TAKEN_BACK, carry_out
from tables.moderating import moderation
from tables.moderating.moderation import Moderator
from tables.open_table import OpenTable, Person
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes import seats, stand_ins
from tables.seat_changes.handovers import PLANNED
from tables.service import TableService
from tables.story import SeatNoted
from tables.timing.clocks import PLAN
from tests.cog_tables import (
    CAM,
    PEOPLE,
    TABLE,
    act,
    deliver,
    due,
    logged,
    mover,
    payloads,
    play,
    start_table,
)
from tests.running_dispatchers import Running

GAMES = ("monster_hex", "connect_four")


async def begin(service: TableService, game: str, moves: int = 6, people: int = 2, **changes: Any) -> None:
    """Start a game and play so many moves, so that plans are possible."""
    await start_table(service, people, game=game, **changes)
    await play(service, moves)


async def other(service: TableService) -> Person:
    """Return a person at the table who is not to move."""
    table = await service.load(TABLE)
    return next(
        person for person in PEOPLE if (seat := table.seat_of(person.id)) is not None and seat.seat not in table.actors
    )


async def plan(service: TableService, person: Person, action: str = "") -> PlanRow:
    """Plan an action of a person, by default their last legal one."""
    seen = await planning.view_ahead(service, TABLE, person.id)
    return await planning.keep_plan(service, TABLE, person.id, seen.version, action or seen.legal[-1])


async def kept(service: TableService, person: Person) -> PlanRow | None:
    """Return the person's own plan."""
    return (await service.view(TABLE, person.id)).plan


async def move_elsewhere(service: TableService, planned: PlanRow) -> None:
    """Make the first move after which a plan can be made; the table is loaded again before each try."""
    person, seen = await mover(service)
    table = await service.load(TABLE)
    for action in seen.legal:
        if holds_after(table, person, action, planned):
            await service.act(TABLE, person.id, action)
            return
    raise AssertionError("every move breaks the plan")


async def move_in_the_way(service: TableService, planned: PlanRow) -> None:
    """Make the first move after which a plan is due and can't be made."""
    person, seen = await mover(service)
    table = await service.load(TABLE)
    for action in seen.legal:
        if holds_after(table, person, action, planned) is False:
            await service.act(TABLE, person.id, action)
            return
    raise AssertionError("no move breaks the plan")


def holds_after(table: OpenTable, person: Person, action: str, planned: PlanRow) -> bool | None:
    """Return whether a plan can be made right after a move; None if its turn does not come at once."""
    seat = table.require_seat(person.id)
    game = act_in_game(table.require_playing(), seat.seat, action, table.row.server_seed).game
    verdict = judge(game, planned.seat, planned.action, planned.condition)
    return verdict.holds if verdict.is_due else None


@pytest.mark.parametrize("game", GAMES)
async def test_a_plan_that_holds_is_made_at_once_and_its_user_is_not_called(
    service: TableService, timers: Running, game: str
) -> None:
    await begin(service, game)
    planner = await other(service)
    planned = await plan(service, planner)
    await deliver(service.store)
    before = await logged(service)

    await move_elsewhere(service, planned)
    assert await payloads(service, CARD, CardPayload) == []
    assert (await service.load(TABLE)).require_seat(planner.id).seat in (await service.load(TABLE)).actors
    await timers.settle()

    made = (await logged(service))[len(before) + 1 :]
    assert (made[0].actor, made[0].action) == (planned.seat, planned.action)
    assert await kept(service, planner) is None
    called = {user for card in await payloads(service, CARD, CardPayload) for user in card.users}
    assert planner.id not in called


async def test_the_mover_is_called_again_after_a_planned_answer(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    first, _ = await mover(service)
    planned = await plan(service, await other(service))
    await deliver(service.store)

    await move_elsewhere(service, planned)
    await timers.settle()

    assert (await mover(service))[0] == first
    assert [card.users for card in await payloads(service, CARD, CardPayload)] == [(first.id,)]


@pytest.mark.parametrize("game", GAMES)
async def test_the_story_says_that_the_move_was_planned(service: TableService, timers: Running, game: str) -> None:
    await begin(service, game)
    planner = await other(service)
    n = (await service.load(TABLE)).require_playing().n
    planned = await plan(service, planner)
    await move_elsewhere(service, planned)
    assert not notes_in((await service.load_news(TABLE, n))[1])
    await timers.settle()

    _, story, _ = await service.load_news(TABLE, n)
    assert notes_in(story) == [SeatNoted(planned.seat, PLANNED, planner.name)]
    assert story.index(notes_in(story)[0]) > 1


def notes_in(story: tuple[Any, ...]) -> list[SeatNoted]:
    return [event for event in story if isinstance(event, SeatNoted)]


async def test_a_planned_move_is_logged_like_any_other(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    planned = await plan(service, await other(service))
    await move_elsewhere(service, planned)
    pressed = await service.load(TABLE)
    await timers.settle()

    entries = await logged(service)
    by_hand = act_in_game(pressed.require_playing(), planned.seat, planned.action, pressed.row.server_seed)
    assert entries[-len(by_hand.entries) :] == by_hand.entries


async def test_a_planned_move_can_be_taken_back(service: TableService, timers: Running) -> None:
    await begin(service, "connect_four")
    planner = await other(service)
    # dice are rolled after an attack, so only a placement can be taken back
    seen = await planning.view_ahead(service, TABLE, planner.id)
    planned = await plan(service, planner, next(action for action in seen.legal if action.startswith("drop")))
    await move_elsewhere(service, planned)
    await timers.settle()

    terms = await service.take_back_outlook(TABLE, planner.id)
    asked = await service.take_back(TABLE, planner.id, terms.move)
    if asked.result == "asked":
        step = (await service.load(TABLE)).row.step
        for seat in asked.asked:
            assert seat.user_id is not None
            await service.answer_take_back(TABLE, seat.user_id, planned.seat, step, allow=True)
    await timers.settle()

    assert (await mover(service))[0] == planner
    assert await kept(service, planner) is None


@pytest.mark.parametrize("game", GAMES)
async def test_a_plan_that_no_longer_holds_calls_its_user_and_is_dropped_with_the_reason(
    service: TableService, timers: Running, game: str
) -> None:
    await begin(service, game)
    planner = await other(service)
    planned = await plan(service, planner)
    await deliver(service.store)

    await move_in_the_way(service, planned)
    await timers.settle()

    assert [card.users for card in await payloads(service, CARD, CardPayload)] == [(planner.id,)]
    assert (await mover(service))[0] == planner
    dropped = await kept(service, planner)
    assert dropped is not None
    assert dropped.dropped
    await planning.mark_report_read(service, TABLE, dropped)
    assert (await kept(service, planner)) == msgspec.structs.replace(dropped, dropped="")

    await act(service)
    assert await kept(service, planner) is None


async def test_a_move_that_the_rules_refuse_after_all_calls_the_user(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    planned = await plan(service, planner)
    await deliver(service.store)
    await move_elsewhere(service, planned)
    step = (await service.load(TABLE)).row.step

    await service.change(TABLE, carry_out([], step))

    assert [card.users for card in await payloads(service, CARD, CardPayload)] == [(planner.id,)]
    dropped = await kept(service, planner)
    assert dropped is not None
    assert dropped.dropped == IMPOSSIBLE
    await timers.settle()
    assert (await mover(service))[0] == planner


async def test_each_seat_has_one_plan(service: TableService) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    seen = await planning.view_ahead(service, TABLE, planner.id)
    await plan(service, planner, seen.legal[0])
    second = await plan(service, planner, seen.legal[-1])

    assert await kept(service, planner) == second
    async with service.store.read() as reader:
        assert await reader.plans.of_table(TABLE) == (second,)


async def test_two_plans_are_made_one_after_the_other(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex", 6, people=3)
    table = await service.load(TABLE)
    (turn,) = table.actors
    assert table.game is not None
    order = table.game.view(0).order
    waiting = [table.seats[order[(order.index(turn) + number) % 3]] for number in (1, 2)]
    people = [next(person for person in PEOPLE if person.id == seat.user_id) for seat in waiting]
    first = await plan(service, people[0])
    seen = await planning.view_ahead(service, TABLE, people[1].id)
    hexes = {first.action.split()[2]}
    second = await plan(service, people[1], next(a for a in seen.legal if a.split()[2] not in hexes))
    before = len(await logged(service))
    await move_elsewhere(service, first)
    await timers.settle()

    made = [(entry.actor, entry.action) for entry in (await logged(service))[before:] if entry.actor >= 0]
    assert made[1] == (first.seat, first.action)
    rest = await kept(service, people[1])
    assert made[2:3] == [(second.seat, second.action)] or (rest is not None and rest.dropped)


async def test_a_take_back_before_it_drops_a_plan(service: TableService) -> None:
    await begin(service, "connect_four")
    planner = await other(service)
    # the planner's own newest move is taken back, with the consent of the other
    planned = await plan(service, planner)
    terms = await service.take_back_outlook(TABLE, planner.id)
    result = await service.take_back(TABLE, planner.id, terms.move)
    step = (await service.load(TABLE)).row.step
    for seat in result.asked:
        assert seat.user_id is not None
        await service.answer_take_back(TABLE, seat.user_id, planned.seat, step, allow=True)

    dropped = await kept(service, planner)
    assert dropped is not None
    assert dropped.dropped == TAKEN_BACK


async def test_a_plan_is_deleted_when_its_seat_changes_hands(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    planned = await plan(service, planner)
    await service.change(TABLE, seats.offer(planner.id, planned.seat, CAM.id))
    number = (await service.load(TABLE)).seats[planned.seat].offers
    await service.change(TABLE, seats.take(CAM, planned.seat, number))

    async with service.store.read() as reader:
        assert await reader.plans.of_table(TABLE) == ()
    await move_elsewhere(service, planned)
    before = await logged(service)
    await timers.settle()
    assert await logged(service) == before


@pytest.mark.parametrize("way", ["removed", "resigned", "stood in"])
async def test_a_plan_never_acts_for_somebody_who_has_left(service: TableService, timers: Running, way: str) -> None:
    await begin(service, "monster_hex", 6, people=3)
    planner = await other(service)
    planned = await plan(service, planner)
    await move_elsewhere_or_any(service, planned)
    pending = await due(service.store, PLAN)
    match way:
        case "removed":
            await service.change(TABLE, moderation.remove(Moderator(1), planner.id))
        case "resigned":
            await service.resign(TABLE, planner.id)
        case _:
            await service.change(TABLE, stand_ins.begin(planner.id, service.hooks("monster_hex")))

    async with service.store.read() as reader:
        assert await reader.plans.of_table(TABLE) == ()
    assert await due(service.store, PLAN) is None or pending is None
    _, story, _ = await service.load_news(TABLE, 0)
    await timers.settle()
    _, story, _ = await service.load_news(TABLE, 0)
    assert not [note for note in notes_in(story) if note.kind == PLANNED]


async def move_elsewhere_or_any(service: TableService, planned: PlanRow) -> None:
    try:
        await move_elsewhere(service, planned)
    except AssertionError:
        await act(service)


async def test_a_plan_is_deleted_on_request(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    planned = await plan(service, planner)
    await planning.delete_plan(service, TABLE, planner.id)

    assert await kept(service, planner) is None
    await move_elsewhere(service, planned)
    await timers.settle()
    assert (await mover(service))[0] == planner
    with pytest.raises(Refusal, match="no plan"):
        await planning.delete_plan(service, TABLE, planner.id)


async def test_a_plan_whose_turn_has_come_is_made_and_not_deleted(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    planned = await plan(service, planner)
    await move_elsewhere(service, planned)

    with pytest.raises(Refusal, match="your turn"):
        await planning.delete_plan(service, TABLE, planner.id)
    await timers.settle()
    assert await kept(service, planner) is None


async def test_a_plan_is_deleted_at_the_end_of_the_game(service: TableService) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    await plan(service, planner)
    person, _ = await mover(service)
    await service.resign(TABLE, person.id)

    assert (await service.load(TABLE)).row.phase == "finished"
    async with service.store.read() as reader:
        assert await reader.plans.of_table(TABLE) == ()


async def test_nobody_else_sees_a_plan(service: TableService) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    planned = await plan(service, planner)
    person, _ = await mover(service)

    assert (await service.view(TABLE, person.id)).plan is None
    assert (await service.view(TABLE)).plan is None
    assert planned.action not in repr(planned)
    assert planned.condition not in repr(planned)


# Requests that can't be fulfilled


async def test_an_illegal_plan_is_refused_and_the_earlier_one_stays(service: TableService) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    first = await plan(service, planner)
    taken = next(iter((await service.load(TABLE)).require_playing().view(0).monsters)).label

    with pytest.raises(IllegalAction, match="can't plan that"):
        await plan(service, planner, f"place {first.action.split()[1]} {taken} 0")
    with pytest.raises(InvalidAction):
        await plan(service, planner, "nonsense")
    with pytest.raises(IllegalAction):
        await plan(service, planner, "decline")
    assert await kept(service, planner) == first


async def test_a_plan_for_an_ended_table_is_refused(service: TableService) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    seen = await planning.view_ahead(service, TABLE, planner.id)
    person, _ = await mover(service)
    await service.resign(TABLE, person.id)

    with pytest.raises(Refusal, match="This game is over"):
        await planning.keep_plan(service, TABLE, planner.id, seen.version, seen.legal[0])
    with pytest.raises(Refusal, match="This game is over"):
        await planning.view_ahead(service, TABLE, planner.id)


async def test_a_plan_without_a_seat_is_refused(service: TableService) -> None:
    await begin(service, "monster_hex")
    seen = await planning.view_ahead(service, TABLE, (await other(service)).id)

    with pytest.raises(Refusal, match="Plan my move"):
        await planning.keep_plan(service, TABLE, CAM.id, seen.version, seen.legal[0])
    with pytest.raises(Refusal):
        await planning.delete_plan(service, TABLE, CAM.id)


async def test_a_plan_on_ones_own_turn_is_refused(service: TableService) -> None:
    await begin(service, "monster_hex")
    person, seen = await mover(service)

    with pytest.raises(Refusal, match="your turn"):
        await planning.keep_plan(service, TABLE, person.id, seen.version, seen.legal[0])


async def test_a_plan_from_a_stale_page_is_refused(service: TableService) -> None:
    await begin(service, "monster_hex", 6, people=3)
    table = await service.load(TABLE)
    (turn,) = table.actors
    assert table.game is not None
    order = table.game.view(0).order
    later = table.seats[order[(order.index(turn) + 2) % 3]]
    assert later.user_id is not None
    seen = await planning.view_ahead(service, TABLE, later.user_id)
    await act(service)
    if later.seat in (await service.load(TABLE)).actors:
        pytest.skip("a value is asked for")

    with pytest.raises(BoardMovedOn):
        await planning.keep_plan(service, TABLE, later.user_id, seen.version, seen.legal[0])


async def test_other_games_offer_no_plans(service: TableService) -> None:
    await start_table(service, 2, game="hex_battle_wars")
    await play(service, 3)
    person = await other(service)

    assert not (await service.view(TABLE, person.id)).may_plan
    with pytest.raises(Refusal, match="can't be planned"):
        await planning.view_ahead(service, TABLE, person.id)


async def test_a_plan_is_offered_only_while_another_person_is_to_move(service: TableService) -> None:
    await begin(service, "monster_hex")
    assert not (await mover(service))[1].may_plan
    assert (await service.view(TABLE, (await other(service)).id)).may_plan
    assert not (await service.view(TABLE)).may_plan


async def test_a_locked_table_still_makes_planned_moves(service: TableService, timers: Running) -> None:
    await begin(service, "monster_hex")
    planner = await other(service)
    planned = await plan(service, planner)
    await service.change(TABLE, moderation.lock(Moderator(1)))
    await move_elsewhere(service, planned)
    await timers.settle()

    assert planned.action in [entry.action for entry in await logged(service)]
