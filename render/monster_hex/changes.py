"""Changes made by the newest placement: stones captured, and points gained from them."""

from engine.monster_hex.content import Stone, layout
from engine.monster_hex.view import Capture, View


def newest_captures(view: View) -> dict[Stone, Capture]:
    """The stones captured by the newest placement, with their captures: all captured stones next to it (MH-8)."""
    if not view.last:
        return {}
    board = layout(view.board)
    beside = board.stones_at[board.board.index[view.last[-1]]]
    found = ((board.stones[stone], view.captures[stone]) for stone in beside)
    return {stone: capture for stone, capture in found if capture is not None}


def newest_gains(view: View) -> dict[int, int]:
    """The points gained from the newest captures, by seat."""
    points: dict[int, int] = {}
    for capture in newest_captures(view).values():
        for got in capture.taken:
            points[got.seat] = points.get(got.seat, 0) + got.value + got.bonus
    return points
