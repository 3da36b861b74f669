"""Season timers: a failed step is retried with backoff, also after a restart, and blocks nothing else."""

from typing import Any

import pytest

from data.store import SeasonRow, Store
from leagues.season_timers import RETRY_MS, TAKEN_UP, SeasonTimers
from leagues.seasons import Seasons
from tables.committing.outbox_rows import REFUSED
from tables.moderating.gone_places import record_server_joined, record_server_left
from tables.timing.running_time import DAY_MS, HOUR_MS
from tests.playing import GUILD, join, league, publish
from tests.running_dispatchers import Clock


async def due_row(seasons: Seasons, clock: Clock) -> SeasonRow | None:
    """Return the season that is due for a program that starts at this time, or None."""
    timers = SeasonTimers(seasons)
    async with seasons.store.write() as writer:
        await writer.facts.record_alive()
    groups = (await timers.due(clock.now, ())).groups
    return next((row for rows in groups.values() for row in rows), None)


async def take_due_step(seasons: Seasons, clock: Clock) -> None:
    """Do the due step of a season."""
    row = await due_row(seasons, clock)
    assert row is not None
    await SeasonTimers(seasons).work(row.id, (row,))


async def test_a_step_that_fails_is_tried_again_after_growing_pauses(
    seasons: Seasons, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await join(seasons, await league(seasons), 2)
    clock.now = season.row.begins
    monkeypatch.setattr("leagues.seasons.advance", None)
    for pause in (*RETRY_MS, RETRY_MS[-1]):
        await take_due_step(seasons, clock)
        clock.now += pause - 1
        assert await due_row(seasons, clock) is None
        async with store.read() as reader:
            assert await reader.leagues.next_season_due(clock.now) == clock.now + 1
        clock.now += 1

    monkeypatch.undo()
    await take_due_step(seasons, clock)

    known = (await seasons.load(season.row.id)).row
    assert (known.deals, known.attempts, known.retry) == (1, 0, None)


async def test_a_season_that_another_process_has_just_tried_is_not_tried_again(
    seasons: Seasons, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await join(seasons, await league(seasons), 2)
    clock.now = season.row.begins
    row = await due_row(seasons, clock)
    assert row is not None
    monkeypatch.setattr("leagues.seasons.advance", None)

    for _ in range(2):
        await SeasonTimers(seasons).work(row.id, (row,))

    assert (await seasons.load(season.row.id)).row.attempts == 1


async def test_a_deal_that_fell_due_while_the_server_was_without_the_program_comes_once_it_is_back(
    seasons: Seasons, store: Store, clock: Clock
) -> None:
    season = await join(seasons, await league(seasons), 2)
    await record_server_left(seasons.service, GUILD)
    clock.now = season.row.begins
    await take_due_step(seasons, clock)

    waiting = (await seasons.load(season.row.id)).row
    assert (waiting.state, waiting.due, waiting.deals, waiting.attempts) == ("open", season.row.begins, 0, 0)
    assert await due_row(seasons, clock) is None
    async with store.read() as reader:
        assert await reader.leagues.next_season_due(clock.now) == clock.now + HOUR_MS
    clock.now += 60_000
    await record_server_joined(seasons.service, GUILD)
    await take_due_step(seasons, clock)

    dealt = (await seasons.load(season.row.id)).row
    assert (dealt.deals, dealt.due) == (1, season.row.begins + DAY_MS)


async def test_what_a_league_could_not_post_is_posted_once_its_server_has_the_program_back(
    seasons: Seasons, store: Store, clock: Clock
) -> None:
    season = await league(seasons)
    other = await publish(seasons, "hive_mind", {}, season.settings, guild=GUILD + 1)
    await record_server_left(seasons.service, GUILD)
    async with store.write() as writer:
        for row in await writer.outbox.pending(clock.now):
            await writer.outbox.schedule_retry(row.id, clock.now + HOUR_MS, REFUSED)

    clock.now += 60_000
    await record_server_joined(seasons.service, GUILD)

    async with store.read() as reader:
        payloads = [row.payload for row in await reader.outbox.pending(clock.now)]
        later = [row.payload for row in await reader.outbox.pending(clock.now + HOUR_MS)]
    assert [season.row.id in payload for payload in payloads] == [True]
    assert any(other.row.id in payload for payload in later)


async def test_seasons_that_fail_hide_no_other(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await league(seasons)
    clock.now = season.row.begins + 1
    async with store.write() as writer:
        for number in range(TAKEN_UP):
            row: dict[str, Any] = {name: getattr(season.row, name) for name in SeasonRow.__struct_fields__}
            row |= {"id": f"failing {number}", "number": 2 + number, "due": season.row.begins - 1, "attempts": 1}
            row["retry"] = clock.now + 1
            await writer.leagues.add_season(SeasonRow(**row))

    found = await due_row(seasons, clock)

    assert found is not None
    assert found.id == season.row.id
