"""The live card within a turn is edited without pings; a new turn brings a new card."""

from random import Random

import pytest

from tables.committing.outbox_rows import REFRESH, REFRESH_MS
from tables.service import TableService
from tests.cog_tables import ANN, BEN, CAM, HOUR, PEOPLE, TABLE
from tests.cogs.climb_interface import CLIMB, climb_in_the_program
from tests.engine.toys import climb
from tests.fake_discord import parts
from tests.hive_matches import ROUND_1, started
from tests.in_process_program import InProcessProgram
from tests.posted_messages import MESSAGE, World, cards, thread

READY = f"{ROUND_1} ready"


async def test_who_is_ready_edits_the_card_at_once_and_asks_nobody_anew(world: World) -> None:
    await started(world.service)
    await world.settle()
    posted = [message["id"] for message in world.posted]

    await world.service.act(TABLE, BEN.id, READY)
    await world.settle()

    assert [message["id"] for message in world.posted] == posted
    (edit,) = world.edits
    assert f"<@{CAM.id}>" in edit.texts
    assert f"<@{BEN.id}>" not in edit.texts
    assert edit.body["allowed_mentions"] == {"parse": []}
    async with world.store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, REFRESH) == ()


@pytest.mark.parametrize("passed_ms", [0, REFRESH_MS // 2])
async def test_what_follows_within_a_second_and_a_half_is_one_edit_at_its_end(world: World, passed_ms: int) -> None:
    await started(world.service)
    await world.settle()
    await world.service.act(TABLE, BEN.id, READY)
    await world.settle()

    await world.settle(passed_ms)
    await world.service.act(TABLE, CAM.id, READY)
    await world.service.act(TABLE, BEN.id, "reopen")
    await world.settle(REFRESH_MS - passed_ms - 1)
    assert len(world.edits) == 1
    await world.settle(1)

    _, edit = world.edits
    assert f"<@{BEN.id}>" in edit.texts
    assert f"<@{CAM.id}>" not in edit.texts


async def test_a_new_card_is_edited_at_once_however_soon_after_an_edit_of_the_last_one(
    program: InProcessProgram,
) -> None:
    with climb_in_the_program():
        await play_a_turn(program)
        before = len(program.discord.sent("PATCH", MESSAGE))

        await program.service.act(TABLE, BEN.id, "rest")
        await program.outbox.settle()

    (card,) = cards(program.discord, thread(program.discord))
    assert "move 2 of 3" in str(card)
    assert len(program.discord.sent("PATCH", MESSAGE)) == before + 1


async def play_a_turn(program: InProcessProgram) -> None:
    """Play one turn: its first action edits the card, and its last one brings a new card."""
    await program.start(game=CLIMB)
    for _ in range(climb.MOVES):
        await program.service.act(TABLE, ANN.id, "rest")
        await program.outbox.settle()


async def test_a_new_card_shows_what_waited_for_an_edit(program: InProcessProgram) -> None:
    with climb_in_the_program():
        await play_a_turn(program)
        await program.outbox.settle(REFRESH_MS)

    place = thread(program.discord)
    (card,) = cards(program.discord, place)
    old, _ = program.discord.messages(place)
    edited = [request.path for request in program.discord.sent("PATCH", rf"/channels/{place}/messages/\d+")]
    assert edited == [f"/channels/{place}/messages/{old['id']}"] * 2, "once to show an action, and once to fold it"
    assert "move 1 of 3" in str(card)


@pytest.mark.parametrize("set_by_ms", [-HOUR, HOUR])
async def test_a_clock_that_is_set_delays_no_edit(world: World, set_by_ms: int) -> None:
    await started(world.service)
    await world.settle()
    await world.service.act(TABLE, BEN.id, READY)
    await world.settle()
    world.clock.now += set_by_ms

    await world.service.act(TABLE, CAM.id, READY)
    await world.settle()

    assert len(world.edits) == 2


async def test_a_card_keeps_its_buttons_when_it_is_edited(world: World) -> None:
    """A button that is pressed during an edit must still work."""
    await started(world.service)
    await world.settle()
    before = [part["custom_id"] for message in world.posted for part in parts(message) if "custom_id" in part]

    await world.service.act(TABLE, BEN.id, READY)
    await world.settle(REFRESH_MS)

    (edit,) = world.edits
    assert [part["custom_id"] for part in parts(edit.body) if "custom_id" in part] == before


async def until_the_choices(service: TableService) -> int:
    """Play at random until a seat has a token to give, and return the seat."""
    rng = Random(5)
    while (seen := await service.view(TABLE)).view.phase == "round":
        person = PEOPLE[seen.actors[0]]
        await service.act(TABLE, person.id, rng.choice((await service.view(TABLE, person.id)).legal))
    (winner,) = seen.actors
    return winner


async def test_whoever_has_to_choose_because_another_left_is_asked_and_has_the_whole_time(world: World) -> None:
    await started(world.service, edition="tempo", clock=300)
    winner = await until_the_choices(world.service)
    await world.settle()
    posted = len(world.posted)
    world.clock.now += 200_000

    await world.service.resign(TABLE, PEOPLE[winner].id)
    await world.settle()

    seen = await world.service.view(TABLE)
    (chooser,) = seen.actors
    assert chooser != winner
    (card,) = world.posted[posted:]
    assert f"<@{PEOPLE[chooser].id}> to choose" in str(card)
    assert seen.deadline is not None
    assert seen.deadline > world.clock.now + 200_000


async def test_who_reopens_asks_nobody_anew(world: World) -> None:
    await started(world.service)
    await world.service.act(TABLE, ANN.id, READY)
    await world.settle(REFRESH_MS)
    posted = len(world.posted)

    await world.service.act(TABLE, ANN.id, "reopen")
    await world.settle(REFRESH_MS)

    assert len(world.posted) == posted
