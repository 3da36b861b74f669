"""Computer players: they choose from a view, with randomness derived from the game's seed, and a table is told."""

from engine.players import question
from tables import texts
from tables.refusal import BoardMovedOn
from tables.service import TableService
from tables.thinking import Think


class ComputerPlayers:
    """Moves for the seats of computer players; deterministic for the same game and seed."""

    def __init__(self, service: TableService, think: Think) -> None:
        self._service = service
        self._think = think

    async def move(self, table_id: str, step: int) -> None:
        """Makes the moves due at a step. Raises Refusal when the table has moved on."""
        table = await self._service.load(table_id)
        if table.row.step != step:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        turn = table.require_playing().turn
        for seat in table.seats:
            # A seat may need several actions until its turn is done.
            while seat.player is not None and seat.seat in table.actors and table.require_playing().turn == turn:
                asked = question(table.require_playing(), seat.seat, seat.player, table.row.server_seed)
                table = await self._service.act_for(table_id, seat.seat, await self._think(asked), turn=turn)
