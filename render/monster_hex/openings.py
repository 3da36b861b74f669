"""The hexes where the next tile may go, as everybody can tell them; boards of the first rounds show them lit."""

from typing import Final

from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from render.hexes import neighbours

LIT_ROUNDS: Final = 2
"""The number of rounds in which boards show these hexes."""


def open_hexes(view: View) -> tuple[str, ...]:
    """Return the free hexes beside a Monster, or the start hexes before the first one (MH-5).

    Hands are secret, so a tile may fit on fewer of them. Empty after the first rounds, and while no tile is to be
    placed.
    """
    if view.phase not in ("place", "shared") or view.round > LIT_ROUNDS or not view.actors:
        return ()
    board = layout(view.board)
    on = {monster.label for monster in view.monsters}
    taken = on | {stone.label for stone in view.temporary}
    names = {(place.q, place.r): place.label for place in board.places}
    return tuple(
        cell.label
        for cell in board.cells
        if cell.label not in taken
        and (any(names.get(at) in on for at in neighbours(cell.q, cell.r)) if on else cell.start)
    )
