"""Set-up left to chance: a class and a force are dealt without a question to the player, and newcomers are known."""

from cogs.ui.kit.interface import interface
from engine.connect_four.forces import ready_made_forces
from tables import lobby, surprises
from tables.newcomers import has_newcomer, list_finished
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CAM, TABLE, open_lobby, start_open_table, start_table

CLIX = "connect_four"


async def test_a_surprise_deals_a_class_and_a_mixed_force_to_those_who_want_it(service: TableService) -> None:
    await open_lobby(service, TableSettings(seats=2, host_called=True), game=CLIX)
    await service.change(TABLE, surprises.toggle(ANN, "ann"))
    await service.change(TABLE, surprises.toggle(BEN, "ben"))
    assert [surprises.is_surprised(seat) for seat in (await service.load(TABLE)).seats] == [True, True]
    await service.change(TABLE, surprises.toggle(BEN, "again"))

    await start_open_table(service)

    table = await service.load(TABLE)
    assert [table.seats[seat].name for seat in table.actors] == ["Ben"], "Ann's class is chosen"
    await service.act(TABLE, BEN.id, "class undead")
    if (await service.view(TABLE)).view.phase == "other class":
        await service.act(TABLE, BEN.id, "class alien")
    own = (await service.view(TABLE, ANN.id)).view.seats[0]
    assert own.class_name is not None
    assert own.force == ready_made_forces(own.class_name, (await service.view(TABLE)).view.points)["mixed"]
    assert not (await service.view(TABLE, ANN.id)).must_act


async def test_a_surprise_on_the_page_of_classes_answers_all_questions_before_the_first_move(
    service: TableService,
) -> None:
    await start_table(service, game=CLIX)
    for person in (ANN, BEN):
        await service.change(TABLE, surprises.leave_to_chance(person.id, None, interface(CLIX)))

    view = (await service.view(TABLE)).view
    assert view.turn == 1, "both have a class and a force, and the first turn has begun"


async def test_a_choice_to_be_surprised_changes_nothing_in_a_game_without_set_up(service: TableService) -> None:
    await open_lobby(service)
    await service.change(TABLE, surprises.toggle(ANN, "ann"))
    await service.change(TABLE, lobby.join(BEN, "ben"))

    await start_open_table(service)

    assert (await service.load(TABLE)).require_playing().turn == 1


async def test_newcomers_are_known_by_their_first_two_tables_of_a_game(service: TableService) -> None:
    for number in range(3):
        table = f"table{number}aaaa"
        await start_table(service, table=table)
        async with service.store.read() as reader:
            assert await has_newcomer(reader, "monster_hex", [ANN.id]) == (number < 2)
            finished = await list_finished(reader, "monster_hex", [ANN.id, BEN.id, CAM.id])
            assert finished == [ANN.id, BEN.id] * (number > 0)
            assert await has_newcomer(reader, CLIX, [ANN.id])
            assert not await list_finished(reader, CLIX, [ANN.id, CAM.id])
        await service.resign(table, ANN.id)
