"""How good a view looks for a seat, for computer players that look one move ahead."""

from collections.abc import Sequence
from typing import Final

from engine.monster_hex.capturing import powers_at
from engine.monster_hex.content import Layout, layout
from engine.monster_hex.view import View
from engine.monster_hex.viewing import pieces

_VICTORY: Final = 1000.0
_STRONG_EDGE: Final = 4.0
"""Power of a good edge: a lead at an open stone counts in proportion to what its free edges may still bring."""


def evaluate(view: View, seat: int) -> float:
    """Points ahead of the best other seat, and a share of the open stones by the lead in power there."""
    if view.winners is not None:
        return _VICTORY if seat in view.winners else -_VICTORY
    points = [seated.score.points for seated in view.seats]
    ahead = points[seat] - max(other for number, other in enumerate(points) if number != seat)
    table = layout(view.board)
    board = pieces(view)
    open_stones = (stone for stone, found in enumerate(view.captures) if found is None)
    return ahead + sum(_promise(table, board, stone, seat, len(points)) for stone in open_stones)


def _promise(table: Layout, board: Sequence[int], stone: int, seat: int, seats: int) -> float:
    """The expected points ahead from a stone not yet captured."""
    free = sum(board[cell] < 0 for cell, _ in table.facing[stone])
    return promise(table, stone, [power or 0 for power in powers_at(table, tuple(board), stone, seats)], seat, free)


def promise(table: Layout, stone: int, powers: Sequence[int], seat: int, free: int) -> float:
    """The expected points ahead for a seat from an open stone with these powers and so many free hexes around it."""
    lead = powers[seat] - max(power for number, power in enumerate(powers) if number != seat)
    worth = max((points for points, _ in table.values[stone]), default=1)
    return worth * lead / (abs(lead) + _STRONG_EDGE * (1 + free))
