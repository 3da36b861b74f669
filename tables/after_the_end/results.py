"""Game results per seat, stored in the transaction that ends the game.

A result belongs to the user who has the seat at the end, even if another user had it before.
"""

from collections.abc import Sequence

import msgspec
import structlog

from data.store import SeatRow, Store
from engine.core import SPECTATOR, EngineError
from engine.game import Game
from tables.game_hooks import GameHooks
from tables.open_table import load

log = structlog.get_logger()

STORED_UP_TO = "results stored up to"
"""Name of the stored value that records the progress of the backfill: the last table id processed, or `ALL`."""
ALL = "all"
TABLES_AT_ONCE = 20
"""Number of games for which one call backfills results. Each game may have to be replayed."""


def with_results(seats: Sequence[SeatRow], game: Game, hooks: GameHooks) -> tuple[SeatRow, ...]:
    """Return the seats with place, win flag and single-player score filled in.

    Tied seats share a place. Only a game with one seat has a score. Seats are unchanged if the game is not over.
    """
    if game.outcome is None:
        return tuple(seats)
    places: dict[int, int] = {}
    for group in game.standing:
        places |= dict.fromkeys(group, len(places) + 1)
    winners = game.outcome.winners
    score = hooks.solo_score(game.view(SPECTATOR)) if len(seats) == 1 else None
    return tuple(
        msgspec.structs.replace(seat, place=places[seat.seat], won=int(seat.seat in winners), score=score)
        for seat in seats
    )


async def store_missing_results(store: Store) -> None:
    """Compute and store the missing results of some older games, continuing where the previous call stopped.

    These games ended before results were stored. They are processed in the order of their ids.
    """
    async with store.read() as reader:
        after = await reader.facts.get(STORED_UP_TO) or ""
        if after == ALL:
            return
        rows = await reader.tables.list_finished(after, TABLES_AT_ONCE)
    for row in rows:
        try:
            await _store_result(store, row.id)
        except EngineError as error:
            log.warning("result could not be read", table=row.id, step=row.step, error=error.text)
    async with store.write() as writer:
        await writer.facts.set(STORED_UP_TO, rows[-1].id if rows else ALL)


async def _store_result(store: Store, table_id: str) -> None:
    async with store.read() as reader:
        table = await load(reader, table_id)
    if table.game is None or any(seat.place is not None for seat in table.seats):
        return
    async with store.write(table_id) as writer:
        for seat in with_results(table.seats, table.game, GameHooks()):
            await writer.tables.put_seat(table_id, seat)
