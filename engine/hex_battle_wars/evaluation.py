"""How good a view looks for a seat, for computer players that look one move ahead."""

from typing import Final

from engine.hex_battle_wars.odds import Scene
from engine.hex_battle_wars.view import View

_VICTORY: Final = 10_000.0
_DISTANCE: Final = 0.05
"""What a step towards the nearest enemy is worth."""
_PASS: Final = 0.3
_CAUTION: Final = 0.6


def evaluate(view: View, seat: int) -> float:
    """Health ahead of the best other seat, the best shot that the seat has, and what it has to fear."""
    if view.winners is not None:
        return _VICTORY if seat in view.winners else -_VICTORY
    health = [0 if seated.forfeited else sum(piece.hp for piece in seated.pieces) for seated in view.seats]
    others = [health[other] for other in range(len(health)) if other != seat]
    value = float(health[seat] - max(others)) + (health[seat] * len(others) - sum(others)) / len(others)
    return value + _PASS * view.seats[seat].passes + _position(view, seat)


def _position(view: View, seat: int) -> float:
    scene = Scene(view)
    shot = fear = 0.0
    far: list[int] = []
    for piece in view.seats[seat].pieces:
        if piece.label is not None:
            cell = scene.grid.index[piece.label]
            shot = max(shot, scene.promise(cell, seat))
            fear += scene.danger(cell, seat, piece.armour)
            far.append(scene.nearest(cell, seat))
    return shot - _CAUTION * fear - _DISTANCE * min(far, default=0)
