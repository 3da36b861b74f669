"""Statistics: counts from the results of finished games, and the opponents they name."""

from collections.abc import Sequence
from dataclasses import replace

from data.store import HighScoreRow, ResultRow, Store
from engine.games import game_type
from tables import lobby
from tables.after_the_end.statistics import (
    MOST_GAMES,
    GameResults,
    Opponent,
    SoloResults,
    Statistics,
    count,
    number_same_names,
    statistics,
)
from tables.preferences import change_preferences
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CAM, DAN, GAME, GUILD, PEOPLE, TABLE, open_lobby, play, start_table

COMPUTER = None
FORGOTTEN = 0
"""A placeholder for a forgotten person."""


def game(number: int, *order: int | None, name: str = "monster_hex", won: Sequence[int | None] = ()) -> list[ResultRow]:
    """Return the results of a game in the order of places; the first has won unless `won` names others."""
    winners = won or order[:1]
    names = {person.id: person.name for person in PEOPLE}
    return [
        ResultRow(
            f"table {number}",
            name,
            100 - number,
            seat,
            user or None,
            names.get(user or 0, "?"),
            seat + 1,
            user in winners,
            player="greedy" if user is COMPUTER else None,
        )
        for seat, user in enumerate(order)
    ]


def rows(*games: list[ResultRow]) -> list[ResultRow]:
    return [row for one in games for row in one]


def test_nobody_who_has_not_played_has_statistics() -> None:
    assert count(ANN.id, []) == Statistics()


def test_places_and_wins_are_counted_by_game_and_number_of_players() -> None:
    found = count(
        ANN.id,
        rows(
            game(1, ANN.id, BEN.id),
            game(2, BEN.id, ANN.id),
            game(3, CAM.id, BEN.id, ANN.id),
            game(4, ANN.id, BEN.id, CAM.id, name="hive_mind"),
            game(5, ANN.id, BEN.id),
        ),
    )

    assert found.tallies == (
        GameResults("monster_hex", 2, 2, (2, 1)),
        GameResults("monster_hex", 3, 0, (0, 0, 1)),
        GameResults("hive_mind", 3, 1, (1, 0, 0)),
    )
    assert (found.games, found.wins) == (5, 3)


def test_streaks_are_of_games_won_in_a_row_the_newest_first() -> None:
    won, lost = (ANN.id, BEN.id), (BEN.id, ANN.id)

    def of(*orders: tuple[int, int]) -> tuple[int, int]:
        found = count(ANN.id, rows(*(game(number, *order) for number, order in enumerate(orders))))
        return found.streak, found.best_streak

    assert of(won, won, lost, won) == (2, 2)
    assert of(lost, won, won, won, lost) == (0, 3)
    assert of(lost) == (0, 0)


def test_a_shared_victory_is_one_for_both() -> None:
    shared = game(1, ANN.id, BEN.id, won=(ANN.id, BEN.id))

    assert count(ANN.id, shared).wins == count(BEN.id, shared).wins == 1


def test_games_with_somebody_who_was_forgotten_still_count_and_nobody_is_named() -> None:
    found = count(ANN.id, rows(game(1, ANN.id, FORGOTTEN), game(2, BEN.id, ANN.id, FORGOTTEN)))

    assert (found.games, found.wins, found.streak, found.practice_games) == (2, 1, 1, 0)
    assert [one.user_id for one in found.opponents] == [BEN.id]


def test_games_against_computers_alone_are_counted_apart() -> None:
    found = count(ANN.id, rows(game(1, ANN.id, COMPUTER), game(2, COMPUTER, ANN.id), game(3, BEN.id, COMPUTER, ANN.id)))

    assert (found.practice_games, found.practice_wins) == (2, 1)
    assert (found.games, found.wins, found.streak, found.best_streak) == (1, 0, 0, 0)
    assert found.opponents == (Opponent(BEN.id, "Ben", 1, 0),)


def test_opponents_come_by_the_number_of_games_with_their_newest_name() -> None:
    ann, ben = game(0, ANN.id, BEN.id, won=(BEN.id,))
    renamed = [ann, ResultRow(ben.table_id, ben.game, ben.ended, ben.seat, BEN.id, "Benny", ben.place, ben.won)]

    found = count(ANN.id, rows(renamed, game(1, ANN.id, CAM.id), game(2, ANN.id, BEN.id)))

    assert found.opponents == (Opponent(BEN.id, "Benny", 2, 1), Opponent(CAM.id, "Cam", 1, 1))


def test_only_so_many_games_are_counted_and_that_is_said() -> None:
    assert not count(ANN.id, game(1, ANN.id, BEN.id)).capped
    assert count(ANN.id, rows(*(game(number, ANN.id, BEN.id) for number in range(MOST_GAMES)))).capped


async def test_who_does_not_want_to_be_listed_is_nobodys_favourite(service: TableService, store: Store) -> None:
    await start_table(service, 3)
    await play(service)
    everybody = await statistics(store, ANN.id, GUILD)
    await change_preferences(store, BEN, listed=False)

    found = await statistics(store, ANN.id, GUILD)

    assert {one.name for one in everybody.opponents} == {"Ben", "Cam"}
    assert [one.name for one in found.opponents] == ["Cam"]
    assert found.tallies == everybody.tallies
    assert await statistics(store, ANN.id, GUILD + 1) == await statistics(store, DAN.id, GUILD) == Statistics()
    assert (await service.load(TABLE)).row.phase == "finished"


def test_users_of_one_name_are_numbered() -> None:
    people = [(1, "Ann"), (2, "ａnn"), (1, "Anna"), (3, "Ben")]
    assert number_same_names(people) == {1: "Ann", 2: "ａnn (2)", 3: "Ben"}


async def test_opponents_of_one_name_are_told_apart(service: TableService, store: Store) -> None:
    await start_table(service, id="one")
    await open_lobby(service, TableSettings(seats=2, computer="random"), id="two")
    await service.change("two", lobby.join(replace(CAM, name="Ben"), "salt"))
    await service.change("two", lobby.start(ANN.id, game_type(GAME), service.hooks(GAME)))
    for table in ("one", "two"):
        await play(service, table=table)

    found = await statistics(store, ANN.id, GUILD)

    assert {one.name for one in found.opponents} == {"Ben", "Ben (2)"}


# Alone


async def test_games_alone_have_scores_and_the_best_of_the_server_are_kept(service: TableService, store: Store) -> None:
    await start_table(service, 1)
    table = await play(service)
    score = table.seats[0].score

    found = await statistics(store, ANN.id, GUILD)

    assert score is not None
    assert found.alone == (SoloResults("monster_hex", 1, score),)
    assert found.high_scores == (HighScoreRow("monster_hex", ANN.id, ANN.name, score),)
    assert (found.games, found.practice_games) == (0, 0)
    assert (await statistics(store, BEN.id, GUILD)).high_scores == found.high_scores
    await change_preferences(store, ANN, listed=False)
    assert (await statistics(store, BEN.id, GUILD)).high_scores == ()


async def test_a_game_alone_that_was_given_up_has_no_score(service: TableService) -> None:
    await start_table(service, 1)

    table = await service.resign(TABLE, ANN.id)

    assert table.seats[0].score is None
