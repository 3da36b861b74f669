"""Turns in which several seats act at the same time: page versions, deadlines, and messages."""

import json

import pytest

from data.store import Store
from engine.core import CHANCE, HOST, IllegalAction
from tables import lobby
from tables.refusal import BoardMovedOn, Refusal
from tables.service import TableService
from tables.timing.clocks import DEADLINE
from tests.cog_tables import ANN, BEN, CAM, DAN, HOUR, TABLE, deferred, due, logged, queued
from tests.hive_matches import ROUND_1, started
from tests.running_dispatchers import Clock, Running

READY = f"{ROUND_1} ready"


async def own_entries(service: TableService) -> list[tuple[int, str]]:
    """Return the actions of seats and host, without chance."""
    return [(entry.actor, entry.action) for entry in await logged(service) if entry.actor != CHANCE]


async def test_what_is_pending_changes_no_step_and_says_nothing(service: TableService) -> None:
    before = await started(service)
    cards = await queued(service)

    after = await service.act(TABLE, ANN.id, ROUND_1, version="t1")

    assert after.row.step == before.row.step
    assert await queued(service) == cards


async def test_a_page_stays_good_while_others_are_ready_and_not_once_the_round_has_closed(
    service: TableService,
) -> None:
    await started(service)
    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, CAM.id, READY)

    await service.act(TABLE, ANN.id, ROUND_1, version="t1")
    await service.act(TABLE, ANN.id, "ready", version="t1")

    with pytest.raises(BoardMovedOn, match="round has closed"):
        await service.act(TABLE, BEN.id, "charge:HKL", version="t1")
    await service.act(TABLE, BEN.id, "charge:HKL", version="t2")


async def test_a_second_press_of_the_same_button_is_taken_once(service: TableService) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, READY)
    before = await own_entries(service)

    await service.act(TABLE, ANN.id, "ready", version="t1")

    assert await own_entries(service) == before


async def test_a_press_for_a_round_that_timed_out_is_stale_although_the_round_before_had_the_same_move(
    service: TableService,
) -> None:
    await started(service, clock=300)
    for person in (ANN, BEN, CAM):
        await service.act(TABLE, person.id, READY)
    await service.expire(TABLE, turn=2)
    before = await own_entries(service)

    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, ANN.id, "ready", version="t2")

    assert await own_entries(service) == before


async def test_several_moves_of_one_press_that_is_delivered_again_are_answered_as_done(service: TableService) -> None:
    await started(service)
    for person in (BEN, CAM, ANN):
        await service.act(TABLE, person.id, READY, version="t1")
    before = await own_entries(service)

    await service.act(TABLE, ANN.id, READY, version="t1")
    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, ANN.id, "charge:HKL ready", version="t1")

    assert await own_entries(service) == before


async def test_a_press_whose_effect_was_withdrawn_before_the_round_closed_is_not_reported_as_done(
    service: TableService,
) -> None:
    await started(service, clock=300)
    await service.act(TABLE, ANN.id, READY, version="t1")
    await service.act(TABLE, ANN.id, "reopen", version="t1")
    await service.expire(TABLE, turn=0)

    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, ANN.id, "ready", version="t1")


async def test_a_round_has_one_deadline_that_nobody_prolongs(
    service: TableService, store: Store, clock: Clock, timers: Running
) -> None:
    await started(service, clock=300)
    first = await due(store, DEADLINE)
    clock.now += 60_000
    await service.act(TABLE, ANN.id, READY)
    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, ANN.id, "reopen")
    await service.resign(TABLE, CAM.id)
    assert await due(store, DEADLINE) == first

    await service.act(TABLE, ANN.id, "ready")

    assert await due(store, DEADLINE) == clock.now + 300_000


async def test_the_deadline_stands_while_only_computer_players_are_waited_for(service: TableService) -> None:
    """Somebody may reopen before the computer players are done."""
    await started(service, 2, 1, clock=300)
    first = await due(service.store, DEADLINE)
    for person in (ANN, BEN):
        await service.act(TABLE, person.id, READY)

    assert await due(service.store, DEADLINE) == first
    await service.act(TABLE, ANN.id, "reopen")
    assert await due(service.store, DEADLINE) == first


@pytest.mark.parametrize("missing", ["none", "random"])
async def test_late_submissions_are_missing_or_filled_in_before_the_close(service: TableService, missing: str) -> None:
    """HM-27: legal shapes only, logged as the seat's own entries before the host's close; pending choices count."""
    await started(service, own={"missing": missing}, edition="tempo")
    await service.act(TABLE, ANN.id, "1:ADE")

    await service.close_round(TABLE, ANN.id, version="t1")

    first, *filled, last = await own_entries(service)
    assert first == (0, "1:ADE")
    assert last == (HOST, "close")
    by_seat = {seat: [action[0] for actor, action in filled if actor == seat] for seat in range(3)}
    expected = {0: ["2", "3"], 1: ["1", "2", "3"], 2: ["1", "2", "3"]} if missing == "random" else {0: [], 1: [], 2: []}
    assert {seat: sorted(hives) for seat, hives in by_seat.items()} == expected
    shapes = (await service.view(TABLE)).view.hives[2].rounds[0].shapes
    assert shapes.tri + shapes.arc + shapes.line == (3 if missing == "random" else 0)


async def test_only_the_host_closes_a_round_and_only_the_one_that_was_asked_about(service: TableService) -> None:
    await started(service)
    with pytest.raises(Refusal, match="Only the host"):
        await service.close_round(TABLE, BEN.id, version="t1")
    await service.close_round(TABLE, ANN.id, version="t1")

    with pytest.raises(BoardMovedOn):
        await service.close_round(TABLE, ANN.id, version="t1")

    assert [action for _, action in await own_entries(service)] == ["close"]


async def test_a_line_of_several_actions_is_made_whole_or_not_at_all(service: TableService) -> None:
    await started(service)

    with pytest.raises(IllegalAction):
        await service.act(TABLE, ANN.id, "charge:ADE marcer:HKL zero:CFI double:zero ready")

    assert await own_entries(service) == []


@pytest.mark.parametrize("computer", ["deduction", "random"])
async def test_computer_players_submit_by_themselves(service: TableService, timers: Running, computer: str) -> None:
    await started(service, 1, 4, computer=computer)
    for _ in range(3):
        await timers.settle()
        seen = await service.view(TABLE)
        assert seen.actors == (0,)
        for hive in ("charge", "marcer", "zero"):
            legal = (await service.view(TABLE, ANN.id)).legal
            await service.act(TABLE, ANN.id, next(action for action in legal if action.startswith(hive)))
        await service.act(TABLE, ANN.id, "ready")
    await timers.settle()

    assert (await service.view(TABLE)).row.phase == "finished"


async def test_the_replay_has_as_many_turns_however_much_is_pending(service: TableService) -> None:
    """Otherwise the number of turns would reveal how many tokens somebody has sent."""
    await started(service)
    _, before = await service.past_views(TABLE)

    await service.act(TABLE, BEN.id, f"{ROUND_1} clear:zero")

    _, after = await service.past_views(TABLE)
    assert after == before


async def test_a_line_that_closes_the_round_is_not_told_what_the_next_one_lacks(
    service: TableService, store: Store, clock: Clock
) -> None:
    await started(service)
    for person in (ANN, BEN):
        await service.act(TABLE, person.id, READY)

    await service.act(TABLE, CAM.id, READY, reply=deferred(None, "token"))

    async with store.read() as reader:
        rows = await reader.outbox.pending(clock.now + HOUR)
    (reply,) = [json.loads(row.payload)["text"] for row in rows if row.token == "token"]
    assert reply == f"Done: `{READY}`."


@pytest.mark.parametrize("text", ["charge:ABL", "what", "nowhere:ADE"])
async def test_who_is_ready_and_mistypes_is_told_of_the_way_back(service: TableService, text: str) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, READY)

    with pytest.raises(Refusal, match="You can reopen until the round closes"):
        await service.act(TABLE, ANN.id, text)

    await service.resign(TABLE, ANN.id)
    for typed in (text, "charge:ADE"):
        with pytest.raises(Refusal, match="You have resigned"):
            await service.act(TABLE, ANN.id, typed)


async def test_only_the_people_of_a_match_get_its_record_which_holds_their_guesses(service: TableService) -> None:
    """Records are for the players only (HM-29)."""
    await started(service)
    await service.change(TABLE, lobby.cancel(ANN.id))

    with pytest.raises(Refusal, match="only the players of this game"):
        await service.record(TABLE, DAN.id)
    for person in (ANN, BEN, CAM):
        assert (await service.record(TABLE, person.id)).entries == await logged(service)
