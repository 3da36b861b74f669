"""Due work is done and announced once, whichever of two processes comes first and whenever the other one comes."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from leagues.season import people_of
from leagues.settings import PRESETS
from tables.after_the_end import sharing
from tables.committing.outbox_rows import REPLY, REPLY_MS, ReplyPayload, encode_json
from tables.refusal import Refusal
from tables.timing import absence
from tables.timing.clocks import DEADLINE
from tables.timing.retiming import schedule_retiming_of_table
from tables.timing.running_time import DAY_MS
from tests.cog_tables import ANN, BEN, CHANNEL, DAY, GUILD, TABLE, due, open_lobby, start_table
from tests.fake_discord import FakeDiscord
from tests.playing import act_twice, join, publish
from tests.processes.rivals import AFTER, WHILE, Rivals
from tests.processes.shared_work import SharedProcess, posted, processes, rows

pytestmark = pytest.mark.slow


@pytest.fixture(params=[WHILE, AFTER])
def rivals(request: pytest.FixtureRequest) -> Rivals:
    """Return the rendezvous of two processes for the same work."""
    return Rivals(request.param, "outbox", "timer", "season")


@pytest.fixture
async def together(
    url: str, client: FakeDiscord, rivals: Rivals, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[SharedProcess]]:
    """Yield two processes that come for the same work once they are started."""
    # Timers are due only after the program was recorded as alive since both began.
    monkeypatch.setattr("tables.dispatching.upkeep.ALIVE_EVERY_MS", 100)
    async with processes(url, 2, client) as found:
        rivals.watch(found, client, monkeypatch)
        yield found


async def start(together: list[SharedProcess]) -> None:
    """Start both processes."""
    for process in together:
        await process.start()
    # Otherwise the first process looks for others' work only after its next heartbeat.
    await together[0].membership.work("", ())


def edits(client: FakeDiscord) -> int:
    """Return the number of message edits."""
    return len(client.sent("PATCH", r"/channels/\d+/messages/\d+"))


async def test_a_deal_and_a_result_count_and_are_told_once(
    together: list[SharedProcess], rivals: Rivals, url: str, client: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.messages.THREADS_MS", 0)
    (one, other), preset = together, PRESETS["connect_four"][0]
    opened = await publish(
        one.seasons, "connect_four", dict(preset.options), preset.settings, guild=GUILD, channel=CHANNEL
    )
    # Enough people for a second deal at once to find some who do not sit together yet.
    await join(one.seasons, opened, people=4)
    async with one.store.write() as writer:
        await writer.leagues.shift_seasons(writer.now - opened.row.begins)

    await start(together)
    await rivals.until_done(url)
    dealt = await other.seasons.load(opened.row.id)
    assert (dealt.row.deals, len(dealt.tables)) == (1, 2)

    table = dealt.tables[0]
    await act_twice(other.seasons, table.table_id)
    await other.service.resign(table.table_id, people_of(table)[0])
    await rivals.until_done(url)

    counted = await one.seasons.load(opened.row.id)
    assert counted.table(table.table_id).state == "counted"
    assert [row.tables for row in (await one.seasons.ratings(GUILD, "connect_four")).values()] == [1, 1]
    assert set(posted(client).values()) == {1}
    queued = await rows(url, "SELECT kind FROM outbox WHERE kind IN ('deal', 'season_counted') ORDER BY kind")
    assert [row["kind"] for row in queued] == ["deal", "season_counted"]


async def test_a_lobby_expires_and_is_told_once(
    together: list[SharedProcess], rivals: Rivals, url: str, client: FakeDiscord
) -> None:
    one, other = together
    # The lobby's expiry is long past.
    row = await open_lobby(one.service)
    await start(together)
    await rivals.until_done(url)
    closed = (await other.service.load(TABLE)).row
    assert (closed.phase, closed.step) == ("cancelled", row.step + 1)
    assert (list(posted(client).values()), edits(client)) == ([1], 1)


async def test_a_vacation_moves_a_deadline_by_its_length_and_back_once(
    together: list[SharedProcess], rivals: Rivals, url: str, client: FakeDiscord
) -> None:
    one, other = together
    await start_table(one.service, people=2, clock=3 * DAY)
    await start(together)
    await rivals.until_done(url)
    before = await due(one.store, DEADLINE)
    assert before is not None
    # Not tomorrow, which may have begun in the time zone of the person.
    begins = datetime.fromtimestamp(one.store.now() / 1000, UTC).date() + timedelta(days=2)
    waited = (await one.service.load(TABLE)).awaited_seats()[0].user_id
    person = ANN if waited == ANN.id else BEN

    told = edits(client)

    away = await absence.go_away(one.service, person, begins, begins + timedelta(days=1))
    await rivals.until_done(url)
    assert (await due(other.store, DEADLINE), edits(client)) == (before + 2 * DAY_MS, told + 1)

    # The beginning of the vacation does the same.
    async with other.store.write() as writer:
        await schedule_retiming_of_table(writer, TABLE)
    await rivals.until_done(url)
    assert (await due(other.store, DEADLINE), edits(client)) == (before + 2 * DAY_MS, told + 2)

    await absence.come_home(other.service, person, away.id)
    await rivals.until_done(url)
    assert (await due(other.store, DEADLINE), edits(client)) == (before, told + 3)
    assert set(posted(client).values()) == {1}


async def test_a_result_that_two_people_share_is_posted_once(
    together: list[SharedProcess], rivals: Rivals, url: str, client: FakeDiscord
) -> None:
    one, other = together
    await start_table(one.service, people=2)
    await one.service.resign(TABLE, ANN.id)
    await start(together)
    await rivals.until_done(url)
    before = posted(client)

    shared = await asyncio.gather(
        sharing.share(one.service, TABLE, ANN.id), sharing.share(other.service, TABLE, BEN.id), return_exceptions=True
    )
    await rivals.until_done(url)

    assert [type(one) for one in shared if one is not None] == [Refusal]
    assert list((posted(client) - before).values()) == [1]


async def test_an_export_that_died_with_its_process_is_answered_once(
    together: list[SharedProcess], rivals: Rivals, url: str, client: FakeDiscord
) -> None:
    """An export is only the answer to a command; an outbox row records that it was begun."""
    one, _ = together
    async with one.store.write() as writer:
        await writer.outbox.queue(
            REPLY, None, 0, encode_json(ReplyPayload()), token="token", expires=writer.now + REPLY_MS, due=writer.now
        )
    await start(together)
    await rivals.until_done(url)

    assert [request.method for request in client.requests] == ["GET", "PATCH"]
