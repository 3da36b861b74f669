"""What the newest placement brought, as far as a view tells: the stones it captured, and the points taken there."""

from engine.monster_hex.view import Stone, View
from render.hexes import beside


def captured(view: View) -> tuple[Stone, ...]:
    """The stones that the newest placement captured: those beside it, which had a free neighbour before (MH-8)."""
    newest = next((cell for cell in view.cells if view.last and cell.label == view.last[-1]), None)
    if newest is None:
        return ()
    around = beside(newest.q, newest.r)
    return tuple(stone for stone in view.stones if stone.capture is not None and (stone.q, stone.r) in around)


def gains(view: View) -> dict[int, int]:
    """The points that seats took there."""
    found: dict[int, int] = {}
    for stone in captured(view):
        for got in stone.capture.taken if stone.capture else ():
            found[got.seat] = found.get(got.seat, 0) + got.value + got.bonus
    return found
