"""Two processes on one database act like one: each message and move once, also after one of them dies."""

import asyncio

import pytest

from data.store import StoreInUse
from engine.games import game_types
from tables.dispatching import membership
from tests.cog_tables import TABLE, mover, start_table
from tests.fake_discord import BOT, FakeDiscord, SentRequest
from tests.patience import patience
from tests.postgresql import postgresql
from tests.processes.shared_work import SECONDS, play_together, posted, processes, rows, until_told

pytestmark = pytest.mark.slow

TABLES = {f"{game[:8]}{'x' * (10 - len(game[:8]))}": (game, 2 if game == "hive_mind" else 1) for game in game_types()}


async def test_two_processes_send_what_one_sends(url: str, client: FakeDiscord) -> None:
    alone = FakeDiscord()
    async with postgresql() as another, processes(another, 1, alone) as single:
        await play_together(single, another, TABLES)

    async with processes(url, 2, client) as together:
        await play_together(together, url, TABLES)
        assert {process.store.claims.living for process in together} == {2}

    assert set(posted(client).values()) == {1}, "each nonce once"
    assert sum(posted(client).values()) == sum(posted(alone).values())
    doubled = "SELECT table_id, kind, step FROM messages GROUP BY table_id, kind, step, n HAVING count(*) > 1"
    assert await rows(url, doubled) == []
    assert await rows(url, "SELECT id FROM outbox WHERE error IS NOT NULL") == []


async def test_what_a_dead_process_was_posting_is_told_once_by_the_other(url: str, client: FakeDiscord) -> None:
    async with processes(url, 2, client) as (dying, other):
        await start_table(dying.service, people=2)
        await dying.start()
        await other.start()
        await until_told(url)
        is_posting = asyncio.Event()

        async def hang(request: SentRequest) -> None:
            if request.method == "POST" and request.path.endswith("/messages"):
                client.before = None
                is_posting.set()
                await asyncio.Event().wait()

        client.before = hang
        person, seen = await mover(dying.service)
        await dying.service.act(TABLE, person.id, seen.legal[0])
        async with patience(SECONDS):
            await is_posting.wait()
        await dying.kill()
        before = posted(client)
        async with patience(SECONDS):
            await until_told(url)

        assert (await other.service.load(TABLE)).row.step > 1
        again = posted(client)
        assert len(again - before) <= 1
        assert len(await rows(url, "SELECT id FROM messages WHERE kind = 'card'")) == 2


async def test_one_that_hangs_loses_its_claims_to_the_others(
    url: str, client: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(url, 2, client) as (hanging, other):
        await hanging.start()
        await other.start()
        async with hanging.store.claims.hold("a"):
            # Its process hangs: it no longer reports, while the session with its claims remains.
            await hanging.stand_still()
            monkeypatch.setattr(membership, "HANGS_MS", -1)
            monkeypatch.setattr(hanging.store.claims, "_replace_session", lambda connection: None)
            is_held = False
            async with patience(SECONDS):
                # The process is removed from the count shortly after its claims are free.
                while not is_held or other.store.claims.living > 1:
                    async with other.store.claims.hold("a") as is_held:
                        await asyncio.sleep(0)


async def test_processes_agree_on_the_number_of_shards_before_one_connects(url: str, client: FakeDiscord) -> None:
    async with processes(url, 2, client) as (one, other):
        await one.start()
        await other.membership.join(BOT)
        # The first process has announced shard 0 as the only one.
        assert other.membership.shard_count == 1
        assert await other.membership.announce(2) == 1
        assert await other.membership.announce(1) is None
        await one.membership.leave()
        assert await other.membership.announce(2) is None


async def test_one_that_leaves_is_counted_and_knows_when_the_others_know(url: str, client: FakeDiscord) -> None:
    async with processes(url, 2, client) as (one, other):
        await one.membership.join(BOT)
        await other.membership.join(BOT)
        await one.membership.tell_leaving()
        assert one.membership.is_succeeded
        assert not one.membership.is_known_to_leave
        async with patience(SECONDS):
            while not one.membership.is_known_to_leave:
                await other.membership.work("", ())
                await one.membership.work("", ())
        assert (other.membership.leaving, other.store.claims.living) == (1, 2)
        assert other.membership.held_elsewhere == {0}

        await other.membership.tell_leaving()
        assert not other.membership.is_succeeded


async def test_another_bot_on_the_same_database_is_refused_while_the_first_one_runs(
    url: str, client: FakeDiscord
) -> None:
    async with processes(url, 2, client) as (one, other):
        await one.start()
        with pytest.raises(StoreInUse, match=f"used by another bot .application {BOT}"):
            await other.membership.join(BOT + 1)
        await one.kill()
        await other.membership.join(BOT)
