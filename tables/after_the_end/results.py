"""How each seat did in a game, stored with the seats in the transaction that ends the game.

A result belongs to whoever has the seat at the end, also if somebody else had it before.
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
"""The name of the fact that says how far the games from before results were stored have been looked through."""
ALL = "all"
TABLES_AT_ONCE = 20
"""The number of games looked through in one call, since each may have to be replayed."""


def with_results(seats: Sequence[SeatRow], game: Game, hooks: GameHooks) -> tuple[SeatRow, ...]:
    """The seats with their places, tied seats sharing one, who has won, and the score of a game played alone.

    They are unchanged before the end.
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
    """Stores the results of some games that ended before results were stored, in the order of their ids."""
    async with store.read() as reader:
        after = await reader.fact(STORED_UP_TO) or ""
        if after == ALL:
            return
        rows = await reader.finished_tables(after, TABLES_AT_ONCE)
    for row in rows:
        try:
            await _store_result(store, row.id)
        except EngineError as error:
            log.warning("the result of a game can't be read", table=row.id, step=row.step, error=error.text)
    async with store.write() as writer:
        await writer.set_fact(STORED_UP_TO, rows[-1].id if rows else ALL)


async def _store_result(store: Store, table_id: str) -> None:
    async with store.read() as reader:
        table = await load(reader, table_id)
    if table.game is None or any(seat.place is not None for seat in table.seats):
        return
    async with store.write(table_id) as writer:
        for seat in with_results(table.seats, table.game, GameHooks()):
            await writer.put_seat(table_id, seat)
