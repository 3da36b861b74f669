"""Seasons by the service: joining, deals, counting and the clock."""

import msgspec
import pytest

from data.store import Store
from leagues import counting, joining, organising
from leagues.calendar import WEEK_MS
from leagues.messages import COUNTED, DEAL, SEASON_CARD, SEASON_NOTE, CountedPayload
from leagues.rating_book import recompute
from leagues.scoring import SeatEnd
from leagues.season import Season, people_of, result_of
from leagues.seasons import Seasons
from tables.open_table import Person
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.timing.clock_settings import COMPUTER
from tables.timing.running_time import DAY_MS
from tests.playing import CHANNEL, GUILD, ORGANISER, act_twice, begin, count_as, join, league, play_all, step
from tests.running_dispatchers import Clock


async def queued(store: Store, kind: str) -> int:
    async with store.read() as reader:
        rows = await reader.outbox.pending(2**60, 500, busy_tables=(), busy_rows=())
    return sum(row.kind == kind for row in rows)


async def test_a_season_is_open_from_the_beginning_and_has_a_card(seasons: Seasons, store: Store) -> None:
    season = await league(seasons)

    assert (season.row.state, season.row.number, season.row.channel_id) == ("open", 1, CHANNEL)
    assert season.row.ends - season.row.begins == 8 * WEEK_MS
    assert await queued(store, SEASON_CARD) == 1


async def test_somebody_joins_once_leaves_and_comes_back(seasons: Seasons) -> None:
    season = await join(seasons, await league(seasons), 2)

    with pytest.raises(Refusal, match="already joined"):
        await seasons.join(season.row.id, Person(1, "Ann"))
    await seasons.change(season.row.id, joining.leave(1))
    with pytest.raises(Refusal, match="I'm in"):
        await seasons.change(season.row.id, joining.leave(1))
    after = await seasons.join(season.row.id, Person(1, "Ann"), 2)

    assert [(member.user_id, member.state, member.cap) for member in after.members] == [(1, "in", 2), (2, "in", 3)]
    with pytest.raises(Refusal, match="from 1 to 3"):
        await seasons.change(season.row.id, joining.set_cap(1, 4))


async def test_two_members_of_one_name_are_told_apart(seasons: Seasons) -> None:
    season = await join(seasons, await league(seasons), 1)

    season = await seasons.join(season.row.id, Person(2, "Ann", "ann_b"))
    assert season.names == {1: "Ann", 2: "Ann (ann_b)"}
    await seasons.change(season.row.id, joining.leave(1))
    assert (await seasons.join(season.row.id, Person(1, "Ann", "ann_a"))).names[1] == "Ann"


async def test_a_members_new_name_is_told_apart_and_stays_out_of_a_season_that_is_over(seasons: Seasons) -> None:
    season = await join(seasons, await league(seasons), 2)

    season = await seasons.change(season.row.id, joining.rename(Person(1, "Ben", "ben_a")))
    assert season.names == {1: "Ben (ben_a)", 2: "Ben"}
    assert await seasons.change(season.row.id, joining.rename(Person(3, "Cem"))) == season, "not a member"
    season = await seasons.end_now(season.row.id, ORGANISER, "Too few people.")
    assert season.is_over
    assert (await seasons.change(season.row.id, joining.rename(Person(1, "Ann")))).names == season.names


async def test_who_is_kept_from_the_servers_tables_cannot_join(seasons: Seasons, store: Store) -> None:
    season = await league(seasons)
    async with store.write() as writer:
        await writer.servers.add_block(GUILD, 1)

    with pytest.raises(Refusal, match="have blocked you"):
        await seasons.join(season.row.id, Person(1, "Ann"))


async def test_a_deal_starts_tables_for_all_who_have_room(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 6), clock)

    assert (season.row.state, season.row.deals) == ("running", 1)
    assert sorted(person for table in season.tables for person in people_of(table)) == [1, 2, 3, 4, 5, 6]
    assert season.row.due == season.row.begins + DAY_MS
    async with store.read() as reader:
        for dealt in season.tables:
            row, seats = await reader.tables.get(dealt.table_id), await reader.tables.seats(dealt.table_id)
            assert row is not None
            assert (row.phase, row.channel_id) == ("playing", CHANNEL)
            assert tuple(seat.user_id for seat in seats) == people_of(dealt)
            settings = msgspec.json.decode(row.settings, type=TableSettings)
            assert settings.on_expiry == COMPUTER, "a computer player moves for who is late"
    assert await queued(store, DEAL) == 1
    # Repeating the step does nothing, because it is not due.
    await seasons.advance(season.row.id)
    assert (await seasons.load(season.row.id)).row.version == season.row.version


async def test_nobody_away_is_dealt(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await join(seasons, await league(seasons), 3)
    async with store.write() as writer:
        await writer.people.add_vacation(2, 0, season.row.begins + DAY_MS)

    season = await begin(seasons, season, clock)

    assert [set(people_of(table)) for table in season.tables] == [{1, 3}]


async def test_a_result_is_counted_once_with_its_ratings(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    (table,) = season.tables
    winner, loser = people_of(table)
    await act_twice(seasons, table.table_id)

    await seasons.service.resign(table.table_id, loser)
    async with store.read() as reader:
        assert await reader.timers.get(table.table_id, "ended") is not None
    await seasons.count(table.table_id)
    await seasons.count(table.table_id)

    season = await seasons.load(season.row.id)
    result = result_of(season.tables[0])
    assert result is not None
    assert (season.tables[0].state, result.places, result.counted) == ("counted", (1, 2), (True, True))
    ratings = await seasons.ratings(GUILD, "connect_four")
    assert ratings[winner].mu > 25 > ratings[loser].mu
    async with store.write() as writer:
        await recompute(writer, GUILD, "connect_four")
    assert await seasons.ratings(GUILD, "connect_four") == ratings


async def test_a_result_makes_nobody_wait_anew_who_had_room_already(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    one, other = people_of(season.tables[0])
    await seasons.change(season.row.id, joining.set_cap(other, 1))
    dealt, clock.now = clock.now, clock.now + DAY_MS

    season = await count_as(
        seasons, season, *(SeatEnd(person, 5, n, left=False) for n, person in enumerate((one, other), 1))
    )

    waiting = {member.user_id: member.waiting for member in season.members}
    assert waiting == {one: dealt, other: clock.now}


async def test_who_plays_on_at_a_table_that_was_voided_has_no_room_until_it_is_over(
    seasons: Seasons, clock: Clock
) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons, cap=1), 2), clock)
    (table,) = season.tables
    await seasons.change(season.row.id, organising.void_table(ORGANISER, table.table_id, "A quarrel"))

    clock.now += DAY_MS
    season = await step(seasons, season)
    assert len(season.tables) == 1
    await seasons.service.resign(table.table_id, people_of(table)[1])
    await seasons.count(table.table_id)
    season = await seasons.load(season.row.id)
    assert all(season.has_room(member) for member in season.members)
    assert season.results == ()


def is_in(season: Season, person: int) -> bool:
    return any(member.user_id == person for member in season.active)


async def test_who_never_acts_at_their_first_table_is_out_until_they_are_back(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    other, ghost = people_of(season.tables[0])

    season = await count_as(
        seasons, season, SeatEnd(other, 5, 1, left=False), SeatEnd(ghost, 0, 2, left=True, late=True)
    )

    assert (season.tables[0].state, season.results) == ("void", ())
    assert (is_in(season, other), is_in(season, ghost)) == (True, False)
    assert await queued(seasons.store, SEASON_NOTE) == 1
    back = await seasons.join(season.row.id, Person(ghost, "Ben"))
    assert is_in(back, ghost)


async def test_who_loses_two_tables_in_a_row_by_time_is_out_and_who_resigns_is_not(
    seasons: Seasons, clock: Clock
) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons, preset=2), 4), clock)
    late, resigning = people_of(season.tables[0])

    season = await count_as(
        seasons, season, SeatEnd(late, 5, 2, left=True, late=True), SeatEnd(resigning, 5, 1, left=False)
    )
    assert is_in(season, late)
    season = await count_as(seasons, season, *(SeatEnd(one, 5, 1, left=False) for one in people_of(season.tables[1])))
    season = await step(seasons, season)
    own = next(table for table in season.open_tables() if late in people_of(table))
    found = [SeatEnd(one, 5, 1, left=one == late, late=one == late) for one in people_of(own)]
    season = await seasons.change(season.row.id, counting.count(own.table_id, tuple(found), "played", seasons.now()))

    assert not is_in(season, late)
    season = await play_all(seasons, season)
    assert [member.state for member in season.members].count("ghost") == 1


async def test_with_too_few_people_a_season_waits_a_week_and_is_cancelled_then(seasons: Seasons, clock: Clock) -> None:
    season = await join(seasons, await league(seasons), 1)
    first = season.row.begins

    season = await begin(seasons, season, clock)
    assert (season.row.state, season.row.begins, season.row.waited) == ("open", first + WEEK_MS, 1)
    season = await begin(seasons, season, clock)

    assert (season.row.state, season.row.due) == ("cancelled", None)
    assert await seasons.leagues_of(GUILD) == ()


async def test_a_season_ends_with_the_standing_of_its_open_tables_and_opens_the_next(
    seasons: Seasons, clock: Clock
) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)
    clock.now = season.row.last_deal + 1
    season = await step(seasons, season)
    assert (season.row.state, season.row.due) == ("closing", season.row.ends)
    with pytest.raises(Refusal, match="already dealt"):
        await seasons.join(season.row.id, Person(9, "Ida"))

    clock.now = season.row.ends
    season = await step(seasons, season)

    assert season.row.state == "final"
    # Nothing was played, so there is no standing.
    assert {(table.state, table.why) for table in season.tables} == {("void", "unfinished")}
    (following,) = await seasons.leagues_of(GUILD)
    assert (following.row.number, following.row.state, following.members) == (2, "open", ())


async def test_each_table_tells_what_it_changed_about_ratings(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons, preset=2), 2), clock)
    for _ in range(2):
        for table in season.open_tables():
            await act_twice(seasons, table.table_id)
        season = await play_all(seasons, season)
        season = await step(seasons, season)

    async with store.read() as reader:
        rows = await reader.outbox.pending(2**60, 500, busy_tables=(), busy_rows=())
    told = [msgspec.json.decode(row.payload, type=CountedPayload).lines for row in rows if row.kind == COUNTED]
    assert len(told) == 2
    # The first eight rated tables give no rating yet.
    assert all(line.change and line.rating is None for lines in told for line in lines)


async def test_a_cup_deals_on_once_all_tables_are_over_and_then_ends(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons, preset=2), 4), clock)

    for deal in (1, 2, 3):
        assert (season.row.deals, len(season.tables)) == (deal, 2 * deal)
        for table in season.open_tables():
            await act_twice(seasons, table.table_id)
        season = await play_all(seasons, season)
        assert season.row.due == clock.now
        season = await step(seasons, season)

    assert season.row.state == "final"
    assert [line.tables for line in season.standings] == [3, 3, 3, 3]
    # Nobody has met the same person twice.
    assert len({frozenset(people_of(table)) for table in season.tables}) == 6
    assert await seasons.leagues_of(GUILD) == ()


async def test_a_downtime_moves_all_dates(seasons: Seasons, store: Store) -> None:
    season = await league(seasons)
    async with store.write() as writer:
        await writer.leagues.shift_seasons(5_000)

    moved = (await seasons.load(season.row.id)).row
    assert (moved.begins, moved.last_deal, moved.ends, moved.due) == tuple(
        5_000 + date for date in (season.row.begins, season.row.last_deal, season.row.ends, season.row.begins)
    )
