"""What a finished game leaves in the database: `python -m benchmarks.growth`.

Games of each kind are played at random to their end through the table service, their messages delivered, and then
pruned. What is told is the growth of the used pages of the database for each game, before and after the pruning, with
SQLite and, if there is a server on this machine, with PostgreSQL. The database has been in use: games of the largest
kind were played and pruned in it before. SQLite's file is not rewritten: its free pages are counted apart. PostgreSQL
uses the room of deleted rows again in its own time, so there it is rewritten (VACUUM FULL) before each look.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import asyncpg

from benchmarks.rows import Row, heading, line
from cogs.ui.kit.interface import interface
from data.store import Store
from engine.games import game_type
from tables import lobby
from tables.committing.outbox_rows import CARD
from tables.open_table import Person
from tables.opening import host_seat, new_table
from tables.service import TableService
from tables.settings import TableSettings
from tables.timing.units import HOUR_MS
from tests.postgresql import postgresql

GAMES = 20
MOST_KB = 20
"""What a finished game may leave."""
KINDS: Mapping[str, tuple[str, int, dict[str, Any]]] = {
    "Monster Hex, 2 players": ("monster_hex", 2, {}),
    "Monster Hex, 4 players": ("monster_hex", 4, {}),
    "Hive Mind, 3 players": ("hive_mind", 3, {}),
    "Hive Mind, 7 players": ("hive_mind", 7, {}),
    "Connect Four": ("connect_four", 2, {}),
    "Hex Battle Wars, 2 players": ("hex_battle_wars", 2, {}),
    "Hex Battle Wars, most players": ("hex_battle_wars", max(game_type("hex_battle_wars").seats), {}),
}
LARGEST = "Hex Battle Wars, most players"
PEOPLE = tuple(Person(10**17 + number, f"Player {number}") for number in range(8))


class Clock:
    """A time that a game moves on with each move, as people's moves are apart."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


async def play(service: TableService, clock: Clock, rng: Random, name: str, seats: int, options: Any) -> int:
    """A game to its end, with a message for each turn; gives the number of its entries."""
    game = game_type(name)
    settings = TableSettings(seats=seats, clock=86_400)
    row = new_table(game, settings, options, host=PEOPLE[0], guild_id=1, channel_id=2, now=clock.now)
    salt = str(10**18 + rng.randrange(10**17))
    await service.create(row, (host_seat(PEOPLE[0], salt),), {}, clock.now + 10**8)
    for person in PEOPLE[1:seats]:
        await service.change(row.id, lobby.join(person, str(10**18 + rng.randrange(10**17))))
    table = await service.change(row.id, lobby.start(PEOPLE[0].id, game, interface(name)))
    while table.row.phase == "playing":
        clock.now += rng.randrange(1_000, HOUR_MS)
        seat = rng.choice(table.actors)
        assert table.game is not None
        legal = table.game.legal(seat)
        attacks = [action for action in legal if action.startswith("attack")]
        user = table.seats[seat].user_id
        assert user is not None
        table = await service.act(row.id, user, rng.choice(attacks or legal))
        await deliver(service, row.id)
    assert table.game is not None
    return table.game.n


async def deliver(service: TableService, table_id: str) -> None:
    """Marks what is due as delivered, with a message for each new card."""
    async with service.store.write() as writer:
        rows = await writer.pending_outbox(writer.now + 10**10)
        for row in rows:
            if row.kind == CARD:
                await writer.record_message(table_id, CARD, 2, 10**18 + row.id, row.step, row.step)
        await writer.outbox_done([row.id for row in rows])


async def prune(store: Store, clock: Clock) -> None:
    """Prunes all that has ended."""
    pruned = 1
    while pruned:
        async with store.write() as writer:
            pruned = await writer.prune(clock.now + 1)


async def measured(url: str, used: Callable[[], Awaitable[int]]) -> None:
    """Prints a row for each kind of game."""
    clock, rng = Clock(), Random(1)
    store = await Store.open(url, clock=clock)
    service = TableService(store, interface)
    kind = url.partition(":")[0]
    try:
        for _ in range(GAMES):
            await play(service, clock, rng, *KINDS[LARGEST])
        await prune(store, clock)
        for title, (name, seats, options) in KINDS.items():
            before = await used()
            lengths = [await play(service, clock, rng, name, seats, options) for _ in range(GAMES)]
            unpruned = await used()
            await prune(store, clock)
            whole, left = ((size - before) / GAMES / 1000 for size in (unpruned, await used()))
            entries = f"{sum(lengths) // GAMES} entries, {max(lengths)} at most"
            row = Row(f"{kind}: {title}", entries, f"{whole:.0f} kB unpruned", left, "kB", at_most=MOST_KB)
            print(line(row.cells()), flush=True)
    finally:
        await store.close()


async def main() -> None:
    """Measures on SQLite and on PostgreSQL."""
    print(heading())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "growth.sqlite3")

        async def pages() -> int:
            with sqlite3.connect(path) as connection:
                values = [
                    connection.execute(f"PRAGMA {name}").fetchone()[0]
                    for name in ("page_count", "freelist_count", "page_size")
                ]
            return (values[0] - values[1]) * values[2]

        await measured(f"sqlite:///{path}", pages)
    async with postgresql() as url:

        async def sizes() -> int:
            connection = await asyncpg.connect(url)
            await connection.execute("VACUUM FULL")
            size = await connection.fetchval(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' "
                "AND relnamespace = 'public'::regnamespace"
            )
            await connection.close()
            return int(size)

        await measured(url, sizes)


if __name__ == "__main__":
    asyncio.run(main())
