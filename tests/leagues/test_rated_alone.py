"""Rated tables outside of leagues: once each, told at the table, and not without end for the same people."""

import msgspec

from data.store import Store
from engine.games import game_type
from leagues.rated_alone import RATED, RatedPayload
from leagues.rating_book import MOST_OF_A_PAIR
from leagues.seasons import Seasons
from tables.dealt import dealt_table, open_dealt
from tables.open_table import Person
from tables.settings import TableSettings
from tests.leagues.test_seasons import act_twice
from tests.playing import CHANNEL, GUILD

PEOPLE = (Person(1, "Ann"), Person(2, "Ben"))


async def played(seasons: Seasons, number: int, *, rated: bool = True) -> str:
    """A table of Connect Four that Ben resigns after his first turns, counted twice."""
    settings = TableSettings(seats=2, rated=rated)
    async with seasons.store.write() as writer:
        row, seats = dealt_table(
            game_type("connect_four"),
            {"size": "quick"},
            settings,
            PEOPLE,
            guild_id=GUILD,
            channel_id=CHANNEL,
            now=writer.now,
            salt=f"table {number}",
        )
        await open_dealt(writer, row, seats, seasons.service.hooks)
    await act_twice(seasons, row.id)
    await seasons.service.resign(row.id, 2)
    await seasons.count(row.id)
    await seasons.count(row.id)
    return row.id


async def told(store: Store, table_id: str) -> list[RatedPayload]:
    async with store.read() as reader:
        rows = await reader.pending_of_table(table_id, RATED)
    return [msgspec.json.decode(row.payload, type=RatedPayload) for row in rows]


async def test_a_rated_table_changes_ratings_once_and_tells_it(seasons: Seasons, store: Store) -> None:
    table = await played(seasons, 1)

    ratings = await seasons.ratings(GUILD, "connect_four")
    assert ratings[1].mu > 25 > ratings[2].mu
    ((ann, ben),) = [payload.lines for payload in await told(store, table)]
    assert (ann.name, ann.rating - ann.change, ben.rating - ben.change) == ("Ann", 1500, 1500)
    assert ann.change == -ben.change > 0


async def test_a_table_that_nobody_called_rated_changes_nothing(seasons: Seasons, store: Store) -> None:
    table = await played(seasons, 1, rated=False)

    assert await seasons.ratings(GUILD, "connect_four") == {}
    assert await told(store, table) == []


async def test_the_same_two_people_have_only_so_many_rated_tables_and_are_told(seasons: Seasons, store: Store) -> None:
    for number in range(MOST_OF_A_PAIR):
        await played(seasons, number)
    before = await seasons.ratings(GUILD, "connect_four")

    table = await played(seasons, MOST_OF_A_PAIR)

    assert await seasons.ratings(GUILD, "connect_four") == before
    assert await told(store, table) == [RatedPayload(())]
