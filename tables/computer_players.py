"""Computer players: they choose actions from their seat's view, with randomness derived from the game's seed."""

import structlog

from data.store import SeatRow
from engine.players import players, question
from tables import texts
from tables.game_hooks import stand_in
from tables.open_table import OpenTable
from tables.refusal import BoardMovedOn
from tables.service import TableService
from tables.thinking import Think

log = structlog.get_logger()


class ComputerPlayers:
    """Makes moves for the seats of computer players. Moves are deterministic for the same game and seed."""

    def __init__(self, service: TableService, think: Think) -> None:
        self._service = service
        self._think = think

    async def move(self, table_id: str, step: int) -> None:
        """Make the moves due at a step. Raise BoardMovedOn if the table has moved on."""
        table = await self._service.load(table_id)
        if table.row.step != step:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        turn = table.require_playing().turn
        for seat in table.seats:
            # A seat may need several actions to finish its turn.
            while seat.player is not None and seat.seat in table.actors and table.require_playing().turn == turn:
                asked = question(table.require_playing(), seat.seat, self._player(table, seat), table.row.server_seed)
                table = await self._service.act_for(table_id, seat.seat, await self._think(asked), turn=turn)

    def _player(self, table: OpenTable, seat: SeatRow) -> str:
        """Return the name of a seat's computer player, or the default level for an unknown name."""
        game, name = table.row.game, seat.player or ""
        if name in players(game):
            return name
        log.warning("an unknown computer player moves as a normal one", table=table.row.id, step=table.row.step)
        return stand_in(self._service.hooks(game).computers)
