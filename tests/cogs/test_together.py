"""Where several choose at the same time: what is pending tells nothing and has an end, and who is asked is pinged."""

from random import Random

import msgspec
import pytest

from cogs._more import TEXT_LIMIT
from cogs._refusal import Refusal
from cogs._tables import MOST_CHANGES, REFRESH_MS, TableService
from cogs.hive_mind.interface import INTERFACE
from data.store import Store
from engine.core import SPECTATOR
from engine.hive_mind.editions import EDITIONS
from render import painter
from tests.cogs.cog_tables import ANN, BEN, CAM, HOUR, PEOPLE, TABLE, promised
from tests.cogs.dispatchers import Clock, Running
from tests.cogs.fake_discord import FakeDiscord
from tests.cogs.hive_matches import HIVE, ROUND_1, acted, begun, look_at, played, started
from tests.cogs.test_hive_tables import own_entries

READY = f"{ROUND_1} ready"


async def test_the_replay_has_as_many_turns_however_much_is_pending(service: TableService) -> None:
    """design.md, Words: else their number would tell how many tokens somebody has sent."""
    await started(service)
    _, before = await service.history(TABLE)

    await service.act(TABLE, BEN.id, f"{ROUND_1} clear:zero")

    _, after = await service.history(TABLE)
    assert after == before


async def changed_as_often_as_possible(service: TableService) -> None:
    """Ann has a whole submission, and may change it no more."""
    await service.act(TABLE, ANN.id, ROUND_1)
    while (room := MOST_CHANGES - len(await own_entries(service))) > 0:
        again = ["charge:ABE", "charge:ADE"] * 20
        await service.act(TABLE, ANN.id, " ".join(again[:room]))


async def test_reopening_again_and_again_in_one_line_has_an_end_too(service: TableService) -> None:
    await started(service)
    await changed_as_often_as_possible(service)
    await service.act(TABLE, ANN.id, "ready")
    before = await own_entries(service)

    with pytest.raises(Refusal, match="changed your mind"):
        await service.act(TABLE, ANN.id, "reopen ready")

    assert await own_entries(service) == before


async def test_who_may_change_no_more_can_still_be_the_last_one_who_is_ready(service: TableService) -> None:
    await started(service)
    await changed_as_often_as_possible(service)
    for person in (BEN, CAM):
        assert (await service.act(TABLE, person.id, READY)).game is not None

    await service.act(TABLE, ANN.id, "ready")

    assert (await service.look(TABLE)).view.round == 2


async def until_the_choices(service: TableService) -> int:
    """Plays at random until somebody has a token to give; gives the seat."""
    rng = Random(5)
    while (look := await service.look(TABLE)).view.phase == "round":
        person = PEOPLE[look.actors[0]]
        await service.act(TABLE, person.id, rng.choice((await service.look(TABLE, person.id)).legal))
    (winner,) = look.actors
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

    look = await service.look(TABLE)
    (chooser,) = look.actors
    assert chooser != winner
    (card,) = discord.messages(thread)[posted:]
    assert f"<@{PEOPLE[chooser].id}> to choose" in str(card)
    assert look.deadline is not None
    assert look.deadline > clock.now + 200_000


async def test_who_reopens_asks_nobody_anew(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, READY)
    await outbox.settle(REFRESH_MS)
    (thread,) = discord.threads
    posted = len(discord.messages(thread))

    await service.act(TABLE, ANN.id, "reopen")
    await outbox.settle(REFRESH_MS)

    assert len(discord.messages(thread)) == posted


async def test_a_line_that_closes_the_round_is_not_told_what_the_next_one_lacks(
    service: TableService, store: Store, clock: Clock
) -> None:
    await started(service)
    for person in (ANN, BEN):
        await service.act(TABLE, person.id, READY)

    await service.act(TABLE, CAM.id, READY, reply=promised(None, "token"))

    async with store.read() as reader:
        rows = await reader.pending_outbox(clock.now + HOUR)
    (said,) = [msgspec.json.decode(row.payload)["text"] for row in rows if row.token == "token"]
    assert said == f"Done: `{READY}`."


@pytest.mark.parametrize("text", ["charge:ABL", "what", "nowhere:ADE"])
async def test_who_is_ready_and_mistypes_is_told_of_the_way_back(service: TableService, text: str) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, READY)

    with pytest.raises(Refusal, match="you can reopen until the round closes"):
        await service.act(TABLE, ANN.id, text)

    await service.resign(TABLE, ANN.id)
    with pytest.raises(Refusal, match="not your turn"):
        await service.act(TABLE, ANN.id, text)
    with pytest.raises(Refusal, match="You have left this match"):
        await service.act(TABLE, ANN.id, "charge:ADE")


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
@pytest.mark.parametrize("seed", range(3))
def test_the_board_as_text_is_whole_at_the_end_of_the_largest_match(edition: str, seed: int) -> None:
    """Seven seats with the longest names."""
    table = played(begun(7, edition=edition, garnets=999_999), EDITIONS[edition].rounds + 2, Random(seed))
    names = [letter * 32 for letter in "ABCDEFG"]
    assert table.outcome is not None

    assert len(painter(HIVE).text(table.view(SPECTATOR), names)) <= TEXT_LIMIT


def test_guesses_of_totals_that_are_all_wiped_out_are_not_said_to_be_gone() -> None:
    """HM-18: the notation has no way back, so Ready would hand in the old ones."""
    table = played(begun(3, edition="gauntlet"), 6, Random(1))
    with pytest.raises(Refusal, match="press Ready to guess nobody's"):
        INTERFACE.filled(look_at(table, 0), ("totals", "0"), {"1": "", "2": ""})

    with pytest.raises(Refusal, match="at least one total stays"):
        INTERFACE.filled(look_at(acted(table, 0, "totals:1=3"), 0), ("totals", "0"), {"1": "", "2": ""})
