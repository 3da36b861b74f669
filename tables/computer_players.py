"""Computer players: they choose from a view, in a bounded thread pool, with randomness derived from the game's seed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from data.store import SeatRow
from engine.players import decide
from tables import texts
from tables.open_table import OpenTable
from tables.refusal import BoardMovedOn
from tables.service import TableService

WORKERS = 1


class ComputerPlayers:
    """Moves for the seats of computer players; deterministic for the same game and seed."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="computer")

    async def move(self, table_id: str, step: int) -> None:
        """Makes the moves due at a step. Raises Refusal when the table has moved on."""
        table = await self._service.load(table_id)
        if table.row.step != step:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        turn = table.require_playing().turn
        for seat in table.seats:
            # A seat may need several actions until its turn is done.
            while seat.player is not None and seat.seat in table.actors and table.require_playing().turn == turn:
                action = await asyncio.get_running_loop().run_in_executor(self._pool, self._choose, table, seat)
                table = await self._service.act_for(table_id, seat.seat, action, turn=turn)

    @staticmethod
    def _choose(table: OpenTable, seat: SeatRow) -> str:
        return decide(table.require_playing(), seat.seat, seat.player or "", table.row.server_seed)

    def close(self) -> None:
        """Finishes the choice in progress and cancels the others."""
        self._pool.shutdown(cancel_futures=True)
