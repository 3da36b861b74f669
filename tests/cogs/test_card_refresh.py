"""The live card within a turn: edited where it is, without pings; a new turn brings a new card."""

from random import Random

from cogs.outbox.outbox import RETRY_MS
from data.store import Store
from tables.committing.outbox_rows import REFRESH, REFRESH_MS
from tables.service import TableService
from tests.cogs.cog_tables import ANN, BEN, CAM, PEOPLE, TABLE
from tests.cogs.fake_discord import FakeDiscord, parts, refusal
from tests.cogs.hive_matches import ROUND_1, started
from tests.cogs.running_dispatchers import Clock, Running

READY = f"{ROUND_1} ready"


async def test_who_is_ready_edits_the_card_and_asks_nobody_anew(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
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
    assert f"<@{ANN.id}> to lay shapes" in edits[0].texts
    assert f"<@{BEN.id}>" not in edits[0].texts
    assert edits[0].body["allowed_mentions"] == {"parse": []}
    async with store.read() as reader:
        assert await reader.pending_of_table(TABLE, REFRESH) == ()


async def test_a_proxy_s_404_has_deleted_no_card(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    """Discord has a code for what was deleted."""
    await started(service)
    await outbox.settle()
    (thread,) = discord.threads
    posted = [message["id"] for message in discord.messages(thread)]
    discord.fail_next("PATCH", rf"/channels/{thread}/messages/\d+", refusal(404))

    await service.act(TABLE, BEN.id, READY)
    await outbox.settle(REFRESH_MS)
    await outbox.settle(RETRY_MS[0])

    assert [message["id"] for message in discord.messages(thread)] == posted
    assert len(discord.sent("PATCH", rf"/channels/{thread}/messages/\d+")) == 2


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


async def until_the_choices(service: TableService) -> int:
    """Plays at random until somebody has a token to give; gives the seat."""
    rng = Random(5)
    while (seen := await service.view(TABLE)).view.phase == "round":
        person = PEOPLE[seen.actors[0]]
        await service.act(TABLE, person.id, rng.choice((await service.view(TABLE, person.id)).legal))
    (winner,) = seen.actors
    return winner


async def test_whoever_has_to_choose_because_another_left_is_asked_and_has_the_whole_time(
    service: TableService, discord: FakeDiscord, outbox: Running, clock: Clock
) -> None:
    await started(service, edition="tempo", clock=300)
    winner = await until_the_choices(service)
    await outbox.settle()
    (thread,) = discord.threads
    posted = len(discord.messages(thread))
    clock.now += 200_000

    await service.resign(TABLE, PEOPLE[winner].id)
    await outbox.settle()

    seen = await service.view(TABLE)
    (chooser,) = seen.actors
    assert chooser != winner
    (card,) = discord.messages(thread)[posted:]
    assert f"<@{PEOPLE[chooser].id}> to choose" in str(card)
    assert seen.deadline is not None
    assert seen.deadline > clock.now + 200_000


async def test_who_reopens_asks_nobody_anew(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, READY)
    await outbox.settle(REFRESH_MS)
    (thread,) = discord.threads
    posted = len(discord.messages(thread))

    await service.act(TABLE, ANN.id, "reopen")
    await outbox.settle(REFRESH_MS)

    assert len(discord.messages(thread)) == posted
