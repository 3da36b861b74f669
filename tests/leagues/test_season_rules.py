"""Renewal of seasons, places in a cup, absences, and seasons that wait or skip a person."""

import pytest

from data.store import Store
from leagues import counting, organising
from leagues.joining import leave
from leagues.scoring import SeatEnd
from leagues.season import people_of, result_of
from leagues.seasons import Seasons
from tables.records import forgetting
from tables.refusal import Refusal
from tests.playing import GUILD, ORGANISER, act_twice, begin, count_as, join, league, play_rated, step
from tests.running_dispatchers import Clock

WHY = "we take a break"


async def test_no_season_follows_the_last_one_and_that_can_be_undone(seasons: Seasons, store: Store) -> None:
    season = await join(seasons, await league(seasons), 2)
    await seasons.change(season.row.id, organising.set_renewing(ORGANISER, WHY, renews=False))
    with pytest.raises(Refusal, match="already set"):
        await seasons.change(season.row.id, organising.set_renewing(ORGANISER, WHY, renews=False))
    async with store.read() as reader:
        (act,) = await reader.leagues.season_acts(season.row.id)

    undone = await seasons.undo(season.row.id, act.id, ORGANISER)
    assert undone.settings.renews
    await seasons.change(season.row.id, organising.set_renewing(ORGANISER, WHY, renews=False))
    await seasons.deal_now(season.row.id, ORGANISER)
    await seasons.end_now(season.row.id, ORGANISER, WHY)

    assert await seasons.leagues_of(GUILD) == ()


async def test_a_cup_has_no_next_season(seasons: Seasons) -> None:
    cup = await league(seasons, preset=2)

    with pytest.raises(Refusal, match="one evening"):
        await seasons.change(cup.row.id, organising.set_renewing(ORGANISER, WHY, renews=True))


async def test_a_cup_gives_places_from_the_first_table_on(seasons: Seasons, clock: Clock) -> None:
    cup = await begin(seasons, await join(seasons, await league(seasons, preset=2), 2), clock)
    first, second = people_of(cup.tables[0])

    cup = await count_as(seasons, cup, SeatEnd(first, 5, 1, left=False), SeatEnd(second, 5, 2, left=False))

    assert [(line.person, line.place) for line in cup.standings] == [(first, 1), (second, 2)]


async def test_of_one_absence_only_the_first_table_is_rated(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)
    await seasons.deal_now(season.row.id, ORGANISER)
    season = await seasons.load(season.row.id)
    absent = people_of(season.tables[0])[0]
    rated: list[bool] = []
    for table in [table for table in season.tables if absent in people_of(table)]:
        ends = [
            SeatEnd(one, 5, 2 if one == absent else 1, left=one == absent, late=one == absent)
            for one in people_of(table)
        ]
        decide = counting.count(table.table_id, tuple(ends), "played", seasons.now())
        season = await seasons.change(season.row.id, decide)
        result = result_of(season.table(table.table_id))
        assert result is not None
        rated.append(any(result.rated))

    assert rated == [True, False]


async def test_tables_of_a_league_dont_count_for_how_often_a_pair_is_rated(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    await act_twice(seasons, season.tables[0].table_id)
    await seasons.service.resign(season.tables[0].table_id, 2)
    await seasons.count(season.tables[0].table_id)

    for number in range(6):
        await play_rated(seasons, number)

    assert (await seasons.ratings(GUILD, "connect_four"))[1].tables == 7


async def test_who_waits_to_be_forgotten_gets_no_table(seasons: Seasons, clock: Clock) -> None:
    """A table dealt while the person is being forgotten would keep their name."""
    season = await join(seasons, await league(seasons), 3)
    await forgetting.request(seasons.service, 1)

    (table,) = (await begin(seasons, season, clock)).tables

    assert set(people_of(table)) == {2, 3}


async def test_who_is_blocked_after_joining_gets_no_table(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await join(seasons, await league(seasons), 3)
    async with store.write() as writer:
        await writer.servers.add_block(GUILD, 2)

    season = await begin(seasons, season, clock)

    assert [set(people_of(table)) for table in season.tables] == [{1, 3}]


async def test_a_cup_that_everybody_has_left_is_over(seasons: Seasons, clock: Clock) -> None:
    cup = await begin(seasons, await join(seasons, await league(seasons, preset=2), 2), clock)
    first, second = people_of(cup.tables[0])
    cup = await count_as(seasons, cup, SeatEnd(first, 5, 1, left=False), SeatEnd(second, 5, 2, left=False))
    for person in (first, second):
        await seasons.change(cup.row.id, leave(person))

    for _ in range(6):
        due = (await seasons.load(cup.row.id)).row.due
        if due is None:
            break
        clock.now = max(clock.now, due)
        cup = await step(seasons, cup)

    assert cup.row.state == "final"


async def test_a_season_whose_last_table_is_void_ends_with_its_game(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    table = season.tables[0].table_id
    clock.now = season.row.last_deal + 1
    assert (await step(seasons, season)).row.state == "closing"
    await seasons.change(season.row.id, organising.void_table(ORGANISER, table, WHY))

    await seasons.service.resign(table, people_of(season.tables[0])[0])
    await seasons.count(table)

    assert (await step(seasons, season)).row.state == "final"


async def test_a_season_with_nothing_left_to_play_is_over_at_its_last_deal(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    first, second = people_of(season.tables[0])
    season = await count_as(seasons, season, SeatEnd(first, 5, 1, left=False), SeatEnd(second, 5, 2, left=False))
    for person in (first, second):
        await seasons.change(season.row.id, leave(person))
    clock.now = season.row.last_deal + 1

    await seasons.advance(season.row.id)

    assert (await step(seasons, season)).row.state == "final"
