"""Several who choose at the same time, through the table service: turns, deadlines, cards, and how often."""

import pytest

from cogs._looks import DEADLINE
from cogs._refusal import BoardMovedOn, Refusal
from cogs._tables import CARD, MOST_CHANGES, REFRESH, REFRESH_MS, TableService
from data.store import Store
from engine.core import CHANCE, HOST, IllegalAction
from tests.cogs.cog_tables import ANN, BEN, CAM, HOUR, TABLE
from tests.cogs.dispatchers import Clock, Running
from tests.cogs.fake_discord import FakeDiscord, parts
from tests.cogs.hive_matches import ROUND_1, started

READY = f"{ROUND_1} ready"


async def own_entries(service: TableService) -> list[tuple[int, str]]:
    """What seats and host have done."""
    table = await service.load(TABLE)
    assert table.game is not None
    return [(entry.actor, entry.action) for entry in table.game.entries if entry.actor != CHANCE]


async def queued(store: Store, clock: Clock, kind: str) -> int:
    """How much of a kind is still to be said, due or not."""
    async with store.read() as reader:
        return sum(row.kind == kind for row in await reader.pending_outbox(clock.now + HOUR))


async def due(store: Store) -> int | None:
    """When the deadline is, if there is one."""
    async with store.read() as reader:
        found = await reader.timer(TABLE, DEADLINE)
    return None if found is None else found.due


async def test_what_is_pending_changes_no_step_and_says_nothing(
    service: TableService, store: Store, clock: Clock
) -> None:
    before = await started(service)
    cards = await queued(store, clock, CARD)

    after = await service.act(TABLE, ANN.id, ROUND_1, step=1)

    assert after.row.step == before.row.step
    assert (await queued(store, clock, CARD), await queued(store, clock, REFRESH)) == (cards, 0)


async def test_a_page_stays_good_while_others_are_ready_and_not_once_the_round_has_closed(
    service: TableService,
) -> None:
    await started(service)
    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, CAM.id, READY)

    await service.act(TABLE, ANN.id, ROUND_1, step=1)
    await service.act(TABLE, ANN.id, "ready", step=1)

    with pytest.raises(BoardMovedOn, match="round has closed"):
        await service.act(TABLE, BEN.id, "charge:HKL", step=1)
    await service.act(TABLE, BEN.id, "charge:HKL", step=2)


async def test_a_second_press_of_the_same_button_is_taken_once(service: TableService) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, READY)
    before = await own_entries(service)

    await service.act(TABLE, ANN.id, "ready", step=1)

    assert await own_entries(service) == before


async def test_who_is_ready_edits_the_card_and_asks_nobody_anew(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running, clock: Clock
) -> None:
    await started(service)
    await outbox.settle()
    (thread,) = discord.threads
    posted = [message["id"] for message in discord.messages(thread)]

    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, CAM.id, READY)
    await outbox.settle(REFRESH_MS)

    assert [message["id"] for message in discord.messages(thread)] == posted
    edits = discord.sent("PATCH", rf"/channels/{thread}/messages/\d+")
    assert len(edits) == 1, "two changes, one edit"
    assert f"<@{ANN.id}> to submit" in edits[0].texts
    assert f"<@{BEN.id}>" not in edits[0].texts
    assert edits[0].body["allowed_mentions"] == {"parse": []}
    assert await queued(store, clock, REFRESH) == 0


async def test_a_card_keeps_its_buttons_when_it_is_edited(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """Whoever presses one while it is edited presses what there is."""
    await started(service)
    await outbox.settle()
    (thread,) = discord.threads
    before = [
        part["custom_id"] for message in discord.messages(thread) for part in parts(message) if "custom_id" in part
    ]

    await service.act(TABLE, BEN.id, READY)
    await outbox.settle(REFRESH_MS)

    (edit,) = discord.sent("PATCH", rf"/channels/{thread}/messages/\d+")
    assert [part["custom_id"] for part in parts(edit.body) if "custom_id" in part] == before


async def test_a_round_has_one_deadline_that_nobody_prolongs(
    service: TableService, store: Store, clock: Clock, timers: Running
) -> None:
    await started(service, clock=300)
    first = await due(store)
    clock.now += 60_000
    await service.act(TABLE, ANN.id, READY)
    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, ANN.id, "reopen")
    await service.resign(TABLE, CAM.id)
    assert await due(store) == first

    await service.act(TABLE, ANN.id, "ready")

    second = await due(store)
    assert second is not None
    assert second == clock.now + 300_000


async def test_the_deadline_stands_while_only_computer_players_are_waited_for(
    service: TableService, store: Store
) -> None:
    """Somebody may reopen before they are done."""
    await started(service, 2, 1, clock=300)
    first = await due(store)
    for person in (ANN, BEN):
        await service.act(TABLE, person.id, READY)

    assert await due(store) == first
    await service.act(TABLE, ANN.id, "reopen")
    assert await due(store) == first


async def test_the_clock_closes_the_round_after_others_were_ready(service: TableService, timers: Running) -> None:
    await started(service, clock=300)
    await service.act(TABLE, BEN.id, READY)

    await timers.settle(300_000)

    assert (HOST, "close") in await own_entries(service)
    assert (await service.look(TABLE)).view.round == 2


async def test_the_guess_of_totals_lasts_a_day_where_rounds_have_no_limit(
    service: TableService, store: Store, clock: Clock
) -> None:
    """HM-18."""
    await started(service, edition="gauntlet")
    for turn in range(1, 7):
        assert await due(store) is None
        await service.close(TABLE, step=turn)

    assert (await service.look(TABLE)).view.phase == "totals"
    assert await due(store) == clock.now + 24 * HOUR


@pytest.mark.parametrize("missing", ["none", "random"])
async def test_late_submissions_are_missing_or_filled_in_before_the_close(service: TableService, missing: str) -> None:
    """HM-27: legal shapes only, as the seat's own entries, then the host's close; what was pending counts."""
    await started(service, own={"missing": missing}, edition="tempo")
    await service.act(TABLE, ANN.id, "1:ADE")

    await service.close(TABLE, step=1, host=ANN.id)

    first, *filled, last = await own_entries(service)
    assert first == (0, "1:ADE")
    assert last == (HOST, "close")
    by_seat = {seat: [action[0] for actor, action in filled if actor == seat] for seat in range(3)}
    expected = {0: ["2", "3"], 1: ["1", "2", "3"], 2: ["1", "2", "3"]} if missing == "random" else {0: [], 1: [], 2: []}
    assert {seat: sorted(hives) for seat, hives in by_seat.items()} == expected
    shapes = (await service.look(TABLE)).view.hives[2].rounds[0].shapes
    assert shapes.tri + shapes.arc + shapes.line == (3 if missing == "random" else 0)


async def test_only_the_host_closes_a_round_and_only_the_one_that_was_asked_about(service: TableService) -> None:
    await started(service)
    with pytest.raises(Refusal, match="Only the host"):
        await service.close(TABLE, step=1, host=BEN.id)
    await service.close(TABLE, step=1, host=ANN.id)

    with pytest.raises(BoardMovedOn):
        await service.close(TABLE, step=1, host=ANN.id)

    assert [action for _, action in await own_entries(service)] == ["close"]


async def test_a_line_of_several_actions_is_made_whole_or_not_at_all(service: TableService) -> None:
    await started(service)

    with pytest.raises(IllegalAction):
        await service.act(TABLE, ANN.id, "charge:ADE marcer:HKL zero:CFI double:zero ready")

    assert await own_entries(service) == []


async def test_changing_ones_mind_has_an_end_but_being_ready_is_always_possible(service: TableService) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, ROUND_1)
    again = " ".join(["charge:ABE", "charge:ADE"] * 20)
    for _ in range(4):
        await service.act(TABLE, ANN.id, again)
    room = MOST_CHANGES - len(await own_entries(service))
    await service.act(TABLE, ANN.id, " ".join(["charge:ABE", "charge:ADE"] * (room // 2) + ["charge:ABE"] * (room % 2)))
    before = await own_entries(service)
    assert len(before) == MOST_CHANGES

    with pytest.raises(Refusal, match="changed your mind 200 times"):
        await service.act(TABLE, ANN.id, "charge:DEH")

    assert await own_entries(service) == before
    await service.act(TABLE, ANN.id, "ready")
    with pytest.raises(Refusal):
        await service.act(TABLE, ANN.id, "reopen")


@pytest.mark.parametrize("computer", ["deduction", "random"])
async def test_computer_players_submit_by_themselves(service: TableService, timers: Running, computer: str) -> None:
    await started(service, 1, 4, computer=computer)
    for _ in range(3):
        await timers.settle()
        look = await service.look(TABLE)
        assert look.actors == (0,)
        for hive in ("charge", "marcer", "zero"):
            legal = (await service.look(TABLE, ANN.id)).legal
            await service.act(TABLE, ANN.id, next(action for action in legal if action.startswith(hive)))
        await service.act(TABLE, ANN.id, "ready")
    await timers.settle()

    assert (await service.look(TABLE)).row.phase == "finished"


async def test_who_has_resigned_submits_nothing_and_the_others_go_on(service: TableService) -> None:
    await started(service)
    await service.resign(TABLE, CAM.id)
    for person in (ANN, BEN):
        await service.act(TABLE, person.id, READY)

    assert (await service.look(TABLE)).view.round == 2
    with pytest.raises(Exception, match="You have left this match"):
        await service.act(TABLE, CAM.id, "charge:ADE")
