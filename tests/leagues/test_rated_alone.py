"""Rated tables outside leagues: each counts once, is reported at the table, and is limited for the same two people."""

import msgspec

from data.store import Store
from leagues.rated_alone import RATED, RatedPayload
from leagues.rating_book import MOST_OF_A_PAIR
from leagues.seasons import Seasons
from tests.playing import GUILD, play_rated


async def told(store: Store, table_id: str) -> list[RatedPayload]:
    async with store.read() as reader:
        rows = await reader.outbox.pending_of_table(table_id, RATED)
    return [msgspec.json.decode(row.payload, type=RatedPayload) for row in rows]


async def test_a_rated_table_changes_ratings_once_and_tells_it(seasons: Seasons, store: Store) -> None:
    table = await play_rated(seasons, 1)

    ratings = await seasons.ratings(GUILD, "connect_four")
    assert ratings[1].mu > 25 > ratings[2].mu
    ((ann, ben),) = [payload.lines for payload in await told(store, table)]
    assert (ann.name, ann.rating - ann.change, ben.rating - ben.change) == ("Ann", 1500, 1500)
    assert ann.change == -ben.change > 0


async def test_a_table_that_nobody_called_rated_changes_nothing(seasons: Seasons, store: Store) -> None:
    table = await play_rated(seasons, 1, rated=False)

    assert await seasons.ratings(GUILD, "connect_four") == {}
    assert await told(store, table) == []


async def test_the_same_two_people_have_only_so_many_rated_tables_and_are_told(seasons: Seasons, store: Store) -> None:
    for number in range(MOST_OF_A_PAIR):
        await play_rated(seasons, number)
    before = await seasons.ratings(GUILD, "connect_four")

    table = await play_rated(seasons, MOST_OF_A_PAIR)

    assert await seasons.ratings(GUILD, "connect_four") == before
    assert await told(store, table) == [RatedPayload(())]
