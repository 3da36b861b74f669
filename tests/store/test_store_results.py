"""Results: the finished games of a user, and the result of each seat."""

from data.store import ResultRow, SeasonTableRow, Store
from tests.clock import Clock
from tests.store.store_rows import add_season, seat_row, table_row

ANN, BEN = 7, 8
HERE, ELSEWHERE = 20, 21


async def finish(store: Store, table_id: str, ended: int, *, phase: str = "finished", guild: int = HERE) -> None:
    """Store a game of Ann and Ben that Ann won and that ended at the given time."""
    seats = (seat_row(0, ANN, name="Ann", place=1, won=1), seat_row(1, BEN, name="Ben", place=2))
    async with store.write() as writer:
        await writer.tables.create(table_row(table_id, phase=phase, ended=ended, guild_id=guild), seats)


async def test_finished_games_come_in_pages_the_newest_first(store: Store) -> None:
    for number in range(5):
        await finish(store, f"game {number}", number)
    await finish(store, "cancelled", 9, phase="cancelled")
    await finish(store, "open", 9, phase="playing")

    async with store.read() as reader:
        pages = [await reader.tables.finished_of_user(ANN, 2, offset) for offset in (0, 2, 4, 6)]
        assert await reader.tables.finished_of_user(ANN + 100, 2) == ()

    assert [[row.id for row in page] for page in pages] == [["game 4", "game 3"], ["game 2", "game 1"], ["game 0"], []]


async def test_results_are_of_one_server_and_of_all_seats(store: Store) -> None:
    await finish(store, "older", 1)
    await finish(store, "newer", 2)
    await finish(store, "elsewhere", 3, guild=ELSEWHERE)
    await finish(store, "cancelled", 4, phase="cancelled")

    async with store.read() as reader:
        found = await reader.tables.results_of_user(ANN, HERE, 10)
        assert await reader.tables.results_of_user(ANN, HERE, 1) == found[:2]

    assert found == tuple(
        row
        for table_id, ended in (("newer", 2), ("older", 1))
        for row in (
            ResultRow(table_id, "monster_hex", ended, 0, ANN, "Ann", 1, 1),
            ResultRow(table_id, "monster_hex", ended, 1, BEN, "Ben", 2, 0),
        )
    )


async def test_a_table_that_is_void_in_its_season_is_no_result(store: Store) -> None:
    await finish(store, "counted", 1)
    await finish(store, "void", 2)
    async with store.write() as writer:
        await add_season(writer, "league", HERE)
        await writer.leagues.put_season_tables(
            [
                SeasonTableRow(season_id="league", table_id="counted", deal=1, n=1, state="counted", people="[7,8]"),
                SeasonTableRow(season_id="league", table_id="void", deal=1, n=2, state="void", people="[7,8]"),
            ]
        )

    async with store.read() as reader:
        assert {row.table_id for row in await reader.tables.results_of_user(ANN, HERE, 10)} == {"counted"}


async def test_a_game_without_a_stored_result_is_left_out_until_it_is_stored(store: Store, clock: Clock) -> None:
    async with store.write() as writer:
        await writer.tables.create(table_row("old", phase="finished", ended=1), (seat_row(0, ANN),))

    async with store.read() as reader:
        assert await reader.tables.results_of_user(ANN, HERE, 10) == ()
        assert [row.id for row in await reader.tables.list_finished("", 10)] == ["old"]
        assert await reader.tables.list_finished("old", 10) == ()
    async with store.write("old") as writer:
        await writer.tables.put_seat("old", seat_row(0, ANN, place=1))
    async with store.read() as reader:
        assert [row.place for row in await reader.tables.results_of_user(ANN, HERE, 10)] == [1]


async def test_several_users_are_read_at_once(store: Store) -> None:
    async with store.write() as writer:
        await writer.people.put_user(ANN, "Ann", "{}")
        await writer.people.put_user(BEN, "Ben", "{}")

    async with store.read() as reader:
        assert {row.name for row in await reader.people.users([ANN, BEN, 99])} == {"Ann", "Ben"}
        assert await reader.people.users([]) == ()
