"""The vacations that people have announced."""

from data.store import Store, VacationRow
from tests.clock import Clock

ANN, BEN, CAM = 1, 2, 3


async def test_vacations_come_by_their_begin_and_only_those_of_the_people_asked_for(store: Store) -> None:
    async with store.write() as writer:
        later = await writer.people.add_vacation(ANN, 9_000, 10_000)
        sooner = await writer.people.add_vacation(BEN, 5_000, 6_000)
        await writer.people.add_vacation(CAM, 1, 2)

    async with store.read() as reader:
        assert await reader.people.vacations((ANN, BEN)) == (
            VacationRow(sooner, BEN, 5_000, 6_000, 1_000),
            VacationRow(later, ANN, 9_000, 10_000, 1_000),
        )
        assert await reader.people.vacations(()) == ()


async def test_a_vacation_ends_earlier_or_never_was(store: Store) -> None:
    async with store.write() as writer:
        begun = await writer.people.add_vacation(ANN, 500, 10_000)
        planned = await writer.people.add_vacation(ANN, 20_000, 30_000)
        await writer.people.end_vacation(begun, 1_000)
        await writer.people.end_vacation(planned, None)

    async with store.read() as reader:
        assert await reader.people.vacations((ANN,)) == (VacationRow(begun, ANN, 500, 1_000, 1_000),)


async def test_vacations_of_long_ago_are_deleted(store: Store, clock: Clock) -> None:
    async with store.write() as writer:
        await writer.people.add_vacation(ANN, 1, 10)
        await writer.people.add_vacation(ANN, 11, 20)
        await writer.people.add_vacation(BEN, 1, 10)
        await writer.people.prune_vacations(ANN, 20)

    async with store.read() as reader:
        assert [(row.user_id, row.ends) for row in await reader.people.vacations((ANN, BEN))] == [(BEN, 10), (ANN, 20)]
