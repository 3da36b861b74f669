"""A table's story: read from stored events, at a cost independent of the game's length."""

from typing import Any, NoReturn

import pytest
from sqlalchemy import text

from data.store import Store
from data.store.statements import Part
from engine.game import snapshot
from tables.service import TableService
from tests.cog_tables import ANN, TABLE, deliver, logged, mover, play, start_table
from tests.hive_matches import ROUND_1, started


class Reads:
    """A counter of read statements and of the rows they return."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements = self.rows = 0
        read_all, read_scalar = Part._all, Part._scalar

        async def counted_all(part: Part, *arguments: Any) -> Any:
            found = await read_all(part, *arguments)
            self.statements, self.rows = self.statements + 1, self.rows + len(found)
            return found

        async def counted_scalar(part: Part, *arguments: Any) -> Any:
            self.statements, self.rows = self.statements + 1, self.rows + 1
            return await read_scalar(part, *arguments)

        monkeypatch.setattr(Part, "_all", counted_all)
        monkeypatch.setattr(Part, "_scalar", counted_scalar)

    def since_last(self) -> tuple[int, int]:
        """Return and reset the numbers of statements and rows."""
        found = self.statements, self.rows
        self.statements = self.rows = 0
        return found


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Count reads, and fail if a game is replayed."""

    def replayed(*_: Any) -> NoReturn:
        raise AssertionError("The game was replayed.")

    monkeypatch.setattr("tables.open_table.replay_game", replayed)
    monkeypatch.setattr("tables.story.play_log", replayed)
    return Reads(monkeypatch)


async def costs(service: TableService, reads: Reads, action: str | None = None) -> list[tuple[int, int]]:
    """Return the costs of a press, a move, and the card that shows the move."""
    person, seen = await mover(service)
    await deliver(service.store)
    reads.since_last()
    await service.view(TABLE, person.id)
    found = [reads.since_last()]
    before = (await service.load(TABLE)).require_playing().n
    reads.since_last()
    await service.act(TABLE, person.id, action or seen.legal[0], version=seen.version)
    found.append(reads.since_last())
    _, events, newest = await service.load_news(TABLE, before)
    assert events or action
    statements, rows = reads.since_last()
    return [*found, (statements, rows - (newest - before))]


async def test_a_press_a_move_and_a_card_cost_the_same_however_long_the_game_is(
    service: TableService, reads: Reads
) -> None:
    """The entries that the card shows are not counted."""
    await start_table(service)
    await play(service, 1)
    short = await costs(service, reads)
    await play(service, 12)

    assert await costs(service, reads) == short


async def test_a_press_and_a_card_cost_the_same_however_often_somebody_changed_their_mind(
    service: TableService, reads: Reads
) -> None:
    await started(service)
    await service.act(TABLE, ANN.id, ROUND_1)
    short = await costs(service, reads, "charge:ABE")
    await service.act(TABLE, ANN.id, " ".join(["charge:ADE", "charge:ABE"] * 20))

    assert await costs(service, reads, "charge:ADE") == short


async def test_what_happened_looks_back_so_many_entries(
    service: TableService, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service)
    await play(service, 4)
    monkeypatch.setattr("tables.story.RECENT_ENTRIES", 2)

    _, recent = await service.load_recent(TABLE)

    newest = (await service.load(TABLE)).require_playing().n
    assert recent == (await service.load_news(TABLE, newest - 2))[1]
    assert len(recent) < len((await service.load_news(TABLE, 0))[1])


async def test_a_table_of_an_earlier_version_loads_and_tells_its_story(service: TableService, store: Store) -> None:
    """Such a table has no events or snapshot until its next change, and its turns were not counted."""
    await start_table(service)
    table = await play(service, 3)
    view, story, newest = await service.load_news(TABLE, 5)
    recent, past = await service.load_recent(TABLE), await service.past_views(TABLE)
    async with store._engine.begin() as connection:
        await connection.execute(text("UPDATE entries SET events = NULL"))
        await connection.execute(text("UPDATE tables SET turn = 0"))
        await connection.execute(text("DELETE FROM snapshots"))

    again = await service.load(TABLE)
    assert (again.row, again.seats) == (table.row, table.seats)
    assert snapshot(again.require_playing()) == snapshot(table.require_playing())
    assert (await service.load_news(TABLE, 5))[1:] == (story, newest)
    assert (await service.load_news(TABLE, 5))[0].view == view.view
    assert (await service.load_recent(TABLE))[1] == recent[1]
    assert (await service.past_views(TABLE))[1] == past[1]

    person, seen = await mover(service)
    table = await service.act(TABLE, person.id, seen.legal[0], version=seen.version)
    assert table.row.turn == again.row.turn + 1
    _, events, _ = await service.load_news(TABLE, newest)
    assert events
    assert (await service.load_news(TABLE, 5))[1] == (*story, *events), "some entries have events, and some have not"
    async with store.read() as reader:
        found = await reader.logs.snapshot(TABLE)
    assert found is not None
    assert found.n == len(await logged(service))
