"""Changes made by the newest placement: stones captured, and points gained from them."""

from engine.monster_hex.view import Stone, View
from render.hexes import neighbours


def newest_captures(view: View) -> tuple[Stone, ...]:
    """The stones captured by the newest placement: all captured stones next to it (MH-8)."""
    newest = next((cell for cell in view.cells if view.last and cell.label == view.last[-1]), None)
    if newest is None:
        return ()
    around = neighbours(newest.q, newest.r)
    return tuple(stone for stone in view.stones if stone.capture is not None and (stone.q, stone.r) in around)


def newest_gains(view: View) -> dict[int, int]:
    """The points gained from the newest captures, by seat."""
    points: dict[int, int] = {}
    for stone in newest_captures(view):
        for got in stone.capture.taken if stone.capture else ():
            points[got.seat] = points.get(got.seat, 0) + got.value + got.bonus
    return points
