"""A changed display name at a table: told apart from the others', and nothing else changes."""

import pytest

from tables.open_table import Person
from tables.records import forgetting
from tables.seat_changes.renaming import rename
from tables.service import TableService
from tests.cog_tables import ANN, BEN, TABLE, names_in_order, play, start_table


@pytest.mark.parametrize(
    ("person", "name"),
    [
        (Person(ANN.id, "Anna", "ann_a"), "Anna"),
        (Person(ANN.id, "ben", "ann_a"), "ben (ann_a)"),
        (Person(ANN.id, "\u2068سامي\u2069", "ann_a"), "\u2068سامي\u2069"),
    ],
)
async def test_a_new_name_is_told_apart_and_open_pages_stay_valid(
    service: TableService, person: Person, name: str
) -> None:
    before = await start_table(service)

    await rename(service, TABLE, person)

    after = await service.load(TABLE)
    assert sorted(names_in_order(after)) == sorted(("Ben", name))
    assert (after.row, after.version) == (before.row, before.version)


async def test_a_game_that_is_over_keeps_its_names(service: TableService) -> None:
    await start_table(service)
    over = await play(service)

    await rename(service, TABLE, Person(ANN.id, "Anna"))

    assert (await service.load(TABLE)).seats == over.seats


async def test_whoever_was_forgotten_gets_no_name_again(service: TableService) -> None:
    await start_table(service, 3)
    await forgetting.forget(service, BEN.id)
    without = (await service.load(TABLE)).seats

    await rename(service, TABLE, BEN)

    assert (await service.load(TABLE)).seats == without
