"""The cost of a press and of a card by the length of the game: Hive Mind, one submission changed again and again.

A press is a change of the submission through the table service, and the private view after it; a card is what the
outbox loads for it, without its drawing. CPU time, medians over rounds in which the lengths take turns.
"""

import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from benchmarks.rows import Row, ms
from cogs.ui.kit.interface import interface
from cogs.ui.messages.cards import story_text
from data.store import Store
from engine.games import game_type
from tables import lobby
from tables.open_table import Person
from tables.opening import host_seat, new_table
from tables.service import TableService
from tables.settings import TableSettings

LENGTHS = (50, 500, 5_000)
RATIO = 1.2
"""The aim in docs/performance.md: the longest against the shortest."""
ROUNDS = 12
CALLS = 15
GAME = "hive_mind"
PEOPLE = tuple(Person(number, f"Player {number}") for number in (1, 2, 3))
SHAPES = ("charge:ADE", "charge:HKL")


async def rows() -> AsyncIterator[Row]:
    """A press and a card at each length."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'hexcade.sqlite3'}")
        service = TableService(store, interface)
        tables = {length: await _played(service, length) for length in LENGTHS}
        for name, work in (("press", _press), ("card", _card)):
            taken = await _taken({length: work(service, table) for length, table in tables.items()})
            for length in LENGTHS:
                ratio = taken[length] / taken[LENGTHS[0]]
                yield Row(
                    f"{name}, a game of {length:,} entries",
                    ms(taken[length]),
                    f"{ms(taken[LENGTHS[0]])} at {LENGTHS[0]}",
                    ratio,
                    "×",
                    at_most=RATIO if length == LENGTHS[-1] else None,
                )
        await store.close()


async def _played(service: TableService, length: int) -> str:
    """A match of three people in which the first one has changed a shape until the log is so long."""
    game = game_type(GAME)
    row = new_table(game, TableSettings(seats=3), {}, host=PEOPLE[0], guild_id=1, channel_id=length, now=service.now())
    async with service.store.write() as writer:
        await writer.create_table(row, (host_seat(PEOPLE[0], "0"),))
    for person in PEOPLE[1:]:
        await service.change(row.id, lobby.join(person, str(person.id)))
    table = await service.change(row.id, lobby.start(PEOPLE[0].id, game, interface(GAME)))
    press = _press(service, row.id)
    while table.require_playing().n < length:
        await press()
        table = await service.load(row.id)
    return row.id


def _press(service: TableService, table: str) -> Callable[[], Awaitable[object]]:
    number = 0

    async def press() -> None:
        nonlocal number
        number += 1
        await service.act(table, PEOPLE[0].id, SHAPES[number % 2])
        await service.view(table, PEOPLE[0].id)

    return press


def _card(service: TableService, table: str) -> Callable[[], Awaitable[object]]:
    async def card() -> str:
        newest = (await service.load(table)).require_playing().n
        view, events, _ = await service.news(table, newest - 3)
        return story_text(view, events)

    return card


async def _taken(work: dict[int, Callable[[], Awaitable[object]]]) -> dict[int, float]:
    """The median CPU milliseconds of one call at each length."""
    times: dict[int, list[float]] = {length: [] for length in work}
    for _ in range(ROUNDS):
        for length, call in work.items():
            start = time.process_time()
            for _ in range(CALLS):
                await call()
            times[length].append((time.process_time() - start) * 1000 / CALLS)
    return {length: statistics.median(taken) for length, taken in times.items()}
