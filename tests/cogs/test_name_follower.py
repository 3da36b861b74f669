"""Changed display names: each interaction takes over the name of its user, and the next card shows it."""

import asyncio
from typing import Any

import pytest

from cogs.ui.requests.name_follower import RECHECK_MS, NameFollower
from data.store import StoreUnavailable
from data.store.topics.tables import TableReader
from leagues.seasons import Seasons
from tables.open_table import Person
from tables.seat_changes.renaming import rename
from tables.service import TableService
from tests.cog_tables import ANN, GUILD, TABLE, act, names_in_order, start_table
from tests.in_process_program import InProcessProgram
from tests.playing import league
from tests.running_dispatchers import Clock

ANNA = Person(ANN.id, "Anna")


@pytest.mark.parametrize("kind", ["press", "form", "command"])
async def test_the_next_card_shows_the_name_of_the_last_interaction(program: InProcessProgram, kind: str) -> None:
    await program.start(2)
    await program.press(ANN, f"{TABLE}::more")
    assert "Anna" not in program.newest_card

    if kind == "press":
        await program.press(ANNA, f"{TABLE}::more")
    elif kind == "form":
        await program.submit(ANNA, f"{TABLE}::no_such_form", {})
    else:
        await program.command(ANNA, "help")
    await asyncio.gather(*program.bot._background)
    await act(program.service)
    await program.outbox.settle()

    assert "Anna" in program.newest_card


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Return a list to which the server of each comparison with stored names is appended."""
    seen: list[int | None] = []
    read = TableReader.list_with_old_name

    async def counted(reader: TableReader, user_id: int, guild_id: int | None, names: Any) -> Any:
        seen.append(guild_id)
        return await read(reader, user_id, guild_id, names)

    monkeypatch.setattr(TableReader, "list_with_old_name", counted)
    return seen


async def test_a_name_is_compared_once_an_hour_and_on_each_change_of_server(
    service: TableService, clock: Clock, reads: list[int | None]
) -> None:
    follower = NameFollower(service, Seasons(service))
    await start_table(service)

    for guild in (GUILD, GUILD, None, None, GUILD):
        await follower.follow(guild, ANNA)
    assert reads == [GUILD, None, GUILD]
    await rename(service, TABLE, ANN)
    clock.now += RECHECK_MS
    await follower.follow(GUILD, ANNA)

    assert "Anna" in names_in_order(await service.load(TABLE))


async def test_a_name_is_compared_again_after_the_store_was_away(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = NameFollower(service, Seasons(service))
    await start_table(service)
    with monkeypatch.context() as away:
        away.setattr(service.store, "read", _refuse)
        await follower.follow(GUILD, ANNA)

    await follower.follow(GUILD, ANNA)

    assert "Anna" in names_in_order(await service.load(TABLE))


def _refuse() -> None:
    raise StoreUnavailable("away")


async def test_a_new_name_reaches_the_standings(service: TableService) -> None:
    seasons = Seasons(service)
    season = await league(seasons)
    await seasons.join(season.row.id, ANN)

    await NameFollower(service, seasons).follow(season.league.guild_id, ANNA)

    assert (await seasons.load(season.row.id)).names == {ANN.id: "Anna"}
