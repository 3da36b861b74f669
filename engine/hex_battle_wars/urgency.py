"""The cost of distance: how much a seat wants to come closer, from its health, the rounds played, and the last walk.

Two players who both wait for the other to come would never fight. So distance costs more the longer nothing happens,
and for a seat that would lose at the round limit (HBW-26). A player keeps no memory, so all of it comes from the view.
"""

from typing import Final

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import View

_PATIENCE: Final = 1
"""Number of rounds at the start in which distance costs nothing."""
_HARM: Final = 1.0
"""Health that each seat must lose a round, on average, so that a game does not count as quiet."""
_QUIET: Final = 0.2
"""Cost of a step for each quiet round, in points of health."""
_MOST: Final = 1.0
"""Greatest cost of a step for quiet rounds."""
_BEHIND: Final = 0.3
"""Additional cost of a step for a seat that is behind; at the round limit three times as much."""
_WAITING: Final = 2
"""Number of quiet rounds during which a seat may wait for an enemy that is coming closer."""


def measure_lead(view: View, seat: int) -> int:
    """Return a seat's lead in health over the healthiest other seat; negative if it is behind."""
    health = _list_health(view)
    return health.pop(seat) - max(health)


def weigh_step(view: View, seat: int) -> float:
    """Return the cost of a step of distance to the nearest enemy for a seat, in points of health."""
    lost = view.hp * sum(len(each.pieces) for each in view.seats) - sum(_list_health(view))
    quiet = view.round - _PATIENCE - lost / (_HARM * len(view.seats))
    if quiet < _WAITING and _is_approached(view, seat):
        return 0.0
    cost, lead = min(_MOST, _QUIET * max(0.0, quiet)), measure_lead(view, seat)
    if lead < 0:
        return cost + _BEHIND * (1 + 2 * view.round / view.last_round)
    return cost / 2 if lead else cost


def _list_health(view: View) -> list[int]:
    return [0 if each.forfeited else sum(piece.hp for piece in each.pieces) for each in view.seats]


def _is_approached(view: View, seat: int) -> bool:
    """Return whether the newest walk is another seat's and came closer to a character of this seat."""
    if view.walk is None or view.walk.seat == seat:
        return False
    grid = field(view.radius)
    ends = [(grid.index[path[0]], grid.index[path[-1]]) for path in view.walk.paths if path]
    own = [grid.index[piece.label] for piece in view.seats[seat].pieces if piece.label is not None]
    return any(grid.distance(end, cell) < grid.distance(start, cell) for start, end in ends for cell in own)
