"""Computer players: they choose from a view, in a bounded pool, with a generator that the game's seed fixes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from cogs._looks import OpenTable
from cogs._tables import TableService
from data.store import SeatRow
from engine.players import decide

WORKERS = 1


class ComputerPlayers:
    """Moves for the seats that computer players hold; the same game and seed give the same moves again."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="computer")

    async def move(self, table_id: str, step: int) -> None:
        """Makes the moves due at a step. Raises Refusal when the table has moved on."""
        table = await self._service.load(table_id)
        for seat in table.seats:
            if seat.player is not None and seat.seat in table.actors:
                action = await asyncio.get_running_loop().run_in_executor(self._pool, self._choose, table, seat)
                await self._service.act_for(table_id, seat.seat, action, step=step)

    @staticmethod
    def _choose(table: OpenTable, seat: SeatRow) -> str:
        return decide(table.require_playing(), seat.seat, seat.player or "", table.row.server_seed)

    def close(self) -> None:
        """Lets a choice that is being made end, and takes no more."""
        self._pool.shutdown(cancel_futures=True)
